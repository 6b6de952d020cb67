"""A yes to an open seat, the table's beginning and a leaving at the same moment, on PostgreSQL."""

from collections.abc import Callable

import pytest
from django.db import connection

from leagues.models import LeagueTable, Place, Season, SubstituteOffer
from leagues.services import leaving, matchdays, results, substitutes
from leagues.services.errors import NotAllowed, Reason
from tests.leagues.seasons import FULL
from tests.leagues.services.league import after, entrant, ids, in_order, names, player
from tests.leagues.services.test_open_seats import leave, sit, table_of
from tests.services.test_conflicts import at_once

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one write at a time"),
    pytest.mark.parametrize("run", range(25 if FULL else 4)),
]


def outcome(verb: Callable[[], object]) -> Callable[[], str]:
    def did() -> str:
        try:
            return "nothing" if verb() is False else "done"
        except NotAllowed as no:
            return str(no.reason)

    return did


def test_a_yes_and_the_tables_beginning_at_once_leave_either_four_or_three(run: int) -> None:
    table = table_of()
    gone, *others = names(table)
    leave(table, gone)
    sit(table, *others[:2], hours=2)
    offer = SubstituteOffer.objects.get()
    said, _ = at_once(
        outcome(lambda: substitutes.accept(offer=offer, by=player("r1"), now=after(hours=2))),
        outcome(lambda: matchdays.sit_down(table=table, player=player(others[2]), now=after(hours=2))),
    )
    table.refresh_from_db()
    if said == "done":
        assert (table.state, table.match) == (LeagueTable.State.SEATED, None)
        match = sit(table, "r1", *others, hours=2, seconds=5)
        assert {seat.player.username for seat in match.seats.all()} == {"r1", *others}
    else:
        assert said in {str(Reason.TOO_LATE), str(Reason.STATE)}
        assert {seat.player.username for seat in table.match.seats.all()} == set(others)
    assert not Place.objects.filter(table=table, role=Place.Role.OPEN).exists()


def test_a_yes_and_the_end_of_the_grace_at_once(run: int) -> None:
    table = table_of()
    gone, *others = names(table)
    leave(table, gone)
    sit(table, *others[:2], hours=2)
    offer = SubstituteOffer.objects.get()
    said, _ = at_once(
        outcome(lambda: substitutes.accept(offer=offer, by=player("r1"), now=after(hours=2))),
        outcome(lambda: matchdays.vacate(table, after(hours=2))),
    )
    table.refresh_from_db()
    assert said in {"done", str(Reason.TOO_LATE), str(Reason.STATE)}
    assert table.match.seats.count() == 2
    assert table.places.count() == (4 if said == "done" else 3)


def test_two_who_leave_one_table_and_a_result_of_another_at_once(run: int) -> None:
    table = table_of(12, reserves=("r1", "r2"), venue=Season.Venue.BOTH)
    division, (one, two) = table.matchday.division, names(table)[:2]
    other = LeagueTable.objects.select_related("matchday__division__season__league").get(
        matchday=table.matchday, number=2
    )
    lines = in_order(other, ids(other))

    def gone(name: str) -> Callable[[], str]:
        leaver = entrant(division, name)
        return outcome(lambda: leaving.withdraw(entrant=leaver, by=leaver.player, now=after(hours=1)))

    answers = at_once(
        gone(one),
        gone(two),
        outcome(lambda: results.claim(table=other, by=player("olga"), lines=lines, now=after(hours=1))),
    )
    assert answers == ["done", "done", "done"]
    assert table.places.filter(role=Place.Role.OPEN).count() == 2
    asked = SubstituteOffer.objects.filter(state=SubstituteOffer.State.OFFERED)
    assert sorted(asked.values_list("player__username", flat=True)) == ["r1", "r2"]
