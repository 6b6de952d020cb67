"""The sentences of a table's rule sheet, section by section: each said as this table plays it."""

from collections.abc import Iterator, Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.deck import one_deck
from games.engine.ruleset import Rules
from games.presenters.sentences import CustomCard, custom_cards


def deck(rules: Rules) -> Iterator[str]:
    size = len(one_deck(rules.swap_hands_cards, len(rules.custom_rules), rules.mas_uno_card))
    yield ngettext("A deck has %(count)d card here.", "A deck has %(count)d cards here.", size) % {"count": size}
    yield _("In each colour one 0 and two each of 1 to 9, skip, reverse and +2; four “change colour” and four +4.")
    yield from _added(rules)
    yield _(
        "Two or more play. For every ten players begun there is one deck; "
        "whole decks are added until at least 30 cards are left after the deal."
    )
    yield ngettext("Each player gets %(count)d card.", "Each player gets %(count)d cards.", rules.hand_size) % {
        "count": rules.hand_size
    }
    yield _(
        "The dealer of the first round is drawn by lot, then it goes round. "
        "The player after the dealer begins, clockwise."
    )
    yield from _first_card(rules)


def _added(rules: Rules) -> Iterator[str]:
    if rules.swap_hands_cards:
        yield ngettext(
            "Added to it: %(count)d “swap hands”.", "Added to it: %(count)d “swap hands”.", rules.swap_hands_cards
        ) % {"count": rules.swap_hands_cards}
    if rules.custom_rules:
        yield ngettext(
            "Added to it: %(count)d customizable card.",
            "Added to it: %(count)d customizable cards, one for each rule.",
            len(rules.custom_rules),
        ) % {"count": len(rules.custom_rules)}
    if rules.mas_uno_card:
        yield _("Added to it: the MAS UNO! card.")


def _first_card(rules: Rules) -> Iterator[str]:
    answered = (
        _("a +2 attacks the first player, who may answer it")
        if rules.stacking
        else _("a +2 makes the first player draw 2 and lose the turn")
    )
    yield _(
        "The first card turned over: a number does nothing; “change colour” leaves the colour open; "
        "a skip skips the first player; a reverse turns the direction and the dealer begins; %(plus_two)s. "
        "+4 and the other cards without a colour are shuffled back in. "
        "Nobody has played this card: nothing can be challenged."
    ) % {"plus_two": answered}
    if rules.skip_stacking:
        yield _("A skip turned over skips at once; it is not handed on.")
    if rules.sevens_swap:
        yield _("A 7 turned over swaps no hands.")


def fitting(rules: Rules) -> Iterator[str]:
    yield _(
        "A card fits if it has the active colour, the number or symbol of a coloured card on top, or no colour at all."
    )
    yield _(
        "Whoever puts down a card without a colour names the colour that goes on. "
        "While the colour is open everything fits."
    )
    yield _("Under an attack only what section 6 says fits.")


def turn(rules: Rules) -> Iterator[str]:
    yield (
        _("On your turn you play; you may draw only if nothing fits. A card just drawn you may keep.")
        if rules.must_play
        else _("On your turn you play or draw, even if you hold a card that fits.")
    )
    yield (
        _("You draw one card. If it fits you may play it at once or pass; otherwise your turn is over.")
        if rules.draw == "one"
        else _("You draw until a card fits; you may play that one at once or pass.")
    )
    yield from _combos(rules)
    yield from _effects(rules)
    yield _(
        "The card that empties your hand needs only its colour. "
        "Any other choice that is missing, superfluous or impossible is refused."
    )
    yield _("“Next” and “previous” are the neighbours still in the round, sitting out or not.")


