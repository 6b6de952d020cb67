"""Ranked matches of the same players that end at once are settled one after the other."""

from collections.abc import Callable

import pytest

from games.models import LedgerAct, Match, PeriodScore, Player, RatingChange, Settlement
from games.services.ledger_acts import Selection, apply
from games.services.ledger_replay import rebuild
from tests.services.ledger import end, line, ranked
from tests.services.table import NOON, at, player
from tests.services.test_conflicts import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people() -> list[Player]:
    return [player(name) for name in ("ana", "bogdan", "carmen", "dan")]


def ender(match: Match, points: list[int]) -> Callable[[], Match]:
    return lambda: end(match, points, NOON)


def test_two_matches_of_the_same_players_that_end_at_once_follow_each_other(people: list[Player]) -> None:
    for nth in range(5):
        matches = [ranked(*people), ranked(*reversed(people))]
        at_once(*[ender(match, [500, 300, 200, 0]) for match in matches])
        lines = sorted((line(match, people[0]) for match in matches), key=lambda change: change.number)
        assert [change.number for change in lines] == [2 * nth + 1, 2 * nth + 2]
        assert lines[0].mu_after == lines[1].mu_before
    assert Settlement.objects.count() == 10
    assert RatingChange.objects.count() == 40
    assert set(PeriodScore.objects.values_list("games", flat=True)) == {10}
    assert rebuild(check=True) == []


def test_matches_of_different_tables_that_end_at_once_are_numbered_without_a_gap(people: list[Player]) -> None:
    others = [player(f"altcineva-{k}") for k in range(8)]
    matches = [ranked(*people), ranked(*others[:4]), ranked(*others[4:]), ranked(people[0], others[0])]
    at_once(*[ender(match, [500, 300, 200, 0][: match.size]) for match in matches])
    found = Settlement.objects.order_by("ladder", "number").values_list("ladder", "number")
    assert list(found) == [("duel", 1), ("table", 1), ("table", 2), ("table", 3)]
    assert rebuild(check=True) == []


def test_an_act_and_an_end_at_once_leave_a_ledger_that_folds(people: list[Player]) -> None:
    first = end(ranked(*people), [500, 300, 200, 0], at(-60))
    second = ranked(*people)
    undo = Selection(LedgerAct.Kind.UNDO, codes=(first.code,))

    def act() -> Match:
        apply(selection=undo, by=people[0], reason="outage")
        return first

    at_once(act, ender(second, [500, 300, 200, 0]))
    assert rebuild(check=True) == []
    assert line(second, people[0]).mu_before == 25.0
