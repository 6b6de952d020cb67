"""Withdrawal after the tables are shown (§1.4): a substitute is asked, else the table shrinks; nobody's round waits."""

import pytest
from django.core import mail
from django.test import TestCase, override_settings

from games.models import Player
from leagues.models import Bye, LeagueDue, LeagueTable, LogEntry, Matchday, Place, Season, Standing, SubstituteOffer
from leagues.services import clock, entrants, farewell, leaving, matchdays, results, substitutes, times
from leagues.services.errors import Reason
from tests.leagues.services.league import (
    after,
    begun,
    day_of,
    entrant,
    ids,
    in_order,
    names,
    player,
    published,
    refused,
    tables_of,
)
from tests.leagues.test_letters import IN_MEMORY, with_address

pytestmark = pytest.mark.django_db
State = SubstituteOffer.State


def table_of(count: int = 4, *, reserves: tuple[str, ...] = ("r1",), **plan: object) -> LeagueTable:
    """The first table of a round that is open, and who stands by."""
    day = published(count, **{"venue": Season.Venue.ONLINE, "rounds": 6} | plan)
    clock.take_due(after(minutes=1))
    for name in reserves:
        one = entrants.apply(season=day.division.season, player=player(name), now=after(minutes=2))
        entrants.accept(entrant=one, by=player("olga"), now=after(minutes=2))
        entrants.stand_by(entrant=one, by=player(name), ready=True)
    return tables_of(day)[0]


def leave(table: LeagueTable, name: str, **time: float) -> None:
    leaver = entrant(table.matchday.division, name)
    leaving.withdraw(entrant=leaver, by=leaver.player, now=after(**time or {"hours": 1}))


def sit(table: LeagueTable, *people: str, **time: float) -> object:
    match = None
    for name in people:
        match = matchdays.sit_down(table=table, player=player(name), now=after(**time))
    return match


def asked() -> list[tuple[str, str]]:
    return list(SubstituteOffer.objects.order_by("pk").values_list("player__username", "state"))


def byes() -> dict[str, str]:
    """Who has the round off, but for those who came late."""
    return dict(Bye.objects.exclude(kind=Bye.Kind.LATE).values_list("entrant__name", "kind"))


def test_withdrawal_after_publish_a_substitute_is_asked_and_plays_the_seat() -> None:
    table = table_of()
    gone, *others = names(table)
    leave(table, gone)
    assert asked() == [("r1", State.OFFERED)]
    assert table.places.get(entrant__name=gone).role == Place.Role.OPEN
    assert not Bye.objects.filter(entrant__name=gone).exists()
    substitutes.accept(offer=SubstituteOffer.objects.get(), by=player("r1"), now=after(hours=2))
    refused(Reason.NOT_AT_TABLE, matchdays.sit_down, table=table, player=player(gone), now=after(hours=3))
    match = sit(table, "r1", *others, hours=3)
    assert {seat.player.username for seat in match.seats.all()} == {"r1", *others}


def test_withdrawal_after_publish_nobody_takes_the_seat_and_the_table_shrinks() -> None:
    table = table_of(reserves=("r1", "r2"))
    gone, *others = names(table)
    leave(table, gone)
    substitutes.decline(offer=SubstituteOffer.objects.get(), by=player("r1"), now=after(hours=2))
    assert asked() == [("r1", State.DECLINED), ("r2", State.OFFERED)]
    clock.take_due(after(hours=15))
    assert names(table) == others
    assert list(table.places.values_list("position", flat=True)) == [0, 1, 2]
    assert Bye.objects.get(entrant__name=gone).kind == Bye.Kind.WITHDRAWN
    assert LogEntry.objects.get(action="smaller").about["names"] == [gone]
    assert not LeagueDue.objects.filter(kind=LeagueDue.Kind.OFFER).exists()


def test_withdrawal_after_publish_without_a_list_shrinks_the_table_at_once() -> None:
    table = table_of(reserves=())
    gone, *others = names(table)
    leave(table, gone)
    assert names(table) == others


def test_withdrawal_after_publish_if_one_is_left_they_have_a_pairing_bye() -> None:
    with override_settings(MAILERS=IN_MEMORY):
        table = table_of(2, table_size=2)
        gone, alone = names(table)
        with_address(alone)
        leave(table, gone)
        table.refresh_from_db()
        assert (table.state, byes()) == (LeagueTable.State.SEATED, {})
        mail.outbox.clear()
        with TestCase.captureOnCommitCallbacks(execute=True):
            clock.take_due(after(hours=14))
    table.refresh_from_db()
    assert table.state == LeagueTable.State.VOID
    assert byes() == {gone: Bye.Kind.WITHDRAWN, alone: Bye.Kind.PAIRING}
    assert Bye.objects.get(kind=Bye.Kind.PAIRING).value == 5040
    assert [letter.to for letter in mail.outbox if "etapa 1" in letter.subject.lower()] == [[f"{alone}@example.org"]]


