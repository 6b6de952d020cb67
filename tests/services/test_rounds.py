"""The deal, the end of a round, and what follows it."""

from datetime import timedelta

import pytest

from games.engine.ruleset import rules_from
from games.models import Due, Match, Player, Round, Seat, Secret
from games.services import clock, standing_up
from games.services.errors import Reason
from tests.services.table import Hand, at, fresh, last_cards, start

pytestmark = pytest.mark.django_db


def test_the_promise_is_stored_and_the_secret_sealed(ana: Player, bogdan: Player) -> None:
    from games.engine.shuffle import commitment
    from games.services.sealing import secret_of

    round_ = start(ana, bogdan)
    secret = secret_of(round_)
    assert round_.commit == commitment(round_.context, secret)
    assert round_.revealed == ""
    for row in [*Round.objects.values(), *Match.objects.values(), *Secret.objects.values(), *Due.objects.values()]:
        stored = repr({name: bytes(v) if isinstance(v, memoryview) else v for name, v in row.items()})
        assert secret.hex() not in stored
        assert repr(secret)[2:-1] not in stored


def test_two_deals_are_two_secrets(ana: Player, bogdan: Player) -> None:
    first, second = start(ana, bogdan), start(ana, bogdan)
    assert first.commit != second.commit
    assert first.state["hands"] != second.state["hands"]


def test_the_round_is_counted_shown_and_followed_by_the_next(ana: Player, bogdan: Player, carmen: Player) -> None:
    round_ = last_cards(start(ana, bogdan, carmen))
    assert Hand(ana, round_).send("play R5", after=0, seconds=5).number == 1
    round_, match = fresh(round_), fresh(round_.match)
    assert (round_.outcome, round_.winner, round_.points) == ("won", 0, 9 + 9 + 9 + 8)
    assert (round_.hands, round_.totals) == (["", "R9 G9", "B9 B8"], {"0": 35, "1": 0, "2": 0})
    assert len(round_.revealed) == 64
    assert not Secret.objects.exists()
    assert match.state == "between"
    assert clock.take_due(at(16.9)) == 0
    clock.take_due(at(17))
    following = Round.objects.get(number=2)
    assert fresh(match).state == "playing"
    assert following.dealer == (round_.dealer + 1) % 3
    assert following.zero_at == at(17)


def test_the_play_that_ended_a_round_scores_once_however_often_it_comes(ana: Player, bogdan: Player) -> None:
    round_ = last_cards(start(ana, bogdan))
    first = Hand(ana, round_).send("play R5", after=0, seconds=5, command_id="after-reconnecting")
    again = Hand(ana, round_).send("play R5", after=0, seconds=6, command_id="after-reconnecting")
    clock.take_due(at(17))
    late = Hand(ana, round_).send("play R5", after=0, seconds=18, command_id="after-reconnecting")
    assert first == again == late
    assert list(round_.match.seats.values_list("points", flat=True)) == [18, 0]
    assert Round.objects.get(number=2).version == 0


def test_a_next_round_that_is_called_for_twice_is_dealt_once(ana: Player, bogdan: Player) -> None:
    round_ = last_cards(start(ana, bogdan))
    Hand(ana, round_).send("play R5", after=0, seconds=5)
    row = Due.objects.get(kind="next_round")
    clock.take_due(row.due_at)
    row.save()  # as if another clock had been in the middle of it
    clock.take_due(row.due_at + timedelta(seconds=1))
    assert list(Round.objects.order_by("number").values_list("number", flat=True)) == [1, 2]
    assert not Due.objects.filter(kind="next_round").exists()


def test_nothing_is_played_between_rounds(ana: Player, bogdan: Player) -> None:
    round_ = last_cards(start(ana, bogdan))
    Hand(ana, round_).send("play R5", after=0)
    assert Hand(bogdan, round_).send("draw", after=1).refusal is Reason.NOT_PLAYING


def test_what_the_bank_lost_stays_lost_in_the_next_round(ana: Player, bogdan: Player) -> None:
    round_ = last_cards(start(ana, bogdan))
    Hand(ana, round_).send("play R5", after=0, seconds=40)
    clock.take_due(at(60))
    assert Round.objects.get(number=2).clock["bank"] == [50_000, 60_000]


def test_the_dealer_goes_round_the_seats_still_there(ana: Player, bogdan: Player, carmen: Player) -> None:
    round_ = last_cards(start(ana, bogdan, carmen))
    Round.objects.update(dealer=0)
    Hand(ana, round_).send("play R5", after=0)
    standing_up.leave_table(match=round_.match, player=bogdan, now=at(3))
    clock.take_due(at(60))
    following = Round.objects.get(number=2)
    assert (following.seats, following.seats[following.dealer]) == ([0, 2], 2)


def test_the_target_ends_the_match_with_places(ana: Player, bogdan: Player, carmen: Player) -> None:
    from games.signals import match_finished

    heard: list[Match] = []

    def hear(sender: object, match: Match, **rest: object) -> None:
        heard.append(match)

    match_finished.connect(hear)
    round_ = start(ana, bogdan, carmen)
    Seat.objects.filter(player=ana).update(points=480)
    Seat.objects.filter(player=carmen).update(points=120)
    Hand(ana, last_cards(round_)).send("play R5", after=0)
    match = fresh(round_.match)
    assert (match.state, match.finished_at is not None) == ("finished", True)
    assert [(seat.points, seat.place) for seat in match.seats.all()] == [(515, 1), (0, 3), (120, 2)]
    assert not Due.objects.exists()
    match_finished.disconnect(hear)


def test_a_single_round_places_by_what_is_left_in_hand(ana: Player, bogdan: Player, carmen: Player) -> None:
    rules = rules_from({"ending": "single"})
    Hand(ana, last_cards(start(ana, bogdan, carmen, rules=rules))).send("play R5", after=0)
    assert list(Seat.objects.values_list("place", flat=True)) == [1, 3, 2]


def test_the_signal_is_sent_after_the_commit(
    ana: Player, bogdan: Player, django_capture_on_commit_callbacks: object
) -> None:
    from games.signals import match_finished

    heard: list[str] = []

    def hear(sender: object, match: Match, **rest: object) -> None:
        heard.append(match.code)

    match_finished.connect(hear)
    round_ = last_cards(start(ana, bogdan, rules=rules_from({"ending": "single"})))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        Hand(ana, round_).send("play R5", after=0)
        assert heard == []
    assert heard == [round_.match.code]
    match_finished.disconnect(hear)
