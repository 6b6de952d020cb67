"""The parser in front of the socket."""

import pytest

from games import frames


def test_a_command_is_three_short_texts() -> None:
    text = '{"command": "draw", "after": "3", "command_id": "abcdefgh", "headers": {"X-CSRFToken": "t"}}'
    assert frames.parse(text) == {"command": "draw", "after": "3", "command_id": "abcdefgh"}


@pytest.mark.parametrize("text", ['{"ask": "table"}', '{"ask": "time", "sent": "1"}', '{"ask": "follow", "cards": ""}'])
def test_a_question_carries_what_it_needs_and_nothing_else(text: str) -> None:
    assert frames.parse(text)["ask"]


def test_a_number_is_plain_digits() -> None:
    assert frames.number("17") == 17
    for text in ("", "-1", "1.0", "٣", "1" * 10, " 1"):
        with pytest.raises(frames.BadFrameError):
            frames.number(text)
