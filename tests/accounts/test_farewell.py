"""A person goes, and their games stay: nothing that is stored tells who it was."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from django_ox.models import OxTask

from games.engine.ruleset import rules_from
from games.models import (
    ChatLine,
    Friendship,
    Ladder,
    LedgerAct,
    Match,
    ModerationAct,
    Player,
    PushSubscription,
    Report,
    Round,
    Seat,
    Ticket,
)
from games.services import accounts, chat, company, exports, farewell, letters, rematches, rounds, written_names
from games.signals import player_gone
from tests import kept
from tests.accounts.conftest import PASSWORD, is_signed_in
from tests.services.table import Hand, fresh, open_table, player, start
from tests.services.test_matches import bots_only, play_out

pytestmark = pytest.mark.django_db

NAME, OLD, MAIL = "Ștefănița-Rară", "Zurbagia_77", "zurba.rara@example.org"
TEXT, ENDPOINT = "vorba mea de foc", "https://push.example.org/zurba"


@pytest.fixture
def ana() -> Player:
    """With a password, an address, a name of before, a key, a browser that is told, friends and foes."""
    ana = Player.objects.create_user(OLD, MAIL, PASSWORD, age_band="16plus", free_text=True)
    accounts.rename(player=ana, name=NAME)
    ana.refresh_from_db()
    EmailAddress.objects.create(user=ana, email=MAIL, verified=True, primary=True)
    Authenticator.objects.create(user=ana, type="totp", data={"secret": "zurba-secret"})
    PushSubscription.objects.create(player=ana, endpoint=ENDPOINT, p256dh="k", auth="a")
    accounts.issue_recovery_code(player=ana)
    return ana


@pytest.fixture
def dan(ana: Player) -> Player:
    dan = player("dan")
    Friendship.objects.create(asker=dan, other=ana)
    company.mute(player=dan, other=ana, on=True)
    company.mute(player=ana, other=dan, on=True)
    company.block(player=ana, other=player("elena"), on=True)
    return dan


def stored() -> Iterator[tuple[str, str]]:
    """Every table of the database, as text."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            for row in cursor.fetchall():
                yield table, repr(row)


def forms(word: str) -> set[str]:
    """A word as rows and JSON write it."""
    return {
        form.lower() for form in (word, repr(word)[1:-1], json.dumps(word)[1:-1], repr(json.dumps(word)[1:-1])[1:-1])
    }


def hits(*words: str) -> list[tuple[str, str]]:
    wanted = {form for word in words for form in forms(word)}
    return [(table, row) for table, row in stored() for form in wanted if form in row.lower()]


def history(ana: Player, dan: Player) -> list[Match]:
    """A match that is over, one that is played, one that waits for players, with talk, reports and notes."""
    over = play_out(bots_only(ana, dan, rules=rules_from({"ending": "rounds 2", "combos": "off"})))
    playing = start(ana, dan).match
    waiting = open_table(ana, dan)
    line = chat.say(match=playing, player=ana, kind="free", said=TEXT)
    report = company.report(match=playing, reporter=dan, other=ana, why="insult", line=line.number)
    company.report(match=playing, reporter=ana, other=dan, why="other")
    Report.objects.filter(pk=report.pk).update(note=f"{NAME} was warned, as {OLD} before")
    chief = player("chief")
    ModerationAct.objects.create(kind="note", player=ana, by=chief, note=f"see {NAME.lower()}")
    LedgerAct.objects.create(kind="undo", by=chief, reason=f"{OLD} fed points")
    LogEntry.objects.create(
        user=chief,
        content_type=ContentType.objects.get_for_model(Player),
        object_id=str(ana.pk),
        object_repr=NAME,
        action_flag=CHANGE,
    )
    sent = {"task_path": letters.send_letter.module_path, "backend_name": "default", "enqueued_at": timezone.now()}
    OxTask.objects.create(args=["Hello", f"Hello {NAME}", "x@y", [MAIL]], **sent)
    OxTask.objects.create(args=["News", f"{NAME} asks", "x@y", ["d@y"]], finished_at=timezone.now(), **sent)
    return [over, playing, waiting]


