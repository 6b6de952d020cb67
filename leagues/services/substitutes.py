"""Who sits in for somebody for one round: asked in turn, each with a time to answer. Refused: NotAllowed."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, F, Q
from django.utils import timezone

from games.models import Player
from games.services.company import blocked_with
from leagues.models import Entrant, LeagueDue, LeagueTable, Matchday, Place, Season, SubstituteOffer
from leagues.services import due, feeds, log, notices, open_seats
from leagues.services.errors import NotAllowed, Reason
from leagues.services.rights import Act, may, sits_at
from leagues.services.rights import check as check_right
from leagues.services.tables import OPEN, is_open, locked_table, places_of, player_of

State = SubstituteOffer.State
ANSWERED_WITHIN = timedelta(hours=12)
# However late it is, whoever is asked has this long.
LEAST = timedelta(minutes=10)
READY = (Entrant.State.ACTIVE, Entrant.State.ACCEPTED, Entrant.State.WAITLISTED)


@transaction.atomic
def look_for(*, place: Place, by: Player, now: datetime | None = None) -> SubstituteOffer | None:
    """Have somebody found for a place: its own player asks, or an organizer. None where nobody stands by."""
    now = now or timezone.now()
    place, table = _locked(place)
    season = table.matchday.division.season
    if place.entrant.player_id != by.pk or is_open(place):
        check_right(by, season.league, Act.ENTER)
    if place.substitute is not None:
        raise NotAllowed(Reason.ALREADY_IN)  # who sits in has said yes: nobody is asked in their place
    _note(place, table, "substitute_wanted", by, now)
    return _ask_next(place, table, now)


def fill(*, place: Place, table: LeagueTable, now: datetime) -> SubstituteOffer | None:
    """Have somebody found for an open seat of a locked table; where nobody stands by, the table shrinks at once."""
    offer = place.offers.filter(state=State.OFFERED).first() or _ask_next(place, table, now)
    if offer is not None:
        notices.tell_table(table, notices.Kind.PAIRING, what="open")
    return offer


@transaction.atomic
def offer_to(*, place: Place, by: Player, player: Player, now: datetime | None = None) -> SubstituteOffer:
    """Ask this person, of the season or not."""
    now = now or timezone.now()
    place, table = _locked(place)
    check_right(by, table.matchday.division.season.league, Act.ENTER)
    if player.is_guest or not player.is_active or _sits(player, table.matchday):
        raise NotAllowed(Reason.NO_SUCH_PLAYER)
    place.offers.filter(state=State.OFFERED).update(state=State.WITHDRAWN)
    return _offer(place, table, player, now)


@transaction.atomic
def seat(*, place: Place, by: Player, player: Player, now: datetime | None = None) -> None:
    """At a table with paper cards: this person is here and plays; nobody has to say yes on a page."""
    now = now or timezone.now()
    place, table = _locked(place)
    check_right(by, table.matchday.division.season.league, Act.ENTER)
    if not table.paper:
        raise NotAllowed(Reason.STATE)
    if player.is_guest or not player.is_active or _sits(player, table.matchday):
        raise NotAllowed(Reason.NO_SUCH_PLAYER)
    place.offers.filter(state=State.OFFERED).update(state=State.WITHDRAWN)
    _sit_in(place, table, player, by, now)


def _ask_next(place: Place, table: LeagueTable, now: datetime) -> SubstituteOffer | None:
    """Ask whoever stands by, was not asked for this place, and sat in least often; else close an open seat.

    Who has not answered yet for another table of the round is not asked twice.
    """
    known = place.offers.filter(state=State.OFFERED).first()
    if known is not None:
        return known
    season, asked = table.matchday.division.season, set(place.offers.values_list("player", flat=True))
    elsewhere = SubstituteOffer.objects.filter(place__matchday=table.matchday_id, state=State.OFFERED)
    asked |= set(elsewhere.values_list("player", flat=True))
    ready = season.entrants.filter(standby=True, state__in=READY, player__is_active=True).exclude(player__in=asked)
    ready = ready.annotate(times=Count("player__substituted_places")).order_by("times", "pk")
    others = {one.pk for one in map(player_of, places_of(table)) if one is not None}
    for entrant in ready.select_related("player"):
        player = entrant.player
        if player is not None and not _sits(player, table.matchday) and not blocked_with(player) & others:
            return _offer(place, table, player, now)
    if is_open(place):
        open_seats.close(table, now, [place.pk])
    else:
        notices.tell_desk(season, what="nobody", round=table.matchday.number, number=table.number)
    return None


def shift(by: timedelta) -> None:
    """Nobody could say yes while the site stood still."""
    SubstituteOffer.objects.filter(state=State.OFFERED).update(expires_at=F("expires_at") + by)


def _offer(place: Place, table: LeagueTable, player: Player, now: datetime) -> SubstituteOffer:
    begins = feeds.plays_at(table) or table.matchday.deadline_at
    ends = now + ANSWERED_WITHIN
    if begins is not None:
        ends = max(now + LEAST, min(ends, begins - LEAST))
    offer, _ = SubstituteOffer.objects.update_or_create(
        place=place, player=player, defaults={"state": State.OFFERED, "made_at": now, "expires_at": ends}
    )
    season = table.matchday.division.season
    due.later(season, LeagueDue.Kind.OFFER, ends, offer.pk)
    notices.tell(season, [player], notices.Kind.SUBSTITUTE, what="offered", round=table.matchday.number)
    return offer


@transaction.atomic
def accept(*, offer: SubstituteOffer, by: Player, now: datetime | None = None) -> None:
    """Take the place for this round."""
    now = now or timezone.now()
    offer, place, table = _offered(offer, by)
    if now > offer.expires_at:
        raise NotAllowed(Reason.TOO_LATE)
    if _sits(by, table.matchday):
        raise NotAllowed(Reason.ALREADY_IN)
    offer.state = State.ACCEPTED
    offer.save(update_fields=["state"])
    due.never(table.matchday.division.season, LeagueDue.Kind.OFFER, offer.pk)
    _sit_in(place, table, by, by, now)


def _sit_in(place: Place, table: LeagueTable, player: Player, by: Player, now: datetime) -> None:
    """The place is this player's for the round; everybody at the table is told."""
    place.role, place.substitute, place.present_at = Place.Role.SUBSTITUTE, player, None
    place.save(update_fields=["role", "substitute", "present_at"])
    feeds.raise_number(table)
    _note(place, table, "substitute", by, now)
    notices.tell_table(table, notices.Kind.SUBSTITUTE, what="found", name=player.username)


