"""Calendar feeds: a league's, and one's own by a signed address that needs no session."""

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.models import Player
from leagues import calendars, queries_feeds, queries_open
from leagues.models import CalledOff, League, LeagueTable, Season
from leagues.services import feeds as feeds_kept
from leagues.services import tables
from leagues.views_addresses import address
from leagues.views_clocks import HOME_ZONE, render
from leagues.views_visit import visit_of

SALT = "leagues.calendar"


@require_safe
@login_required
def feeds(request: HttpRequest) -> HttpResponse:
    """The addresses to give to a calendar."""
    assert isinstance(request.user, Player)
    league = queries_open.league_by_slug(request.GET.get("liga", ""), request.user)
    shown = league is not None and league.visibility != League.Visibility.PRIVATE
    context = {
        "personal": address(request, reverse("leagues:feed_personal", args=[token_of(request.user)])),
        "league": league if shown else None,
        "shared": address(request, reverse("leagues:feed_league", args=[league.slug])) if league and shown else "",
    }
    return render(request, "leagues/feeds.html", context, zone=HOME_ZONE)


def token_of(player: Player) -> str:
    """Who has it reads this player's calendar, and no more; a new password makes it void."""
    return signing.Signer(salt=SALT, sep=".").sign(f"{player.pk}-{player.get_session_auth_hash()[:12]}")


def player_of_token(token: str) -> Player | None:
    try:
        key, kept = signing.Signer(salt=SALT, sep=".").unsign(token).split("-", 1)
    except (signing.BadSignature, ValueError):
        return None
    player = queries_open.player_by_id(int(key)) if key.isdigit() else None
    return player if player and player.get_session_auth_hash()[:12] == kept else None


@require_safe
def personal(request: HttpRequest, token: str) -> HttpResponse:
    """My tables in all leagues."""
    player = player_of_token(token)
    if player is None:
        raise Http404
    with translation.override(player.language or settings.LANGUAGE_CODE):
        return _feed(request, _("MAS UNO: my league tables"), player)


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """All tables of a league's season."""
    visit = visit_of(request, slug)
    with translation.override(visit.league.language):
        return _feed(request, visit.league.name, visit.season)


def _feed(request: HttpRequest, name: str, whose: Season | Player) -> HttpResponse:
    """Tables as they are, then those that calendars have to take out."""
    me = whose if isinstance(whose, Player) else None
    found = [entry for table in queries_feeds.scheduled(whose) if (entry := _entry(request, table, me)) is not None]
    known = {entry.table for entry in found}
    gone = queries_feeds.called_off(whose, timezone.now() - feeds_kept.TOLD)
    entries = [*found, *(_gone(request, one, me) for one in gone if one.table not in known)]
    host = urlsplit(settings.SITE_ADDRESS).hostname or "masuno"
    answer = HttpResponse(calendars.calendar(name, entries, host), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="masuno.ics"'
    return answer


def _summary(season: Season, number: int, table: int, *, whole: bool) -> str:
    """Which table it is; in one's own calendar with the league's name."""
    told = _("round %(round)d, table %(table)d") % {"round": number, "table": table}
    return f"{season.league.name}: {told}" if whole else told.capitalize()


def _entry(request: HttpRequest, table: LeagueTable, me: Player | None) -> calendars.Entry | None:
    """A table with a time; one whose time is open again, or at which somebody else sits in, is called off."""
    day, season = table.matchday, table.matchday.division.season
    at = feeds_kept.plays_at(table)
    moment = at or (day.opens_at if table.sequence else None)
    if moment is None:
        return None
    places = list(table.places.all())
    off = table.state == LeagueTable.State.VOID or season.state == Season.State.CANCELLED
    off = off or (me is not None and not any(tables.plays(place, me) for place in places))
    sitting = [place for place in places if not tables.is_open(place)]
    names = [place.substitute.username if place.substitute else place.entrant.name for place in sitting]
    return calendars.Entry(
        table=table.pk,
        summary=_summary(season, day.number, table.number, whole=me is not None),
        starts_at=moment,
        sequence=table.sequence + (1 if at and off else 0),
        cancelled=off or at is None,
        text=", ".join(names),
        address=address(request, reverse("leagues:table", args=[season.league.slug, table.pk])),
        changed_at=day.published_at or moment,
        where=season.league.place if table.paper else "",
    )


def _gone(request: HttpRequest, one: CalledOff, me: Player | None) -> calendars.Entry:
    return calendars.Entry(
        table=one.table,
        summary=_summary(one.season, one.round, one.number, whole=me is not None),
        starts_at=one.starts_at,
        sequence=one.sequence,
        cancelled=True,
        text="",
        address=address(request, reverse("leagues:rounds", args=[one.season.league.slug])),
        changed_at=one.made_at,
    )
