"""Reads about people beyond one table: who may see whom, friends and where they are, what a player did."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Exists, F, Prefetch, Q, QuerySet, Subquery

from games.models import Block, Connection, Friendship, Invitation, Match, Mute, Player, Seat, Sums


def is_public(player: Player) -> bool:
    """Whether everybody may see this player's page: not that of a child, or of who may be one."""
    return player.age_band == Player.AgeBand.OVER_16


def may_see(viewer: Player | None, player: Player) -> bool:
    """Whether this visitor may see the player's page."""
    return player.pk in seen_by(viewer, [player])


def seen_by(viewer: Player | None, players: Iterable[Player]) -> set[int]:
    """Whose pages a visitor may see: three queries at most, however many they are.

    Everybody may see those of 16 and over; the others are seen by their friends and by those who sat at a
    table with them, if neither blocks the other. Guests have no page; who is gone has one that says nothing.
    """
    known = [player for player in players if not player.is_guest]
    seen = {player.pk for player in known if is_public(player) or player.gone_at is not None}
    if viewer is None:
        return seen
    hidden = {player.pk for player in known} - seen
    if viewer.is_staff:
        return seen | hidden
    seen |= hidden & {viewer.pk}
    hidden -= seen
    if not hidden or viewer.is_guest:
        return seen
    near = hidden & (friend_ids(viewer) | table_mates(viewer, hidden))
    return seen | (near - blocked_ids(viewer) if near else near)


def profiles_at(match: Match, viewer: Player | None) -> dict[int, str]:
    """The names of those at a match whose pages the visitor may see, by seat number."""
    seats = list(Seat.objects.filter(match=match, player__isnull=False).select_related("player"))
    seen = seen_by(viewer, [seat.player for seat in seats if seat.player])
    return {seat.number: seat.player.username for seat in seats if seat.player and seat.player.pk in seen}


def table_mates(player: Player, among: Collection[int]) -> set[int]:
    """Who of these has played at a table with the player."""
    mates = Seat.objects.filter(player__in=among, match__seats__player=player, match__started_at__isnull=False)
    return set(mates.order_by().values_list("player", flat=True).distinct())


def blocked_ids(player: Player, before: datetime | None = None) -> set[int]:
    """Everybody whom this player blocks (only `before` then, where it is given), or who blocks them."""
    own = Q(owner=player) if before is None else Q(owner=player, made_at__lt=before)
    pairs = Block.objects.filter(own | Q(other=player)).values_list("owner", "other")
    return {pk for pair in pairs for pk in pair} - {player.pk}


# Friends


def friendship_of(player: Player, other: Player) -> Friendship | None:
    """What is between these two, asked or agreed."""
    both = Q(asker=player, other=other) | Q(asker=other, other=player)
    return Friendship.objects.filter(both).first()


def _agreed(player: Player) -> QuerySet[Friendship]:
    return Friendship.objects.filter(Q(asker=player) | Q(other=player), accepted_at__isnull=False)


def friend_ids(player: Player) -> set[int]:
    return {pk for pair in _agreed(player).values_list("asker", "other") for pk in pair} - {player.pk}


def friends_of(player: Player) -> list[Player]:
    """The friends of a player by name."""
    rows = _agreed(player).select_related("asker", "other")
    friends = [row.other if row.asker_id == player.pk else row.asker for row in rows]
    return sorted(friends, key=lambda friend: friend.username.lower())


def asks_to(player: Player) -> list[Player]:
    """Who asked this player to be friends and waits for an answer, the latest first."""
    rows = Friendship.objects.filter(other=player, accepted_at__isnull=True, refused_at__isnull=True)
    return [row.asker for row in rows.select_related("asker").order_by("-made_at")]


def asks_by(player: Player) -> list[Player]:
    """Whom this player has asked without an answer so far, the latest first."""
    rows = Friendship.objects.filter(asker=player, accepted_at__isnull=True, refused_at__isnull=True)
    return [row.other for row in rows.select_related("other").order_by("-made_at")]


