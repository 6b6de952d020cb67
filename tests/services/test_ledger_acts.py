"""The ledger folded again is what is stored, and settlements can be taken out of it and in again."""

import random
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from django.core.management import call_command

from games import queries_ledger
from games.models import LedgerAct, Match, PeriodScore, Player, Rating, RatingChange, Settlement
from games.ratings.book import Book, Table
from games.ratings.noise import noise_of
from games.ratings.standing import day_of
from games.services import ledger
from games.services.errors import NotAllowed, Reason
from games.services.ledger_acts import Selection, apply, correct, preview
from games.services.ledger_replay import rebuild
from tests.services.ledger import NOON, end, leave_in_first_deal, line, ranked, rating
from tests.services.table import player

pytestmark = pytest.mark.django_db

UNDO, REDO = LedgerAct.Kind.UNDO, LedgerAct.Kind.REDO


def later(days: float) -> datetime:
    return NOON + timedelta(days=days)


@pytest.fixture
def people() -> list[Player]:
    return [player(name) for name in ("ana", "bogdan", "carmen", "dan", "elena", "florin")]


@pytest.fixture
def boss() -> Player:
    return player("sefa")


@pytest.fixture
def history(people: list[Player]) -> list[Player]:
    """Twenty-four matches of every kind in two months."""
    chance = random.Random("history")
    for nth in range(24):
        seats = chance.choice([2, 2, 3, 4, 4, 5])
        match = ranked(*chance.sample(people, seats), name=chance.choice(["mas", "clasic"]))
        left = chance.sample(range(seats), chance.choice([0, 0, 0, 1]))
        if left and chance.random() < 0.5:
            leave_in_first_deal(match, left[0])
        end(match, [chance.randrange(0, 600, 100) for _ in range(seats)], later(nth * 2.5), left)
    return people


def stored() -> dict[str, list[tuple[object, ...]]]:
    """Everything that the ledger says."""
    return {
        "ratings": list(
            Rating.objects.order_by("ladder", "player").values_list("ladder", "player", "mu", "sigma", "games")
        ),
        "lines": list(
            RatingChange.objects.order_by("ladder", "number", "player").values_list(
                "number", "player", "score", "mu_before", "mu_after", "sigma_after"
            )
        ),
        "periods": [
            (row.ladder, row.period, row.player_id, row.games, tuple(row.best), row.points)
            for row in PeriodScore.objects.order_by("ladder", "period", "player")
        ],
    }


def test_the_ledger_folded_again_is_what_is_stored(history: list[Player]) -> None:
    before = stored()
    assert rebuild(check=True) == []
    assert rebuild() == []
    assert stored() == before


def test_what_was_stored_otherwise_is_named_and_put_right(history: list[Player]) -> None:
    before = stored()
    Rating.objects.filter(ladder="duel").update(mu=40)
    RatingChange.objects.filter(number=3).update(mu_after=40)
    PeriodScore.objects.filter(period="2026-12").delete()
    with pytest.raises(SystemExit):
        call_command("rebuild_ratings", "--check")
    assert rebuild() != []
    assert stored() == before


def test_numbers_are_dense_and_follow_the_ends(history: list[Player]) -> None:
    for ladder in ("duel", "table"):
        found = list(Settlement.objects.filter(ladder=ladder).order_by("settled_at").values_list("number", flat=True))
        assert found == list(range(1, len(found) + 1))


def test_a_line_goes_on_where_the_one_before_it_ended(history: list[Player]) -> None:
    for person in history:
        for ladder in ("duel", "table"):
            lines = list(RatingChange.objects.filter(player=person, ladder=ladder).order_by("number"))
            for one, other in pairwise(lines):
                assert (one.mu_after, one.sigma_after) == (other.mu_before, other.sigma_before)


