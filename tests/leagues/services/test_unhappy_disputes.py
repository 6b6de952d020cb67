"""A disputed result (§1.4): it counts until two votes or one director decide; after 48 hours it stands."""

import pytest
from django.core import mail
from django.test import TestCase, override_settings

from games.models import Block, Player
from leagues.models import Dispute, DisputeVote, LeagueDue, LeagueTable, LogEntry, Matchday, Role, Season, Standing
from leagues.services import clock, disputes, farewell, juries, leagues, leaving, own_data, publishing, results
from leagues.services.errors import Reason
from tests.leagues.services.league import (
    NOON,
    after,
    day_of,
    decide_all,
    ids,
    in_order,
    names,
    player,
    published,
    refused,
    tables_of,
)
from tests.leagues.test_letters import IN_MEMORY, with_address

pytestmark = pytest.mark.django_db
SOON = after(hours=1)


def played(count: int = 8, **plan: object) -> LeagueTable:
    """The first table of a round that is over."""
    day = published(count, **plan)
    decide_all(day, NOON)
    return tables_of(day)[0]


def disputed(table: LeagueTable, seat: int = 3, *, kind: str = "result", **more: object) -> Dispute:
    return disputes.dispute(table=table, by=player(names(table)[seat]), kind=kind, text="Swapped", now=SOON, **more)


def others(table: LeagueTable) -> list[Player]:
    """Those of the season who sat elsewhere."""
    people = Player.objects.filter(entries__season=table.matchday.division.season)
    return list(people.exclude(entries__places__table=table).order_by("pk"))


def say(told: Dispute, by: Player, upheld: bool) -> bool:
    return disputes.vote(dispute=told, by=by, upheld=upheld, now=after(hours=2))


def may_vote(told: Dispute) -> list[str]:
    rows = Dispute.objects.select_related("claimant__player", "table__matchday__division__season__league")
    return sorted(one.username for one in juries.voters_of(rows.get(pk=told.pk)))


def points(table: LeagueTable) -> list[int]:
    return [Standing.objects.filter(entrant=one).latest("after_round").points for one in ids(table)]


def test_disputed_result_is_decided_by_two_votes_that_say_the_same() -> None:
    table = played()
    told = disputed(table)
    one, two, three, _four = others(table)
    assert not say(told, one, True)
    assert not say(told, two, False)
    assert say(told, three, False)
    told.refresh_from_db()
    assert (told.state, told.decided_how, told.decided_by) == (Dispute.State.REJECTED, Dispute.How.VOTES, None)
    entry = LogEntry.objects.get(action="decide_votes")
    assert entry.public
    assert entry.about["names"] == [two.username, three.username]
    assert not LeagueDue.objects.filter(kind=LeagueDue.Kind.DISPUTE).exists()


def test_disputed_result_counts_until_the_votes_put_it_right_and_then_as_they_say() -> None:
    table = played(looking=Season.Looking.ALWAYS, rounds=3)
    told = disputed(table, lines=in_order(table, ids(table)[::-1]))
    assert points(table) == [5040, 3360, 1680, 0]
    one, two, *_ = others(table)
    say(told, one, True)
    say(told, two, True)
    assert points(table) == [0, 1680, 3360, 5040]
    result = table.results.get(current=True)
    assert (result.revision, result.reason, result.author) == (2, "Swapped", None)
    entry = LogEntry.objects.get(action="correct")
    assert [line["place"] for line in entry.before["lines"]] == [1, 2, 3, 4]
    assert [line["place"] for line in entry.after["lines"]] == [4, 3, 2, 1]


def test_disputed_result_a_director_upholds_is_corrected_as_the_claimant_asked() -> None:
    table = played()
    told = disputed(table, lines=in_order(table, ids(table)[::-1]))
    say(told, others(table)[0], False)
    disputes.decide(dispute=told, by=player("olga"), upheld=True, decision="The sheet says so", now=after(hours=3))
    result = table.results.get(current=True)
    assert (result.author, result.reason) == (player("olga"), "The sheet says so")
    assert points(table) == [0, 1680, 3360, 5040]


