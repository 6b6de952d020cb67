"""Who may vote about a dispute (LEAGUES §1.4: "two votes or one director decide").

Nobody judges what they have a part in, and nobody whom somebody chose for it:

1. Those who vote are of the season and did not sit there: whoever plays in it now, in any division, and the
   league's assistants. Not the owner and the directors, for one of them decides alone.
2. Never the claimant, nor anybody of that table, an absent one and who sat in for them alike; nor who wrote the
   disputed result down; nor who blocks the claimant, or was blocked by them before that result: whoever blocks
   people afterwards would choose who judges.
3. Where fewer than two such people exist, as in a season of one table, the others of the table may vote too on a
   result: they saw it, and are not the two in dispute, the claimant and the author. Not on how somebody behaved:
   there nobody knows who of them it is about, so a director decides, or what is written down stands.

That they play in the same season is no reason to leave somebody out: in most leagues all do, and two of them have to
say the same. Which of the two is asked of all, not of some, so that nobody can pick their judges.
"""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Player
from games.services.company import blocked_with
from leagues.models import Dispute, DisputeVote, Entrant, Place, Result, Role, Season
from leagues.services.tables import places_of, player_of

MOVES = (Season.State.RUNNING, Season.State.PAUSED, Season.State.REVIEW)
"""While a season is in one of these, its results can still change."""
VOTES = 2
"""So many who say the same decide."""


def voters_of(dispute: Dispute) -> list[Player]:
    """Those who may vote about it, by their accounts' numbers; the dispute with its table, season and league."""
    out = _parties(dispute)
    outsiders = list(_outsiders(dispute).exclude(pk__in=out | _seated(dispute)).order_by("pk"))
    if len(outsiders) >= VOTES or dispute.kind != Dispute.Kind.RESULT:
        return outsiders
    seats = [player_of(place) for place in places_of(dispute.table) if place.role != Place.Role.VACATED]
    known = {one.pk: one for one in [*outsiders, *seats] if one is not None and one.is_active}
    league = dispute.table.matchday.division.season.league
    runs = set(league.roles.filter(kind=Role.Kind.DIRECTOR).values_list("player", flat=True)) | {league.owner_id}
    return [known[pk] for pk in sorted(known.keys() - out - runs)]


def may_vote(dispute: Dispute, player: Player | None) -> bool:
    """Whether this player is one of them."""
    return player is not None and any(one.pk == player.pk for one in voters_of(dispute))


def asked(player: Player, season: Season | None = None) -> Iterator[Dispute]:
    """Disputes that wait for this player's vote, the oldest first: those open ones of which they said nothing yet.

    Whether a vote would count costs some questions each, so those of leagues in which it never can are left out first.
    """
    found = _perhaps(player)
    if season is not None:
        found = found.filter(table__matchday__division__season=season)
    rows = found.select_related("claimant__player", "table__matchday__division__season__league").order_by("opened_at")
    return (one for one in rows if may_vote(one, player))


def _perhaps(player: Player) -> QuerySet[Dispute]:
    """Open disputes where they play, help or sat, but for those in which they are a party or decide alone."""
    season, table = "table__matchday__division__season", OuterRef("table")
    plays = Entrant.objects.filter(player=player, state=Entrant.State.ACTIVE).values("season")
    roles = Role.objects.filter(player=player)
    helps = roles.filter(kind=Role.Kind.ASSISTANT).values("league")
    runs = roles.filter(kind=Role.Kind.DIRECTOR).values("league")
    places = Place.objects.filter(Q(entrant__player=player) | Q(substitute=player), table=table)
    sat = Q(Exists(places), kind=Dispute.Kind.RESULT)
    told = Result.objects.filter(table=table, revision=OuterRef("revision"), author=player)
    voted = DisputeVote.objects.filter(dispute=OuterRef("pk"), player=player)
    rows = Dispute.objects.filter(state=Dispute.State.OPEN, **{f"{season}__state__in": MOVES})
    rows = rows.filter(Q(**{f"{season}__in": plays}) | Q(**{f"{season}__league__in": helps}) | sat)
    rows = rows.exclude(Q(**{f"{season}__league__owner": player}) | Q(**{f"{season}__league__in": runs}))
    return rows.exclude(Q(claimant__player=player) | Exists(told) | Exists(voted))


def dismiss(player: Player, season: Season | None = None) -> None:
    """Who is of a season no more, or of none where it is not named, has said nothing on what is not decided there."""
    votes = DisputeVote.objects.filter(player=player, dispute__state=Dispute.State.OPEN)
    if season is not None:
        votes = votes.filter(dispute__table__matchday__division__season=season)
    votes.delete()


def _outsiders(dispute: Dispute) -> QuerySet[Player]:
    season = dispute.table.matchday.division.season
    plays = Entrant.objects.filter(season=season, state=Entrant.State.ACTIVE).values("player")
    roles = Role.objects.filter(league=season.league_id)
    helps = roles.filter(kind=Role.Kind.ASSISTANT).values("player")
    decides = roles.filter(kind=Role.Kind.DIRECTOR).values("player")
    people = Player.objects.filter(Q(pk__in=plays) | Q(pk__in=helps), is_active=True)
    return people.exclude(pk__in=decides).exclude(pk=season.league.owner_id)


def _parties(dispute: Dispute) -> set[int]:
    """The two in dispute, whoever stands in for one of them, and who cannot be fair to the claimant."""
    claimant = dispute.claimant
    parties = {claimant.player_id}
    parties |= set(dispute.table.places.filter(entrant=claimant).values_list("substitute", flat=True))
    told = dispute.table.results.filter(revision=dispute.revision)
    parties |= set(told.values_list("author", flat=True))
    if claimant.player is not None:
        parties |= blocked_with(claimant.player, before=told.values_list("made_at", flat=True).first())
    return {one for one in parties if one is not None}


def _seated(dispute: Dispute) -> set[int]:
    places = dispute.table.places.values_list("entrant__player", "substitute")
    return {one for pair in places for one in pair if one is not None}
