"""manage.py moderator NAME [--no-longer]: who may handle reports."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.services import accounts, moderation


class Command(BaseCommand):
    help = "Make a player a moderator, or no longer one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--no-longer", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        player = accounts.named(name=options["name"])
        if player is None or player.is_guest or not player.is_active:
            raise CommandError("There is no such account.")
        moderation.appoint(player=player, on=not options["no_longer"])
        self.stdout.write(f"{player.username}: {'no longer a moderator' if options['no_longer'] else 'moderator'}")
