"""A player's page: what it tells, who may see it, what it costs."""

import html
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import talks
from games.models import Connection, Friendship, Match, Player, Seat, Settlement
from games.presenters import ledger
from games.services import company, guests, ledger_acts
from tests.services.ledger import end, line, ranked
from tests.services.table import NOON, player, start
from tests.services.test_sums import played_by_themselves
from tests.views.conftest import signed_in
from tests.views.people import crowd, grown

pytestmark = pytest.mark.django_db
MOST_QUERIES = 12


def address(player: Player) -> str:
    return reverse("games:profile", args=[player.username])


def page(client: Client, player: Player, **asked: Any) -> str:
    response = client.get(address(player), asked)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


@pytest.fixture
def dana() -> Player:
    return grown("dana")


@pytest.fixture
def emil() -> Player:
    return grown("emil")


def test_a_rating_is_told_with_its_doubt_and_why_it_changed(anybody: Client, dana: Player, emil: Player) -> None:
    match = end(ranked(dana, emil), [500, 0])
    shown = page(anybody, dana)
    assert "Placed above emil, an equal player" in shown
    assert match.code in shown
    assert "ladder__doubt" in shown
    assert 'role="img"' in shown
    assert "Placed below dana, an equal player" in page(anybody, emil)


def test_the_graph_is_a_table_too(anybody: Client, dana: Player, emil: Player) -> None:
    for _ in range(3):
        end(ranked(dana, emil), [500, 0])
    shown = page(anybody, dana)
    table = shown.split("The same as a table")[-1].split("</table>")[0]
    assert table.count('class="tablecode"') == 3


def test_the_ledger_is_leafed_through(anybody: Client, dana: Player, emil: Player) -> None:
    codes = [end(ranked(dana, emil), [500, 0]).code for _ in range(23)]
    first, last = page(anybody, dana), page(anybody, dana, page=3)
    assert 'rel="next"' in first
    assert 'rel="next"' not in last
    assert [code for code in codes if f"Score of match {code}" in last] == codes[:3]
    assert "nothing older" in page(anybody, dana, page=9)


def test_another_ladder_is_a_link_away(anybody: Client, dana: Player, emil: Player) -> None:
    end(ranked(dana, emil), [500, 0])
    end(ranked(dana, emil, grown("florin")), [0, 100, 200])
    assert "above emil" in page(anybody, dana, ladder="duel")
    assert "below florin" in page(anybody, dana, ladder="table")


def test_statistics_stand_by_the_size_of_the_table(anybody: Client, over: Match) -> None:
    from games.services import sums

    played_by_themselves(over)
    sums.rebuild()
    ana = Player.objects.get(username="ana")
    Player.objects.filter(pk=ana.pk).update(age_band="16plus")
    shown = page(anybody, ana)
    assert "3 seats" in shown
    assert "Longest combo" in shown
    assert over.code in shown


def test_who_has_played_nothing_has_a_page_too(anybody: Client, dana: Player) -> None:
    shown = page(anybody, dana)
    assert "no rated match yet" in shown
    assert "No match has been played to its end yet." in shown


def test_two_who_met_are_told_how_it_went(dana: Player, emil: Player) -> None:
    for points in ([500, 0], [500, 0], [0, 500]):
        end(ranked(dana, emil), points)
    assert "3 matches together: 2 times you came before them, 1 times behind" in page(signed_in(dana), emil)


# Who may see whose page

VISITORS = ("anybody", "guest", "stranger", "mate", "friend", "blocked", "self", "staff")
SEEN = {
    "16plus": set(VISITORS),
    "under16": {"mate", "friend", "self", "staff"},
    "unknown": {"mate", "friend", "self", "staff"},
}


def visitor(kind: str, owner: Player) -> Client:
    if kind == "anybody":
        return Client(headers={"accept-language": "en"})
    who = {"guest": guests.make, "self": lambda: owner}.get(kind, lambda: grown(kind))()
    if kind == "friend":
        Friendship.objects.create(asker=owner, other=who, accepted_at=NOON)
    if kind in ("mate", "blocked"):
        start(who, owner)
    if kind == "blocked":
        company.block(player=owner, other=who, on=True)
    if kind == "staff":
        Player.objects.filter(pk=who.pk).update(is_staff=True)
    return signed_in(who)


@pytest.mark.parametrize("age", SEEN)
@pytest.mark.parametrize("kind", VISITORS)
def test_who_sees_whose_page(age: str, kind: str) -> None:
    owner = grown("titular", age)
    response = visitor(kind, owner).get(address(owner))
    assert (response.status_code == 200) is (kind in SEEN[age])
    if response.status_code == 200:
        assert 'content="noindex"' in response.content.decode()


@pytest.mark.parametrize("name", ["copil", "nimeni"])
def test_a_child_is_hidden_as_who_is_not_there(name: str, dana: Player) -> None:
    grown("copil", "under16")
    there = reverse("games:profile", args=[name])
    assert Client().get(there).headers["Location"].endswith(f"?next={there}")
    assert signed_in(dana).get(there).status_code == 404


def test_a_guest_has_no_page(dana: Player) -> None:
    guest = guests.make()
    assert signed_in(dana).get(address(guest)).status_code == 404
    assert signed_in(guest).get(address(guest)).status_code == 404


def test_of_a_former_player_nothing_is_told(anybody: Client, dana: Player, emil: Player) -> None:
    end(ranked(dana, emil), [500, 0])
    Player.objects.filter(pk=dana.pk).update(username="fost-jucator-3f9c", gone_at=NOON, is_active=False)
    dana.refresh_from_db()
    shown = page(anybody, dana)
    assert "former player 3f9c" in shown
    assert "emil" not in shown
    assert "Placed" not in shown


