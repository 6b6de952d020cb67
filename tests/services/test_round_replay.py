"""Every stored round folded again: nothing differs, and what was changed behind the services' back is found."""

import os
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.engine import versions
from games.engine.ruleset import rules_from
from games.models import Move, Player, Round
from games.services.round_replay import replay_rounds
from tests.services.stored_rounds import store
from tests.services.table import start
from tests.services.test_matches import EVERYTHING, bots_only, play_out

pytestmark = pytest.mark.django_db
ROUNDS = int(os.environ.get("MASUNO_STORED_ROUNDS", "200"))


def found() -> list[str]:
    return [str(difference) for _, differences in replay_rounds() for difference in differences]


def told(**options: str) -> tuple[str, int]:
    out, code = StringIO(), 0
    try:
        call_command("replay_games", stdout=out, **options)
    except SystemExit as left:
        code = int(str(left.code))
    return out.getvalue(), code


def change(**values: object) -> None:
    Round.objects.filter(number=1).update(**values)


def test_simulated_rounds_stored_in_bulk_fold_to_what_is_stored(ana: Player) -> None:
    moves = store(ana, ROUNDS)
    assert Move.objects.count() == moves
    assert told() == (f"{Round.objects.count()} rounds folded, 0 differ\n", 0)
    assert Round.objects.count() >= ROUNDS


def test_rounds_that_were_played_here_fold_to_what_is_stored(ana: Player, bogdan: Player) -> None:
    play_out(bots_only(ana, bogdan, bots=2, rules=rules_from(EVERYTHING)))
    assert told() == ("3 rounds folded, 0 differ\n", 0)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"points": 1}, "points"),
        ({"hands": []}, "hands"),
        ({"totals": {}}, "totals"),
        ({"outcome": "aborted"}, "outcome"),
        ({"winner": 77}, "winner"),
        ({"commit": "0" * 64}, "commit"),
        ({"last_at": 1}, "last_at"),
        ({"dealer": 9}, "fold"),
        ({"rules_version": 99}, "fold"),
        ({"version": 1}, "moves"),
    ],
)
def test_what_was_changed_is_told(ana: Player, values: dict[str, object], field: str) -> None:
    store(ana, 5)
    change(**values)
    text, code = told()
    assert code == 1
    assert f"S00000/1 {field}" in text
    assert text.endswith("5 rounds folded, 1 differ\n")


def test_a_changed_position_is_told_by_its_part(ana: Player) -> None:
    store(ana, 5)
    played = Round.objects.get(number=2)
    played.state["attack"] = 4
    played.save()
    assert found() == ["S00000/2 state.attack: stored 4, folded 0"]


def test_a_changed_event_and_a_move_that_is_refused_are_told(ana: Player) -> None:
    store(ana, 5)
    Move.objects.filter(round__number=1, number=1).update(events=[{"event": "SatOut", "seat": 5}])
    Move.objects.filter(round__number=2, number=2).update(text="play W9")
    first, second = found()
    assert first.startswith("S00000/1 events of move 1: stored")
    assert second.startswith("S00000/2 fold: stored , folded failed: Refused")


def test_a_running_round_is_folded_and_no_card_of_it_told(ana: Player, bogdan: Player) -> None:
    played = start(ana, bogdan)
    assert found() == []
    played.state["hands"] = ["R1", "R2"]
    played.save()
    assert found() == [f"{played.match.code}/1 state.hands"]


def test_one_match_or_a_time_may_be_chosen(ana: Player) -> None:
    store(ana, 10)
    assert told(code="s00005")[0] == "5 rounds folded, 0 differ\n"
    # The rounds of a match begin a minute apart; totals go on from what was before.
    assert told(since="2026-11-29T12:03:00")[0] == "6 rounds folded, 0 differ\n"
    assert told(since="2026-11-30")[0] == "0 rounds folded, 0 differ\n"


@pytest.mark.parametrize("options", [{"code": "NIMIC1"}, {"since": "ieri"}, {"since": "2026-13-01"}])
def test_what_is_asked_wrongly_is_said(db: None, options: dict[str, str]) -> None:
    with pytest.raises(CommandError):
        call_command("replay_games", **options)


def test_a_round_of_an_older_version_is_folded_by_its_rules(ana: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    store(ana, 5)
    asked = []

    def older(options: object) -> object:
        asked.append(options)
        return rules_from(options)  # type: ignore[arg-type]

    monkeypatch.setitem(versions.VERSIONS, 0, versions.VERSIONS[1]._replace(rules_from=older))
    change(rules_version=0)
    assert found() == []
    assert len(asked) == 1
