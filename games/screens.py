"""A table as it is shown now: one reading of the database, then the common part and each person's own.

The socket, the page and the polling all get their fragments here, so they cannot differ.
"""

from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import queries, queries_deals
from games.names import shown_name
from games.presenters import choosing, deals, feed, lobby, table
from games.presenters import late as lateness
from games.presenters import rules as sheets
from games.services import absence, rounds, tables

TOLD_MOVES = 5
KEPT = 512  # readings of this process: seats by table and version, common parts by number and language
PLAYING = "playing"
ROUND_JUST_OVER = ("between", "finished")
PROMISED = ("between", "paused")
LAST_MOVES = 1  # that ended the round: shown above its score
RANKED = "ranked"
type Company = tuple[tuple[table.Sitter, ...], table.Clock]
LATE = 10**10  # above all numbers of tables: a page that was at the table before takes what comes late, too


@dataclass(frozen=True, slots=True)
class Screen:
    """One reading of a table. Never leaves the server: only what `common` and `own` render does."""

    match: Any
    seats: list[Any]
    round: Any  # the latest, None before the first
    state: Any = field(repr=False)  # None while no round is played
    moves: list[Any]
    number: int
    deal: Any = None  # the promise of the next round, while none is played
    late: bool = False  # made by `for_person`: nothing of a ranked round that is being played
    company: dict[str, Company] = field(default_factory=dict)  # by language, once it was asked for

    @property
    def shown(self) -> str:
        """Which of the table's faces is shown; a round counts once its cards are dealt."""
        return str(self.match.state)

    @property
    def after(self) -> int:
        return int(self.round.version) if self.round else 0


def read(code: str) -> Screen | None:
    """Read a table; None when there is none with this code. In a round that is two queries."""
    round_ = queries.latest_round(code)
    match = round_.match if round_ else queries.match_by_code(code)
    if match is None:
        return None
    if round_ is None and match.started_at is not None:  # the first round may have been dealt between the two
        round_ = queries.latest_round(code)
        match = round_.match if round_ else match
    number = queries.table_number(match.version, round_.version if round_ else 0)
    if round_ is None or match.state != PLAYING:
        ended = queries.told_moves(round_, LAST_MOVES) if round_ and match.state in ROUND_JUST_OVER else []
        deal = queries_deals.standing(match.pk) if match.state in PROMISED else None
        return Screen(match, list(match.seats.all()), round_, None, ended, number, deal)
    moves = queries.told_moves(round_, TOLD_MOVES)
    return Screen(match, _seats(match), round_, rounds.state_of(round_), moves, number)


def _seats(match: Any) -> list[Any]:
    """The seats as they were at the match's version: a move changes none of them."""
    key = (match.code, match.version)
    kept = _seats_kept.get(key)
    if kept is None:
        kept = _seats_kept[key] = list(match.seats.all())
        _forget_old(_seats_kept)
    return kept


def _forget_old(kept: OrderedDict[Any, Any]) -> None:
    while len(kept) > KEPT:
        kept.popitem(last=False)


_seats_kept: OrderedDict[tuple[str, int], list[Any]] = OrderedDict()
_common: OrderedDict[tuple[str, int, str], str] = OrderedDict()


def for_person(screen: Screen, player_id: int | None) -> Screen:
    """The table as this person may see it: a ranked match one round late, unless they play in it.

    Nothing of the round is kept, and the number counts rounds, so that it does not tell of moves either.
    """
    if screen.late or not screen.match.is_rated or _plays(screen, player_id):
        return screen
    played = screen.round.number if screen.round else 0
    step = 0 if screen.shown == PLAYING else 1 if screen.shown == "between" else 2
    number = LATE * (2 * played + step)
    if screen.shown == PLAYING:
        return replace(screen, number=number, late=True, state=None, moves=[])
    return replace(screen, number=number, late=True)


def _plays(screen: Screen, player_id: int | None) -> bool:
    if player_id is None:
        return False
    if screen.state is None:
        return any(seat.player_id == player_id and seat.left_order is None for seat in screen.seats)
    seat = screen.round.seat_of(player_id)
    return seat is not None and seat not in screen.state.left


def common(screen: Screen, language: str) -> str:
    """The part that is the same for all, rendered once for each number and language."""
    key = (screen.match.code, screen.number, language)
    kept = _common.get(key)
    if kept is None:
        with translation.override(language):
            kept = _common[key] = _render_common(screen).strip()
        _forget_old(_common)
    return kept


def own(screen: Screen, player_id: int | None, language: str) -> str:
    """The part of one person, from what their seat may see; of a spectator's, nothing but words."""
    with translation.override(language):
        return _render_own(screen, player_id).strip()


def whole(screen: Screen, player_id: int | None, language: str) -> str:
    """Both parts together: one frame."""
    screen = for_person(screen, player_id)
    return common(screen, language) + own(screen, player_id, language)


