"""The leaderboards: who is on them and where, and that many players cost no more than few."""

import html
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import queries_ranked
from games.models import Friendship, Player, Rating
from games.ratings import periods
from games.ratings.tiers import Tier, shown_points, tier_of, to_next
from tests.services.table import NOON, start
from tests.views.conftest import signed_in
from tests.views.people import crowd, grown, rate, score

pytestmark = pytest.mark.django_db
MOST_QUERIES = 12


def page(client: Client, **asked: Any) -> str:
    response = client.get(reverse("games:board"), asked)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def listed(shown: str) -> list[tuple[int, str]]:
    """The ranks and names of the lines, from the top."""
    lines = re.findall(r'board__rank[^>]*><b>(\d+)</b>.*?board__name">(.*?)</span></span>', shown, re.DOTALL)
    return [(int(rank), re.sub(r"<[^>]*>", " ", name).split()[0]) for rank, name in lines]


def test_all_time_lists_established_ratings_in_use_by_their_safe_side(anybody: Client) -> None:
    rate(grown("second"), 30.0, sigma=4.0)
    rate(grown("first"), 28.0, sigma=1.0)
    rate(grown("doubtful"), 40.0, sigma=4.2)
    rate(grown("idle"), 40.0, days=61)
    rate(grown("duellist"), 40.0, ladder="duel")
    assert listed(page(anybody, period="all")) == [(1, "first"), (2, "second")]
    assert listed(page(anybody, period="all", ladder="duel")) == [(1, "duellist")]


def test_a_season_lists_who_has_played_five_tables(anybody: Client) -> None:
    score(grown("few"), [5040] * 4)
    score(grown("half"), [2520] * 6)
    score(grown("whole"), [5040] * 5)
    assert listed(page(anybody)) == [(1, "whole"), (2, "half")]
    assert listed(page(anybody, period="month")) == []


def test_equal_scores_share_a_rank(anybody: Client) -> None:
    for name, first in (("ana", 5040), ("bogdan", 5040), ("carmen", 0)):
        score(grown(name), [first, 0, 0, 0, 0])
    assert [rank for rank, _ in listed(page(anybody))] == [1, 1, 3]


def test_of_equal_points_the_better_mean_of_all_tables_is_first(anybody: Client) -> None:
    score(grown("often"), [5040] * 12 + [0] * 12)
    score(grown("always"), [5040] * 10)
    score(grown("mostly"), [5040] * 10 + [2520] * 3)
    score(grown("again"), [5040] * 14)
    shown = listed(page(anybody))
    assert shown == [(1, "always"), (1, "again"), (3, "mostly"), (4, "often")]


def test_no_mean_outweighs_a_single_point_more() -> None:
    assert periods.standing(1, 0, 99) > periods.standing(0, 5040 * 5, 5)


def test_a_past_season_is_a_link_away_and_its_first_are_named(anybody: Client) -> None:
    now = queries_ranked.current_periods(timezone.now())[1]
    before = periods.preceding(now)
    score(grown("champion"), [5040] * 5, period=before)
    shown = page(anybody)
    assert listed(shown) == []
    assert "champion" in shown
    assert f"period={before}" in shown
    assert listed(page(anybody, period=before)) == [(1, "champion")]
    assert f"period={now}" in page(anybody, period=before)


@pytest.mark.parametrize("period", ["1999-S1", "2999-S1", "2026-S5", "2026-13", "x", ""])
def test_what_is_no_period_is_not_found(anybody: Client, period: str) -> None:
    assert anybody.get(reverse("games:board"), {"period": period}).status_code == 404


def test_ones_own_line_is_shown_however_far_away() -> None:
    crowd(120)
    me = grown("ana")
    rate(me, 1.0)
    assert listed(page(signed_in(me), period="all"))[-1] == (121, "ana")
    assert listed(page(signed_in(me), period="all", page=3)).count((121, "ana")) == 1
    assert len(listed(page(signed_in(me), period="all", page=3))) == 21
    assert listed(page(signed_in(me), period="all", page=2))[0] == (51, "mult00050")


