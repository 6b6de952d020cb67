"""Messages to who closed the page: once, when the table waits for them, and without a card."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.models import Match, Player, PushSubscription, Round
from games.services import presence, push, push_keys, push_wire, tables
from tests.push_service import Browser, PushService
from tests.services.table import Hand, at, fresh, lay, open_table, start

pytestmark = pytest.mark.django_db

HANDS = ["R5 G5 R7", "B1 R8 YS", "G8 R9 Y4"]
DRAW = "B9 Y9 G9 B8 B7 B6 B5 B4"


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    settings.PUSH_PRIVATE_KEY = push_keys.new_private_key()
    settings.PUSH_CONTACT = "mailto:admin@example.org"
    settings.PUSH_TO_ANY_ADDRESS = True
    running = PushService()
    yield running
    running.close()


@pytest.fixture
def browser(service: PushService, bogdan: Player) -> Browser:
    browser = service.browser()
    browser.subscribed(bogdan)
    return browser


@pytest.fixture
def round_(ana: Player, bogdan: Player, carmen: Player) -> Round:
    return lay(start(ana, bogdan, carmen), hands=HANDS, table="R3", draw=DRAW)


def goes(match: Match, player: Player, seconds: float = 0) -> None:
    """Close the only page a player had, and let it be noticed."""
    presence.arrive(code=match.code, player_id=player.pk, key=f"page-{player.pk}", now=at(seconds))
    presence.depart(key=f"page-{player.pk}", now=at(seconds), lost=True)
    seat = match.seats.get(player=player)
    round_ = match.rounds.order_by("-number").first()
    presence.notice(fresh(match), round_, seat.number, at(seconds))


def comes(match: Match, player: Player, seconds: float) -> None:
    presence.arrive(code=match.code, player_id=player.pk, key=f"page-{player.pk}", now=at(seconds))


@pytest.fixture(autouse=True)
def committed(django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks, monkeypatch: Any) -> Any:
    """What is announced on commit happens where these tests wait for it."""

    def run(do: Any, *args: Any, **values: Any) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return do(*args, **values)

    return run


def test_who_closed_the_page_gets_one_message_when_their_turn_comes(
    ana: Player, bogdan: Player, round_: Round, service: PushService, browser: Browser, committed: Any
) -> None:
    committed(goes, round_.match, bogdan)
    assert service.got == []  # it is not their turn
    committed(Hand(ana, round_).send, "play R5", after=0, seconds=1)
    ((headers, body),) = service.got
    code = round_.match.code
    told = browser.opened(body)
    assert told == {
        "title": "MAS UNO",
        "body": f"Your turn at table {code}.",
        "url": f"/t/{code}/",
        "tag": code,
        "icon": "/static/icons/icon-192.png",
    }
    assert (headers["Content-Encoding"], headers["Topic"], headers["Urgency"]) == ("aes128gcm", code, "high")
    assert int(headers["TTL"]) > 0


def test_until_they_are_back_there_is_no_second_one(
    ana: Player, bogdan: Player, carmen: Player, round_: Round, service: PushService, browser: Browser, committed: Any
) -> None:
    people = [ana, bogdan, carmen]
    committed(goes, round_.match, bogdan)
    for after in range(6):
        committed(Hand(people[after % 3], round_).send, "draw", after=after, seconds=after + 1)
    assert len(service.got) == 1
    # Who plays on has nothing to be told; who comes and goes again has.
    committed(comes, round_.match, bogdan, 8)
    committed(goes, round_.match, bogdan, 9)
    for after in range(6, 9):
        committed(Hand(people[after % 3], round_).send, "draw", after=after, seconds=after + 4)
    assert len(service.got) == 2


def test_who_goes_while_it_is_their_turn_is_told_too(
    ana: Player, bogdan: Player, round_: Round, service: PushService, browser: Browser, committed: Any
) -> None:
    committed(Hand(ana, round_).send, "play R5", after=0, seconds=1)
    assert service.got == []
    committed(goes, round_.match, bogdan, 2)
    assert len(service.got) == 1


def test_who_has_a_page_open_is_told_nothing(
    ana: Player, bogdan: Player, round_: Round, service: PushService, browser: Browser, committed: Any
) -> None:
    committed(comes, round_.match, bogdan, 0)
    committed(Hand(ana, round_).send, "play R5", after=0, seconds=1)
    assert service.got == []


def test_who_did_not_ask_for_it_is_told_nothing(
    ana: Player, carmen: Player, bogdan: Player, round_: Round, service: PushService, committed: Any
) -> None:
    service.browser().subscribed(carmen)
    committed(goes, round_.match, bogdan)
    committed(Hand(ana, round_).send, "play R5", after=0, seconds=1)
    assert service.got == []


def test_without_a_key_nothing_is_sent_or_asked(
    ana: Player, bogdan: Player, round_: Round, service: PushService, browser: Browser, committed: Any, settings: Any
) -> None:
    settings.PUSH_PRIVATE_KEY = ""
    committed(goes, round_.match, bogdan)
    committed(Hand(ana, round_).send, "play R5", after=0, seconds=1)
    push.deliver.enqueue(PushSubscription.objects.get().pk, "turn", round_.match.code)
    assert service.got == []
    assert "called" not in fresh(round_).clock


def test_who_waits_elsewhere_hears_that_the_table_begins(
    ana: Player, bogdan: Player, service: PushService, browser: Browser, committed: Any
) -> None:
    match = open_table(ana, bogdan)
    tables.set_ready(match=match, player=bogdan, ready=True, now=at(0))
    committed(goes, match, bogdan)
    round_ = committed(tables.start_match, match=match, by=ana, now=at(1))
    ((_, body),) = service.got
    assert browser.opened(body)["body"] == f"Table {match.code} begins."
    lay(fresh(round_), hands=HANDS[:2], table="R3", draw=DRAW)
    Round.objects.filter(pk=round_.pk).update(clock=fresh(round_).clock | {"called": [1]})
    committed(Hand(ana, round_).send, "play R5", after=0, seconds=2)
    assert len(service.got) == 1


def test_each_browser_is_told_in_its_own_language(bogdan: Player, service: PushService) -> None:
    browsers = {language: service.browser(language) for language in ("ro", "en")}
    for language, browser in browsers.items():
        push.deliver.enqueue(browser.subscribed(bogdan, language).pk, "turn", "ABCDEF")
    told = [browser.opened(body)["body"] for browser, (_, body) in zip(browsers.values(), service.got, strict=True)]
    assert told == ["E rândul tău la masa ABCDEF.", "Your turn at table ABCDEF."]


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_has_gone_is_forgotten(bogdan: Player, service: PushService, status: int) -> None:
    service.status = status
    push.deliver.enqueue(service.browser().subscribed(bogdan).pk, "turn", "ABCDEF")
    assert not PushSubscription.objects.exists()


def test_a_service_that_fails_is_tried_five_times_and_then_forgotten(bogdan: Player, service: PushService) -> None:
    row = service.browser().subscribed(bogdan)
    for status, failed in ((500, 1), (302, 2), (201, 0), (429, 1), (500, 2), (500, 3), (500, 4)):
        service.status = status
        push.deliver.enqueue(row.pk, "turn", "ABCDEF")
        assert fresh_row(row).failed == failed
    push.deliver.enqueue(row.pk, "turn", "ABCDEF")
    assert not PushSubscription.objects.exists()


def fresh_row(row: PushSubscription) -> PushSubscription:
    return PushSubscription.objects.get(pk=row.pk)


def test_a_redirect_is_not_followed(bogdan: Player, service: PushService) -> None:
    service.status = 307
    push.deliver.enqueue(service.browser().subscribed(bogdan).pk, "turn", "ABCDEF")
    assert len(service.got) == 1


def test_a_service_that_is_not_there_is_a_failure_and_no_error(bogdan: Player, service: PushService) -> None:
    row = service.browser().subscribed(bogdan)
    service.close()
    push.deliver.enqueue(row.pk, "turn", "ABCDEF")
    assert fresh_row(row).failed == 1


def test_a_browser_belongs_to_who_switched_it_on_last(ana: Player, bogdan: Player, service: PushService) -> None:
    browser = service.browser()
    browser.subscribed(ana)
    assert browser.subscribed(bogdan).player == bogdan
    push.unsubscribe(player=ana, endpoint=browser.endpoint)
    assert PushSubscription.objects.get().player == bogdan


def test_ten_browsers_each_are_enough(ana: Player, bogdan: Player, service: PushService) -> None:
    service.browser("of-ana").subscribed(ana)
    for number in range(12):
        service.browser(str(number)).subscribed(bogdan)
    kept = PushSubscription.objects.filter(player=bogdan).order_by("pk").values_list("endpoint", flat=True)
    assert [endpoint.rsplit("/")[-1] for endpoint in kept] == [str(number) for number in range(2, 12)]
    assert PushSubscription.objects.filter(player=ana).count() == 1


NOT_PUBLIC = [
    *("http://push.example.org/x", "ftp://push.example.org/x", "push.example.org", "https://", "https://[::1/x"),
    *("https://a:b@push.example.org/x", "https://push.example.org:8443/x", "https://push.example.org:99999/x"),
]


@pytest.mark.parametrize("endpoint", NOT_PUBLIC)
def test_an_address_that_is_no_push_services_is_refused(endpoint: str) -> None:
    with pytest.raises((push_wire.NotPublic, ValueError)):
        push_wire.checked(endpoint)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        *((address, False) for address in ("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254")),
        *((address, False) for address in ("0.0.0.0", "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::")),
        *((address, False) for address in ("fe80::1", "fc00::1", "ff02::1", "::ffff:10.0.0.1", "64:ff9b::a00:1")),
        *((address, False) for address in ("2002:0a00:0001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2")),
    ],
)
def test_only_addresses_of_strangers_are_public(address: str, public: bool) -> None:
    assert push_wire.is_public(address) is public


@pytest.mark.parametrize("leads_to", [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"]])
def test_a_name_that_leads_home_is_not_connected_to(
    bogdan: Player, service: PushService, settings: Any, monkeypatch: pytest.MonkeyPatch, leads_to: list[str]
) -> None:
    settings.PUSH_TO_ANY_ADDRESS = False
    browser = service.browser()
    browser.endpoint = "https://push.example.org/x"
    row = browser.subscribed(bogdan)
    found = [(0, 0, 0, "", (address, 443)) for address in leads_to]
    monkeypatch.setattr(push_wire.socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(push_wire.socket, "create_connection", lambda *_, **__: pytest.fail("connected"))
    push.deliver.enqueue(row.pk, "turn", "ABCDEF")
    assert fresh_row(row).failed == 1


def test_a_pair_of_keys_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("pushkeys")
    private, public = (line.split("=")[-1].split(": ")[-1] for line in capsys.readouterr().out.splitlines())
    assert push_keys.public_key(private) == public
    assert len(push_keys.decode(public)) == 65
