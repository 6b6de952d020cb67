"""What was found at each position of a round, as values and as JSON; and the moves that cost most."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from games.analysis.chances import Chances
from games.analysis.choices import Choice

LEAST_COST: Final = 0.03  # of the chance of winning; less is nothing to talk about


class Finding(NamedTuple):
    """The position after `number` moves: everybody's chances, and what the move made then was worth."""

    number: int
    chances: Chances
    choice: Choice | None = None


def to_mapping(finding: Finding) -> dict[str, Any]:
    """Write a finding as JSON can hold it."""
    told: dict[str, Any] = {
        "number": finding.number,
        "wins": list(finding.chances.wins),
        "tried": finding.chances.tried,
    }
    if finding.choice is not None:
        told["choice"] = finding.choice._asdict()
    return told


def from_mapping(told: Mapping[str, Any]) -> Finding:
    """Read what `to_mapping` wrote. Raises KeyError and TypeError for anything else."""
    choice = told.get("choice")
    return Finding(
        told["number"], Chances(tuple(told["wins"]), told["tried"]), None if choice is None else Choice(**choice)
    )


def costliest(findings: Iterable[Finding], most: int) -> Sequence[Finding]:
    """Give at most `most` findings whose move surely cost something, the dearest first."""
    dear = [finding for finding in findings if finding.choice is not None and finding.choice.cost >= LEAST_COST]
    return sorted(dear, key=_dearness)[:most]


def _dearness(finding: Finding) -> tuple[float, int]:
    return (-finding.choice.cost if finding.choice else 0.0), finding.number