def test_the_pages_together_list_everybody_once_with_equals_sharing_a_rank_across_them(anybody: Client) -> None:
    crowd(230)
    Rating.objects.filter(player__username__range=("mult00045", "mult00104")).update(standing=20)
    Rating.objects.filter(player__username__range=("mult00190", "mult00229")).update(standing=10)
    shown = [line for number in range(1, 6) for line in listed(page(anybody, period="all", page=number))]
    below = [f"mult{n:05}" for n in [*range(45), *range(105, 190), *range(45, 105), *range(190, 230)]]
    assert [name for _, name in shown] == below
    assert [rank for rank, _ in shown] == [*range(1, 131), *[131] * 60, *[191] * 40]


def test_a_page_is_counted_from_the_nearer_end_and_the_board_read_once() -> None:
    crowd(400)
    me = Player.objects.get(username="mult00399")
    client = signed_in(me)
    for number, skipped in ((1, 0), (2, 50), (4, 150), (5, 150), (7, 50), (8, 0)):
        with CaptureQueriesContext(connection) as log:
            page(client, period="all", page=number)
        asked = [query["sql"] for query in log if 'FROM "games_rating"' in query["sql"]]
        assert sum(int(found) for sql in asked for found in re.findall(r"OFFSET (\d+)", sql)) == skipped
        counts = [sql for sql in asked if "COUNT(" in sql]
        assert len([sql for sql in counts if '"standing" = ' not in sql]) == 1, "the rest look up equals"


def test_friends_only_lists_friends_and_oneself(anybody: Client) -> None:
    crowd(5)
    me, friend, asked = (grown(name) for name in ("ana", "bogdan", "carmen"))
    for person, mu in ((me, 20.0), (friend, 21.0), (asked, 22.0)):
        rate(person, mu)
    Friendship.objects.create(asker=me, other=friend, accepted_at=NOON)
    Friendship.objects.create(asker=me, other=asked)
    assert listed(page(signed_in(me), period="all", friends=1)) == [(1, "bogdan"), (2, "ana")]
    assert len(listed(page(anybody, period="all", friends=1))) == 8


def test_a_childs_name_leads_to_its_page_only_for_who_may_see_it(anybody: Client) -> None:
    child, mate = grown("copil", "under16"), grown("coleg")
    rate(child, 30.0)
    address = reverse("games:profile", args=["copil"])
    start(child, mate)
    for client, leads in ((anybody, False), (signed_in(grown("strain")), False), (signed_in(mate), True)):
        shown = page(client, period="all")
        assert "copil" in shown
        assert (address in shown) is leads


def test_a_board_is_for_no_search_engine(anybody: Client) -> None:
    assert '<meta name="robots" content="noindex">' in page(anybody)


def test_a_season_tells_ones_tier_and_how_far_the_next_is() -> None:
    me = grown("ana")
    score(me, [5040] * 3)
    shown = page(signed_in(me))
    assert "Your tier: Ember" in shown
    assert "2 more matches, and you are ranked." in shown


def test_tiers_follow_the_points() -> None:
    assert [tier_of(50400 * share // 10) for share in (0, 3, 5, 7, 9, 10)] == [
        Tier.SPARK,
        Tier.EMBER,
        Tier.FLAME,
        Tier.BLAZE,
        Tier.WILDFIRE,
        Tier.WILDFIRE,
    ]
    assert (shown_points(50400), to_next(0), to_next(50400)) == (1000, 300, 0)


@pytest.mark.parametrize(
    "asked", [{"period": "all"}, {}, {"period": "all", "friends": "1"}, {"period": "all", "page": 4}]
)
def test_many_players_take_as_many_queries_as_few(asked: dict[str, Any]) -> None:
    me = Player.objects.create(username="ana")
    rate(me, 1.0)
    score(me, [0] * 5)

    client = signed_in(me)

    def queries() -> int:
        with CaptureQueriesContext(connection) as log:
            page(client, **asked)
        return len(log)

    crowd(10, "under16")
    few = queries()
    crowd(990, "under16")
    assert max(few, queries()) <= MOST_QUERIES
