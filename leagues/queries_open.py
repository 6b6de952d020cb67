"""What the pages of a league read that everybody, or its entrants, may open."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery

from games.models import Player
from leagues.models import (
    Bye,
    Dispute,
    Division,
    Entrant,
    League,
    LeagueTable,
    LogEntry,
    MailChoice,
    Matchday,
    News,
    Penalty,
    Place,
    Result,
    Role,
    Season,
    Standing,
    SubstituteOffer,
    TableTime,
)

IN = (Entrant.State.ACCEPTED, Entrant.State.ACTIVE)
HERE = (Entrant.State.APPLIED, Entrant.State.WAITLISTED, *IN)
GONE = (Entrant.State.WITHDRAWN, Entrant.State.DISQUALIFIED)
OUT = (Entrant.State.DECLINED, Entrant.State.DISQUALIFIED)
SHOWN = (Matchday.State.PUBLISHED, Matchday.State.IN_PLAY, Matchday.State.CLOSING, Matchday.State.COMPLETED)
OPEN_DAY = (Matchday.State.PUBLISHED, Matchday.State.IN_PLAY, Matchday.State.CLOSING)
JOINABLE = (Season.State.REGISTRATION, Season.State.SEEDED, Season.State.RUNNING, Season.State.PAUSED)
NOT_DONE = (LeagueTable.State.SEATED, LeagueTable.State.STARTED)
MOST_LISTED = 40
MOST_LOGGED = 100


def league_by_slug(slug: str, player: Player | None) -> League | None:
    """A league; its `my_role` says how this player helps to run it, if they do."""
    role = Role.objects.filter(league=OuterRef("pk"), player=player).values("kind")[:1]
    return League.objects.select_related("owner").annotate(my_role=Subquery(role)).filter(slug=slug).first()


def league_by_code(code: str) -> League | None:
    return League.objects.filter(code=code.strip().upper()).first()


def seasons_of(league: League) -> list[Season]:
    """The editions that its people know of, newest first."""
    return list(league.seasons.select_related("league__owner").order_by("-number"))


def is_of(league: League, player: Player) -> bool:
    """Whether they play in one of its seasons, or have."""
    return Entrant.objects.filter(season__league=league, player=player).exclude(state__in=OUT).exists()


def entries_of(league: League, player: Player) -> list[Entrant]:
    """My entries in a league."""
    return list(Entrant.objects.filter(season__league=league, player=player).select_related("division"))


def mine(player: Player) -> list[Entrant]:
    """My entries in seasons that are not over."""
    rows = Entrant.objects.filter(player=player, state__in=HERE)
    rows = rows.exclude(season__state__in=[Season.State.ARCHIVED, Season.State.CANCELLED, Season.State.DRAFT])
    return list(rows.select_related("season__league", "division").order_by("-season__created_at")[:MOST_LISTED])


def run_by(player: Player) -> list[League]:
    """Leagues that this player runs or helps to run."""
    own = Q(owner=player) | Q(pk__in=player.league_roles.values("league"))
    return list(League.objects.filter(own).order_by("-created_at")[:MOST_LISTED])


def my_places(player: Player) -> list[Place]:
    """The places that I play in rounds that are open, as entrant or substitute."""
    rows = places_of(player).filter(matchday__state__in=OPEN_DAY, table__state__in=NOT_DONE)
    rows = rows.filter(matchday__division__season__state__in=[Season.State.RUNNING, Season.State.PAUSED])
    return list(
        rows.select_related("table__match", "table__matchday", "matchday__division__season__league").order_by(
            "matchday__deadline_at"
        )
    )


def my_place_in(season: Season, player: Player) -> Place | None:
    """My place at a table of this season that is not done; one that was let play later comes last."""
    rows = places_of(player).filter(matchday__state__in=OPEN_DAY, table__state__in=NOT_DONE)
    rows = rows.filter(matchday__division__season=season)
    return rows.select_related("table__match", "matchday").order_by("table__postponed", "matchday__number").first()


def places_of(player: Player) -> QuerySet[Place]:
    """All places that this player plays or played: their own, but for those that they have left, or somebody's."""
    own = Q(entrant__player=player, substitute__isnull=True) & ~Q(role=Place.Role.OPEN)
    return Place.objects.filter(own | Q(substitute=player))


