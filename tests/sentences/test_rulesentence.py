"""The command that shows what sentences compile to."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command


def printed(file: str) -> str:
    out = StringIO()
    call_command("rulesentence", file, stdout=out)
    return out.getvalue()


def test_each_line_is_answered_by_one_line(tmp_path: Path) -> None:
    file = tmp_path / "sentences.txt"
    file.write_text(
        "\ufeffUrmătorul jucător trage 2 cărți și pierde tura.\r\n\nReverse\n  Cine râde, trage.  \n", "utf-8"
    )
    assert printed(str(file)) == 'draw 2 next; skip next\n\nreverse\nhonour "Cine râde, trage."\n'


def test_sentences_come_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("Schimbă direcția."))
    assert printed("-") == "reverse\n"


def test_a_line_that_cannot_be_a_rule_keeps_its_place(tmp_path: Path) -> None:
    file = tmp_path / "sentences.txt"
    file.write_text("x" * 201 + "\nReverse\n", "utf-8")
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("rulesentence", str(file), stdout=out)
    assert out.getvalue() == "refused: too_long\nreverse\n"


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        printed(str(tmp_path / "none.txt"))
