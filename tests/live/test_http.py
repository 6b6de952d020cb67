"""The table without a socket: page, command, state and hints by HTTP, the same as by the socket."""

from datetime import UTC, datetime

import pytest
import time_machine
from channels.db import database_sync_to_async
from django.test import Client

from games import queries, screens
from games.models import Match, Move, Player, RefusedCommand, Round
from games.services import rematches, tables
from tests.cards_told import tells_of
from tests.live.conftest import DRAW, HANDS
from tests.live.table import Phone
from tests.live.test_socket import named
from tests.services.table import lay, open_table, start

JSON = {"Accept": "application/json"}


@pytest.fixture
def client_of(playing: Round, ana: Player) -> Client:
    client = Client()
    client.force_login(ana)
    return client


def url(played: Round, end: str = "") -> str:
    return f"/t/{played.match.code}/{end}"


async def test_both_doors_give_the_same_answer_and_the_same_table(ana: Player, bogdan: Player, playing: Round) -> None:
    async with Phone(playing.match, ana) as one, Phone(playing.match, bogdan) as two:
        english = {"Accept-Language": "en", **JSON}
        by_socket = await one.do("play R5", command_id="the-very-same")
        values = {"command": "play R5", "after": "0", "command_id": "the-very-same"}
        post = database_sync_to_async(one.client.post)
        by_http = (await post(url(playing, "comanda/"), values, headers=english)).json()
        shown = by_http.pop("content")
        assert by_http == by_socket
        assert shown == await one.table(by_number(shown))
        refused = await two.do("draw", 0, "too-soon-1")
        values = {"command": "draw", "after": "0", "command_id": "too-soon-1"}
        post = database_sync_to_async(two.client.post)
        again = (await post(url(playing, "comanda/"), values, headers=english)).json()
        assert refused == {key: again[key] for key in refused}
        assert await Move.objects.acount() == 1


def by_number(html: str) -> int:
    return int(html.split('data-number="')[1].split('"')[0])


def test_a_command_needs_an_account(playing: Round) -> None:
    values = {"command": "draw", "after": "0", "command_id": "somebody-1"}
    assert Client().post(url(playing, "comanda/"), values, headers=JSON).status_code == 401
    assert not Move.objects.exists()


def test_commands_by_http_have_a_budget_as_those_of_a_socket(client_of: Client, playing: Round) -> None:
    answers = []
    with time_machine.travel(datetime.now(UTC), tick=False):  # all at once, however slow the machine
        for number in range(60):
            values = {"command": "catch 1", "after": "0", "command_id": f"flood-{number:04}"}
            answers.append(client_of.post(url(playing, "comanda/"), values, headers=JSON).json())
    assert answers[0]["refused"] == "owes_nothing"
    assert answers[-1] == answers[-1] | {"answer": "flood-0059", "refused": "flood"}
    assert RefusedCommand.objects.count() < 60


def test_a_command_is_for_its_senders_own_seat(bogdan: Player, playing: Round) -> None:
    client = Client()
    client.force_login(bogdan)
    values = {"command": "play R5", "after": "0", "command_id": "for-ana-1", "seat": "0", "player": "ana"}
    assert client.post(url(playing, "comanda/"), values, headers=JSON).json()["refused"] == "not_your_turn"
    assert not Move.objects.exists()


def test_a_command_never_comes_by_get(client_of: Client, playing: Round) -> None:
    values = {"command": "draw", "after": "0", "command_id": "by-get-123"}
    assert client_of.get(url(playing, "comanda/"), values).status_code == 405
    assert not Move.objects.exists()


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"command": "draw", "after": "", "command_id": "abcdefgh"},
        {"command": "draw", "after": "-1", "command_id": "abcdefgh"},
        {"command": "draw", "after": "9" * 40, "command_id": "abcdefgh"},
        {"command": "draw\x00", "after": "0", "command_id": "abcdefgh"},
        {"command": "dr\ud800aw", "after": "0", "command_id": "abcdefgh"},
        {"command": "draw", "after": "0", "command_id": ""},
        {"command": "draw", "after": "0", "command_id": "due:17"},
    ],
)
def test_a_form_that_is_no_command_gets_a_sentence(client_of: Client, playing: Round, values: dict[str, str]) -> None:
    encoded = "&".join(f"{key}={value}" for key, value in values.items()).encode(errors="surrogatepass")
    kind = "application/x-www-form-urlencoded"
    told = client_of.post(url(playing, "comanda/"), encoded, content_type=kind, headers=JSON).json()
    assert told["refused"]
    assert told["text"]
    assert not Move.objects.exists()


def test_a_browser_without_scripts_is_led_back_to_the_table(client_of: Client, playing: Round) -> None:
    values = {"command": "play G5", "after": "0", "command_id": "no-script"}
    response = client_of.post(url(playing, "comanda/"), values, headers={"Accept": "text/html"}, follow=True)
    assert response.redirect_chain == [(url(playing), 302)]
    assert "Cartea nu se potrivește" in response.content.decode()


def test_a_page_that_has_seen_everything_is_sent_nothing(client_of: Client, playing: Round) -> None:
    first = client_of.get(url(playing, "stare/"))
    assert 'id="mine"' in first.content.decode()
    assert int(first.headers["X-Now"]) > 0
    assert client_of.get(url(playing, "stare/"), {"number": by_number(first.content.decode())}).status_code == 204


def test_no_page_of_a_running_table_names_a_hidden_card(ana: Player, bogdan: Player, playing: Round) -> None:
    everything = {card for cards in (*HANDS, DRAW) for card in cards.split()}
    for person, own in ((None, set[str]()), (ana, set(HANDS[0].split())), (bogdan, set(HANDS[1].split()))):
        client = Client()
        if person:
            client.force_login(person)
        for address in (url(playing), url(playing, "stare/"), f"/joc/{playing.match.code}/"):
            response = client.get(address)
            assert response.status_code == 200
            assert named([response.content.decode()], everything) == (own if "/t/" in address else set())


