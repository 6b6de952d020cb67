"""What one seat alone is told of the latest moves."""

from types import SimpleNamespace

from django.utils import translation

from games.engine.cards import CARD
from games.presenters.feed import feed, news

NAMES = ["ana", "bogdan", "carmen"]


def test_who_is_caught_is_told_why_and_by_whom() -> None:
    happened = [
        {"event": "Caught", "seat": 1, "by": 2},
        {"event": "Drew", "seat": 1, "cards": "G5 R7"},
    ]
    caught = SimpleNamespace(seat=2, text="catch 1", events=happened)
    with translation.override("en"):
        assert news(NAMES, 1, [caught]) == "carmen caught you: you had not called. You drew: 5 green, 7 red."
        assert news(NAMES, 0, [caught]) == ""


def drew(cards: str) -> SimpleNamespace:
    return SimpleNamespace(seat=0, text="draw", events=[{"event": "Drew", "seat": 0, "cards": cards}])


def test_the_drawn_card_that_the_prompt_names_is_not_told_again() -> None:
    caught = SimpleNamespace(seat=2, text="catch 0", events=[{"event": "Drew", "seat": 0, "cards": "B1"}])
    with translation.override("en"):
        assert news(NAMES, 0, [caught, drew("R7")], CARD["R7"]) == ""
        assert news(NAMES, 0, [drew("R7")]) == "You drew: 7 red."
        assert news(NAMES, 0, [drew("G5 R7")], CARD["R7"]) == "You drew: 5 green, 7 red."


def test_an_honour_rule_names_who_put_its_card_down() -> None:
    asked = [{"event": "HonourAsked", "texts": ["Sing!"]}]
    played = SimpleNamespace(seat=1, number=4, text="play W1:R", events=asked, signal=None)
    with translation.override("en"):
        assert feed(NAMES, [played], "MAS!")[-1][1] == "bogdan asks: Sing!"
