"""Doing what a customizable card says (RULES §9)."""

from dataclasses import dataclass, field

from games.engine.cards import Card
from games.engine.commands import Put
from games.engine.effects import CustomRule, Effect, Verb, Who
from games.engine.events import Event, HandedOver, Rotated, Swapped, Taken
from games.engine.piles import draw_cards
from games.engine.shuffle import Picker
from games.engine.state import State
from games.engine.turns import end, in_turn_order, neighbour


@dataclass(slots=True)
class Running:
    """A rule being carried out, and what of it the turn must know afterwards."""

    state: State
    player: int
    put: Put
    events: list[Event]
    skips: int = 0
    again: bool = False
    touched: set[int] = field(default_factory=set)
    honour: list[str] = field(default_factory=list)
    pickers: dict[str, Picker] = field(default_factory=dict)

    def pick(self, word: str, hand: list[Card]) -> Card:
        """Take a card at random; one stream a word and command, so that picks differ."""
        if word not in self.pickers:
            self.pickers[word] = self.state.chance.picker(f"{word}{self.state.moves + 1}")
        card = self.pickers[word].pick(hand)
        hand.remove(card)
        return card


def swap_hands(state: State, seat: int, other: int, events: list[Event]) -> None:
    """Exchange two whole hands."""
    hands = state.hands
    hands[seat], hands[other] = hands[other], hands[seat]
    events.append(Swapped(seat, other))


def run(state: State, player: int, put: Put, rule: CustomRule, events: list[Event]) -> Running:
    """Do the effects in order, until they are done or one of them ends the round."""
    running = Running(state, player, put, events)
    for effect in rule:
        DOERS[effect.verb](running, effect)
        if _won(running):
            break
    return running


def _won(running: Running) -> bool:
    state = running.state
    for seat in in_turn_order(state, running.player):
        if not state.hands[seat]:
            end(state, seat, running.events)
            return True
    return False


def seats_meant(running: Running, who: Who | None) -> list[int]:
    """List the seats that WHO means, in turn order, the player first if among them."""
    state, player = running.state, running.player
    order = in_turn_order(state, player)
    if who is Who.ALL:
        return order
    if who is Who.OTHERS:
        return order[1:]
    if who is Who.SELF:
        return [player]
    if who in (Who.MOST, Who.FEWEST):
        sizes = [len(state.hands[seat]) for seat in order]
        wanted = max(sizes) if who is Who.MOST else min(sizes)
        return [seat for seat in order if len(state.hands[seat]) == wanted]
    return [_one_seat(running, who)]


def _one_seat(running: Running, who: Who | None) -> int:
    if who is Who.CHOSEN and running.put.seat is not None:
        return running.put.seat
    state = running.state
    direction = state.direction if who is Who.NEXT else -state.direction
    return neighbour(state, running.player, direction)


def _draw(running: Running, effect: Effect) -> None:
    for seat in seats_meant(running, effect.who):
        draw_cards(running.state, seat, effect.cards, running.events)


def _skip(running: Running, effect: Effect) -> None:
    if effect.who is Who.NEXT:
        running.skips += 1
        return
    for seat in seats_meant(running, effect.who):
        running.state.sit_out[seat] += 1


def _again(running: Running, effect: Effect) -> None:
    running.again = True


def _reverse(running: Running, effect: Effect) -> None:
    running.state.direction = -running.state.direction


def _swap_hands(running: Running, effect: Effect) -> None:
    other = _one_seat(running, effect.who)
    swap_hands(running.state, running.player, other, running.events)
    running.touched |= {running.player, other}


def _rotate_hands(running: Running, effect: Effect) -> None:
    state = running.state
    order = in_turn_order(state, running.player)
    moved = [state.hands[seat] for seat in order]
    for seat, hand in zip(order, [moved[-1], *moved[:-1]], strict=True):
        state.hands[seat] = hand
    running.events.append(Rotated(state.direction))
    running.touched |= set(order)


def _swap_card(running: Running, effect: Effect) -> None:
    state, player, gift = running.state, running.player, running.put.gift
    other = _one_seat(running, effect.who)
    if gift is None or gift not in state.hands[player]:
        return
    card = running.pick("swap", state.hands[other])
    state.hands[player].remove(gift)
    state.hands[player].append(card)
    state.hands[other].append(gift)
    running.events += [HandedOver(gift, player, other), Taken(card, other, player)]
    running.touched |= {player, other}


def _give(running: Running, effect: Effect) -> None:
    state, player = running.state, running.player
    other = _one_seat(running, effect.who)
    hand = state.hands[player]
    for _ in range(min(effect.cards, len(hand))):
        card = running.pick("give", hand)
        state.hands[other].append(card)
        running.events.append(Taken(card, player, other))
        running.touched |= {player, other}


def _honour(running: Running, effect: Effect) -> None:
    running.honour.append(effect.text)


DOERS = {
    Verb.DRAW: _draw,
    Verb.SKIP: _skip,
    Verb.AGAIN: _again,
    Verb.REVERSE: _reverse,
    Verb.SWAP_HANDS: _swap_hands,
    Verb.ROTATE_HANDS: _rotate_hands,
    Verb.SWAP_CARD: _swap_card,
    Verb.GIVE: _give,
    Verb.HONOUR: _honour,
}
