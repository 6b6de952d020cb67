"""`manage.py simulate_league`: a whole season of invented entrants, played by bots."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from leagues.services.simulation import Wish, run


class Command(BaseCommand):
    help = "Plays a season with invented entrants who come late, stay away, leave and dispute; says what did not hold."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--entrants", type=int, default=24)
        parser.add_argument("--rounds", type=int, default=6, help="of a ladder: evenings")
        parser.add_argument("--table", type=int, default=4)
        parser.add_argument("--format", choices=["round_robin", "swiss", "knockout", "ladder"], default="round_robin")
        parser.add_argument("--ending", default="single", help="of every match: single, rounds N or target N")
        parser.add_argument("--seed", default="season")
        parser.add_argument("--no-trouble", action="store_true", help="all come, stay and agree")

    def handle(self, *args: Any, **options: Any) -> None:
        wish = Wish(
            entrants=options["entrants"],
            rounds=options["rounds"],
            table=options["table"],
            format=options["format"],
            seed=options["seed"],
            trouble=not options["no_trouble"],
            ending=options["ending"],
        )
        found = run(wish)
        self.stdout.write(
            f"{found.tables} tables, {found.late} late, {found.away} rounds off, {found.left} left, "
            f"{found.disputed} disputed; /liga/{found.season.league.slug}/"
        )
        for fault in found.faults:
            self.stdout.write(fault)
        if found.faults or not found.ended:
            raise CommandError(f"{len(found.faults)} faults")
