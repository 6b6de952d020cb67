"""A rule told back in words, one short sentence an effect, so clear that it compiles to the same rule."""

from typing import Final

from games.engine.effects import CustomRule, Effect, Verb, Who

WHO: Final = {
    "ro": {
        Who.NEXT: "următorul jucător",
        Who.PREVIOUS: "jucătorul anterior",
        Who.CHOSEN: "jucătorul ales",
        Who.ALL: "toți jucătorii",
        Who.OTHERS: "toți ceilalți",
        Who.MOST: "cine are cele mai multe cărți",
        Who.FEWEST: "cine are cele mai puține cărți",
    },
    "en": {
        Who.NEXT: "the next player",
        Who.PREVIOUS: "the previous player",
        Who.CHOSEN: "the chosen player",
        Who.ALL: "all players",
        Who.OTHERS: "all the others",
        Who.MOST: "whoever has the most cards",
        Who.FEWEST: "whoever has the fewest cards",
    },
}
TO: Final = {
    "ro": {Who.NEXT: "următorului jucător", Who.PREVIOUS: "jucătorului anterior", Who.CHOSEN: "jucătorului ales"},
}
# The first time that the chosen player is spoken of.
A_CHOSEN: Final = {"ro": "un jucător ales de tine", "en": "a player of your choice"}
TO_A_CHOSEN: Final = {"ro": "unui jucător ales de tine"}
PLAIN: Final = {
    "ro": {
        Verb.AGAIN: "joci din nou",
        Verb.REVERSE: "direcția se schimbă",
        Verb.SWAP_HANDS: "schimbi mâna cu {who}",
        Verb.ROTATE_HANDS: "toate mâinile trec la următorul jucător",
        Verb.SWAP_CARD: "schimbi o carte cu {who}",
    },
    "en": {
        Verb.AGAIN: "you play again",
        Verb.REVERSE: "the direction changes",
        Verb.SWAP_HANDS: "you swap hands with {who}",
        Verb.ROTATE_HANDS: "all hands move on to the next player",
        Verb.SWAP_CARD: "you swap a card with {who}",
    },
}
SEVERAL: Final = (Who.ALL, Who.OTHERS)


def read_back(rule: CustomRule, language: str) -> str:
    """Tell a rule in "ro" or "en"; what is left to the players' honour stands as it was written."""
    first = next((place for place, effect in enumerate(rule) if effect.who is Who.CHOSEN), len(rule))
    told = [_told(effect, language, place > first) for place, effect in enumerate(rule)]
    return " ".join([_sentence(text) for text in told])


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?…" else ".")


def _told(effect: Effect, language: str, known: bool) -> str:
    """Tell one effect; `known`: the chosen player has been spoken of."""
    if effect.verb is Verb.HONOUR:
        return effect.text
    if effect.verb in PLAIN[language]:
        return PLAIN[language][effect.verb].format(who=_chosen(WHO, A_CHOSEN, language, known))
    return _romanian(effect, known) if language == "ro" else _english(effect, known)


def _chosen(named: dict[str, dict[Who, str]], at_first: dict[str, str], language: str, known: bool) -> str:
    return named[language][Who.CHOSEN] if known else at_first[language]


def _romanian(effect: Effect, known: bool) -> str:
    who, cards = effect.who, "o carte" if effect.cards == 1 else f"{effect.cards} cărți"
    assert who is not None
    if effect.verb is Verb.GIVE:
        to = _chosen(TO, TO_A_CHOSEN, "ro", known) if who is Who.CHOSEN else TO["ro"][who]
        return f"dai {cards} la întâmplare {to}"
    if who is Who.SELF:
        return f"tragi {cards}" if effect.verb is Verb.DRAW else "pierzi tura următoare"
    name = _chosen(WHO, A_CHOSEN, "ro", known) if who is Who.CHOSEN else WHO["ro"][who]
    if effect.verb is Verb.DRAW:
        return f"{name} {'trag câte' if who in SEVERAL else 'trage'} {cards}"
    return f"{name} {'pierd' if who in SEVERAL else 'pierde'} tura"


def _english(effect: Effect, known: bool) -> str:
    who, cards = effect.who, "a card" if effect.cards == 1 else f"{effect.cards} cards"
    assert who is not None
    name = _chosen(WHO, A_CHOSEN, "en", known) if who is Who.CHOSEN else WHO["en"].get(who, "you")
    if effect.verb is Verb.GIVE:
        return f"you give {name} {cards} at random"
    if who is Who.SELF:
        return f"you draw {cards}" if effect.verb is Verb.DRAW else "you lose your next turn"
    if effect.verb is Verb.DRAW:
        return f"{name} {'draw' if who in SEVERAL else 'draws'} {cards}{' each' if who in SEVERAL else ''}"
    return f"{name} {'lose' if who in SEVERAL else 'loses'} {'their turn' if who in SEVERAL else 'a turn'}"
