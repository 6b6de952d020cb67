"""A message on its way to a browser's push service: sealed for that browser, signed by this site, posted.

The address comes from a browser, so from anybody: it must be https and lead to a public address, and the
connection goes to the very address that was looked at. Redirects are not followed, answers not read.
"""

import socket
import ssl
import time
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from games.services.push_keys import CURVE, decode

try:  # an extra: requirements-push.txt
    import http_ece
    from py_vapid import Vapid02
except ImportError:
    http_ece = Vapid02 = None

TIMEOUT_SECONDS = 10
SIGNED_FOR_SECONDS = 12 * 3600
KEPT_SECONDS = 3600  # by the push service, for a browser that is not reachable
HTTPS_PORT = 443
# Reaches private IPv4 addresses through a translator.
TRANSLATED = IPv6Network("64:ff9b::/96")


class NotPublic(Exception):
    """An address that no push service has."""


class Letter(NamedTuple):
    """A message, the browser it is for, and what replaces what (`topic`) if several wait."""

    endpoint: str
    p256dh: str
    auth: str
    topic: str
    content: bytes


def send(letter: Letter) -> int:
    """Post a message; the status of the answer. Raises NotPublic, OSError, HTTPException or ValueError."""
    parts = checked(letter.endpoint)
    connection = _connection(parts)
    try:
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path or "/", body=sealed(letter), headers=_headers(parts, letter.topic))
        return connection.getresponse().status
    finally:
        connection.close()


def sealed(letter: Letter) -> bytes:
    """Encrypt a message so that its browser alone can read it (RFC 8291)."""
    body: bytes = http_ece.encrypt(
        letter.content,
        private_key=ec.generate_private_key(CURVE),
        dh=decode(letter.p256dh),
        auth_secret=decode(letter.auth),
        version="aes128gcm",
    )
    return body


def checked(endpoint: str) -> SplitResult:
    """Read an address that a push service could have. Raises NotPublic or ValueError."""
    parts = urlsplit(endpoint)
    if settings.PUSH_TO_ANY_ADDRESS:
        return parts
    if parts.scheme != "https" or not parts.hostname or parts.username or (parts.port or HTTPS_PORT) != HTTPS_PORT:
        raise NotPublic(endpoint)
    return parts


def is_public(address: str) -> bool:
    """Whether an IP address can be a stranger's: not this machine, its networks, or a way round to them."""
    ip = ip_address(address)
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(str(ip.ipv4_mapped))
        if ip.sixtofour is not None or ip.teredo is not None or ip in TRANSLATED:
            return False
    return ip.is_global and not ip.is_multicast


def _headers(parts: SplitResult, topic: str) -> dict[str, str]:
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "sub": settings.PUSH_CONTACT,
        "exp": int(time.time()) + SIGNED_FOR_SECONDS,
    }
    signed: dict[str, str] = Vapid02.from_raw(settings.PUSH_PRIVATE_KEY.encode()).sign(claims)
    return signed | {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_SECONDS),
        "Urgency": "high",
        "Topic": topic,
    }


def _connection(parts: SplitResult) -> HTTPConnection:
    host = parts.hostname or ""
    if parts.scheme == "http":  # let through by `checked` in tests alone
        return HTTPConnection(host, parts.port, timeout=TIMEOUT_SECONDS)
    port = parts.port or HTTPS_PORT
    found = [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not settings.PUSH_TO_ANY_ADDRESS and not all(is_public(address) for address in found):
        raise NotPublic(host)
    return _Pinned(host, port, found[0])


class _Pinned(HTTPSConnection):
    """Connects to the address that was looked at, whatever the name leads to by now."""

    def __init__(self, host: str, port: int, address: str) -> None:
        self.tls = ssl.create_default_context()
        super().__init__(host, port, timeout=TIMEOUT_SECONDS, context=self.tls)
        self.address = address

    def connect(self) -> None:
        plain = socket.create_connection((self.address, self.port), TIMEOUT_SECONDS)
        self.sock = self.tls.wrap_socket(plain, server_hostname=self.host)


FAULTS = (NotPublic, OSError, HTTPException, ValueError)
