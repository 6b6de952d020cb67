"""Print a new key for messages to browsers whose page is closed, as the environment of the site wants it."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services.push_keys import new_private_key, public_key


class Command(BaseCommand):
    help = "Prints a new pair of keys for push messages. With another key everybody has to switch them on anew."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        private = new_private_key()
        self.stdout.write(f"MASUNO_PUSH_PRIVATE_KEY={private}")
        self.stdout.write(f"# The public one, which the site works out by itself: {public_key(private)}")
