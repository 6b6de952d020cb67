"""Reads about ratings, their ledger and the boards. A board's page and a rank are read from one index each."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet

from games.models import Ladder, Match, PeriodScore, Player, Rating, RatingChange
from games.queries_ledger import counted
from games.ratings.periods import CALENDAR, FEWEST, keys
from games.ratings.standing import PROVISIONAL

ACTIVE = timedelta(days=60)  # who has not played a rated match for longer is on no board of all time
A_PAGE = 50


def rating_of(player: Player, ladder: str) -> Rating | None:
    """A player's rating on a ladder, None before the first rated match."""
    return Rating.objects.filter(player=player, ladder=ladder).first()


def ratings_of(player: Player) -> dict[str, Rating]:
    """A player's ratings by ladder."""
    return {rating.ladder: rating for rating in Rating.objects.filter(player=player)}


def ledger_of(player: Player, ladder: str, start: int, count: int) -> list[RatingChange]:
    """A player's changes on a ladder, the latest first, each with its match."""
    changes = RatingChange.objects.filter(counted(), player=player, ladder=ladder)
    return list(changes.select_related("settlement__match").order_by("-number")[start : start + count])


def changes_at(match: Match) -> dict[int, RatingChange]:
    """What a match did to ratings, by seat number."""
    if not match.is_rated or match.state != Match.State.FINISHED:
        return {}
    changes = {change.player_id: change for change in RatingChange.objects.filter(counted(), settlement=match.pk)}
    seats = match.seats.values_list("number", "player")
    return {number: changes[player] for number, player in seats if player in changes}


def names_in(changes: Iterable[RatingChange]) -> dict[int, str]:
    """The names of all who are compared in these changes."""
    people = {reason["player"] for change in changes for reason in change.reasons}
    return dict(Player.objects.filter(pk__in=people).values_list("pk", "username")) if people else {}


def current_periods(now: datetime) -> tuple[str, str]:
    """The keys of the month and of the season that it is."""
    return keys(now.astimezone(CALENDAR))


class Standing(NamedTuple):
    """A line of a board; `score` is a Rating or a PeriodScore with its player."""

    rank: int
    score: Any


class Page(NamedTuple):
    """Some lines of a board, and how many there are in all."""

    lines: list[Standing]
    number: int
    total: int
    own: Standing | None

    @property
    def has_next(self) -> bool:
        return self.number * A_PAGE < self.total

    @property
    def last(self) -> int:
        return max(1, -(-self.total // A_PAGE))


class Board(NamedTuple):
    """All lines of a board, and what they are sorted by, the most first."""

    rows: QuerySet[Any]
    by: str

    def among(self, players: Collection[int]) -> "Board":
        """The same board of these players only."""
        return self._replace(rows=self.rows.filter(player__in=players))

    def page(self, number: int, player: Player | None = None) -> Page:
        """A page of the board, and the line of a player wherever that is: five queries, the whole read once at most."""
        own = self.rows.filter(player=player).select_related("player").first() if player else None
        total, above = self._counts(own)
        number = max(1, min(number, -(-total // A_PAGE)))
        lines = self._lines((number - 1) * A_PAGE, total)
        shown = next((line for line in lines if own and line.score.player_id == own.player_id), None)
        return Page(lines, number, total, shown or (Standing(1 + above, own) if own else None))

    def top(self, count: int) -> list[Standing]:
        """The first lines: one query."""
        return self._ranked(0, list(self._sorted().select_related("player")[:count]))

    def _counts(self, own: Any) -> tuple[int, int]:
        """How many lines there are, and how many of them are above a score; one scan of the index tells both."""
        counts = {"total": Count("player")}
        if own:
            counts["above"] = Count("player", filter=Q(**{f"{self.by}__gt": getattr(own, self.by)}))
        found = self.rows.aggregate(**counts)
        return found["total"], found.get("above", 0)

    def _lines(self, start: int, total: int) -> list[Standing]:
        # The page is found in the index alone, and only its own rows are fetched.
        players = self._players(start, total)
        found = self.rows.filter(player__in=players).select_related("player")
        place = {pk: index for index, pk in enumerate(players)}
        return self._ranked(start, sorted(found, key=lambda score: place[score.player_id]))

    def _players(self, start: int, total: int) -> list[int]:
        """Who is on a page, counted from that end of the index which is nearer."""
        order, left = self._sorted().values_list("player", flat=True), total - start
        if start < left:
            return list(order[start : start + A_PAGE])
        return list(order.reverse()[max(0, left - A_PAGE) : left])[::-1]

    def _sorted(self) -> QuerySet[Any]:
        return self.rows.order_by(f"-{self.by}", "player")

    def _ranked(self, start: int, scores: list[Any]) -> list[Standing]:
        lines: list[Standing] = []
        for index, score in enumerate(scores, start + 1):
            same = lines and getattr(lines[-1].score, self.by) == getattr(score, self.by)
            first = index - self._equals_before(score) if start and not lines else index
            lines.append(Standing(lines[-1].rank if same else first, score))
        return lines

    def _equals_before(self, score: Any) -> int:
        """How many share a score and are listed before it: all of them have the rank of the first."""
        return self.rows.filter(**{self.by: getattr(score, self.by)}, player__lt=score.player_id).count()


def ladder_board(ladder: str, now: datetime) -> Board:
    """Everybody whose rating on a ladder is established and in use, by what it hardly falls short of."""
    rows = Rating.objects.filter(ladder=ladder, sigma__lte=PROVISIONAL, rated_at__gt=now - ACTIVE)
    return Board(rows, "standing")


def period_board(ladder: str, period: str) -> Board:
    """Everybody who has played enough in a month or season, by their points in it, then by the mean of all tables."""
    return Board(PeriodScore.objects.filter(ladder=ladder, period=period, games__gte=FEWEST), "standing")


def board(ladder: str, period: str, now: datetime) -> Board:
    """The board of a period, or of all time for ""."""
    return period_board(ladder, period) if period else ladder_board(ladder, now)


def period_score(player: Player, ladder: str, period: str) -> PeriodScore | None:
    """What a player has reached in a period so far, be it enough to be ranked or not."""
    return PeriodScore.objects.filter(player=player, ladder=ladder, period=period).first()


LADDERS = tuple(Ladder.values)
