"""The page that proves a deal, step by step: what was promised, what each seat added, what came of it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.engine.cards import NAMES
from games.engine.shuffle import SeededChance, round_seed
from games.engine.versions import version
from games.names import shown_name
from games.presenters.deals import listed_of
from games.presenters.wording import card_name

OFF: dict[str, str | Promise] = {
    "seats": gettext_lazy("somebody left, and it was promised anew to who stayed"),
    "silence": gettext_lazy("nobody's page answered, and everybody was asked once more"),
    "ended": gettext_lazy("the match went on no further"),
}


class Part(NamedTuple):
    """What a seat added; `kind` is opened, unopened, bound (not yet opened), none or bot."""

    seat: int
    name: str
    kind: str
    commit: str
    nonce: str = ""


class Withdrawn(NamedTuple):
    """A promise that became no round."""

    commit: str
    secret: str
    why: str | Promise


class Hand(NamedTuple):
    """What a seat was dealt: each card with its name in words."""

    name: str
    cards: tuple[tuple[str, str], ...]


class Shown(NamedTuple):
    """The proof of one round, or what may be told of it before its end."""

    code: str
    round: int
    over: bool
    dealt: bool
    broken_off: bool
    context: str
    commit: str
    secret: str
    seed: str
    before: str
    chain: str
    promised_at: datetime | None
    listed_at: datetime | None
    parts: tuple[Part, ...]
    alone: bool  # nobody added anything: the seed is the server's alone
    plain: bool  # dealt before pages took part at all
    withdrawn: tuple[Withdrawn, ...]
    deck: tuple[tuple[str, str], ...] = ()
    hands: tuple[Hand, ...] = ()
    top: tuple[str, str] = ("", "")
    commands: tuple[str, ...] = ()


def shown(match: Any, number: int, played: Any, deals: Sequence[Any], proof: Mapping[str, Any] | None) -> Shown:
    """Show a round: `played` is None before it is dealt, `proof` before it is over, `deals` are all its promises."""
    deal = deals[-1] if deals else None
    names = {seat.number: seat for seat in match.seats.all()}
    source = deal or played
    told = Shown(
        code=match.code,
        round=number,
        over=proof is not None,
        dealt=played is not None,
        broken_off=played is not None and played.outcome == "aborted",
        context=source.context,
        commit=source.commit,
        secret=proof["server_secret"] if proof else "",
        seed="",
        before=deal.before if deal else "",
        chain=deal.chain if deal else "",
        promised_at=deal.promised_at if deal else None,
        listed_at=deal.listed_at if deal else None,
        parts=tuple(_parts(deal, names, opened=proof is not None)) if deal else (),
        alone=deal is None or not any(part.nonce for part in deal.contributions.all()),
        plain=deal is None,
        withdrawn=tuple([Withdrawn(one.commit, one.revealed, OFF[one.off]) for one in deals if one.off]),
    )
    return told if proof is None else _opened(told, match, played, proof)


def _parts(deal: Any, seats: Mapping[int, Any], *, opened: bool) -> Iterable[Part]:
    given = {part.seat: part for part in deal.contributions.all()}
    for k, (person, commit) in enumerate(zip(deal.people, listed_of(deal), strict=True)):
        seat, part = seats[person["seat"]], given.get(k)
        name = shown_name(seat.name)
        if part is None:
            yield Part(k, name, "bot" if person["player"] is None else "none", commit)
        elif not opened:
            yield Part(k, name, "bound", commit)
        else:
            yield Part(k, name, "opened" if part.nonce else "unopened", commit, part.nonce)


def _opened(told: Shown, match: Any, played: Any, proof: Mapping[str, Any]) -> Shown:
    context, secret = proof["ctx"], proof["server_secret"]
    nonces = [bytes.fromhex(nonce) for nonce in proof["nonces"]]
    seed = round_seed(context, bytes.fromhex(secret), nonces)
    rules = version(played.rules_version)
    start = rules.deal(rules.rules_from(match.rules), played.seat_count, played.dealer, SeededChance(seed))
    cards = proof["cards"].split()
    names = [shown_name(person["name"]) for person in played.roster]
    return told._replace(
        seed=seed.hex(),
        chain=proof["chain"],
        before=proof["before"],
        deck=tuple([_named(cards[place]) for place in proof["deck"]]),
        hands=tuple(
            [
                Hand(name, tuple([_named(NAMES[card]) for card in hand]))
                for name, hand in zip(names, start.hands, strict=True)
            ]
        ),
        top=_named(NAMES[start.table]),
        commands=commands(proof),
    )


def _named(card: str) -> tuple[str, str]:
    return card, card_name(card)


def commands(proof: Mapping[str, Any]) -> tuple[str, ...]:
    """Lines for a shell with sha256sum, openssl and xxd: the promise, what each opened seat was bound to, the seed."""
    context, secret, nonces = proof["ctx"], proof["server_secret"], proof["nonces"]
    return (
        _sum(f"{context}|server|", secret),
        *[_sum(f"{context}|seat={seat}|", nonce) for seat, nonce in enumerate(nonces) if nonce],
        f"{_bytes(f'{context}|', ''.join(nonces))} | openssl dgst -sha256 -mac HMAC -macopt hexkey:{secret}",
    )


def _sum(text: str, value: str) -> str:
    return f"{_bytes(text, value)} | sha256sum"


def _bytes(text: str, value: str) -> str:
    return f"(printf %s '{text}'; printf %s '{value}' | xxd -r -p)"
