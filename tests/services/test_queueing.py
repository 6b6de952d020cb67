"""The queue: who may stand in it, who is put together, and what becomes of a table on offer."""

from datetime import timedelta

import pytest

from games.models import Match, Offer, Player, RankedRecord, Rating, Restart, Seat, Settlement, Ticket
from games.services import (
    clock,
    guests,
    offers,
    pauses,
    queueing,
    ranked_tables,
    rematches,
    seating,
    standing_up,
    tables,
)
from games.services.errors import NotAllowed, Reason
from tests.services.queue import (
    block,
    closed_for,
    in_order,
    laid,
    offered,
    people,
    say_yes,
    seated,
    strikes_of,
    wait,
    waits,
)
from tests.services.table import Hand, at, fresh, open_table, start

pytestmark = pytest.mark.django_db


def refused(person: Player, seconds: float = 0, **queue: str) -> Reason:
    with pytest.raises(NotAllowed) as no:
        queueing.join(player=person, now=at(seconds), **{"ladder": "duel", "preset": "mas"} | queue)
    return no.value.reason


def rated(person: Player, mu: float, sigma: float = 2.0) -> Player:
    Rating.objects.create(player=person, ladder="duel", mu=mu, sigma=sigma, standing=0, rated_at=at(0))
    return person


# Who may stand in it


def test_a_guest_needs_an_account(db: None) -> None:
    assert refused(guests.make()) == Reason.GUEST


@pytest.mark.parametrize("queue", [{"ladder": "solo"}, {"preset": "mine"}, {"preset": ""}, {"ladder": ""}])
def test_only_presets_and_the_two_ladders(ana: Player, queue: dict[str, str]) -> None:
    assert refused(ana, **queue) == Reason.NO_SUCH_QUEUE


def test_who_sits_at_a_running_table_does_not_queue(ana: Player, bogdan: Player) -> None:
    start(ana, bogdan)
    assert refused(ana) == Reason.AT_A_TABLE


def test_an_open_table_or_one_that_was_left_is_no_hindrance(ana: Player, bogdan: Player, carmen: Player) -> None:
    open_table(ana)
    match = start(bogdan, carmen, bots=1).match
    standing_up.leave_table(match=match, player=bogdan, now=at(1))
    wait(ana, bogdan)
    assert offered(ana) == offered(bogdan) is not None


def test_joining_twice_is_one_place_and_keeps_the_time_waited(ana: Player) -> None:
    wait(ana)
    wait(ana, seconds=9)
    assert Ticket.objects.get().joined_at == at(0)


def test_another_queue_is_another_wait(ana: Player) -> None:
    wait(ana)
    wait(ana, preset="clasic", seconds=9)
    ticket = Ticket.objects.get()
    assert (ticket.preset, ticket.joined_at) == ("clasic", at(9))


def test_with_a_table_on_offer_the_queue_is_not_changed(ana: Player, bogdan: Player) -> None:
    wait(ana, bogdan)
    wait(ana, preset="clasic", seconds=3)
    assert Ticket.objects.get(player=ana).preset == "mas"
    assert offered(ana) == offered(bogdan) is not None


# Who is put together


def test_two_who_fit_are_offered_a_duel_at_once(ana: Player, bogdan: Player) -> None:
    wait(ana)
    assert offered(ana) is None
    wait(bogdan, seconds=2)
    offer = Offer.objects.get()
    assert offered(ana) == offered(bogdan) == offer.pk
    assert (offer.ladder, offer.preset, offer.expires_at) == ("duel", "mas", at(22))


def test_other_queues_do_not_mix(ana: Player, bogdan: Player, carmen: Player) -> None:
    wait(ana)
    wait(bogdan, preset="clasic")
    wait(carmen, ladder="table")
    queueing.tick(at(5))
    assert not Offer.objects.exists()


def test_a_window_widens_until_two_meet(ana: Player, bogdan: Player) -> None:
    wait(rated(ana, 20), rated(bogdan, 30))
    queueing.tick(at(4.9))
    assert offered(ana) is None
    queueing.tick(at(5.1))
    assert offered(ana) == offered(bogdan) is not None


