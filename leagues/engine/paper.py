"""The score of a match with paper cards: what a deal is worth, who leads, when it is over (RULES §11).

A hand is what its player was left with: cards by their faces ("7 S WD", colours do not count), or points.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from typing import Any, Final

from games.engine.cards import CARD, COLOURS, CUSTOM, FACE, FACES, FIRST_COLOURLESS, NAMES, Card, points_in
from games.engine.deck import SEATS_A_DECK, one_deck
from games.engine.match import match_over, next_dealer, places
from games.engine.ruleset import Ending

LEAST_SEATS: Final = 2
MOST_SEATS: Final = SEATS_A_DECK
MOST_DEALS: Final = 200
LONGEST_ID: Final = 40
LONGEST_HAND: Final = 400  # characters; a whole deck fits

# What lies in the box of each game: cards that swap hands, customizable cards, the MAS UNO! card or none.
BOXES: Final = {"mas": (1, len(CUSTOM), True), "clasic": (0, 0, False)}

type Hand = str | int


class Fault(StrEnum):
    """Why a score keeper may say no: a closed list."""

    NAMES = "names"  # 2 to 10 of them, each its own, none too long
    RULES = "rules"
    NO_DEAL = "no_deal"  # what was sent is no deal, or not of this table
    CARDS = "cards"  # no such card
    TOO_MANY_CARDS = "too_many_cards"  # more of one kind than are in the box
    POINTS = "points"
    WINNER_HOLDS = "winner_holds"
    TOO_MANY_DEALS = "too_many_deals"
    TOO_MANY_CHANGES = "too_many_changes"
    UNKNOWN_DEAL = "unknown_deal"
    CHANGED_MEANWHILE = "changed_meanwhile"
    OVER = "over"
    NO_SUCH_MATCH = "no_such_match"


class Refused(Exception):
    """What was asked for cannot be written down; nothing has changed."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Deal:
    """One round: who was first without cards (nobody, where it was blocked), and what each seat still held."""

    id: str
    winner: int | None
    hands: tuple[Hand, ...]
    dealer: int
    revision: int = 1

    @property
    def points(self) -> tuple[int, ...]:
        """Give the points left in each seat's hand."""
        return tuple([points_of(hand) for hand in self.hands])

    @property
    def counts(self) -> tuple[int | None, ...]:
        """Give how many cards are left in each seat's hand; None where only their points were written down."""
        return tuple([len(hand.split()) if isinstance(hand, str) else (None if hand else 0) for hand in self.hands])

    @property
    def scored(self) -> int:
        """Give what the winner scores: 0 where the round was blocked."""
        return 0 if self.winner is None else sum(self.points)

    def says_the_same(self, other: "Deal") -> bool:
        """Tell whether both say the same of the same deal, whichever revision they are."""
        return replace(self, revision=0) == replace(other, revision=0)


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything written down at one table; `removed` are ids that will not come back."""

    seats: int
    preset: str
    ending: Ending
    deals: tuple[Deal, ...] = ()
    removed: frozenset[str] = frozenset()
    closed: bool = False  # ended by hand


@dataclass(frozen=True, slots=True)
class Standing:
    """What a sheet comes to. Deals beyond `counted` were written down after the end, and count for nothing."""

    totals: tuple[int, ...]
    counted: int
    over: bool
    places: tuple[int, ...]
    dealer: int


def key_of(card: Card) -> str:
    """Give how a hand writes a card: by its face alone; the customizable cards are all one."""
    if card in CUSTOM:
        return NAMES[CUSTOM[0]]
    return FACES[FACE[card]] if card < FIRST_COLOURLESS else NAMES[card]


@cache
def in_box(preset: str) -> dict[str, int]:
    """Count the cards of one box by how a hand writes them, in the order of the deck."""
    return dict(Counter([key_of(card) for card in one_deck(*BOXES[preset])]))


def card_of(word: str) -> Card:
    """Read one card of a hand, with or without its colour. Raises Refused(CARDS)."""
    name = COLOURS[0] + word if len(word) == 1 else word
    if name not in CARD:
        raise Refused(Fault.CARDS)
    return CARD[name]


def points_of(hand: Hand) -> int:
    """Count a hand in points. Raises Refused(CARDS)."""
    return hand if isinstance(hand, int) else points_in([card_of(word) for word in hand.split()])


def most_points(preset: str) -> int:
    """Give what all cards of a box are worth together: no deal can bring more."""
    return points_in(list(one_deck(*BOXES[preset])))


def read_hand(value: Any) -> Hand:
    """Read a hand: cards in words, or points as a number or its digits; nothing is an empty hand. Raises Refused."""
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    if not isinstance(value, str) or len(value) > LONGEST_HAND:
        raise Refused(Fault.POINTS)
    words = value.split()
    if len(words) == 1 and len(words[0]) > 1 and words[0].isascii() and words[0].isdigit():
        return int(words[0][:9])
    return " ".join([key_of(card_of(word)) for word in words])


def read_deal(sheet: Sheet, told: Any) -> Deal:
    """Read a deal as plain values: id, winner, hands by seat, dealer, revision. Raises Refused."""
    if not isinstance(told, Mapping) or not isinstance(told.get("hands", {}), Mapping):
        raise Refused(Fault.NO_DEAL)
    winner, hands = told.get("winner"), told.get("hands", {})
    if set(hands) - {str(seat) for seat in range(sheet.seats)}:
        raise Refused(Fault.NO_DEAL)
    deal = Deal(
        id=_id(told.get("id")),
        winner=None if winner is None else _seat(winner, sheet.seats),
        hands=tuple([read_hand(hands.get(str(seat))) for seat in range(sheet.seats)]),
        dealer=_seat(told.get("dealer"), sheet.seats),
        revision=_revision(told.get("revision", 1)),
    )
    _check_cards(sheet, deal)
    return deal


def _id(value: Any) -> str:
    if not isinstance(value, str) or not 8 <= len(value) <= LONGEST_ID or not value.isascii():
        raise Refused(Fault.NO_DEAL)
    return value


def _seat(value: Any, seats: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < seats:
        raise Refused(Fault.NO_DEAL)
    return value


def _revision(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise Refused(Fault.NO_DEAL)
    return value


def _check_cards(sheet: Sheet, deal: Deal) -> None:
    if deal.winner is not None and deal.points[deal.winner]:
        raise Refused(Fault.WINNER_HOLDS)
    if sum(deal.points) > most_points(sheet.preset):
        raise Refused(Fault.POINTS)
    box = in_box(sheet.preset)
    held = Counter([word for hand in deal.hands if isinstance(hand, str) for word in hand.split()])
    if any(count > box.get(word, 0) for word, count in held.items()):
        raise Refused(Fault.TOO_MANY_CARDS)


def record(sheet: Sheet, deal: Deal) -> Sheet:
    """Write a deal down, once: an id that is known, or was removed, changes nothing. Raises Refused."""
    if deal.id in sheet.removed or any(known.id == deal.id for known in sheet.deals):
        return sheet
    if len(sheet.deals) >= MOST_DEALS:
        raise Refused(Fault.TOO_MANY_DEALS)
    return replace(sheet, deals=(*sheet.deals, replace(deal, revision=1)))


def correct(sheet: Sheet, deal: Deal) -> Sheet:
    """Put this in the place of the deal of its id, if that is still at `deal.revision`. Raises Refused."""
    known = find(sheet, deal.id)
    if known.says_the_same(deal):
        return sheet
    if known.revision != deal.revision:
        raise Refused(Fault.CHANGED_MEANWHILE)
    corrected = replace(deal, revision=known.revision + 1)
    return replace(sheet, deals=tuple([corrected if old is known else old for old in sheet.deals]))


def remove(sheet: Sheet, deal_id: str, revision: int | None = None) -> Sheet:
    """Take a deal off the sheet for good, if it is still at `revision`; twice is once. Raises Refused."""
    if deal_id in sheet.removed:
        return sheet
    known = find(sheet, deal_id)
    if revision is not None and known.revision != revision:
        raise Refused(Fault.CHANGED_MEANWHILE)
    rest = tuple([deal for deal in sheet.deals if deal is not known])
    return replace(sheet, deals=rest, removed=sheet.removed | {deal_id})


def find(sheet: Sheet, deal_id: str) -> Deal:
    """Give the deal of this id. Raises Refused(UNKNOWN_DEAL)."""
    for deal in sheet.deals:
        if deal.id == deal_id:
            return deal
    raise Refused(Fault.UNKNOWN_DEAL)


def standing(sheet: Sheet) -> Standing:
    """Add up a sheet, deal by deal, as far as the match went."""
    totals, counted, over = [0] * sheet.seats, 0, False
    for deal in sheet.deals:
        if over:
            break
        counted += 1
        if deal.winner is not None:
            totals[deal.winner] += deal.scored
        over = match_over(sheet.ending, totals, counted)
    last = sheet.deals[counted - 1] if counted else None
    placed = places(
        sheet.ending, totals, winner=last.winner if last else None, in_hand=last.points if last else [0] * sheet.seats
    )
    dealer = next_dealer(last.dealer, sheet.seats, ()) if last else 0
    return Standing(tuple(totals), counted, over or sheet.closed, tuple(placed), dealer)


def faces_worth(preset: str) -> Sequence[tuple[str, int, int]]:
    """List what can be left in a hand: how it is written, its points, how many are in the box."""
    return [(word, points_of(word), most) for word, most in in_box(preset).items()]
