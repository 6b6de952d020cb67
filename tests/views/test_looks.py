"""What can be counted about the looks: every card is drawn, every text can be read, the first page is light."""

import re
import runpy
from pathlib import Path

import pytest

from games.engine.cards import COLOURS, NAMES

ROOT = Path(__file__).resolve().parents[2]
DECK = ROOT / "static" / "cards" / "deck.svg"
CSS = ROOT / "static" / "css"
AA, AA_LARGE = 4.5, 3.0

# Text on its ground, in tokens.css by day and, over them, in dark.css by night.
PAIRS = [
    *[("ink", ground) for ground in ("paper", "paper-deep", "surface", "raised")],
    *[("muted", ground) for ground in ("paper", "paper-deep", "surface", "raised")],
    *[("link", ground) for ground in ("paper", "surface", "paper-deep")],
    *[("ember-text", ground) for ground in ("paper", "surface", "paper-deep")],
    *[(f"on-{name}", name) for name in ("ember", "flame", "coal", "red", "green", "blue", "yellow", "felt")],
    *[(name, f"{name}-ground") for name in ("good", "bad", "note")],
    ("on-felt-muted", "felt"),
    ("on-felt-muted", "felt-deep"),
    ("flame", "felt"),
]
EDGES = [("line-strong", "surface"), ("line-strong", "paper"), ("focus", "paper"), ("focus", "surface")]


def colours(*files: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for file in files:
        found.update(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", (CSS / file).read_text()))
    return found


THEMES = {"light": colours("tokens.css"), "dark": colours("tokens.css", "dark.css")}


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_every_text_stands_out_from_its_ground(theme: str) -> None:
    said = THEMES[theme]
    weak = {pair: round(contrast(said[pair[0]], said[pair[1]]), 2) for pair in PAIRS}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < AA} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_edges_and_the_focus_can_be_seen(theme: str) -> None:
    said = THEMES[theme]
    weak = {pair: round(contrast(said[pair[0]], said[pair[1]]), 2) for pair in EDGES}
    assert {pair: ratio for pair, ratio in weak.items() if ratio < AA_LARGE} == {}


def test_every_card_is_drawn() -> None:
    assert re.findall(r'<symbol id="(\w+)"', DECK.read_text()) == [*NAMES, "BACK"]


def test_the_deck_refers_only_to_what_it_holds() -> None:
    deck = DECK.read_text()
    assert set(re.findall(r'href="#([^"]+)"', deck)) <= set(re.findall(r'id="([^"]+)"', deck))
    assert DECK.stat().st_size <= 25_000


def test_each_colour_has_a_sign_and_a_letter_of_its_own() -> None:
    deck = DECK.read_text()
    shapes = {colour: re.findall(rf'id="s{colour}"[^>]* d="([^"]+)"', deck) for colour in COLOURS}
    assert len({shape for found in shapes.values() for shape in found}) == len(COLOURS)
    for colour in COLOURS:
        body = re.findall(rf'<g id="b{colour}">.*', deck)[0]
        assert f"#s{colour}" in body
        assert f"#l{colour}" in body


def test_figures_stand_out_from_their_cards() -> None:
    deck = DECK.read_text()
    for colour in COLOURS:
        ground, scene = re.findall(rf'<g id="b{colour}"><rect [^>]*fill="(#\w+)"[^>]*/><path fill="(#\w+)"', deck)[0]
        (figure,) = set(re.findall(rf'<symbol id="{colour}\w".*?fill="(#\w+)"', deck))
        assert contrast(figure, ground) >= AA
        assert contrast(figure, scene) >= AA


def test_the_drawn_deck_is_the_one_that_the_script_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / ".ci"))
    assert runpy.run_path(str(ROOT / ".ci" / "deck.py"))["drawing"]() == DECK.read_text()


def test_the_night_has_no_colour_that_the_day_has_not() -> None:
    assert set(colours("dark.css")) <= set(THEMES["light"])
