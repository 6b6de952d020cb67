"""A league and who runs it: one verb an intention. Refused: NotAllowed."""

import re
import secrets
import unicodedata
from datetime import datetime
from zoneinfo import available_timezones

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.models import Match, Player
from leagues.models import Division, League, News, OwnerOffer, Role, Season
from leagues.services import due, log, notices
from leagues.services.errors import Conflict, NotAllowed, Reason
from leagues.services.plan import Plan, check, plan_of, put
from leagues.services.rights import Act
from leagues.services.rights import check as check_right

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
LONGEST_NAME, LONGEST_ABOUT = 60, 2000
MOST_LEAGUES = 10  # of one owner
# Addresses of the site where a league's would be.
TAKEN_SLUGS = frozenset({"noua"})


@transaction.atomic
def open_league(
    *,
    owner: Player,
    name: str,
    plan: Plan,
    visibility: str = League.Visibility.UNLISTED,
    zone: str = "Europe/Bucharest",
    language: str = "ro",
    club: str = "",
    place: str = "",
    about: str = "",
    now: datetime | None = None,
) -> Season:
    """Open a league with its first season, a draft that only its organizers see."""
    now = now or timezone.now()
    if owner.is_guest:
        raise NotAllowed(Reason.GUEST)
    Player.objects.select_for_update(no_key=True).get(pk=owner.pk)
    if League.objects.filter(owner=owner).exclude(seasons__state=Season.State.ARCHIVED).count() >= MOST_LEAGUES:
        raise NotAllowed(Reason.SETTINGS)
    league = League(owner=owner, slug="", code=_free_code(), created_at=now)
    _describe(league, name, visibility, zone, language, club, place, about)
    league.slug = _free_slug(league.name)
    league.save()
    log.note(league=league, action="open", by=owner, after={"name": league.name}, now=now)
    return add_season(league=league, by=owner, plan=plan, now=now)


@transaction.atomic
def describe(
    *,
    league: League,
    by: Player,
    name: str,
    visibility: str,
    zone: str,
    language: str,
    club: str = "",
    place: str = "",
    about: str = "",
) -> None:
    """Change what the league says of itself; its address stays."""
    league = _locked(league, by, Act.EDIT)
    before = {"name": league.name, "visibility": league.visibility}
    _describe(league, name, visibility, zone, language, club, place, about)
    league.save()
    if league.visibility != before["visibility"]:
        is_public = league.visibility == League.Visibility.PUBLIC
        Match.objects.filter(league=league.slug).update(public=is_public)
    after = {"name": league.name, "visibility": league.visibility}
    log.note(league=league, action="describe", by=by, before=before, after=after)


def _describe(
    league: League, name: str, visibility: str, zone: str, language: str, club: str, place: str, about: str
) -> None:
    name = clean_line(name)
    if not 3 <= len(name) <= LONGEST_NAME:
        raise NotAllowed(Reason.NAME)
    if visibility not in League.Visibility.values or zone not in available_timezones() or len(about) > LONGEST_ABOUT:
        raise NotAllowed(Reason.SETTINGS)
    if language not in dict(settings.LANGUAGES):
        raise NotAllowed(Reason.SETTINGS)
    league.name, league.visibility, league.zone, league.language = name, visibility, zone, language
    league.club, league.place = clean_line(club)[:LONGEST_NAME], clean_line(place)[:LONGEST_NAME]
    league.about = about.strip()


def clean_line(text: str) -> str:
    """A name as it is kept: NFC, one line, no control or format signs, single spaces."""
    text = unicodedata.normalize("NFKC", text)
    kept = "".join(sign if sign.isprintable() and unicodedata.category(sign) != "Cf" else " " for sign in text)
    return " ".join(kept.split())


def _free_code() -> str:
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if not League.objects.filter(code=code).exists():
            return code


def has_code(code: str) -> bool:
    """Tell whether a code (capital letters and digits) opens a league."""
    return League.objects.filter(code=code).exists()


def _free_slug(name: str) -> str:
    bare = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "-", bare).strip("-")[:50] or "liga"
    if base not in TAKEN_SLUGS and not League.objects.filter(slug=base).exists():
        return base
    return f"{base}-{secrets.token_hex(3)}"


@transaction.atomic
def add_season(*, league: League, by: Player, plan: Plan, now: datetime | None = None) -> Season:
    """Open the next season of a league, as a draft."""
    league = _locked(league, by, Act.EDIT)
    check(plan)
    last = league.seasons.order_by("-number").first()
    season = Season(
        league=league,
        number=1 + (last.number if last else 0),
        seed=secrets.token_hex(16),
        created_at=now or timezone.now(),
    )
    put(season, plan)
    season.save()
    log.note(league=league, season=season, action="season", by=by, now=now)
    return season


@transaction.atomic
def copy_season(*, season: Season, by: Player, now: datetime | None = None) -> Season:
    """Open the next season with the plan of this one; its dates are to be set anew."""
    plan = plan_of(season)
    copy = add_season(league=season.league, by=by, plan=plan, now=now)
    copy.opens_at = None
    copy.copied_from = season
    # Who has no account enters anew, and nobody knows as whom.
    copy.keep_apart = [pair for pair in copy.keep_apart if min(pair) > 0]
    copy.save(update_fields=["opens_at", "copied_from", "keep_apart"])
    return copy


