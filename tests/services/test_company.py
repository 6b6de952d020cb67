"""Talking, muting, blocking and reporting, as the services keep them."""

from datetime import timedelta

import pytest

from games.models import ChatLine, Match, Player, Report, Round
from games.services import chat, chat_text, company, rematches, seating
from games.services.errors import NotAllowed, Reason
from tests.services.table import at, open_table, player, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(ana: Player, bogdan: Player) -> Round:
    return start(ana, bogdan)


def say(match: Match, person: Player, seconds: float = 0, said: str = "hello") -> ChatLine:
    return chat.say(match=match, player=person, kind="phrase", said=said, now=at(seconds))


def test_lines_are_numbered_densely_with_the_talk(ana: Player, bogdan: Player, round_: Round) -> None:
    numbers = [say(round_.match, person).number for person in (ana, bogdan, ana)]
    assert numbers == [numbers[0], numbers[0] + 1, numbers[0] + 2]
    round_.match.refresh_from_db()
    assert round_.match.talk == numbers[-1]


def test_after_ten_seconds_one_may_speak_again(ana: Player, round_: Round) -> None:
    for _ in range(5):
        say(round_.match, ana, 0)
    with pytest.raises(NotAllowed, match=Reason.CHAT_FLOOD):
        say(round_.match, ana, 9.9)
    say(round_.match, ana, 10.1)


def test_a_closed_chat_is_closed_for_the_days_given(ana: Player, round_: Round) -> None:
    chat.close_chat(player=ana, days=7, now=at(0))
    with pytest.raises(NotAllowed, match=Reason.CHAT_CLOSED):
        say(round_.match, ana, 3600)
    say(round_.match, ana, 8 * 24 * 3600)


@pytest.mark.parametrize("age", ["under16", "unknown"])
def test_the_young_cannot_switch_free_text_on(ana: Player, age: str) -> None:
    ana.age_band = age
    with pytest.raises(NotAllowed, match=Reason.NO_FREE_TEXT):
        chat.set_free_text(player=ana, on=True)
    assert ana.free_text is False


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  two\n\n words\t here ", "two words here"),
        ("e\u0301", "é"),
        ("a\u202eb\u2066c\u200bd\x00\x1b", "abcd"),
        ("\u3164\u200b", ""),
        ("z" + "\u0301" * 400, "ź\u0301\u0301"),
        ("🔥 MAS!", "🔥 MAS!"),
        ("x" * 500, "x" * 200),
        ("\ud800x", "x"),
    ],
)
def test_written_text_keeps_only_what_can_be_seen(written: str, kept: str) -> None:
    assert chat_text.clean(written) == kept


def test_blocked_pairs_are_not_seated_together_later(ana: Player, bogdan: Player, carmen: Player) -> None:
    company.block(player=ana, other=bogdan, on=True)
    for host, guest in ((ana, bogdan), (bogdan, ana)):
        match = open_table(host, carmen)
        with pytest.raises(NotAllowed, match=Reason.BLOCKED):
            seating.take_seat(match=match, player=guest)
    company.block(player=ana, other=bogdan, on=False)
    seating.take_seat(match=match, player=ana)


def test_a_rematch_seats_all_in_the_same_order_bots_too_but_no_blocked_pair(
    ana: Player, bogdan: Player, carmen: Player
) -> None:
    match = start(ana, bogdan, carmen, bots=1).match
    Match.objects.update(state="finished")
    names = [seat.name for seat in rematches.rematch(match=match, by=bogdan).seats.all()]
    assert names == [seat.name for seat in match.seats.all()]
    other = start(ana, bogdan, carmen).match
    Match.objects.filter(pk=other.pk).update(state="finished")
    company.block(player=ana, other=carmen, on=True)
    again = rematches.rematch(match=other, by=carmen)
    assert [seat.name for seat in again.seats.all()] == ["bogdan", "carmen"]


def test_a_report_holds_the_twenty_lines_before(ana: Player, bogdan: Player, round_: Round) -> None:
    for k in range(30):
        said = say(round_.match, (ana, bogdan)[k % 2], k * 10, "fire" if k % 3 else "combo")
    made = company.report(match=round_.match, reporter=ana, other=bogdan, why="insult", line=said.number, now=at(300))
    assert len(made.context) == 21
    assert made.context[-1] == {
        "number": str(said.number),
        "who": "bogdan",
        "kind": "phrase",
        "said": "fire",
        "at": "2026-11-29T12:04:50+00:00",
    }
    again = company.report(match=round_.match, reporter=ana, other=bogdan, why="other", line=said.number, now=at(301))
    assert again == made


def test_nobody_reports_a_line_of_somebody_else_or_themselves(ana: Player, bogdan: Player, round_: Round) -> None:
    line = say(round_.match, ana)
    with pytest.raises(NotAllowed, match=Reason.NO_SUCH_PLAYER):
        company.report(match=round_.match, reporter=player("dan"), other=bogdan, why="insult", line=line.number)
    with pytest.raises(NotAllowed, match=Reason.ONESELF):
        company.report(match=round_.match, reporter=ana, other=ana, why="insult")


def test_reports_are_kept_for_ninety_days(ana: Player, bogdan: Player, round_: Round) -> None:
    company.report(match=round_.match, reporter=ana, other=bogdan, why="name", now=at(0))
    assert company.sweep(at(0) + timedelta(days=89)) == 0
    assert company.sweep(at(0) + timedelta(days=91)) == 1
    assert not Report.objects.exists()


def test_a_hidden_line_is_read_by_nobody(ana: Player, round_: Round) -> None:
    line = say(round_.match, ana)
    chat.hide_line(line=line)
    line.refresh_from_db()
    assert line.hidden
    assert ChatLine.objects.get().match.talk == line.number + 1
