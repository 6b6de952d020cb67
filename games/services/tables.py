"""A table from opening to starting: what is played at it, and who accepts that. Refused: NotAllowed.

Every verb locks the match, checks, changes, and announces on commit.
"""

import json
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from hashlib import sha256

from django.db import transaction
from django.utils import timezone

from games.engine.ruleset import PRESETS, Rules
from games.models import Due, Match, Player, Round
from games.sentences import compile_sentence
from games.services import invitations, restarts, rounds, seating
from games.services.errors import NotAllowed, Reason
from games.services.table_guards import hosted, opened, own_seat, touched

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
SHORTEST_TURN_MS, LONGEST_TURN_MS = 1_000, 120_000
LONGEST_BANK_MS = 600_000
MOST_OPEN_TABLES = 5  # of one host that have not begun


@transaction.atomic
def open_table(
    *,
    host: Player,
    rules: Rules,
    size: int,
    public: bool,
    turn_ms: int,
    bank_ms: int,
    sentences: Sequence[str] = (),
    now: datetime | None = None,
) -> Match:
    """Open a table; the host sits at seat 0. `sentences`: what the customizable cards were written as."""
    if not seating.FEWEST_SEATS <= size <= seating.MOST_SEATS:
        raise NotAllowed(Reason.SIZE)
    _check_clocks(turn_ms, bank_ms)
    if host.is_guest and public:
        raise NotAllowed(Reason.GUEST)
    if Match.objects.filter(host=host, state=Match.State.OPEN).count() >= MOST_OPEN_TABLES:
        raise NotAllowed(Reason.TOO_MANY_TABLES)
    now = now or timezone.now()
    match = Match.objects.create(
        code=free_code(),
        host=host,
        public=public,
        rules=rules.to_mapping(),
        sentences=_written(rules, sentences),
        preset=preset_of(rules),
        size=size,
        turn_ms=turn_ms,
        bank_ms=bank_ms,
        created_at=now,
    )
    seating.fill_seat(match, player=host)
    touched(match, now)
    return match


def _check_clocks(turn_ms: int, bank_ms: int) -> None:
    if not (SHORTEST_TURN_MS <= turn_ms <= LONGEST_TURN_MS and 0 <= bank_ms <= LONGEST_BANK_MS):
        raise NotAllowed(Reason.CLOCKS)


def _written(rules: Rules, sentences: Sequence[str]) -> list[str]:
    """The sentences, one a rule; nobody shall accept a sentence and play by another rule."""
    kept = [*sentences, *[""] * (len(rules.custom_rules) - len(sentences))]
    if len(kept) != len(rules.custom_rules):
        raise NotAllowed(Reason.SENTENCE)
    for sentence, rule in zip(kept, rules.custom_rules, strict=True):
        if sentence and compile_sentence(sentence) != rule:
            raise NotAllowed(Reason.SENTENCE)
    return kept


def free_code() -> str:
    """A code that no table has or had."""
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        if not Match.objects.filter(code=code).exists():
            return code


def preset_of(rules: Rules) -> str:
    """The preset that these rules are, whatever the match's length and the grace; "" for none."""
    for name, preset in PRESETS.items():
        if replace(rules, ending=preset.ending, mas_grace_ms=preset.mas_grace_ms) == preset:
            return name
    return ""


@transaction.atomic
def change_rules(
    *,
    match: Match,
    by: Player,
    rules: Rules,
    sentences: Sequence[str] = (),
    turn_ms: int | None = None,
    bank_ms: int | None = None,
    now: datetime | None = None,
) -> None:
    """Change what is played, or how fast; whoever was ready must look again."""
    match = hosted(match, by)
    match.turn_ms = match.turn_ms if turn_ms is None else turn_ms
    match.bank_ms = match.bank_ms if bank_ms is None else bank_ms
    _check_clocks(match.turn_ms, match.bank_ms)
    match.rules = rules.to_mapping()
    match.sentences = _written(rules, sentences)
    match.preset = preset_of(rules)
    match.save(update_fields=["rules", "sentences", "preset", "turn_ms", "bank_ms"])
    match.seats.filter(player__isnull=False).update(ready=False)
    touched(match, now)


def terms_of(match: Match) -> str:
    """A mark of what is accepted by being ready: another one for other rules, sentences or clocks."""
    terms = json.dumps([match.rules, match.sentences, match.turn_ms, match.bank_ms], sort_keys=True)
    return sha256(terms.encode()).hexdigest()[:16]


@transaction.atomic
def set_ready(
    *, match: Match, player: Player, ready: bool, terms: str | None = None, now: datetime | None = None
) -> None:
    """Ready: I accept the rules as they stand; with `terms`, only those that I was shown."""
    match = opened(match)
    seat = own_seat(match, player)
    if ready and terms is not None and terms != terms_of(match):
        raise NotAllowed(Reason.STALE)
    seat.ready = ready
    seat.save(update_fields=["ready"])
    touched(match, now)


@transaction.atomic
def start_match(*, match: Match, by: Player, now: datetime | None = None) -> Round | None:
    """Begin. Starting is the host's own yes to the rules.

    Gives the first round; None where pages are open, which have a moment to take part in the shuffle.
    """
    now = now or timezone.now()
    restarts.check(now)
    match = hosted(match, by)
    match.seats.filter(player=by).update(ready=True)
    seats = list(match.seats.all())
    if len(seats) < seating.FEWEST_SEATS:
        raise NotAllowed(Reason.TOO_FEW_SEATS)
    if not all(seat.ready for seat in seats):
        raise NotAllowed(Reason.NOT_ALL_READY)
    match.seats.update(bank_ms=match.bank_ms)
    match.started_at, match.seated = now, len(seats)
    match.save(update_fields=["started_at", "seated"])
    Due.objects.filter(match=match).exclude(kind=Due.Kind.AWAY).delete()
    invitations.over(match)
    return rounds.begin_round(match, now)