def test_undoing_the_last_match_is_as_if_it_had_never_been(people: list[Player], boss: Player) -> None:
    end(ranked(*people[:4]), [500, 200, 100, 0], later(0))
    before = stored()
    match = end(ranked(*people[1:5]), [500, 200, 100, 0], later(1))
    apply(selection=Selection(UNDO, since=later(0.5), until=later(2)), by=boss, reason="outage")
    after = stored()
    assert (after["ratings"], after["periods"]) == (before["ratings"], before["periods"])
    out = line(match, people[1])
    assert (out.mu_before, out.reasons, out.score) == (out.mu_after, [], 0)
    assert not Rating.objects.filter(player=people[4]).exists()


def test_undoing_an_early_match_replays_those_after_it(people: list[Player], boss: Player) -> None:
    matches = [end(ranked(*people[:3]), points, later(day)) for day, points in enumerate([[500, 0, 1], [0, 500, 1]])]
    lone = [player(name) for name in ("gina", "horia", "ioana")]
    end(ranked(*lone), [0, 500, 1], later(1))
    apply(selection=Selection(UNDO, codes=(matches[0].code,)), by=boss, reason="outage")
    # The second match is rated as if it were the first of all.
    for person, other in zip(people, lone, strict=False):
        assert (rating(person).mu, rating(person).sigma) == (rating(other).mu, rating(other).sigma)
    assert rebuild(check=True) == []


def test_undo_and_redo_change_nothing_in_the_end(history: list[Player], boss: Player) -> None:
    before = stored()
    span = {"since": later(10), "until": later(30)}
    apply(selection=Selection(UNDO, **span), by=boss, reason="outage")
    assert stored()["ratings"] != before["ratings"]
    assert rebuild(check=True) == []
    apply(selection=Selection(REDO, **span), by=boss, reason="it was no outage")
    assert stored() == before
    assert rebuild(check=True) == []


def test_a_banned_account_is_taken_out_of_every_table(history: list[Player], boss: Player) -> None:
    banned = history[0]
    apply(selection=Selection(UNDO, player=banned.pk), by=boss, reason="cheated")
    assert not Rating.objects.filter(player=banned).exists()
    assert not PeriodScore.objects.filter(player=banned).exists()
    assert rebuild(check=True) == []
    assert set(Settlement.objects.filter(undone_at=None).values_list("match__seats__player", flat=True)).isdisjoint(
        {banned.pk}
    )


def test_the_preview_says_what_the_act_then_does(history: list[Player], boss: Player) -> None:
    selection = Selection(UNDO, player=history[2].pk)
    before = stored()
    seen = preview(selection=selection)
    assert stored() == before
    act = apply(selection=selection, by=boss, reason="cheated")
    assert act.matches == list(seen.codes)
    assert act.changes == [
        {"player": one.player, "ladder": one.ladder, "before": one.before, "after": one.after} for one in seen.changes
    ]
    assert {one["player"] for one in act.changes} > {history[2].pk}
    assert (act.kind, act.by, act.reason) == (UNDO, boss, "cheated")


def test_matches_that_end_after_an_act_go_on_from_it(people: list[Player], boss: Player) -> None:
    match = end(ranked(*people[:2]), [500, 0], later(0))
    apply(selection=Selection(UNDO, codes=(match.code,)), by=boss, reason="outage")
    after = end(ranked(*people[:2]), [500, 0], later(1))
    assert (line(after, people[0]).number, line(after, people[0]).mu_before) == (2, 25.0)
    assert rating(people[0], "duel").games == 1
    assert rebuild(check=True) == []


def test_the_places_of_a_match_stay_as_they_were_played(people: list[Player], boss: Player) -> None:
    match = end(ranked(*people[:3]), [500, 0, 1])
    apply(selection=Selection(UNDO, codes=(match.code,)), by=boss, reason="outage")
    assert [seat.place for seat in match.seats.all()] == [1, 3, 2]


