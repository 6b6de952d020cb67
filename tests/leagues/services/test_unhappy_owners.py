"""Organizer quits or vanishes: the season goes on by itself, and somebody is asked to take the league over."""

from datetime import datetime

import pytest
from django.test import TestCase

from games.models import Player
from games.services import farewell
from leagues.models import Division, Entrant, League, LogEntry, Matchday, OwnerOffer, Role, Season
from leagues.services import clock, disputes, leagues, matchdays, results, seasons, succession
from leagues.services.errors import Reason
from tests.leagues.services.league import (
    NOON,
    after,
    begun,
    day_of,
    in_order,
    names,
    player,
    published,
    refused,
    season_of,
    tables_of,
)

pytestmark = pytest.mark.django_db
State = OwnerOffer.State


def days_pass(*days: int) -> None:
    for day in days:
        with TestCase.captureOnCommitCallbacks(execute=True):
            clock.take_due(after(days=day, minutes=1))


def asked() -> list[tuple[str, str]]:
    return list(OwnerOffer.objects.order_by("pk").values_list("player__username", "state"))


def offer(state: str = State.OFFERED) -> OwnerOffer:
    return OwnerOffer.objects.get(state=state)


def owner_of(league: League) -> str:
    return League.objects.select_related("owner").get(pk=league.pk).owner.username


def leave(name: str) -> None:
    with TestCase.captureOnCommitCallbacks(execute=True):
        farewell.delete_account(player=player(name), now=NOON)


def direct(league: League, *directors: str) -> None:
    for name in directors:
        leagues.appoint(league=league, by=league.owner, player=player(name), kind=Role.Kind.DIRECTOR)


def served_since(season: Season, name: str, since: datetime) -> None:
    Entrant.objects.filter(season=season, name=name).update(applied_at=since)


def vanished(*directors: str) -> Division:
    """A first round that nobody ever looked at, for more than a week."""
    division = begun(8, opens_at=NOON)
    direct(division.season.league, *directors)
    Season.objects.update(tended_at=NOON)
    days_pass(4, 5, 6, 7, 8)
    return division


def test_organizer_vanished_the_round_is_published_and_a_director_is_asked() -> None:
    division = vanished("dora")
    assert day_of(division, 1).state in {Matchday.State.PUBLISHED, Matchday.State.IN_PLAY}
    assert asked() == [("dora", State.OFFERED)]
    assert LogEntry.objects.get(action="owner_asked").public
    assert owner_of(division.season.league) == "olga"


def test_organizer_vanished_for_less_than_a_week_nobody_is_asked() -> None:
    division = begun(8, opens_at=NOON)
    days_pass(4, 5, 6)
    assert asked() == []
    assert day_of(division, 1).state == Matchday.State.DRAFT


