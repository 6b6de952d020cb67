"""`manage.py export_match CODE`: a stored match, one JSON line a round."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import queries
from games.services.exports import match_lines


class Command(BaseCommand):
    help = "Writes the finished rounds of a match, each as one line of JSON (masuno-round-1)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the match's code, as in its address")

    def handle(self, *args: Any, **options: Any) -> None:
        match = queries.match_by_code(options["code"])
        if match is None:
            raise CommandError(f"There is no match {options['code']}.")
        for line in match_lines(match):
            self.stdout.write(json.dumps(line, ensure_ascii=False))