def test_who_keeps_somebody_away_is_never_seated_with_them(ana: Player, bogdan: Player, carmen: Player) -> None:
    block(bogdan, ana)
    wait(ana, bogdan)
    queueing.tick(at(5))
    assert offered(ana) is None
    wait(carmen, seconds=6)
    assert offered(ana) == offered(carmen) is not None
    assert offered(bogdan) is None


def test_who_is_kept_away_while_the_table_is_on_offer_is_not_seated_either(ana: Player, bogdan: Player) -> None:
    wait(ana, bogdan)
    say_yes(ana)
    block(ana, bogdan)
    assert say_yes(bogdan, seconds=2) is None
    assert not Match.objects.exists()
    assert [offered(ana), offered(bogdan), strikes_of(ana), strikes_of(bogdan)] == [None, None, 0, 0]


def test_four_are_a_table_and_three_after_a_while(db: None) -> None:
    seven = people(7)
    wait(*seven[:3], ladder="table")
    queueing.tick(at(9))
    assert not Offer.objects.exists()
    wait(seven[3], ladder="table", seconds=10)
    assert Offer.objects.get().tickets.count() == 4
    wait(*seven[4:], ladder="table", seconds=20)
    for seconds, tables_on_offer in ((64, 1), (66, 2)):
        for person in seven[4:]:
            queueing.seen(player=person, now=at(seconds))
        queueing.tick(at(seconds))
        # The first is taken back by then: its four wait again, as long as before.
        assert Offer.objects.filter(made_at__gt=at(19)).count() == tables_on_offer - 1


def test_who_was_not_heard_of_for_a_while_is_not_offered_a_table(ana: Player, bogdan: Player) -> None:
    wait(ana)
    wait(bogdan, seconds=13)
    assert offered(ana) is None
    queueing.seen(player=ana, now=at(14))
    queueing.tick(at(14))
    assert offered(ana) is not None


# Whose page is gone


def test_a_page_that_is_gone_for_half_a_minute_loses_the_place_and_is_told_so(ana: Player) -> None:
    wait(ana)
    queueing.tick(at(30))
    assert waits(ana)
    queueing.tick(at(30.5))
    assert not waits(ana)
    assert (RankedRecord.objects.get().lost, strikes_of(ana)) == ("away", 0)
    wait(ana, seconds=40)
    assert RankedRecord.objects.get().lost == ""


def test_a_page_that_asks_keeps_the_place(ana: Player) -> None:
    wait(ana)
    for seconds in range(0, 120, 5):
        queueing.seen(player=ana, now=at(seconds))
        queueing.tick(at(seconds + 1))
    assert waits(ana)


def test_who_was_banned_waits_no_more(ana: Player) -> None:
    wait(ana)
    Player.objects.update(is_active=False)
    queueing.tick(at(1))
    assert not waits(ana)


def test_who_sits_down_to_a_match_elsewhere_waits_no_more(ana: Player, bogdan: Player) -> None:
    wait(ana)
    start(ana, bogdan)
    queueing.tick(at(1))
    assert not waits(ana)
    assert RankedRecord.objects.get(player=ana).lost == "seated"


# The table on offer


def test_the_yes_of_all_begins_the_match(ana: Player, bogdan: Player) -> None:
    wait(ana)
    wait(bogdan, seconds=10)
    assert say_yes(ana, seconds=11) is None
    match = say_yes(bogdan, seconds=12)
    assert match is not None
    assert (match.kind, match.state, match.preset, match.public) == ("ranked", "between", "mas", False)
    # Their pages are on the way; where none comes, although all were asked twice, the cards are dealt without them.
    for seconds, state in ((15, "between"), (18, "playing")):
        clock.take_due(at(seconds))
        assert Match.objects.get().state == state
    assert (match.turn_ms, match.bank_ms, match.rules["ending"]) == (20_000, 60_000, "target 500")
    assert sorted(in_order(match), key=lambda one: one.pk) == [ana, bogdan]
    assert not Ticket.objects.exists()
    offer = Offer.objects.get()
    assert (offer.match, offer.waited_s) == (match, 5)


@pytest.mark.parametrize("preset", ["mas", "clasic"])
def test_a_ranked_match_is_the_preset_unchanged(preset: str) -> None:
    assert tables.preset_of(ranked_tables.rules_for(preset)) == preset


