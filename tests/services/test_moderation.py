"""What moderators may do about a report, and that it is done once and written down."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from allauth.usersessions.models import UserSession
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.test import Client

from games.models import ChatLine, Match, ModerationAct, Player, Report, Round
from games.queries_moderation import is_moderator
from games.services import accounts, chat, company, moderation, rematches
from games.services.errors import NotAllowed, Reason
from tests.services.table import NOON, at, fresh, open_table, player, start

pytestmark = pytest.mark.django_db


@pytest.fixture
def mara(db: None) -> Player:
    """A moderator."""
    mara = player("mara")
    moderation.appoint(player=mara)
    return mara


def writes(person: Player) -> Player:
    person.age_band, person.free_text = Player.AgeBand.OVER_16, True
    person.save()
    return person


@pytest.fixture
def report(ana: Player, bogdan: Player) -> Report:
    """Ana reported a line of Bogdan's."""
    match = open_table(ana, writes(bogdan))
    line = chat.say(match=match, player=bogdan, kind="free", said="mai taci", now=NOON)
    return company.report(match=match, reporter=ana, other=bogdan, why="insult", line=line.number, now=NOON)


def decide(report: Report, by: Player, measure: str = "warn", **options: object) -> None:
    moderation.handle(report=report, by=by, measure=measure, now=NOON, **options)  # type: ignore[arg-type]


def acts(person: Player) -> list[tuple[str, str]]:
    return [(act.kind, act.by.username) for act in person.moderation_acts.order_by("pk")]


def test_a_report_that_is_nothing_is_closed_and_noted(mara: Player, bogdan: Player, report: Report) -> None:
    decide(report, mara, "dismiss", note=" a joke among friends ")
    report.refresh_from_db()
    assert (report.state, report.handled_by) == ("handled", mara)
    assert acts(bogdan) == [("dismiss", "mara")]
    assert ModerationAct.objects.get().note == "a joke among friends"
    assert ModerationAct.objects.get().report == report


def test_a_warned_player_reads_why_until_it_is_read(mara: Player, bogdan: Player, report: Report) -> None:
    decide(report, mara)
    bogdan.refresh_from_db()
    assert bogdan.warned_for == "insult"
    moderation.has_read_warning(player=bogdan)
    bogdan.refresh_from_db()
    assert bogdan.warned_for == ""


@pytest.mark.parametrize("days", [1, 7, 30])
def test_a_chat_is_closed_for_some_days(mara: Player, bogdan: Player, report: Report, days: int) -> None:
    decide(report, mara, "close", days=days)
    bogdan.refresh_from_db()
    assert bogdan.chat_closed_until == NOON + timedelta(days=days)
    assert ModerationAct.objects.get().days == days
    with pytest.raises(NotAllowed, match=Reason.CHAT_CLOSED):
        chat.say(match=report.match, player=bogdan, kind="phrase", said="hello", now=NOON)


def test_the_line_is_hidden_beside_any_measure(mara: Player, bogdan: Player, report: Report) -> None:
    decide(report, mara, "dismiss", hide=True)
    assert ChatLine.objects.get().hidden
    assert acts(bogdan) == [("hide", "mara"), ("dismiss", "mara")]


def test_a_name_that_offends_goes_from_everywhere_and_is_nobodys(mara: Player, ana: Player, bogdan: Player) -> None:
    playing = start(ana, bogdan)
    report = company.report(match=playing.match, reporter=ana, other=bogdan, why="name", now=NOON)
    decide(report, mara, "rename")
    bogdan.refresh_from_db()
    assert bogdan.username.startswith("fara-nume-")
    assert bogdan.warned_for == "name"
    assert [seat.name for seat in playing.match.seats.all()] == ["ana", bogdan.username]
    assert [person["name"] for person in Round.objects.get().roster] == ["ana", bogdan.username]
    for person in (bogdan, ana):
        with pytest.raises(NotAllowed, match=Reason.NAME_TAKEN):
            accounts.rename(player=person, name="BOGDAN")
    accounts.rename(player=bogdan, name="bogdan-cel-bun")


def test_nobody_calls_themselves_nameless(ana: Player) -> None:
    with pytest.raises(NotAllowed, match=Reason.NAME_TAKEN):
        accounts.rename(player=ana, name="fara-nume-1234567")


def test_a_banned_player_is_signed_out_and_a_bot_plays_on(mara: Player, ana: Player, bogdan: Player) -> None:
    client = Client()
    client.force_login(bogdan)
    client.get("/cont/setari/")
    casual, waiting = start(ana, bogdan).match, open_table(ana, bogdan)
    report = company.report(match=casual, reporter=ana, other=bogdan, why="threat", now=NOON)
    decide(report, mara, "ban")
    bogdan.refresh_from_db()
    assert not bogdan.is_active
    assert client.get("/cont/setari/").status_code == 302
    assert not UserSession.objects.filter(user=bogdan).exists()
    seat = casual.seats.get(player=bogdan)
    assert (seat.bot_plays, seat.left_order) == (True, None)
    assert not waiting.seats.filter(player=bogdan).exists()


