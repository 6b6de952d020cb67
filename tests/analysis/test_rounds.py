"""Whole rounds analysed: the blunder is found, the work is bounded, and the same comes out again."""

import hashlib
import json

import pytest

from games.analysis import chances, rounds
from games.analysis.choices import Choice
from games.analysis.findings import Finding, costliest, from_mapping, to_mapping
from games.analysis.rounds import A_ROUND, analyse
from games.bots import playouts, strong
from games.engine.versions import UnknownVersion
from tests.analysis.rounds import a_round

SMALL = 6000  # playouts a round


@pytest.fixture
def played_out(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Collects a 1 for every playout."""
    count: list[int] = []
    original = playouts.play_out

    def counted(*args: object) -> None:
        count.append(1)
        original(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(strong, "play_out", counted)
    monkeypatch.setattr(chances, "play_out", counted)
    return count


@pytest.mark.parametrize("number", range(4))
def test_the_blunder_is_the_costliest_move(number: int) -> None:
    # One card a turn: of long combos sensible bots miss some, and those are blunders too.
    played, planted = a_round(number, blunder=True, combos="off")
    assert planted is not None
    found = costliest(analyse(played, playouts=30_000), 3)
    assert found[0].number == planted
    choice = found[0].choice
    assert choice is not None
    assert (choice.seat, choice.played) == (played.log[planted][0], "draw")
    assert choice.best_won == choice.tried  # it would have gone out
    assert choice.cost > 0.3


def test_the_end_is_sure_and_every_position_is_there() -> None:
    played, _none = a_round(1)
    found = list(analyse(played, playouts=SMALL))
    assert [finding.number for finding in found] == list(range(played.positions))
    winner = played.log[-1][0]
    assert found[-1].chances.share(winner) == 1
    assert found[-1].choice is None


@pytest.mark.parametrize(("preset", "playouts"), [("mas", SMALL), ("clasic", SMALL), ("clasic", 0), ("mas", A_ROUND)])
def test_the_work_is_bounded(played_out: list[int], preset: str, playouts: int) -> None:
    played, _none = a_round(2, preset)
    list(analyse(played, playouts=playouts))
    assert len(played_out) <= min(playouts, rounds.A_POSITION * played.positions)
    assert bool(played_out) == bool(playouts)


def test_whoever_goes_on_in_the_middle_finds_the_same() -> None:
    played, _none = a_round(0, "clasic")
    whole = list(analyse(played, playouts=SMALL))
    assert list(analyse(played, first=7, playouts=SMALL)) == whole[7:]
    assert list(analyse(played, playouts=SMALL)) == whole


def test_findings_are_read_back_as_they_were() -> None:
    played, _none = a_round(0)
    for finding in analyse(played, playouts=SMALL):
        assert from_mapping(json.loads(json.dumps(to_mapping(finding)))) == finding


def test_what_is_found_has_not_changed_under_its_version() -> None:
    """Stored analyses carry `rounds.VERSION`: whoever changes what bots choose, or this, raises it."""
    played, _none = a_round(3)
    told = json.dumps([to_mapping(finding) for finding in analyse(played, playouts=SMALL)])
    digests = {1: "5f1af5d5f9853227"}
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == digests[rounds.VERSION]


def test_a_round_of_unknown_rules_is_refused() -> None:
    played, _none = a_round(0)
    with pytest.raises(UnknownVersion):
        list(analyse(played._replace(rules_version=99)))


def choice(best: int, played: int, both: int, tried: int = 600) -> Choice:
    return Choice(0, "draw", "play R1", tried, played, best, both)


@pytest.mark.parametrize(
    ("weighed", "cost"),
    [
        (choice(300, 240, 200), 0.1),
        (choice(240, 300, 200), 0),  # it was better than what the bot would have done
        (choice(305, 295, 200), 0),  # as good as equal
        (choice(600, 0, 0), 1),
        (choice(4, 0, 0, 4), 0),  # too few to be sure
        (Choice(0, "draw", "draw"), 0),
    ],
)
def test_only_what_is_sure_costs(weighed: Choice, cost: float) -> None:
    assert weighed.cost == pytest.approx(cost)


def test_small_costs_are_not_talked_about() -> None:
    dear, cheap = [Finding(k, chances.Chances(), choice(310 + k * 30, 300, 300)) for k in (1, 0)]
    assert costliest([cheap, dear], 5) == [dear]
    assert costliest([dear] * 9, 5) == [dear] * 5
