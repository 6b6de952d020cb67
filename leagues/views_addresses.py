"""Addresses of leagues that are handed on to other devices (`games.services.addresses`)."""

from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

from games.services import addresses


def address(request: HttpRequest, path: str) -> str:
    """The whole address of a path, as other devices reach it."""
    return addresses.for_others(request.build_absolute_uri(path))


def qr(link: str) -> SafeString:
    """Of segno only: nothing a person wrote is in it but a slug of plain letters."""
    return mark_safe(addresses.qr(link))  # noqa: S308