def test_both_of_a_duel_leave_and_no_table_is_left() -> None:
    table = table_of(2, table_size=2)
    for name in names(table):
        leave(table, name)
    clock.take_due(after(hours=30))
    table.refresh_from_db()
    assert table.state == LeagueTable.State.VOID
    assert set(byes().values()) == {Bye.Kind.WITHDRAWN}


def test_the_round_ends_with_the_open_seat_of_its_last_table() -> None:
    table = table_of(4, table_size=2, venue=Season.Venue.BOTH, format=Season.Format.SWISS)
    other = tables_of(table.matchday)[1]
    results.claim(table=other, by=player("olga"), lines=in_order(other), now=after(minutes=5))
    leave(table, names(table)[0])
    assert day_of(table.matchday.division, 1).state == Matchday.State.IN_PLAY
    clock.take_due(after(hours=14))
    assert day_of(table.matchday.division, 1).state == Matchday.State.COMPLETED


def test_a_table_without_a_time_begins_without_its_open_seat_and_a_late_yes_is_too_late() -> None:
    table = table_of()
    gone, *others = names(table)
    leave(table, gone)
    offer = SubstituteOffer.objects.get()
    match = sit(table, *others, hours=2)
    assert match is not None
    assert match.seats.count() == 3
    refused(Reason.TOO_LATE, substitutes.accept, offer=offer, by=player("r1"), now=after(hours=2))
    clock.take_due(after(hours=20))  # the answer that is due no more harms nobody


def test_a_table_with_a_time_waits_for_its_open_seat_until_then_and_no_longer() -> None:
    table = table_of()
    gone, *others = names(table)
    times.set_by_hand(table=table, by=player("olga"), starts_at=after(hours=2), reason="Hall", now=after(minutes=3))
    leave(table, gone, hours=1, minutes=55)
    assert SubstituteOffer.objects.get().expires_at == after(hours=2, minutes=5)
    assert sit(table, *others, hours=1, minutes=59) is None
    assert sit(table, *others, hours=2) is not None


def test_an_offer_ends_before_its_round_does() -> None:
    table = table_of(round_days=1)
    leave(table, names(table)[0], hours=20)
    assert SubstituteOffer.objects.get().expires_at == after(hours=23, minutes=50)


def test_at_the_end_of_the_grace_an_open_seat_is_nobodys_no_show() -> None:
    table = table_of(pace=Season.Pace.FIXED, grace_minutes=10)
    gone, *others = names(table)
    leave(table, gone, minutes=5)
    sit(table, *others[:2], minutes=10)
    sit(table, *others[:2], minutes=10, seconds=25)
    clock.take_due(after(minutes=10, seconds=40))
    table.refresh_from_db()
    assert table.state == LeagueTable.State.STARTED
    assert table.match.seats.count() == 2
    assert LogEntry.objects.get(action="no_show").about["names"] == [others[2]]
    assert entrant(table.matchday.division, gone).strikes == 0


def test_who_sits_in_already_goes_on_when_the_entrant_leaves() -> None:
    table = table_of(reserves=("r1", "r2"))
    gone = names(table)[0]
    place = table.places.get(entrant__name=gone)
    substitutes.look_for(place=place, by=player(gone), now=after(minutes=10))
    substitutes.accept(offer=SubstituteOffer.objects.get(), by=player("r1"), now=after(minutes=20))
    leave(table, gone)
    place.refresh_from_db()
    assert (place.role, place.substitute) == (Place.Role.SUBSTITUTE, player("r1"))


def test_a_substitute_who_leaves_the_season_is_followed_by_the_next() -> None:
    table = table_of(reserves=("r1", "r2"))
    gone = names(table)[0]
    leave(table, gone)
    substitutes.accept(offer=SubstituteOffer.objects.get(), by=player("r1"), now=after(hours=2))
    leave(table, "r1", hours=3)
    assert asked() == [("r1", State.DECLINED), ("r2", State.OFFERED)]
    assert table.places.get(entrant__name=gone).role == Place.Role.OPEN
    leave(table, "r2", hours=4)
    assert gone not in names(table)


def test_a_deleted_account_is_asked_no_more() -> None:
    table = table_of(reserves=("r1", "r2"))
    leave(table, names(table)[0])
    farewell.forget(player=player("r1"), names=["r1"], label="fost-jucator-1", now=after(hours=1))
    assert asked()[1] == ("r2", State.OFFERED)


def test_paper_table_that_played_without_the_leaver_writes_its_result() -> None:
    table = table_of(venue=Season.Venue.CLUB)
    gone, *others = names(table)
    leave(table, gone)
    left = [one for one in ids(table) if one != entrant(table.matchday.division, gone).pk]
    refused(Reason.LINES, results.claim, table=table, by=player("olga"), lines=in_order(table), now=after(hours=2))
    assert gone in names(table)
    results.claim(table=table, by=player("olga"), lines=in_order(table, left), now=after(hours=2))
    assert names(table) == others
    points = [Standing.objects.filter(entrant=one).latest("after_round").points for one in left]
    assert points == [5040, 2520, 0]


