"""Run files of examples of the rules, or of exported rounds, against the engine."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.cases import differences
from games.engine.record import FORMAT, record_differences


class Command(BaseCommand):
    help = "Runs case files (YAML) and exported rounds (a JSON object a line) and prints what differs."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", nargs="+", type=Path, help="files, or folders of them")

    def handle(self, *args: Any, **options: Any) -> None:
        cases = found = 0
        for path in files_in(options["path"]):
            for name, lines in results(path):
                cases += 1
                found += len(lines)
                for line in lines:
                    self.stdout.write(f"{path}: {name}: {line}")
        self.stdout.write(f"{cases} cases, {found} differences")
        if found:
            raise SystemExit(1)


def files_in(paths: list[Path]) -> Iterator[Path]:
    """List the files named, and the case and export files of the folders named."""
    for path in paths:
        if path.is_dir():
            yield from sorted(p for p in path.iterdir() if p.suffix in (".yaml", ".yml", ".jsonl"))
        elif path.is_file():
            yield path
        else:
            raise CommandError(f"there is no file {path}")


def results(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield each example of a file: its name, and what differs."""
    text = path.read_text(encoding="utf-8")
    try:
        if text.lstrip().startswith("{"):
            yield from _rounds(text)
        else:
            yield from _cases(path, text)
    except (yaml.YAMLError, json.JSONDecodeError) as error:
        yield "unreadable", [str(error)]


def _rounds(text: str) -> Iterator[tuple[str, list[str]]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        data = json.loads(line)
        known = data.get("format") == FORMAT
        yield f"round {number}", record_differences(data) if known else [f"is not {FORMAT}"]


def _cases(path: Path, text: str) -> Iterator[tuple[str, list[str]]]:
    cases = yaml.safe_load(text)
    if not isinstance(cases, list):
        yield "unreadable", ["a case file is a list of cases"]
        return
    for number, case in enumerate(cases, 1):
        if isinstance(case, dict) and "start" in case:
            yield str(case.get("id", f"case {number}")), differences(case)
        else:
            yield f"case {number}", ["a case has a start"]
