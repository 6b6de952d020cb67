"""Who takes over a league whose organizers are gone: asked in turn, each with a time to answer. Refused: NotAllowed.

First the directors, then who has played in the league the longest, then the site's staff. A league whose owner
deleted the account gets another owner in the same moment: a director, or else somebody of the staff, who looks
after it until one of its players says yes.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Min, Q, QuerySet
from django.utils import timezone

from games.models import Player
from leagues.models import Entrant, League, LeagueDue, Matchday, OwnerOffer, Role, Season
from leagues.services import due, log, notices
from leagues.services.errors import NotAllowed, Reason
from leagues.services.rights import Act
from leagues.services.rights import check as check_right

State = OwnerOffer.State
Why = OwnerOffer.Why
ANSWER_LASTS = timedelta(days=3)
# Who did not want a league is not asked again for so long.
ASKED_AGAIN = timedelta(days=60)
OVERDUE = timedelta(days=3)
UNTENDED = timedelta(days=7)
SHOWN = (Matchday.State.PUBLISHED, Matchday.State.IN_PLAY, Matchday.State.CLOSING)
PLAYS = (Entrant.State.ACCEPTED, Entrant.State.ACTIVE)


def watch(season: Season, at: datetime) -> None:
    """Look then whether the season's organizers are still there."""
    due.later(season, LeagueDue.Kind.AUTOPILOT, at)


def look(season: Season, now: datetime) -> OwnerOffer | None:
    """Ask somebody to take over where nobody tends a season whose round is overdue, or which disputes keep from ending.

    Looks again tomorrow.
    """
    running, ending = season.state == Season.State.RUNNING, season.state == Season.State.REVIEW
    if not (running and _late(season, now - OVERDUE)) and not ending:
        return None
    if running:
        watch(season, now + timedelta(days=1))
    return search(season.league, Why.VANISHED, now) if now - season.tended_at >= UNTENDED else None


def _late(season: Season, since: datetime) -> bool:
    """Whether a round waits since then for somebody to publish it, or to end."""
    days = Matchday.objects.filter(division__season=season)
    undrawn = days.filter(state=Matchday.State.DRAFT, opens_at__lte=since)
    return undrawn.exists() or days.filter(state__in=SHOWN, deadline_at__lte=since).exists()


@transaction.atomic
def search(league: League, why: str, now: datetime) -> OwnerOffer | None:
    """Ask the next one who could run the league; None where somebody is asked already, or nobody is left."""
    league = _locked(league)
    if league.owner_offers.filter(state=State.OFFERED).exists():
        return None
    chosen = next(_candidates(league, now), None)
    season = league.seasons.order_by("-number").first()
    if chosen is None:
        log.note(league=league, season=season, action="owner_nobody", now=now)
        return None
    offer = OwnerOffer.objects.create(league=league, player=chosen, why=why, made_at=now, expires_at=now + ANSWER_LASTS)
    log.note(
        league=league, season=season, action="owner_asked", about={"player": chosen.username}, public=True, now=now
    )
    if season is not None:
        notices.tell(season, [chosen], notices.Kind.DESK, what="owner")
    return offer


def _candidates(league: League, now: datetime) -> Iterator[Player]:
    """Directors by the time they serve, players by the time they are in the league, the site's staff."""
    asked = set(league.owner_offers.filter(made_at__gt=now - ASKED_AGAIN).values_list("player", flat=True))
    apart = asked | {league.owner_id}
    directors = [role.player for role in _directors(league)]
    for player in (*directors, *_players(league), *_staff()):
        if player.pk not in apart:
            yield player


def _directors(league: League) -> QuerySet[Role]:
    roles = league.roles.filter(kind=Role.Kind.DIRECTOR, player__is_active=True)
    return roles.select_related("player").order_by("made_at", "pk")


def _players(league: League) -> list[Player]:
    """Who plays in the newest season, the one who entered the league first at the head."""
    newest = league.seasons.order_by("-number").first()
    if newest is None:
        return []
    here = newest.entrants.filter(state__in=PLAYS).values("player")
    people = Player.objects.filter(pk__in=here, is_active=True, is_guest=False)
    since = Min("entries__applied_at", filter=Q(entries__season__league=league))
    return list(people.annotate(since=since).order_by("since", "pk"))


def _staff() -> list[Player]:
    return list(Player.objects.filter(is_staff=True, is_active=True).order_by("date_joined", "pk"))


