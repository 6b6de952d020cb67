"""Tells everybody that the site will be restarted: `manage.py announce_restart --in 5m`, or `--cancel`."""

import re
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.services import restarts

UNITS = {"s": 1, "m": 60, "h": 3600}


class Command(BaseCommand):
    help = "Announce a restart on every page; no new rounds are dealt in its last minute."

    def add_arguments(self, parser: CommandParser) -> None:
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("--in", dest="after", metavar="TIME", help="for instance 90s, 5m or 1h")
        which.add_argument("--cancel", action="store_true", help="take the announcement back")

    def handle(self, *args: Any, after: str | None, cancel: bool, **options: Any) -> None:
        if cancel:
            self.stdout.write("Cancelled." if restarts.cancel() else "Nothing was announced.")
            return
        found = re.fullmatch(r"(\d{1,4})([smh])", after or "", re.ASCII)
        if found is None:
            raise CommandError("Write the time as 90s, 5m or 1h.")
        at = timezone.now() + timedelta(seconds=int(found[1]) * UNITS[found[2]])
        restarts.announce(at=at)
        self.stdout.write(f"Announced for {at:%H:%M:%S} UTC.")
