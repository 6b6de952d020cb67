"""What a league's tables played on the site do to ratings (§4.3, §4.4)."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.test import TestCase

from games.models import LedgerAct, Match, PeriodScore, Rating, RatingChange, Round, Settlement
from games.ratings.update import meeting_weight
from games.services import arranged, ledger_acts, rounds
from games.services.ledger_acts import Selection
from games.services.ledger_replay import rebuild
from leagues.models import Result, Season
from leagues.services import clock, ladders, leaving, matchdays, results
from tests.leagues.services.league import NOON, after, begun, entrant, in_order, names, player, published, tables_of
from tests.services.ledger import end, line, ranked

pytestmark = pytest.mark.django_db

THREE = ("e1", "e2", "e3")
OFTEN = 8  # as many tables as make the next one count less


def meet(times: int, now: datetime = NOON) -> Match:
    """So many tables of the site's ranked play for the three; give the last."""
    for nth in range(times):
        match = end(ranked(*map(player, THREE)), [500, 100, 0], now + timedelta(seconds=nth))
    return match


def play(table, now) -> Match:
    """Everybody of the table sits down, one deal is played, and the first of them wins."""
    people = names(table)
    for name in people:
        match = matchdays.sit_down(table=table, player=player(name), now=now)
    assert match is not None
    if not Round.objects.filter(match=match).exists():
        with transaction.atomic():
            rounds.deal_round(rounds.locked_match(match.pk), now)
    Round.objects.filter(match=match).update(outcome=Round.Outcome.WON, winner=0, finished_at=now)
    match.seats.filter(player__username=people[0]).update(points=510)
    with TestCase.captureOnCommitCallbacks(execute=True):
        arranged.freeze(match=match, now=now + timedelta(minutes=30))
    return match


def ladder_of_three():
    division = begun(3, format=Season.Format.LADDER, venue=Season.Venue.ONLINE, round_days=10, best_results=10)
    clock.take_due(after(seconds=1))
    return division


def climb(division, now) -> Match:
    """The three wait on the ladder, are called up and play."""
    for name in THREE:
        one = entrant(division, name)
        ladders.join(entrant=one, by=one.player, now=now)
    clock.take_due(now + ladders.TICK)
    return play(division.matchdays.get().tables.latest("number"), now + timedelta(seconds=25))


def weights(match: Match) -> set[float]:
    """How much the pairs of a rated match counted."""
    assert Settlement.objects.filter(match=match).exists()
    return {reason["weight"] for name in THREE for reason in line(match, player(name)).reasons}


def test_a_ladders_table_counts_less_for_who_have_met_often() -> None:
    division = ladder_of_three()
    meet(OFTEN)
    assert weights(climb(division, after(minutes=1))) == {meeting_weight(OFTEN)}
    assert rebuild(check=True) == []


def test_a_ladders_tables_are_meetings_for_those_after_them() -> None:
    division = ladder_of_three()
    matches = [climb(division, after(hours=hour)) for hour in range(1, 1 + OFTEN)]
    assert weights(matches[-1]) == {meeting_weight(OFTEN - 1)}
    assert weights(meet(1)) == {meeting_weight(OFTEN)}
    assert rebuild(check=True) == []


def test_a_table_that_a_round_paired_counts_in_full_and_is_no_meeting() -> None:
    (table,) = tables_of(published(3, venue=Season.Venue.ONLINE))
    clock.take_due(after(minutes=1))
    meet(OFTEN)
    assert weights(play(table, after(minutes=2))) == {1.0}
    assert weights(meet(1)) == {meeting_weight(OFTEN)}
    assert rebuild(check=True) == []


def corrected(table, order, now, kind=Result.Kind.PLAYED) -> None:
    """The owner corrects a table's result to this order of its people."""
    known = {place.entrant.name: place.entrant_id for place in table.places.select_related("entrant")}
    lines = in_order(table, [known[name] for name in order])
    results.correct(table=table, by=player("olga"), lines=lines, reason="Seen", kind=kind, now=now)


def told() -> dict[str, list[tuple[object, ...]]]:
    """What the ledger says of everybody, by name."""
    ratings = Rating.objects.order_by("player").values_list("player__username", "mu", "sigma", "games")
    lines = RatingChange.objects.order_by("number", "player")
    periods = PeriodScore.objects.order_by("player", "period")
    return {
        "ratings": list(ratings),
        "lines": list(lines.values_list("player__username", "place", "score", "mu_before", "mu_after")),
        "periods": list(periods.values_list("player__username", "period", "games", "points")),
    }


