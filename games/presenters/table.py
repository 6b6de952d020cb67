"""The table as a template gets it: frozen, built only from what a seat may see, names and clocks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.cards import CARD, COLOURS, NAMES, OPEN
from games.engine.commands import Put
from games.engine.may import May, may, needs
from games.engine.opening import distinct, opening
from games.engine.preview import stands_alone
from games.engine.state import State
from games.engine.visible import View, visible
from games.names import shown_name
from games.presenters.sentences import CustomCard, custom_cards
from games.presenters.wording import bot_name, card_name, colour_name, listed

MANY = 10  # seats; beyond this the strip shrinks its chips


@dataclass(frozen=True, slots=True)
class Sitter:
    """A seat of the round as the engine does not know it."""

    name: str
    bot: str = ""  # how well it plays
    away: bool = False
    points: int = 0
    stands_in: bool = False  # a bot plays for them
    place: int = 0  # the seat at the table, which rounds do not change
    bank_s: int = 0  # left in its time bank
    wants_pause: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """Wall times in ms since the epoch: where the round's own time begins, when the wait ends."""

    zero: int = 0
    ends: int = 0
    bank: int = 0  # what the seat to move has beyond `ends`
    whole: int = 1  # how long the wait was at first, without the bank


class Chip(NamedTuple):
    """One seat of the strip."""

    number: int
    name: str
    bot: str  # how well it plays, "" for a person
    away: bool
    stands_in: bool
    place: int
    points: int
    cards: int
    turn: bool
    left: bool
    owes: bool
    said: bool
    done: bool
    sits_out: int
    bank_s: int  # shown to its own player
    label: str


@dataclass(frozen=True, slots=True)
class Felt:
    """What everybody sees, players and spectators alike."""

    chips: tuple[Chip, ...]
    crowd: str
    top: str
    top_name: str
    top_rule: str  # what a customizable card on top says
    colour: str
    colour_name: str
    clockwise: bool
    direction: str
    attack: int
    skips: int
    draw_left: int
    phase: str
    turn_name: str
    clock: Clock
    honour: tuple[str, ...]
    feed: tuple[tuple[str, str], ...]
    word: str
    absent: str  # for whom bots play
    pause: str  # who asks for one


class Card(NamedTuple):
    """A card of the own hand; what it needs to be put down first, if it may be."""

    key: str
    name: str
    label: str
    opens: bool
    drawn: bool
    needs: str  # of "c", "s", "g": a colour, a seat, a card to hand over
    at_once: bool = False  # one tap puts it down: there is nothing to choose
    hint: bool = False  # shown to a learner


@dataclass(frozen=True, slots=True)
class Target:
    """A seat that can be chosen, caught or challenged; `since` (wall time) not before when."""

    number: int
    name: str
    count: int = 0
    since: int = 0


@dataclass(frozen=True, slots=True)
class Mine:
    """What one seat alone sees: its hand and what it may do."""

    seat: int
    prompt: str
    urgent: bool
    cards: tuple[Card, ...]
    size: str
    draw: str
    pass_: bool
    mas: bool
    catch: tuple[Target, ...]
    challenge: Target | None
    shout: str
    confirm: bool
    leave: bool
    targets: tuple[Target, ...]
    phase: str
    word: str
    honour: tuple[str, ...]
    held_rules: tuple[CustomCard, ...]  # what the customizable cards in the hand say
    replaced: bool  # a bot plays for it
    wants_pause: bool


def sitters(round_: Any, seats: Sequence[Any]) -> tuple[Sitter, ...]:
    """Tell who sits on each seat of a stored round."""
    by_number = {seat.number: seat for seat in seats}
    return tuple([_sitter(round_, k, who, by_number.get(who["seat"])) for k, who in enumerate(round_.roster)])


def _sitter(round_: Any, k: int, who: dict[str, Any], seat: Any) -> Sitter:
    stands_in = k in round_.clock["stand_ins"]
    return Sitter(
        name=shown_name(who["name"]),
        bot=bot_name(who["bot"]),
        away=stands_in or (seat is not None and seat.away_since is not None),
        points=seat.points if seat else 0,
        stands_in=stands_in,
        place=who["seat"],
        bank_s=round_.clock["bank"][k] // 1000,
        wants_pause=seat is not None and seat.agrees_pause,
    )


def clock(round_: Any, turn_ms: int) -> Clock:
    """Turn a stored round's clock into wall times."""
    kept = round_.clock
    zero = round(round_.zero_at.timestamp() * 1000)
    if kept["seat"] < 0:
        return Clock(zero, zero + kept["until"], 0, kept["until"] - kept["since"])
    bank = kept["bank"][kept["seat"]]
    return Clock(zero, zero + kept["until"] - bank, bank, turn_ms)


