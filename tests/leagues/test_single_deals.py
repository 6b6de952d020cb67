"""Leagues of single rounds (§3): places by what is left in hand, then by the number of cards; RULES for the match."""

import pytest
from django.db import transaction
from django.test import TestCase
from django.utils import translation

from games.engine.ruleset import rules_from
from games.models import Match, Round
from games.services import endings, rounds
from leagues.engine.singles import in_order, parted
from leagues.models import LeagueTable, Result, Standing
from leagues.presenters import promises
from leagues.services import outcomes, paper, results
from leagues.services.errors import Reason
from tests.leagues.services.league import NOON, after, ids, names, player, published, refused, tables_of
from tests.leagues.services.test_online import online, open_round, sit

SINGLE = rules_from({"ending": "single"})


@pytest.mark.parametrize(
    ("places", "counts", "expected"),
    [
        ([1, 2, 3, 4], [0, 9, 1, 1], [1, 2, 3, 4]),  # who is not equal is not touched
        ([1, 2, 2, 4], [0, 3, 1, 9], [1, 3, 2, 4]),
        ([1, 2, 2, 2], [0, 2, 1, 2], [1, 3, 2, 3]),  # still equal is equal
        ([1, 1, 3], [2, 1, 5], [2, 1, 3]),  # a blocked round: also the first place
        ([1, 2, 2], [0, None, 1], [1, 2, 2]),  # a hand written down by its points alone
    ],
)
def test_equal_hands_are_parted_by_the_number_of_cards(
    places: list[int], counts: list[int | None], expected: list[int]
) -> None:
    assert parted(places, counts) == expected


@pytest.mark.parametrize(
    ("places", "worth", "fits"),
    [
        ([1, 2, 3], [0, 5, 20], True),
        ([1, 2, 3], [0, 20, 5], False),
        ([1, 2, 3], [0, 5, 5], True),  # parted by the number of cards
        ([1, 2, 2], [0, 5, 20], False),
        ([2, 1, 3], [5, 0, 20], True),
        ([1, 2, 3], [0, 0, 0], True),  # nobody wrote cards down
    ],
)
def test_places_follow_what_is_left(places: list[int], worth: list[int], fits: bool) -> None:
    assert in_order(places, worth) is fits


def played(*hands: str, winner: int | None = 0, outcome: str = Round.Outcome.WON) -> tuple[LeagueTable, Match]:
    """A match of one round that ends with these hands, by seat."""
    day = online(len(hands), rules=SINGLE, rounds=1)
    open_round(day)
    (table,) = tables_of(day)
    for name in names(table):
        match = sit(table, name, after(minutes=2))
    with transaction.atomic():
        rounds.deal_round(rounds.locked_match(match.pk), after(minutes=3))
    Round.objects.filter(match=match).update(
        hands=list(hands), winner=winner, outcome=outcome, finished_at=after(minutes=9)
    )
    with TestCase.captureOnCommitCallbacks(execute=True):
        locked = rounds.locked_match(match.pk)
        last = Round.objects.get(match=match) if outcome != Round.Outcome.ABORTED else None
        endings.finish(locked, list(locked.seats.order_by("number")), last, after(minutes=9))
    return table, match


def places_of(table: LeagueTable) -> list[int]:
    return [line["place"] for line in Result.objects.get(table=table, current=True).lines]


@pytest.mark.django_db
def test_the_winner_is_first_and_the_others_follow_by_the_points_left() -> None:
    table, _ = played("", "R9 G9", "B5", "R7 G8")
    assert places_of(table) == [1, 4, 2, 3]
    assert [Standing.objects.get(entrant=one).points for one in ids(table)] == [5040, 0, 3360, 1680]


@pytest.mark.django_db
def test_hands_worth_the_same_share_the_match_and_are_parted_in_the_league() -> None:
    table, match = played("", "R4 G4", "B8", "Y9")
    assert list(match.seats.order_by("number").values_list("place", flat=True)) == [1, 2, 2, 4]
    assert places_of(table) == [1, 3, 2, 4]


@pytest.mark.django_db
def test_as_many_cards_of_the_same_worth_stay_equal() -> None:
    table, _ = played("", "R4 G4", "B3 Y5", "Y9")
    assert places_of(table) == [1, 2, 2, 4]


@pytest.mark.django_db
def test_a_blocked_round_is_placed_by_the_points_left_for_all() -> None:
    table, _ = played("R4 G4", "B8", "Y9", winner=None, outcome=Round.Outcome.BLOCKED)
    assert places_of(table) == [2, 1, 3]


@pytest.mark.django_db
def test_a_round_that_was_broken_off_parts_nobody() -> None:
    table, _ = played("R4", "B8 G9", "Y9", winner=None, outcome=Round.Outcome.ABORTED)
    assert set(places_of(table)) == {1}


@pytest.mark.django_db
def test_a_told_result_that_contradicts_the_cards_left_is_refused_but_not_a_directors_correction() -> None:
    day = published(3, table_size=3, rules=SINGLE)
    (table,) = tables_of(day)
    lines = [
        {"entrant": one, "place": place, "points": 0, "cards": cards}
        for place, (one, cards) in enumerate(zip(ids(table), (0, 30, 10), strict=True), start=1)
    ]
    owner = player("olga")
    refused(Reason.CARDS, results.claim, table=table, by=owner, lines=lines, now=NOON)
    results.claim(table=table, by=owner, lines=[line | {"cards": 0} for line in lines], now=NOON)
    results.correct(table=table, by=owner, lines=lines, reason="One hid cards", now=NOON)
    assert places_of(table) == [1, 2, 3]


@pytest.mark.django_db
def test_in_a_match_to_a_target_the_last_hands_decide_nothing() -> None:
    (table,) = tables_of(published(3, table_size=3))
    lines = [
        {"entrant": one, "place": place, "points": 500 - place, "cards": 40 - place}
        for place, one in enumerate(ids(table), start=1)
    ]
    results.claim(table=table, by=player("olga"), lines=lines, now=NOON)
    assert places_of(table) == [1, 2, 3]


@pytest.mark.django_db
def test_a_sheet_of_the_score_keeper_parts_the_hands_whose_cards_it_knows() -> None:
    season = published(4, rules=SINGLE).division.season
    people = {"Ana": 1, "Bo": 2, "Cy": 3, "Dee": 4}
    sheet = paper.open_match(names=list(people), preset="mas", ending="single", owner=player("olga"))
    hands = {"1": "4 4", "2": "8", "3": "9"}
    paper.record(key=sheet.key, deal={"id": "deal-0001", "winner": 0, "dealer": 0, "hands": hands})
    sheet.refresh_from_db()
    assert [line["place"] for line in outcomes.of_sheet(season, sheet, people)] == [1, 3, 2, 4]
    season.rules = rules_from({}).to_mapping()
    assert [line["place"] for line in outcomes.of_sheet(season, sheet, people)] == [1, 2, 2, 4]


@pytest.mark.django_db
def test_the_rules_sheet_says_what_decides() -> None:
    def told(**plan: object) -> list[str]:
        season = published(4, **plan).division.season
        with translation.override("en"):
            facts = promises.facts(season)
        return [fact.value for fact in facts if fact.name == "Places at a table"]

    assert len(told(rules=SINGLE)) == 1
    assert told(owner="otto") == []