def _combos(rules: Rules) -> Iterator[str]:
    if rules.combos == "off":
        yield _("One card a turn: there are no combos at this table.")
        return
    yield (
        _("Combo: you may put down several cards in one turn if each fits the one before. The last one stays active.")
        if rules.combos == "any"
        else _(
            "Combo: you may put down several cards in one turn if all bear the same number or symbol. "
            "The last one stays active."
        )
    )
    yield _("A combo is judged as a whole: if one of its cards does not fit or is not yours, none is put down.")
    yield _("After a +2 or +4 only cards that continue the attack may follow (6).")
    if rules.skip_stacking:
        yield _("After a skip only skips may follow.")
    last = [name for name, there in _only_last(rules) if there]
    if last:
        yield _("Only as the last of a combo: %(cards)s.") % {"cards": ", ".join(last)}


def _only_last(rules: Rules) -> list[tuple[str, bool]]:
    return [
        (_("Swap hands"), rules.swap_hands_cards > 0),
        ("7", rules.sevens_swap),
        (_("customizable cards"), bool(rules.custom_rules)),
        ("MAS UNO!", rules.mas_uno_card),
    ]


def _effects(rules: Rules) -> Iterator[str]:
    if rules.combos == "off":
        yield _("A reverse turns the direction, a skip skips a player, a +2 attacks with 2 and a +4 with 4.")
    else:
        yield _(
            "The effects of a combo add up: each reverse turns the direction, each skip skips one more player, "
            "each +2 adds 2 and each +4 adds 4 to the attack."
        )
    if not rules.skip_stacking:
        yield _("Skips count in the direction that then holds. Whoever is jumped uses up no turn to sit out.")
    yield _("With two players a reverse passes the turn to the other.")
    if not rules.skip_stacking:
        yield _("With two players a skip brings the turn back to you.")


def attack(rules: Rules) -> Iterator[str]:
    yield (
        _("An attack of +2 and +4 adds up. Under it you continue it or draw all of it.")
        if rules.stacking
        else _("Attacks are not passed on: whoever is attacked draws all of it.")
    )
    if rules.plus4_challenge:
        yield _("A +4 may be challenged instead (8).")
    yield from _continuing(rules)
    yield _("Whoever draws the attack loses the turn, and the attack is over.")
    if rules.skip_stacking:
        yield _(
            "Skips are passed on: the next player puts down skips of any colour, and nothing else, "
            "and hands all of them on, "
            "or passes and sits out as many turns as have been built up, this one included."
        )


def _continuing(rules: Rules) -> Iterator[str]:
    if not rules.stacking:
        if rules.combos == "off":
            return
        yield _("An attack is continued only within one’s own combo:")
    yield (
        _("A +2 on top is continued by any +2 and by any +4.")
        if rules.plus4_on_plus2
        else _("A +2 on top is continued by any +2, but not by a +4.")
    )
    yield _("A +4 on top is continued by any +4, or by the +2 of the colour named.")


def calling(rules: Rules) -> Iterator[str]:
    word = {"word": rules.word}
    yield (
        _(
            "Whoever is left with exactly one card by a card that was put down calls %(word)s, "
            "with the card or afterwards."
        )
        % word
    )
    yield ngettext(
        "Whoever has not called may be caught by any other player and draws %(count)d card. "
        "The game goes on where it was.",
        "Whoever has not called may be caught by any other player and draws %(count)d cards. "
        "The game goes on where it was.",
        rules.catch_penalty,
    ) % {"count": rules.catch_penalty}
    if rules.mas_grace_ms:
        yield _("For %(seconds)s s after the card fell nobody can be caught.") % {
            "seconds": _seconds(rules.mas_grace_ms)
        }
    else:
        yield _("One can be caught at once, without any grace.")
    yield (
        _("The last card may be put down only after calling.")
        if rules.say_before_last
        else _("The last card may be put down even without having called.")
    )
    yield _("A call or a catch in vain costs nothing. Going out from two or more cards owes no call.")
    yield _(
        "It is judged after all effects of the turn, also for those whose hands it changed. "
        "While the table waits for all, nobody is caught."
    )


def _seconds(ms: int) -> str:
    return number_format(f"{ms / 1000:g}")


