"""Letters about accounts: whole, in the language of who reads them, and leading where they say."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from games.models import Player
from tests.accounts.conftest import PASSWORD, SignUp

SUBJECTS = {
    "ro": {
        "confirm": "MAS UNO: Confirmă-ți adresa de e-mail",
        "changed": "MAS UNO: Parolă schimbată",
        "reset": "MAS UNO: Parolă nouă",
        "unknown": "MAS UNO: Niciun cont cu această adresă",
    },
    "en": {
        "confirm": "MAS UNO: Please Confirm Your Email Address",
        "changed": "MAS UNO: Password Changed",
        "reset": "MAS UNO: Password Reset Email",
        "unknown": "MAS UNO: Unknown Account",
    },
}
GREETINGS = {"ro": ("Salut!", "Distracție la masă,"), "en": ("Hello!", "Have fun at the table,")}
languages = pytest.mark.parametrize("language", ["ro", "en"])


def browser(language: str) -> Client:
    return Client(headers={"accept-language": language})


def link_in(letter: mail.EmailMessage) -> str:
    found = re.search(r"http://testserver(/cont/confirm-email/\S+)", str(letter.body))
    assert found
    return found[1]


@languages
def test_an_address_is_confirmed_by_the_link_in_the_letter(sign_up: SignUp, language: str) -> None:
    client = browser(language)
    sign_up("Ștefan", by=client, email="ana@example.org")
    (letter,) = mail.outbox
    assert letter.subject == SUBJECTS[language]["confirm"]
    assert [word in letter.body for word in (*GREETINGS[language], "Ștefan")] == [True] * 3
    assert not EmailAddress.objects.get().verified
    page = client.get(link_in(letter))
    assert "ana@example.org" in page.content.decode()
    assert not EmailAddress.objects.get().verified  # looking is not confirming
    assert client.post(link_in(letter)).status_code == 302
    assert EmailAddress.objects.get().verified
    assert "ana@example.org" in client.get("/cont/email/").content.decode()


def test_a_link_confirms_on_another_device_too_and_signs_nobody_in(sign_up: SignUp) -> None:
    sign_up(email="ana@example.org")
    phone = Client()
    phone.post(link_in(mail.outbox[0]))
    assert EmailAddress.objects.get().verified
    assert phone.get("/cont/setari/").status_code == 302


@pytest.mark.parametrize("link", ["/cont/confirm-email/MQ:xxx:yyy/", "/cont/confirm-email/zzz/"])
def test_a_made_up_link_confirms_nothing(sign_up: SignUp, client: Client, link: str) -> None:
    sign_up(email="ana@example.org")
    page = client.get(link)
    assert "Linkul nu mai merge" in page.content.decode()
    client.post(link)
    assert not EmailAddress.objects.get().verified


@languages
def test_every_letter_has_its_subject_in_both_languages(player: Player, language: str) -> None:
    Player.objects.update(language=language)
    client = browser(language)
    client.post("/cont/login/", {"login": "Ana", "password": PASSWORD})
    new = {"oldpassword": PASSWORD, "password1": "alt cal, tot alb", "password2": "alt cal, tot alb"}
    client.post("/cont/password/change/", new)
    for address in ("ana@example.org", "nobody@example.org"):
        browser(language).post("/cont/password/reset/", {"email": address})
    told = SUBJECTS[language]
    assert [letter.subject for letter in mail.outbox] == [told["changed"], told["reset"], told["unknown"]]
    for letter in mail.outbox:
        assert [word in letter.body for word in GREETINGS[language]] == [True, True]


def test_a_letter_is_in_its_readers_language_whoever_caused_it(player: Player) -> None:
    Player.objects.update(language="ro")
    browser("en").post("/cont/password/reset/", {"email": "ana@example.org"})
    assert mail.outbox[0].subject == SUBJECTS["ro"]["reset"]


@pytest.mark.parametrize("name", ["Ștefan", "x7-"])
def test_no_line_of_a_name_gets_into_a_header(sign_up: SignUp, name: str) -> None:
    sign_up(name, email="ana@example.org")
    assert [len(letter.subject.splitlines()) for letter in mail.outbox] == [1]
