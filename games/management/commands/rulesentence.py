"""Read sentences as the rules of customizable cards, and print the effects that each compiles to."""

import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.sentences import BadSentence, compile_sentence


class Command(BaseCommand):
    help = (
        "Reads sentences, one a line, and prints the effects of each in the notation of the rules, one line a sentence."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a file of sentences in UTF-8, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        refused = False
        for line in lines_of(options["file"]):
            try:
                self.stdout.write(effects_of(line))
            except BadSentence as fault:
                self.stdout.write(f"refused: {fault}")
                refused = True
        if refused:
            raise SystemExit(1)


def lines_of(file: str) -> Iterator[str]:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"cannot read {file}: {error}") from None
    yield from StringIO(text)


def effects_of(line: str) -> str:
    """The effects of one sentence, "; " between them; nothing for a blank line."""
    return "; ".join([str(effect) for effect in compile_sentence(line)]) if line.strip() else ""
