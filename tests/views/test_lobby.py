"""What is done at a table beside playing: by POST, by who may, with a sentence for who may not."""

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from games.engine.ruleset import preset, rules_from
from games.models import Match, Player
from games.services import seating, tables
from games.services.tables import change_rules, terms_of
from tests.services.table import fresh, open_table, player, start
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db

VERBS = [
    "seat_take",
    "seat_leave",
    "seat_free",
    "bot_add",
    "bot_remove",
    "ready",
    "start",
    "rematch",
    "pause",
    "resume",
]


def press(client: Client, verb: str, match: Match, **fields: str | int) -> list[str]:
    """Press a button of the table; give the sentences it was answered with."""
    response = client.post(reverse(f"games:{verb}", args=[match.code]), fields)
    assert response.status_code == 302
    return [str(message) for message in get_messages(response.wsgi_request)]


def seats(match: Match) -> list[tuple[str, bool]]:
    return [(seat.name if seat.player else "bot", seat.ready) for seat in match.seats.all()]


@pytest.mark.parametrize("verb", VERBS)
def test_following_a_link_does_nothing(ana: Player, table: Match, verb: str) -> None:
    before = seats(table)
    assert signed_in(ana).get(reverse(f"games:{verb}", args=[table.code])).status_code == 405
    assert (seats(table), fresh(table).state) == (before, "open")


@pytest.mark.parametrize("verb", VERBS)
def test_a_visitor_is_asked_to_sign_in_and_comes_back_to_the_table(anybody: Client, table: Match, verb: str) -> None:
    before = seats(table)
    response = anybody.post(reverse(f"games:{verb}", args=[table.code]), {"number": 1})
    assert response.headers["Location"] == f"{reverse('account_login')}?next=/t/{table.code}/"
    assert seats(table) == before


@pytest.mark.parametrize("verb", VERBS)
def test_a_stranger_changes_nothing_but_takes_a_seat(db: None, table: Match, verb: str) -> None:
    before = seats(table)
    told = press(signed_in(player("carmen")), verb, table, number=1, ready=1, agree=1)
    if verb == "seat_take":
        assert seats(table) == [*before, ("carmen", False)]
    else:
        assert seats(table) == before
        assert len(told) == 1


@pytest.mark.parametrize("verb", VERBS)
def test_a_table_that_is_not_there_is_not_found(ana: Player, verb: str) -> None:
    assert signed_in(ana).post(reverse(f"games:{verb}", args=["ZZZZZZ"])).status_code == 404


def test_the_host_adds_and_removes_bots(ana: Player, table: Match) -> None:
    assert press(signed_in(ana), "bot_add", table) == []
    assert [name for name, _ in seats(table)] == ["ana", "bogdan", "bot", "bot"]
    assert press(signed_in(ana), "bot_remove", table, number=2) == []
    assert [name for name, _ in seats(table)] == ["ana", "bogdan", "bot"]


def test_the_host_frees_a_seat(ana: Player, table: Match) -> None:
    assert press(signed_in(ana), "seat_free", table, number=1) == []
    assert [name for name, _ in seats(table)] == ["ana", "bot"]


@pytest.mark.parametrize("number", ["", "x", "-1", "99", "²", "1" * 50])
def test_a_seat_that_is_none_is_told(ana: Player, table: Match, number: str) -> None:
    before = seats(table)
    assert len(press(signed_in(ana), "seat_free", table, number=number)) == 1
    assert seats(table) == before


def test_a_player_stands_up_again(bogdan: Player, table: Match) -> None:
    assert press(signed_in(bogdan), "seat_leave", table) == []
    assert [name for name, _ in seats(table)] == ["ana", "bot"]


def test_nobody_starts_before_everyone_is_ready(ana: Player, bogdan: Player, table: Match) -> None:
    assert len(press(signed_in(ana), "start", table)) == 1
    assert fresh(table).state == "open"
    assert press(signed_in(bogdan), "ready", table, ready=terms_of(table)) == []
    assert press(signed_in(ana), "start", table) == []
    assert fresh(table).state == "playing"


def test_ready_can_be_taken_back(bogdan: Player, table: Match) -> None:
    press(signed_in(bogdan), "ready", table, ready=terms_of(table))
    assert ("bogdan", True) in seats(table)
    press(signed_in(bogdan), "ready", table, ready=0)
    assert ("bogdan", False) in seats(table)


def test_ready_means_the_rules_that_were_shown(ana: Player, bogdan: Player, table: Match) -> None:
    shown = terms_of(table)
    change_rules(match=table, by=ana, rules=rules_from({"hand_size": 20}))
    assert len(press(signed_in(bogdan), "ready", table, ready=shown)) == 1
    assert ("bogdan", False) in seats(table)
    assert press(signed_in(bogdan), "ready", table, ready=terms_of(fresh(table))) == []
    assert ("bogdan", True) in seats(table)


def test_all_agree_to_pause_while_a_round_is_played(ana: Player, bogdan: Player) -> None:
    match = start(ana, bogdan).match
    assert press(signed_in(bogdan), "pause", match, agree=1) == []
    assert match.seats.get(player=bogdan).agrees_pause
    press(signed_in(bogdan), "pause", match, agree=0)
    assert not match.seats.get(player=bogdan).agrees_pause


def test_a_rematch_leads_to_the_new_table(ana: Player, over: Match) -> None:
    response = signed_in(ana).post(reverse("games:rematch", args=[over.code]))
    again = Match.objects.get(rematch_of=over)
    assert response.headers["Location"] == reverse("games:table", args=[again.code])
    assert again.host == ana


def test_a_refusal_is_told_in_the_readers_language(bogdan: Player, table: Match) -> None:
    sentences = {language: press(signed_in(bogdan, language), "bot_add", table)[0] for language in ("ro", "en")}
    assert sentences["ro"] != sentences["en"]


def test_a_full_table_takes_nobody(db: None, ana: Player) -> None:
    full = tables.open_table(host=ana, rules=preset("mas"), size=2, public=True, turn_ms=30_000, bank_ms=60_000)
    seating.add_bot(match=full, by=ana)
    assert len(press(signed_in(player("carmen")), "seat_take", full)) == 1


@pytest.mark.parametrize(
    ("host", "lan", "link"),
    [
        ("localhost:8000", ["192.168.1.7"], "http://192.168.1.7:8000/t/"),
        ("localhost", ["192.168.1.7"], "http://192.168.1.7:80/t/"),
        ("localhost:8000", [], "http://localhost:8000/t/"),
        ("masuno.example", ["192.168.1.7"], "http://masuno.example/t/"),
    ],
)
def test_an_invitation_leads_here_from_another_device(
    ana: Player, table: Match, settings: Any, host: str, lan: list[str], link: str
) -> None:
    settings.ALLOWED_HOSTS, settings.LAN_ADDRESSES = ["*"], lan
    page = signed_in(ana).get(reverse("games:table", args=[table.code]), headers={"host": host})
    assert page.context["link"] == f"{link}{table.code}/"


def test_a_start_that_waits_says_what_for(ana: Player, table: Match) -> None:
    host = signed_in(ana)
    assert "Two are needed" in host.get(reverse("games:table", args=[open_table(ana).code])).text
    assert "It starts when everybody is ready." in host.get(reverse("games:table", args=[table.code])).text
