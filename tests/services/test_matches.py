"""Whole matches through the services, by bots and the clock alone."""

from datetime import datetime

import pytest

from games import queries
from games.engine.cards import cards_of
from games.engine.deal import deal
from games.engine.record import record_differences
from games.engine.replay import fold
from games.engine.ruleset import rules_from
from games.engine.shuffle import SeededChance, commitment, round_seed
from games.engine.state import dump
from games.models import Due, Match, Move, Player, Round
from games.services import clock, rounds, waiting
from games.services.exports import match_lines
from tests.services.table import fresh, start

pytestmark = pytest.mark.django_db

EVERYTHING = {
    "preset": "mas",
    "plus4_on_plus2": True,
    "plus4_challenge": True,
    "sevens_swap": True,
    "mas_uno_card": True,
    "mas_grace_ms": 1500,
    "custom_rules": [["swap_card chosen", "again"], ['honour "cântă"', "give 2 next"], ["draw 1 all", "rotate_hands"]],
    "ending": "rounds 3",
}


def bots_only(*people: Player, **options: object) -> Match:
    """A match in which a bot plays for everyone from the first card on."""
    round_ = start(*people, **options)
    round_.clock["stand_ins"] = list(range(round_.seat_count))
    round_.save()
    state = rounds.state_of(round_)
    waiting.schedule(round_, state)
    return round_.match


def play_out(match: Match, most: int = 20_000) -> Match:
    """Let the clock do all that is due, one thing after the other, until the match is over."""
    for _ in range(most):
        due = Due.objects.filter(match=match).order_by("due_at").first()
        if due is None:
            return fresh(match)
        now: datetime = due.due_at
        clock.take_due(now)
    raise AssertionError("the match does not end")


@pytest.mark.parametrize(("preset", "target"), [("mas", 500), ("clasic", 150)])
def test_a_match_to_the_target_ends_with_places(ana: Player, bogdan: Player, preset: str, target: int) -> None:
    rules = rules_from({"preset": preset, "mas_grace_ms": 1500, "ending": f"target {target}"})
    match = play_out(bots_only(ana, bogdan, bots=2, rules=rules))
    assert match.state == "finished"
    points = [seat.points for seat in match.seats.all()]
    assert max(points) >= target
    assert [seat.place for seat in match.seats.all()] == [1 + sum(p > own for p in points) for own in points]
    assert points == [sum(r.points for r in queries.rounds_of(match) if r.winner == k) for k in range(4)]


def test_every_stored_position_is_the_fold_of_its_log(ana: Player, bogdan: Player) -> None:
    match = play_out(bots_only(ana, bogdan, bots=2, rules=rules_from(EVERYTHING)))
    assert match.state == "finished"
    assert Round.objects.count() == 3
    for round_ in Round.objects.all():
        secret = bytes.fromhex(round_.revealed)
        assert commitment(round_.context, secret) == round_.commit
        chance = SeededChance(round_seed(round_.context, secret))
        state = deal(rounds.rules_of(match), round_.seat_count, round_.dealer, chance)
        log = list(queries.moves_of(round_).values_list("seat", "text", "at"))
        assert dump(fold(state, log)) == round_.state
        assert list(queries.moves_of(round_).values_list("number", flat=True)) == list(range(1, round_.version + 1))


def test_a_finished_match_is_exported_so_that_anyone_can_replay_it(ana: Player, bogdan: Player) -> None:
    match = play_out(bots_only(ana, bogdan, bots=1, rules=rules_from(EVERYTHING)))
    lines = list(match_lines(match))
    assert [record_differences(line) for line in lines] == [[], [], []]
    assert [line["end"]["points"] for line in lines] == [round_.points for round_ in queries.rounds_of(match)]


def test_a_running_round_is_not_exported(ana: Player, bogdan: Player) -> None:
    assert list(match_lines(start(ana, bogdan).match)) == []


def test_no_card_is_lost_in_a_whole_match(ana: Player, bogdan: Player) -> None:
    from games.engine.deck import deck_for

    match = play_out(bots_only(ana, bogdan, bots=1, rules=rules_from(EVERYTHING)))
    for round_ in Round.objects.all():
        state = round_.state
        piles = [*state["hands"], state["draw"], state["discard"], state["table"]]
        cards = [card for pile in piles for card in cards_of(pile)]
        assert sorted(cards) == sorted(deck_for(rounds.rules_of(match), 3))


def test_a_bot_says_nothing_that_is_refused(ana: Player, caplog: pytest.LogCaptureFixture) -> None:
    play_out(bots_only(ana, bots=3, rules=rules_from(EVERYTHING)))
    assert [record.getMessage() for record in caplog.records] == []
    assert not Move.objects.filter(text="timeout").exists()