def signed_in() -> Client:
    """By the password alone: the second step has tests of its own."""
    Authenticator.objects.all().delete()
    client = Client()
    client.post("/cont/login/", {"login": NAME, "password": PASSWORD})
    assert is_signed_in(client)
    return client


def leave(client: Client, name: str = NAME) -> HttpResponse:
    client.post("/cont/reauthenticate/", {"password": PASSWORD})
    return client.post("/cont/stergere/", {"name": name})


def test_no_table_holds_what_tells_who_it_was(ana: Player, dan: Player, settings: Any) -> None:
    history(ana, dan)
    ana.refresh_from_db()
    client, stray = Client(), Client()
    client.force_login(ana)
    client.get("/cont/setari/")
    stray.force_login(ana)
    keys = [browser.cookies[settings.SESSION_COOKIE_NAME].value for browser in (client, stray)]
    hashes = [ana.password, ana.recovery_hash]
    told = [NAME, OLD, MAIL, TEXT, ENDPOINT, "zurba", *keys, *hashes]
    assert len({table for table, _row in hits(*told)}) >= 12
    farewell.delete_account(player=ana)
    assert hits(*told) == []
    assert [client.get("/cont/setari/").status_code, stray.get("/cont/setari/").status_code] == [302, 302]


def test_the_row_says_nothing_but_that_somebody_was_here(ana: Player, dan: Player) -> None:
    farewell.delete_account(player=ana)
    gone = Player.objects.get(pk=ana.pk)
    assert gone.username.startswith("fost-jucator-")
    assert len(gone.username) in range(17, 21)
    kept = {"id", "username", "shape", "password", "date_joined", "gone_at", "is_active"}
    new = Player()
    assert [
        field.name
        for field in Player._meta.concrete_fields
        if field.name not in kept and getattr(gone, field.name) != getattr(new, field.name)
    ] == []
    assert (gone.is_active, gone.has_usable_password(), gone.gone_at is not None) == (False, False, True)


def test_games_results_and_proofs_stay(ana: Player, dan: Player) -> None:
    over, _playing, _waiting = history(ana, dan)
    before = list(exports.match_lines(over))
    places = list(over.seats.values_list("number", "points", "place"))
    farewell.delete_account(player=ana)
    assert list(exports.match_lines(over)) == before
    assert list(over.seats.values_list("number", "points", "place")) == places
    label = Player.objects.get(pk=ana.pk).username
    assert [seat.name for seat in over.seats.all()] == [label, "dan"]
    assert {person["name"] for round_ in Round.objects.all() for person in round_.roster} == {label, "dan"}


def test_pages_of_past_games_name_a_former_player_in_the_readers_language(ana: Player, dan: Player) -> None:
    over, playing, _waiting = history(ana, dan)
    farewell.delete_account(player=ana)
    label = Player.objects.get(pk=ana.pk).username.removeprefix("fost-jucator-")
    for language, word in (("ro", f"fost jucător {label}"), ("en", f"former player {label}")):
        client = Client(headers={"accept-language": language})
        client.force_login(dan)
        for path in (f"/joc/{over.code}/", f"/joc/{over.code}/1/3/", "/jocurile-mele/", f"/t/{playing.code}/"):
            page = client.get(path).content.decode()
            assert word in page
            assert "fost-jucator-" not in re.sub(r'href="[^"]*"', "", page)


def test_where_they_played_a_bot_plays_on_and_where_they_waited_the_seat_is_free(ana: Player, dan: Player) -> None:
    _over, playing, waiting = history(ana, dan)
    farewell.delete_account(player=ana)
    seat = playing.seats.get(player=ana)
    assert (seat.bot_plays, seat.left_order) == (True, None)
    assert not waiting.seats.filter(player=ana).exists()
    assert fresh(waiting).host == dan
    round_ = Round.objects.get(match=playing)
    assert round_.clock["stand_ins"] == [0]


