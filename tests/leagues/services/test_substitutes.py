"""Who sits in: asked in turn, each with a time to answer; nobody's silence holds the others up."""

import pytest

from leagues.models import LeagueTable, Place, Season, SubstituteOffer
from leagues.services import clock, entrants, matchdays, substitutes
from leagues.services.errors import Reason
from tests.leagues.services.league import after, ids, names, player, published, refused, tables_of

pytestmark = pytest.mark.django_db
State = SubstituteOffer.State


def table_with_reserves(*reserves: str) -> LeagueTable:
    day = published(4, venue=Season.Venue.ONLINE)
    clock.take_due(after(minutes=1))
    season = day.division.season
    for name in reserves:
        entrant = entrants.apply(season=season, player=player(name), now=after(minutes=2))
        entrants.accept(entrant=entrant, by=player("olga"), now=after(minutes=2))
        entrants.stand_by(entrant=entrant, by=player(name), ready=True)
    return tables_of(day)[0]


def empty_place(table: LeagueTable) -> Place:
    return table.places.get(entrant=ids(table)[0])


def asked() -> list[tuple[str, str]]:
    return list(SubstituteOffer.objects.order_by("pk").values_list("player__username", "state"))


def look(table: LeagueTable, now=None) -> SubstituteOffer | None:
    return substitutes.look_for(place=empty_place(table), by=player(names(table)[0]), now=now or after(hours=1))


def test_who_never_answers_is_followed_by_the_next() -> None:
    table = table_with_reserves("r1", "r2")
    look(table)
    assert asked() == [("r1", State.OFFERED)]
    clock.take_due(after(hours=13, minutes=1))
    assert asked() == [("r1", State.EXPIRED), ("r2", State.OFFERED)]
    clock.take_due(after(hours=26))
    assert asked() == [("r1", State.EXPIRED), ("r2", State.EXPIRED)]


def test_a_no_asks_the_next_at_once() -> None:
    table = table_with_reserves("r1", "r2")
    offer = look(table)
    substitutes.decline(offer=offer, by=player("r1"), now=after(hours=2))
    assert asked() == [("r1", State.DECLINED), ("r2", State.OFFERED)]


def test_asking_again_while_somebody_is_asked_asks_nobody_else() -> None:
    table = table_with_reserves("r1", "r2")
    assert look(table) == look(table, after(hours=2))
    assert asked() == [("r1", State.OFFERED)]


def test_a_yes_after_its_time_is_too_late() -> None:
    table = table_with_reserves("r1")
    offer = look(table)
    refused(Reason.TOO_LATE, substitutes.accept, offer=offer, by=player("r1"), now=after(hours=14))
    clock.take_due(after(hours=14))
    refused(Reason.TOO_LATE, substitutes.accept, offer=offer, by=player("r1"), now=after(hours=14))


def test_nobody_who_stands_by_holds_nothing_up() -> None:
    table = table_with_reserves()
    assert look(table) is None
    match = None
    for name in names(table):
        match = matchdays.sit_down(table=table, player=player(name), now=after(hours=2))
    assert match is not None


def test_the_substitute_sits_down_and_whom_they_replace_does_not() -> None:
    table = table_with_reserves("r1")
    offer = look(table)
    substitutes.accept(offer=offer, by=player("r1"), now=after(hours=2))
    absent, *others = names(table)
    refused(Reason.NOT_AT_TABLE, matchdays.sit_down, table=table, player=player(absent), now=after(hours=3))
    match = None
    for name in ("r1", *others):
        match = matchdays.sit_down(table=table, player=player(name), now=after(hours=3))
    assert match is not None
    assert {seat.player.username for seat in match.seats.select_related("player")} == {"r1", *others}


def test_who_can_play_after_all_takes_the_place_back_while_it_is_free() -> None:
    table = table_with_reserves("r1")
    look(table)
    owner = player(names(table)[0])
    substitutes.take_back(place=empty_place(table), by=owner, now=after(hours=2))
    assert asked() == [("r1", State.WITHDRAWN)]
    refused(
        Reason.TOO_LATE, substitutes.accept, offer=SubstituteOffer.objects.get(), by=player("r1"), now=after(hours=3)
    )


def test_one_who_plays_in_the_round_is_not_asked() -> None:
    table = table_with_reserves()
    season = table.matchday.division.season
    for name in names(table)[1:]:
        entrants.stand_by(entrant=season.entrants.get(name=name), by=player(name), ready=True)
    assert look(table) is None