@transaction.atomic
def decline(*, offer: SubstituteOffer, by: Player, now: datetime | None = None) -> None:
    """Say no; the next one is asked."""
    offer, place, table = _offered(offer, by)
    offer.state = State.DECLINED
    offer.save(update_fields=["state"])
    _ask_next(place, table, now or timezone.now())


@transaction.atomic
def expire(offer: SubstituteOffer, now: datetime) -> None:
    """Who never answers holds nobody up."""
    table = locked_table(offer.place.table)
    found = SubstituteOffer.objects.select_related("place__entrant").filter(pk=offer.pk).first()
    if found is None or found.state != State.OFFERED:
        return
    found.state = State.EXPIRED
    found.save(update_fields=["state"])
    if table.state == LeagueTable.State.SEATED:
        _ask_next(found.place, table, now)


@transaction.atomic
def take_back(*, place: Place, by: Player, now: datetime | None = None) -> None:
    """The entrant can play after all, while nobody has taken the place; an organizer can undo even that.

    Of a seat whose entrant has left, an organizer says with it that nobody is to be asked any more.
    """
    now = now or timezone.now()
    place, table = _locked(place)
    runs = may(by, table.matchday.division.season.league, Act.ENTER)
    if (place.entrant.player_id != by.pk or _has_left(place)) and not runs:
        raise NotAllowed(Reason.NOT_YOURS)
    if place.role == Place.Role.SUBSTITUTE and not runs:
        raise NotAllowed(Reason.TOO_LATE)
    place.offers.filter(state=State.OFFERED).update(state=State.WITHDRAWN)
    _note(place, table, "substitute_none" if _has_left(place) else "substitute_back", by, now)
    _give_back(place, table, now)
    if is_open(place):
        open_seats.close(table, now, [place.pk])