def test_the_match_goes_on_to_its_end(ana: Player, dan: Player) -> None:
    match = bots_only(ana, dan, bots=1, rules=rules_from({"ending": "rounds 2"}))
    farewell.delete_account(player=ana)
    assert play_out(match).state == Match.State.FINISHED
    assert hits(NAME, OLD) == []


def test_a_ranked_match_is_left(ana: Player, dan: Player) -> None:
    round_ = start(ana, dan, player("carmen"))
    Match.objects.filter(pk=round_.match_id).update(kind=Match.Kind.RANKED)
    farewell.delete_account(player=ana)
    assert round_.match.seats.get(player=ana).left_order == 1
    assert fresh(round_.match).state == Match.State.PLAYING


def test_a_paused_match_waits_for_nobody_who_is_gone(ana: Player, dan: Player) -> None:
    match = start(ana, dan, player("carmen")).match
    Match.objects.filter(pk=match.pk).update(state=Match.State.PAUSED, paused_at=timezone.now())
    farewell.delete_account(player=ana)
    assert match.seats.get(player=ana).left_order == 1


def test_the_place_in_the_queue_is_free(ana: Player) -> None:
    now = timezone.now()
    Ticket.objects.create(player=ana, ladder=Ladder.DUEL, preset="mas", mu=25, sigma=8, joined_at=now, seen_at=now)
    farewell.delete_account(player=ana)
    assert not Ticket.objects.exists()


def test_nobody_is_taken_along_to_a_rematch(ana: Player, dan: Player) -> None:
    over = play_out(bots_only(ana, dan, bots=1, rules=rules_from({"ending": "single"})))
    farewell.delete_account(player=ana)
    again = rematches.rematch(match=over, by=dan)
    assert sorted(seat.player_id or 0 for seat in again.seats.all()) == [0, dan.pk]


def test_reports_they_made_stay_without_them(ana: Player, dan: Player) -> None:
    history(ana, dan)
    farewell.delete_account(player=ana)
    assert [report.reporter for report in Report.objects.filter(player=dan)] == [None]
    context = Report.objects.get(player=ana).context
    assert [line["said"] for line in context] == [""]
    assert context[0]["who"] == Player.objects.get(pk=ana.pk).username


def test_what_others_said_stays(ana: Player, dan: Player) -> None:
    _over, playing, _waiting = history(ana, dan)
    chat.say(match=playing, player=dan, kind="phrase", said="hello")
    farewell.delete_account(player=ana)
    assert [line.player for line in ChatLine.objects.all()] == [dan]


def test_a_short_name_inside_other_words_is_no_mention(dan: Player) -> None:
    ana = player("ana-x")
    accounts.rename(player=ana, name="ana")
    ModerationAct.objects.create(kind="note", player=dan, by=dan, note="banana, ana, ana-maria, ANA!")
    farewell.delete_account(player=Player.objects.get(pk=ana.pk))
    label = Player.objects.get(pk=ana.pk).username
    assert ModerationAct.objects.get().note == f"banana, {label}, ana-maria, {label}!"


def test_the_freed_name_is_free(ana: Player, dan: Player) -> None:
    farewell.delete_account(player=ana)
    assert not accounts.is_taken(name=NAME)
    assert not accounts.is_taken(name=OLD)


def test_two_former_players_are_told_apart(dan: Player) -> None:
    gone = [player(f"plecat{number}") for number in range(12)]
    for person in gone:
        farewell.delete_account(player=person)
    assert Player.objects.filter(username__startswith="fost-jucator-").count() == 12


