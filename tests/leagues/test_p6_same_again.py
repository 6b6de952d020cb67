"""P6: the same snapshot and seed give the same pods: again, in another process, after a journey through JSON."""

import json
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.engine.fixed import schedule
from leagues.engine.snapshot import ALGORITHM, Entry, Mode, Snapshot
from leagues.engine.swiss import pair
from tests.leagues.seasons import Season

WORK = 20_000
REPLAY = f"""
import json, sys
from leagues.engine.snapshot import Snapshot
from leagues.engine.swiss import pair
snapshot = Snapshot.from_mapping(json.load(sys.stdin))
print(json.dumps([snapshot.digest(), pair(snapshot, {WORK}).round]))
"""


def last_snapshot(table: int) -> Snapshot:
    *_, (snapshot, _) = Season(22, table, 4, seed=5, away=0.1).play()
    return snapshot


@pytest.mark.parametrize("table", [2, 4])
def test_another_process_pairs_the_same_from_the_stored_snapshot(table: int) -> None:
    snapshot = last_snapshot(table)
    draft = pair(snapshot, WORK)
    stored = json.dumps(snapshot.to_mapping())
    told = subprocess.run([sys.executable, "-c", REPLAY], input=stored, capture_output=True, text=True, check=True)
    digest, tables = json.loads(told.stdout)
    assert digest == draft.digest == snapshot.digest()
    assert tables == json.loads(json.dumps(draft.round))


def test_pods_are_those_of_the_day_the_algorithm_got_its_name() -> None:
    """Who changes what a snapshot gives, must give the algorithm another name."""
    entries = tuple(Entry(number, (number * 7 % 5) * 5040) for number in range(10))
    snapshot = Snapshot(2, 5, 4, entries, "0" * 32, earlier=(((0, 1, 2, 3), (4, 5, 6), (7, 8, 9)),))
    assert ALGORITHM == "masuno-pairing-1"
    assert snapshot.digest()[:16] == "8c28966cedb24fc8"
    assert pair(snapshot, WORK).round == ((9, 4, 7, 6), (8, 2, 1), (5, 0, 3))
    assert schedule(10, 4, 2, "0" * 32, 20_000) == (
        ((7, 1, 4, 8), (2, 3, 6), (0, 5, 9)),
        ((7, 9, 1, 3), (4, 2, 0), (5, 6, 8)),
    )


@settings(deadline=None, max_examples=30)
@given(
    st.integers(2, 12),
    st.integers(2, 5),
    st.sampled_from(Mode),
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)).filter(lambda pair: pair[0] != pair[1]), max_size=3),
)
def test_a_snapshot_survives_json(entrants: int, table: int, mode: Mode, seeded: bool, apart: list) -> None:
    entries = tuple(Entry(number, number * 100, number + 1, 50 - number, number % 2) for number in range(entrants))
    earlier = ((tuple(range(min(entrants, 10))),),)
    snapshot = Snapshot(2, 4, table, entries, "seed", mode, earlier, tuple(apart), seeded)
    again = Snapshot.from_mapping(json.loads(json.dumps(snapshot.to_mapping())))
    assert again == snapshot
    assert again.digest() == snapshot.digest()
    assert pair(again, 500) == pair(snapshot, 500)


def test_a_changed_snapshot_has_another_digest() -> None:
    snapshot = last_snapshot(4)
    changed = snapshot.to_mapping() | {"seed": "other"}
    assert Snapshot.from_mapping(changed).digest() != snapshot.digest()


def test_the_order_of_entries_decides_nothing() -> None:
    snapshot = last_snapshot(4)
    turned = Snapshot.from_mapping(snapshot.to_mapping() | {"entries": snapshot.to_mapping()["entries"][::-1]})
    assert pair(turned, WORK).round == pair(snapshot, WORK).round