def _has_left(place: Place) -> bool:
    return place.entrant.state in {Entrant.State.WITHDRAWN, Entrant.State.DISQUALIFIED}


def _give_back(place: Place, table: LeagueTable, now: datetime) -> None:
    """Nobody sits in any more: the place is its entrant's again, or open where they have left the season."""
    if place.substitute is not None:
        feeds.off_for(table, [place.substitute], now)
    place.role, place.substitute = Place.Role.OPEN if _has_left(place) else Place.Role.REGULAR, None
    place.save(update_fields=["role", "substitute"])


def step_back(*, season: Season, player: Player, now: datetime) -> None:
    """Who leaves the season sits in for nobody: others are asked where they were, or had said yes."""
    offered = SubstituteOffer.objects.filter(player=player, state=State.OFFERED)
    asked = Place.objects.filter(Q(substitute=player) | Q(pk__in=offered.values("place")))
    asked = asked.filter(table__state=LeagueTable.State.SEATED, table__matchday__division__season=season)
    for found in asked.select_related("table").order_by("pk"):
        table = locked_table(found.table)
        place = Place.objects.select_related("entrant__player", "substitute").filter(pk=found.pk).first()
        if place is None or table.state != LeagueTable.State.SEATED:
            continue
        for offer in place.offers.filter(player=player, state=State.OFFERED):
            due.never(season, LeagueDue.Kind.OFFER, offer.pk)
        place.offers.filter(player=player).update(state=State.DECLINED)
        if place.substitute_id == player.pk:
            _give_back(place, table, now)
        _ask_next(place, table, now)


def _sits(player: Player, day: Matchday) -> bool:
    """Whether they have a seat in this round already: their own, which may be theirs again, or somebody's."""
    places = Place.objects.filter(matchday=day).exclude(role__in=[Place.Role.VACATED, Place.Role.OPEN])
    has_left = Q(entrant__state__in=[Entrant.State.WITHDRAWN, Entrant.State.DISQUALIFIED])
    return places.filter((Q(entrant__player=player) & ~has_left) | Q(substitute=player)).exists()


def _offered(offer: SubstituteOffer, by: Player) -> tuple[SubstituteOffer, Place, LeagueTable]:
    """An offer that waits for its answer, its place and table, locked; refused where the table is smaller by now."""
    found = SubstituteOffer.objects.select_related("place__table").filter(pk=offer.pk).first()
    if found is None:
        raise NotAllowed(Reason.TOO_LATE)
    place, table = _locked(found.place)
    now = SubstituteOffer.objects.get(pk=offer.pk)
    if now.player_id != by.pk:
        raise NotAllowed(Reason.NOT_YOURS)
    if now.state != State.OFFERED:
        raise NotAllowed(Reason.TOO_LATE)
    return now, place, table


def _locked(place: Place) -> tuple[Place, LeagueTable]:
    """A place at a table that has not begun, the table locked."""
    table = locked_table(place.table)
    season = table.matchday.division.season
    if season.format == Season.Format.LADDER:
        raise NotAllowed(Reason.STATE)  # who cannot play does not queue
    running = season.state in {Season.State.RUNNING, Season.State.PAUSED}
    if not running or table.state != LeagueTable.State.SEATED or table.matchday.state not in OPEN:
        raise NotAllowed(Reason.STATE)
    found = Place.objects.select_related("entrant__player", "substitute").filter(pk=place.pk).first()
    if found is None:
        raise NotAllowed(Reason.TOO_LATE)  # the table is smaller now
    return found, table


def _note(place: Place, table: LeagueTable, action: str, by: Player, now: datetime) -> None:
    season = table.matchday.division.season
    log.note(
        league=season.league,
        season=season,
        action=action,
        by=by,
        about={"round": table.matchday.number, "table": table.number, "entrant": place.entrant.name},
        public=True,
        own_table=sits_at(by, table),
        now=now,
    )
