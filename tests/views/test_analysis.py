"""The page of a round's analysis: who may ask, what it shows while one waits, and what was found."""

import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.analysis import rounds as analysis
from games.analysis.chances import Chances
from games.analysis.choices import Choice
from games.analysis.findings import Finding, to_mapping
from games.models import Analysis, Match, Player, Round
from games.services import analysing
from tests.cards_told import tells_of
from tests.services.quick_analyst import unhurried
from tests.services.table import start
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db


def address(match: Match) -> str:
    return reverse("games:analysis", args=[match.code, 1])


def page(client: Client, match: Match, **options: Any) -> str:
    response = client.get(address(match), **options)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def played(match: Match) -> Round:
    return match.rounds.get(number=1)


def stored(match: Match, **values: Any) -> Analysis:
    return Analysis.objects.create(
        round=played(match), version=analysis.VERSION, total=played(match).version + 1, **values
    )


def found(match: Match, *choices: Choice) -> Analysis:
    """As if this had been found: the first moves, each with what it cost, and the end."""
    total = played(match).version
    findings = [
        Finding(k, Chances((150, 300, 120), 600), choices[k] if k < len(choices) else None) for k in range(total)
    ]
    findings[3] = Finding(3, Chances())
    findings.append(Finding(total, Chances((0, 1, 0), 1)))
    return stored(match, state="done", findings=[to_mapping(one) for one in findings], done=total + 1)


BLUNDER = Choice(1, "draw", "play R5 WC:G", 600, 60, 540, 60)
SLIP = Choice(0, "play W1:Y", "pass", 600, 300, 360, 290)


def test_whoever_is_signed_in_asks_once(ana: Player, bogdan: Player, over: Match) -> None:
    assert "<form" in page(signed_in(ana), over).split('id="analysis"')[1]
    for person in (ana, bogdan):
        response = signed_in(person).post(address(over))
        assert response.headers["Location"] == address(over)
    assert Analysis.objects.get().asked_by == ana


def test_who_is_not_signed_in_is_led_there_and_back(anybody: Client, over: Match) -> None:
    assert f'href="/cont/login/?next={address(over)}"' in page(anybody, over)
    response = anybody.post(address(over))
    assert response.headers["Location"].endswith(f"?next={address(over)}")
    assert not Analysis.objects.exists()


def test_a_guest_is_told_why_not(over: Match) -> None:
    guest = signed_in(Player.objects.create(username="oaspete", is_guest=True))
    response = guest.post(address(over), follow=True)
    assert "For this you need an account" in html.unescape(response.content.decode())
    assert not Analysis.objects.exists()


def test_a_running_round_has_no_analysis(ana: Player, bogdan: Player) -> None:
    match = start(ana, bogdan).match
    for client in (Client(), signed_in(ana), signed_in(bogdan)):
        assert client.get(address(match)).status_code == 404
        assert client.post(address(match)).status_code == 404
    assert not Analysis.objects.exists()


def test_no_card_of_a_running_round_is_shown_even_where_one_was_found(ana: Player, bogdan: Player) -> None:
    """A row that should not be there leads to nothing."""
    match = start(ana, bogdan).match
    told = [to_mapping(Finding(0, Chances((1, 1), 2), BLUNDER._replace(seat=0, best="play B9 Y4")))]
    stored(match, state="done", findings=told)
    response = signed_in(ana).get(address(match))
    assert response.status_code == 404
    shown = response.content.decode()
    assert not tells_of(shown, "B9")
    assert "9 blue" not in shown


def test_progress_is_shown_and_asked_for_again(anybody: Client, over: Match) -> None:
    row = stored(over, state="running", done=3)
    shown = page(anybody, over)
    assert f"3 of {row.total} positions" in shown
    assert re.search(rf'<progress max="{row.total}" value="3"', shown)
    assert 'hx-trigger="every 2s"' in shown
    assert 'http-equiv="refresh"' in shown
    part = page(anybody, over, headers={"hx-request": "true"})
    assert "<html" not in part
    assert f"3 of {row.total} positions" in part