@transaction.atomic
def appoint(*, league: League, by: Player, player: Player, kind: str) -> None:
    """Make somebody a director or an assistant; whoever is one becomes the other."""
    act = Act.APPOINT_DIRECTORS if kind == Role.Kind.DIRECTOR else Act.APPOINT_ASSISTANTS
    league = _locked(league, by, act)
    if kind not in Role.Kind.values or player.is_guest or not player.is_active:
        raise NotAllowed(Reason.NO_SUCH_PLAYER)
    if player.pk == league.owner_id:
        raise NotAllowed(Reason.ONESELF)
    was = Role.objects.filter(league=league, player=player).first()
    if was and was.kind == Role.Kind.DIRECTOR:
        check_right(by, league, Act.APPOINT_DIRECTORS)
    Role.objects.update_or_create(league=league, player=player, defaults={"kind": kind})
    log.note(
        league=league,
        action="appoint",
        by=by,
        about={"player": player.username},
        before={"kind": was.kind if was else ""},
        after={"kind": kind},
    )


@transaction.atomic
def dismiss(*, league: League, by: Player, player: Player) -> None:
    """Take a role away; everybody may lay down their own."""
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    role = Role.objects.filter(league=league, player=player).first()
    if role is None:
        raise NotAllowed(Reason.NO_SUCH_PLAYER)
    if by.pk != player.pk:
        directs = role.kind == Role.Kind.DIRECTOR
        check_right(by, league, Act.APPOINT_DIRECTORS if directs else Act.APPOINT_ASSISTANTS)
    role.delete()
    log.note(league=league, action="dismiss", by=by, about={"player": player.username}, before={"kind": role.kind})


@transaction.atomic
def hand_over(*, league: League, by: Player, to: Player) -> None:
    """Give the league to somebody else; who had it stays as a director."""
    league = _locked(league, by, Act.HAND_OVER)
    if to.is_guest or not to.is_active:
        raise NotAllowed(Reason.NO_SUCH_PLAYER)
    if to.pk == league.owner_id:
        raise NotAllowed(Reason.ONESELF)
    before = league.owner
    league.owner = to
    league.save(update_fields=["owner"])
    league.owner_offers.filter(state=OwnerOffer.State.OFFERED).update(state=OwnerOffer.State.WITHDRAWN)
    Role.objects.filter(league=league, player=to).delete()
    if before.is_active:
        Role.objects.update_or_create(league=league, player=before, defaults={"kind": Role.Kind.DIRECTOR})
    log.note(
        league=league,
        action="hand_over",
        by=by,
        before={"owner": before.username},
        after={"owner": to.username},
        public=True,
    )


@transaction.atomic
def tell(*, league: League, by: Player, text: str, now: datetime | None = None) -> News:
    """Tell everybody in the running seasons something."""
    league = _locked(league, by, Act.TELL)
    text = text.strip()
    if not text or len(text) > LONGEST_ABOUT:
        raise NotAllowed(Reason.NAME)
    news = News.objects.create(league=league, author=by, text=text, made_at=now or timezone.now())
    for season in league.seasons.filter(state__in=notices.HEARING):
        notices.tell_all(season, notices.Kind.NEWS, text=text)
    log.note(league=league, action="news", by=by, now=now)
    return news


@transaction.atomic
def cancel_season(*, season: Season, by: Player, reason: str, now: datetime | None = None) -> None:
    """Call a season off; what was played stays in everybody's history."""
    season = locked_whole(season)
    check_right(by, season.league, Act.CANCEL)
    if season.state in {Season.State.FINAL, Season.State.ARCHIVED, Season.State.CANCELLED}:
        raise NotAllowed(Reason.STATE)
    if not reason.strip():
        raise NotAllowed(Reason.NO_REASON)
    before, season.state = season.state, Season.State.CANCELLED
    season.save(update_fields=["state"])
    due.nothing(season)
    notices.tell_all(season, notices.Kind.SEASON, what="cancelled", text=reason)
    log.note(
        league=season.league,
        season=season,
        action="cancel",
        by=by,
        before={"state": before},
        after={"state": season.state},
        reason=reason.strip()[:300],
        public=True,
        now=now,
    )


@transaction.atomic
def delete_draft(*, season: Season, by: Player, now: datetime | None = None) -> None:
    """Throw a prepared season away with its plan; the league keeps another one, and the log what was done.

    Raises NotAllowed (STATE) once anybody could enter it, or where the league has no other. LEAGUES 1.2, 1.3.
    """
    league = _locked(season.league, by, Act.CANCEL)
    found = league.seasons.select_for_update().filter(pk=season.pk).first()
    if found is None:
        raise Conflict
    if found.state != Season.State.DRAFT or league.seasons.count() == 1:
        raise NotAllowed(Reason.STATE)
    found.log.update(season=None)
    found.delete()
    log.note(league=league, action="delete_draft", by=by, before={"number": found.number}, now=now)


def locked_whole(season: Season) -> Season:
    """The season under the locks of its divisions and then its own: no table and no round ends meanwhile.

    As tables and rounds take them; not for whoever holds one division already.
    """
    list(Division.objects.select_for_update(no_key=True).filter(season=season.pk).order_by("pk"))
    return locked_season(season)


def locked_season(season: Season) -> Season:
    """The season's row, locked, with its league."""
    return Season.objects.select_for_update(of=("self",), no_key=True).select_related("league").get(pk=season.pk)


def _locked(league: League, by: Player, act: Act) -> League:
    league = League.objects.select_for_update(of=("self",), no_key=True).get(pk=league.pk)
    check_right(by, league, act)
    return league
