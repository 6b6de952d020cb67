"""Which pages may open a socket."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

DEFAULT_PORTS = {"http": 80, "https": 443}

Origin = tuple[str, str, int | None]
Application = Callable[[dict[str, Any], Any, Any], Awaitable[None]]


class ExactOrigin:
    """Lets in the page's own site only: scheme, host and port must be those the request came to."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        allowed = may_connect(header(scope, b"origin"), header(scope, b"host"))
        application = self.application if allowed else WebsocketDenier()
        await application(scope, receive, send)


def header(scope: dict[str, Any], name: bytes) -> str:
    """The header's value; empty where it is missing or there are several to choose from."""
    values = [value.decode("latin1") for key, value in scope["headers"] if key == name]
    return values[0] if len(values) == 1 else ""


def may_connect(origin: str, host: str) -> bool:
    scheme = "https" if settings.PUBLIC else "http"
    trusted = {parsed(url) for url in settings.TRUSTED_ORIGINS}
    if validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        trusted.add(parsed(f"{scheme}://{host}"))
    return parsed(origin) in trusted - {None}


def parsed(url: str) -> Origin | None:
    """An origin as its parts; nothing where it is more or less than an origin, as `null` is."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        return None
    if "@" in parts.netloc or parts.path or parts.query or parts.fragment:
        return None
    return parts.scheme, parts.hostname, port or DEFAULT_PORTS[parts.scheme]