def test_who_waits_sees_how_many_are_before(anybody: Client, over: Match) -> None:
    Analysis.objects.create(round=over.rounds.get(number=2), version=1, total=5)
    stored(over)
    assert "1 round is before yours." in page(anybody, over)


def test_after_a_failure_one_may_try_again(ana: Player, over: Match) -> None:
    stored(over, state="failed")
    assert "did not succeed" in page(signed_in(ana), over)
    signed_in(ana).post(address(over))
    assert Analysis.objects.get().state == "waiting"


def test_the_costly_moves_are_told_the_dearest_first(anybody: Client, over: Match) -> None:
    found(over, SLIP, BLUNDER)
    shown = page(anybody, over)
    names = [seat.name for seat in over.seats.order_by("number")]
    assert re.findall(r"Move (\d+) · ([^<]+)</span>", shown) == [("2", names[1]), ("1", names[0])]
    assert f"{names[1]} would win some 10 rounds of 100; with the master bot's move, some 90." in shown
    dear = shown.split('class="panel dear"')[1]
    assert re.findall(r"deck.svg#(\w+)", dear) == ["R5", "WC"]
    assert re.findall(r'dear__told">([^<]+) <', dear) == ["draw", "5 red, Change colour (green)"]
    base = reverse("games:replay", args=[over.code, 1])
    assert f'href="{base}1/?seat=2"' in dear
    assert f'href="{base}2/"' in dear
    assert anybody.get(f"{base}1/?seat=2").status_code == 200


def test_the_chances_are_drawn_for_each_seat_and_told_in_a_table(anybody: Client, over: Match) -> None:
    found(over, SLIP, BLUNDER)
    shown = page(anybody, over)
    seats = list(over.seats.order_by("number"))
    total = played(over).version
    labels = re.findall(r'<svg viewBox="0 0 600 100"[^>]*aria-label="([^"]+)"', shown)
    assert labels == [
        f"{seats[0].name}: from 25% to 0%; lowest 0%, highest 25%",
        f"{seats[1].name}: from 50% to 100%; lowest 50%, highest 100%",
        f"{seats[2].name}: from 20% to 0%; lowest 0%, highest 20%",
    ]
    drawn = re.findall(r'chances__run" points="([^"]+)"', shown)
    assert [line.split()[0] for line in drawn] == ["0.0,75.0", "0.0,50.0", "0.0,80.0"]
    assert [line.split()[-1] for line in drawn] == ["600.0,100.0", "600.0,0.0", "600.0,100.0"]
    assert all(len(line.split()) == total for line in drawn)  # one position could not be told
    table = re.findall(r"<tr><th scope=\"row\">.*?</tr>", shown)
    assert len(table) == total + 1
    assert re.findall(r"<td>([^<]+)</td>", table[0]) == ["25%", "50%", "20%", "The deal"]
    assert re.findall(r"<td>([^<]+)</td>", table[3])[:3] == ["–", "–", "–"]
    assert re.findall(r"<td>([^<]+)</td>", table[-1])[:3] == ["0%", "100%", "0%"]


def test_numbers_are_drawn_alike_in_every_language(over: Match, ana: Player) -> None:
    found(over)
    shown = page(signed_in(ana, "ro"), over)
    assert re.findall(r'chances__run" points="(\S+)', shown)[0] == "0.0,75.0"


def test_a_round_without_blunders_is_praised(anybody: Client, over: Match) -> None:
    found(over)
    assert "Nobody gave away a visible part" in page(anybody, over)


def test_the_replay_leads_there(anybody: Client, over: Match) -> None:
    shown = anybody.get(reverse("games:replay", args=[over.code, 1])).content.decode()
    assert f'href="{address(over)}"' in shown


def test_what_is_really_found_can_be_shown(ana: Player, over: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    unhurried(monkeypatch)
    signed_in(ana).post(address(over))
    while Analysis.objects.get().state in analysing.UNFINISHED:
        analysing.work(playouts=600)
    assert "The chances, move by move" in page(signed_in(ana), over)


def test_the_page_of_a_long_round_takes_as_many_queries(
    anybody: Client, over: Match, django_assert_max_num_queries: Any
) -> None:
    found(over)
    with django_assert_max_num_queries(7):
        page(anybody, over)
