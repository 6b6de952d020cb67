"""Addresses that are handed on: read off a screen, scanned, or kept by a calendar on another device."""

from typing import Final
from urllib.parse import urlsplit

import segno
from django.conf import settings

HERE: Final = {"localhost", "127.0.0.1", "::1"}


def for_others(url: str) -> str:
    """Give a whole address as other devices reach it: at home the network's, for "localhost" would be each itself."""
    parts = urlsplit(url)
    if parts.hostname not in HERE or not settings.LAN_ADDRESSES:
        return url
    return parts._replace(netloc=f"{settings.LAN_ADDRESSES[0]}:{parts.port or 80}").geturl()


def qr(link: str) -> str:
    """Draw an address as SVG, by segno only: nothing a person wrote is in it unescaped."""
    return str(segno.make(link, error="m").svg_inline(omitsize=True, border=2, dark="#1f1310", light="#fff"))
