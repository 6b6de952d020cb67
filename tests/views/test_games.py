"""Matches that are over, looked for and leafed through: one's own, and those that everybody may find."""

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.engine.ruleset import MAS_UNO
from games.models import Match, Player, Seat
from games.names import former_name
from games.queries_history import A_PAGE, duels
from tests.services.table import NOON, player
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def dan(db: None) -> Player:
    """Whose page everybody may see."""
    return Player.objects.create(username="dan", age_band="16plus")


@pytest.fixture
def eva(db: None) -> Player:
    return Player.objects.create(username="eva", age_band="16plus")


def played(code: str, *people: Player, minutes: int = 0, points: tuple[int, ...] = (), **values: Any) -> Match:
    """A match over `minutes` before noon; its people ended in the order in which they are named."""
    end = NOON - timedelta(minutes=minutes)
    told = {"public": True, "state": "finished", "preset": "mas", "started_at": end, "finished_at": end} | values
    clocks = {"size": 6, "seated": len(people), "turn_ms": 30_000, "bank_ms": 60_000}
    match = Match.objects.create(code=code, host=people[0], rules=MAS_UNO.to_mapping(), **clocks, **told)
    for k, person in enumerate(people):
        scored = points[k] if points else 0
        Seat.objects.create(match=match, number=k, player=person, name=person.username, place=k + 1, points=scored)
    return match


def codes(client: Client, name: str = "games", **asked: object) -> list[str]:
    response = client.get(reverse(f"games:{name}"), {key: str(value) for key, value in asked.items()})
    assert response.status_code == 200
    return re.findall(r'class="tablecode">(\w+)<', response.content.decode())


def test_everybody_finds_public_and_ranked_matches_alone(anybody: Client, ana: Player, bogdan: Player) -> None:
    played("PUBLIC", ana, bogdan, minutes=1)
    played("RANKED", ana, bogdan, minutes=2, public=False, kind="ranked")
    played("FRIEND", ana, bogdan, public=False)
    played("LEAGUE", ana, bogdan, public=False, kind="league")
    played("RUNNIN", ana, bogdan, state="playing", finished_at=None)
    played("CALLED", ana, bogdan, state="cancelled")
    assert codes(anybody) == ["PUBLIC", "RANKED"]
    assert codes(anybody, code="friend") == []
    assert codes(anybody, code="ranked") == ["RANKED"]


def test_ones_own_list_has_them_all(ana: Player, bogdan: Player, dan: Player) -> None:
    played("FRIEND", ana, bogdan, public=False)
    played("CALLED", ana, bogdan, state="cancelled", minutes=1)
    played("OTHERS", bogdan, dan)
    assert codes(signed_in(ana), "my_games") == ["FRIEND", "CALLED"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"kind": "ranked"}, ["RANKED"]),
        ({"preset": "clasic"}, ["CLASIC"]),
        ({"preset": "own"}, ["OWNBIG"]),
        ({"seats": 3}, ["THREES"]),
        ({"seats": 40}, ["OWNBIG"]),
        ({"seats": 40, "preset": "mas"}, []),
        ({"person": "DAN"}, ["THREES", "CLASIC"]),
        ({"person": "dan", "other": "eva"}, ["THREES"]),
        ({"other": "eva"}, ["THREES", "RANKED", "LIGAMI"]),
        ({"person": "dan", "result": "won"}, ["CLASIC"]),
        ({"person": "dan", "result": "lost"}, ["THREES"]),
        ({"since": "2026-11-29"}, ["THREES", "RANKED"]),
        ({"until": "2026-11-28"}, ["CLASIC", "LIGAMI", "OWNBIG"]),
        ({"since": "2026-11-29", "person": "dan"}, ["THREES"]),
        ({"ladder": "duel"}, ["RANKED"]),
        ({"ladder": "table"}, ["LIGAMI"]),
        ({"league": "Miercuri"}, ["LIGAMI"]),
        ({"league": "liga de miercuri", "seats": 4}, ["LIGAMI"]),
        ({"league": "marți"}, []),
        ({"person": "ev"}, ["THREES", "RANKED", "LIGAMI"]),
        ({"person": "da", "other": "ev", "preset": "mas", "kind": "casual"}, ["THREES"]),
        ({"person": "ev", "result": "won"}, ["LIGAMI"]),
    ],
)
def test_each_filter_leaves_what_it_says(
    anybody: Client, ana: Player, dan: Player, eva: Player, asked: dict[str, object], found: list[str]
) -> None:
    played("THREES", ana, dan, eva, minutes=1)
    played("RANKED", ana, eva, minutes=2, kind="ranked")
    played("CLASIC", dan, ana, minutes=24 * 60, preset="clasic")
    league = {"league": "liga-de-miercuri", "league_name": "Liga de miercuri"}
    played("LIGAMI", eva, ana, player("flo"), player("geo"), minutes=48 * 60, kind="league", **league)
    played("OWNBIG", ana, player("ion"), minutes=72 * 60, preset="")
    Match.objects.filter(code="OWNBIG").update(size=40, seated=40)
    assert codes(anybody, **asked) == found


