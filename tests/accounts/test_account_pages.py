import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from games.models import Player
from tests.accounts.conftest import PASSWORD, is_signed_in

PRIVATE = [
    *("/cont/setari/", "/cont/cod/", "/cont/email/", "/cont/password/change/", "/cont/sessions/", "/cont/2fa/"),
    *("/cont/2fa/webauthn/", "/cont/2fa/totp/activate/", "/cont/2fa/recovery-codes/generate/", "/cont/reauthenticate/"),
]
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"


def signed_in(**headers: str) -> Client:
    client = Client(headers=headers)
    client.post("/cont/login/", {"login": "Ana", "password": PASSWORD})
    return client


@pytest.mark.parametrize("path", PRIVATE)
def test_private_pages_lead_strangers_to_the_login(client: Client, db: None, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 302
    assert response.headers["Location"].startswith("/cont/login/?next=")


@pytest.mark.parametrize("path", PRIVATE)
def test_private_pages_open(player: Player, path: str) -> None:
    client = signed_in()
    client.post("/cont/reauthenticate/", {"password": PASSWORD})
    response = client.get(path)
    assert response.status_code == 200
    assert "style=" not in response.content.decode()
    assert response.headers["Content-Security-Policy"].startswith("default-src 'none'")


def test_the_device_list_shows_and_ends_the_others(player: Player) -> None:
    here, there = signed_in(user_agent=FIREFOX), signed_in(user_agent="curl/8")
    page = here.get("/cont/sessions/").content.decode()
    assert "Firefox, Android" in page
    assert "Browser necunoscut" in page
    here.post("/cont/sessions/")
    assert (is_signed_in(here), is_signed_in(there)) == (True, False)


def test_nobody_sees_the_devices_of_others(player: Player) -> None:
    signed_in(user_agent=FIREFOX)
    dan = Client()
    dan.force_login(Player.objects.create_user("Dan"))
    assert "Firefox" not in dan.get("/cont/sessions/").content.decode()


@pytest.mark.parametrize(
    ("host", "secure", "offered"),
    [("192.168.1.7", False, False), ("localhost:8000", False, True), ("192.168.1.7", True, True)],
)
def test_passkeys_are_offered_where_browsers_allow_them(
    player: Player, settings: object, host: str, secure: bool, offered: bool
) -> None:
    settings.ALLOWED_HOSTS = ["*"]  # type: ignore[attr-defined]
    client = Client(headers={"host": host})
    for page, mark in (("/cont/login/", 'id="passkey_login"'), ("/cont/2fa/", "/cont/2fa/webauthn/add/")):
        assert (mark in client.get(page, secure=secure).content.decode()) == offered
        client.force_login(player)


def test_the_account_page_says_what_is_set(player: Player) -> None:
    client = signed_in()
    page = client.get("/cont/setari/").content.decode()
    assert "ana@example.org" in page
    assert "încă niciunul" in page


def test_language_and_colours_follow_the_player_to_a_new_browser(player: Player) -> None:
    here = signed_in()
    here.post("/cont/preferinte/", {"language": "en"})
    here.post("/cont/preferinte/", {"theme": "dark"})
    there = signed_in()
    for client in (here, there):
        page = client.get("/cont/setari/").content.decode()
        assert '<html lang="en">' in page
        assert 'value="dark" aria-pressed="true"' in page


def test_a_browser_keeps_what_was_chosen_on_it(player: Player) -> None:
    signed_in().post("/cont/preferinte/", {"language": "en"})
    client = Client()
    client.post("/i18n/setlang/", {"language": "ro"})
    client.post("/cont/login/", {"login": "Ana", "password": PASSWORD})
    assert '<html lang="ro">' in client.get("/cont/setari/").content.decode()


def test_strange_preferences_change_nothing(player: Player) -> None:
    client = signed_in()
    client.post("/cont/preferinte/", {"language": "xx", "theme": "dark", "is_staff": "on"})
    player.refresh_from_db()
    assert (player.language, player.theme, player.is_staff) == ("", "", False)


def test_emails_can_be_added_and_removed(player: Player) -> None:
    client = signed_in()
    client.post("/cont/email/", {"action_add": "", "email": "ana2@example.org"})
    assert "ana2@example.org" in client.get("/cont/email/").content.decode()
    client.post("/cont/email/", {"action_remove": "", "email": "ana2@example.org"})
    assert not EmailAddress.objects.filter(email="ana2@example.org").exists()


def test_forms_need_their_token(player: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    for page in ("/cont/signup/", "/cont/login/", "/cont/recuperare/", "/cont/logout/", "/cont/password/reset/"):
        assert client.post(page, {}).status_code == 403


@pytest.mark.parametrize("path", ["/cont/signup/", "/cont/recuperare/", "/cont/login/"])
@pytest.mark.parametrize("text", ["\x00", "<img src=x onerror=alert(1)>", "{{7*7}}", "' OR 1=1 --", "a" * 5000])
def test_strange_text_is_refused_and_escaped(client: Client, db: None, path: str, text: str) -> None:
    fields = dict.fromkeys(("username", "login", "password", "password1", "code", "email", "age_band"), text)
    response = client.post(path, fields)
    assert response.status_code == 200
    assert "<img src=x" not in response.content.decode()
