"""Votes and decisions at the same moment, on PostgreSQL: one decision, one correction, and nobody's vote is lost."""

from functools import partial

import pytest
from django.db import connection

from leagues.models import Dispute, LogEntry, Standing
from leagues.services import disputes
from leagues.services.errors import NotAllowed, Reason
from tests.leagues.seasons import FULL
from tests.leagues.services.league import after, ids, in_order, player
from tests.leagues.services.test_unhappy_disputes import disputed, others, played
from tests.services.test_conflicts import at_once

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one write at a time"),
    pytest.mark.parametrize("run", range(25 if FULL else 3)),
]


def voted(told: Dispute, name: str, upheld: bool) -> str:
    try:
        return str(disputes.vote(dispute=told, by=player(name), upheld=upheld, now=after(hours=2)))
    except NotAllowed as no:
        return str(no.reason)


def decided(told: Dispute, upheld: bool) -> str:
    try:
        disputes.decide(dispute=told, by=player("olga"), upheld=upheld, decision="Seen", now=after(hours=2))
    except NotAllowed as no:
        return str(no.reason)
    return "decided"


def test_four_votes_at_once_decide_once_and_correct_once(run: int) -> None:
    table = played(rounds=3)
    told = disputed(table, lines=in_order(table, ids(table)[::-1]))
    answers = at_once(*[partial(voted, told, one.username, True) for one in others(table)])
    assert sorted(answers) == ["False", "True", "first", "first"]
    assert LogEntry.objects.filter(action="decide_votes").count() == 1
    assert table.results.count() == 2
    assert Standing.objects.filter(entrant=ids(table)[3]).latest("after_round").points == 5040


def test_the_deciding_vote_and_a_director_at_once_leave_one_decision(run: int) -> None:
    table = played(rounds=3)
    told = disputed(table)
    one, two, *_ = others(table)
    voted(told, one.username, True)
    said, by_hand = at_once(partial(voted, told, two.username, True), partial(decided, told, False))
    told.refresh_from_db()
    assert (said, by_hand, told.state, told.decided_how) in {
        ("True", str(Reason.FIRST), "upheld", "votes"),
        (str(Reason.FIRST), "decided", "rejected", "organizer"),
    }