def test_rules_of_ones_own_are_told_and_offered(anybody: Client, ana: Player, bogdan: Player) -> None:
    played("OWNBIG", ana, bogdan, preset="")
    page = html.unescape(anybody.get(reverse("games:games"), {"preset": "own"}).content.decode())
    assert "by rules of their own" in page
    assert '<option value="own" selected>own rules</option>' in page
    assert re.findall(r'<option value="(\d+)">', page) == [str(seats) for seats in range(2, 41)]


def test_days_are_those_of_bucharest(anybody: Client, ana: Player, dan: Player) -> None:
    """Half past midnight there is the evening before in London."""
    played("LATE", ana, dan, minutes=-(10 * 60 + 30))  # 22:30 UTC on the 29th
    assert codes(anybody, since="2026-11-30", until="2026-11-30") == ["LATE"]
    assert codes(anybody, until="2026-11-29") == []
    assert "30 November 2026" in anybody.get(reverse("games:games")).content.decode()


@pytest.mark.parametrize("part", ["stefan", "ȘTEF", "ştef", "efan", "tefan-", "fan-b"])
def test_a_part_of_a_name_finds_it_however_it_is_typed(anybody: Client, ana: Player, part: str) -> None:
    played("PUBLIC", ana, Player.objects.create(username="Ștefan-Bârna", age_band="16plus"))
    assert codes(anybody, person=part) == ["PUBLIC"]


@pytest.mark.parametrize("part", ["bar", "arn", "na", "rna", "barn", "BÂRNĂ"])
def test_letters_that_look_like_one_are_found_apart(anybody: Client, ana: Player, part: str) -> None:
    """The shape of a name has an m for rn: a part that ends or begins between them is found all the same."""
    played("PUBLIC", ana, Player.objects.create(username="Bârna", age_band="16plus"))
    played("OTHER", ana, Player.objects.create(username="Bamdama", age_band="16plus"), minutes=1)
    assert codes(anybody, person=part) == ["PUBLIC"]


def test_what_is_looked_for_is_a_sentence_whose_parts_can_be_taken_away(
    anybody: Client, dan: Player, eva: Player
) -> None:
    played("PUBLIC", dan, eva)
    asked = {"person": "dan", "other": "eva", "seats": "2"}
    page = html.unescape(anybody.get(reverse("games:games"), asked).content.decode())
    parts = re.findall(r'told__part" href="([^"]+)"><span[^>]*>Take away: </span>(.*?)<span', page)
    assert [text for _link, text in parts] == ["played by dan", "together with eva", "at tables of 2 seats"]
    assert [link.partition("?")[2] for link, _text in parts] == [
        "other=eva&seats=2",
        "person=dan&seats=2",
        "person=dan&other=eva",
    ]
    assert f'class="told__all" href="{reverse("games:games")}"' in page


def test_who_a_part_of_a_name_may_mean_is_one_tap_away(anybody: Client, ana: Player) -> None:
    andrei, andra = (Player.objects.create(username=name, age_band="16plus") for name in ("andrei", "andra"))
    played("FIRST", andrei, ana)
    played("SECOND", andra, ana, minutes=1)
    page = html.unescape(anybody.get(reverse("games:games"), {"person": "ndr", "preset": "mas"}).content.decode())
    assert "played by andra and andrei" in page
    link = re.search(r'href="([^"]+)">andrei</a>', page)
    assert link is not None
    assert codes(anybody, person="andrei", preset="mas") == ["FIRST"]
    assert link[1].endswith("?person=andrei&preset=mas")


def test_a_part_of_a_name_finds_nobody_who_is_hidden(anybody: Client, ana: Player, dan: Player) -> None:
    """Ana has not told her age; among one's own games only who sat there is found."""
    played("PUBLIC", ana, dan)
    assert searched(anybody, "an") == "dan"
    assert searched(signed_in(dan), "an") == "ana and dan"
    Player.objects.create(username="anania", age_band="16plus")
    page = html.unescape(signed_in(dan).get(reverse("games:my_games"), {"other": "an"}).content.decode())
    assert "together with ana<" in page


def searched(client: Client, part: str) -> str:
    page = html.unescape(client.get(reverse("games:games"), {"person": part}).content.decode())
    return "".join(re.findall(r"played by (.*?)<", page))


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"person": "x"}, "Write at least two letters of the name."),
        ({"result": "won"}, "Say whose result it is"),
        ({"since": "2026-11-29", "until": "2026-11-01"}, "This is before the first day."),
    ],
)
def test_what_cannot_be_meant_is_said(anybody: Client, asked: dict[str, str], told: str) -> None:
    page = html.unescape(anybody.get(reverse("games:games"), asked).content.decode())
    assert told in page
    assert '<details class="fold" open>' in page


@pytest.mark.parametrize("asked", [{"since": "ieri"}, {"seats": "x"}, {"kind": "any"}, {"person": "nimeni-aici"}])
def test_what_there_is_not_is_said_and_finds_nothing(
    anybody: Client, ana: Player, bogdan: Player, asked: dict[str, object]
) -> None:
    played("PUBLIC", ana, bogdan)
    assert codes(anybody, **asked) == []
    assert 'class="errorlist"' in anybody.get(reverse("games:games"), asked).content.decode()


