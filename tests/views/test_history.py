"""Looking back: the score of a match and its rounds move by move."""

import html
import io
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from games.engine.ruleset import rules_from
from games.models import Due, Match, Player, Round
from games.services import clock
from tests.services.stored_rounds import store
from tests.services.table import start
from tests.services.test_matches import bots_only
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db


def first_round(match: Match) -> Round:
    return match.rounds.get(number=1)


def page(client: Client, match: Match, move: int | None = None, number: int = 1) -> str:
    place = [match.code, number] if move is None else [match.code, number, move]
    response = client.get(reverse("games:replay", args=place))
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def hands(shown: str) -> list[int]:
    return [len(re.findall(r'role="img"', part)) for part in shown.split('class="cards cards--small"')[1:]]


def test_the_score_is_told_round_by_round(anybody: Client, over: Match) -> None:
    shown = anybody.get(reverse("games:match", args=[over.code])).content.decode()
    for seat in over.seats.all():
        assert seat.name in html.unescape(shown)
    for played in over.rounds.all():
        assert reverse("games:replay", args=[over.code, played.number]) in shown
        assert f"+{played.points}" in shown


def test_the_winner_is_named(anybody: Client, over: Match) -> None:
    shown = html.unescape(anybody.get(reverse("games:match", args=[over.code])).content.decode())
    for winner in over.seats.filter(place=1):
        assert winner.name in re.findall(r"<h1>(.*?)</h1>", shown)[0]


def test_a_player_of_it_may_ask_for_a_rematch(ana: Player, anybody: Client, over: Match) -> None:
    address = reverse("games:rematch", args=[over.code])
    assert address in signed_in(ana).get(reverse("games:match", args=[over.code])).content.decode()
    assert address not in anybody.get(reverse("games:match", args=[over.code])).content.decode()


def test_an_open_table_has_no_score_yet(anybody: Client, table: Match) -> None:
    response = anybody.get(reverse("games:match", args=[table.code]))
    assert response.headers["Location"] == reverse("games:table", args=[table.code])


def test_every_position_of_every_round_can_be_linked_to(anybody: Client, over: Match) -> None:
    for played in over.rounds.all():
        for move in range(played.version + 1):
            assert f"Move {move} of {played.version}" in page(anybody, over, move, played.number)


def test_a_round_begins_with_the_deal(anybody: Client, over: Match) -> None:
    assert hands(page(anybody, over)) == [7, 7, 7]


def test_a_round_ends_with_the_hands_that_were_stored(anybody: Client, over: Match) -> None:
    played = first_round(over)
    assert hands(page(anybody, over, played.version)) == [len(hand.split()) for hand in played.hands]


def test_each_move_is_told_in_a_sentence(anybody: Client, over: Match) -> None:
    shown = page(anybody, over, 1)
    told = re.findall(r'class="replay__sentence">(.*?)</p>', shown)
    assert told
    assert all(sentence for sentence in told)
    steps = re.findall(r'class="number">\d+</span><span>(.*?)</span><time', shown)
    assert len(steps) == first_round(over).version
    assert all(steps)


def test_how_a_judged_call_came_is_told(anybody: Client, over: Match) -> None:
    move = first_round(over).moves.order_by("number").first()
    assert move is not None
    assert "Arrived after" not in page(anybody, over, 1)
    move.signal = {"shown": 1000, "arrived": 2770, "lag": 250}
    move.save()
    assert "Arrived after 1.77 s; the network's 0.25 s do not count." in page(anybody, over, 1)


def test_one_can_leaf_on_and_back(anybody: Client, over: Match) -> None:
    last = first_round(over).version
    pages = {move: page(anybody, over, move) for move in (0, 1, last)}
    links = {move: dict(re.findall(r'rel="(prev|next)" href="([^"]+)"', shown)) for move, shown in pages.items()}
    address = reverse("games:replay", args=[over.code, 1])
    assert links[0] == {"next": f"{address}1/"}
    assert links[1]["prev"] == address
    assert links[last] == {"prev": f"{address}{last - 1}/"}


@pytest.mark.parametrize("name", ["replay", "analysis"])
def test_the_numbers_of_the_rounds_have_a_name_and_a_lone_round_has_none(
    anybody: Client, over: Match, name: str
) -> None:
    address = reverse(f"games:{name}", args=[over.code, 1])
    tabs = re.search(r'<nav class="roundtabs".*?</nav>', anybody.get(address).content.decode())
    assert tabs is not None
    assert re.findall(r">([^<]+)<", tabs[0]) == ["Rounds", "1", "2"]
    over.rounds.filter(number=2).update(finished_at=None)
    assert "roundtab" not in anybody.get(address).content.decode()


@pytest.mark.parametrize("place", [(1, 9999), (9, 0)])
def test_what_was_not_played_is_not_found(anybody: Client, over: Match, place: tuple[int, int]) -> None:
    assert anybody.get(reverse("games:replay", args=[over.code, *place])).status_code == 404


def test_no_hand_is_open_before_the_round_is_over(ana: Player, bogdan: Player) -> None:
    match = start(ana, bogdan).match
    for client in (Client(), signed_in(ana), signed_in(bogdan)):
        assert client.get(reverse("games:replay", args=[match.code, 1])).status_code == 404


