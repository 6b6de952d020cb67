import re
from typing import Any

import pytest
from django.core import mail
from django.http import HttpResponse
from django.tasks import default_task_backend
from django.test import Client

from games.adapter import AccountAdapter
from games.models import Player
from tests.accounts.conftest import PASSWORD, is_signed_in

NEW = "alt cal, tot alb"


def ask(client: Client, email: str = "ana@example.org") -> HttpResponse:
    return client.post("/cont/password/reset/", {"email": email})


def test_the_forgotten_password_page_offers_both_ways(client: Client, db: None) -> None:
    for page in ("/cont/password/reset/", "/cont/recuperare/"):
        shown = client.get(page).content.decode()
        assert 'href="/cont/password/reset/"' in shown
        assert 'href="/cont/recuperare/"' in shown


def test_a_letter_sets_a_new_password(client: Client, player: Player) -> None:
    other = Client()
    other.force_login(player)
    ask(client)
    (letter,) = mail.outbox
    found = re.search(r"http://testserver(/cont/password/reset/key/\S+)", letter.body)
    assert found
    page = client.get(found[1], follow=True)
    form = client.post(page.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})
    assert form.status_code == 302
    player.refresh_from_db()
    assert player.check_password(NEW)
    assert not is_signed_in(other)
    again = client.get(found[1], follow=True)
    assert "Linkul nu mai merge" in again.content.decode()


@pytest.mark.parametrize("printed", [True, False])
def test_the_page_says_where_the_letter_is(client: Client, db: None, settings: Any, printed: bool) -> None:
    settings.MAIL_IS_PRINTED = printed
    shown = client.get("/cont/password/reset/done/").content.decode()
    assert ("nu are server de e-mail" in shown) == printed
    assert ("Cere linkul" in shown) == printed
    assert ("un e-mail cu un link" in shown) != printed


def test_known_and_unknown_addresses_get_the_same_answer(client: Client, player: Player) -> None:
    answers = [ask(client, address) for address in ("ana@example.org", "nobody@example.org")]
    assert [(a.status_code, a.headers["Location"]) for a in answers] == [(302, "/cont/password/reset/done/")] * 2
    assert [message.to[0] for message in mail.outbox] == ["ana@example.org", "nobody@example.org"]


def test_asking_over_and_over_is_slowed_down(client: Client, player: Player) -> None:
    assert [ask(client).status_code for _ in range(6)] == [302] * 5 + [429]


@pytest.mark.parametrize("old", [PASSWORD, "gresit gresit"])
def test_a_change_ends_the_other_sessions_and_keeps_this_one(client: Client, player: Player, old: str) -> None:
    other = Client()
    for one in (client, other):
        one.post("/cont/login/", {"login": "Ana", "password": PASSWORD})
    client.post("/cont/password/change/", {"oldpassword": old, "password1": NEW, "password2": NEW})
    assert is_signed_in(client)
    assert is_signed_in(other) == (old != PASSWORD)
    player.refresh_from_db()
    assert player.check_password(NEW) == (old == PASSWORD)


def test_letters_wait_for_the_worker(client: Client, player: Player, settings: Any) -> None:
    settings.TASKS = {"default": {"BACKEND": "django.tasks.backends.dummy.DummyBackend"}}
    assert ask(client).status_code == 302
    assert mail.outbox == []
    (waiting,) = default_task_backend.results  # type: ignore[attr-defined]
    waiting.task.call(*waiting.args, **waiting.kwargs)
    assert [message.to for message in mail.outbox] == [["ana@example.org"]]


def test_a_new_password_leaves_what_moderators_did_meanwhile(player: Player) -> None:
    seen_before = Player.objects.get(pk=player.pk)
    Player.objects.update(is_active=False, username="jucator7")
    AccountAdapter().set_password(seen_before, NEW)
    player.refresh_from_db()
    assert (player.is_active, player.username) == (False, "jucator7")
    assert player.check_password(NEW)