def felt(
    state: State,
    sitters: Sequence[Sitter],
    clock: Clock,
    feed: Sequence[tuple[str, str]],
    sentences: Sequence[str] = (),
) -> Felt:
    """Build the common part from what a spectator may see."""
    view = visible(state, None)
    colour = "" if view.colour == OPEN else COLOURS[view.colour]
    return Felt(
        chips=tuple([_chip(view, seat, sitter) for seat, sitter in enumerate(sitters)]),
        crowd="many" if len(sitters) > MANY else "some" if len(sitters) > 4 else "few",
        top=NAMES[view.table],
        top_name=card_name(NAMES[view.table]),
        top_rule=next((card.text for card in _customs(view, sentences) if card.card == NAMES[view.table]), ""),
        colour=colour,
        colour_name=colour_name(colour),
        clockwise=view.direction > 0,
        direction=_("Play goes clockwise") if view.direction > 0 else _("Play goes anticlockwise"),
        attack=view.attack,
        skips=view.skips,
        draw_left=view.draw_left,
        phase=str(view.phase),
        turn_name=sitters[view.turn].name,
        clock=clock,
        honour=view.honour,
        feed=tuple(feed),
        word=view.rules.word,
        absent=_absent([sitter.name for k, sitter in enumerate(sitters) if sitter.stands_in and k not in view.left]),
        pause=_pause([sitter.name for k, sitter in enumerate(sitters) if sitter.wants_pause and k not in view.left]),
    )


def _absent(names: Sequence[str]) -> str:
    """Say for whom bots play, "" when everybody is there."""
    if not names:
        return ""
    told = ngettext(
        "A bot plays for %(names)s until they are back", "Bots play for %(names)s until they are back", len(names)
    )
    return told % {"names": listed(names)}


def _pause(names: Sequence[str]) -> str:
    """Say who would like to go on another day, "" when nobody does."""
    if not names:
        return ""
    told = ngettext(
        "%(names)s asks for a pause after this round", "%(names)s ask for a pause after this round", len(names)
    )
    return told % {"names": listed(names)}


def _chip(view: View, seat: int, sitter: Sitter) -> Chip:
    owes = any(owing == seat for owing, _since in view.owes)
    count = view.counts[seat]
    left = seat in view.left
    turn = seat == view.turn and view.phase in ("turn", "drawn")
    said = count == 1 and not owes and not left
    label = [sitter.name, _cards(count)] if not left else [sitter.name, _("has left")]
    label += [_("to move")] if turn else []
    label += [_("has not said %(word)s") % {"word": view.rules.word}] if owes else []
    label += [_("has said %(word)s") % {"word": view.rules.word}] if said else []
    label += [sitter.bot] if sitter.bot else []
    label += [_("a bot plays")] if sitter.stands_in else [_("away")] if sitter.away else []
    return Chip(
        number=seat,
        name=sitter.name,
        bot=sitter.bot,
        away=sitter.away,
        stands_in=sitter.stands_in,
        place=sitter.place,
        points=sitter.points,
        cards=count,
        turn=turn,
        left=left,
        owes=owes,
        said=said,
        done=seat in view.shouted or seat in view.confirmed,
        sits_out=view.sit_out[seat],
        bank_s=0 if sitter.bot else sitter.bank_s,
        label=", ".join(label),
    )


def _cards(count: int) -> str:
    return ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}


def mine(state: State, seat: int, sitters: Sequence[Sitter], clock: Clock, sentences: Sequence[str] = ()) -> Mine:
    """Build the part of one seat from what it may see."""
    view = visible(state, seat)
    can = may(view)
    targets = [
        Target(number, sitter.name, view.counts[number])
        for number, sitter in enumerate(sitters)
        if number != seat and number not in view.left
    ]
    return Mine(
        seat=seat,
        prompt=_prompt(view, can, sitters),
        urgent=_is_urgent(view, can),
        cards=_hand(view, can),
        size=_size(len(view.hand)),
        draw=_draw_label(view) if can.draw else "",
        pass_=can.pass_,
        mas=can.mas,
        catch=_catchable(view, sitters, clock),
        challenge=_challenged(view, sitters) if can.challenge else None,
        shout=_("MAS UNO!") if can.shout else "",
        confirm=can.confirm,
        leave=can.leave,
        targets=tuple(targets),
        phase=str(view.phase),
        word=view.rules.word,
        honour=view.honour,
        replaced=sitters[seat].stands_in,
        wants_pause=sitters[seat].wants_pause,
        held_rules=tuple([card for card in _customs(view, sentences) if CARD[card.card] in view.hand]),
    )


