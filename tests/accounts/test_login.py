import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import MD5PasswordHasher
from django.http import HttpResponse
from django.test import Client

from games.adapter import DEVICE_COOKIE
from games.models import Player
from tests.accounts.conftest import PASSWORD, is_signed_in


def log_in(client: Client, login: str = "Ana", password: str = PASSWORD, **more: str) -> HttpResponse:
    return client.post("/cont/login/", {"login": login, "password": password, **more})


@pytest.mark.parametrize("login", ["Ana", "ana", "ANA", "ana@example.org", "Ana@Example.ORG", " Ana "])
def test_login_takes_the_name_or_the_address(client: Client, player: Player, login: str) -> None:
    assert log_in(client, login, next="/t/ABC234/").headers["Location"] == "/t/ABC234/"
    assert is_signed_in(client)


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "https:evil.example"])
def test_login_leads_to_no_other_host(client: Client, player: Player, elsewhere: str) -> None:
    assert log_in(client, next=elsewhere).headers["Location"] == "/"


def test_login_page_keeps_the_way(client: Client, db: None) -> None:
    page = client.get("/cont/login/?next=/t/ABC234/").content.decode()
    assert '<input type="hidden" name="next" value="/t/ABC234/">' in page
    assert "/cont/signup/?next=" in page


@pytest.fixture
def hashings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows by one with each run of the password hasher."""
    runs: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        runs.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    return runs


@pytest.mark.parametrize("login", ["Ana", "nobody", "ana@example.org", "nobody@example.org"])
def test_a_wrong_login_hashes_once_and_says_the_same(
    client: Client, player: Player, hashings: list[str], login: str
) -> None:
    EmailAddress.objects.create(user=player, email="ana@example.org", verified=True, primary=True)
    response = log_in(client, login, "gresit gresit")
    assert response.status_code == 200
    assert len(hashings) == 1
    assert "Numele și parola nu se potrivesc." in response.content.decode()
    assert not is_signed_in(client)


def test_a_closed_account_does_not_open(client: Client, player: Player) -> None:
    Player.objects.update(is_active=False)
    log_in(client)
    assert not is_signed_in(client)


def test_wrong_tries_are_slowed_down(client: Client, player: Player) -> None:
    for _ in range(5):
        log_in(client, password="gresit gresit")
    assert "Prea multe încercări" in log_in(client).content.decode()
    assert not is_signed_in(client)


def test_ten_wrong_tries_from_elsewhere_keep_nobody_out(client: Client, player: Player) -> None:
    rival = Client(REMOTE_ADDR="203.0.113.9")
    for _ in range(10):
        log_in(rival, password="gresit gresit")
    log_in(client)
    assert is_signed_in(client)


def test_ten_wrong_tries_from_the_same_home_do_not_keep_a_known_device_out(client: Client, player: Player) -> None:
    log_in(client)
    client.post("/cont/logout/")
    for _ in range(10):
        log_in(Client(), password="gresit gresit")
    log_in(client)
    assert is_signed_in(client)


def test_a_known_device_is_slowed_down_too(client: Client, player: Player) -> None:
    log_in(client)
    client.post("/cont/logout/")
    for _ in range(10):
        log_in(client, password="gresit gresit")
    assert "Prea multe încercări" in log_in(client).content.decode()


def test_a_device_is_known_only_for_those_who_signed_in_on_it(client: Client, player: Player) -> None:
    Player.objects.create_user("Dan", password=PASSWORD)
    log_in(client, "Dan")
    client.post("/cont/logout/")
    for _ in range(5):
        log_in(client, password="gresit gresit")
    assert "Prea multe încercări" in log_in(client).content.decode()


def test_a_forged_device_cookie_is_a_stranger(client: Client, player: Player) -> None:
    client.cookies[DEVICE_COOKIE] = "eyJudW1iZXIiOiJ4In0:forged"
    log_in(client)
    assert is_signed_in(client)


def test_login_gives_a_new_session(client: Client, player: Player) -> None:
    session = client.session
    session["planted"] = "yes"
    session.save()
    planted = session.session_key
    log_in(client)
    assert client.session.session_key != planted


def test_logout_needs_a_post(client: Client, player: Player) -> None:
    log_in(client)
    client.get("/cont/logout/")
    assert is_signed_in(client)
    client.post("/cont/logout/")
    assert not is_signed_in(client)
