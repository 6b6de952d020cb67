"""The moments of a round that the replay marks, each from a position of a few cards."""

from typing import Any

import pytest
from django.utils import translation

from games.engine.cases import SortedChance
from games.engine.position import set_up
from games.engine.replay import entries
from games.presenters.replay import Film, position

NAMES = ("ana", "bogdan", "carmen")
RACE = {"rules": {"mas_uno_card": True}, "hands": ["WM R5 B5", "B1 B2", "G1 G2"]}
ROTATES = {"rules": {"custom_rules": [["rotate_hands"]]}}


def marks(log: list[tuple[int, str, int]], language: str = "en", **laid: Any) -> list[tuple[int, str, str]]:
    """What the replay marks: after which move, of which kind, in which words."""
    start = set_up({"table": "R3", "draw": "B9 Y9 G9 B8 Y7 G7 B7"} | laid, SortedChance())
    film = Film(NAMES, 0, "MAS!", start, lambda state: entries(state, log))
    with translation.override(language):
        return [(mark.number, mark.kind, mark.told) for mark in position(film, 0).moments]


@pytest.mark.parametrize(
    ("laid", "log", "found"),
    [
        (
            {"hands": ["R5 G5 B5 Y1", "B1 B2", "G1 G2"]},
            [(0, "play R5 G5 B5 !", 1000)],
            [(1, "combo", "ana: combo of 3 cards")],
        ),
        ({"hands": ["R5 G5 Y1", "B1 B2", "G1 G2"]}, [(0, "play R5 G5 !", 1000)], []),
        (
            {"hands": ["RD R1 R2", "GD B1 B2", "G1 G2"]},
            [(0, "play RD", 1000), (1, "play GD", 2000), (2, "draw", 3000)],
            [(2, "passed", "bogdan passes the attack on")],
        ),
        ({"hands": ["RD R1 R2", "GD B1", "G1 G2"]}, [(0, "play RD", 1000), (1, "draw", 2000)], []),
        (
            {"hands": ["WH R1 R2", "B1 B2", "G1 G2"]},
            [(0, "play WH:R>2", 1000)],
            [(1, "swap", "ana and carmen swap hands")],
        ),
        (
            {"hands": ["W1 R1 R2", "B1 B2", "G1 G2"], **ROTATES},
            [(0, "play W1:R", 1000)],
            [(1, "swap", "Every hand moves on")],
        ),
        (
            {"hands": ["R5 R1", "B1 B2", "G1 G2"]},
            [(0, "play R5", 1000), (2, "catch 0", 3000)],
            [(2, "caught", "carmen catches ana")],
        ),
        ({"hands": ["R5 R1", "B1 B2", "G1 G2"]}, [(0, "play R5", 1000), (0, "mas", 2000)], []),
        (
            RACE,
            [(0, "play WM:R", 1000), (1, "shout", 1450), (0, "shout", 1600), (2, "shout", 2010)],
            [(4, "race", "Race: bogdan 0.45 s · ana 0.60 s · carmen 1.01 s")],
        ),
        (
            RACE,
            [(0, "play WM:R", 1000), (0, "close", 12000)],
            [(2, "race", "Race: ana, bogdan and carmen")],
        ),
    ],
)
def test_a_moment_is_marked_at_its_move_and_said(
    laid: dict[str, Any], log: list[tuple[int, str, int]], found: list[tuple[int, str, str]]
) -> None:
    assert marks(log, **laid) == found


def test_a_play_may_be_two_moments() -> None:
    log = [(0, "play GD BD YD", 1000)]
    assert marks(log, hands=["GD BD YD Y1 Y2", "B1 B2", "G1 G2"], table="RD", attack=2) == [
        (1, "combo", "ana: combo of 3 cards"),
        (1, "passed", "ana passes the attack on"),
    ]


def test_a_race_is_timed_as_the_language_writes_numbers() -> None:
    log = [(0, "play WM:R", 1000), (1, "shout", 1450), (0, "shout", 1600), (2, "shout", 2010)]
    assert [told for *_where, told in marks(log, "ro", **RACE)] == ["Cursă: bogdan 0,45 s · ana 0,60 s · carmen 1,01 s"]
