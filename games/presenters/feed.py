"""What happened, in sentences that everybody at the table may read: they name no hidden card."""

from collections.abc import Callable, Sequence
from typing import Any, get_args

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine import commands, events
from games.engine.cards import CARD, COLOURS, NAMES, cards_of
from games.engine.notation import parse
from games.presenters.wording import card_name, card_names, listed

type Names = Sequence[str]

EVENTS: dict[str, type] = {kind.__name__: kind for kind in get_args(events.Event.__value__)}


def stored(values: dict[str, Any]) -> events.Event:
    """Read an event as a move stores it."""
    fields = {name: value for name, value in values.items() if name != "event"}
    if "cards" in fields:
        fields["cards"] = tuple(cards_of(fields["cards"]))
    if "card" in fields:
        fields["card"] = CARD[fields["card"]]
    event: events.Event = EVENTS[values["event"]](**fields)
    return event


def feed(names: Names, moves: Sequence[Any], word: str) -> list[tuple[str, str]]:
    """Tell the latest moves, each sentence with a key that stays its own."""
    told = []
    for move in moves:
        happened = [stored(values) for values in move.events]
        command, _at = parse(move.text)
        said = [*sentences(names, move.seat, command, happened, word), doubt(names[move.seat], move.signal)]
        for part, sentence in enumerate(filter(None, said)):
            told.append((f"{move.number}-{part}", sentence))
    return told


def doubt(name: str, signal: dict[str, Any] | None) -> str:
    """Say that a line was not believed; "" where it was, and so nearly always."""
    if signal is None or "measured" not in signal:
        return ""
    return _("%(name)s's network is slower in races than elsewhere: %(lag)s s counted instead of %(measured)s s.") % {
        "name": name,
        "lag": _seconds(signal["lag"]),
        "measured": _seconds(signal["measured"]),
    }


def way(signal: dict[str, Any] | None) -> str:
    """Say how a judged command came, for who looks back: when it was seen, when it was here, what was taken off."""
    if signal is None or "shown" not in signal:
        return ""
    return _("Arrived after %(waited)s s; the network's %(lag)s s do not count.") % {
        "waited": _seconds(signal["arrived"] - signal["shown"]),
        "lag": _seconds(signal["lag"]),
    }


def news(names: Names, seat: int, moves: Sequence[Any], drawn: int | None = None) -> str:
    """Tell one seat the cards that came to it or went from it in the latest of these moves that moved any, and why.

    Nothing where that is just the card `drawn`, which the prompt names.
    """
    for move in reversed(moves):
        happened = [stored(values) for values in move.events]
        if drawn is not None and events.Drew(seat, (drawn,)) in happened:
            return ""
        told = [_own(names, seat, event) for event in happened]
        if parse(move.text)[0] == commands.Catch(seat):
            told.insert(0, _("%(name)s caught you: you had not called.") % {"name": names[move.seat]})
        if any(told):
            return " ".join(filter(None, told))
    return ""


def _own(names: Names, seat: int, event: events.Event) -> str:
    match event:
        case events.Drew(drawer, cards) if drawer == seat and cards:
            return _("You drew: %(cards)s.") % {"cards": card_names([NAMES[card] for card in cards])}
        case events.HandedOver(card, giver, taker) | events.Taken(card, giver, taker) if seat in (giver, taker):
            told = _("You got %(card)s from %(name)s.") if taker == seat else _("You gave %(card)s to %(name)s.")
            other = names[giver if taker == seat else taker]
            return told % {"card": card_name(NAMES[card]), "name": other}
        case events.Swapped(one, other) if seat in (one, other):
            return _("You hold the hand of %(name)s now.") % {"name": names[other if one == seat else one]}
    return ""


def sentences(
    names: Names, seat: int, command: commands.Command, happened: Sequence[events.Event], word: str
) -> list[str]:
    """Tell one move and all that it brought about."""
    told = [_command(names, seat, command, happened, word)]
    told += [_event(names, seat, event) for event in happened if not _is_told(event, command)]
    return [sentence for sentence in told if sentence]


def put_name(put: commands.Put) -> str:
    """Write a card with the colour it names, for `card_name`; never what it hands over."""
    name = NAMES[put.card]
    return name if put.colour is None else f"{name}:{COLOURS[put.colour]}"


