"""`manage.py rulecases` and `manage.py simulate`."""

import json
from collections import Counter

import pytest
from django.core.management import CommandError, call_command

from games.engine.record import record_differences
from games.services import simulation


def run(capsys, *words) -> tuple[str, int]:
    code = 0
    try:
        call_command(*words)
    except SystemExit as leaving:
        code = int(leaving.code)
    return capsys.readouterr().out, code


def test_rulecases_counts_cases_and_differences(tmp_path, capsys):
    good = {"id": "good", "start": {"hands": ["R1 R2", "R3"], "table": "R5"}, "expect": {"turn": 0}}
    bad = {**good, "id": "bad", "expect": {"turn": 1}}
    (tmp_path / "cases.yaml").write_text(json.dumps([good, bad]))
    out, code = run(capsys, "rulecases", str(tmp_path))
    assert out.splitlines()[0].endswith("bad: turn: 0, should be 1")
    assert out.splitlines()[-1] == "2 cases, 1 differences"
    assert code == 1


def test_rulecases_passes_the_rule_books_cases(capsys):
    out, code = run(capsys, "rulecases", "tests/cases", "tests/golden/rounds.jsonl")
    assert (out.splitlines()[-1].split(", ")[1], code) == ("0 differences", 0)


@pytest.mark.parametrize("text", ["{not json", "- [", "7", "- 7", "- {start: {hands: [R1], table: X9}}"])
def test_rulecases_calls_a_file_that_is_none_a_difference(tmp_path, capsys, text):
    (tmp_path / "bad.yaml").write_text(text)
    out, code = run(capsys, "rulecases", str(tmp_path / "bad.yaml"))
    assert code == 1
    assert out.splitlines()[-1].endswith("1 differences")


def test_rulecases_names_a_file_that_is_not_there():
    with pytest.raises(CommandError, match="no file"):
        call_command("rulecases", "nowhere.yaml")


def test_simulate_exports_rounds_that_replay(tmp_path, capsys):
    path = tmp_path / "rounds.jsonl"
    out, code = run(
        capsys, "simulate", "--games", "6", "--seats", "3", "--seed", "s", "--jobs", "2", "--json", "--export",
        str(path), "--option", "mas_uno_card=on", "skip_stacking=on", "ending=rounds 2", "--option",
        'custom_rules=[["give 1 next"]]',
    )  # fmt: skip
    figures = json.loads(out)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert (code, figures["rounds"], figures["faults"], len(lines)) == (0, 6, [], 6)
    assert figures["commands"] == sum(len(line["commands"]) for line in lines)
    assert {line["rules"]["ending"] for line in lines} == {"rounds 2"}
    assert all(line["rules"]["mas_uno_card"] for line in lines)
    assert [record_differences(line) for line in lines] == [[]] * 6


def test_the_same_seed_gives_the_same_rounds_however_many_jobs_play_them():
    rules = simulation.Rules()
    one = simulation.simulate(games=4, seats=2, rules=rules, seed="x", export=True)
    two = simulation.simulate(games=4, seats=2, rules=rules, seed="x", jobs=2, export=True)
    assert sorted(map(json.dumps, one.lines)) == sorted(map(json.dumps, two.lines))


def test_simulate_reports_a_fault_with_its_seed(monkeypatch, capsys):
    monkeypatch.setattr(simulation, "conserved", lambda state: Counter({0: len(state.discard)}))
    out, code = run(capsys, "simulate", "--games", "2", "--seed", "f")
    assert code == 1
    assert "fault with seed f-0: Fault('cards not conserved by" in out


@pytest.mark.parametrize("bug", [KeyError("R5"), TypeError("no card"), IndexError(), AssertionError(), RuntimeError()])
def test_a_bug_of_the_engine_is_a_fault_with_its_seed_and_ends_no_run(monkeypatch, capsys, bug):
    played = simulation.play_round

    def planted(*, seats, rules, seed):
        if seed == "f-1":
            raise bug
        return played(seats=seats, rules=rules, seed=seed)

    monkeypatch.setattr(simulation, "play_round", planted)
    out, code = run(capsys, "simulate", "--games", "3", "--seed", "f", "--jobs", "1")
    assert code == 1
    assert out.startswith("2 rounds")
    assert [line for line in out.splitlines() if "fault with" in line] == [f"fault with seed f-1: {bug!r}"]


def test_a_round_that_its_rules_do_not_end_is_counted_apart(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(simulation, "LONGEST", 3)
    out, code = run(capsys, "simulate", "--games", "2", "--export", str(tmp_path / "rounds"))
    assert (code, "2 unfinished" in out, "0 faults" in out) == (0, True, True)
    assert (tmp_path / "rounds").read_text() == ""


@pytest.mark.parametrize("words", [["--option", "speed=1"], ["--seats", "1"], ["--option", "hand_size=0"]])
def test_simulate_refuses_what_is_no_table(words):
    with pytest.raises(CommandError):
        call_command("simulate", *words)