def test_organizer_vanished_while_the_rounds_go_well_nobody_is_asked() -> None:
    day = published(8, rounds=9, looking=Season.Looking.NEVER)
    Season.objects.update(tended_at=NOON)
    for week in (0, 7, 14):
        days_pass(week, week + 1)
        current = day_of(day.division, 1 + week // 7)
        for table in tables_of(current):
            results.claim(table=table, by=player(names(table)[0]), lines=in_order(table), now=after(days=week + 1))
        days_pass(week + 7)
        days_pass(week + 8, week + 9)
    assert day_of(day.division, 3).state == Matchday.State.COMPLETED
    assert asked() == []


def test_organizer_vanished_and_a_table_that_plays_later_keeps_the_round_open() -> None:
    """The closing is late by three days: what only an organizer can do waits for one."""
    day = published(4, rounds=3)
    (table,) = tables_of(day)
    matchdays.postpone(table=table, by=player("olga"), reason="Ill", now=NOON)
    Season.objects.update(tended_at=NOON)
    days_pass(0, 7, 8, 9)
    assert day_of(day.division, 1).state == Matchday.State.CLOSING
    assert asked() == []
    days_pass(10)
    assert [state for _, state in asked()] == [State.OFFERED]


def test_organizer_vanished_and_an_open_dispute_keeps_the_season_from_its_end() -> None:
    day = published(4, rounds=1)
    (table,) = tables_of(day)
    results.claim(table=table, by=player("olga"), lines=in_order(table), now=NOON)
    results.correct(table=table, by=player("olga"), lines=in_order(table), reason="Slip", now=after(days=5, hours=12))
    late = after(days=5, hours=13)
    disputes.dispute(table=table, by=player(names(table)[1]), kind="result", text="No", now=late)
    Season.objects.update(tended_at=NOON)
    days_pass(6)
    assert asked() == []
    days_pass(7)
    assert [state for _, state in asked()] == [State.OFFERED]
    assert Season.objects.get().state == Season.State.REVIEW
    days_pass(8)  # nobody decided: the result stands, and nothing keeps the season any more
    assert Season.objects.get().state == Season.State.FINAL


def test_what_players_do_does_not_tend_a_league() -> None:
    day = published(4, rounds=3)
    Season.objects.update(tended_at=NOON)
    (table,) = tables_of(day)
    results.claim(table=table, by=player(names(table)[0]), lines=in_order(table), now=after(days=1))
    assert Season.objects.get().tended_at == NOON
    results.claim(table=table, by=player("olga"), lines=in_order(table), now=after(days=2))
    assert Season.objects.get().tended_at == after(days=2)


def test_organizer_vanished_directors_then_the_longest_serving_entrant_then_staff_are_asked() -> None:
    division = begun(3, opens_at=NOON)
    direct(division.season.league, "dora")
    Player.objects.create_user("sara", is_staff=True)
    for name, days in (("e1", -1), ("e2", -9), ("e3", -5)):
        served_since(division.season, name, after(days=days))
    Season.objects.update(tended_at=NOON)
    days_pass(4, 7)
    days_pass(*range(8, 26))
    assert asked() == [(name, State.EXPIRED) for name in ("dora", "e2", "e3", "e1", "sara")]
    assert LogEntry.objects.filter(action="owner_nobody").exists()
    assert owner_of(division.season.league) == "olga"


def test_an_offer_that_is_declined_goes_to_the_next_at_once() -> None:
    division = vanished("dora", "dan")
    succession.decline(offer=offer(), by=player("dora"), now=after(days=8, hours=1))
    assert asked() == [("dora", State.DECLINED), ("dan", State.OFFERED)]
    refused(Reason.NOT_YOURS, succession.accept, offer=offer(), by=player("dora"), now=after(days=8, hours=2))
    refused(Reason.TOO_LATE, succession.accept, offer=offer(), by=player("dan"), now=after(days=12))
    succession.accept(offer=offer(), by=player("dan"), now=after(days=9))
    assert owner_of(division.season.league) == "dan"
    roles = dict(Role.objects.values_list("player__username", "kind"))
    assert roles == {"dora": Role.Kind.DIRECTOR, "olga": Role.Kind.DIRECTOR}
    took = LogEntry.objects.get(action="owner_took")
    assert (took.before, took.after, took.public) == ({"owner": "olga"}, {"owner": "dan"}, True)


def test_an_owner_who_is_back_keeps_the_league() -> None:
    division = vanished("dora")
    succession.call_off(league=division.season.league, by=player("olga"), now=after(days=9))
    assert asked() == [("dora", State.WITHDRAWN)]
    refused(
        Reason.TOO_LATE, succession.accept, offer=offer(State.WITHDRAWN), by=player("dora"), now=after(days=9, hours=1)
    )


def test_whatever_an_organizer_does_shows_that_they_are_back() -> None:
    division = vanished("dora")
    seasons.pause(season=division.season, by=player("olga"), reason="Back", now=after(days=9))
    refused(Reason.TOO_LATE, succession.accept, offer=offer(), by=player("dora"), now=after(days=9, hours=1))
    days_pass(12)
    assert asked() == [("dora", State.EXPIRED)]


def test_a_league_handed_over_is_offered_to_nobody() -> None:
    division = vanished("dora")
    leagues.hand_over(league=division.season.league, by=player("olga"), to=player("e1"))
    assert asked() == [("dora", State.WITHDRAWN)]


def test_only_one_is_asked_at_a_time() -> None:
    division = vanished("dora", "dan")
    assert succession.search(division.season.league, OwnerOffer.Why.VANISHED, after(days=8)) is None
    assert asked() == [("dora", State.OFFERED)]


def test_last_owner_cannot_leave_without_a_successor() -> None:
    league = season_of(4).league
    refused(Reason.NO_SUCH_PLAYER, leagues.dismiss, league=league, by=player("olga"), player=player("olga"))
    guest = Player.objects.create_user("musafir", is_guest=True)
    refused(Reason.NO_SUCH_PLAYER, leagues.hand_over, league=league, by=player("olga"), to=guest)
    refused(Reason.ONESELF, leagues.hand_over, league=league, by=player("olga"), to=player("olga"))
    assert owner_of(league) == "olga"


def test_owner_whose_account_is_deleted_leaves_the_league_to_a_director() -> None:
    league = season_of(4).league
    direct(league, "dora", "dan")
    leave("olga")
    assert owner_of(league) == "dora"
    assert set(Role.objects.values_list("player__username", flat=True)) == {"dan"}
    assert asked() == []


def test_owner_whose_account_is_deleted_leaves_the_league_to_the_staff_until_a_player_takes_it() -> None:
    league = season_of(3).league
    Player.objects.create_user("sara", is_staff=True)
    leave("olga")
    assert owner_of(league) == "sara"
    assert asked() == [("e1", State.OFFERED)]
    succession.accept(offer=offer(), by=player("e1"), now=after(days=1))
    assert owner_of(league) == "e1"
    assert not Role.objects.exists()


def test_owner_whose_account_is_deleted_on_a_site_without_staff_the_players_are_asked() -> None:
    league = season_of(3).league
    leave("olga")
    assert asked() == [("e1", State.OFFERED)]
    leave("e1")
    days_pass(1)
    assert [state for _, state in asked()] == [State.EXPIRED, State.OFFERED]
    succession.accept(offer=offer(), by=player("e2"), now=after(days=1, hours=1))
    assert owner_of(league) == "e2"


def test_nothing_of_a_deleted_owner_is_left_but_the_neutral_name() -> None:
    season = season_of(3)
    direct(season.league, "dora")
    leave("olga")
    told = LogEntry.objects.get(action="owner_took")
    assert told.before["owner"].startswith("fost-jucator-")
    assert not LogEntry.objects.filter(actor_name="olga").exists()