@transaction.atomic
def accept(*, offer: OwnerOffer, by: Player, now: datetime | None = None) -> League:
    """Take the league over; who had it stays as a director."""
    now = now or timezone.now()
    offer = _own(offer, by)
    if offer.state != State.OFFERED or now > offer.expires_at or _is_back(offer):
        raise NotAllowed(Reason.TOO_LATE)
    offer.state = State.ACCEPTED
    offer.save(update_fields=["state"])
    give(offer.league, by, now)
    return offer.league


def give(league: League, to: Player, now: datetime) -> None:
    """Write another owner down, and who it was; inside the caller's transaction, the league locked."""
    before = league.owner
    league.owner = to
    league.save(update_fields=["owner"])
    Role.objects.filter(league=league, player=to).delete()
    looked_after = before.is_staff and not Entrant.objects.filter(season__league=league, player=before).exists()
    if before.is_active and not looked_after:
        Role.objects.update_or_create(league=league, player=before, defaults={"kind": Role.Kind.DIRECTOR})
    season = league.seasons.order_by("-number").first()
    log.note(
        league=league,
        season=season,
        action="owner_took",
        about={"player": to.username},
        before={"owner": before.username},
        after={"owner": to.username},
        public=True,
        now=now,
    )
    if season is not None:
        Season.objects.filter(pk=season.pk).update(tended_at=now)


@transaction.atomic
def decline(*, offer: OwnerOffer, by: Player, now: datetime | None = None) -> None:
    """Say no: the next one is asked."""
    now = now or timezone.now()
    offer = _own(offer, by)
    if offer.state != State.OFFERED:
        raise NotAllowed(Reason.TOO_LATE)
    _close(offer, State.DECLINED, now)


@transaction.atomic
def call_off(*, league: League, by: Player, now: datetime | None = None) -> None:
    """An organizer is here after all: nobody is asked any more."""
    now = now or timezone.now()
    league = _locked(league)
    check_right(by, league, Act.PAIR)
    offer = league.owner_offers.filter(state=State.OFFERED).first()
    if offer is None:
        raise NotAllowed(Reason.STATE)
    offer.state = State.WITHDRAWN
    offer.save(update_fields=["state"])
    season = league.seasons.order_by("-number").first()
    log.note(league=league, season=season, action="owner_stays", by=by, public=True, now=now)


def take_due(now: datetime | None = None) -> int:
    """Ask the next one where somebody's time to answer is over; give how many."""
    now = now or timezone.now()
    late = list(OwnerOffer.objects.filter(state=State.OFFERED, expires_at__lte=now))
    for found in late:
        with transaction.atomic():
            _locked(found.league)
            offer = OwnerOffer.objects.select_related("league").get(pk=found.pk)
            if offer.state == State.OFFERED:
                _close(offer, State.EXPIRED, now)
    return len(late)


def shift(by: timedelta) -> None:
    """Nobody could answer while the site stood still."""
    OwnerOffer.objects.filter(state=State.OFFERED).update(expires_at=F("expires_at") + by)


def _close(offer: OwnerOffer, state: OwnerOffer.State, now: datetime) -> None:
    """End an offer without a yes, and ask the next one; a league whose organizers are back asks nobody."""
    offer.state = state
    offer.save(update_fields=["state"])
    if not _is_back(offer):
        search(offer.league, offer.why, now)


def _is_back(offer: OwnerOffer) -> bool:
    """Whether an organizer did something since this one was asked in their stead."""
    tended = Season.objects.filter(league=offer.league, tended_at__gt=offer.made_at)
    return offer.why == Why.VANISHED and tended.exists()


def bereave(player: Player, now: datetime) -> None:
    """The account of an owner is deleted: no league of theirs is without one from then on.

    A director becomes the owner; where there is none, somebody of the staff looks after it and its players are asked.
    """
    OwnerOffer.objects.filter(player=player, state=State.OFFERED).update(expires_at=now)
    for found in League.objects.filter(owner=player).order_by("pk"):
        league = _locked(found)
        director = _directors(league).first()
        if director is not None:
            give(league, director.player, now)
            continue
        caretaker = next((one for one in _staff() if one.pk != player.pk), None)
        if caretaker is not None:
            give(league, caretaker, now)
        if caretaker is None or _players(league):
            search(league, Why.GONE, now)


def _own(offer: OwnerOffer, by: Player) -> OwnerOffer:
    """The offer under its league's lock. Raises NotAllowed where it is somebody else's."""
    _locked(offer.league)
    found = OwnerOffer.objects.select_related("league__owner").get(pk=offer.pk)
    if found.player_id != by.pk or not by.is_active:
        raise NotAllowed(Reason.NOT_YOURS)
    return found


def _locked(league: League) -> League:
    return League.objects.select_for_update(of=("self",), no_key=True).get(pk=league.pk)
