"""Finished rounds as anyone can read and replay them: one JSON object a round."""

from collections.abc import Iterator
from typing import Any

from games import queries
from games.engine.match_file import text_of
from games.engine.match_shape import FORMAT
from games.engine.record import record
from games.engine.versions import version
from games.models import Match, Round
from games.names import shown_name
from games.services import rounds, sealing


def match_lines(match: Match) -> Iterator[dict[str, Any]]:
    """Every round that was played to its end, in order."""
    for round_ in queries.rounds_of(match).exclude(outcome=Round.Outcome.ABORTED).select_related("match"):
        yield round_line(round_)


def match_file(match: Match) -> dict[str, Any]:
    """The finished rounds of a match in the format "masuno-match-1": none of a round that runs."""
    names = [shown_name(seat.name) for seat in match.seats.all()]
    numbers = [seat.number for seat in match.seats.all()]
    played = []
    for round_ in queries.rounds_of(match).exclude(outcome=Round.Outcome.ABORTED).select_related("match"):
        line = round_line(round_)
        del line["rules"]
        played.append({"number": round_.number, "seats": [numbers.index(seat) for seat in round_.seats], **line})
    return {
        "format": FORMAT,
        "match": match.code,
        "names": names,
        "rules": rounds.rules_of(match).to_mapping(),
        "rounds": played,
    }


def match_text(match: Match) -> str:
    """The same as a text that a person can read, "masuno-text-1"."""
    return text_of(match_file(match))


def round_line(round_: Round) -> dict[str, Any]:
    """A finished round in the format "masuno-round-1", made from its seed and its log alone, by the rules of its time.

    Raises UnknownVersion for rules that this program does not know.
    """
    played = version(round_.rules_version)
    rules = played.rules_from(round_.match.rules)
    start = played.deal(rules, round_.seat_count, round_.dealer, sealing.SealedChance(round_))
    state = start.copy()
    log = list(played.entries(state, queries.moves_of(round_).values_list("seat", "text", "at")))
    return record(rules, round_.dealer, start, log, state)