def test_an_organizer_lets_the_table_play_without_the_open_seat_or_seats_somebody() -> None:
    table = table_of(8, reserves=("r1", "r2"), venue=Season.Venue.CLUB)
    other = tables_of(table.matchday)[1]
    for one in (table, other):
        leave(one, names(one)[0])
    open_seat, another = (one.places.get(role=Place.Role.OPEN) for one in (table, other))
    leaver = open_seat.entrant.player
    refused(Reason.NOT_YOURS, substitutes.take_back, place=open_seat, by=leaver, now=after(hours=2))
    refused(Reason.NOT_YOURS, substitutes.look_for, place=open_seat, by=leaver, now=after(hours=2))
    substitutes.take_back(place=open_seat, by=player("olga"), now=after(hours=2))
    assert table.places.count() == 3
    substitutes.seat(place=another, by=player("olga"), player=player("zoe"), now=after(hours=2))
    another.refresh_from_db()
    assert another.role == Place.Role.SUBSTITUTE
    substitutes.take_back(place=another, by=player("olga"), now=after(hours=3))
    assert other.places.count() == 3


def test_the_others_agree_their_time_without_who_left() -> None:
    table = table_of()
    gone, *others = names(table)
    first, *rest = others
    time = times.propose(table=table, by=player(first), starts_at=after(days=2), now=after(minutes=5))
    for name in rest:
        assert not times.answer(time=time, by=player(name), yes=True, now=after(minutes=6))
    leave(table, gone)
    table.refresh_from_db()
    assert table.play_at == after(days=2)


def test_a_draft_shrinks_at_once_and_nobody_is_asked() -> None:
    division = begun(8, venue=Season.Venue.ONLINE)
    for one in division.season.entrants.all():
        entrants.stand_by(entrant=one, by=one.player, ready=True)
    table = tables_of(division.matchdays.get(number=1))[0]
    leave(table, names(table)[0])
    assert table.places.count() == 3
    assert not SubstituteOffer.objects.exists()
    assert not LogEntry.objects.get(action="smaller").public


def test_who_left_and_comes_back_plays_from_the_next_round_on() -> None:
    table = table_of(format=Season.Format.SWISS)
    gone = names(table)[0]
    leave(table, gone)
    one = entrant(table.matchday.division, gone)
    leaving.readmit(entrant=one, by=player("olga"), reason="Is back", now=after(hours=2))
    refused(Reason.NOT_AT_TABLE, matchdays.sit_down, table=table, player=player(gone), now=after(hours=2))
    clock.take_due(after(hours=14))
    assert Bye.objects.get(entrant=one).kind == Bye.Kind.WITHDRAWN


def test_the_table_is_told_that_somebody_is_asked_and_the_leaver_is_not() -> None:
    with override_settings(MAILERS=IN_MEMORY):
        table = table_of()
        gone, stays, *_ = names(table)
        people: list[Player] = [with_address(one) for one in (gone, stays)]
        mail.outbox.clear()
        with TestCase.captureOnCommitCallbacks(execute=True):
            leave(table, gone)
    told = [letter.to[0] for letter in mail.outbox if "masa ta" in letter.subject.lower()]
    assert told == [people[1].email]


def test_a_closed_round_has_results_for_all_who_stayed() -> None:
    table = table_of(8, venue=Season.Venue.CLUB)
    leave(table, names(table)[0])
    matchdays.close_now(day=table.matchday, by=player("olga"), now=after(hours=3))
    assert day_of(table.matchday.division, 1).state == Matchday.State.COMPLETED
    assert table.places.count() == 3


def test_who_has_somebody_sit_in_for_them_sits_in_for_nobody_in_that_round() -> None:
    table = table_of(8, reserves=("r1", "r2"))
    _, other = tables_of(table.matchday)
    busy, host = names(table)[0], names(other)[0]
    own = substitutes.look_for(place=table.places.get(entrant__name=busy), by=player(busy), now=after(hours=1))
    substitutes.accept(offer=own, by=player("r1"), now=after(hours=1))
    seat = other.places.get(entrant__name=host)
    refused(
        Reason.NO_SUCH_PLAYER,
        substitutes.offer_to,
        place=seat,
        by=player("olga"),
        player=player(busy),
        now=after(hours=2),
    )


def test_who_sits_in_already_is_not_replaced_by_asking_once_more() -> None:
    table = table_of(reserves=("r1", "r2"))
    absent = names(table)[0]
    seat = table.places.get(entrant__name=absent)
    offer = substitutes.look_for(place=seat, by=player(absent), now=after(hours=1))
    substitutes.accept(offer=offer, by=player("r1"), now=after(hours=1))
    refused(Reason.ALREADY_IN, substitutes.look_for, place=seat, by=player(absent), now=after(hours=2))
    assert asked() == [("r1", State.ACCEPTED)]
