import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import check_password
from django.core import mail
from django.test import Client

from games.models import Player
from tests.accounts.conftest import PASSWORD, SignUp, code_on, is_signed_in


def test_signup_without_mail_shows_the_recovery_code_once(sign_up: SignUp, client: Client) -> None:
    response = sign_up(next="/t/ABC234/")
    code = code_on(response)
    player = Player.objects.get(username="Ana")
    assert 'href="/t/ABC234/"' in response.content.decode()
    assert "no-store" in response.headers["Cache-Control"]
    assert code not in player.recovery_hash
    assert check_password(code.replace("-", ""), player.recovery_hash)
    assert is_signed_in(client)
    assert sign_up(next="/t/ABC234/").headers["Location"] == "/t/ABC234/"
    for page in ("/cont/setari/", "/cont/cod/"):
        assert code not in client.get(page).content.decode()


def test_signup_with_mail_goes_straight_on_and_asks_to_confirm(sign_up: SignUp, client: Client) -> None:
    response = sign_up(email="Ana@Example.org", next="/t/ABC234/")
    assert (response.status_code, response.headers["Location"]) == (302, "/t/ABC234/")
    address = EmailAddress.objects.get(user__username="Ana")
    assert (address.email, address.verified) == ("ana@example.org", False)
    assert [message.to for message in mail.outbox] == [["ana@example.org"]]
    assert "/cont/confirm-email/" in mail.outbox[0].body
    assert Player.objects.get().recovery_hash == ""


def test_signup_keeps_the_link_to_where_the_visitor_wanted_to_go(client: Client, db: None) -> None:
    page = client.get("/cont/signup/?next=/t/ABC234/").content.decode()
    assert '<input type="hidden" name="next" value="/t/ABC234/">' in page
    assert 'href="/cont/login/?next=/t/ABC234/"' in page or "/cont/login/?next=%2Ft%2FABC234%2F" in page


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "\\\\evil"])
def test_signup_leads_to_no_other_host(sign_up: SignUp, elsewhere: str) -> None:
    assert 'class="button button--fire button--big button--wide" href="/"' in sign_up(next=elsewhere).content.decode()
    with_mail = sign_up("Dan", by=Client(), email="dan@example.org", next=elsewhere)
    assert with_mail.headers["Location"] == "/"


@pytest.mark.parametrize("band", Player.AgeBand.values)
def test_signup_stores_the_age_band(sign_up: SignUp, band: str) -> None:
    sign_up(age_band=band)
    assert Player.objects.get().age_band == band


def test_signup_preselects_not_said(client: Client, db: None) -> None:
    (checked,) = re.findall(r"<input[^>]* checked[^>]*>", client.get("/cont/signup/").content.decode())
    assert 'value="unknown"' in checked


def test_signup_refuses_an_age_band_of_its_own(sign_up: SignUp) -> None:
    assert sign_up(age_band="12").status_code == 200
    assert not Player.objects.exists()


def test_signup_takes_nothing_but_its_own_fields(sign_up: SignUp) -> None:
    sign_up(
        is_staff="on",
        is_superuser="on",
        is_active="",
        is_demo="on",
        id="999",
        first_name="X",
        recovery_hash="x",
        date_joined="2001-01-01",
        groups="1",
        theme="dark",
    )
    player = Player.objects.get()
    assert (player.is_staff, player.is_superuser, player.is_active, player.is_demo) == (False, False, True, False)
    assert player.pk != 999
    assert (player.recovery_hash != "x", player.theme, player.groups.count()) == (True, "", 0)
    assert player.date_joined.year > 2001


@pytest.mark.parametrize("password", ["scurt", "password", "parola12345"[:7], "12345678"])
def test_signup_refuses_short_and_common_passwords(sign_up: SignUp, password: str) -> None:
    assert sign_up(password1=password).status_code == 200
    assert not Player.objects.exists()


@pytest.mark.parametrize("password", ["aaaaabbb", "pisica mea", "ĂÎȘȚÂăîșțâ"])
def test_signup_asks_for_no_kinds_of_signs(sign_up: SignUp, password: str) -> None:
    code_on(sign_up(password1=password))


def test_signup_tells_nobody_which_addresses_are_known(sign_up: SignUp, player: Player) -> None:
    responses = [
        sign_up(name, by=Client(), email=mail, next="/t/ABC234/")
        for name, mail in (("Dan", "ana@example.org"), ("Eva", "new@example.org"))
    ]
    assert [(r.status_code, r.headers["Location"]) for r in responses] == [(302, "/t/ABC234/")] * 2


def test_signup_over_and_over_is_slowed_down(sign_up: SignUp) -> None:
    statuses = [sign_up("a", by=Client()).status_code for _ in range(21)]
    assert statuses == [200] * 20 + [429]


def test_two_who_take_one_name_at_once_leave_one(sign_up: SignUp, monkeypatch: pytest.MonkeyPatch) -> None:
    sign_up()
    monkeypatch.setattr("games.services.accounts.is_taken", lambda *, name: False)
    response = sign_up("ANA", by=Client())
    assert response.status_code == 200
    assert "errorlist" in response.content.decode()
    assert Player.objects.count() == 1


def test_signup_never_keeps_the_password(sign_up: SignUp) -> None:
    sign_up()
    assert PASSWORD not in Player.objects.get().password


@pytest.mark.parametrize("printed", [True, False])
def test_what_is_said_of_the_letter_is_true(sign_up: SignUp, client: Client, settings: Any, printed: bool) -> None:
    settings.MAIL_IS_PRINTED = printed
    sign_up(email="ana@example.org")
    shown = client.get("/").content.decode()
    assert ("mesajul care confirmă adresa ana@example.org a apărut în terminalul" in shown) == printed
    assert ("Am trimis un e-mail de confirmare la ana@example.org." in shown) != printed
