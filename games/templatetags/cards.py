"""Drawing a card, one in a hand or a colour's sign in a template: the component, rendered once and then kept."""

from functools import cache, lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.presenters.table import Card, Chip

HELD_KEPT = 8192  # there are some sixty cards, in two languages, each in a few states
HANDS_KEPT = 1024  # of some kilobytes
CHIPS_KEPT = 4096

register = template.Library()


@register.simple_tag
@cache
def card(name: str) -> SafeString:
    return render_to_string("components/card.html", {"name": name})


@register.simple_tag
@cache
def sign(colour: str) -> SafeString:
    return render_to_string("components/sign.html", {"colour": colour})


@register.simple_tag
@lru_cache(maxsize=HANDS_KEPT)
def hand(cards: tuple[Card, ...]) -> SafeString:
    """The own hand, a button for each card: who is not to move holds the same for many screens."""
    return mark_safe("".join([held(card) for card in cards]))  # noqa: S308  (templates of ours)


@lru_cache(maxsize=HELD_KEPT)
def held(shown: Card) -> SafeString:
    """A card of the own hand: the most of every screen, and the same for whoever holds it so."""
    return render_to_string("components/held.html", {"held": shown})


@register.simple_tag
def fixed(component: str) -> SafeString:
    """A component that says the same on every screen of a language."""
    return _fixed(component, get_language())


@cache
def _fixed(component: str, _language: str | None) -> SafeString:
    return render_to_string(component)


@register.simple_tag
def chip(shown: Chip, word: str) -> SafeString:
    """A seat of the strip: a move changes one or two of them."""
    return _chip(shown, word, get_language())


@lru_cache(maxsize=CHIPS_KEPT)
def _chip(shown: Chip, word: str, _language: str | None) -> SafeString:
    return render_to_string("components/chip.html", {"chip": shown, "word": word})
