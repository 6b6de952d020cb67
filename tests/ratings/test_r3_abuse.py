"""R3: leaving costs who leaves and nobody else, and who is always helped gains little."""

import random
from math import isclose

import pytest

from games.ratings.book import REMEMBERED, Account, Book, Seat, Table
from games.ratings.noise import NOISE
from games.ratings.standing import START, Standing, shown
from games.ratings.update import Entry, meeting_weight, rate
from tests.ratings.population import MATCH, Format, play
from tests.ratings.population import Account as Known

NOISE_OF_FOUR = MATCH[4]


def table(
    day: float, *players: int, left: tuple[int, ...] = (), early: bool = False, noise: float = NOISE_OF_FOUR
) -> Table:
    """These players in the order of their places."""
    seats = tuple([Seat(player, place, player in left) for place, player in enumerate(players, 1)])
    return Table(day, noise, seats, early)


def test_the_others_change_by_each_other_as_if_nobody_had_left() -> None:
    entries = [Entry(Standing(20.0 + 3 * k, 4.0), k + 1) for k in range(3)]
    quitter = Entry(Standing(40.0, 2.0), 4, left=True)
    outcomes = rate([*entries, quitter], NOISE_OF_FOUR)
    assert isclose(sum(one.standing.mu for one in outcomes[:3]), sum(one.standing.mu for one in entries))
    assert all(3 not in {duel.other for duel in one.reasons} for one in outcomes[:3])
    assert outcomes[3].standing.mu < quitter.standing.mu


def test_who_left_lost_to_everybody_who_stayed_or_left() -> None:
    outcomes = rate([Entry(START, 1), Entry(START, 2, left=True), Entry(START, 3, left=True)], NOISE_OF_FOUR)
    assert [[duel.outcome for duel in one.reasons] for one in outcomes] == [[], [0, 0], [0, 0]]


def test_a_duel_left_pays_nothing() -> None:
    stayed, left = Book().settle(table(0, 1, 2, left=(2,)))
    assert stayed.before == stayed.after == START
    assert (stayed.score, left.score) == (5040, 0)
    assert left.after.mu < START.mu


def test_a_game_that_was_left_unplayed_counts_for_nobody_as_experience() -> None:
    book = Book()
    book.settle(table(0, 1, 2, left=(2,)))
    assert (book.account(1).games, book.account(2).games) == (0, 1)


def test_leaving_before_the_first_deal_is_over_counts_for_who_left_alone() -> None:
    book = Book()
    lines = book.settle(table(0, 1, 2, 3, 4, left=(4,), early=True))
    assert [line.seat.player for line in lines] == [4]
    assert book.account(1) == Account()
    assert book.account(4).standing.mu < START.mu


# Matches a day. Weekly ones are the slowest: a hundred take two years, and everybody's doubt grows meanwhile.
PACES = [1 / 7, 1 / 2, 1, 4, 20, 100]
FORMATS = [(preset, ending, seats) for preset, ending in NOISE for seats in (2, 3, 4, 5, 6)]


def farmed(*, helpers_are: str, a_day: float = 4, noise: float = NOISE_OF_FOUR, helpers: int = 3) -> int:
    """What a player of 100 honest matches gains, as shown, in 100 more that the helpers always lose."""
    known = helpers + 1 if helpers_are == "established" else 1
    book = Book({player: Account(Standing(25.0, 2.4), 100, 0.0) for player in range(known)})
    for match in range(100):
        first = 1_000 + helpers * match if helpers_are == "new" else 1
        book.settle(table(match / a_day, 0, *range(first, first + helpers), noise=noise))
    return shown(book.account(0).standing.mu) - shown(25.0)


@pytest.mark.parametrize("helpers_are", ["established", "fresh"])
@pytest.mark.parametrize("a_day", PACES)
def test_farming_three_fixed_accounts_brings_little_at_any_pace(helpers_are: str, a_day: float) -> None:
    for noise in (NOISE_OF_FOUR, *(by_seats[4] for by_seats in NOISE.values())):
        assert farmed(helpers_are=helpers_are, a_day=a_day, noise=noise) < 120


@pytest.mark.parametrize(("preset", "ending", "seats"), FORMATS)
@pytest.mark.parametrize("a_day", PACES)
def test_farming_a_table_of_fixed_accounts_brings_little_in_any_format(
    preset: str, ending: str, seats: int, a_day: float
) -> None:
    noise = NOISE[preset, ending][seats]
    for helpers_are in ("established", "fresh"):
        assert farmed(helpers_are=helpers_are, a_day=a_day, noise=noise, helpers=seats - 1) < 120


