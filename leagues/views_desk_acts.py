"""What is done at the desk of a league: a closed list of verbs, each one service.

What a form names is looked up inside the season that is looked at only.
"""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from games.models import Player
from leagues import queries_desk
from leagues.models import Dispute, Entrant, Penalty
from leagues.services import apart, disputes, entrants, ladders, leagues, leaving, records, seasons, succession
from leagues.services.errors import NotAllowed, Reason
from leagues.services.rights import Act
from leagues.views_desk import PAGES
from leagues.views_guard import Desk, Verb, desk_of, done, number_in


@require_POST
@login_required
def act(request: HttpRequest, slug: str, verb: str) -> HttpResponse:
    """Do one thing, and show the page it was asked from."""
    known = VERBS.get(verb)
    if known is None:
        raise Http404
    here = desk_of(request, slug, known.act)
    onward, status = done(request, lambda: known.do(here, request.POST))
    if status == 409:
        again = desk_of(request, slug)
        return PAGES[known.page](request, again, 409)
    return redirect(onward if isinstance(onward, str) else here.address(known.page))


def _entrant(here: Desk, data: QueryDict, field: str = "entrant") -> Entrant:
    found = queries_desk.entrant_in(here.season, number_in(data, field))
    if found is None:
        raise NotAllowed(Reason.NOT_IN)
    return found


def _somebody(data: QueryDict) -> Player:
    found = queries_desk.player_named(data.get("name", ""))
    if found is None:
        raise NotAllowed(Reason.NO_SUCH_PLAYER)
    return found


def _dispute(here: Desk, data: QueryDict) -> Dispute:
    found = queries_desk.dispute_in(here.season, number_in(data, "dispute"))
    if found is None:
        raise NotAllowed(Reason.STATE)
    return found


def _penalty(here: Desk, data: QueryDict) -> Penalty:
    found = queries_desk.penalty_in(here.season, number_in(data, "penalty"))
    if found is None:
        raise NotAllowed(Reason.STATE)
    return found


def _reason(data: QueryDict) -> str:
    return data.get("reason", "")


def _open(here: Desk, data: QueryDict) -> None:
    seasons.open_registration(season=here.season, by=here.player)


def _begin(here: Desk, data: QueryDict) -> str:
    """Begin, and go to where the first tables are made."""
    seasons.begin(season=here.season, by=here.player)
    return here.address("leagues:board", 1)


def _unbar(here: Desk, data: QueryDict) -> str:
    """Let somebody queue again, and go back to the ladder."""
    ladders.unbar(entrant=_entrant(here, data), by=here.player)
    return here.address("leagues:desk_ladder")


def _keep_apart(here: Desk, data: QueryDict) -> None:
    apart.keep_apart(one=_entrant(here, data), other=_entrant(here, data, "other"), by=here.player)


def _let_meet(here: Desk, data: QueryDict) -> None:
    apart.let_meet(one=_entrant(here, data), other=_entrant(here, data, "other"), by=here.player)


def _pause(here: Desk, data: QueryDict) -> None:
    seasons.pause(season=here.season, by=here.player, reason=_reason(data))


def _resume(here: Desk, data: QueryDict) -> None:
    seasons.resume(season=here.season, by=here.player)


def _cancel(here: Desk, data: QueryDict) -> None:
    leagues.cancel_season(season=here.season, by=here.player, reason=_reason(data))


def _delete_draft(here: Desk, data: QueryDict) -> str:
    """Delete, and go to the desk of the season before."""
    leagues.delete_draft(season=here.season, by=here.player)
    return reverse("leagues:desk", args=[here.league.slug])


def _finalize(here: Desk, data: QueryDict) -> None:
    seasons.finalize(season=here.season, by=here.player)


def _archive(here: Desk, data: QueryDict) -> None:
    seasons.archive(season=here.season, by=here.player)


def _next_season(here: Desk, data: QueryDict) -> str:
    """Copy, and go to the new season's plan, for its dates."""
    copy = leagues.copy_season(season=here.season, by=here.player)
    return f"{reverse('leagues:desk_plan', args=[here.league.slug])}?sezon={copy.number}"


def _describe(here: Desk, data: QueryDict) -> None:
    """Change what the league says of itself; where its clocks are stays."""
    league = here.league
    said = {name: data.get(name, "") for name in ("name", "visibility", "club", "place", "about")}
    said["language"] = data.get("language", league.language)
    leagues.describe(league=league, by=here.player, zone=league.zone, **said)


def _news(here: Desk, data: QueryDict) -> None:
    leagues.tell(league=here.league, by=here.player, text=data.get("text", ""))


def _play_too(here: Desk, data: QueryDict) -> None:
    """Enter one's own league, whose code one need not be told."""
    entrants.apply(season=here.season, player=here.player, code=here.league.code)


def _accept_all(here: Desk, data: QueryDict) -> None:
    entrants.accept_all(season=here.season, by=here.player)


def _accept(here: Desk, data: QueryDict) -> None:
    entrants.accept(entrant=_entrant(here, data), by=here.player)