def test_disputed_result_that_an_organizer_corrected_meanwhile_stays_as_they_corrected_it() -> None:
    table = played()
    told = disputed(table, lines=in_order(table, ids(table)[::-1]))
    first, *rest = ids(table)
    owner = player("olga")
    results.correct(table=table, by=owner, lines=in_order(table, [*rest, first]), reason="Seen", now=after(hours=2))
    for one in others(table)[:2]:
        say(told, one, True)
    assert table.results.get(current=True).revision == 2
    assert points(table) == [0, 5040, 3360, 1680]


def test_disputed_result_without_figures_that_is_upheld_waits_for_an_organizer_to_correct_it() -> None:
    with override_settings(MAILERS=IN_MEMORY):
        table = played()
        with_address("olga")
        told = disputed(table)
        mail.outbox.clear()
        with TestCase.captureOnCommitCallbacks(execute=True):
            for one in others(table)[:2]:
                say(told, one, True)
    assert table.results.get(current=True).revision == 1
    assert any("trebuie corectat" in letter.subject for letter in mail.outbox)


def test_a_vote_may_be_changed_until_it_is_decided_and_no_longer() -> None:
    table = played()
    told = disputed(table)
    one, two, three, _four = others(table)
    say(told, one, True)
    say(told, one, False)
    assert DisputeVote.objects.get().upheld is False
    assert not say(told, two, True)
    assert say(told, three, False)
    refused(Reason.FIRST, disputes.vote, dispute=told, by=two, upheld=False, now=after(hours=3))
    refused(
        Reason.FIRST,
        disputes.decide,
        dispute=told,
        by=player("olga"),
        upheld=True,
        decision="No",
        now=after(hours=3),
    )


def test_nobody_votes_in_their_own_case() -> None:
    table = played()
    league = table.matchday.division.season.league
    told = disputed(table)
    for seat in names(table):
        refused(Reason.NO_VOTE, disputes.vote, dispute=told, by=player(seat), upheld=True, now=SOON)
    stranger, foe, director, _four = player("zoe"), *others(table)[:3]
    leagues.appoint(league=league, by=player("olga"), player=director, kind=Role.Kind.DIRECTOR)
    Block.objects.create(owner=told.claimant.player, other=foe, made_at=after(hours=-1))
    for one in (stranger, foe, director, player("olga")):
        refused(Reason.NO_VOTE, disputes.vote, dispute=told, by=one, upheld=True, now=SOON)


def test_nobody_chooses_their_judges_by_blocking_the_others() -> None:
    told = disputed(table := played())
    one, two, *_ = others(table)
    Block.objects.create(owner=told.claimant.player, other=one, made_at=SOON)
    Block.objects.create(owner=two, other=told.claimant.player, made_at=SOON)
    assert one.username in may_vote(told)
    assert two.username not in may_vote(told)  # who cannot be fair may say so at any time


def test_an_assistant_votes_and_not_on_what_they_wrote_down() -> None:
    day = published(8)
    table, other = tables_of(day)
    league = day.division.season.league
    for name in ("ada", "bea"):
        leagues.appoint(league=league, by=player("olga"), player=player(name), kind=Role.Kind.ASSISTANT)
    results.claim(table=table, by=player("ada"), lines=in_order(table), now=NOON)
    told = disputed(table)
    assert may_vote(told) == sorted([*names(other), "bea"])


def test_who_sat_in_for_somebody_there_and_who_left_the_season_do_not_vote() -> None:
    table = played(12)
    told = disputed(table)
    first, second, *rest = others(table)
    table.places.filter(position=0).update(role="substitute", substitute=first)
    leaver = second.entries.get()
    leaving.withdraw(entrant=leaver, by=second, now=SOON)
    assert may_vote(told) == sorted(one.username for one in rest)


def test_in_a_season_of_one_table_the_others_of_it_vote_on_a_result_and_not_on_conduct() -> None:
    day = published(4)
    (table,) = tables_of(day)
    first, second, third, _fourth = names(table)
    results.claim(table=table, by=player(first), lines=in_order(table), now=NOON)
    told = disputed(table)
    assert may_vote(told) == sorted([second, third])
    assert may_vote(disputed(table, kind="conduct")) == []
    say(told, player(second), True)
    assert say(told, player(third), True)


