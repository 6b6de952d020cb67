"""What a season's log has of votes on a dispute: that somebody voted, once that they changed it, and what stood."""

import pytest

from leagues.models import LogEntry
from leagues.services import clock, disputes, farewell
from tests.leagues.services.league import after, player
from tests.leagues.services.test_unhappy_disputes import SOON, disputed, others, played, say

pytestmark = pytest.mark.django_db


def votes_logged() -> list[str]:
    return list(LogEntry.objects.filter(action__startswith="vote").order_by("pk").values_list("action", flat=True))


def voted_in_the_end(action: str) -> list[tuple[str, bool]]:
    return [(one["name"], one["upheld"]) for one in LogEntry.objects.get(action=action).after["votes"]]


def test_a_vote_given_and_taken_back_again_and_again_is_a_vote_and_a_change_in_the_log() -> None:
    table = played()
    told = disputed(table)
    one = others(table)[0]
    for upheld in (True, True, False, True, False, False, True):
        say(told, one, upheld)
    assert votes_logged() == ["vote", "vote_changed"]
    assert not LogEntry.objects.filter(action__startswith="vote").exclude(after={}).exists()


def test_each_dispute_of_a_table_has_its_own_changes_of_mind() -> None:
    table = played()
    one = others(table)[0]
    for told in (disputed(table, 3), disputed(table, 2)):
        for upheld in (True, False):
            say(told, one, upheld)
    assert votes_logged() == ["vote", "vote_changed"] * 2


def test_the_log_of_a_decision_says_who_voted_what_in_the_end() -> None:
    table = played()
    told = disputed(table)
    one, two, three, _four = others(table)
    say(told, one, False)
    say(told, one, True)
    say(told, two, False)
    say(told, three, True)
    assert voted_in_the_end("decide_votes") == [(one.username, True), (two.username, False), (three.username, True)]


def test_the_log_says_who_voted_what_where_an_organizer_or_the_time_decided() -> None:
    table = played()
    first, second = disputed(table, 3), disputed(table, 2)
    one = others(table)[0]
    say(first, one, True)
    say(second, one, False)
    disputes.decide(dispute=first, by=player("olga"), upheld=False, decision="Seen", now=after(hours=3))
    clock.take_due(SOON + disputes.DECIDED_WITHIN)
    assert voted_in_the_end("decide") == [(one.username, True)]
    assert voted_in_the_end("decide_time") == [(one.username, False)]


def test_a_dispute_opened_again_notes_a_change_of_mind_anew() -> None:
    table = played()
    told = disputed(table)
    one = others(table)[0]
    for upheld in (True, False):
        say(told, one, upheld)
    disputes.decide(dispute=told, by=player("olga"), upheld=False, decision="No proof", now=after(hours=3))
    told = disputes.dispute(
        table=table, by=told.claimant.player, kind="result", text="I have a photo", now=after(hours=4)
    )
    for upheld in (True, False, True):
        disputes.vote(dispute=told, by=one, upheld=upheld, now=after(hours=5))
    assert votes_logged() == ["vote", "vote_changed"] * 2
    assert voted_in_the_end("decide") == [(one.username, False)]


def test_the_votes_that_a_log_tells_name_no_deleted_account() -> None:
    table = played()
    told = disputed(table)
    one, two, *_ = others(table)
    say(told, one, True)
    say(told, two, True)
    farewell.forget(player=one, names=[one.username], label="fost jucător 1", now=SOON)
    assert voted_in_the_end("decide_votes") == [("fost jucător 1", True), (two.username, True)]
