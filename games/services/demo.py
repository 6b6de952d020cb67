"""A site to look round in: plainly invented players, and matches they never played.

The matches go through the same services as everybody's, with bots in the players' places and in a
time of their own; each is one transaction, so that the running clock never sees one half played.
"""

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from games import queries
from games.engine.ruleset import rules_from
from games.models import Due, Match, Player
from games.services import clock, seating, tables

NAMES: Final = ("ana-exemplu", "bogdan-exemplu", "carmen-exemplu", "dan-exemplu", "elena-exemplu", "florin-exemplu")
GRACE: Final = {"mas_grace_ms": 1500}
TURN_MS: Final = 30_000
BANK_MS: Final = 60_000


class Past(NamedTuple):
    """A match of some days ago: who sat there, with how many bots, by which rules."""

    days: int
    players: Sequence[int]
    bots: int
    rules: dict[str, Any]


PASTS: Final = (
    Past(9, (0, 1, 2, 3), 0, {}),
    Past(6, (2, 4), 1, {"preset": "clasic", "ending": "target 100"}),
    Past(3, (1, 0, 5), 0, {"mas_uno_card": True, "custom_rules": [["draw 3 next"]], "ending": "rounds 4"}),
    Past(1, (3, 5), 2, {"ending": "single"}),
)


class Added(NamedTuple):
    """What another app has in the demo: its own invented players, and a line about it."""

    players: list[Player]
    told: str


# Apps that know of games and have something to show too; each is given the players and the time.
additions: list[Callable[[Sequence[Player], datetime], Added]] = []


class Demo(NamedTuple):
    players: list[Player]
    matches: int  # played now; none when the site had its demo already
    told: list[str]  # of what others have added


def fill(*, now: datetime | None = None) -> Demo:
    """Add what is missing of the demo. Doing it twice adds nothing but an open table that closed."""
    now = now or timezone.now()
    players = [invented(name) for name in NAMES]
    played = 0
    if not Match.objects.filter(host__is_demo=True, state=Match.State.FINISHED).exists():
        for past in PASTS:
            _play(past, players, now - timedelta(days=past.days))
            played += 1
    if not queries.open_tables().filter(host__is_demo=True).exists():
        _open_a_table(players, now)
    added = [add(players, now) for add in additions]
    everybody = {player.pk: player for player in (*players, *(one for more in added for one in more.players))}
    return Demo(list(everybody.values()), played, [more.told for more in added])


def set_password(*, players: Sequence[Player]) -> str:
    """Let someone log in as the invented players: one new password for all, told once."""
    password = secrets.token_urlsafe(12)
    hashed = make_password(password)  # once: to hash takes long, and it is the same password
    for player in players:
        player.password = hashed
        player.save(update_fields=["password"])
    return password


def invented(name: str) -> Player:
    """The invented player of this name, made where there is none; nobody can log in as them."""
    player = Player.objects.filter(username=name).first()
    if player is None:
        player = Player(username=name, is_demo=True)
        player.set_unusable_password()
        player.save()
    return player


@transaction.atomic
def _play(past: Past, players: Sequence[Player], begins_at: datetime) -> Match:
    people = [players[index] for index in past.players]
    size = len(people) + past.bots
    rules = rules_from(GRACE | past.rules)
    match = tables.open_table(
        host=people[0], rules=rules, size=size, public=True, turn_ms=TURN_MS, bank_ms=BANK_MS, now=begins_at
    )
    for person in people[1:]:
        seating.take_seat(match=match, player=person, now=begins_at)
        tables.set_ready(match=match, player=person, ready=True, now=begins_at)
    for _ in range(past.bots):
        seating.add_bot(match=match, by=people[0], now=begins_at)
    match.seats.update(bot_plays=True)
    tables.start_match(match=match, by=people[0], now=begins_at)
    _play_out(match)
    return match


def _play_out(match: Match) -> None:
    """Do what is due, one thing after the other, each at its own time."""
    while True:
        due = Due.objects.filter(match=match).order_by("due_at").first()
        if due is None:
            return
        clock.do(due, due.due_at)


def _open_a_table(players: Sequence[Player], now: datetime) -> None:
    rules = rules_from(GRACE)
    match = tables.open_table(
        host=players[0], rules=rules, size=4, public=True, turn_ms=TURN_MS, bank_ms=BANK_MS, now=now
    )
    seating.take_seat(match=match, player=players[1], now=now)