# What can be done there


def acts(shown: str) -> set[str]:
    names = ("friend_ask", "friend_accept", "friend_remove", "mute", "block")
    return {name for name in names if f'action="{reverse(f"games:{name}")}"' in shown}


def test_the_buttons_fit_what_is_between_the_two(anybody: Client, dana: Player, emil: Player) -> None:
    client = signed_in(dana)
    assert acts(page(anybody, emil)) == set()
    assert acts(page(client, dana)) == set()
    assert acts(page(client, emil)) == {"friend_ask", "mute", "block"}
    Friendship.objects.create(asker=dana, other=emil)
    assert acts(page(client, emil)) == {"friend_remove", "mute", "block"}
    assert acts(page(signed_in(emil), dana)) == {"friend_accept", "mute", "block"}
    Friendship.objects.update(accepted_at=NOON)
    assert acts(page(client, emil)) == {"friend_remove", "mute", "block"}
    company.block(player=dana, other=emil, on=True)
    assert acts(page(client, emil)) == {"mute", "block"}


def test_who_played_together_may_report(dana: Player, emil: Player) -> None:
    assert "/raport/" not in page(signed_in(dana), emil)
    match = start(dana, emil).match
    report = reverse("games:report", args=[match.code])
    client = signed_in(dana)
    assert report in page(client, emil)
    answer = client.post(report, {"name": "emil", "why": "cheating", "next": address(emil)})
    assert answer.headers["Location"] == address(emil)
    assert emil.reports.count() == 1


def test_a_long_history_takes_as_many_queries_as_a_short_one(dana: Player, emil: Player) -> None:
    client = signed_in(dana)

    def queries() -> int:
        with CaptureQueriesContext(connection) as log:
            page(client, emil)
        return len(log)

    end(ranked(dana, emil), [500, 0])
    few = queries()
    people = crowd(40)
    for person in people:
        end(ranked(emil, person), [500, 0])
    Seat.objects.bulk_create(
        [
            Seat(match=match, number=9, player=dana, name="dana", place=9)
            for match in Match.objects.exclude(seats__player=dana)
        ]
    )
    assert max(few, queries()) <= MOST_QUERIES


def test_names_at_a_match_lead_to_pages_that_may_be_seen(anybody: Client, dana: Player) -> None:
    child = grown("copil", "under16")
    match = end(ranked(dana, child), [500, 0])
    shown = anybody.get(reverse("games:match", args=[match.code])).content.decode()
    assert address(dana) in shown
    assert address(child) not in shown
    shown = signed_in(dana).get(reverse("games:match", args=[match.code])).content.decode()
    assert address(child) in shown


def pages_beside(match: Match, reader: Player | None) -> set[str]:
    """Whose pages the talk beside the table leads a reader to."""
    return set(
        re.findall(r'data-page="/jucator/(\w+)/"', talks.fragment(match.code, reader.pk if reader else None, "en"))
    )


def test_names_beside_a_table_lead_to_pages_that_may_be_seen(dana: Player) -> None:
    child, guest, watcher = player("copil"), guests.make(), grown("emil")
    match = start(dana, child, guest).match
    Connection.objects.create(match=match, player=watcher, key="watches", seen_at=NOON)
    assert pages_beside(match, None) == pages_beside(match, watcher) == {"dana", "emil"}
    assert pages_beside(match, dana) == {"dana", "emil", "copil"}, "they play together"
    company.block(player=child, other=dana, on=True)
    assert pages_beside(match, dana) == {"dana", "emil"}


def test_a_ranked_match_tells_what_it_did_to_each_rating_and_why_on_ones_own_page(
    anybody: Client, dana: Player
) -> None:
    child = grown("copil", "under16")
    match = end(ranked(dana, child), [500, 0])
    where = reverse("games:match", args=[match.code])
    shown = text_of(signed_in(dana), where)
    lines = [line(match, person) for person in (dana, child)]
    for change in lines:
        moved = ledger.moved(change)
        assert moved.sign not in ("", "0")
        assert f"<b>{moved.sign}</b> {moved.before} → {moved.after}" in shown
    assert f"{address(dana)}?ladder=duel#ledger-title" in shown
    # Whose page is not to be seen, of them nothing is told here either; and why is for each to read of their own.
    others = text_of(anybody, where)
    assert ledger.moved(lines[0]).after in others
    assert ledger.moved(lines[1]).after not in others
    assert "#ledger-title" not in others


def test_a_match_that_was_taken_out_of_the_ledger_changed_no_rating(anybody: Client, dana: Player) -> None:
    match = end(ranked(dana, grown("emil")), [500, 0])
    Settlement.objects.update(undone_at=NOON)
    assert "podium__moved" not in text_of(anybody, reverse("games:match", args=[match.code]))


def text_of(client: Client, where: str) -> str:
    return html.unescape(client.get(where).content.decode())


def test_a_line_says_when_a_league_has_corrected_the_places(anybody: Client, dana: Player, emil: Player) -> None:
    match = end(ranked(dana, emil), [500, 0])
    assert "as the league has corrected them" not in page(anybody, dana)
    ledger_acts.correct(match=match, places={emil.pk: 1, dana.pk: 2}, by=emil, reason="Slip")
    shown = page(anybody, dana)
    assert "By the places as the league has corrected them." in shown
    assert "Placed below emil, an equal player" in shown