def test_disputed_result_that_nobody_decides_stands_after_48_hours() -> None:
    table = played(rounds=3)
    told = disputed(table, lines=in_order(table, ids(table)[::-1]))
    say(told, others(table)[0], True)
    clock.take_due(SOON + disputes.DECIDED_WITHIN)
    told.refresh_from_db()
    assert (told.state, told.decided_how) == (Dispute.State.REJECTED, Dispute.How.TIME)
    assert points(table) == [5040, 3360, 1680, 0]
    assert LogEntry.objects.get(action="decide_time").public
    clock.take_due(SOON + 2 * disputes.DECIDED_WITHIN)
    assert LogEntry.objects.filter(action="decide_time").count() == 1


def asked() -> list[str]:
    """Whom a dispute waits for, each by their own question."""
    return sorted(one.username for one in Player.objects.all() if list(juries.asked(one)))


def test_a_vote_is_asked_of_exactly_those_whose_vote_counts() -> None:
    table = played()
    told = disputed(table)
    league = told.table.matchday.division.season.league
    first, second, third, fourth = others(table)
    Role.objects.create(league=league, player=player("ina"), kind=Role.Kind.ASSISTANT)
    Role.objects.create(league=league, player=second, kind=Role.Kind.DIRECTOR)
    Player.objects.filter(pk=third.pk).update(is_staff=True)  # of the site: plays like everybody
    Block.objects.create(owner=fourth, other=player(names(table)[3]))
    assert asked() == may_vote(told) == sorted(["ina", first.username, third.username])
    say(told, first, True)
    assert asked() == sorted(["ina", third.username])
    leagues.cancel_season(season=told.table.matchday.division.season, by=league.owner, reason="Rain")
    assert asked() == []


@pytest.mark.parametrize(("kind", "seats"), [("result", (1, 2)), ("conduct", ())])
def test_in_a_season_of_one_table_its_others_are_asked_where_their_vote_counts(
    kind: str, seats: tuple[int, ...]
) -> None:
    (table,) = tables_of(published(4))
    results.claim(table=table, by=player(names(table)[0]), lines=in_order(table), now=NOON)
    told = disputed(table, kind=kind)
    assert asked() == may_vote(told) == sorted(names(table)[seat] for seat in seats)


def test_disputed_again_asks_for_new_votes_and_a_new_time() -> None:
    table = played(rounds=3)
    told = disputed(table)
    one, two, *_ = others(table)
    say(told, one, False)
    say(told, two, False)
    again = disputes.dispute(
        table=table, by=told.claimant.player, kind="result", text="I have a photo", now=after(hours=30)
    )
    assert (again.pk, again.votes.count(), again.opened_at) == (told.pk, 0, after(hours=30))
    clock.take_due(SOON + disputes.DECIDED_WITHIN)
    again.refresh_from_db()
    assert again.state == Dispute.State.OPEN


def test_disputed_result_holds_nobodys_next_round_up() -> None:
    table = played(rounds=3)
    disputed(table)
    day = day_of(table.matchday.division, 2)
    if day.state == Matchday.State.DRAFT:
        publishing.publish(day=day, by=player("olga"), now=SOON)
    assert day_of(table.matchday.division, 2).state == Matchday.State.PUBLISHED


def test_lines_that_cannot_be_and_lines_that_change_nothing() -> None:
    table = played()
    broken = [line | {"place": 1} for line in in_order(table)[:3]]
    claimant = player(names(table)[3])
    refused(Reason.LINES, disputes.dispute, table=table, by=claimant, kind="result", text="No", lines=broken, now=SOON)
    assert disputed(table, lines=in_order(table)).lines == []


def test_those_who_may_vote_are_asked_by_letter_and_the_table_is_not() -> None:
    with override_settings(MAILERS=IN_MEMORY):
        table = played()
        voter, seated = others(table)[0], player(names(table)[0])
        for one in (voter, seated):
            with_address(one.username)
        mail.outbox.clear()
        with TestCase.captureOnCommitCallbacks(execute=True):
            disputed(table)
    asked = {letter.to[0]: letter.subject for letter in mail.outbox}
    assert "ce spui" in asked[Player.objects.get(pk=voter.pk).email]
    assert "ce spui" not in asked[Player.objects.get(pk=seated.pk).email]