def test_a_banned_player_leaves_a_ranked_match(mara: Player, ana: Player, bogdan: Player, carmen: Player) -> None:
    match = start(ana, bogdan, carmen).match
    Match.objects.filter(pk=match.pk).update(kind=Match.Kind.RANKED)
    decide(company.report(match=match, reporter=ana, other=bogdan, why="cheating", now=NOON), mara, "ban")
    assert match.seats.get(player=bogdan).left_order == 1
    assert fresh(match).state == Match.State.PLAYING


def test_a_ban_and_a_closed_chat_can_be_lifted(mara: Player, bogdan: Player, report: Report) -> None:
    decide(report, mara, "ban")
    Player.objects.filter(pk=bogdan.pk).update(chat_closed_until=NOON)
    moderation.lift(player=bogdan, by=mara, now=at(5))
    bogdan.refresh_from_db()
    assert (bogdan.is_active, bogdan.chat_closed_until) == (True, None)
    assert acts(bogdan) == [("ban", "mara"), ("lift", "mara"), ("open", "mara")]
    moderation.lift(player=bogdan, by=mara)
    assert ModerationAct.objects.count() == 3


def test_a_note_leaves_the_report_open(mara: Player, bogdan: Player, report: Report) -> None:
    moderation.add_note(report=report, by=mara, note="I ask Ana first")
    report.refresh_from_db()
    assert report.state == "open"
    assert acts(bogdan) == [("note", "mara")]


def test_a_report_is_handled_once(mara: Player, bogdan: Player, report: Report) -> None:
    second = player("sorin")
    moderation.appoint(player=second)
    decide(report, mara)
    with pytest.raises(NotAllowed, match=Reason.HANDLED):
        decide(report, second, "ban")
    bogdan.refresh_from_db()
    assert bogdan.is_active
    assert acts(bogdan) == [("warn", "mara")]


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time")
def test_of_two_moderators_at_once_one_wins(mara: Player, bogdan: Player, report: Report) -> None:
    sorin = player("sorin")
    moderation.appoint(player=sorin)
    barrier = Barrier(2)

    def press(by: Player, measure: str) -> str:
        barrier.wait()
        try:
            decide(report, by, measure)
        except NotAllowed as no:
            return str(no.reason)
        finally:
            connections.close_all()
        return measure

    with ThreadPoolExecutor(2) as pool:
        pressed = [pool.submit(press, mara, "warn"), pool.submit(press, sorin, "dismiss")]
        results = {future.result() for future in pressed}
    assert len(results) == 2
    assert Reason.HANDLED in results
    assert ModerationAct.objects.count() == 1


def out_of_reach(kind: str, mara: Player) -> Player:
    if kind == "oneself":
        return mara
    other = player("other")
    if kind == "staff":
        other.is_staff = True
    elif kind == "chief":
        other.is_superuser = True
    elif kind == "moderator":
        moderation.appoint(player=other)
    other.save()
    return other


@pytest.mark.parametrize("kind", ["oneself", "staff", "chief", "moderator"])
@pytest.mark.parametrize("measure", ["dismiss", "warn", "rename", "ban"])
def test_moderators_do_not_act_on_themselves_or_the_staff(mara: Player, ana: Player, kind: str, measure: str) -> None:
    other = out_of_reach(kind, mara)
    report = company.report(match=open_table(ana, other), reporter=ana, other=other, why="other", now=NOON)
    with pytest.raises(NotAllowed, match=Reason.NOT_MODERATED):
        decide(report, mara, measure)
    report.refresh_from_db()
    assert report.state == "open"
    assert not ModerationAct.objects.exists()


@pytest.mark.parametrize("kind", ["nobody", "dismissed", "banned"])
def test_only_moderators_act(mara: Player, carmen: Player, bogdan: Player, report: Report, kind: str) -> None:
    by = carmen if kind == "nobody" else mara
    if kind == "dismissed":
        moderation.appoint(player=mara, on=False)
    elif kind == "banned":
        mara.is_active = False
    with pytest.raises(NotAllowed, match=Reason.NO_MODERATOR):
        decide(report, by, "ban")
    with pytest.raises(NotAllowed, match=Reason.NO_MODERATOR):
        moderation.add_note(report=report, by=by, note="x")
    with pytest.raises(NotAllowed, match=Reason.NO_MODERATOR):
        moderation.lift(player=bogdan, by=by)
    assert not ModerationAct.objects.exists()


@pytest.mark.parametrize(("measure", "days"), [("note", 0), ("lift", 0), ("", 0), ("close", 0), ("close", 365)])
def test_other_measures_are_none(mara: Player, report: Report, measure: str, days: int) -> None:
    with pytest.raises(NotAllowed, match=Reason.NOT_SAID):
        decide(report, mara, measure, days=days)


def test_a_banned_player_takes_no_seat_in_a_rematch(mara: Player, ana: Player, bogdan: Player) -> None:
    match = start(ana, bogdan, bots=1).match
    decide(company.report(match=match, reporter=ana, other=bogdan, why="insult", now=NOON), mara, "ban")
    Match.objects.filter(pk=match.pk).update(state=Match.State.FINISHED)
    again = rematches.rematch(match=match, by=ana)
    assert not again.seats.filter(player=bogdan).exists()


def test_a_command_appoints_and_dismisses(ana: Player) -> None:
    call_command("moderator", "ANA")
    assert is_moderator(ana)
    call_command("moderator", "ana", "--no-longer")
    assert not is_moderator(ana)
    with pytest.raises(CommandError):
        call_command("moderator", "nobody")
