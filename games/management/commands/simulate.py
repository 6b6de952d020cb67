"""Play whole rounds at random and check that the rules keep their promises."""

import json
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.ruleset import PRESETS, BadRules, Rules, rules_from
from games.services.simulation import Outcome, simulate

WORDS = {"on": True, "off": False, "true": True, "false": False, "none": None}


def option(text: str) -> tuple[str, Any]:
    """Read `name=value`: on, off, a number, JSON, or a word."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ArgumentTypeError(f"{text!r} is not name=value")
    if name == "combos" and value == "off":
        return name, value
    if value in WORDS:
        return name, WORDS[value]
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


class Command(BaseCommand):
    help = "Plays rounds with random legal commands, checks them, and prints rounds and commands a second."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=100, help="rounds to play")
        parser.add_argument("--seats", type=int, default=4)
        parser.add_argument("--preset", choices=sorted(PRESETS), default="mas")
        parser.add_argument("--option", type=option, nargs="+", action="extend", default=[])
        parser.add_argument("--seed", default="0")
        parser.add_argument("--jobs", type=int, default=1, help="processes")
        parser.add_argument("--json", action="store_true", help="print figures as JSON")
        parser.add_argument("--export", type=Path, help="write each round as a line of JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["games"] < 1 or options["seats"] < 2 or options["jobs"] < 1:
            raise CommandError("there is at least one round, two seats and one job")
        outcome = simulate(
            games=options["games"],
            seats=options["seats"],
            rules=self._rules(options),
            seed=options["seed"],
            jobs=options["jobs"],
            export=options["export"] is not None,
        )
        if options["export"] is not None:
            lines = [json.dumps(line, ensure_ascii=False) + "\n" for line in outcome.lines]
            options["export"].write_text("".join(lines), encoding="utf-8")
        self.stdout.write(as_json(outcome) if options["json"] else as_text(outcome))
        if outcome.faults:
            raise SystemExit(1)

    def _rules(self, options: dict[str, Any]) -> Rules:
        try:
            return rules_from({"preset": options["preset"], **dict(options["option"])})
        except BadRules as error:
            raise CommandError(str(error)) from None


def rate(outcome: Outcome) -> int:
    """Give commands a second of playing and checking, in one process."""
    return round(outcome.commands / outcome.seconds) if outcome.seconds else 0


def as_json(outcome: Outcome) -> str:
    return json.dumps(
        {
            "rounds": outcome.rounds,
            "commands": outcome.commands,
            "commands_per_second": rate(outcome),
            "ended": dict(outcome.ended),
            "faults": [{"seed": seed, "fault": fault} for seed, fault in outcome.faults],
        }
    )


def as_text(outcome: Outcome) -> str:
    ended = ", ".join(f"{count} {how}" for how, count in sorted(outcome.ended.items()))
    line = f"{outcome.rounds} rounds ({ended}), {outcome.commands} commands"
    lines = [f"{line}, {rate(outcome)} commands a second, {len(outcome.faults)} faults"]
    lines += [f"fault with seed {seed}: {fault}" for seed, fault in outcome.faults]
    return "\n".join(lines)
