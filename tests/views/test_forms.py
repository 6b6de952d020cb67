"""A new table and the code of one: what can be filled in, and what cannot."""

import pytest

from games.forms import JoinForm, OpenTableForm

OPEN = {"preset": "mas", "ending": "target", "target": 500, "size": 4, "public": "no", "turn": 30, "bank": 60}


def test_a_table_takes_its_seats_and_clocks_from_the_form() -> None:
    form = OpenTableForm(OPEN | {"size": 12, "turn": 120, "bank": 0, "public": "yes"})
    assert form.is_valid(), form.errors
    asked = form.cleaned_data
    assert (asked["size"], asked["turn"], asked["bank"], asked["public"]) == (12, 120, 0, True)


@pytest.mark.parametrize(("field", "value"), [("size", 1), ("size", 41), ("turn", 7), ("bank", -1), ("public", "so")])
def test_a_table_has_limits(field: str, value: object) -> None:
    assert list(OpenTableForm(OPEN | {field: value}).errors) == [field]


def test_the_clocks_begin_with_thirty_and_sixty_seconds() -> None:
    form = OpenTableForm()
    assert (form["turn"].value(), form["bank"].value()) == (30, 60)


@pytest.mark.parametrize("written", ["abc234", " ABC 234 ", "abc-234"])
def test_a_code_may_be_written_as_it_was_heard(written: str) -> None:
    form = JoinForm({"code": written})
    assert form.is_valid()
    assert form.cleaned_data["code"] == "ABC234"
