"""`manage.py rebuild_sums [--check]`: every player's statistics, folded anew from all stored rounds."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.services import sums


class Command(BaseCommand):
    help = "Folds all stored rounds again and stores the players' sums anew. Run it while nothing is played."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing, say where the sums differ")

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["check"]:
            self.stdout.write(f"{sums.rebuild()} rows")
            return
        found = sums.differences()
        for line in found:
            self.stdout.write(line)
        if found:
            raise CommandError(f"{len(found)} differences")
        self.stdout.write("no differences")