def _command(names: Names, seat: int, command: commands.Command, happened: Sequence[events.Event], word: str) -> str:
    name = names[seat]
    match command:
        case commands.Play(puts, mas):
            return _play(names, name, puts, word if mas else "")
        case commands.Catch(caught):
            count = sum(len(e.cards) for e in happened if isinstance(e, events.Drew))
            return _("%(name)s catches %(other)s: %(cards)s.") % {
                "name": name,
                "other": names[caught],
                "cards": _drawn(count),
            }
        case commands.Draw():
            return _draws(name, happened, seat)
        case commands.Timeout():
            return _("Time is up for %(name)s.") % {"name": name}
        case commands.Challenge():
            return _("%(name)s challenges the +4.") % {"name": name}
        case commands.Mas():
            return _("%(name)s calls %(word)s") % {"name": name, "word": word}
        case commands.Close():
            return _("Time is up.")
    texts = {
        commands.Pass: _("%(name)s passes."),
        commands.Shout: _("%(name)s shouts."),
        commands.Confirm: _("%(name)s confirms."),
        commands.Leave: _("%(name)s leaves the match."),
    }
    return texts[type(command)] % {"name": name}


def _play(names: Names, name: str, puts: Sequence[commands.Put], word: str) -> str:
    told = _("%(name)s plays %(cards)s.") % {
        "name": name,
        "cards": card_names([put_name(put) for put in puts]),
    }
    return f"{told} {word}" if word else told


def _draws(name: str, happened: Sequence[events.Event], seat: int) -> str:
    count = sum(len(e.cards) for e in happened if isinstance(e, events.Drew) and e.seat == seat)
    if not count:
        return _("%(name)s finds no card to draw.") % {"name": name}
    return _("%(name)s draws %(cards)s.") % {"name": name, "cards": _drawn(count)}


def _drawn(count: int) -> str:
    return ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}


def _is_told(event: events.Event, command: commands.Command) -> bool:
    """Drawing is part of the sentence of a draw and of a catch."""
    return isinstance(event, events.Drew) and isinstance(command, commands.Draw | commands.Catch)


def _drew(names: Names, event: events.Drew) -> str:
    if not event.cards:
        return ""
    return _("%(name)s draws %(cards)s.") % {
        "name": names[event.seat],
        "cards": _drawn(len(event.cards)),
    }


def _challenged(names: Names, event: events.Challenged) -> str:
    said = _("%(name)s had another card that fitted.") if event.guilty else _("The +4 was in order.")
    return said % {"name": names[event.seat]}


def _race_ended(names: Names, event: events.RaceEnded) -> str:
    return f"{_race_verdict(names, event)} {_race_times(names, event)}".strip()


def _race_verdict(names: Names, event: events.RaceEnded) -> str:
    losers = listed([names[seat] for seat in event.losers])
    if not event.losers:
        return _("A tie: nobody draws.")
    silent = event.losers[0] not in dict(event.times)
    if not silent:
        return _("%(name)s was last.") % {"name": losers}
    return ngettext("%(names)s was silent.", "%(names)s were silent.", len(event.losers)) % {"names": losers}


def _race_times(names: Names, event: events.RaceEnded) -> str:
    """How long everybody took, as it was judged: whoever was late sees by how much."""
    by_time = sorted(event.times, key=lambda item: item[1])
    return " · ".join(f"{names[seat]} {_seconds(ms)} s" for seat, ms in by_time)


def _seconds(ms: int) -> str:
    return str(number_format(ms / 1000, 2))


def _ended(names: Names, event: events.Ended) -> str:
    if event.winner is None:
        return _("The round is blocked: nobody scores.")
    return ngettext(
        "%(name)s wins the round: %(points)d point.",
        "%(name)s wins the round: %(points)d points.",
        event.points,
    ) % {"name": names[event.winner], "points": event.points}


TELL: dict[type, Callable[[Names, Any], str]] = {
    events.Drew: _drew,
    events.Reshuffled: lambda names, event: _("The pile is shuffled anew."),
    events.Taken: lambda names, event: (
        _("%(taker)s takes a card from %(giver)s.") % {"taker": names[event.taker], "giver": names[event.giver]}
    ),
    events.HandedOver: lambda names, event: (
        _("%(giver)s hands a card to %(taker)s.") % {"taker": names[event.taker], "giver": names[event.giver]}
    ),
    events.Swapped: lambda names, event: (
        _("%(name)s and %(other)s swap hands.") % {"name": names[event.seat], "other": names[event.other]}
    ),
    events.Rotated: lambda names, event: _("Every hand moves one seat on."),
    events.SatOut: lambda names, event: _("%(name)s sits out.") % {"name": names[event.seat]},
    events.Challenged: _challenged,
    events.RaceBegan: lambda names, event: _("MAS UNO! Everybody shouts."),
    events.RaceEnded: _race_ended,
    events.Ended: _ended,
}


def _event(names: Names, seat: int, event: events.Event) -> str:
    if isinstance(event, events.HonourAsked):
        return _("%(name)s asks: %(text)s") % {"name": names[seat], "text": " ".join(event.texts)}
    tell = TELL.get(type(event))
    return tell(names, event) if tell else ""
