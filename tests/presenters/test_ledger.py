"""The ledger in words: every line says against whom, and the lines add up."""

from types import SimpleNamespace

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from games.presenters.ledger import ledger_line, shares, signed
from games.ratings.standing import UNIT, shown

NAMES = {1: "ana", 2: "bogdan", 3: "carmen"}


def change(*reasons: tuple[int, int, float, float], left: bool = False, before: float = 25.0) -> SimpleNamespace:
    return SimpleNamespace(
        number=7,
        place=1,
        left=left,
        mu_before=before,
        sigma_before=5.0,
        mu_after=before + sum(gain for *_, gain in reasons),
        sigma_after=4.0,
        reasons=[
            {"player": player, "outcome": outcome, "expected": expected, "gain": gain, "weight": 1.0}
            for player, outcome, expected, gain in reasons
        ],
    )


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Placed above ana, a stronger player: +6"),
        ("ro", "Loc mai bun decât ana, care are un rating mai mare: +6"),
    ],
)
def test_a_line_says_above_whom_and_what_it_brought(language: str, told: str) -> None:
    with translation.override(language):
        line = ledger_line(change((1, 2, 0.3, 0.25)), NAMES)
        assert [f"{reason.text}: {reason.sign}" for reason in line.reasons] == [told]
    assert (line.before, line.after, line.sign) == ("1500?", "1506", "+6")


def test_the_best_comes_first_and_strength_is_told_by_what_was_expected() -> None:
    with translation.override("en"):
        line = ledger_line(change((1, 0, 0.8, -0.5), (2, 2, 0.52, 0.3), (3, 1, 0.2, 0.1)), NAMES)
        assert [reason.text for reason in line.reasons] == [
            "Placed above bogdan, an equal player",
            "Tied with carmen, a stronger player",
            "Placed below ana, a weaker player",
        ]


def test_who_left_reads_why() -> None:
    with translation.override("en"):
        line = ledger_line(change((1, 0, 0.5, -0.4), left=True), NAMES)
        assert line.reasons[0].text == "Left the table: placed below ana, an equal player"
        assert line.reasons[0].sign == "−10"


@settings(deadline=None)
@given(st.lists(st.floats(-5, 5), min_size=1, max_size=9), st.floats(0, 50))
def test_the_parts_add_up_to_the_change_and_are_off_by_less_than_a_point(gains: list[float], mu: float) -> None:
    total = shown(mu + sum(gains)) - shown(mu)
    parts = shares(gains, total)
    assert sum(parts) == total
    assert all(abs(part - UNIT * gain) <= 1 + 1e-6 for part, gain in zip(parts, gains, strict=True))


def test_nothing_has_no_sign() -> None:
    assert [signed(gain) for gain in (6, -6, 0)] == ["+6", "−6", "0"]
