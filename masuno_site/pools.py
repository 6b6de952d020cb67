"""An end in order for the connections to PostgreSQL."""

from django.conf import settings
from django.db import connections


def close_pools() -> None:
    """An open pool holds the end of its process up for seconds, and complains."""
    if settings.configured:
        for connection in connections.all():
            getattr(connection, "close_pool", lambda: None)()
