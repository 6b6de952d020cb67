"""What a player's leagues wait for them to do: told at the head of the site's first page."""

from datetime import datetime, timedelta
from enum import StrEnum
from itertools import islice
from typing import NamedTuple

from games.models import Player
from leagues import queries_open, queries_waiting
from leagues.models import Dispute, League, LeagueTable, Place, Result, Season, SubstituteOffer
from leagues.services import juries, ladders, matchdays

SOON = timedelta(days=2)
MOST = 3


class Kind(StrEnum):
    """What is asked, the most pressing first."""

    MATCH = "match"  # it is being played
    SIT = "sit"
    CONFIRM = "confirm"
    OFFER = "offer"  # to sit in for somebody
    PLAY = "play"  # at a known time, or with paper cards
    AGREE = "agree"  # on a time
    VOTE = "vote"


class Call(NamedTuple):
    """One thing that waits, and the table at which it does."""

    kind: Kind
    league: League
    table: LeagueTable
    until: datetime | None = None

    @property
    def code(self) -> str:
        """Of the match that is being played."""
        return self.table.match.code if self.kind == Kind.MATCH and self.table.match else ""


def calls(*, player: Player, now: datetime) -> list[Call]:
    """What waits for this player now or soon, the most pressing first; no more than one can take in."""
    found = [call for place in queries_open.my_places(player) if (call := _at(place, now))]
    found += [_claimed(result) for result in queries_waiting.claims(player)]
    found += [_offered(offer) for offer in queries_open.offers_to(player)]
    found += [_voting(dispute) for dispute in islice(juries.asked(player), MOST)]
    order = list(Kind)
    return sorted(found, key=lambda call: order.index(call.kind))[:MOST]


def _at(place: Place, now: datetime) -> Call | None:
    season = place.matchday.division.season
    kind = _asked(place, season, now)
    return Call(kind, season.league, place.table, _until(place.table, kind)) if kind else None


def _until(table: LeagueTable, kind: Kind) -> datetime | None:
    if table.called_at is not None:
        return table.called_at + ladders.SIT_WITHIN
    return table.matchday.deadline_at if kind in {Kind.PLAY, Kind.AGREE} and table.play_at is None else None


def _asked(place: Place, season: Season, now: datetime) -> Kind | None:
    """What a place asks of who plays it; nothing where its time is far."""
    table = place.table
    if table.match is not None:
        return Kind.MATCH
    if season.state != Season.State.RUNNING:
        return None
    if table.play_at is not None and table.play_at > now + SOON:
        return None
    if table.called_at is not None:
        return Kind.SIT
    if table.paper:
        return Kind.PLAY
    if table.play_at is None and season.pace == Season.Pace.AGREED:
        return Kind.AGREE
    opens = place.matchday.opens_at
    return Kind.SIT if opens is not None and now >= matchdays.earliest(table) else Kind.PLAY


def _claimed(result: Result) -> Call:
    return Call(Kind.CONFIRM, result.table.matchday.division.season.league, result.table)


def _offered(offer: SubstituteOffer) -> Call:
    table = offer.place.table
    return Call(Kind.OFFER, table.matchday.division.season.league, table, offer.expires_at)


def _voting(dispute: Dispute) -> Call:
    return Call(Kind.VOTE, dispute.table.matchday.division.season.league, dispute.table)