def follow(screen: Screen, player_id: int | None, chosen: str, language: str) -> dict[str, Any]:
    """What may follow the cards a player has chosen so far and what comes of them; nothing for who is not to move."""
    screen = for_person(screen, player_id)
    seat = screen.round.seat_of(player_id) if screen.round else None
    if screen.state is None or seat is None:
        return {"cards": {}}
    with translation.override(language):
        return choosing.follow(screen.state, seat, chosen, _names(screen))


def _render_common(screen: Screen) -> str:
    shared = {"number": screen.number, "after": screen.after, "code": screen.match.code}
    if screen.late and screen.shown == PLAYING:
        return render_to_string("games/late.html#felt", shared | {"after": 0, "late": _late(screen)})
    if screen.shown != PLAYING:
        told = lobby.lobby(screen.match, screen.seats, screen.round, rounds.rules_of(screen.match))
        story = feed.feed(_names(screen), screen.moves, rounds.rules_of(screen.match).word) if screen.moves else []
        shared |= {"lobby": told, "state": screen.shown, "deadline": _next_round(screen), "story": story}
        shared["proof"] = bool(screen.round and screen.round.revealed)
        shared["deal"] = screen.deal and deals.told(screen.deal)
        return render_to_string("games/lobby.html#felt", shared)
    told_moves = feed.feed(_names(screen), screen.moves, screen.state.rules.word)[-TOLD_MOVES:]
    felt = table.felt(screen.state, *_company(screen), told_moves, screen.match.sentences)
    return render_to_string("games/table.html#felt", shared | {"felt": felt, "heading": _heading(screen)})


def _render_own(screen: Screen, player_id: int | None) -> str:
    shared = {"number": screen.number, "code": screen.match.code, "ranked": screen.match.kind == RANKED}
    if screen.late and screen.shown == PLAYING:
        return render_to_string("games/late.html#mine", shared | {"last": screen.round.number - 1})
    if screen.shown != PLAYING:
        rematch = getattr(screen.match, "rematch", None) if screen.shown == "finished" else None
        terms, onward = tables.terms_of(screen.match), rematch.code if rematch else ""
        told = lobby.own(screen.match, screen.seats, player_id, onward, terms)
        shared |= {"own": told, "state": screen.shown, "signed_in": player_id is not None}
        shared |= {"deal_seat": screen.deal.seat_of(player_id) if screen.deal else None}
        shared |= {"no_pause": shared["ranked"] or screen.round is None}  # nothing has been played yet
        return render_to_string("games/lobby.html#mine", shared)
    seat = screen.round.seat_of(player_id)
    if seat is None or seat in screen.state.left:
        return render_to_string("games/table.html#watching", shared)
    news = _warning(screen, seat) or _news(screen, seat)
    mine = table.mine(screen.state, seat, *_company(screen), screen.match.sentences)
    shared |= {"mine": mine, "news": news}
    return render_to_string("games/table.html#mine", shared)


def _late(screen: Screen) -> lateness.Late:
    before = queries.round_of(screen.match, screen.round.number - 1)
    return lateness.late(screen.round, before, rounds.rules_of(screen.match))


def _warning(screen: Screen, seat: int) -> str:
    """Tell who let turns run out in a ranked match what comes of it."""
    missed = screen.round.clock["missed"][seat] if screen.match.kind == RANKED else 0
    if not missed:
        return ""
    left = absence.MOST_MISSED - missed
    told = ngettext(
        "Your time ran out. Once more in a row, and you are out of the match.",
        "Your time ran out. %(left)d times more in a row, and you are out of the match.",
        left,
    )
    return told % {"left": left}


def _news(screen: Screen, seat: int) -> str:
    drawn = screen.state.drawn if screen.state.turn == seat else None
    return feed.news(_names(screen), seat, screen.moves, drawn)


def _names(screen: Screen) -> list[str]:
    return [shown_name(person["name"]) for person in screen.round.roster]


def _company(screen: Screen) -> Company:
    language = translation.get_language() or ""
    kept = screen.company.get(language)
    if kept is None:
        sitters = table.sitters(screen.round, screen.seats)
        kept = screen.company[language] = (sitters, table.clock(screen.round, screen.match.turn_ms))
    return kept


def _heading(screen: Screen) -> str:
    ending = sheets.ending(rounds.rules_of(screen.match).ending)
    return _("Round %(round)d · %(ending)s") % {"round": screen.round.number, "ending": ending}


def _next_round(screen: Screen) -> int:
    """When the next round is dealt, in ms since the epoch; 0 where nobody waits for it."""
    if screen.shown != "between" or screen.round is None or screen.round.finished_at is None:
        return 0
    due = screen.round.finished_at + timedelta(milliseconds=settings.BETWEEN_ROUNDS_MS)
    return int(due.timestamp() * 1000)