def test_what_may_follow_is_told_by_http_too(client_of: Client, playing: Round) -> None:
    told = client_of.get(url(playing, "urma/"), {"cards": "R5"}).json()
    told_cards = {"G5": "", "R7": "", "WC": "c"}
    assert told == {"follow": "R5", "cards": told_cards, "preview": "Urmează: bogdan"}
    assert Client().get(url(playing, "urma/"), {"cards": "R5"}).json()["cards"] == {}


def test_no_such_table_is_404(client_of: Client) -> None:
    for end in ("", "stare/"):
        assert client_of.get(f"/t/NOSUCH/{end}").status_code == 404


def test_a_table_is_found_by_its_code_in_small_letters(client_of: Client, playing: Round) -> None:
    assert client_of.get(f"/t/{playing.match.code.lower()}/").status_code == 200


def test_a_visitor_sees_the_open_table_with_its_code_and_picture(ana: Player) -> None:
    match = open_table(ana, bots=1)
    page = Client().get(f"/t/{match.code}/").content.decode()
    assert match.code in page
    assert "<svg" in page.split('class="qr"')[1][:200]
    assert f'value="http://testserver/t/{match.code}/"' in page
    assert 'id="sign-in"' in page


def test_what_a_player_wrote_is_shown_as_text(ana: Player, bogdan: Player) -> None:
    from games.engine.ruleset import rules_from

    rules = rules_from({"custom_rules": [['honour "<img src=x onerror=alert(1)>"']]})
    played = lay(start(ana, bogdan, rules=rules), hands=["W1 R5 R6", "B1 B2"], table="R3", draw="B9 Y9", discard="Y0")
    client = Client()
    client.force_login(ana)
    values = {"command": "play W1:R", "after": "0", "command_id": "honour-123"}
    told = client.post(url(played, "comanda/"), values, headers=JSON).json()
    assert told["number"] == 1
    assert "<img" not in told["content"]
    assert "&lt;img" in told["content"]


def test_a_card_handed_over_is_named_to_the_two_alone(ana: Player, bogdan: Player) -> None:
    from games.engine.ruleset import rules_from

    rules = rules_from({"custom_rules": [["swap_card chosen"]]})
    hands = ["W1 R5 R6 G8", "B1", "Y4 Y6"]
    played = lay(start(ana, bogdan, bots=1, rules=rules), hands=hands, table="R3", draw="B9 Y9", discard="Y0")
    with_ana = Phone(played.match, ana)
    with_ana.log_in()
    assert with_ana.post("play W1:R>1=G8")["number"] == 1
    screen = screens.read(played.match.code)
    assert screen is not None
    told = {person: screens.whole(screen, person, "en") for person in (ana.pk, bogdan.pk, None)}
    assert "You gave 8 green to bogdan." in told[ana.pk]
    assert "You got 1 blue from bogdan." in told[ana.pk]
    assert "You got 8 green from ana." in told[bogdan.pk]
    assert "8 green" not in told[None]
    assert not tells_of(told[None], "G8")
    assert tells_of(told[bogdan.pk], "G8")
    assert "1 blue" not in told[None]


def test_a_seats_update_stays_small(ana: Player, bogdan: Player, playing: Round) -> None:
    screen = screens.read(playing.match.code)
    assert screen is not None
    assert len(screens.whole(screen, ana.pk, "ro").encode()) <= 8 * 1024


def test_every_face_of_a_table_can_be_shown(ana: Player, bogdan: Player, playing: Round) -> None:
    match = playing.match
    for state in ("open", "playing", "between", "paused", "finished", "cancelled"):
        type(match).objects.filter(pk=match.pk).update(state=state)
        screens._common.clear()
        screen = screens.read(match.code)
        assert screen is not None
        for person in (ana.pk, bogdan.pk, 10**6, None):
            assert f'data-state="{state}"' in screens.whole(screen, person, "ro")


def test_a_table_that_is_dealt_while_it_is_read_is_read_with_its_round(
    ana: Player, bogdan: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = open_table(ana, bogdan)
    tables.set_ready(match=match, player=bogdan, ready=True)
    find = queries.match_by_code

    def dealt_before_it_is_found(code: str) -> Match | None:
        tables.start_match(match=match, by=ana)
        return find(code)

    monkeypatch.setattr(queries, "match_by_code", dealt_before_it_is_found)
    screen = screens.read(match.code)
    assert screen is not None
    assert screen.state is not None
    assert 'data-state="playing"' in screens.whole(screen, ana.pk, "ro")


def test_the_rematch_is_offered_to_all_once_it_is_open(ana: Player, bogdan: Player, playing: Round) -> None:
    match = playing.match
    type(match).objects.filter(pk=match.pk).update(state="finished")
    again = rematches.rematch(match=match, by=ana)
    screen = screens.read(match.code)
    assert screen is not None
    assert f"/t/{again.code}/" in screens.whole(screen, bogdan.pk, "ro")


def test_the_score_of_a_round_begins_with_the_play_that_ended_it(
    client_of: Client, ana: Player, bogdan: Player
) -> None:
    ended = lay(start(ana, bogdan), hands=["R5", "B1 B2"], table="R3", draw="G1")
    values = {"command": "play R5", "after": "0", "command_id": "the-last-card"}
    shown = client_of.post(url(ended, "comanda/"), values, headers={"Accept-Language": "en", **JSON}).json()["content"]
    assert 'data-state="between"' in shown
    assert "ana plays 5 red. ana wins the round: 3 points." in " ".join(shown.split("hall__story")[1].split())
