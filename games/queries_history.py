"""Matches that are over, looked for and leafed through: always from a place on, never by counting them off."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple

from django.db.models import Case, Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery, Sum, When

from games import names
from games.models import LISTED, Ladder, Match, Player, Seat
from games.option_texts import OWN_RULES
from games.ratings.periods import CALENDAR

A_PAGE: Final = 30
# The matches that a ladder's ratings come from.
RATED: Final = Q(kind=Match.Kind.RANKED) | (Q(kind=Match.Kind.LEAGUE) & ~Q(preset=""))
DUEL: Final = Ladder.DUEL
MOST_LIKE: Final = 200  # names that are looked at for a part of a name
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Search:
    """What is looked for; a person's result only where there is a person. Of several people any one will do."""

    people: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    code: str = ""
    kind: str = ""
    ladder: str = ""
    league: str = ""
    preset: str = ""
    seats: int | None = None
    result: str = ""
    since: date | None = None
    until: date | None = None


class Place(NamedTuple):
    """A place in the list: right after, or with `back` right before, the match with this end and key."""

    at: datetime
    pk: int
    back: bool = False


class Page(NamedTuple):
    """A part of the list with the places to go on from, None where there is nothing more."""

    matches: list[Match]
    newer: Place | None
    older: Place | None


def place(text: str, *, back: bool = False) -> Place | None:
    """Read a place written by `place_text`; None for anything else."""
    micros, _, pk = text.partition(".")
    if not all(part.isascii() and part.isdigit() and len(part) < 18 for part in (micros, pk)):
        return None
    return Place(EPOCH + timedelta(microseconds=int(micros)), int(pk), back)


def place_text(place: Place) -> str:
    return f"{(place.at - EPOCH) // timedelta(microseconds=1)}.{place.pk}"


def listed(search: Search, at: Place | None) -> Page:
    """The finished matches that everybody may find: those of public tables, and ranked ones."""
    return _page(_found(Match.objects.filter(LISTED), search), at)


def own(player: Player, search: Search, at: Place | None) -> Page:
    """All matches of a player that are over, those called off with them."""
    over = Match.objects.filter(state__in=(Match.State.FINISHED, Match.State.CANCELLED), finished_at__isnull=False)
    begun = over.exclude(state=Match.State.CANCELLED, started_at__isnull=True)
    return _page(_found(begun, search), at)


def _found(matches: QuerySet[Match], search: Search) -> QuerySet[Match]:
    if search.people:
        theirs = _results(Seat.objects.filter(player__in=search.people), search.result)
        matches = matches.filter(pk__in=theirs.values("match"))
    if search.others:
        matches = matches.filter(Exists(Seat.objects.filter(match=OuterRef("pk"), player__in=search.others)))
    if search.ladder:
        matches = matches.filter(RATED, seated=2) if search.ladder == DUEL else matches.filter(RATED, seated__gt=2)
    if search.league:
        matches = matches.filter(league__contains=search.league)
    if search.preset:
        matches = matches.filter(preset="" if search.preset == OWN_RULES else search.preset)
    exact = {"code": search.code.upper(), "kind": search.kind, "seated": search.seats}
    return matches.filter(_between(search), **{name: value for name, value in exact.items() if value})


def _results(seats: QuerySet[Seat], result: str) -> QuerySet[Seat]:
    chosen = {"won": Q(place=1), "lost": Q(place__gt=1), "left": Q(left_order__isnull=False)}
    return seats.filter(chosen[result]) if result else seats


def _between(search: Search) -> Q:
    """Whole days of Bucharest, as the lists tell them."""
    found = Q()
    if search.since:
        found &= Q(finished_at__gte=datetime.combine(search.since, time.min, CALENDAR))
    if search.until:
        found &= Q(finished_at__lt=datetime.combine(search.until + timedelta(days=1), time.min, CALENDAR))
    return found


def _page(matches: QuerySet[Match], at: Place | None) -> Page:
    back = at is not None and at.back
    if at is not None:
        side = "gt" if back else "lt"
        beyond = Q(**{f"finished_at__{side}": at.at}) | Q(**{f"pk__{side}": at.pk})
        matches = matches.filter(beyond, **{f"finished_at__{side}e": at.at})
    order = ("finished_at", "pk") if back else ("-finished_at", "-pk")
    seats = Prefetch("seats", Seat.objects.order_by("place", "number"))
    found = list(matches.order_by(*order).prefetch_related(seats)[: A_PAGE + 1])
    more, found = len(found) > A_PAGE, found[:A_PAGE]
    if back:
        found.reverse()
    if not found:
        return Page([], None, None)
    newer = _place_of(found[0], back=True) if at is not None and (more or not back) else None
    return Page(found, newer, _place_of(found[-1]) if more or back else None)


def _place_of(match: Match, *, back: bool = False) -> Place:
    assert match.finished_at is not None
    return Place(match.finished_at, match.pk, back)


def named_like(part: str) -> list[Player]:
    """The players in whose names this is, however it is typed; the first by their names of all too many."""
    wanted = names.plain(part)
    like = Q()
    for shape in _shapes(part):
        like |= Q(shape__contains=shape)
    found = Player.objects.filter(like, is_guest=False).order_by("shape")[:MOST_LIKE]
    return [player for player in found if wanted in names.plain(player.username)]


def _shapes(part: str) -> set[str]:
    """What the shape of a name may have in it that has this in it: an r before and an n behind it are an m there."""
    shape = names.shape(part)
    ends = {shape, shape[:-1] + "m"} if shape.endswith("r") else {shape}
    return ends | {f"m{end[1:]}" for end in ends if end.startswith("n")}


class Duel(NamedTuple):
    """Head to head at tables of one size: who came before whom, who won the table, and the points of both."""

    seats: int
    matches: int
    before: int
    behind: int
    wins: int
    other_wins: int
    points: int
    other_points: int


def duels(player: Player, other: Player, *, every: bool) -> list[Duel]:
    """Head to head of two players by table size; `every` match, or those alone that everybody may find."""
    counted = Q(match__state=Match.State.FINISHED)
    if not every:
        counted &= Q(match__public=True) | Q(match__kind=Match.Kind.RANKED)
    theirs = Seat.objects.filter(match=OuterRef("match"), player=other)
    mine = Seat.objects.filter(counted, player=player).order_by()
    rows = (
        mine.annotate(
            its_place=Subquery(theirs.values("place")[:1]),
            its_points=Subquery(theirs.values("points")[:1]),
            size=F("match__seated"),
        )
        .filter(Exists(theirs))
        .values("size")
        .annotate(
            matches=Count("pk"),
            before=_count(place__lt=F("its_place")),
            behind=_count(place__gt=F("its_place")),
            wins=_count(place=1),
            other_wins=_count(its_place=1),
            own=Sum("points"),
            others=Sum("its_points"),
        )
        .order_by("size")
    )
    names = ("size", "matches", "before", "behind", "wins", "other_wins", "own", "others")
    return [Duel(*row) for row in rows.values_list(*names)]


def _count(**condition: object) -> Sum:
    return Sum(Case(When(**condition, then=1), default=0))