def bye_in(day: Matchday, entrant: Entrant) -> Bye | None:
    return day.byes.filter(entrant=entrant).first()


def penalties_of(entrant: Entrant) -> list[Penalty]:
    return list(entrant.penalties.order_by("made_at"))


def penalty_of(entrant: Entrant, pk: int) -> Penalty | None:
    return entrant.penalties.select_related("entrant__season").filter(pk=pk).first()


def table_numbers(division: Division) -> dict[int, int]:
    """The number of every table by its key."""
    return dict(LeagueTable.objects.filter(matchday__division=division).values_list("pk", "number"))


def offers_to(player: Player) -> list[SubstituteOffer]:
    rows = SubstituteOffer.objects.filter(player=player, state=SubstituteOffer.State.OFFERED)
    rows = rows.filter(place__table__state=LeagueTable.State.SEATED)
    return list(rows.select_related("place__entrant", "place__table__matchday__division__season__league"))


def to_join(*, language: str = "", club: str = "", place: str = "", words: str = "") -> list[Season]:
    """Public seasons whose registration is open, the soonest first, with how many are in."""
    rows = Season.objects.filter(state=Season.State.REGISTRATION, league__visibility=League.Visibility.PUBLIC)
    if language:
        rows = rows.filter(league__language=language)
    if club:
        rows = rows.filter(league__club__icontains=club)
    if place:
        rows = rows.filter(league__place__icontains=place)
    if words:
        rows = rows.filter(
            Q(league__name__icontains=words)
            | Q(league__about__icontains=words)
            | Q(league__club__icontains=words)
            | Q(league__place__icontains=words)
        )
    rows = rows.annotate(taken=Count("entrants", filter=Q(entrants__state__in=IN)))
    return list(rows.select_related("league").order_by("opens_at", "pk")[:MOST_LISTED])


def running_in_public() -> list[Season]:
    """Public seasons that are being played, to look at."""
    states = [Season.State.RUNNING, Season.State.REVIEW, Season.State.PAUSED]
    rows = Season.objects.filter(state__in=states, league__visibility=League.Visibility.PUBLIC)
    rows = rows.annotate(taken=Count("entrants", filter=Q(entrants__state__in=IN)))
    return list(rows.select_related("league").order_by("-started_at")[:MOST_LISTED])


def places_listed() -> list[str]:
    """Where open leagues are played, as their organizers wrote it."""
    rows = League.objects.filter(visibility=League.Visibility.PUBLIC, seasons__state=Season.State.REGISTRATION)
    return sorted(set(rows.exclude(place="").values_list("place", flat=True)))


def days_of(season: Season) -> list[Matchday]:
    """All rounds in order, every division; `disputed` where a result is, and nobody has decided."""
    open_ones = Dispute.objects.filter(table__matchday=OuterRef("pk"), state=Dispute.State.OPEN)
    rows = Matchday.objects.filter(division__season=season).select_related("division")
    rows = rows.annotate(disputed=Exists(open_ones))
    return list(rows.order_by("number", "division__level"))


def tables_of(days: Iterable[Matchday]) -> list[LeagueTable]:
    """The tables of these rounds with who sits there and the result that counts: three queries."""
    rows = LeagueTable.objects.filter(matchday__in=list(days)).select_related("match", "matchday__division")
    current = Prefetch("results", Result.objects.filter(current=True), to_attr="standing_results")
    places = Prefetch("places", Place.objects.select_related("entrant__player", "substitute"))
    return list(rows.prefetch_related(current, places).order_by("matchday__division__level", "number"))


def byes_of(days: Iterable[Matchday]) -> list[Bye]:
    rows = Bye.objects.filter(matchday__in=list(days)).select_related("entrant__player", "matchday__division")
    return list(rows.order_by("matchday__division__level", "entrant__name"))


def entrants_of(season: Season) -> list[Entrant]:
    rows = season.entrants.exclude(state=Entrant.State.DECLINED).select_related("player", "division")
    return list(rows.order_by("division__level", "name"))


def count_in(season: Season) -> int:
    return season.entrants.filter(state__in=IN).count()


def divisions_of(season: Season) -> list[Division]:
    return list(season.divisions.select_related("season__league"))