@pytest.mark.parametrize("a_day", [1 / 2, 1, 4, 20])
def test_duels_in_turn_with_three_fixed_accounts_bring_little(a_day: float) -> None:
    for preset, ending in NOISE:
        book = Book({player: Account(Standing(25.0, 2.4), 100, 0.0) for player in range(4)})
        for match in range(100):
            book.settle(table(match / a_day, 0, 1 + match % 3, noise=NOISE[preset, ending][2]))
        assert shown(book.account(0).standing.mu) - shown(25.0) < 120


def test_honest_tables_in_between_do_not_hide_the_farmed_ones() -> None:
    book = Book({player: Account(Standing(25.0, 2.4), 100, 0.0) for player in range(1_000)})
    for match in range(20):
        book.settle(table(match, 0, 1, 2, 3))
    for match in range(REMEMBERED):
        book.settle(table(20 + match, 0, *range(10 + 3 * match, 13 + 3 * match)))
    weight = book.settle(table(60, 0, 1, 2, 3))[0].duels[0].weight
    assert weight == meeting_weight(20), "the helpers remember what the helped has played over"


def test_farming_accounts_that_are_new_in_each_match_brings_nothing() -> None:
    assert farmed(helpers_are="new") == 0


def test_a_newcomer_moves_the_experienced_by_tenths() -> None:
    experienced = Entry(Standing(25.0, 2.4), 1, games=50)
    gains = [
        rate([experienced, Entry(START, 2, games=games)], NOISE_OF_FOUR)[0].reasons[0].gain
        for games in (0, 1, 5, 10, 20)
    ]
    assert [round(gain / gains[3], 6) for gain in gains] == [0.0, 0.1, 0.5, 1.0, 1.0]


def test_tables_are_forgotten_when_both_have_played_many_others() -> None:
    book = Book()
    for day in range(4):
        book.settle(table(day, 1, 2))
    counts = []
    for match in range(REMEMBERED):
        book.settle(table(10 + match, 1, 100 + match))
        counts.append(book.meetings(1, 2))
        book.settle(table(10 + match, 2, 200 + match))
    assert set(counts[:-4]) == {4}
    assert counts[-4:] == [4, 3, 2, 1]
    assert book.meetings(1, 2) == 0


def drift(noise: float, seats: int, seed: str, matches: int = 400) -> float:
    """By how much twelve who play with nobody else are rated above the start in the mean, in mu."""
    chance = random.Random(seed)
    strengths = [chance.gauss(0, 1) for _ in range(12)]
    book, format_ = Book(), Format(seats, noise)
    for match in range(matches):
        group = chance.sample(range(12), seats)
        places = play([format_.pull * strengths[player] for player in group], chance)
        book.settle(Table(match / 10, noise, tuple([Seat(*sat) for sat in zip(group, places, strict=True)])))
    return sum(book.account(player).standing.mu for player in range(12)) / 12 - START.mu


def test_a_closed_group_does_not_rate_itself_up() -> None:
    assert abs(drift(NOISE_OF_FOUR, 4, "group")) < 1.0


@pytest.mark.parametrize(("preset", "ending", "seats"), FORMATS)
def test_closed_groups_of_any_format_stay_where_they_began(preset: str, ending: str, seats: int) -> None:
    # One group strays by 0.6 as its luck is (the standard deviation between groups); up no more than down.
    groups = [drift(NOISE[preset, ending][seats], seats, f"group {number}", 300) for number in range(10)]
    assert abs(sum(groups) / len(groups)) < 0.5


@pytest.mark.parametrize("matches", [10, 40])
def test_a_table_of_strangers_counts_in_full(matches: int) -> None:
    chance = random.Random("strangers")
    players = [Known(chance.gauss(0, 1)) for _ in range(200)]
    book = Book()
    for match in range(matches):
        group = chance.sample(range(len(players)), 4)
        lines = book.settle(table(match / 100, *group))
        assert {duel.weight for line in lines for duel in line.duels} == {1.0}


def test_tables_that_a_league_paired_count_in_full_however_often() -> None:
    book = Book()
    for day in range(6):
        book.settle(table(day, 1, 2, 3)._replace(paired=True))
    known = dict(book.accounts)
    again = table(6, 1, 2, 3)
    assert book.settle(again) == Book(known).settle(again), "nobody has met before, as the queue counts it"
    book.settle(again)
    book.settle(again)
    known = dict(book.accounts)
    paired = again._replace(paired=True)
    assert book.settle(paired) == Book(known).settle(paired), "a paired table asks not how often they met"
