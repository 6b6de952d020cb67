"""From the promise to the deal: who takes part, who is late or false, and what is told when."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from games import queries
from games.engine import proof
from games.engine.ruleset import rules_from
from games.engine.shuffle import commitment
from games.engine.state import dump
from games.engine.versions import version
from games.models import (
    Contribution,
    Deal,
    Due,
    Heartbeat,
    Match,
    Player,
    Report,
    Round,
    SealedPromise,
    Secret,
    SecretReading,
)
from games.services import (
    clock,
    endings,
    gathering,
    pauses,
    presence,
    promises,
    proofs,
    queueing,
    restarts,
    rounds,
    sealing,
    standing_up,
    tables,
    waiting,
)
from games.services.errors import NotAllowed, Reason
from games.services.round_replay import replay_rounds
from tests.services.queue import say_yes, seated, wait
from tests.services.shuffle import bound, come, commit, nonce_of, promised, reveal, say
from tests.services.table import NOON, Hand, at, fresh, lay, open_table, player, start
from tests.services.test_matches import play_out

pytestmark = pytest.mark.django_db


def begun(*people: Player, bots: int = 0, absent: tuple[Player, ...] = (), **options: object) -> Match:
    """A match that has just begun, with a page open for everybody but the absent."""
    match = open_table(*people, bots=bots, **options)  # type: ignore[arg-type]
    come(match, *[person for person in people if person not in absent])
    for person in people[1:]:
        tables.set_ready(match=match, player=person, ready=True, now=NOON)
    tables.start_match(match=match, by=people[0], now=NOON)
    return fresh(match)


def refused(reason: Reason, call: Callable[[], None]) -> None:
    before = (list(Deal.objects.values()), list(Contribution.objects.values()))
    with pytest.raises(NotAllowed) as no:
        call()
    assert no.value.reason is reason
    assert (list(Deal.objects.values()), list(Contribution.objects.values())) == before


def end_of_round(match: Match, *people: Player, seconds: float = 10) -> Match:
    """Let the player to move win the round that is played with their last card."""
    played = Round.objects.select_related("match").get(match=match, finished_at=None)
    hands = ["R5", *["R9 G9"] * (played.seat_count - 1)]
    lay(played, hands=hands, table="R3", draw="G1 G2 G3")
    first = next(person for person in people if person.pk == played.roster[0]["player"])
    assert Hand(first, played).send("play R5", after=played.version, seconds=seconds).refusal is None
    return fresh(match)


def dealt(match: Match) -> Round:
    return Round.objects.select_related("match").filter(match=match).latest("number")


# The whole way


def test_where_nobody_is_at_a_page_the_cards_are_dealt_at_once(ana: Player, bogdan: Player) -> None:
    played = start(ana, bogdan, bots=1)
    assert (played.number, played.nonces) == (1, [])
    deal = Deal.objects.get()
    assert (deal.stage, deal.round, deal.commit) == ("dealt", played, played.commit)
    assert not SealedPromise.objects.exists()


def test_everybody_s_number_goes_into_the_seed(ana: Player, bogdan: Player, carmen: Player) -> None:
    match = begun(ana, bogdan, carmen, bots=1)
    assert (match.state, match.rounds.count()) == ("between", 0)
    deal = promised(match)
    assert (deal.stage, deal.until, deal.before) == ("commit", at(3), proof.FIRST_LINK)
    commit(match, ana, bogdan)
    assert promised(match).stage == "commit"
    commit(match, carmen)
    deal = promised(match)
    assert (deal.stage, deal.until, deal.listed_at) == ("open", at(3), at(1))
    reveal(match, ana, bogdan)
    assert match.rounds.count() == 0
    reveal(match, carmen)
    played = dealt(match)
    assert played.nonces == [nonce_of(ana), nonce_of(bogdan), nonce_of(carmen), ""]
    assert (fresh(match).state, played.began_at) == ("playing", at(2))
    told = proof_after(match)
    assert told["nonces"] == played.nonces
    assert proof.faults(told) == []


def proof_after(match: Match) -> dict[str, object]:
    """The proof of the latest round, which is broken off for it."""
    standing_up.leave_table(match=match, player=Player.objects.get(username="ana"), now=at(30))
    rounds_left = match.rounds.filter(finished_at=None)
    if rounds_left.exists():
        endings.cancel(rounds.locked_match(match.pk), at(31))
    return proofs.proof_of(dealt(match))


def test_what_is_dealt_is_what_the_proof_says(ana: Player, bogdan: Player) -> None:
    match = begun(ana, bogdan)
    commit(match, ana, bogdan)
    reveal(match, ana, bogdan)
    played = dealt(match)
    told = proof_after(match)
    order = [told["cards"].split()[place] for place in told["deck"]]  # type: ignore[attr-defined,union-attr]
    first = (played.dealer + 1) % 2
    hands = {first: order[0:14:2], 1 - first: order[1:14:2]}
    assert [hand.split() for hand in played.state["hands"]] == [hands[0], hands[1]]


def test_between_rounds_it_costs_nobody_a_wait(ana: Player, bogdan: Player) -> None:
    match = begun(ana, bogdan)
    commit(match, ana, bogdan)
    reveal(match, ana, bogdan)
    match = end_of_round(match, ana, bogdan)
    deal = promised(match)
    assert (deal.number, deal.stage, deal.promised_at, deal.deal_at) == (2, "commit", at(10), at(22))
    assert deal.before == Deal.objects.get(number=1).chain
    commit(match, ana, bogdan, seconds=11)
    reveal(match, ana, bogdan, seconds=12)
    assert (promised(match).stage, Due.objects.get(match=match, kind="next_round").due_at) == ("ready", at(22))
    clock.take_due(at(21.9))
    assert dealt(match).number == 1
    clock.take_due(at(22))
    assert (dealt(match).number, dealt(match).nonces) == (2, [nonce_of(ana), nonce_of(bogdan)])


def test_who_comes_in_time_takes_part_and_who_does_not_come_is_not_waited_for(ana: Player, bogdan: Player) -> None:
    match = begun(ana, bogdan, absent=(bogdan,))
    come(match, bogdan, seconds=0.5)
    commit(match, ana)
    assert promised(match).stage == "commit"
    commit(match, bogdan)
    reveal(match, ana, bogdan)
    assert dealt(match).nonces == [nonce_of(ana), nonce_of(bogdan)]


def test_a_page_that_is_loading_again_is_waited_for(ana: Player, bogdan: Player) -> None:
    match = begun(ana, bogdan)
    presence.depart(key=f"page-{ana.pk}", now=at(0.2))
    commit(match, bogdan)
    assert promised(match).stage == "commit"
    come(match, ana, seconds=1)
    commit(match, ana)
    assert promised(match).stage == "open"


def test_pages_that_never_answer_hold_up_a_table_for_three_seconds(ana: Player, bogdan: Player) -> None:
    match = begun(ana, bogdan)
    clock.take_due(at(2.9))
    assert match.rounds.count() == 0
    clock.take_due(at(3))
    assert (dealt(match).nonces, fresh(match).state) == ([], "playing")
    assert Deal.objects.get().chain != ""


def test_bots_add_nothing(ana: Player) -> None:
    match = begun(ana, bots=2)
    commit(match, ana)
    reveal(match, ana)
    assert dealt(match).nonces == [nonce_of(ana), "", ""]


# Withheld, wrong, late, twice, from another seat


def bound_pair(ana: Player, bogdan: Player) -> Match:
    match = begun(ana, bogdan)
    commit(match, ana, bogdan)
    return match


def test_who_withholds_is_left_out_and_the_proof_says_so(ana: Player, bogdan: Player) -> None:
    match = bound_pair(ana, bogdan)
    mine = bound(match, bogdan)
    reveal(match, ana)
    clock.take_due(at(2.9))
    assert match.rounds.count() == 0
    clock.take_due(at(3))
    assert dealt(match).nonces == [nonce_of(ana), ""]
    told = proof_after(match)
    assert (told["nonces"], told["unopened"]) == ([nonce_of(ana), ""], ["", mine])
    assert proof.faults(told) == []
    assert Contribution.objects.get(player=bogdan).withheld_at == at(3)


def test_a_wrong_opening_changes_nothing_and_the_right_one_still_counts(ana: Player, bogdan: Player) -> None:
    match = bound_pair(ana, bogdan)
    refused(Reason.DEAL_WRONG, lambda: say(match, bogdan, "open", "ab" * 32))
    reveal(match, bogdan, ana)
    assert dealt(match).nonces == [nonce_of(ana), nonce_of(bogdan)]


def test_a_late_opening_is_refused(ana: Player, bogdan: Player) -> None:
    match = bound_pair(ana, bogdan)
    promise = promised(match).commit
    reveal(match, ana)
    clock.take_due(at(3))
    refused(Reason.STALE, lambda: say(match, bogdan, "open", nonce_of(bogdan), promise=promise, seconds=3.1))


def test_an_opening_twice_is_one_and_before_the_list_it_is_refused(ana: Player, bogdan: Player) -> None:
    match = begun(ana, bogdan)
    commit(match, ana)
    refused(Reason.STALE, lambda: reveal(match, ana))
    commit(match, bogdan)
    reveal(match, ana)
    reveal(match, ana)
    assert Contribution.objects.exclude(nonce="").count() == 1


def test_another_seat_s_number_opens_nothing(ana: Player, bogdan: Player) -> None:
    match = begun(ana, bogdan)
    commit(match, ana)
    say(match, bogdan, "commit", bound(match, ana))  # taken from the wire
    refused(Reason.DEAL_WRONG, lambda: say(match, bogdan, "open", nonce_of(ana)))
    reveal(match, ana)
    clock.take_due(at(3))
    assert dealt(match).nonces == [nonce_of(ana), ""]


def test_who_does_not_sit_there_takes_no_part(ana: Player, bogdan: Player, carmen: Player) -> None:
    match = begun(ana, bogdan)
    refused(Reason.NOT_SEATED, lambda: say(match, carmen, "commit", "ab" * 32))
    with pytest.raises(NotAllowed) as no:
        gathering.take_part(
            match_code=match.code, player_id=None, step="commit", promise=promised(match).commit, value="ab" * 32
        )
    assert no.value.reason is Reason.NOT_SEATED
    with pytest.raises(NotAllowed) as no:
        gathering.take_part(match_code="NOBODY", player_id=ana.pk, step="commit", promise="", value="ab" * 32)
    assert no.value.reason is Reason.NO_SUCH_TABLE


@pytest.mark.parametrize(
    "value", ["", "ab", "AB" * 32, "zz" * 32, "ab" * 33, " " + "ab" * 31 + "a", "ab" * 32 + "\n", "٣" * 64]
)
def test_what_is_not_32_bytes_is_refused(ana: Player, bogdan: Player, value: str) -> None:
    match = begun(ana, bogdan)
    refused(Reason.DEAL_VALUE, lambda: say(match, ana, "commit", value))


def test_the_first_commitment_stands(ana: Player, bogdan: Player) -> None:
    match = begun(ana, bogdan)
    commit(match, ana)
    commit(match, ana)
    refused(Reason.DEAL_OTHER, lambda: say(match, ana, "commit", bound(match, ana, "cd" * 32)))
    refused(Reason.DEAL_VALUE, lambda: say(match, ana, "peek", "ab" * 32))


def test_nobody_is_added_once_the_list_is_published(ana: Player, bogdan: Player) -> None:
    match = begun(ana, bogdan, absent=(bogdan,))
    commit(match, ana)
    refused(Reason.STALE, lambda: commit(match, bogdan))
    refused(Reason.STALE, lambda: say(match, ana, "commit", bound(match, ana), promise="0" * 64))


def test_more_than_three_withheld_in_a_week_are_reported_once(ana: Player, bogdan: Player) -> None:
    for nth in range(6):
        match = begun(ana, bogdan)
        commit(match, ana, bogdan)
        reveal(match, ana)
        clock.take_due(at(3))
        assert dealt(match).nonces == [nonce_of(ana), ""]
        assert Report.objects.count() == (1 if nth >= 3 else 0)
        presence.depart(key=f"page-{ana.pk}", now=at(4), lost=True)
        presence.depart(key=f"page-{bogdan.pk}", now=at(4), lost=True)
    report = Report.objects.get()
    assert (report.player, report.reporter, report.why) == (bogdan, None, "withheld")
    Contribution.objects.update(withheld_at=at(3) - timedelta(days=7))
    Report.objects.all().delete()
    match = begun(ana, bogdan)
    commit(match, ana, bogdan)
    reveal(match, ana)
    clock.take_due(at(3))
    assert not Report.objects.exists()


# Leaving, pausing, breaking off, restarting


def test_who_leaves_meanwhile_makes_the_promise_void_and_its_secret_is_shown(
    ana: Player, bogdan: Player, carmen: Player
) -> None:
    match = begun(ana, bogdan, carmen)
    commit(match, ana)
    first = promised(match)
    standing_up.leave_table(match=match, player=carmen, now=at(1))
    old, new = fresh_deal(first), promised(match)
    assert (old.stage, old.off) == ("off", "seats")
    assert commitment(old.context, bytes.fromhex(old.revealed)) == old.commit
    assert (new.attempt, new.before, new.stage, len(new.people)) == (2, old.chain, "commit", 2)
    assert new.context != old.context
    commit(match, ana, bogdan)
    reveal(match, ana, bogdan)
    assert dealt(match).nonces == [nonce_of(ana), nonce_of(bogdan)]
    assert not Contribution.objects.exclude(withheld_at=None).exists()


def fresh_deal(deal: Deal) -> Deal:
    return Deal.objects.get(pk=deal.pk)


def test_when_only_one_stays_the_match_ends_without_a_round(ana: Player, bogdan: Player) -> None:
    match = begun(ana, bogdan)
    standing_up.leave_table(match=match, player=bogdan, now=at(1))
    assert (fresh(match).state, match.rounds.count()) == ("finished", 0)
    deal = Deal.objects.get()
    assert (deal.stage, deal.off, len(deal.revealed)) == ("off", "ended", 64)
    assert not SealedPromise.objects.exists()


def test_a_round_that_is_broken_off_shows_everything(ana: Player, bogdan: Player) -> None:
    match = bound_pair(ana, bogdan)
    reveal(match, ana, bogdan)
    with_promise = dealt(match)
    with pytest.raises(ValueError, match="told to nobody"):
        proofs.proof_of(with_promise)
    endings.freeze(rounds.locked_match(match.pk), at(9))
    played = dealt(match)
    assert played.outcome == "aborted"
    assert proof.faults(proofs.proof_of(played)) == []


def test_a_paused_match_is_promised_its_next_round_and_asks_when_everybody_is_back(ana: Player, bogdan: Player) -> None:
    match = begun(ana, bogdan)
    commit(match, ana, bogdan)
    reveal(match, ana, bogdan)
    for person in (ana, bogdan):
        pauses.agree_pause(match=match, player=person, agree=True, now=at(5))
    match = end_of_round(match, ana, bogdan)
    deal = promised(match)
    assert (match.state, deal.number, deal.stage) == ("paused", 2, "promised")
    refused(Reason.STALE, lambda: commit(match, ana))
    for person in (ana, bogdan):
        pauses.resume(match=match, player=person, now=at(500))
    assert (fresh(match).state, promised(match).commit, promised(match).stage) == ("between", deal.commit, "commit")
    commit(match, ana, bogdan, seconds=501)
    reveal(match, ana, bogdan, seconds=502)
    assert (dealt(match).number, dealt(match).nonces) == (2, [nonce_of(ana), nonce_of(bogdan)])


def test_a_restart_between_the_steps_loses_nothing_and_deals_once(ana: Player, bogdan: Player) -> None:
    clock.beat(at(0))
    match = bound_pair(ana, bogdan)
    reveal(match, ana)
    # The process dies; half a minute later another one begins where it stopped.
    clock.beat(at(33))
    clock.take_due(at(34))
    assert match.rounds.count() == 0
    assert promised(match).until == at(3 + 33 + 20)
    reveal(match, bogdan, seconds=35)
    assert dealt(match).nonces == [nonce_of(ana), nonce_of(bogdan)]
    for seconds in (60, 70, 80):
        clock.take_due(at(seconds))
    assert match.rounds.count() == 1
    assert Heartbeat.objects.exists()


def test_before_a_restart_that_is_announced_nothing_is_dealt(ana: Player, bogdan: Player) -> None:
    match = begun(ana, bogdan)
    restarts.announce(at=at(40))
    commit(match, ana, bogdan)
    reveal(match, ana, bogdan)
    assert match.rounds.count() == 0
    assert promised(match).stage == "ready"
    clock.take_due(at(60))
    assert dealt(match).nonces == [nonce_of(ana), nonce_of(bogdan)]


# Ranked


def test_a_ranked_table_asks_twice_before_it_deals_alone(ana: Player, bogdan: Player) -> None:
    wait(ana, bogdan)
    queueing.tick(at(0))
    match = say_yes(ana, bogdan, seconds=1)
    assert match is not None
    first = promised(match)
    clock.take_due(at(4))
    second = promised(match)
    assert (fresh_deal(first).off, second.attempt, second.before) == ("silence", 2, fresh_deal(first).chain)
    assert second.commit != first.commit
    clock.take_due(at(7))
    assert (dealt(match).nonces, dealt(match).commit) == ([], second.commit)


def test_the_second_asking_of_a_ranked_table_is_as_good_as_the_first(ana: Player, bogdan: Player) -> None:
    wait(ana, bogdan)
    queueing.tick(at(0))
    match = say_yes(ana, bogdan, seconds=1)
    assert match is not None
    clock.take_due(at(4))
    come(match, ana, bogdan, seconds=4)
    commit(match, ana, bogdan, seconds=5)
    reveal(match, ana, bogdan, seconds=6)
    assert set(dealt(match).nonces) == {nonce_of(ana), nonce_of(bogdan)}


# What is stored, and what is told of it


def test_no_secret_and_no_number_is_readable_before_the_end(ana: Player, bogdan: Player) -> None:
    match = begun(ana, bogdan)
    secret = sealing.promised_secret(promised(match))
    for model in (Deal, SealedPromise, Match, Due):
        for row in model.objects.values():
            assert secret.hex() not in repr(row)
            assert repr(secret)[2:-1] not in repr(row)


def test_every_reading_of_a_secret_is_noted_and_forgotten_after_a_while(ana: Player, bogdan: Player) -> None:
    match = bound_pair(ana, bogdan)
    assert not SecretReading.objects.exists()
    reveal(match, ana, bogdan)
    assert [reading.purpose for reading in SecretReading.objects.all()] == ["deal"]
    assert next(replay_rounds())[1] == []
    assert SecretReading.objects.filter(purpose="replay").exists()
    sealing.secret_of(dealt(match))
    assert SecretReading.objects.filter(purpose="other", number=1, match=match).count() == 1
    clock.sweep(NOON + timedelta(days=4000))
    assert not SecretReading.objects.exists()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda: Contribution.objects.filter(seat=0).update(nonce="ab" * 32), "promise"),
        (lambda: Contribution.objects.filter(seat=0).update(commit="ab" * 32), "promise"),
        (lambda: Deal.objects.update(before="ab" * 32), "promise"),
        (lambda: Round.objects.update(nonces=[]), "state"),
    ],
)
def test_a_promise_that_was_changed_afterwards_is_found(
    ana: Player, bogdan: Player, change: Callable[[], object], field: str
) -> None:
    match = bound_pair(ana, bogdan)
    reveal(match, ana, bogdan)
    end_of_round_real(match)
    assert next(replay_rounds())[1] == []
    change()
    found = next(replay_rounds())[1]
    assert any(one.field.startswith(field) for one in found)


def end_of_round_real(match: Match) -> None:
    """Break the round off: what was really dealt stays as it is."""
    endings.cancel(rounds.locked_match(match.pk), at(20))


def test_whole_matches_with_everybody_s_numbers_fold_to_what_is_stored(ana: Player, bogdan: Player) -> None:
    match = bound_pair(ana, bogdan)
    reveal(match, ana, bogdan)
    played = dealt(match)
    played.clock["stand_ins"] = [0, 1]
    played.save()
    waiting.schedule(played, rounds.state_of(played))
    Match.objects.update(rules=rules_from({"mas_grace_ms": 1500}).to_mapping())
    play_out(fresh(match))
    assert [str(one) for _, found in replay_rounds() for one in found] == []
    rules = version(1)
    for round_ in queries.rounds_of(match).select_related("match"):
        state = rules.deal(rounds.rules_of(match), 2, round_.dealer, sealing.SealedChance(round_))
        assert dump(state)["hands"] != []
        assert proof.faults(proofs.proof_of(round_)) == []
    chain = [(deal.before, deal.chain) for deal in Deal.objects.order_by("number", "attempt")]
    assert [before for before, _ in chain[1:]] == [own for _, own in chain[:-1]]


def test_a_round_dealt_before_there_were_promises_still_has_its_proof(ana: Player, bogdan: Player) -> None:
    played = start(ana, bogdan)
    Deal.objects.all().delete()
    endings.cancel(rounds.locked_match(played.match_id), at(5))
    told = proofs.proof_of(dealt(played.match))
    assert (told["nonces"], told["unopened"], proof.faults(told)) == (["", ""], ["", ""], [])
    assert not Secret.objects.exists()
    assert promises.standing(played.match) is None
    assert seated(*[player(name) for name in ("dan", "elena")]).rounds.count() == 1
