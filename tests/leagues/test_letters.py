"""Letters of leagues: each kind has its words, its switch, and a link that switches it off without signing in."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.test import Client, TestCase, override_settings
from django.utils import translation

from games.models import Player
from leagues.letter_texts import _TEXTS, kind_names
from leagues.models import LeagueDue, LeagueTable, MailChoice, Season
from leagues.services import clock, notices, unsubscribing
from leagues.services.notices import Kind
from tests.leagues.services.league import after, names, player, published, season_of, tables_of

pytestmark = pytest.mark.django_db
IN_MEMORY = {"default": {"BACKEND": "django.core.mail.backends.locmem.EmailBackend"}}
ABOUT = {
    "text": "x",
    "round": 2,
    "number": 3,
    "name": "Ina",
    "entrant": "Dan",
    "strikes": 2,
}


@pytest.fixture(autouse=True)
def letters_stay_here() -> Any:
    with override_settings(MAILERS=IN_MEMORY):
        yield


def with_address(name: str) -> Player:
    one = player(name)
    one.email = f"{name}@example.org"
    one.save()
    return one


def sent(to: Player, kind: Kind, what: str) -> list[Any]:
    """What comes of telling this."""
    mail.outbox.clear()
    season = Season.objects.get()
    with TestCase.captureOnCommitCallbacks(execute=True):
        notices.tell(season, [to], kind, what=what, **ABOUT)
    return list(mail.outbox)


@pytest.mark.parametrize(("kind", "what"), sorted(_TEXTS))
def test_every_letter_is_sent_and_every_kind_is_switched_off_by_its_own_switch(kind: str, what: str) -> None:
    season_of(2)
    ana = with_address("ana")
    (letter,) = sent(ana, Kind(kind), what)
    assert letter.to == ["ana@example.org"]
    assert "{" not in letter.subject + letter.body
    for other in Kind:
        if other != kind:
            unsubscribing.switch(ana, other, on=False)
    assert len(sent(ana, Kind(kind), what)) == 1
    unsubscribing.switch(ana, kind, on=False)
    assert sent(ana, Kind(kind), what) == []


@pytest.mark.parametrize("what", sorted(_TEXTS))
def test_every_letter_is_written_in_romanian_too(what: tuple[str, str]) -> None:
    for text in _TEXTS[what]:
        with translation.override("en"):
            english = str(text)
        with translation.override("ro"):
            assert str(text) != english or english == "{text}"
            assert str(text).format_map(ABOUT)


def test_every_kind_has_a_name_and_a_letter() -> None:
    assert set(kind_names()) == set(Kind) == {kind for kind, _ in _TEXTS}


def test_a_mail_program_switches_a_kind_off_with_one_press() -> None:
    """RFC 8058: a POST to the header's address, without cookies and without a token against forgery."""
    season_of(2)
    ana = with_address("ana")
    (letter,) = sent(ana, Kind.NEWS, "")
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    found = re.fullmatch(r"<(https?://.+)>", letter.extra_headers["List-Unsubscribe"])
    assert found is not None
    assert found[1] in letter.body
    path = urlsplit(found[1]).path
    browser = Client(enforce_csrf_checks=True)
    assert browser.get(path).status_code == 200
    assert not MailChoice.objects.exists()  # programs that look at every link switch nothing off
    assert browser.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 204
    assert list(MailChoice.objects.values_list("player", "kind")) == [(ana.pk, "news")]
    assert sent(ana, Kind.NEWS, "") == []
    assert len(sent(ana, Kind.REMINDER, "table")) == 1


def test_a_reader_of_the_letter_switches_off_and_on_again() -> None:
    ana = with_address("ana")
    page = f"/ligi/scrisori/gata/{unsubscribing.token_of(ana, 'reminder')}/"
    assert Client().post(page, {"vreau": "0"}).headers["Location"] == page
    assert MailChoice.objects.get().kind == "reminder"
    Client().post(page, {"vreau": "1"})
    assert not MailChoice.objects.exists()


@pytest.mark.parametrize("spoil", [lambda token: token[:-1], lambda token: "1-news.x", lambda token: "x"])
def test_a_forged_link_switches_nothing_off(spoil: Any) -> None:
    ana = with_address("ana")
    token = spoil(unsubscribing.token_of(ana, "news"))
    assert Client().post(f"/ligi/scrisori/gata/{token}/", {"vreau": "0"}).status_code == 404
    assert not MailChoice.objects.exists()


def test_who_is_gone_and_what_is_no_kind_has_no_link() -> None:
    ana = with_address("ana")
    assert unsubscribing.read(unsubscribing.token_of(ana, "nonsense")) is None
    Player.objects.filter(pk=ana.pk).update(is_active=False)
    assert unsubscribing.read(unsubscribing.token_of(ana, "news")) is None


def test_a_reminder_is_written_to_who_wants_it_and_to_nobody_else() -> None:
    day = published(4, venue=Season.Venue.ONLINE)
    clock.take_due(after(minutes=1))
    (table,) = tables_of(day)
    first, second, *_ = (with_address(name) for name in names(table))
    unsubscribing.switch(second, Kind.REMINDER, on=False)
    mail.outbox.clear()
    with TestCase.captureOnCommitCallbacks(execute=True):
        clock.take_due(after(days=6))
    assert first.email in [letter.to[0] for letter in mail.outbox]
    assert second.email not in [letter.to[0] for letter in mail.outbox]
    assert len(mail.outbox) == 3
    assert not LeagueDue.objects.filter(kind="remind", key=table.pk).exists()
    assert LeagueTable.objects.get(pk=table.pk).state == LeagueTable.State.SEATED