def test_seats_are_by_lot(db: None) -> None:
    """Twelve pairs may all sit alike by luck, once in two thousand times; a hundred do not."""
    first: set[int] = set()
    for number in range(100):
        pair = [Player.objects.create(username=f"pair{number}-{one}") for one in range(2)]
        match = seated(*pair)
        first.add(pair.index(in_order(match)[0]))
        if first == {0, 1}:
            break
    assert first == {0, 1}


def test_a_double_yes_is_one_yes(ana: Player, bogdan: Player) -> None:
    wait(ana, bogdan)
    say_yes(ana, ana)
    assert not Match.objects.exists()
    match = say_yes(bogdan)
    assert say_yes(bogdan, seconds=2) == match == say_yes(ana, seconds=2)
    assert (Match.objects.count(), Seat.objects.count()) == (1, 2)


def test_a_yes_without_an_offer_is_refused(ana: Player) -> None:
    for _ in range(2):
        with pytest.raises(NotAllowed) as no:
            say_yes(ana)
        assert no.value.reason == Reason.NO_OFFER
        wait(ana)


def test_who_does_not_say_yes_in_time_loses_the_place_and_the_others_keep_theirs(ana: Player, bogdan: Player) -> None:
    wait(ana)
    wait(bogdan, seconds=10)
    say_yes(ana, seconds=11)
    queueing.tick(at(29.9))
    assert offered(bogdan) is not None
    queueing.seen(player=ana, now=at(29))
    queueing.tick(at(30))
    assert not waits(bogdan)
    ticket = Ticket.objects.get()
    assert (ticket.player, ticket.joined_at, ticket.offer, ticket.accepted_at) == (ana, at(0), None, None)
    assert (strikes_of(ana), strikes_of(bogdan)) == (0, 1)
    assert RankedRecord.objects.get(player=bogdan).lost == "missed"
    assert not Offer.objects.exists()


def test_a_no_ends_the_offer_at_once_for_all(ana: Player, bogdan: Player) -> None:
    wait(ana, bogdan)
    queueing.leave_queue(player=bogdan, now=at(2))
    assert (waits(ana), waits(bogdan), offered(ana)) == (True, False, None)
    assert (strikes_of(ana), strikes_of(bogdan)) == (0, 1)


def test_leaving_the_queue_without_an_offer_costs_nothing(ana: Player) -> None:
    wait(ana)
    queueing.leave_queue(player=ana, now=at(2))
    queueing.leave_queue(player=ana, now=at(2))
    assert (waits(ana), strikes_of(ana)) == (False, 0)


def test_who_sits_at_a_running_table_by_now_cannot_say_yes(ana: Player, bogdan: Player, carmen: Player) -> None:
    wait(ana, bogdan)
    start(ana, carmen)
    with pytest.raises(NotAllowed) as no:
        say_yes(ana)
    assert no.value.reason == Reason.AT_A_TABLE


def test_who_plays_a_ranked_match_does_not_queue(ana: Player, bogdan: Player) -> None:
    seated(ana, bogdan)
    assert refused(ana, seconds=2) == Reason.AT_A_TABLE


# Outages and restarts


def test_our_own_downtime_costs_nobody_an_offer_or_a_place(ana: Player, bogdan: Player, carmen: Player) -> None:
    ticker = clock.Ticker()
    ticker.tick(at(0))
    wait(ana, bogdan)
    wait(carmen, preset="clasic")
    say_yes(ana, seconds=0.5)
    ticker.tick(at(1))
    # The process is gone for five minutes; another one takes its place.
    back = clock.Ticker()
    back.tick(at(301))
    assert Offer.objects.get().expires_at == at(20) + timedelta(seconds=300) + clock.TIME_TO_COME_BACK
    assert waits(carmen)
    for seconds in (302, 310, 320, 330, 339):
        back.tick(at(seconds))
    assert say_yes(bogdan, seconds=339) is not None
    assert strikes_of(bogdan) == 0


def test_after_the_downtime_the_usual_time_counts_again(ana: Player, bogdan: Player) -> None:
    ticker = clock.Ticker()
    ticker.tick(at(0))
    wait(ana, bogdan)
    ticker.tick(at(1))
    back = clock.Ticker()
    for second in range(301, 342):
        back.tick(at(second))
    assert (waits(ana), waits(bogdan)) == (False, False)


