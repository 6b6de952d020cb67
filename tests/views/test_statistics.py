"""Pages of figures: what they tell, who may see them, what they cost."""

import html
import re
from datetime import date
from itertools import pairwise

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import queries_statistics
from games.engine.ruleset import rules_from
from games.models import Match, MonthSums, Player, SiteCount, SiteDay, Sums
from games.presenters.charts import HALF_LETTER, WIDTH, Figure, bars, columns
from games.services import sums
from tests.services.table import NOON
from tests.services.test_matches import bots_only, play_out
from tests.services.test_sums import played_by_themselves
from tests.views.conftest import signed_in
from tests.views.people import grown

pytestmark = pytest.mark.django_db
SITE = "/statistici/"


def shown(client: Client, player: Player | None = None) -> str:
    address = SITE if player is None else reverse("games:player_statistics", args=[player.username])
    response = client.get(address)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def rows(page: str, key: str) -> list[list[str]]:
    """The cells of a chart's table, as text."""
    part = page.split(f'id="chart-{key}"')[1].split("</table>")[0]
    found = [
        re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
        for row in re.findall(r"<tr>(.*?)</tr>", part, re.DOTALL)
    ]
    return [[re.sub(r"<[^>]*>|\s+", " ", cell).strip() for cell in row] for row in found]


@pytest.fixture(autouse=True)
def on_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries_statistics, "today", lambda: NOON.date())


@pytest.fixture
def dana() -> Player:
    return grown("dana")


def test_figures_are_those_of_the_sums(anybody: Client, dana: Player) -> None:
    this_month = NOON.date().replace(day=1)
    Sums.objects.create(
        player=dana,
        seats=4,
        points=777,
        matches=20,
        matches_won=8,
        rounds=90,
        rounds_won=30,
        longest_combo=5,
        attacks_passed=41,
    )
    Sums.objects.create(player=dana, seats=2, matches=5, matches_won=1, rounds=9, longest_combo=3, mas_said=12)
    Sums.objects.filter(seats=2).update(reactions=4, reaction_ms=2400, fastest_ms=310)
    MonthSums.objects.create(player=dana, month=this_month, preset="mas", matches=15, matches_won=5, points=1234)
    MonthSums.objects.create(player=dana, month=date(2026, 10, 1), preset="clasic", matches=10, matches_won=4)
    page = shown(anybody, dana)
    tiles = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page))
    assert tiles["Longest combo"] == "5 cards"
    assert tiles["Attacks passed on"] == "41"
    assert tiles["Fastest reaction"] == "0.31 s"
    assert rows(page, "sizes")[1:] == [
        ["2 seats", "1 of 5 (20%) · points: 0"],
        ["4 seats", "8 of 20 (40%) · points: 777"],
    ]
    assert rows(page, "presets")[1:] == [
        ["MAS UNO", "5 of 15 (33%) · points: 1,234"],
        ["Classic", "4 of 10 (40%) · points: 0"],
    ]
    assert rows(page, "months")[-2:] == [["October 2026", "10", "4", "0"], ["November 2026", "15", "5", "0"]]
    assert rows(page, "points")[-1] == ["November 2026", "1,234", "0"]
    assert rows(page, "reactions")[1] == ["2 seats", "0.60 s, fastest 0.31 s"]
    assert rows(page, "mas")[1] == ["MAS! said", "12"]


def test_the_site_tells_what_was_played(anybody: Client) -> None:
    today = NOON.date()
    SiteDay.objects.create(day=today, preset="mas", seats=4, matches=3, rounds=10, moves=400, round_ms=1_500_000)
    SiteDay.objects.create(day=today, preset="", seats=2, matches=1, rounds=1, moves=20, round_ms=60_000)
    SiteDay.objects.create(day=date(2024, 1, 1), preset="mas", seats=4, matches=99, rounds=99)
    for what, key, count in (("card", "R7", 3), ("card", "B7", 1), ("card", "WD:G"[:2], 4), ("minutes", "2", 6)):
        SiteCount.objects.create(what=what, key=key, rounds=count)
    SiteCount.objects.create(what="minutes", key="77", rounds=2)
    page = shown(anybody)
    assert rows(page, "presets")[1:] == [["MAS UNO", "3"], ["Own rules", "1"]]
    assert rows(page, "sizes")[1:] == [["2 seats", "1"], ["4 seats", "3"]]
    assert rows(page, "days")[-1] == ["29 November", "4", "11"]
    assert rows(page, "lengths")[3] == ["2–3", "6"]
    assert rows(page, "lengths")[-1] == ["15+", "2"]
    assert rows(page, "cards")[1:] == [["7", "4 of 8 (50%)"], ["+4", "4 of 8 (50%)"]]
    assert rows(page, "means")[2] == ["4 seats", "2 min 30 s · moves: 40"]
    SiteDay.objects.filter(seats=2).update(round_ms=47_000)
    assert rows(shown(anybody), "means")[1] == ["2 seats", "47 s · moves: 20"]


