"""The page of ranked play by HTTP: with a script and without, by who may, and what it says to whom."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Match, Offer, Player, RankedRecord, Rating, Ticket
from games.services import guests, offers, queueing
from tests.services.table import player, start
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db

PAGE = "/clasament/joaca/"
JOIN, LEAVE, ACCEPT = f"{PAGE}rand/", f"{PAGE}iesi/", f"{PAGE}accepta/"
SCRIPT = {"HX-Request": "true"}


def press(client: Client, path: str, **values: str) -> Any:
    return client.post(path, values)


def told(client: Client, script: bool = False) -> str:
    return str(client.get(PAGE, headers=SCRIPT if script else {}).content.decode())


def queued(*people: Player, ladder: str = "duel") -> None:
    for person in people:
        queueing.join(player=person, ladder=ladder, preset="mas")


@pytest.mark.parametrize("path", [JOIN, LEAVE, ACCEPT])
def test_following_a_link_does_nothing(ana: Player, path: str) -> None:
    assert signed_in(ana).get(path).status_code == 405
    assert not Ticket.objects.exists()


@pytest.mark.parametrize("path", [JOIN, LEAVE, ACCEPT])
@pytest.mark.parametrize("role", ["anonymous", "guest", "banned"])
def test_who_has_no_account_changes_nothing(path: str, role: str, ana: Player) -> None:
    client = Client()
    if role != "anonymous":
        client.force_login(guests.make() if role == "guest" else ana)
    if role == "banned":
        Player.objects.filter(pk=ana.pk).update(is_active=False)
    response = press(client, path, queue="duel mas")
    assert response.status_code == 302
    assert not Ticket.objects.exists()
    if role != "guest":
        assert response.headers["Location"] == f"{reverse('account_login')}?next=%2Fclasament%2Fjoaca%2F"


def test_a_visitor_and_a_guest_read_what_it_is_and_how_to_get_an_account(db: None) -> None:
    guest = Client(headers={"accept-language": "en"})
    guest.force_login(guests.make())
    for client, button in ((Client(headers={"accept-language": "en"}), "sign-up"), (guest, "keep")):
        page = told(client)
        assert "Ranked play needs an account" in page
        assert f'id="{button}"' in page
        assert 'id="choose"' not in page
        assert 'id="queue"' not in page


def test_without_a_script_one_queues_says_yes_and_comes_to_the_table(ana: Player, bogdan: Player) -> None:
    one, other = signed_in(ana), signed_in(bogdan)
    response = press(one, JOIN, queue="duel clasic")
    assert response.headers["Location"] == PAGE
    page = told(one)
    assert 'http-equiv="refresh"' in page
    assert "Looking for players…" in page
    press(other, JOIN, queue="duel clasic")
    page = told(one)
    assert 'id="accept"' in page
    assert "0 of 2 have said yes" in page
    assert press(one, ACCEPT).headers["Location"] == PAGE
    assert "You said yes." in told(one)
    response = press(other, ACCEPT)
    match = Match.objects.get()
    assert response.headers["Location"] == f"/t/{match.code}/"
    assert one.get(PAGE).headers["Location"] == f"/t/{match.code}/"


def test_with_a_script_the_same_page_changes_in_place_and_leads_to_the_table(ana: Player, bogdan: Player) -> None:
    one, other = signed_in(ana), signed_in(bogdan)
    page = one.post(JOIN, {"queue": "table mas"}, headers=SCRIPT).content.decode()
    assert page.lstrip().startswith('<div id="queue"')
    assert 'data-state="wait"' in page
    assert 'hx-trigger="every 2s, beat"' in page
    page = one.post(LEAVE, headers=SCRIPT).content.decode()
    assert 'data-state="choose"' in page
    for client in (one, other):
        client.post(JOIN, {"queue": "duel mas"}, headers=SCRIPT)
    assert 'data-state="offer"' in told(one, script=True)
    one.post(ACCEPT, headers=SCRIPT)
    response = other.post(ACCEPT, headers=SCRIPT)
    code = Match.objects.get().code
    assert response.headers["HX-Redirect"] == f"/t/{code}/"
    assert one.get(PAGE, headers=SCRIPT).headers["HX-Redirect"] == f"/t/{code}/"


def test_a_second_click_on_accept_leads_to_the_table_too(ana: Player, bogdan: Player) -> None:
    queued(ana, bogdan)
    offers.accept(player=bogdan)
    one = signed_in(ana)
    for _ in range(3):
        assert press(one, ACCEPT).headers["Location"] == f"/t/{Match.objects.get().code}/"
    assert Match.objects.count() == 1


@pytest.mark.parametrize("asked", ["", "duel", "duel mas x", "solo mas", "duel none", "\0", "duel  mas"])
def test_a_queue_that_does_not_exist_is_refused_in_words(ana: Player, asked: str) -> None:
    client = signed_in(ana)
    response = press(client, JOIN, queue=asked)
    assert [str(message) for message in get_messages(response.wsgi_request)] == [
        "Ranked play is MAS UNO or classic, as a duel or at a table."
    ]
    page = client.post(JOIN, {"queue": asked}, headers=SCRIPT).content.decode()
    assert 'id="refused"' in page
    assert not Ticket.objects.exists()


def test_the_page_says_how_many_wait_how_long_it_takes_and_whom_one_may_meet(ana: Player, bogdan: Player) -> None:
    now = timezone.now()
    Rating.objects.create(player=ana, ladder="table", mu=27, sigma=2, standing=23, rated_at=now)
    for waited, code in ((20, "AAAAAA"), (95, "BBBBBB"), (140, "CCCCCC")):
        match = Match.objects.create(code=code, host=bogdan, rules={}, size=4, turn_ms=1, bank_ms=1, state="finished")
        Offer.objects.create(ladder="table", preset="mas", made_at=now, expires_at=now, match=match, waited_s=waited)
    queued(bogdan, ladder="table")
    client = signed_in(ana)
    page = told(client)
    assert "1548" in page
    assert "1500?" in page
    assert "1 waiting · about 2 minutes" in page
    press(client, JOIN, queue="table mas")
    page = told(client)
    assert "2 players" in page
    assert "1452–1644" in page
    assert "about 2 minutes" in page
    Ticket.objects.filter(player=ana).update(joined_at=now - timedelta(minutes=3))
    assert "everybody" in told(client)


def test_a_measured_wait_is_not_told_for_ever(ana: Player) -> None:
    long_ago = timezone.now() - timedelta(days=8)
    match = Match.objects.create(code="AAAAAA", host=ana, rules={}, size=2, turn_ms=1, bank_ms=1, state="finished")
    Offer.objects.create(ladder="duel", preset="mas", made_at=long_ago, expires_at=long_ago, match=match, waited_s=9)
    client = signed_in(ana)
    assert "about 10 s" not in told(client)
    Offer.objects.update(made_at=timezone.now())
    assert "about 10 s" in told(client)


def test_who_is_blocked_reads_until_when_and_finds_no_button_to_press(ana: Player) -> None:
    until = timezone.now() + timedelta(minutes=7)
    RankedRecord.objects.create(player=ana, strikes=3, blocked_until=until)
    client = signed_in(ana)
    page = told(client)
    assert "The queue is closed to you until" in page
    assert page.count("disabled>") == 4
    press(client, JOIN, queue="duel mas")
    assert not Ticket.objects.exists()


def test_who_plays_elsewhere_finds_the_way_to_that_table(ana: Player, bogdan: Player) -> None:
    match = start(ana, bogdan).match
    page = told(signed_in(ana))
    assert 'id="at-table"' in page
    assert f'/t/{match.code}/"' in page


def test_a_lost_place_is_told_until_one_queues_again(ana: Player) -> None:
    RankedRecord.objects.create(player=ana, lost="away")
    client = signed_in(ana)
    assert "Your page was gone for a while" in told(client)
    press(client, JOIN, queue="duel mas")
    press(client, LEAVE)
    assert 'id="lost"' not in told(client)


def test_looking_at_the_page_or_the_home_pages_line_keeps_the_place(ana: Player) -> None:
    queued(ana)
    client = signed_in(ana)
    for path in (PAGE, f"{PAGE}semn/"):
        Ticket.objects.update(seen_at=timezone.now() - timedelta(seconds=25))
        client.get(path, headers=SCRIPT)
        assert Ticket.objects.get().seen_at > timezone.now() - timedelta(seconds=5)


def test_home_tells_of_the_place_and_of_a_table_on_offer(ana: Player, bogdan: Player, anybody: Client) -> None:
    client = signed_in(ana)
    assert "queue-note" not in client.get("/").content.decode()
    queued(ana)
    assert "You are in the queue" in client.get("/").content.decode()
    queued(bogdan)
    assert "A table is ready!" in client.get("/").content.decode()
    line = client.get(f"{PAGE}semn/").content.decode()
    assert "A table is ready!" in line
    Ticket.objects.all().delete()
    assert "hx-trigger" not in client.get(f"{PAGE}semn/").content.decode()
    assert "hx-trigger" not in anybody.get(f"{PAGE}semn/").content.decode()


def test_nobody_is_named_before_all_have_said_yes(ana: Player, bogdan: Player) -> None:
    queued(ana, bogdan)
    page = told(signed_in(ana))
    assert 'data-state="offer"' in page
    assert "bogdan" not in page


def test_the_page_asks_the_database_little(ana: Player, django_assert_max_num_queries: Any) -> None:
    queued(ana)
    for number in range(5):
        queued(player(f"other{number}"), ladder="table")
    client = signed_in(ana)
    told(client, script=True)
    with django_assert_max_num_queries(9):
        told(client, script=True)


def test_a_ranked_table_offers_neither_pause_nor_rematch(ana: Player, bogdan: Player) -> None:
    queued(ana, bogdan)
    offers.accept(player=ana)
    match = offers.accept(player=bogdan)
    assert match is not None
    client = signed_in(ana)
    page = client.get(f"/t/{match.code}/").content.decode()
    assert "want-pause" not in page
    assert "leaving costs rating" in page
    for verb, values in (("pauza", {"agree": "1"}), ("revansa", {})):
        client.post(f"/t/{match.code}/{verb}/", values)
        assert "Not in a ranked match." in client.get(f"/t/{match.code}/").content.decode()
    client.post(f"/t/{match.code}/pleaca/")
    for page in (client.get(f"/t/{match.code}/"), signed_in(bogdan).get(f"/joc/{match.code}/")):
        assert 'id="to-ranked"' in page.content.decode()
        assert "/revansa/" not in page.content.decode()
