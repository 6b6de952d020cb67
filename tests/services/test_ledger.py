"""A ranked match enters the ledger once, as it ended, by the ratings at its end."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import queries_ledger
from games.models import LedgerHead, Match, PeriodScore, Player, Rating, RatingChange, Seat, Settlement
from games.ratings.noise import noise_of
from games.ratings.standing import START, Standing, shown
from games.ratings.update import Entry, meeting_weight, rate
from games.services import endings, ledger
from games.services.ledger_replay import rebuild
from tests.ratings.population import FULL
from tests.services.ledger import NOON, end, leave_in_first_deal, line, ranked, rating
from tests.services.table import fresh, player

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[Player]:
    return [player(name) for name in ("ana", "bogdan", "carmen", "dan")]


def later(days: float) -> datetime:
    return NOON + timedelta(days=days)


def test_a_ranked_match_is_rated_as_the_update_says(people: list[Player]) -> None:
    match = end(ranked(*people), [500, 200, 200, 10])
    noise = noise_of("mas", 4, "target 500")
    assert noise is not None
    expected = rate([Entry(START, place, games=0) for place in (1, 2, 2, 4)], noise)
    for person, outcome in zip(people, expected, strict=True):
        found = rating(person)
        assert (found.mu, found.sigma) == outcome.standing
        assert (found.standing, found.games, found.rated_at) == (outcome.standing.safe, 1, NOON)
    settlement = Settlement.objects.get()
    assert (settlement.match, settlement.ladder, settlement.number) == (match, "table", 1)
    assert (settlement.preset, settlement.seats, settlement.ending) == ("mas", 4, "target 500")


def test_the_ledger_says_why(people: list[Player]) -> None:
    match = end(ranked(*people), [500, 200, 200, 10])
    change = line(match, people[1])
    assert (change.place, change.left, change.score, change.number) == (2, False, 2520, 1)
    assert (change.mu_before, change.mu_after) == (START.mu, rating(people[1]).mu)
    assert [(why["player"], why["outcome"], why["expected"]) for why in change.reasons] == [
        (people[0].pk, 0, 0.5),
        (people[2].pk, 1, 0.5),
        (people[3].pk, 2, 0.5),
    ]
    assert sum(why["gain"] for why in change.reasons) == pytest.approx(change.mu_after - change.mu_before)


def test_equal_losers_lose_equally(people: list[Player]) -> None:
    end(ranked(*people), [500, 0, 0, 0])
    losers = [rating(person) for person in people[1:]]
    assert len({(loser.mu, loser.sigma) for loser in losers}) == 1


def test_a_match_is_settled_once(people: list[Player]) -> None:
    match = end(ranked(*people), [500, 200, 100, 10])
    before = list(Rating.objects.values_list("mu", flat=True))
    assert ledger.settle(match=match, seats=list(match.seats.all()), now=later(1)) is None
    assert list(Rating.objects.values_list("mu", flat=True)) == before
    assert LedgerHead.objects.get().number == Settlement.objects.count() == 1


def test_a_match_that_ends_later_goes_by_the_ratings_at_its_end(people: list[Player]) -> None:
    slow, quick = ranked(*people[:2]), ranked(*people[:2])
    end(quick, [500, 0], later(1))
    settled = rating(people[0], "duel")
    end(slow, [0, 500], later(2))
    change = line(slow, people[0])
    assert (change.number, change.mu_before, change.sigma_before) == (2, settled.mu, settled.sigma)
    assert change.reasons[0]["expected"] > 0.5


def test_the_ladders_keep_apart(people: list[Player]) -> None:
    end(ranked(*people[:2]), [500, 0])
    end(ranked(*people[:3]), [500, 0, 0])
    assert set(Rating.objects.filter(player=people[0]).values_list("ladder", "games")) == {("duel", 1), ("table", 1)}
    assert set(LedgerHead.objects.values_list("ladder", "number")) == {("duel", 1), ("table", 1)}


def test_casual_matches_are_not_rated(people: list[Player]) -> None:
    end(ranked(*people, kind="casual"), [500, 0, 0, 0])
    assert not Settlement.objects.exists()


def test_a_table_with_a_bot_is_not_rated(people: list[Player]) -> None:
    match = ranked(*people)
    Seat.objects.filter(match=match, number=3).update(player=None, bot="sensible")
    end(match, [500, 0, 0, 0])
    assert not Settlement.objects.exists()


@pytest.mark.parametrize(("preset", "ending"), [("", "target 500"), ("mas", "target 300"), ("mas", "rounds 4")])
def test_a_format_that_was_never_measured_is_not_rated(people: list[Player], preset: str, ending: str) -> None:
    match = ranked(*people)
    match.preset, match.rules["ending"] = preset, ending
    match.save()
    end(match, [500, 0, 0, 0])
    assert not Settlement.objects.exists()


def test_a_cancelled_match_is_not_rated(people: list[Player]) -> None:
    match = ranked(*people)
    endings.cancel(match, NOON)
    assert fresh(match).state == Match.State.CANCELLED
    assert not Settlement.objects.exists()


def test_who_left_loses_and_the_others_change_by_each_other(people: list[Player]) -> None:
    match = end(ranked(*people), [500, 200, 100, 450], left=[3])
    stayed = [line(match, person) for person in people[:3]]
    assert sum(change.mu_after for change in stayed) == pytest.approx(3 * START.mu)
    assert all(people[3].pk not in {why["player"] for why in change.reasons} for change in stayed)
    left = line(match, people[3])
    assert (left.place, left.left, left.score) == (4, True, 0)
    assert left.mu_after < START.mu
    assert {why["outcome"] for why in left.reasons} == {0}


def test_whose_opponent_left_a_duel_gains_nothing_but_the_points_of_the_season(people: list[Player]) -> None:
    match = end(ranked(*people[:2]), [100, 200], left=[1])
    stayed = line(match, people[0])
    assert (stayed.mu_after, stayed.sigma_after, stayed.reasons) == (*START, [])
    assert stayed.score == 5040
    assert not Rating.objects.filter(player=people[0]).exists()
    assert rating(people[1], "duel").mu < START.mu


def test_leaving_before_the_first_deal_is_over_counts_for_who_left_alone(people: list[Player]) -> None:
    match = ranked(*people)
    leave_in_first_deal(match, 3)
    end(match, [500, 200, 100, 0], left=[3])
    assert list(RatingChange.objects.values_list("player", flat=True)) == [people[3].pk]
    assert list(Rating.objects.values_list("player", flat=True)) == [people[3].pk]
    assert set(PeriodScore.objects.values_list("player", "points")) == {(people[3].pk, 0)}


def test_who_meet_often_move_each_other_less_however_long_ago(people: list[Player]) -> None:
    weights = []
    for day in (0, 1, 2, 3, 4, 400):
        match = end(ranked(*people[:2]), [500, 0], later(day))
        weights.append(line(match, people[0]).reasons[0]["weight"])
    assert weights == [meeting_weight(earlier) for earlier in range(6)]
    assert weights[-1] < 0.25


def test_the_ledger_knows_with_whom_both_sat_lately_and_no_more(
    people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    remembered = 6
    for module in ("games.ratings.book", "games.queries_ledger"):
        monkeypatch.setattr(f"{module}.REMEMBERED", remembered)
    ana, bogdan, carmen, dan = people
    for day in range(4):
        end(ranked(ana, bogdan), [500, 0], later(day))
    for day in range(remembered):
        end(ranked(ana, carmen), [500, 0], later(10 + day))
        if day < remembered - 2:
            end(ranked(bogdan, dan), [500, 0], later(10 + day))
    with CaptureQueriesContext(connection) as queries:
        book = queries_ledger.book_of([], [ana.pk, bogdan.pk, carmen.pk], "duel")
    assert [book.meetings(ana.pk, other.pk) for other in (bogdan, carmen)] == [2, remembered]
    assert book.meetings(bogdan.pk, carmen.pk) == 0
    assert len(queries) == 3, "as many as with an empty ledger"
    end(ranked(bogdan, dan), [500, 0], later(50))
    end(ranked(bogdan, dan), [500, 0], later(51))
    assert queries_ledger.book_of([], [ana.pk, bogdan.pk], "duel").meetings(ana.pk, bogdan.pk) == 0
    assert rebuild(check=True) == []


@pytest.mark.parametrize("days_between", [7, 2, 1, 1 / 4, 1 / 20] if FULL else [7])
def test_farming_fixed_accounts_brings_little_at_any_pace(people: list[Player], days_between: float) -> None:
    farmed = 100 if FULL else 30
    rows = [
        Rating(player=person, ladder="table", mu=25, sigma=2.4, standing=20.2, games=100, rated_at=NOON)
        for person in people
    ]
    Rating.objects.bulk_create(rows)
    for match in range(farmed):
        end(ranked(*people), [500, 30, 20, 10], later(match * days_between))
    assert shown(rating(people[0]).mu) < 1500 + 120


def test_a_newcomer_hardly_moves_the_experienced(people: list[Player]) -> None:
    Rating.objects.create(player=people[0], ladder="duel", mu=25, sigma=2.4, standing=20.2, games=50, rated_at=NOON)
    match = end(ranked(*people[:2]), [0, 500])
    assert line(match, people[0]).mu_after == 25
    assert line(match, people[1]).mu_after > 25


def test_the_doubt_grows_while_nothing_is_played(people: list[Player]) -> None:
    rows = [
        Rating(player=person, ladder="duel", mu=25, sigma=2.4, standing=20.2, games=50, rated_at=NOON)
        for person in people[:2]
    ]
    Rating.objects.bulk_create(rows)
    match = end(ranked(*people[:2]), [500, 0], later(365))
    change = line(match, people[0])
    assert change.sigma_before == 2.4  # the line goes on from the one before
    assert change.sigma_after > 3.5
    known = Standing(change.mu_before, change.sigma_before)
    assert change.mu_after - known.mu > 0.5


def test_the_best_scores_of_a_month_and_a_season_count(people: list[Player]) -> None:
    for day in range(12):
        end(ranked(*people[:3]), [500, 200, 100] if day % 2 else [100, 500, 200], later(day / 100))
    found = PeriodScore.objects.get(player=people[0], period="2026-11")
    assert (found.games, found.best, found.points) == (12, [5040] * 6 + [0] * 4, 6 * 5040)
    assert PeriodScore.objects.get(player=people[1], period="2026-S4").points == 6 * 5040 + 4 * 2520


def test_a_new_season_begins_without_points_and_with_the_rating_of_the_old(people: list[Player]) -> None:
    one = people[0]
    old = end(ranked(*people[:2]), [500, 0], datetime(2026, 11, 30, 21, 59, tzinfo=UTC))
    new = end(ranked(*people[:2]), [0, 500], datetime(2026, 11, 30, 22, 0, tzinfo=UTC))
    before, after = line(old, one), line(new, one)
    assert (after.mu_before, after.sigma_before) == (before.mu_after, before.sigma_after)
    assert (rating(one, "duel").mu, rating(one, "duel").games) == (after.mu_after, 2)
    assert PeriodScore.objects.get(player=one, period="2027-S1").points == 0


def test_a_period_ends_at_midnight_in_bucharest(people: list[Player]) -> None:
    end(ranked(*people[:2]), [500, 0], datetime(2026, 11, 30, 21, 59, tzinfo=UTC))
    end(ranked(*people[:2]), [500, 0], datetime(2026, 11, 30, 22, 0, tzinfo=UTC))
    periods = set(PeriodScore.objects.filter(player=people[0]).values_list("period", "games"))
    assert periods == {("2026-11", 1), ("2026-S4", 1), ("2026-12", 1), ("2027-S1", 1)}
