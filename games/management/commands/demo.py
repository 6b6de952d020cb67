"""`manage.py demo`: fills the site with invented players, matches and leagues."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.services import demo


class Command(BaseCommand):
    help = "Fills the site with plainly invented players, matches and leagues. Doing it again adds nothing twice."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--login", action="store_true", help="give the invented players a password, and print it")

    def handle(self, *args: Any, **options: Any) -> None:
        filled = demo.fill()
        names = ", ".join(player.username for player in filled.players)
        self.stdout.write(f"Invented players: {names}. Matches played: {filled.matches}.")
        for line in filled.told:
            self.stdout.write(line)
        if options["login"]:
            self.stdout.write(f"Their password: {demo.set_password(players=filled.players)}")
        else:
            self.stdout.write("Nobody can log in as one of them; with --login they get a password.")
