"""What a table comes to in an evening, on every screen, by day and by night, in both languages."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from playwright.sync_api import Page

from games.models import Match
from tests.e2e.conftest import DESK, PHONE, in_both_schemes
from tests.e2e.hands import leave_to_the_players, sign_in, table_of
from tests.e2e.test_company import SMALL, shot
from tests.e2e.test_everywhere import NAME, ended, paused
from tests.e2e.test_table import COLLISIONS, CONTROLS, REST, SCREENS, SEVEN, THIRTY, tap

type Arrive = Callable[..., Page]
type Check = Callable[[Page], None]

OTHERS = ["B1 B2 YS Y4", "G8 GR WD"]
NINETEEN = ["B1 B2", *["G8 GR WD"] * 18]
RACE = {"hands": ["WM R5 R6", "B1 B2 YS", "G8"], "rules": {"mas_uno_card": True}}
CUSTOM = {"rules": {"custom_rules": [['honour "Cântă!"']]}, "hands": ["W1 R5 G5", *OTHERS]}
# A position, who looks at it, and what that person taps.
SITUATIONS: dict[str, tuple[dict[str, Any], str, list[str]]] = {
    "turn": ({"hands": [SEVEN, *OTHERS]}, NAME, []),
    "attack": ({"hands": ["RD BD WD R5 G5", *OTHERS], "table": "RD", "attack": 4}, NAME, []),
    "owed": ({"hands": ["R5", *OTHERS], "owes": [0], "turn": 1}, NAME, []),
    "catch": ({"hands": [SEVEN, "B1", "G8"], "owes": [1, 2]}, NAME, []),
    "race": (RACE, NAME, ["card-WM-0", "colour-Y", "play"]),
    "colour": ({"hands": [SEVEN, "B1", "G8"], "owes": [1]}, NAME, ["card-WC-0"]),
    "seat": ({"hands": [SEVEN, *OTHERS]}, NAME, ["card-WH-0", "colour-R"]),
    "honour": (CUSTOM, NAME, ["card-W1-0", "colour-Y", "play"]),
    "twenty": ({"hands": [SEVEN, *NINETEEN]}, NAME, []),
    "seat of twenty": ({"hands": [SEVEN, *NINETEEN]}, NAME, ["card-WH-0", "colour-R"]),
    "thirty": ({"hands": [THIRTY, *OTHERS]}, NAME, []),
    "watching": ({"hands": [SEVEN, *OTHERS]}, "dora", []),
}
# Controls too small for a finger: under 24 px in either direction, and not part of a sentence.
TOO_SMALL = """() => [...document.querySelectorAll("a[href], button, input, select, summary, [tabindex='0']")]
  .filter(part => part.checkVisibility({ visibilityProperty: true }) && !part.closest("p, .visually-hidden, .skip"))
  .map(part => [part, part.getBoundingClientRect()])
  .filter(([part, box]) => box.width && (box.width < 24 || box.height < 24) && !part.closest("label"))
  .map(([part, box]) => `${part.id || part.className} ${box.width}×${box.height}`)"""


# Signs on the felt of which something cuts off or covers an end.
HIDDEN = """() => [...document.querySelectorAll(".attack, .active, .pile__left")].filter(sign => {
  const box = sign.getBoundingClientRect(), middle = box.top + box.height / 2;
  const ends = [[box.left + 4, middle], [box.right - 4, middle]];
  return !ends.every(([x, y]) => sign.contains(document.elementFromPoint(x, y)));
}).map(sign => sign.className)"""


def people(position: dict[str, Any]) -> list[str]:
    return [NAME, "bogdan", "carmen", *[f"jucator-{k}" for k in range(3, len(position["hands"]))]]


def faults_on(page: Page, name: str, check: Check, language: str) -> list[str]:
    """What collides, is too small, or what axe finds, on each screen in both schemes."""
    faults = []
    for screen in SCREENS:
        page.set_viewport_size(screen)  # type: ignore[arg-type]
        for scheme in in_both_schemes(page):
            place = f"{name}-{language}-{screen['width']}-{scheme}"
            shot(page, place)
            faults += [f"{place}: {fault}" for fault in page.evaluate(COLLISIONS, CONTROLS)]
            faults += [f"{place}: {fault} is too small" for fault in page.evaluate(TOO_SMALL)]
            faults += [f"{place}: {fault} is cut off" for fault in page.evaluate(HIDDEN)]
            if screen in (SMALL, DESK) and language == "ro":
                faults += refused(page, place, check)
    return faults


def refused(page: Page, place: str, check: Check) -> list[str]:
    try:
        check(page)
    except AssertionError as fault:
        return [f"{place}: {fault}"]
    return []


@pytest.mark.parametrize("language", ["ro", "en"])
def test_every_situation_fits_every_screen(
    player: Arrive, live_url: str, check_accessibility: Check, language: str
) -> None:
    page = player(locale={"ro": "ro-RO", "en": "en-GB"}[language])
    faults = []
    for name, (position, who, taps) in SITUATIONS.items():
        played = table_of(*people(position), **(REST | position))
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        sign_in(page, who, live_url).goto(f"/t/{played.match.code}/")
        page.locator("#felt[data-state=playing]").wait_for()
        tap(page, *taps)
        if taps[-1:] == ["play"]:
            page.locator("#shout, #confirm").wait_for()
        leave_to_the_players(played)
        faults += faults_on(page, name, check_accessibility, language)
    assert faults == [], "\n".join(faults)


def cancelled() -> Match:
    match = ended("rounds 3")
    Match.objects.filter(pk=match.pk).update(state="cancelled")
    return match


RESTING: dict[str, Callable[[], Match]] = {
    "between": lambda: ended("rounds 3"),
    "paused": paused,
    "finished": lambda: ended("single"),
    "cancelled": cancelled,
}


@pytest.mark.parametrize("language", ["ro", "en"])
def test_every_table_at_rest_fits_every_screen(
    player: Arrive, live_url: str, check_accessibility: Check, language: str
) -> None:
    page = sign_in(player(locale={"ro": "ro-RO", "en": "en-GB"}[language]), NAME, live_url)
    faults = []
    for name, make in RESTING.items():
        with patch("games.live._send", new=lambda code, message: None):
            match = make()
        page.goto(f"/t/{match.code}/")
        page.locator(f"#felt[data-state={name}]").wait_for()
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        page.locator("#to-company").click(trial=True)
        faults += faults_on(page, name, check_accessibility, language)
    assert faults == [], "\n".join(faults)
