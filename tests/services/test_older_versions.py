"""A stored round is read, dealt and folded by the rules of its time, wherever it is looked back at."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.analysis.rounds import analyse
from games.engine import versions
from games.engine.ruleset import rules_from
from games.models import Player, Round, Sums
from games.services import analysing, exports, proofs, sums
from games.services.round_replay import replay_rounds
from tests.services.test_matches import bots_only, play_out
from tests.services.test_sums import played_by_themselves

pytestmark = pytest.mark.django_db
OLDER = 0
ALL = {"rules_from", "deal", "entries"}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What an older version, which is today's in all but its number, was asked for."""
    found: set[str] = set()

    def noted(name: str, does: Callable[..., Any]) -> Callable[..., Any]:
        def older(*given: Any) -> Any:
            found.add(name)
            return does(*given)

        return older

    today = versions.VERSIONS[1]._asdict()
    older = versions.Version(**{name: noted(name, does) for name, does in today.items()})
    monkeypatch.setitem(versions.VERSIONS, OLDER, older)
    return found


@pytest.fixture
def played(ana: Player, bogdan: Player) -> Round:
    rules = rules_from({"mas_grace_ms": 1500, "ending": "single"})
    round_ = play_out(bots_only(ana, bogdan, rules=rules)).rounds.get()
    Round.objects.update(rules_version=OLDER)
    return Round.objects.select_related("match").get(pk=round_.pk)


def page(name: str, played: Round) -> None:
    assert Client().get(reverse(f"games:{name}", args=[played.match.code, 1])).status_code == 200


LOOKS: dict[str, tuple[Callable[[Round], object], set[str]]] = {
    "replay": (lambda played: page("replay", played), ALL),
    "proof": (lambda played: page("proof", played), {"rules_from", "deal"}),
    "proof file": (proofs.proof_of, {"rules_from"}),
    "export": (exports.round_line, ALL),
    "match file": (lambda played: exports.match_file(played.match), ALL),
    "sums": (lambda played: sums.round_values(played, 2), ALL),
    "sums rebuilt": (lambda played: sums.rebuild(), ALL),
    "analysis": (lambda played: list(analyse(analysing.played_of(played), playouts=1)), ALL),
    "replay_games": (lambda played: list(replay_rounds()), ALL),
}


@pytest.mark.parametrize("look", LOOKS)
def test_looking_back_asks_the_version_of_the_round(played: Round, asked: set[str], look: str) -> None:
    does, wanted = LOOKS[look]
    does(played)
    assert asked == wanted


def test_a_round_of_an_unknown_version_adds_its_result_alone(played: Round) -> None:
    played_by_themselves(played.match)
    sums.rebuild()
    assert [row.rounds for row in Sums.objects.all()] == [1, 1]
    assert {row.plays for row in Sums.objects.all()} == {0}
