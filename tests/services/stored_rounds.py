"""Simulated rounds as if they had been played here: stored in bulk, as the services would have."""

import hashlib
from collections.abc import Iterator
from datetime import timedelta
from itertools import batched, cycle

from games.engine import shuffle
from games.engine.cards import names
from games.engine.notation import text
from games.engine.ruleset import VERSION, Rules, rules_from
from games.engine.state import OVER, dump
from games.models import Match, Move, Player, Round, Seat
from games.services.play import event_values
from games.services.simulation import Played, play_round
from tests.services.table import NOON

A_MATCH = 5
KINDS = (
    (2, rules_from({"preset": "clasic", "ending": f"rounds {A_MATCH}"})),
    (4, rules_from({"ending": f"rounds {A_MATCH}"})),
    (
        6,
        rules_from(
            {
                "plus4_on_plus2": True,
                "plus4_challenge": True,
                "sevens_swap": True,
                "mas_uno_card": True,
                "mas_grace_ms": 1500,
                "custom_rules": [["swap_card chosen", "again"], ["draw 1 all", "rotate_hands"]],
                "ending": f"rounds {A_MATCH}",
            }
        ),
    ),
    (3, rules_from({"combos": "same", "draw": "until_playable", "ending": f"rounds {A_MATCH}"})),
)


def store(host: Player, count: int) -> int:
    """Play and store so many rounds, five a match; gives how many moves they have."""
    moves = 0
    kinds = cycle(KINDS)
    for first in range(0, count, A_MATCH * 20):
        matches = []
        for number in range(first, min(first + A_MATCH * 20, count), A_MATCH):
            seats, rules = next(kinds)
            matches.append(_match(host, f"S{number:05}", seats, rules))
        Match.objects.bulk_create(matches)
        Seat.objects.bulk_create(
            Seat(match=match, number=k, bot="random", name=f"bot{k}") for match in matches for k in range(match.size)
        )
        stored = [made for match in matches for made in _rounds(match)]
        Round.objects.bulk_create([round_ for round_, _played in stored], batch_size=100)
        log = [move for round_, played in stored for move in _moves(round_, played)]
        for part in batched(log, 2000):
            Move.objects.bulk_create(part)
        moves += len(log)
    return moves


def _match(host: Player, code: str, seats: int, rules: Rules) -> Match:
    told = {"state": "finished", "rules": rules.to_mapping(), "size": seats, "turn_ms": 30_000, "bank_ms": 60_000}
    return Match(code=code, host=host, public=True, started_at=NOON, finished_at=NOON + timedelta(hours=1), **told)


def _rounds(match: Match) -> Iterator[tuple[Round, Played]]:
    rules, seats = rules_from(match.rules), match.size
    totals = dict.fromkeys(map(str, range(seats)), 0)
    roster = [{"seat": k, "player": None, "bot": "random", "name": f"bot{k}"} for k in range(seats)]
    for number in range(1, A_MATCH + 1):
        context = shuffle.context(match=match.code, round=number, rules=rules, seats=seats)
        played, secret = _ended(match, number, rules, context)
        end = played.end
        if end.winner is not None:
            totals[str(end.winner)] += end.points
        began = NOON + timedelta(minutes=number)
        yield (
            Round(
                match=match,
                number=number,
                roster=roster,
                seat_count=seats,
                dealer=played.dealer,
                rules_version=VERSION,
                context=context,
                commit=shuffle.commitment(context, secret),
                revealed=secret.hex(),
                state=dump(end),
                version=len(played.entries),
                last_at=end.now,
                began_at=began,
                zero_at=began,
                finished_at=began + timedelta(milliseconds=end.now),
                outcome="blocked" if end.winner is None else "won",
                winner=end.winner,
                points=end.points,
                hands=[names(hand) for hand in end.hands],
                totals=dict(totals),
            ),
            played,
        )


def _ended(match: Match, number: int, rules: Rules, context: str) -> tuple[Played, bytes]:
    """A round that came to its end: under some rules one at random need not."""
    for attempt in range(100):
        seed = f"{match.code}-{number}-{attempt}"
        secret = hashlib.sha256(seed.encode()).digest()
        deck_seed = shuffle.round_seed(context, secret)
        played = play_round(seats=match.size, rules=rules, seed=seed, deck_seed=deck_seed)
        if played.end.phase is OVER:
            return played, secret
    raise AssertionError("no round ends")


def _moves(round_: Round, played: Played) -> Iterator[Move]:
    for number, entry in enumerate(played.entries, 1):
        yield Move(
            round=round_,
            number=number,
            seat=entry.seat,
            text=text(entry.command),
            at=entry.at,
            events=[event_values(event) for event in entry.events],
            command_id=f"{number}",
            payload="",
        )
