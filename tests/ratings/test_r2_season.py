"""R2 and R4: over a season of known strengths the rating finds them out, and knows how sure it is."""

import random

import pytest

from games.ratings.standing import START
from tests.pace import in_time
from tests.ratings.population import (
    DEAL,
    FULL,
    MATCH,
    Account,
    Format,
    correlation,
    play,
    population,
    season,
    settle,
    table_of,
)

TABLES = 12_000
SEEDS = 5 if FULL else 1
FORMATS = {
    "4 seats": ([Format(4, MATCH[4])], 0.70),
    "2 seats": ([Format(2, MATCH[2])], 0.73),
    "mixed": ([*(Format(*format_) for format_ in MATCH.items()), Format(4, DEAL[4])], 0.70),
    "one deal": ([Format(4, DEAL[4])], 0.0),
}


@pytest.mark.parametrize("name", FORMATS)
def test_the_rating_foretells_most_of_what_can_be_foretold(name: str) -> None:
    formats, least = FORMATS[name]
    shares = []
    for seed in range(SEEDS):
        chance = random.Random(f"R2 {name} {seed}")
        shares.append(season(population(300, chance), formats, TABLES, chance))
    assert sum(shares) / SEEDS >= least, shares


def played(players: list[Account], games: int, chance: random.Random) -> None:
    """Let everybody play so many matches of four."""
    format_ = Format(4, MATCH[4])
    while sum(account.games for account in players) < games * len(players):
        table = table_of(players, format_.seats, chance)
        places = play([format_.pull * account.strength for account in table], chance)
        settle(table, places, format_.noise)


def agreement(players: list[Account]) -> float:
    return correlation((account.strength, account.standing.mu) for account in players)


def test_twenty_matches_order_the_players_well_and_many_nearly_rightly() -> None:
    chance = random.Random("R2 order")
    players = population(300, chance)
    played(players, 20, chance)
    assert agreement(players) >= 0.70
    played(players, 160, chance)
    assert agreement(players) >= 0.95


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_rating_knows_how_sure_it_is(seed: int) -> None:
    chance = random.Random(f"R4 {seed}")
    players = population(300, chance)
    played(players, 40, chance)
    sure = [abs(START.mu + START.sigma * one.strength - one.standing.mu) <= 2 * one.standing.sigma for one in players]
    assert 0.88 <= sum(sure) / len(sure) <= 0.98


def test_a_table_is_rated_in_no_time() -> None:
    chance = random.Random("R2 time")
    players = population(300, chance)
    tables = [table_of(players, 4, chance) for _ in range(1_000)]
    in_time(lambda: [settle(table, [1, 2, 3, 4], MATCH[4]) for table in tables], 300e-6 * len(tables))