def test_a_deletion_that_was_broken_off_is_finished_by_the_clock(
    ana: Player, dan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    history(ana, dan)

    def crash(**_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr("games.services.written_names.rewrite", crash)
        with pytest.raises(RuntimeError):
            farewell.delete_account(player=ana)
    assert not Player.objects.get(pk=ana.pk).is_active
    assert hits(NAME) != []
    assert farewell.finish() == 1
    assert hits(NAME, OLD, MAIL) == []
    assert farewell.finish() == 0


def test_other_apps_hear_of_it_in_the_same_transaction(ana: Player) -> None:
    heard: list[tuple[Any, ...]] = []

    def hear(player: Player, names: set[str], label: str, **_: object) -> None:
        heard.append((player.pk, names, label))

    player_gone.connect(hear)
    try:
        farewell.delete_account(player=ana)
    finally:
        player_gone.disconnect(hear)
    assert heard == [(ana.pk, {NAME, OLD}, Player.objects.get(pk=ana.pk).username)]


def test_a_page_of_theirs_can_do_nothing_more(ana: Player, dan: Player) -> None:
    round_ = start(ana, dan)
    farewell.delete_account(player=ana)
    answer = Hand(ana, round_).send("draw", after=0)
    assert answer.number is None


# The page


def test_the_account_goes_after_the_password_and_the_typed_name(ana: Player) -> None:
    client = signed_in()
    assert client.post("/cont/stergere/", {"name": NAME})["Location"].startswith("/cont/reauthenticate/")
    assert Player.objects.get(pk=ana.pk).gone_at is None
    response = leave(client, name="stefanita-rara")
    assert response["Location"] == "/"
    assert Player.objects.get(pk=ana.pk).gone_at is not None
    assert not is_signed_in(client)
    assert "Contul tău este șters" in client.get("/").content.decode()
    assert not client.login(username=NAME, password=PASSWORD)


@pytest.mark.parametrize("typed", ["", "Stefanita", "da", OLD])
def test_without_the_right_name_nothing_goes(ana: Player, typed: str) -> None:
    client = signed_in()
    assert leave(client, name=typed).status_code == 422
    assert Player.objects.get(pk=ana.pk).gone_at is None
    assert is_signed_in(client)


def test_looking_at_the_page_deletes_nothing(ana: Player) -> None:
    client = signed_in()
    assert client.get("/cont/stergere/").status_code == 200
    assert client.get(f"/cont/stergere/?name={NAME}").status_code == 200
    assert Player.objects.get(pk=ana.pk).gone_at is None


def test_a_guest_may_go_without_a_password(client: Client) -> None:
    client.post("/oaspete/", {"name": "mara-g"})
    assert client.post("/cont/stergere/", {"name": "mara-g"})["Location"] == "/"
    assert not Player.objects.filter(username="mara-g").exists()


def test_letters_that_were_sent_are_forgotten_after_a_day() -> None:
    now = timezone.now()
    base = {"backend_name": "default", "enqueued_at": now, "args": ["s", "b", "f", ["a@b"]]}
    for path, sent in ((letters.send_letter.module_path, 25), (letters.send_letter.module_path, 23), ("x.y", 99)):
        OxTask.objects.create(task_path=path, finished_at=now - timedelta(hours=sent), **base)
    OxTask.objects.create(task_path=letters.send_letter.module_path, **base)
    assert letters.sweep(now=now) == 1
    assert OxTask.objects.count() == 3


def test_sessions_are_gone_from_the_cache_too(ana: Player, settings: Any) -> None:
    settings.SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
    kept.forget()
    client = signed_in()
    farewell.delete_account(player=ana)
    assert not is_signed_in(client)
    assert UserSession.objects.count() == 0


def test_a_round_dealt_while_a_name_is_taken_away_does_not_keep_it(ana: Player) -> None:
    running = start(ana, player("bogdan"))
    roster, locked = list(running.roster), rounds.locked_match

    def deals_first(match_id: int) -> Match:
        """The table that was waited for has dealt a round by the name it still knew."""
        Round.objects.filter(pk=running.pk).update(roster=roster)
        return locked(match_id)

    with patch("games.services.written_names.rounds.locked_match", side_effect=deals_first):
        written_names.rewrite(player=ana, name="jucator7")
    assert [person["name"] for person in Round.objects.get(pk=running.pk).roster] == ["jucator7", "bogdan"]
    assert list(Seat.objects.filter(player=ana).values_list("name", flat=True)) == ["jucator7"]
