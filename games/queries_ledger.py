"""Reads about the ledger of rated matches: what a settlement needs to know of what was before it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from functools import reduce
from itertools import batched
from operator import or_
from typing import NamedTuple

from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Match, Move, Player, Rating, RatingChange, Seat, Settlement
from games.ratings.book import REMEMBERED, Account, Book
from games.ratings.standing import Standing, day_of

AT_ONCE = 500
PEOPLE_AT_ONCE = 100  # whose last tables are asked for by name


def counted() -> Q:
    """The changes that counted: not taken out of the ledger, and compared with somebody."""
    return Q(settlement__undone_at__isnull=True) & ~Q(reasons=[])


def left_early(match: Match) -> bool:
    """Whether somebody left a match before its first deal was over."""
    return Move.objects.filter(round__match=match, round__number=1, text="leave").exists()


def ratings_of(players: Collection[int], ladder: str) -> QuerySet[Rating]:
    return Rating.objects.filter(player__in=players, ladder=ladder).order_by("player")


def book_of(ratings: Iterable[Rating], players: Collection[int], ladder: str) -> Book:
    """The book open at the pages of these players, as they stand now."""
    book = Book(
        {
            rating.player_id: Account(Standing(rating.mu, rating.sigma), rating.games, day_of(rating.rated_at))
            for rating in ratings
        }
    )
    _remember_meetings(book, RatingChange.objects.filter(ladder=ladder), players)
    return book


class Opened(NamedTuple):
    """A book, and when its players' last table that counted was settled."""

    book: Book
    rated_at: dict[int, datetime]


def book_before(ladder: str, number: int) -> Opened:
    """The book as it was before a settlement, with everybody who sat at that one or a later one."""
    first = Settlement.objects.filter(ladder=ladder, number=number).first()
    if first is None:
        return Opened(Book(), {})
    later = Settlement.objects.filter(ladder=ladder, number__gte=number).values("match")
    seats = Seat.objects.filter(match__in=later, player__isnull=False)
    changes = RatingChange.objects.filter(ladder=ladder, number__lt=number)
    opened = _opened(changes.filter(counted(), player__in=seats.values("player")))
    _remember_meetings(opened.book, changes, sorted(set(seats.values_list("player", flat=True))))
    return opened


def _opened(changes: QuerySet[RatingChange]) -> Opened:
    """The book with what these changes made of their players."""
    found = changes.values("player").annotate(games=Count("pk"), last=Max("number")).order_by()
    games = {(row["player"], row["last"]): row["games"] for row in found}
    opened = Opened(Book(), {})
    last = changes.filter(number__in={number for _, number in games}).select_related("settlement")
    for change in last.iterator(AT_ONCE):
        if (change.player_id, change.number) in games:
            moment = change.settlement.settled_at
            standing = Standing(change.mu_after, change.sigma_after)
            account = Account(standing, games[change.player_id, change.number], day_of(moment))
            opened.book.accounts[change.player_id] = account
            opened.rated_at[change.player_id] = moment
    return opened


def _remember_meetings(book: Book, changes: QuerySet[RatingChange], players: Collection[int]) -> None:
    """Tell the book of all tables that are among the last of one of these players."""
    counting = changes.filter(settlement__undone_at__isnull=True).exclude(settlement__match__paired=True)
    tables: defaultdict[int, list[int]] = defaultdict(list)
    for keys in _last_tables(counting, list(players)):
        sat = changes.filter(settlement__in=keys, player__in=players)
        for number, player in sat.order_by("number", "player").values_list("number", "player"):
            tables[number].append(player)
    for _, sitting in sorted(tables.items()):
        book.met(sitting)


def _last_tables(changes: QuerySet[RatingChange], players: Sequence[int]) -> Iterator[list[int]]:
    """The matches among these that are the last of any of the players, each once, in handfuls."""
    own = changes.filter(player=OuterRef("pk")).order_by("-number").values("number")
    seen: set[int] = set()
    for people in batched(players, PEOPLE_AT_ONCE):
        oldest = Coalesce(Subquery(own[REMEMBERED - 1 : REMEMBERED]), 0)
        since = Player.objects.filter(pk__in=people).annotate(oldest=oldest).values_list("pk", "oldest")
        wanted = [Q(player=player, number__gte=number) for player, number in since]
        found = changes.filter(reduce(or_, wanted, Q(pk__in=[]))).values_list("settlement", flat=True)
        for keys in batched(sorted(set(found) - seen), AT_ONCE):
            yield list(keys)
        seen.update(found)


def settlements_from(ladder: str, number: int) -> Iterator[Settlement]:
    """The settlements of a ladder from this number on, in order, with their changes and the matches' seats."""
    found = Settlement.objects.filter(ladder=ladder, number__gte=number).order_by("number")
    return found.prefetch_related("changes", "match__seats").iterator(AT_ONCE)


def scores_in(ladder: str, player: int, since: datetime, until: datetime) -> list[int]:
    """The table scores of a player in a span of time, in order; those taken out of the ledger left out."""
    found = RatingChange.objects.filter(
        ladder=ladder,
        player=player,
        settlement__undone_at__isnull=True,
        settlement__settled_at__gte=since,
        settlement__settled_at__lt=until,
    )
    return list(found.order_by("number").values_list("score", flat=True))