def whereabouts(players: Collection[int]) -> dict[int, Match]:
    """At which table each of these is, of those who have a table open; where they sit before where they watch."""
    rows = Connection.objects.filter(player__in=players).select_related("match").order_by("seen_at", "pk")
    seats = set(
        Seat.objects.filter(player__in=players, match__connections__player__in=players).values_list("player", "match")
    )
    found: dict[int, Match] = {}
    for row in sorted(rows, key=lambda row: (row.player_id, row.match_id) in seats):
        if row.player_id is not None:
            found[row.player_id] = row.match
    return found


# Invitations


def invitations_to(player: Player) -> list[Invitation]:
    """The open tables that this player is invited to, the latest first; each with its match's host and seats."""
    rows = Invitation.objects.filter(to=player, match__state=Match.State.OPEN)
    return list(rows.select_related("by", "match__host").prefetch_related("match__seats").order_by("-made_at"))


def invited_to(match: Match) -> list[Player]:
    """Who is invited to an open table and has not come yet."""
    return [row.to for row in match.invitations.select_related("to").order_by("made_at")]


# What a player did


def sums_of(player: Player) -> list[Sums]:
    """What a player did at tables of each size, smallest first."""
    return list(Sums.objects.filter(player=player).order_by("seats"))


def recent_matches(player: Player, count: int) -> list[Match]:
    """The latest matches that a player played to their end."""
    finished = Match.objects.filter(seats__player=player, state=Match.State.FINISHED)
    places = Prefetch("seats", Seat.objects.order_by("place", "number"))
    return list(finished.prefetch_related(places).order_by("-finished_at")[:count])


class Meetings(NamedTuple):
    """What came of the matches of two players, told of the first."""

    matches: int
    won: int
    lost: int


def meetings(player: Player, other: Player) -> Meetings:
    """Head to head over all finished matches: who came before whom."""
    mine = Seat.objects.filter(player=player, match__state=Match.State.FINISHED, match__seats__player=other)
    row = mine.aggregate(
        matches=Count("pk"),
        won=Count("pk", filter=Q(place__lt=F("match__seats__place"))),
        lost=Count("pk", filter=Q(place__gt=F("match__seats__place"))),
    )
    return Meetings(**row)


class Tie(NamedTuple):
    """What a visitor has to do with a player."""

    friend: str = ""  # "friend", "asked" by the visitor, "asks" the visitor
    mate: str = ""  # the code of the latest match they played together
    muted: bool = False
    blocks: bool = False
    blocked_by: bool = False


NO_TIE = Tie()


def tie(viewer: Player, player: Player) -> Tie:
    """All of it in one query."""
    both = Q(asker=viewer, other=player) | Q(asker=player, other=viewer)
    friendship = Friendship.objects.filter(both)
    played = Seat.objects.filter(player=player, match__seats__player=viewer, match__started_at__isnull=False)
    row = (
        Player.objects.filter(pk=player.pk)
        .annotate(
            its_asker=Subquery(friendship.values("asker")[:1]),
            its_accepted=Subquery(friendship.values("accepted_at")[:1]),
            its_refused=Subquery(friendship.values("refused_at")[:1]),
            its_mate=Subquery(played.order_by("-match__started_at").values("match__code")[:1]),
            its_muted=Exists(Mute.objects.filter(owner=viewer, other=player)),
            its_blocks=Exists(Block.objects.filter(owner=viewer, other=player)),
            its_blocked_by=Exists(Block.objects.filter(owner=player, other=viewer)),
        )
        .values_list(
            "its_asker", "its_accepted", "its_refused", "its_mate", "its_muted", "its_blocks", "its_blocked_by"
        )
    )
    asker, accepted, refused, mate, *rest = row[0]
    friend = "friend" if accepted else "" if asker is None or refused else "asked" if asker == viewer.pk else "asks"
    return Tie(friend, mate or "", *rest)


def may_visit(viewer: Player | None, player: Player, known: Tie) -> bool:
    """`may_see`, for a visitor whose tie to the player has been read."""
    if player.is_guest:
        return False
    if is_public(player) or player.gone_at is not None:
        return True
    if viewer is None or viewer.is_guest:
        return False
    near = known.friend == "friend" or bool(known.mate)
    return viewer == player or viewer.is_staff or (near and not (known.blocks or known.blocked_by))
