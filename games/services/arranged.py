"""Matches that nobody opened: the site seats these players, in this order, and deals as soon as their pages are there.

Nobody hosts such a match or pauses it, and no bot sits at it. Runs inside a caller's transaction.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from games.engine.ruleset import Rules
from games.models import Due, Match, Player, Seat
from games.services import endings, play, rounds, tables, waiting

# Whoever said yes and never comes to the table is looked for then.
LOOKED_FOR_AFTER = timedelta(seconds=15)


def begin(
    *,
    players: Sequence[Player],
    kind: Match.Kind,
    rules: Rules,
    turn_ms: int,
    bank_ms: int,
    now: datetime,
    sentences: Sequence[str] = (),
    league: tuple[str, str] = ("", ""),
    paired: bool = False,
    public: bool = False,
) -> Match:
    """Seat these players in this order and deal.

    `league` is the one that asks for it, by its word and its name; `paired`, whether one of its rounds put them
    together: then ratings do not ask how often they met (LEAGUES §4.4).
    """
    match = Match.objects.create(
        code=tables.free_code(),
        host=players[0],
        kind=kind,
        league=league[0],
        league_name=league[1],
        paired=paired,
        public=public,
        rules=rules.to_mapping(),
        sentences=list(sentences),
        preset=tables.preset_of(rules),
        size=len(players),
        seated=len(players),
        turn_ms=turn_ms,
        bank_ms=bank_ms,
        created_at=now,
        started_at=now,
    )
    Seat.objects.bulk_create([_seat(match, number, player) for number, player in enumerate(players)])
    waiting.upsert([_look_for(match, number, now) for number in range(len(players))])
    rounds.begin_round(match, now)
    return match


@transaction.atomic
def freeze(*, match: Match, now: datetime) -> None:
    """End a match whose time is over, by the points that stand; a round in the middle is broken off."""
    match, _ = play.locked_table(match.pk)  # the round first, as a move does
    if match.state in (Match.State.PLAYING, Match.State.BETWEEN, Match.State.PAUSED):
        endings.freeze(match, now)


def _seat(match: Match, number: int, player: Player) -> Seat:
    return Seat(match=match, number=number, player=player, name=player.username, ready=True, bank_ms=match.bank_ms)


def _look_for(match: Match, number: int, now: datetime) -> Due:
    return Due(match=match, kind=Due.Kind.AWAY, seat=number, due_at=now + LOOKED_FOR_AFTER, number=0)
