"""Commands of players: what is done once, what is refused, and that refusing changes nothing."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import queries
from games.engine.refusals import Refusal
from games.models import Due, Move, Player, RefusedCommand, Round
from games.services import rounds
from games.services.errors import Reason
from games.services.play import Answer
from tests.services.table import Hand, fresh, lay, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(ana: Player, bogdan: Player, carmen: Player) -> Round:
    return lay(
        start(ana, bogdan, carmen),
        hands=["R5 R7 B1 B2", "R9 G9 Y1 Y2", "B9 B8 B7 B6"],
        table="R3",
        draw="G1 G2 G3 G4 G5 G6 G7 G8",
    )


def test_a_command_becomes_a_move_and_the_position_after_it(ana: Player, round_: Round) -> None:
    assert Hand(ana, round_).send("play R5 R7", after=0, seconds=2.5).number == 1
    move = Move.objects.get()
    assert (move.number, move.seat, move.text, move.at) == (1, 0, "play R5 R7", 2500)
    stored = fresh(round_)
    assert (stored.version, stored.state["table"], stored.state["turn"]) == (1, "R7", 1)


def test_the_same_command_twice_is_done_once_and_answered_twice(ana: Player, round_: Round) -> None:
    hand = Hand(ana, round_)
    first = hand.send("play R5", after=0, command_id="same-id-1")
    assert hand.send("play R5", after=0, command_id="same-id-1") == first == Answer("same-id-1", 1)
    assert Move.objects.count() == 1


def test_a_refused_command_is_refused_again_even_when_it_could_be_done_by_then(
    ana: Player, bogdan: Player, round_: Round
) -> None:
    first = Hand(bogdan, round_).send("play R9", after=1, command_id="too-early")
    assert first.refusal is Reason.STALE
    Hand(ana, round_).send("play R5", after=0)
    assert Hand(bogdan, round_).send("play R9", after=1, command_id="too-early") == first


def test_an_id_cannot_be_used_for_something_else(ana: Player, round_: Round) -> None:
    hand = Hand(ana, round_)
    hand.send("play R5", after=0, command_id="same-id-1")
    assert hand.send("draw", after=0, command_id="same-id-1").refusal is Reason.OTHER_COMMAND
    hand.send("mas", after=0, command_id="same-id-2")
    assert hand.send("draw", after=0, command_id="same-id-2").refusal is Reason.OTHER_COMMAND


def test_an_id_of_another_player_tells_nothing(ana: Player, bogdan: Player, round_: Round) -> None:
    Hand(ana, round_).send("play R5", after=0, command_id="same-id-1")
    answer = Hand(bogdan, round_).send("play R5", after=0, command_id="same-id-1")
    assert answer.refusal is Reason.OTHER_COMMAND


@pytest.mark.parametrize("command_id", ["", "short", "due:1:1.1", "x" * 65, "naïve-idea", "with blank", "new\nline1"])
def test_what_is_no_id_is_refused(ana: Player, round_: Round, command_id: str) -> None:
    from games.services.play import submit

    answer = submit(match_code=round_.match.code, player_id=ana.pk, text="draw", after=0, command_id=command_id)
    assert answer.refusal is Reason.COMMAND_ID


@pytest.mark.parametrize("after", [-1, 1, 10**9])
def test_a_number_the_table_never_had_is_stale(ana: Player, round_: Round, after: int) -> None:
    assert Hand(ana, round_).send("draw", after=after).refusal is Reason.STALE


def test_a_second_tab_cannot_act_on_what_it_no_longer_shows(ana: Player, round_: Round) -> None:
    hand = Hand(ana, round_)
    assert hand.send("draw", after=0).number == 1
    assert hand.send("draw", after=0).refusal is Reason.STALE


def test_a_call_in_between_makes_no_play_stale(ana: Player, bogdan: Player, carmen: Player, round_: Round) -> None:
    lay(round_, hands=["R5 R7", "R9 G9 Y1", "B9 B8"], table="R3", draw="G1 G2 G3")
    Hand(ana, round_).send("play R5", after=0)
    Hand(ana, round_).send("mas", after=0)
    assert Hand(bogdan, round_).send("play R9", after=1).number == 3


def test_a_catch_is_about_a_debt_the_catcher_saw(ana: Player, bogdan: Player, carmen: Player, round_: Round) -> None:
    lay(round_, hands=["R5 R7", "R9 G9 Y1", "B9 B8"], table="R3", draw="G1 G2 G3 G4 G5 G6")
    Hand(ana, round_).send("play R5", after=0, seconds=1)
    Hand(bogdan, round_).send("play R9", after=1, seconds=2)
    assert Hand(carmen, round_).send("catch 0", after=0, seconds=4).refusal is Reason.STALE
    assert Hand(carmen, round_).send("catch 0", after=1, seconds=4).held


def test_grace_is_judged_by_the_time_of_the_play(ana: Player, carmen: Player, round_: Round) -> None:
    lay(round_, hands=["R5 R7", "R9 G9 Y1", "B9 B8"], table="R3", draw="G1 G2 G3 G4 G5 G6")
    Hand(ana, round_).send("play R5", after=0, seconds=1)
    assert Hand(carmen, round_).send("catch 0", after=1, seconds=2.499).refusal is Refusal.GRACE
    assert Hand(carmen, round_).send("catch 0", after=1, seconds=2.5).held


def test_a_challenge_is_about_the_play_the_challenger_saw(ana: Player, bogdan: Player, carmen: Player) -> None:
    from games.engine.ruleset import rules_from

    round_ = lay(
        start(ana, bogdan, carmen, rules=rules_from({"plus4_challenge": True})),
        hands=["WD R1 R2", "WD R9 G9 Y1", "B9 B8"],
        table="R3",
        draw="G1 G2 G3 G4 G5 G6 G7 G8 G9 G9",
    )
    Hand(ana, round_).send("play WD:B", after=0)
    Hand(bogdan, round_).send("play WD:B", after=1)
    assert Hand(carmen, round_).send("challenge", after=1).refusal is Reason.STALE
    assert Hand(carmen, round_).send("challenge", after=2).number == 3


def test_only_who_sits_here_may_act(round_: Round, db: None) -> None:
    from tests.services.table import player

    assert Hand(player("dan"), round_).send("draw", after=0).refusal is Reason.NOT_SEATED
    assert fresh(round_).version == 0


def test_who_only_watches_leaves_nothing_behind(round_: Round, db: None) -> None:
    from tests.services.table import player

    Hand(player("dan"), round_).send("draw", after=0)
    assert not RefusedCommand.objects.exists()


def test_who_is_not_to_move_waits(bogdan: Player, round_: Round) -> None:
    assert Hand(bogdan, round_).send("play R9", after=0).refusal is Refusal.NOT_YOUR_TURN


@pytest.mark.parametrize("text", ["timeout", "close"])
def test_nobody_plays_the_table(ana: Player, round_: Round, text: str) -> None:
    assert Hand(ana, round_).send(text, after=0).refusal is Reason.ONLY_THE_TABLE


@pytest.mark.parametrize(
    "text", ["", "play", "play \x00", "play R5 R5", "PLAY R5", "draw draw", "play " + "R5 " * 3000]
)
def test_refusing_changes_nothing(ana: Player, round_: Round, text: str) -> None:
    before = Round.objects.values().get(pk=round_.pk)
    dues = list(Due.objects.order_by("pk").values())
    assert Hand(ana, round_).send(text, after=0).refusal is not None
    assert Round.objects.values().get(pk=round_.pk) == before
    assert list(Due.objects.order_by("pk").values()) == dues
    assert Move.objects.count() == 0


def test_a_lone_surrogate_is_only_bad_notation(ana: Player, round_: Round) -> None:
    assert Hand(ana, round_).send("play \ud800", after=0).refusal is Refusal.NOTATION


def test_unknown_and_unstarted_tables_say_so(ana: Player, round_: Round) -> None:
    from games.services.play import submit
    from tests.services.table import open_table

    waiting_table = open_table(ana)
    for code, reason in (("XXXXXX", Reason.NO_SUCH_TABLE), (waiting_table.code, Reason.NOT_PLAYING)):
        answer = submit(match_code=code, player_id=ana.pk, text="draw", after=0, command_id="command-x")
        assert answer.refusal is reason


def test_a_rule_is_quoted_with_a_refusal_of_the_game_only(ana: Player, bogdan: Player, round_: Round) -> None:
    answer = Hand(bogdan, round_).send("play R9", after=0)
    assert (answer.key, answer.rule) == ("not_your_turn", "5")
    answer = Hand(ana, round_).send("close", after=0)
    assert (answer.key, answer.rule) == ("only_the_table", "")


def test_reasons_and_refusals_have_names_of_their_own() -> None:
    assert not {refusal.key for refusal in Refusal} & {reason.value for reason in Reason}
    assert max(len(name) for name in [*[r.key for r in Refusal], *[r.value for r in Reason]]) <= 32


def test_time_never_runs_backwards_in_the_log(ana: Player, bogdan: Player, round_: Round) -> None:
    Hand(ana, round_).send("play R5", after=0, seconds=5)
    Hand(bogdan, round_).send("play R9", after=1, seconds=4)
    assert list(Move.objects.values_list("at", flat=True)) == [5000, 5000]


def test_a_command_counts_from_its_arrival_within_reason(ana: Player, round_: Round) -> None:
    from games.services.play import submit
    from tests.services.table import at

    def send(text: str, after: int, arrived: float, now: float) -> None:
        submit(
            match_code=round_.match.code,
            player_id=ana.pk,
            text=text,
            after=after,
            command_id=f"arrived-{now}",
            arrived_ms=int(at(arrived).timestamp() * 1000),
            now=at(now),
        )

    send("draw", 0, arrived=4.5, now=5)
    assert Move.objects.get().at == 4500
    Move.objects.all().delete()


def test_each_shout_is_judged_by_its_own_arrival(ana: Player, bogdan: Player, carmen: Player) -> None:
    from games.engine.ruleset import rules_from

    round_ = lay(
        start(ana, bogdan, carmen, rules=rules_from({"mas_uno_card": True})),
        hands=["WM R1 R2", "R9 G9 Y1", "B9 B8"],
        table="R3",
        draw="G1 G2 G3 G4 G5 G6",
    )
    Hand(ana, round_).send("play WM:B", after=0, seconds=1)
    Hand(ana, round_).send("shout", after=0, seconds=2)
    Hand(carmen, round_).send("shout", after=0, seconds=1.7)
    assert Hand(bogdan, round_).send("shout", after=0, seconds=1.9).number == 4
    assert list(Move.objects.values_list("at", flat=True)) == [1000, 2000, 1700, 1900]
    # Ana was the last, by judged time and by a tie with Bogdan, so nobody draws.
    assert [len(hand.split()) for hand in fresh(round_).state["hands"]] == [2, 3, 2]


def test_what_others_drew_is_in_the_log_only(ana: Player, round_: Round) -> None:
    Hand(ana, round_).send("draw", after=0)
    assert Move.objects.get().events == [{"event": "Drew", "seat": 0, "cards": "G1"}]


def test_a_move_takes_five_statements(ana: Player, bogdan: Player, round_: Round) -> None:
    with CaptureQueriesContext(
        connection,
    ) as first:
        Hand(ana, round_).send("play R5", after=0)
    with CaptureQueriesContext(connection) as second:
        Hand(bogdan, round_).send("play R9", after=1)
    for log in (first, second):
        statements = [
            q["sql"] for q in log if q["sql"].split()[0] in ("SELECT", "INSERT", "UPDATE", "DELETE", "(SELECT")
        ]
        assert len(statements) == 5, statements


def test_the_table_number_grows_with_every_change(ana: Player, bogdan: Player, round_: Round) -> None:
    from games.services import pauses

    code = round_.match.code
    numbers = [queries.table_numbers([code])[code]]
    Hand(ana, round_).send("play R5", after=0)
    numbers.append(queries.table_numbers([code])[code])
    pauses.agree_pause(match=round_.match, player=bogdan, agree=True)
    numbers.append(queries.table_numbers([code])[code])
    assert numbers == sorted(set(numbers))


def test_a_refused_command_is_kept_with_its_reason(ana: Player, round_: Round) -> None:
    Hand(ana, round_).send("pass", after=0, command_id="pass-it-on")
    assert RefusedCommand.objects.get().refusal == "nothing_to_pass"


def test_a_stored_round_is_the_fold_of_its_log(ana: Player, bogdan: Player, round_: Round) -> None:
    state = rounds.state_of(round_)
    from games.engine.replay import fold
    from games.engine.state import dump

    Hand(ana, round_).send("play R5", after=0)
    Hand(bogdan, round_).send("draw", after=1, seconds=7)
    log = queries.moves_of(round_).values_list("seat", "text", "at")
    assert dump(fold(state, log)) == fresh(round_).state