def test_by_corrected_places_who_left_is_below_everybody_still(people: list[Player], boss: Player) -> None:
    match = end(ranked(*people[:3]), [500, 100, 0], left=[2])
    ana, bogdan, carmen = people[:3]
    correct(match=match, places={carmen.pk: 1, bogdan.pk: 2}, by=boss, reason="seen")
    told = {reason["player"]: reason["outcome"] for reason in line(match, carmen).reasons}
    assert told == {ana.pk: 0, bogdan.pk: 0}
    assert (line(match, carmen).score, line(match, ana).place, line(match, ana).score) == (0, 3, 2520)
    assert rebuild(check=True) == []


def test_a_correction_that_changes_nothing_is_no_act(people: list[Player], boss: Player) -> None:
    match = end(ranked(*people[:2]), [500, 0])
    unrated = end(ranked(*people[:2], kind="casual"), [500, 0])
    as_played = {people[0].pk: 1, people[1].pk: 2}
    assert correct(match=match, places=as_played, by=boss, reason="seen") is None
    assert correct(match=match, places={}, by=boss, reason="seen") is None
    assert correct(match=unrated, places={people[1].pk: 1}, by=boss, reason="seen") is None
    with pytest.raises(NotAllowed) as refusal:
        correct(match=match, places={people[1].pk: 1}, by=boss, reason=" ")
    assert refusal.value.reason == Reason.NO_LEDGER_REASON
    assert not LedgerAct.objects.exists()


def test_an_undone_match_that_is_corrected_counts_by_its_new_places_when_it_is_redone(
    people: list[Player], boss: Player
) -> None:
    match = end(ranked(*people[:2]), [500, 0])
    one = Selection(UNDO, codes=(match.code,))
    apply(selection=one, by=boss, reason="outage")
    correct(match=match, places={people[1].pk: 1}, by=boss, reason="seen")
    assert not Rating.objects.exists()
    apply(selection=replace(one, kind=REDO), by=boss, reason="it was no outage")
    assert rating(people[1], "duel").mu > rating(people[0], "duel").mu
    assert rebuild(check=True) == []


@pytest.mark.parametrize(
    ("selection", "reason", "refused"),
    [
        (Selection(UNDO), "outage", Reason.NO_SETTLEMENT),
        (Selection(UNDO, since=later(100)), "outage", Reason.NO_SETTLEMENT),
        (Selection(REDO, since=later(-1)), "outage", Reason.NO_SETTLEMENT),
        (Selection(UNDO, since=later(-1)), "  ", Reason.NO_LEDGER_REASON),
    ],
    ids=["everything", "nothing there", "nothing undone", "no reason"],
)
def test_what_an_act_is_refused_for(
    people: list[Player], boss: Player, selection: Selection, reason: str, refused: Reason
) -> None:
    end(ranked(*people[:2]), [500, 0])
    before = stored()
    with pytest.raises(NotAllowed) as refusal:
        apply(selection=selection, by=boss, reason=reason)
    assert refusal.value.reason == refused
    assert stored() == before
    assert not LedgerAct.objects.exists()


def test_what_was_undone_is_not_undone_again(people: list[Player], boss: Player) -> None:
    end(ranked(*people[:2]), [500, 0])
    apply(selection=Selection(UNDO, since=later(-1)), by=boss, reason="outage")
    with pytest.raises(NotAllowed):
        apply(selection=Selection(UNDO, since=later(-1)), by=boss, reason="outage")


def test_no_database_changes_a_bit_of_what_the_book_says(history: list[Player]) -> None:
    books = {"duel": Book(), "table": Book()}
    for match in Match.objects.order_by("finished_at"):
        seats = ledger.seated(list(match.seats.all()))
        noise = noise_of(match.preset, len(seats), "target 500")
        assert match.finished_at is not None
        assert noise is not None
        table = Table(day_of(match.finished_at), noise, seats, queries_ledger.left_early(match))
        books[ledger.ladder_of(len(seats))].settle(table)
    for ladder, book in books.items():
        stored = {row.player_id: (row.mu, row.sigma, row.games) for row in Rating.objects.filter(ladder=ladder)}
        assert stored == {player: (*account.standing, account.games) for player, account in book.accounts.items()}
