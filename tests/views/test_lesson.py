"""The first hand over HTTP: walked to its end, refused, resent, tampered with; and where it is offered."""

import re

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from games.models import Match
from games.services.lesson import STEPS
from tests.views.conftest import signed_in

LESSON = "/invata/"
AS_MEANT = [step.goal for step in STEPS]


def send(client: Client, text: str, after: int | None = None, command_id: str = "") -> dict[str, str]:
    send.count += 1  # type: ignore[attr-defined]
    values = {"command": text, "after": number(client) if after is None else after}
    values["command_id"] = command_id or f"lesson-{send.count}"  # type: ignore[attr-defined]
    answer: dict[str, str] = client.post(f"{LESSON}comanda/", values, headers={"accept": "application/json"}).json()
    return answer


send.count = 0  # type: ignore[attr-defined]


def number(client: Client) -> int:
    found = re.search(r'id="felt"[^>]* data-number="(\d+)"', client.get(LESSON).content.decode())
    assert found
    return int(found[1])


def test_a_stranger_walks_the_lesson_to_its_end(db: None, anybody: Client) -> None:
    assert "Your blue 3" in anybody.get(LESSON).content.decode()
    for text in AS_MEANT:
        assert "number" in send(anybody, text), text
    page = anybody.get(LESSON).content.decode()
    assert "You won the round!" in page
    assert f'href="{reverse("games:open")}"' in page
    assert not Match.objects.exists()
    assert not Session.objects.exists()


def test_the_frames_are_given_one_after_the_other(db: None, anybody: Client) -> None:
    first = send(anybody, AS_MEANT[0])
    assert 'data-number="2"' in first["content"]
    assert 'data-more="' in first["content"]
    shown = [anybody.get(f"{LESSON}stare/?number={seen}") for seen in (2, 3, 4)]
    assert [response.status_code for response in shown] == [200, 200, 204]
    assert 'data-more="' not in shown[1].content.decode()
    assert anybody.get(f"{LESSON}stare/?number=nonsense").status_code == 200


def test_a_refusal_is_a_sentence_with_its_rule(db: None, anybody: Client) -> None:
    before = anybody.get(LESSON).content
    answer = send(anybody, "play R9")
    assert (answer["refused"], answer["rule"]) == ("does_not_fit", "4")
    assert answer["text"].startswith("This card does not fit")
    assert strip(anybody.get(LESSON).content) == strip(before)


def strip(page: bytes) -> str:
    return re.sub(r'(csrfmiddlewaretoken" value|X-CSRFToken)[^>]*', "", page.decode())


def test_a_command_sent_twice_acts_once(db: None, anybody: Client) -> None:
    first = send(anybody, AS_MEANT[0], 1, "the-same-one")
    again = send(anybody, AS_MEANT[0], 1, "the-same-one")
    assert first["number"] == again["number"] == number(anybody)
    assert send(anybody, AS_MEANT[1], 1)["refused"] == "stale"


@pytest.mark.parametrize("value", ["", "nonsense", "WyJ4Il0:abc:def"])
def test_a_tampered_lesson_is_said_to_be_unreadable(db: None, anybody: Client, value: str) -> None:
    send(anybody, AS_MEANT[0])
    anybody.cookies["lesson"] = value
    answer = anybody.post(
        f"{LESSON}comanda/", {"command": "draw", "after": "1", "command_id": "after-tampering"}
    ).json()
    assert answer["refused"] == "lesson"
    assert "can no longer be read" in answer["text"]
    assert anybody.get(f"{LESSON}stare/?number=1").status_code == 204
    assert anybody.get(f"{LESSON}urma/?cards=B3").json()["cards"] == {}
    page = anybody.get(LESSON, follow=True)
    assert "it begins anew" in page.content.decode()
    assert number(anybody) == 1


def test_what_follows_is_told(db: None, anybody: Client) -> None:
    for text in AS_MEANT[:4]:
        send(anybody, text)
    assert anybody.get(f"{LESSON}urma/?cards=G5").json()["cards"].keys() == {"R5", "G8"}


def test_the_lesson_begins_again(db: None, anybody: Client) -> None:
    send(anybody, AS_MEANT[0])
    assert anybody.post(f"{LESSON}iar/").headers["Location"] == LESSON
    assert number(anybody) == 1


def test_without_a_script_the_answer_is_the_page(db: None, anybody: Client) -> None:
    values = {"command": AS_MEANT[0], "after": "1", "command_id": "by-a-form-1"}
    response = anybody.post(f"{LESSON}comanda/", values, headers={"accept": "text/html"})
    assert response.headers["Location"] == LESSON
    assert number(anybody) > 1


def test_the_lesson_is_offered_until_a_match_was_finished(anybody: Client, over: Match) -> None:
    ana = signed_in(over.host)
    link = f'href="{LESSON}"'
    assert link in anybody.get("/").content.decode()
    assert link in anybody.get("/reguli/").content.decode()
    assert link not in ana.get("/").content.decode()
    assert link not in ana.get("/jocurile-mele/").content.decode()


def test_the_lesson_is_offered_to_who_has_played_nothing(table: Match) -> None:
    newcomer = signed_in(table.host)
    assert f'href="{LESSON}"' in newcomer.get("/").content.decode()
    assert f'href="{LESSON}"' in newcomer.get("/jocurile-mele/").content.decode()