def _decline(here: Desk, data: QueryDict) -> None:
    entrants.decline(entrant=_entrant(here, data), by=here.player, reason=_reason(data))


def _withdraw(here: Desk, data: QueryDict) -> None:
    leaving.withdraw(entrant=_entrant(here, data), by=here.player, reason=_reason(data))


def _disqualify(here: Desk, data: QueryDict) -> None:
    since = number_in(data, "since", 1)
    leaving.disqualify(entrant=_entrant(here, data), by=here.player, reason=_reason(data), since=since)


def _round_off(here: Desk, data: QueryDict) -> None:
    """Give somebody a round off, or take that back."""
    off = data.get("off", "1") == "1"
    entrants.ask_off(entrant=_entrant(here, data), by=here.player, number=number_in(data, "etapa"), off=off)


def _readmit(here: Desk, data: QueryDict) -> None:
    leaving.readmit(entrant=_entrant(here, data), by=here.player, reason=_reason(data))


def _add(here: Desk, data: QueryDict) -> None:
    entrants.add_by_hand(season=here.season, by=here.player, name=data.get("name", ""))


def _appoint(here: Desk, data: QueryDict) -> None:
    leagues.appoint(league=here.league, by=here.player, player=_somebody(data), kind=data.get("kind", ""))


def _dismiss(here: Desk, data: QueryDict) -> str | None:
    """Take a role away; who lays down their own has no desk any more."""
    leaver = _somebody(data)
    leagues.dismiss(league=here.league, by=here.player, player=leaver)
    return reverse("games:home") if leaver == here.player else None


def _hand_over(here: Desk, data: QueryDict) -> None:
    leagues.hand_over(league=here.league, by=here.player, to=_somebody(data))


def _stay(here: Desk, data: QueryDict) -> None:
    succession.call_off(league=here.league, by=here.player)


def _penalize(here: Desk, data: QueryDict) -> None:
    value = records.value_told(here.season, number_in(data, "points"))
    disputes.penalize(entrant=_entrant(here, data), by=here.player, value=value, reason=_reason(data))


def _decide(here: Desk, data: QueryDict) -> None:
    upheld = data.get("upheld") == "1"
    disputes.decide(dispute=_dispute(here, data), by=here.player, upheld=upheld, decision=_reason(data))


def _decide_appeal(here: Desk, data: QueryDict) -> None:
    upheld = data.get("upheld") == "1"
    disputes.decide_appeal(penalty=_penalty(here, data), by=here.player, upheld=upheld, reason=_reason(data))


PEOPLE, RUNNING = "leagues:desk_entrants", "leagues:desk_running"
VERBS = {
    "deschide": Verb(Act.EDIT, _open),
    "incepe": Verb(Act.PAIR, _begin),
    "iarta": Verb(Act.ENTER, _unbar, PEOPLE),
    "desparte": Verb(Act.PAIR, _keep_apart, PEOPLE),
    "impreuna": Verb(Act.PAIR, _let_meet, PEOPLE),
    "pauza": Verb(Act.PAIR, _pause),
    "reia": Verb(Act.PAIR, _resume),
    "anuleaza": Verb(Act.CANCEL, _cancel),
    "sterge": Verb(Act.CANCEL, _delete_draft, RUNNING),
    "incheie": Verb(Act.FINALIZE, _finalize),
    "arhiveaza": Verb(Act.FINALIZE, _archive),
    "urmatorul": Verb(Act.EDIT, _next_season),
    "descrie": Verb(Act.EDIT, _describe, RUNNING),
    "anunta": Verb(Act.TELL, _news),
    # Helpers may enter like everybody; whether they wait for an answer, the service looks.
    "joc": Verb(Act.SEE_DESK, _play_too),
    "accepta-toti": Verb(Act.ENTRANTS, _accept_all),
    "accepta": Verb(Act.ENTRANTS, _accept, PEOPLE),
    "refuza": Verb(Act.ENTRANTS, _decline, PEOPLE),
    "retrage": Verb(Act.ENTRANTS, _withdraw, PEOPLE),
    "descalifica": Verb(Act.ENTRANTS, _disqualify, PEOPLE),
    "scuteste": Verb(Act.ENTRANTS, _round_off, PEOPLE),
    "reprimeste": Verb(Act.ENTRANTS, _readmit, PEOPLE),
    "adauga": Verb(Act.ENTRANTS, _add, PEOPLE),
    "numeste": Verb(Act.APPOINT_ASSISTANTS, _appoint, RUNNING),
    # Everybody may lay down their own role; the service looks whose it is.
    "demite": Verb(Act.SEE_DESK, _dismiss, RUNNING),
    "preda": Verb(Act.HAND_OVER, _hand_over, RUNNING),
    "raman": Verb(Act.PAIR, _stay),
    "penalizeaza": Verb(Act.PENALTY, _penalize, RUNNING),
    "decide": Verb(Act.DECIDE, _decide, RUNNING),
    "decide-apel": Verb(Act.DECIDE, _decide_appeal, RUNNING),
}
