"""A job that pairs a round, stopped at a point for as long as it lives: the test kills it there.

`python -m tests.leagues.services.dying_job POINT DAY REVISION` says on its output that it has come to the point.
"""

import signal
import sys
from typing import Any, NoReturn
from unittest.mock import patch

import django

STOPPED = "stopped"


def stop(*_: Any, **__: Any) -> NoReturn:
    print(STOPPED, flush=True)
    while True:
        signal.pause()


def points() -> dict[str, tuple[Any, str]]:
    """By name: what is not done any more."""
    from leagues.models import LeagueTable, Place
    from leagues.services import drafting, pairing

    return {
        "locked": (drafting, "snapshot_of"),
        "laid out": (drafting, "draft"),
        "round saved": (LeagueTable.objects, "bulk_create"),
        "tables without places": (Place.objects, "bulk_create"),
        "written": (pairing, "_what_next"),
        "done": (sys.modules[__name__], "ended"),
    }


def ended() -> None:
    """The draft is stored; the queue has not heard of it yet."""


def main(point: str, day: int, revision: int) -> None:
    django.setup()
    from leagues.services import pairing

    owner, name = points()[point]
    with patch.object(owner, name, stop):
        pairing.make(day=day, revision=revision)
        ended()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
