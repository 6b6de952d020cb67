"""Where the desk of a league is, and how its buttons are pressed."""

from typing import Any

from django.test import TestCase

SLUG = "liga-de-marti"
DESK = f"/liga/{SLUG}/birou/"
PEOPLE, RUNNING, LOG = f"{DESK}jucatori/", f"{DESK}administrare/", f"{DESK}jurnal/"


def do(client: Any, verb: str, **data: Any) -> Any:
    with TestCase.captureOnCommitCallbacks(execute=True):
        return client.post(f"{DESK}fa/{verb}/", data)


def texts(page: Any) -> list[str]:
    """What needs whoever looks."""
    return [need.text for need in page.context["needs"]]