# From a seat, and the moments


def view(client: Client, match: Match, move: int, seat: int | None = None) -> str:
    response = client.get(reverse("games:replay", args=[match.code, 1, move]), {} if seat is None else {"seat": seat})
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def test_from_a_seat_the_other_hands_are_face_down(anybody: Client, over: Match) -> None:
    every, own = view(anybody, over, 1), view(anybody, over, 1, 2)
    parts = [shown.split('class="cards cards--small"')[1:] for shown in (every, own)]
    assert [["#BACK" in hand for hand in hands] for hands in parts] == [[False] * 3, [True, False, True]]
    assert hands(every) == hands(own)


def test_whoever_looks_from_a_seat_stays_there(anybody: Client, over: Match) -> None:
    links = re.findall(r'data-to="\w+"[^>]* href="([^"]+)"', view(anybody, over, 1, 2))
    assert links
    assert all(link.endswith("?seat=2") for link in links)


@pytest.mark.parametrize("seat", ["0", "9", "x", "-1", "²"])
def test_a_seat_that_is_none_shows_all_hands(anybody: Client, over: Match, seat: str) -> None:
    assert "#BACK" not in view(anybody, over, 1, seat).split('class="plain replay__hands"')[1]  # type: ignore[arg-type]


def test_one_can_jump_to_a_move(anybody: Client, over: Match) -> None:
    address, last = reverse("games:replay", args=[over.code, 1]), first_round(over).version
    for asked, place in (("3", "3/"), ("0", ""), ("99999", f"{last}/")):
        response = anybody.get(address, {"move": asked, "seat": "2"})
        assert response.headers["Location"] == f"{address}{place}?seat=2"


def raced(played: Round) -> list[int]:
    """The moves that ended a race."""
    return [move.number for move in played.moves.all() if any(e["event"] == "RaceEnded" for e in move.events)]


def test_races_are_marked_with_their_times(anybody: Client, ana: Player) -> None:
    store(ana, 15)
    played = {one: moves for one in Round.objects.select_related("match") if (moves := raced(one))}
    assert played
    for one, moves in played.items():
        shown = page(anybody, one.match, 1, one.number)
        assert shown.count("replay__mark--race") == len(moves)
        for move in moves:
            assert f'/{move}/"><span class="number">{move}</span><span>Race: ' in shown


# The picture of a moment


def picture(client: Client, match: Match, move: int, number: int = 1) -> Any:
    return client.get(reverse("games:replay_picture", args=[match.code, number, move]))


def test_a_link_to_a_moment_shows_its_picture(anybody: Client, over: Match) -> None:
    address = reverse("games:replay_picture", args=[over.code, 1, 2])
    assert f'<meta property="og:image" content="http://testserver{address}">' in page(anybody, over, 2)
    response = picture(anybody, over, 2)
    assert response.headers["Content-Type"] == "image/png"
    assert "max-age=86400" in response.headers["Cache-Control"]
    assert "public" in response.headers["Cache-Control"]
    assert Image.open(io.BytesIO(response.content)).size == (1200, 630)


def test_every_moment_has_a_picture_of_its_own(anybody: Client, over: Match) -> None:
    pictures = [picture(anybody, over, move).content for move in range(5)]
    assert len(set(pictures)) == 5
    assert max(map(len, pictures)) < 100_000
    assert picture(anybody, over, 9999).status_code == 404


def test_nothing_of_a_running_round_is_in_any_history(ana: Player, bogdan: Player, anybody: Client) -> None:
    """The second round runs: whatever its hands are, every page about the match is the same to the last byte."""
    match = play_until_round(bots_only(ana, bogdan, rules=rules_from({"ending": "rounds 3"})), 2)
    running = match.rounds.get(number=2)
    assert not running.revealed

    def history() -> list[bytes]:
        pages = [reverse("games:match", args=[match.code]), reverse("games:replay", args=[match.code, 1])]
        pages += [reverse("games:replay_picture", args=[match.code, 1, 1])]
        return [masked(anybody.get(address).content) for address in pages]

    before = history()
    running.state["hands"] = ["WM WM WM", "WM WM"]
    running.state["draw"] = "WM"
    running.save()
    assert history() == before
    for client in (anybody, signed_in(ana)):
        for move in (0, 1):
            assert client.get(reverse("games:replay", args=[match.code, 2, move])).status_code == 404
            assert picture(client, match, move, 2).status_code == 404


def masked(content: bytes) -> bytes:
    """A page without what is new each time it is asked for."""
    return re.sub(rb'(csrfmiddlewaretoken" value="|X-CSRFToken":")[^"]+', b"", content)


def play_until_round(match: Match, number: int) -> Match:
    for _ in range(5000):
        if match.rounds.filter(number=number).exists():
            return match
        due = Due.objects.filter(match=match).order_by("due_at").first()
        assert due is not None
        clock.take_due(due.due_at)
    raise AssertionError("there is no such round")


def test_looking_back_takes_as_many_queries_for_a_long_round(
    anybody: Client, over: Match, django_assert_max_num_queries: object
) -> None:
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        page(anybody, over, 1)