@pytest.fixture
def table():
    """A table of three that was played, the first of it in front and the others equal; then the three met again."""
    (table,) = tables_of(published(3, rounds=2, venue=Season.Venue.ONLINE))
    clock.take_due(after(minutes=1))
    play(table, after(minutes=2))
    meet(1, after(hours=2))
    return tables_of(table.matchday)[0]


def seat(match: Match, places: Mapping[str, int]) -> None:
    """Write other places into the match itself, and fold the ledger by them."""
    for name, place in places.items():
        match.seats.filter(player__username=name).update(place=place)
    rebuild()


def as_if(table, order) -> dict[str, list[tuple[object, ...]]]:
    """What the ledger would say had the match itself ended in this order; it is left as it was."""
    before = dict(table.match.seats.values_list("player__username", "place"))
    seat(table.match, {name: place for place, name in enumerate(order, start=1)})
    said = told()
    seat(table.match, before)
    return said


def test_a_corrected_table_is_rated_by_its_new_places_and_so_is_what_came_after_it(table) -> None:
    order = names(table)[::-1]
    expected, before = as_if(table, order), told()
    corrected(table, order, after(hours=3))
    assert told() == expected != before
    assert [line(table.match, player(name)).place for name in order] == [1, 2, 3]
    assert rebuild(check=True) == []
    assert rebuild() == []
    assert told() == expected


def test_the_act_is_kept_and_the_match_itself_stays_as_it_was_played(table) -> None:
    seats = list(table.match.seats.values_list("number", "place", "points"))
    corrected(table, names(table)[::-1], after(hours=3))
    act = LedgerAct.objects.get()
    assert (act.kind, act.by, act.reason, act.matches) == ("correct", player("olga"), "Seen", [table.match.code])
    assert {change["player"] for change in act.changes} == {player(name).pk for name in names(table)}
    assert list(table.match.seats.values_list("number", "place", "points")) == seats


def test_a_correction_of_points_alone_touches_no_rating(table) -> None:
    first = table.results.get()
    lines = [one | {"points": one["points"] + 7} for one in first.lines]
    results.correct(table=table, by=player("olga"), lines=lines, reason="Seen", now=after(hours=3))
    assert not LedgerAct.objects.exists()


def test_a_correction_taken_back_is_rated_as_it_was(table) -> None:
    before, played = told(), table.results.get()
    corrected(table, names(table)[::-1], after(hours=3))
    results.correct(table=table, by=player("olga"), lines=played.lines, reason="No", now=after(hours=4))
    assert told() == before
    assert Settlement.objects.get(match=table.match).places == {}


@pytest.mark.parametrize("kind", [Result.Kind.VOID, Result.Kind.FORFEIT])
def test_a_table_that_is_void_or_forfeited_is_rated_no_more_until_it_is_corrected_again(table, kind) -> None:
    order = names(table)[::-1]
    expected = as_if(table, order)
    corrected(table, order, after(hours=3), kind)
    assert Settlement.objects.get(match=table.match).undone_at == after(hours=3)
    assert Rating.objects.get(player=player("e1")).games == 1
    corrected(table, order, after(hours=4))
    assert told() == expected
    assert rebuild(check=True) == []


def test_what_the_sites_staff_took_out_stays_out_after_a_correction(table) -> None:
    undo = Selection(kind=LedgerAct.Kind.UNDO, codes=(table.match.code,))
    ledger_acts.apply(selection=undo, by=player("sefa"), reason="outage", now=after(hours=3))
    ratings = told()["ratings"]
    corrected(table, names(table)[::-1], after(hours=4), Result.Kind.VOID)
    corrected(table, names(table)[::-1], after(hours=5))
    assert told()["ratings"] == ratings
    assert rebuild(check=True) == []


def test_the_match_of_who_was_put_out_for_cheating_stays_out_after_a_correction(table) -> None:
    corrected(table, names(table), after(hours=3), Result.Kind.VOID)
    one = entrant(table.matchday.division, "e1")
    leaving.disqualify(entrant=one, by=player("olga"), reason="Two accounts", now=after(hours=4))
    ratings = told()["ratings"]
    corrected(table, names(table), after(hours=5))
    assert told()["ratings"] == ratings
