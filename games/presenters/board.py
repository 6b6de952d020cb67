"""A leaderboard as its page shows it: lines, periods by name, tiers."""

import re
from collections.abc import Collection, Iterable
from datetime import date
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.names import shown_name
from games.ratings.periods import FEWEST, first_month, following, is_season, preceding, season_of
from games.ratings.standing import deviation, label
from games.ratings.tiers import FROM, Tier, shown_points, tier_of, to_next

LADDERS: dict[str, str | Promise] = {"duel": gettext_lazy("Duel"), "table": gettext_lazy("Table")}
LADDERS_HELP: dict[str, str | Promise] = {
    "duel": gettext_lazy("Matches of two"),
    "table": gettext_lazy("Matches of three and more"),
}
TIERS: dict[Tier, str | Promise] = {
    Tier.SPARK: gettext_lazy("Spark"),
    Tier.EMBER: gettext_lazy("Ember"),
    Tier.FLAME: gettext_lazy("Flame"),
    Tier.BLAZE: gettext_lazy("Blaze"),
    Tier.WILDFIRE: gettext_lazy("Wildfire"),
}
SEASONS: dict[int, str | Promise] = {
    1: gettext_lazy("Winter %(year)d"),
    2: gettext_lazy("Spring %(year)d"),
    3: gettext_lazy("Summer %(year)d"),
    4: gettext_lazy("Autumn %(year)d"),
}


class Line(NamedTuple):
    """A player's line."""

    rank: int
    player_id: int
    name: str
    profile: str  # the name in the address of the page; "" where this visitor may not see it
    value: str  # the rating, or the points
    more: str  # its deviation, or how many matches it took
    tier: str
    tier_name: str
    me: bool


class Tiered(NamedTuple):
    """Where a player stands in a season."""

    tier: str
    name: str
    points: int
    games: int
    missing: int  # matches, to be ranked
    next_name: str
    next_points: int
    steps: tuple[tuple[str, str, int, bool], ...]  # every tier: key, name, from, reached


def lines(standings: Iterable[Any], seen: Collection[int], player_id: int | None, *, kind: str) -> list[Line]:
    """Lines of a board of this kind (`Period.kind`), for a visitor who may see these players' pages."""
    tell = _rating_line if kind == "all" else _period_line
    return [tell(standing, seen, player_id, kind == "season") for standing in standings]


def _rating_line(standing: Any, seen: Collection[int], player_id: int | None, season: bool) -> Line:
    rating = standing.score
    more = _("± %(deviation)d") % {"deviation": deviation(rating.sigma)}
    return _line(standing, seen, player_id, label(rating.mu, rating.sigma), more, None)


def _period_line(standing: Any, seen: Collection[int], player_id: int | None, season: bool) -> Line:
    score = standing.score
    tier = tier_of(score.points) if season else None
    return _line(standing, seen, player_id, str(shown_points(score.points)), _games(score.games), tier)


def _line(
    standing: Any, seen: Collection[int], player_id: int | None, value: str, more: str, tier: Tier | None
) -> Line:
    player = standing.score.player
    return Line(
        rank=standing.rank,
        player_id=player.pk,
        name=shown_name(player.username),
        profile=player.username if player.pk in seen else "",
        value=value,
        more=more,
        tier=str(tier or ""),
        tier_name=str(TIERS[tier]) if tier else "",
        me=player.pk == player_id,
    )


def _games(games: int) -> str:
    return ngettext("%(games)d match", "%(games)d matches", games) % {"games": games}


def tiered(score: Any) -> Tiered | None:
    """Where a player stands in a season, None before the first match of it."""
    if score is None:
        return None
    tier = tier_of(score.points)
    order = list(Tier)
    following = order[min(order.index(tier) + 1, len(order) - 1)]
    return Tiered(
        tier=str(tier),
        name=str(TIERS[tier]),
        points=shown_points(score.points),
        games=score.games,
        missing=max(0, FEWEST - score.games),
        next_name=str(TIERS[following]),
        next_points=to_next(score.points),
        steps=tuple([(str(one), str(TIERS[one]), FROM[one], order.index(one) <= order.index(tier)) for one in order]),
    )


class Period(NamedTuple):
    """What a board is about, and the way to the month or season before and after."""

    key: str  # "" for all time
    kind: str  # "all", "month", "season"
    name: str
    is_now: bool
    before: str
    before_name: str
    after: str  # "" for what has not begun
    after_name: str


ALL_TIME = Period("", "all", "", True, "", "", "", "")
KEY = re.compile(r"[0-9]{4}-(S[1-4]|0[1-9]|1[0-2])", re.ASCII)


def period(asked: str, month: str, season: str) -> Period | None:
    """The period that a visitor asks for, by kind or by key; `month` and `season` are those of now.

    None for what is no period, or has not begun.
    """
    if asked == "all":
        return ALL_TIME
    key = {"month": month, "season": season}.get(asked, asked)
    if not KEY.fullmatch(key) or not key > "2000":
        return None
    kind, now = ("season", season) if is_season(key) else ("month", month)
    if key > now:
        return None
    before, after = preceding(key), following(key) if key < now else ""
    names = [period_name(one) if one else "" for one in (key, before, after)]
    return Period(key, kind, names[0], key == now, before, names[1], after, names[2])


def period_name(key: str) -> str:
    """Name a month or a season: "November 2026", "Autumn 2026"."""
    if is_season(key):
        season = season_of(key)
        return str(SEASONS[season.quarter]) % {"year": season.year}
    year, month = first_month(key)
    return date_format(date(year, month, 1), "F Y")