def test_a_child_is_looked_for_as_a_name_that_nobody_has(anybody: Client, ana: Player, dan: Player) -> None:
    """Ana has not said that she is over 16; who sat with her may look."""
    played("PUBLIC", ana, dan)
    texts = [anybody.get(reverse("games:games"), {"person": name}).content for name in ("ana", "xyz")]
    assert [b"There is no such player here." in text for text in texts] == [True, True]
    assert codes(anybody, person="ana") == []
    assert codes(signed_in(dan), person="ana") == ["PUBLIC"]
    assert codes(signed_in(ana), person="ana") == ["PUBLIC"]


def test_who_is_gone_is_a_former_player_in_the_list(anybody: Client, ana: Player, dan: Player) -> None:
    match = played("PUBLIC", ana, dan)
    match.seats.filter(number=0).update(name=former_name("abcd"))
    shown = anybody.get(reverse("games:games")).content.decode()
    assert "former player abcd" in shown


def leafed(client: Client, way: str, address: str) -> list[list[str]]:
    """The codes page after page, by the links alone."""
    pages = []
    for _ in range(20):
        shown = html.unescape(client.get(address).content.decode())
        pages.append(re.findall(r'class="tablecode">(\w+)<', shown))
        link = re.search(rf'rel="{way}" href="([^"]+)"', shown)
        if link is None:
            return pages
        address = reverse("games:games") + link[1]
    raise AssertionError("the pages do not end")


def test_every_match_is_met_once_on_the_way_there_and_once_on_the_way_back(
    anybody: Client, ana: Player, dan: Player
) -> None:
    """Three end in the same moment each time, across the borders of pages too."""
    count = 2 * A_PAGE + 5
    expected = [played(f"M{n:05}", ana, dan, minutes=n // 3).code for n in range(count)]
    order = sorted(expected, key=lambda code: (int(code[1:]) // 3, -int(code[1:])))
    there = leafed(anybody, "next", reverse("games:games") + "?preset=mas")
    assert [len(page) for page in there] == [A_PAGE, A_PAGE, 5]
    assert [code for page in there for code in page] == order
    last = Match.objects.get(code=order[-1])
    micros = int(last.finished_at.timestamp()) * 1_000_000  # type: ignore[union-attr]
    back = leafed(anybody, "prev", f"{reverse('games:games')}?after={micros}.{last.pk}")
    assert [code for page in reversed(back) for code in page] == order[:-1]


@pytest.mark.parametrize("place", ["x", "1", ".", "1.", "²5.1", "-1.2", "9" * 30 + ".1"])
def test_a_place_that_is_none_is_the_beginning(anybody: Client, ana: Player, dan: Player, place: str) -> None:
    played("PUBLIC", ana, dan)
    assert codes(anybody, before=place) == ["PUBLIC"]


def test_head_to_head_counts_by_table_size(anybody: Client, ana: Player, dan: Player, eva: Player) -> None:
    played("TWOA", dan, eva, points=(500, 20))
    played("TWOB", eva, dan, points=(510, 90))
    played("THREE", ana, dan, eva, points=(500, 300, 100))
    played("CLOSED", dan, eva, public=False, points=(500, 7))
    assert duels(dan, eva, every=False) == [(2, 2, 1, 1, 1, 1, 590, 530), (3, 1, 1, 0, 0, 0, 300, 100)]
    assert duels(dan, eva, every=True)[0] == (2, 3, 2, 1, 2, 1, 1090, 537)
    shown = anybody.get(reverse("games:games"), {"person": "dan", "other": "eva"}).content.decode()
    assert "<td>590 : 530</td>" in shown
    own = signed_in(dan).get(reverse("games:my_games"), {"other": "eva"}).content.decode()
    assert "<td>1090 : 537</td>" in own


@pytest.mark.parametrize(
    ("name", "asked"),
    [("games", {}), ("games", {"person": "dan", "other": "eva", "seats": "2"}), ("my_games", {"other": "eva"})],
)
def test_a_long_list_takes_as_many_queries_as_a_short_one(
    dan: Player, eva: Player, name: str, asked: dict[str, str]
) -> None:
    client = signed_in(dan)

    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert client.get(reverse(f"games:{name}"), asked).status_code == 200
        return len(caught)

    played("FIRST", dan, eva)
    queries()  # what a first visit alone asks for
    few = queries()
    for number in range(A_PAGE + 3):
        played(f"M{number:05}", dan, player(f"cineva{number}"), minutes=number)
        played(f"N{number:05}", dan, eva, minutes=number)
    assert queries() == few <= 12


def test_months_are_written_small_in_romanian(ana: Player, dan: Player) -> None:
    page = Client(headers={"accept-language": "ro"}).get(reverse("games:games"), {"since": "2026-01-01"})
    assert "din 1 ianuarie 2026" in page.content.decode()
