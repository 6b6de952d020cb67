"""The book of a ladder: settle its tables in order, and the ratings are what comes of it.

The same fold writes the ledger match by match and replays it after a correction, so both give the same.
Times are in days, in fractions; a day begins where one is whole (`games.ratings.standing.day_of`).
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from games.ratings.standing import START, Standing, idle, idle_days
from games.ratings.update import Duel, Entry, meeting_weight, rate, share_of_beaten

# Of a player's last so many tables, those shared with another make the next one with them count less. Tables and
# not days: who always plays with the same people does so at any pace.
REMEMBERED: Final = 30


class Seat(NamedTuple):
    """Who sat at a table, where they were placed (1 first, equal is a tie), and whether they left."""

    player: int
    place: int
    left: bool = False


class Table(NamedTuple):
    """A finished table. `early`: somebody left before the first deal was over, so it counts for those alone.

    `paired`: a league put them together, so it does not matter how often they met.
    """

    day: float
    noise: float
    seats: tuple[Seat, ...]
    early: bool = False
    paired: bool = False


class Account(NamedTuple):
    """What the book knows of a player."""

    standing: Standing = START
    games: int = 0
    day: float | None = None  # of the last table that counted


class Line(NamedTuple):
    """What a table did to a player: a line of the ledger. `duels` name seats by their index."""

    seat: Seat
    before: Standing
    after: Standing
    score: int  # in 5040ths
    duels: tuple[Duel, ...]


class Book:
    """The accounts of some players, or all, and with whom each sat lately."""

    def __init__(self, accounts: Mapping[int, Account] | None = None) -> None:
        self.accounts: dict[int, Account] = dict(accounts or {})
        # By player: who else sat at each of the last tables, and at how many of them everybody did.
        self._company: defaultdict[int, deque[tuple[int, ...]]] = defaultdict(deque)
        self._meetings: defaultdict[int, Counter[int]] = defaultdict(Counter)

    def account(self, player: int) -> Account:
        return self.accounts.get(player, Account())

    def met(self, players: Iterable[int]) -> None:
        """Remember that these players shared a rated table; in the order of the tables."""
        table = tuple(players)
        for player in table:
            company = tuple([other for other in table if other != player])
            self._company[player].append(company)
            self._meetings[player].update(company)
            if len(self._company[player]) > REMEMBERED:
                self._meetings[player].subtract(self._company[player].popleft())

    def meetings(self, one: int, other: int) -> int:
        """Count the tables that two shared, among the last of either: neither hides them by playing elsewhere."""
        return max(self._meetings[one][other], self._meetings[other][one])

    def settle(self, table: Table) -> list[Line]:
        """Take a table in; give a line for each of its seats that it counts for."""
        entries = [self._entry(seat, table.day) for seat in table.seats]
        outcomes = rate(entries, table.noise, self._weights(table))
        lines = []
        for k, (seat, outcome) in enumerate(zip(table.seats, outcomes, strict=True)):
            if table.early and not seat.left:
                continue
            before = self.account(seat.player).standing
            # Whom the table compared with nobody keeps rating and doubt.
            after = outcome.standing if outcome.reasons else before
            lines.append(Line(seat, before, after, share_of_beaten(entries, k), outcome.reasons))
        self._enter(lines, table.day)
        if not table.paired:
            self.met([line.seat.player for line in lines])
        return lines

    def pass_over(self, seats: Sequence[Seat]) -> list[Line]:
        """Give the lines of a table that was taken out of the ledger: they change nothing."""
        standings = [self.account(seat.player).standing for seat in seats]
        return [Line(seat, known, known, 0, ()) for seat, known in zip(seats, standings, strict=True)]

    def _enter(self, lines: Sequence[Line], day: float) -> None:
        for line in lines:
            if line.duels:
                games = self.account(line.seat.player).games + 1
                self.accounts[line.seat.player] = Account(line.after, games, day)

    def _entry(self, seat: Seat, day: float) -> Entry:
        account = self.account(seat.player)
        days = 0 if account.day is None else idle_days(account.day, day)
        return Entry(idle(account.standing, days), seat.place, seat.left, account.games)

    def _weights(self, table: Table) -> list[list[float]]:
        players = [seat.player for seat in table.seats]
        if table.paired:
            return [[1.0] * len(players)] * len(players)
        return [[meeting_weight(self.meetings(one, other)) for other in players] for one in players]
