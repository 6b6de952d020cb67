"""What the site keeps for a while, emptied for this test process alone: others may be in the middle of a test."""

import redis
from django.conf import settings
from django.core.cache import cache


def forget() -> None:
    """Forget rate limits and whatever else is kept. (`cache.clear` would empty a Redis that all processes share.)"""
    if not settings.REDIS_URL:
        cache.clear()
        return
    with redis.from_url(settings.REDIS_URL) as client:
        for key in client.scan_iter(f"{settings.REDIS_PREFIX}:*"):
            client.delete(key)
