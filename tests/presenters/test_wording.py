"""Every refusal, reason and event has its sentence, in both languages."""

from typing import get_args

import pytest
from django.utils import translation

from games.engine import commands, events
from games.engine.cards import CARD, NAMES
from games.engine.notation import parse
from games.engine.refusals import Refusal
from games.presenters import feed, wording
from games.presenters.table import Card
from games.services.errors import Reason
from games.services.play import event_values
from games.templatetags.cards import held

PEOPLE = ("Ana", "Bogdan", "Carmen")
R5, G8 = CARD["R5"], CARD["G8"]

HAPPENED: list[events.Event] = [
    events.Drew(1, (R5, G8)),
    events.Reshuffled((R5, G8)),
    events.Taken(R5, 0, 1),
    events.HandedOver(G8, 0, 1),
    events.Swapped(0, 2),
    events.Rotated(1),
    events.SatOut(2),
    events.Owed(1),
    events.Caught(1, 0),
    events.Challenged(1, 0, True),
    events.RaceBegan(0),
    events.RaceEnded(((0, 500), (1, 700)), (2,)),
    events.HonourAsked(("Sing!",)),
    events.Left(2),
    events.Ended(1, 87),
]
# Told by the command that brought them, or by the table itself.
SILENT = {events.Owed, events.Caught, events.Left}


@pytest.mark.parametrize("language", ["ro", "en"])
def test_every_refusal_and_reason_is_a_sentence(language: str) -> None:
    with translation.override(language):
        for why in (*Refusal, *Reason):
            assert wording.refusal_sentence(why)[-1] in ".!"


@pytest.mark.parametrize("language", ["ro", "en"])
def test_every_card_has_a_name_of_its_own(language: str) -> None:
    with translation.override(language):
        assert len({wording.card_name(name) for name in NAMES}) == len(NAMES)


def test_the_events_here_are_all_there_are() -> None:
    assert {type(event) for event in HAPPENED} == set(get_args(events.Event.__value__))


@pytest.mark.parametrize("event", HAPPENED, ids=lambda event: type(event).__name__)
def test_an_event_is_told_without_naming_a_hidden_card(event: events.Event) -> None:
    with translation.override("en"):
        told = feed.sentences(PEOPLE, 0, commands.PASS, [event], "MAS!")[1:]
        assert bool(told) != (type(event) in SILENT)
        assert not any(card in " ".join(told) for card in ("5 red", "8 green", "R5", "G8"))


@pytest.mark.parametrize("event", HAPPENED, ids=lambda event: type(event).__name__)
def test_a_stored_event_is_read_again(event: events.Event) -> None:
    assert event_values(feed.stored(event_values(event))) == event_values(event)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("play R7 G7 !", "Ana plays 7 red, 7 green. MAS!"),
        ("play WD:Y", "Ana plays +4 (yellow)."),
        ("play W1:R>1=B4", "Ana plays Custom card 1 (red)."),
        ("pass", "Ana passes."),
        ("mas", "Ana calls MAS!"),
        ("challenge", "Ana challenges the +4."),
        ("shout", "Ana shouts."),
        ("confirm", "Ana confirms."),
        ("leave", "Ana leaves the match."),
        ("timeout", "Time is up for Ana."),
        ("close", "Time is up."),
    ],
)
def test_a_move_is_one_sentence(command: str, told: str) -> None:
    with translation.override("en"):
        assert feed.sentences(PEOPLE, 0, parse(command)[0], [], "MAS!") == [told]


def test_drawing_and_catching_count_the_cards() -> None:
    with translation.override("en"):
        drawn = feed.sentences(PEOPLE, 1, commands.DRAW, [events.Drew(1, (R5, G8))], "MAS!")
        caught = feed.sentences(PEOPLE, 0, commands.Catch(1), [events.Caught(1, 0), events.Drew(1, (R5,) * 5)], "MAS!")
        nothing = feed.sentences(PEOPLE, 1, commands.DRAW, [events.Drew(1, ())], "MAS!")
    assert drawn == ["Bogdan draws 2 cards."]
    assert caught == ["Ana catches Bogdan: 5 cards."]
    assert nothing == ["Bogdan finds no card to draw."]


def test_a_card_keeps_its_name_in_each_language_and_its_state_in_each_hand() -> None:
    told = {}
    for language in ("ro", "en", "ro"):
        with translation.override(language):
            name = wording.card_name("G7")
            ready = Card(key="G7-0", name="G7", label=name, opens=True, drawn=False, needs="")
            told[language] = name, held(ready), held(ready._replace(opens=False))
    for name, ready, waiting in told.values():
        assert f'aria-label="{name}"' in ready
        assert f'aria-label="{name}"' in waiting
        assert "data-opens" in ready
        assert "data-opens" not in waiting
    assert told["ro"][0] == "7 verde"
    assert told["en"][0] == "7 green"