def specials(rules: Rules) -> Iterator[str]:
    if rules.swap_hands_cards:
        yield _("Swap hands: when the card is down, you and a player of your choice exchange all your cards.")
    if rules.sevens_swap:
        yield _("A 7 swaps hands too: you have to choose a player.")
    if rules.mas_uno_card:
        yield from _race(rules)
    if rules.plus4_challenge:
        yield _(
            "A +4 may be challenged by any opponent until the player under attack has acted, once. "
            "Wrong was who held another card, not a +4, that fitted at the first +4 of that turn: "
            "they draw 6 and their +4s leave the attack. If it was right, the challenger draws 4 and the attack stands."
        )
    else:
        yield _("A +4 cannot be challenged at this table.")
    yield _("While the table waits for all, no card is played.")


def _race(rules: Rules) -> Iterator[str]:
    yield _("MAS UNO!: everybody shouts once, you too. The last one draws 2; the table judges the time.")
    yield _(
        "If the last two are within %(tie)d ms it is a tie and nobody draws. After %(seconds)s s the race closes: "
        "whoever was silent draws 2, and then nobody else does."
    ) % {"tie": rules.tie_ms, "seconds": _seconds(rules.race_ms)}


def custom(rules: Rules, sentences: Sequence[str] = ()) -> Iterator[str]:
    if not rules.custom_rules:
        yield _("There is no customizable card at this table.")
        return
    for number, card in enumerate(custom_cards(rules, sentences), start=1):
        yield _("Card %(number)d: %(rule)s") % {"number": number, "rule": _written(card)}
    yield _(
        "The effects are done in order. To draw is no attack and cannot be answered; "
        "cards given or got unseen are taken at random; what cannot be moved is left out."
    )
    yield _("If an effect empties a hand, that player wins at once: first whoever played, then in turn order.")
    if any(effect.text for rule in rules.custom_rules for effect in rule):
        yield _("For a rule of honour the table waits until everybody has confirmed, or the time is up.")


def _written(card: CustomCard) -> str:
    """A rule as its proposer wrote it, and what the table makes of it."""
    return f"“{card.sentence}” → {card.told}" if card.sentence else card.told


def piles(rules: Rules) -> Iterator[str]:
    yield _(
        "When the draw pile is empty the top card stays and the rest is shuffled into a new one. "
        "If that is not enough, the rest is forgiven."
    )
    yield _("If all players one after the other find nothing to draw, the round is blocked: it ends and nobody scores.")


def ending(rules: Rules) -> Iterator[str]:
    yield _(
        "The first without cards wins the round. "
        "An attack left by the last card is drawn and counts; nothing else of it happens."
    )
    yield _(
        "The winner scores what the others hold: numbers their face; skip, reverse, +2: 20; "
        "“change colour”, +4: 50; the other cards: 40."
    )
    yield from _match(rules)
    yield _("Equal points share a place; there is no extra round.")
    yield _(
        "Whoever leaves is placed behind all who stay. Their cards go under the draw pile; "
        "an attack on them and what they owed vanish. The last one left wins the match."
    )
    yield _("When the time is up, the attack or a card is drawn and the turn passes.")


def _match(rules: Rules) -> Iterator[str]:
    how = rules.ending
    if how.kind == "single":
        yield _("The match is a single round. Places after the winner go by the points left in hand, fewest first.")
    elif how.kind == "rounds":
        yield ngettext(
            "The match ends after %(count)d round; most points win.",
            "The match ends after %(count)d rounds; most points win.",
            how.amount,
        ) % {"count": how.amount}
    else:
        yield ngettext(
            "The match ends when somebody has %(count)d point after a round; most points win.",
            "The match ends when somebody has %(count)d points after a round; most points win.",
            how.amount,
        ) % {"count": how.amount}


def knowing(rules: Rules) -> Iterator[str]:
    yield _("You see your own hand, and of the others only how many cards they hold. Every move is public and is kept.")
    yield _(
        "The order of the pile and what others draw nobody knows before the round is over; then all hands may be seen."
    )
