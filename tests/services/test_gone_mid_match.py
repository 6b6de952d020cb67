"""Somebody is banned, or deletes their account, in the middle of a match: it ends rightly, and nobody waits."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random

import pytest
from django.db import transaction

from games.bots import sensible
from games.engine.notation import text
from games.engine.record import record_differences
from games.engine.ruleset import rules_from
from games.engine.visible import visible
from games.models import Connection, Match, Player, RatingChange, Round, Settlement
from games.names import FORMER
from games.services import (
    clock,
    company,
    farewell,
    ledger_replay,
    moderation,
    play,
    presence,
    rounds,
    sums,
)
from games.services.exports import match_lines
from tests.services.queue import in_order, people, seated
from tests.services.table import at, fresh, player, start

pytestmark = pytest.mark.django_db

SEEDS = range(20)
LONGEST_PAUSE = timedelta(seconds=15)
MOST_SECONDS = 3_000
FIRST_ROUNDS = 60  # seconds; now and then somebody has 500 points before


def table_of(seed: int) -> Match:
    """Three at their pages: the even seeds play ranked, the odd ones among friends."""
    casual = rules_from({"mas_grace_ms": 1500, "ending": "target 500"})
    match = start(*people(3), rules=casual).match if seed % 2 else seated(*people(3))
    for person in in_order(match):
        presence.arrive(code=match.code, player_id=person.pk, key=person.username, now=at(47))
    return match


def goes(person: Player, match: Match, seed: int, now: datetime) -> None:
    """The player is gone for good, their pages with them."""
    if seed % 4 < 2:
        farewell.delete_account(player=person, now=now)
    else:
        moderator = player("mara")
        moderation.appoint(player=moderator)
        other = in_order(match)[0 if in_order(match)[0] != person else 1]
        report = company.report(match=match, reporter=other, other=person, why="cheating", now=now)
        moderation.handle(report=report, by=moderator, measure="ban", now=now)
    Connection.objects.filter(player=person).delete()


def act(match: Match, chance: Random, now: datetime) -> None:
    """Let the first of the players who are there, and have something to do, do it."""
    round_ = Round.objects.filter(match=match, finished_at__isnull=True).select_related("match").first()
    if round_ is None:
        return
    state = rounds.state_of(round_)
    players = {seat.number: seat.player for seat in match.seats.select_related("player")}
    for k, number in enumerate(round_.seats):
        person = players[number]
        if person is None or not person.is_active or not state.in_round(k):
            continue
        command = sensible.choose(visible(state, k), chance, round((now - round_.zero_at).total_seconds() * 1000))
        if command is None:
            continue
        command_id = f"{round_.number}-{round_.version}-{k}-{now.timestamp():.0f}"
        play.submit(
            match_code=match.code,
            player_id=person.pk,
            text=text(command),
            after=round_.version,
            command_id=command_id,
            now=now,
        )
        return


def played(match: Match, chance: Random, since: float) -> Iterator[datetime]:
    """Play on, a second at a time, until the match is over; no pause of the table is longer than it may be."""
    stood, moved_at = "", at(since)
    for second in range(MOST_SECONDS):
        now = at(since + second)
        clock.take_due(now)
        act(match, chance, now)
        match = fresh(match)
        if match.state in (Match.State.FINISHED, Match.State.CANCELLED):
            return
        last = Round.objects.filter(match=match).order_by("-number").values_list("number", "version").first()
        if (new := f"{match.state} {last}") != stood:
            stood, moved_at = new, now
        assert now - moved_at <= LONGEST_PAUSE, stood
        yield now
    raise AssertionError("the match does not end")


def played_without_one(seed: int, chance: Random) -> tuple[Match, Player, int] | None:
    """A match to its end, who is gone from it and their seat; None when luck ended it before they went."""
    with transaction.atomic():
        match = table_of(seed)
        gone = chance.choice(in_order(match))
        number = match.seats.get(player=gone).number
        moment = chance.randrange(FIRST_ROUNDS)
        seconds = -1
        for seconds, now in enumerate(played(match, chance, 48)):
            if seconds == moment:
                goes(gone, match, seed, now)
        if seconds >= moment:
            return fresh(match), gone, number
        transaction.set_rollback(True)
        return None


@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_ends_rightly_whenever_somebody_goes_for_good(seed: int) -> None:
    chance = Random(seed)
    found = None
    while found is None:
        found = played_without_one(seed, chance)
    match, gone, number = found
    assert match.state == Match.State.FINISHED
    assert [record_differences(line) for line in match_lines(match)] == [[]] * match.rounds.count()
    assert sums.differences() == []
    seat = match.seats.get(number=number)
    if seed % 4 < 2:
        assert seat.name.startswith(FORMER)
        assert not Player.objects.filter(username=gone.username).exists()
    if match.kind == Match.Kind.RANKED:
        assert seat.left_order == 1
        assert seat.place == 3
        settled = Settlement.objects.get(match=match)
        lines = RatingChange.objects.filter(settlement=settled)
        assert lines.get(player=gone).left
        assert not lines.exclude(player=gone).filter(left=True).exists()
        assert ledger_replay.rebuild(check=True) == []
    else:
        assert seat.left_order is None
        assert seat.bot_plays