def test_who_has_played_nothing_is_asked_to_play(anybody: Client, dana: Player) -> None:
    assert "No figures yet" in shown(signed_in(dana), dana)
    assert "dana has not played a round to its end yet" in shown(anybody, dana)
    assert "The first round is yours." in shown(anybody)
    for page in (shown(anybody), shown(anybody, dana)):
        assert reverse("games:open") in page.split("<main")[1]


def test_they_are_seen_by_who_sees_the_players_page(anybody: Client, ana: Player, dana: Player) -> None:
    """Ana has not told her age."""
    address = reverse("games:player_statistics", args=["ana"])
    assert anybody.get(address).status_code == 302
    assert signed_in(dana).get(address).status_code == 404
    assert signed_in(ana).get(address).status_code == 200
    assert signed_in(dana).get(reverse("games:player_statistics", args=["nimeni"])).status_code == 404


def test_they_lead_to_one_another(ana: Player, over: Match) -> None:
    client = signed_in(ana)
    own = reverse("games:player_statistics", args=["ana"])
    for address in (reverse("games:profile", args=["ana"]), reverse("games:my_games"), SITE):
        assert own in client.get(address).content.decode()
    assert SITE in client.get(reverse("games:home")).content.decode()


def test_a_page_of_figures_asks_as_little_after_many_games(ana: Player, bogdan: Player) -> None:
    client = signed_in(ana)

    def queries() -> list[int]:
        counts = []
        for address in (reverse("games:player_statistics", args=["ana"]), SITE):
            with CaptureQueriesContext(connection) as caught:
                assert client.get(address).status_code == 200
            counts.append(len(caught))
        return counts

    played_by_themselves(play_out(bots_only(ana, bogdan, rules=rules_from({"ending": "single"}))))
    sums.rebuild()
    queries()  # what a first visit alone asks for
    few = queries()
    for seats in range(2, 11):
        Sums.objects.get_or_create(player=ana, seats=seats, defaults={"matches": 1, "rounds": 7})
        for month in range(1, 13):
            MonthSums.objects.get_or_create(player=ana, month=date(2026, month, 1), preset="mas")
            SiteDay.objects.get_or_create(day=date(2026, month, 1), preset="mas", seats=seats, matches=9, rounds=12)
    assert queries() == few
    assert max(few) <= 9


# Charts


def test_bars_are_shares_of_the_longest() -> None:
    drawn = bars(("a", "b"), [Figure("x", 4, "4", part=1), Figure("y", 2, "2", mark=3), Figure("z", 0, "0")])
    assert [(bar.length, bar.part, bar.mark) for bar in drawn.rows] == [(1000, 250, None), (500, 0, 750), (0, 0, None)]
    assert [bar.length for bar in bars(("a", "b"), [Figure("x", 0, "0")]).rows] == [0]


@pytest.mark.parametrize("most", [0, 1, 3, 4, 5, 9, 10, 11, 99, 100, 12345])
def test_columns_stand_between_floor_and_ceiling_with_few_lines(most: int) -> None:
    drawn = columns("told", ["a", "b"], [most, 0], parts=[most // 2, 0], heads=(), rows=())
    tops = [level.y for level in drawn.levels]
    assert 2 <= len(tops) <= 5
    assert tops == sorted(tops, reverse=True)
    assert int(re.sub(r"\D", "", drawn.levels[-1].text)) >= most
    column, empty = drawn.columns
    assert (empty.height, empty.part_height) == (0, 0)
    assert column.y >= tops[-1]
    assert column.part_height <= column.height


def test_no_name_of_a_column_sticks_out() -> None:
    names = ["15 septembrie"] * 30
    drawn = columns("told", names, [1] * 30, heads=(), rows=())
    named = [column.middle for column in drawn.columns if column.named]
    assert named[-1] == WIDTH - HALF_LETTER * len(names[-1])
    wide = 2 * HALF_LETTER * len(names[-1])
    assert all(other - one > wide for one, other in pairwise(named))
