"""A1: a favour shows in a few dozen tables, honest pairs hardly ever look like one."""

import random
from collections import defaultdict

import pytest

from games.ratings.book import Book, Line, Seat, Table
from games.ratings.collusion import Pair, Shared, Suspicion, deviation, favours, suspicion
from tests.ratings.population import FULL, MATCH, Format, play

FORMAT = Format(4, MATCH[4])
HONEST_PAIRS = 2_000


class Town:
    """People who play at tables of four, some of whom help each other."""

    def __init__(self, seed: str, people: int, helps: dict[Pair, float] | None = None) -> None:
        self.chance = random.Random(seed)
        self.strengths = [self.chance.gauss(0, 1) for _ in range(people)]
        self.helps = helps or {}
        self.book = Book()
        self.shared: defaultdict[Pair, list[Shared]] = defaultdict(list)
        self.day = 0.0

    def sit(self, group: list[int]) -> None:
        """Play and rate one table; at it the helped is as many log-odds stronger as the helper is weaker."""
        self.day += 0.2
        pulls = {player: FORMAT.pull * self.strengths[player] for player in group}
        for (helper, helped), logits in self.helps.items():
            if helper in pulls and helped in pulls:
                pulls[helped] += logits
                pulls[helper] -= logits
        places = play([pulls[player] for player in group], self.chance)
        seats = tuple([Seat(player, place) for player, place in zip(group, places, strict=True)])
        self._remember(self.book.settle(Table(self.day, FORMAT.noise, seats)))

    def _remember(self, lines: list[Line]) -> None:
        players = [line.seat.player for line in lines]
        surplus = {
            line.seat.player: {players[duel.other]: duel.outcome / 2 - duel.expected for duel in line.duels}
            for line in lines
        }
        for pair, shared in favours(surplus).items():
            self.shared[pair].append(shared)

    def play(self, tables: int) -> "Town":
        for _ in range(tables):
            self.sit(self.chance.sample(range(len(self.strengths)), 4))
        return self

    def suspicions(self) -> dict[Pair, Suspicion]:
        return {pair: suspicion(tables) for pair, tables in self.shared.items()}


def test_of_two_thousand_honest_pairs_at_most_one_is_flagged() -> None:
    # 46 people are 2,070 ordered pairs; each shares some 30 tables.
    for seed in range(5 if FULL else 1):
        found = Town(f"honest {seed}", 46).play(5_000).suspicions()
        assert len(found) >= HONEST_PAIRS
        assert min(one.tables for one in found.values()) >= 8
        assert sum(one.is_flagged for one in found.values()) <= 1


def sit_together(town: Town, tables: int, others: int) -> None:
    """Let 0 and 1 share so many tables, with `others` played in the town between two of them."""
    for _ in range(tables):
        town.play(others)
        town.sit([0, 1, *town.chance.sample(range(2, len(town.strengths)), 2)])


def test_a_favour_is_found_in_thirty_tables() -> None:
    found = 0
    trials = 100 if FULL else 20
    for trial in range(trials):
        town = Town(f"favour {trial}", 60).play(1_200)
        town.shared.clear()
        town.helps = {(0, 1): 1.5}
        sit_together(town, 30, 20)
        found += suspicion(town.shared[0, 1]).is_flagged
    assert found >= 0.8 * trials


@pytest.mark.parametrize("seed", range(10 if FULL else 3))
def test_planted_helpers_are_in_the_first_percent(seed: int) -> None:
    # 200 matches of 24 people; one pair sits together at 40 of them, and one of the two lets the other win.
    town = Town(f"planted {seed}", 24, {(0, 1): 2.0})
    sit_together(town, 40, 4)
    suspicions = town.suspicions()
    order = sorted(suspicions, key=lambda pair: -suspicions[pair].z)
    assert order.index((0, 1)) < len(order) / 100


def test_the_helper_is_told_from_the_helped() -> None:
    town = Town("roles", 60).play(1_200)
    town.helps = {(0, 1): 2.0}
    sit_together(town, 30, 20)
    assert suspicion(town.shared[0, 1]).z > 4 > 0 > suspicion(town.shared[1, 0]).z


def test_a_favour_is_what_the_helped_won_and_the_helper_gave_away() -> None:
    surplus = {1: {2: -0.5, 3: -0.5}, 2: {1: 0.5, 3: 0.5}, 3: {1: 0.5, 2: -0.5}}
    found = favours(surplus)
    assert found[1, 2] == Shared(3, 1.0 + 0.5)
    assert found[2, 1] == Shared(3, -1.0 - 0.5)
    assert set(found) == {(1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2)}


def test_few_tables_are_never_flagged() -> None:
    assert not suspicion([Shared(4, 6.0)] * 7).is_flagged
    assert suspicion([Shared(4, 6.0)] * 8).is_flagged


def test_pairs_that_never_met_say_nothing() -> None:
    assert suspicion([]) == Suspicion(0, 0.0, 0.0)


def test_what_honest_equals_deviate_by_follows_from_the_number_of_players() -> None:
    assert [round(deviation(players), 2) for players in (2, 3, 4)] == [0.47, 0.89, 1.29]