def _is_urgent(view: View, can: May) -> bool:
    """Whether the table waits for this seat: also where MAS! is all that it may do for now."""
    does = can.openers or can.draw or can.pass_ or can.shout or can.confirm
    return bool(does or (can.mas and _moves(view)))


def _moves(view: View) -> bool:
    return view.turn == view.seat and view.phase in ("turn", "drawn")


def _customs(view: View, sentences: Sequence[str]) -> tuple[CustomCard, ...]:
    return custom_cards(view.rules, sentences) if view.rules.custom_rules else ()


def _catchable(view: View, sitters: Sequence[Sitter], clock: Clock) -> tuple[Target, ...]:
    """List who owes, each with the moment from which a catch is taken: no move may come until then."""
    grace = view.rules.mas_grace_ms
    since = dict(view.owes)
    caught = may(view, view.now + grace).catch
    return tuple([Target(seat, sitters[seat].name, since=clock.zero + since[seat] + grace) for seat in caught])


def _challenged(view: View, sitters: Sequence[Sitter]) -> Target | None:
    return None if view.challenge is None else Target(view.challenge, sitters[view.challenge].name)


def _hand(view: View, can: May) -> tuple[Card, ...]:
    copies: dict[int, int] = {}
    cards = []
    for card in sorted(view.hand):
        copy = copies[card] = copies.get(card, -1) + 1
        opens = card in can.openers
        cards.append(
            Card(
                key=f"{NAMES[card]}-{copy}",
                name=NAMES[card],
                label=card_name(NAMES[card]),
                opens=opens,
                drawn=view.drawn == card and copy == 0,
                needs=needed(view, (), card) if opens else "",
                at_once=opens and stands_alone(view, card),
            )
        )
    return tuple(cards)


def needed(view: View, puts: Sequence[Put], card: int) -> str:
    """Write what must be named with a card put next: letters of "csg"."""
    return "".join([letter for letter, is_needed in zip("csg", needs(view, puts, card), strict=True) if is_needed])


def _size(count: int) -> str:
    """How big the cards of a hand are drawn: so that up to thirty stay in thumb's reach."""
    return "big" if count <= 8 else "middle" if count <= 14 else "small"


def _draw_label(view: View) -> str:
    if view.attack:
        return ngettext("Draw %(count)d", "Draw %(count)d", view.attack) % {"count": view.attack}
    if view.rules.draw == "until_playable":
        return _("Draw until one fits")
    return _("Draw a card")


def _prompt(view: View, can: May, sitters: Sequence[Sitter]) -> str:
    """Say in one sentence what the table waits for."""
    if view.phase == "over":
        return _("The round is over.")
    if view.phase == "race":
        return _("Shout!") if can.shout else _("Waiting for the others to shout.")
    if view.phase == "honour":
        return _honour(view, sitters) if can.confirm else _waiting(view, sitters)
    owed = _("One card left: say %(word)s") % {"word": view.rules.word} if can.mas else ""
    if view.turn != view.seat:
        return owed or _("%(name)s is to move.") % {"name": sitters[view.turn].name}
    return f"{owed} {_own_turn(view, can)}".strip()


def _own_turn(view: View, can: May) -> str:
    """Say what the seat to move may do; of a last card that waits for MAS!, what it may do once that is said."""
    fits = bool(distinct(view.hand, opening(view)))
    if view.attack:
        return _attacked(view, fits, can.challenge)
    if view.skips:
        return _("You are being skipped: put down a skip or pass.")
    if view.drawn is not None:
        return _("You drew %(card)s: play it or pass.") % {"card": card_name(NAMES[view.drawn])}
    if fits and not can.openers:
        return _("Only then may you put it down.")
    return _("Your turn.") if fits else _("Your turn. Nothing fits: draw.")


def _attacked(view: View, fits: bool, may_challenge: bool) -> str:
    count = {"count": view.attack}
    if fits and may_challenge:
        return _("Attack of %(count)d! Continue it, challenge it or draw.") % count
    if fits:
        return _("Attack of %(count)d! Continue it or draw.") % count
    if may_challenge:
        return _("Attack of %(count)d! Challenge it or draw.") % count
    return _("Attack of %(count)d! You have to draw.") % count


def _honour(view: View, sitters: Sequence[Sitter]) -> str:
    if view.turn == view.seat:
        return _("Do it, then confirm.")
    return _("%(name)s put this down: do it, then confirm.") % {"name": sitters[view.turn].name}


def _waiting(view: View, sitters: Sequence[Sitter]) -> str:
    waited = [
        sitter.name
        for seat, sitter in enumerate(sitters)
        if seat not in view.confirmed and seat not in view.left and not sitter.bot
    ]
    return _("Waiting for %(names)s.") % {"names": listed(waited)}