def standings_of(season: Season) -> list[Standing]:
    """The latest table of every division, the upper ones first."""
    rows = Standing.objects.filter(division__season=season).order_by("-after_round")
    latest = dict(rows.reverse().values_list("division", "after_round").distinct())
    wanted = Q(pk__in=[])
    for division, number in latest.items():
        wanted |= Q(division=division, after_round=number)
    found = Standing.objects.filter(wanted).select_related("entrant__player", "division")
    return list(found.order_by("division__level", "rank", "pk"))


def news_of(league: League, most: int = 20) -> list[News]:
    return list(league.news.all()[:most])


def public_log(season: Season) -> list[LogEntry]:
    """What moved points, or could have: newest first."""
    return list(season.log.filter(public=True).order_by("-made_at", "-pk")[:MOST_LOGGED])


def table_in(league: League, pk: int) -> LeagueTable | None:
    """A table whose pairing is published."""
    rows = LeagueTable.objects.select_related("match", "matchday__division__season__league__owner")
    found: LeagueTable | None = rows.filter(
        pk=pk, matchday__division__season__league=league, matchday__state__in=SHOWN
    ).first()
    return found


def places_at(table: LeagueTable) -> list[Place]:
    rows = table.places.select_related("entrant__player", "substitute")
    offered = SubstituteOffer.objects.filter(state=SubstituteOffer.State.OFFERED).select_related("player")
    return list(rows.prefetch_related(Prefetch("offers", offered, to_attr="open_offers")))


def place_at(table: LeagueTable, pk: int) -> Place | None:
    return table.places.select_related("entrant__player", "substitute", "table").filter(pk=pk).first()


def times_of(table: LeagueTable) -> list[TableTime]:
    rows = table.times.exclude(state=TableTime.State.DROPPED).select_related("by")
    return list(rows.prefetch_related("answers__entrant").order_by("starts_at"))


def time_of(table: LeagueTable, pk: int) -> TableTime | None:
    return table.times.filter(pk=pk).select_related("table").first()


def result_of(table: LeagueTable) -> Result | None:
    rows = table.results.filter(current=True).select_related("author").prefetch_related("confirmations__player")
    return rows.first()


def disputes_at(table: LeagueTable) -> list[Dispute]:
    """Read with the votes and all that says who may vote."""
    rows = table.disputes.select_related("claimant__player", "table__matchday__division__season__league")
    return list(rows.prefetch_related("votes__player").order_by("opened_at"))


def dispute_at(table: LeagueTable, pk: int) -> Dispute | None:
    rows = table.disputes.select_related("claimant__player", "table__matchday__division__season__league")
    return rows.filter(pk=pk).first()


def offer_at(pk: int, player: Player) -> SubstituteOffer | None:
    rows = SubstituteOffer.objects.select_related("place__table__matchday__division__season__league")
    return rows.filter(pk=pk, player=player).first()


def entrant_in(season: Season, pk: int) -> Entrant | None:
    return season.entrants.select_related("division", "player").filter(pk=pk).first()


def names_in(season: Season) -> dict[int, str]:
    return dict(season.entrants.values_list("pk", "name"))


def results_of(season: Season) -> list[Result]:
    """Every result that counts, in the order of the rounds."""
    rows = Result.objects.filter(table__matchday__division__season=season, current=True)
    rows = rows.select_related("table__matchday__division", "author")
    return list(rows.order_by("table__matchday__number", "table__matchday__division__level", "table__number"))


def best_of(season: Season, most: int = 3) -> list[Entrant]:
    """Who came in first, second and third of a season that is final, by division; nobody who has gone."""
    rows = season.entrants.filter(final_rank__isnull=False, final_rank__lte=most).exclude(state__in=GONE)
    rows = rows.select_related("player", "division")
    return list(rows.order_by("division__level", "final_rank", "name"))


def switched_off(player: Player) -> set[str]:
    return set(MailChoice.objects.filter(player=player).values_list("kind", flat=True))


def player_by_id(pk: int) -> Player | None:
    return Player.objects.filter(pk=pk, is_active=True).first()


def named(people: Iterable[str]) -> dict[str, Any]:
    """Accounts by the lower case of their names; not every database folds letters beyond ASCII by itself."""
    names = list(people)
    wanted = Q(username__in=[form for name in names for form in (name, name.lower(), name.title())])
    for name in names:
        wanted |= Q(username__iexact=name)
    return {player.username.lower(): player for player in Player.objects.filter(wanted, is_active=True)}
