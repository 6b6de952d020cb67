"""The ledger in words: what a match did to a rating, one line an opponent."""

from collections.abc import Mapping, Sequence
from math import floor
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.ratings.standing import UNIT, is_provisional, label, shown

LEVEL = 0.05  # of the expected share: who is no further from even is an equal
OUTCOMES = ("below", "tied", "above")


class Reason(NamedTuple):
    """An opponent's part in a change, as shown: the parts of a change add up to it."""

    text: str
    gain: int  # in points as shown
    sign: str  # "+6", "−4", "0"
    is_partial: bool  # counted less: the two meet often, or the opponent is new


class Line(NamedTuple):
    """One rated match in a player's ledger."""

    number: int
    place: int
    left: bool
    before: str  # "1523?"
    after: str
    gain: int
    sign: str
    is_provisional: bool
    reasons: tuple[Reason, ...]


class Moved(NamedTuple):
    """What one match did to a rating, in a line."""

    ladder: str
    before: str
    after: str
    sign: str


TEXTS: dict[tuple[str, str], str | Promise] = {
    ("above", "stronger"): gettext_lazy("Placed above %(name)s, a stronger player"),
    ("above", "equal"): gettext_lazy("Placed above %(name)s, an equal player"),
    ("above", "weaker"): gettext_lazy("Placed above %(name)s, a weaker player"),
    ("tied", "stronger"): gettext_lazy("Tied with %(name)s, a stronger player"),
    ("tied", "equal"): gettext_lazy("Tied with %(name)s, an equal player"),
    ("tied", "weaker"): gettext_lazy("Tied with %(name)s, a weaker player"),
    ("below", "stronger"): gettext_lazy("Placed below %(name)s, a stronger player"),
    ("below", "equal"): gettext_lazy("Placed below %(name)s, an equal player"),
    ("below", "weaker"): gettext_lazy("Placed below %(name)s, a weaker player"),
    ("left", "stronger"): gettext_lazy("Left the table: placed below %(name)s, a stronger player"),
    ("left", "equal"): gettext_lazy("Left the table: placed below %(name)s, an equal player"),
    ("left", "weaker"): gettext_lazy("Left the table: placed below %(name)s, a weaker player"),
}


def moved(change: Any) -> Moved:
    """Tell a RatingChange without its reasons."""
    return Moved(
        ladder=change.ladder,
        before=label(change.mu_before, change.sigma_before),
        after=label(change.mu_after, change.sigma_after),
        sign=signed(shown(change.mu_after) - shown(change.mu_before)),
    )


def ledger_line(change: Any, names: Mapping[int, str]) -> Line:
    """Tell a RatingChange, the reasons in the order of what they brought.

    `names` has the name to show of every opponent, by player id.
    """
    gain = shown(change.mu_after) - shown(change.mu_before)
    reasons = sorted(change.reasons, key=lambda reason: -reason["gain"])
    parts = shares([reason["gain"] for reason in reasons], gain)
    return Line(
        number=change.number,
        place=change.place,
        left=change.left,
        before=label(change.mu_before, change.sigma_before),
        after=label(change.mu_after, change.sigma_after),
        gain=gain,
        sign=signed(gain),
        is_provisional=is_provisional(change.sigma_after),
        reasons=tuple([_reason(reason, change.left, names, part) for reason, part in zip(reasons, parts, strict=True)]),
    )


def _reason(reason: Mapping[str, Any], left: bool, names: Mapping[int, str], gain: int) -> Reason:
    outcome = "left" if left else OUTCOMES[reason["outcome"]]
    text = TEXTS[outcome, strength(reason["expected"])] % {"name": names.get(reason["player"], "?")}
    return Reason(text, gain, signed(gain), reason.get("weight", 1.0) < 1.0)


def strength(expected: float) -> str:
    """Name an opponent's strength by how much one was expected to score against them."""
    if abs(expected - 0.5) <= LEVEL:
        return "equal"
    return "weaker" if expected > 0.5 else "stronger"


def shares(gains: Sequence[float], total: int) -> list[int]:
    """Round the parts of a change to points that add up to it; those nearest to the next point go up."""
    exact = [UNIT * gain for gain in gains]
    points = [floor(part) for part in exact]
    nearest = sorted(range(len(points)), key=lambda k: points[k] - exact[k])
    for k in nearest[: total - sum(points)]:
        points[k] += 1
    return points


def signed(gain: int) -> str:
    """Write a gain with its sign: "+6", "−4", "0"."""
    return f"{gain:+d}".replace("-", "−") if gain else "0"