def test_a_vote_is_in_ones_own_data_and_leaves_with_the_account_while_nothing_is_decided() -> None:
    table = played()
    told = disputed(table)
    one, two, three, _four = others(table)
    say(told, one, True)
    (kept,) = own_data.chapters(one)["leagues"]["voted"]
    assert kept["upheld"] is True
    farewell.forget(player=one, names=[one.username], label="fost jucător 1", now=SOON)
    assert not told.votes.exists()
    say(told, two, True)
    assert say(told, three, True)
    farewell.forget(player=two, names=[two.username], label="fost jucător 2", now=SOON)
    assert told.votes.count() == 2


def test_a_season_that_is_called_off_takes_no_votes() -> None:
    table = played()
    told = disputed(table)
    Season.objects.update(state=Season.State.CANCELLED)
    refused(Reason.STATE, disputes.vote, dispute=told, by=others(table)[0], upheld=True, now=SOON)


def test_in_a_season_of_two_the_one_vote_decides_nothing_and_the_result_stands() -> None:
    table = played(2, table_size=2, rounds=3)
    told = disputed(table, seat=1, lines=in_order(table, ids(table)[::-1]))
    assert not say(told, player(names(table)[0]), False)
    clock.take_due(SOON + disputes.DECIDED_WITHIN)
    told.refresh_from_db()
    assert told.decided_how == Dispute.How.TIME


def test_votes_that_uphold_what_an_organizer_had_rejected_speak_for_themselves() -> None:
    table = played()
    told = disputed(table)
    disputes.decide(dispute=told, by=player("olga"), upheld=False, decision="No proof", now=after(hours=3))
    again = disputes.dispute(
        table=table,
        by=told.claimant.player,
        kind="result",
        text="I have a photo",
        lines=in_order(table, ids(table)[::-1]),
        now=after(hours=4),
    )
    assert (again.decided_how, again.decided_by, again.decision, again.decided_at) == ("", None, "", None)
    for one in others(table)[:2]:
        say(again, one, True)
    result = table.results.get(current=True)
    assert (result.author, result.reason) == (None, "I have a photo")


def test_the_vote_of_who_leaves_the_season_or_is_banned_counts_no_more() -> None:
    table = played(12)
    told = disputed(table)
    one, two, three, four, *_ = others(table)
    say(told, one, True)
    leaving.disqualify(entrant=one.entries.get(), by=player("olga"), reason="Cheated", now=after(hours=3))
    assert not told.votes.exists()
    say(told, two, True)
    Player.objects.filter(pk=two.pk).update(is_active=False)
    assert not say(told, three, True)
    assert say(told, four, True)
    assert LogEntry.objects.get(action="decide_votes").about["names"] == [three.username, four.username]


def test_a_deleted_account_is_named_in_no_dispute_and_in_what_followed_from_it() -> None:
    table = played()
    gone = player(names(table)[0])
    table.results.update(reason=f"{gone.username} told it")
    claimant = player(names(table)[3])
    told = disputes.dispute(table=table, by=claimant, kind="result", text=f"It was {gone.username}, not e99", now=SOON)
    disputes.decide(
        dispute=told, by=player("olga"), upheld=False, decision=f"{gone.username} is right", now=after(hours=2)
    )
    fined = told.claimant
    disputes.penalize(entrant=fined, by=player("olga"), value=1, reason=f"Shouted at {gone.username}", now=SOON)
    farewell.forget(player=gone, names=[gone.username], label="fost jucător 1", now=SOON)
    told.refresh_from_db()
    assert (told.text, told.decision) == ("It was fost jucător 1, not e99", "fost jucător 1 is right")
    assert table.results.get().reason == "fost jucător 1 told it"
    assert fined.penalties.get().reason == "Shouted at fost jucător 1"


def test_a_deleted_account_leaves_though_what_was_written_of_it_has_no_room_for_the_label() -> None:
    table = played()
    gone = player(names(table)[0])
    told = disputes.dispute(
        table=table,
        by=player(names(table)[3]),
        kind="result",
        text=f"{gone.username} ".ljust(disputes.LONGEST_TEXT, "x"),
        now=SOON,
    )
    farewell.forget(player=gone, names=[gone.username], label="fost jucător 1", now=SOON)
    told.refresh_from_db()
    assert (told.text[:15], len(told.text)) == ("fost jucător 1 ", disputes.LONGEST_TEXT)
    entry = LogEntry.objects.get(action="dispute")
    assert (entry.reason[:15], len(entry.reason)) == ("fost jucător 1 ", 300)
