"""Fold the ledger of ratings again from the first match, and compare or put right what is stored."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.services import ledger_replay


class Command(BaseCommand):
    help = "Folds the ledger again: ratings, lines and period points. With --check it only says what differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; leave with 1 where something differs")

    def handle(self, *args: Any, **options: Any) -> None:
        found = ledger_replay.rebuild(check=options["check"])
        for line in found:
            self.stdout.write(line)
        self.stdout.write(f"{len(found)} differences{'' if options['check'] or not found else ', put right'}")
        if found and options["check"]:
            raise SystemExit(1)