def test_close_to_a_restart_no_table_is_offered(ana: Player, bogdan: Player) -> None:
    Restart.objects.create(name="next", at=at(75))
    wait(ana, bogdan)
    assert offered(ana) is None


def test_a_restart_told_while_a_table_is_on_offer_costs_nobody(ana: Player, bogdan: Player) -> None:
    wait(ana, bogdan)
    Restart.objects.create(name="next", at=at(30))
    say_yes(ana)
    assert say_yes(bogdan) is None
    assert (offered(ana), offered(bogdan)) == (None, None)
    assert not Match.objects.exists()


def test_an_offer_that_runs_out_close_to_a_restart_costs_nobody(ana: Player, bogdan: Player) -> None:
    wait(ana, bogdan)
    Restart.objects.create(name="next", at=at(70))
    offers.expire(at(21))
    assert (offered(ana), offered(bogdan), strikes_of(ana)) == (None, None, 0)


# What a ranked match has not


def test_there_is_no_pause_no_rematch_and_nobody_to_rule_over_others(ana: Player, bogdan: Player) -> None:
    match = seated(ana, bogdan)
    host = match.host
    for verb in (
        lambda: pauses.agree_pause(match=match, player=ana, agree=True),
        lambda: rematches.rematch(match=match, by=ana),
        lambda: seating.add_bot(match=match, by=host),
        lambda: seating.free_seat(match=match, by=host, number=1),
        lambda: tables.change_rules(match=match, by=host, rules=ranked_tables.rules_for("clasic")),
        lambda: tables.start_match(match=match, by=host),
        lambda: seating.take_seat(match=match, player=Player.objects.create(username="carmen")),
    ):
        with pytest.raises(NotAllowed):
            verb()
    assert fresh(match).state == "playing"
    assert match.seats.count() == 2


def test_a_match_played_to_its_end_is_rated_and_its_players_may_queue_again(ana: Player, bogdan: Player) -> None:
    match = seated(ana, bogdan)
    first, second = in_order(match)
    Seat.objects.filter(player=first).update(points=495)
    round_ = laid(match, ["R5", "R9 G9"], table="R3", draw="G1 G2 G3")
    assert Hand(first, round_).send("play R5", after=0, seconds=3).number == 1
    assert fresh(match).state == "finished"
    assert Settlement.objects.get().match == match
    won, lost = (Rating.objects.get(player=one, ladder="duel").mu for one in (first, second))
    assert won > 25 > lost
    wait(ana, bogdan, seconds=9)
    assert offered(ana) is not None


def test_a_finished_ranked_match_is_not_played_again(ana: Player, bogdan: Player) -> None:
    match = seated(ana, bogdan)
    standing_up.leave_table(match=match, player=bogdan, now=at(3))
    assert fresh(match).state == "finished"
    with pytest.raises(NotAllowed) as no:
        rematches.rematch(match=fresh(match), by=ana, now=at(4))
    assert no.value.reason == Reason.RANKED


def test_a_blocked_player_is_told_until_when(ana: Player, bogdan: Player) -> None:
    match = seated(ana, bogdan)
    standing_up.leave_table(match=match, player=bogdan, now=at(3))
    with pytest.raises(NotAllowed) as no:
        wait(bogdan, seconds=4)
    assert (no.value.reason, no.value.until) == (Reason.QUEUE_CLOSED, at(3) + timedelta(minutes=5))
    assert closed_for(bogdan, 3) == timedelta(minutes=5)
    wait(bogdan, seconds=3 + 300)
    wait(ana, seconds=3 + 300)
    assert offered(ana) == offered(bogdan) is not None


def test_a_match_begins_for_nobody_who_sits_at_a_table_since_their_yes(
    ana: Player, bogdan: Player, carmen: Player
) -> None:
    wait(ana, bogdan)
    queueing.tick(at(0))
    say_yes(ana)
    start(ana, carmen)
    assert say_yes(bogdan, seconds=3) is None
    assert not Match.objects.filter(kind=Match.Kind.RANKED).exists()
    assert (strikes_of(ana), strikes_of(bogdan)) == (0, 0)
    assert waits(bogdan)
