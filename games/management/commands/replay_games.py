"""`manage.py replay_games`: every stored round folded again, and what differs from what is stored."""

from argparse import ArgumentParser
from datetime import UTC, datetime, time
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.dateparse import parse_date, parse_datetime

from games.services.round_replay import replay_rounds


class Command(BaseCommand):
    help = "Folds every stored round again and says what is stored otherwise; leaves with 1 where anything is."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--since", default="", help="only rounds begun since this day or moment (ISO 8601, UTC)")
        parser.add_argument("--code", default="", help="only the match of this code")

    def handle(self, *args: Any, **options: Any) -> None:
        since = moment(options["since"]) if options["since"] else None
        rounds = differing = 0
        for _played, found in replay_rounds(code=options["code"].upper(), since=since):
            rounds += 1
            differing += bool(found)
            for difference in found:
                self.stdout.write(str(difference))
        if options["code"] and not rounds:
            raise CommandError(f"There is no round of a match {options['code']}.")
        self.stdout.write(f"{rounds} rounds folded, {differing} differ")
        if differing:
            raise SystemExit(1)


def moment(text: str) -> datetime:
    """Read a day or a moment; one without an offset is in UTC. Raises CommandError."""
    try:
        found = parse_datetime(text)
        day = None if found else parse_date(text)
    except ValueError:
        found = day = None
    if day:
        found = datetime.combine(day, time.min)
    if found is None:
        raise CommandError(f"{text} is neither a day nor a moment.")
    return found if found.tzinfo else found.replace(tzinfo=UTC)
