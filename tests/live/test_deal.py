"""The shuffle over real sockets and by POST: what each page is sent, and that nothing comes before its time."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from channels.db import database_sync_to_async
from django.db import transaction
from django.test import Client

from games import talks
from games.models import Deal, Match, Player, Round
from games.services import clock, endings, own_data, rounds, sealing, tables
from games.services.exports import match_lines
from tests.live.table import Phone
from tests.services.shuffle import bound, nonce_of, promised
from tests.services.table import fresh, open_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

HELD = re.compile(r'data-(\w+)="([^"]*)"')


@pytest.fixture
def table(ana: Player, bogdan: Player) -> Match:
    match = open_table(ana, bogdan, bots=1)
    tables.set_ready(match=match, player=bogdan, ready=True)
    return match


def told(frame: str) -> dict[str, str]:
    """What the table says of its promise."""
    return dict(HELD.findall(frame.split('id="deal"')[1].split(">")[0]))


async def until(phone: Phone, stage: str) -> dict[str, str]:
    """Wait for the frame that shows this stage of the promise."""
    while True:
        frame = await phone.table()
        if 'id="deal"' in frame and told(frame)["stage"] == stage:
            return told(frame)


def start(match: Match, ana: Player) -> None:
    assert tables.start_match(match=match, by=ana) is None


async def begin(match: Match, ana: Player, *phones: Phone) -> None:
    for phone in phones:
        await phone.ask(ask="time", sent="0")  # answered once the page counts as there
    await database_sync_to_async(start)(match, ana)


async def part(phone: Phone, step: str, value: str, deal: str) -> dict[str, Any]:
    return await phone.ask(ask="deal", step=step, deal=deal, value=value)


async def test_two_phones_shuffle_a_round_and_spectators_see_the_list(
    table: Match, ana: Player, bogdan: Player
) -> None:
    async with Phone(table, ana) as one, Phone(table, bogdan) as two, Phone(table) as watcher:
        await begin(table, ana, one, two, watcher)
        asked = await until(one, "commit")
        assert "The cards are being shuffled" in one.frames[-1]
        assert 'id="pause"' not in one.frames[-1]
        assert (asked["listed"], asked["chain"], asked["round"]) == ("", "", "1")
        mine = [await database_sync_to_async(bound)(table, person) for person in (ana, bogdan)]
        assert (await part(one, "commit", mine[0], asked["deal"]))["step"] == "commit"
        assert "refused" not in await part(two, "commit", mine[1], asked["deal"])
        listed = await until(watcher, "open")
        assert listed["listed"].split(" ")[:2] == mine
        assert len(listed["listed"].split(" ")) == 3
        assert (await part(watcher, "open", nonce_of(ana), asked["deal"]))["refused"] == "not_seated"
        assert (await part(two, "open", nonce_of(ana), asked["deal"]))["refused"] == "deal_wrong"
        assert "refused" not in await part(one, "open", nonce_of(ana), asked["deal"])
        assert "refused" not in await part(two, "open", nonce_of(bogdan), asked["deal"])
        await two.table((await database_sync_to_async(fresh)(table)).version * 100_000)
        played = await database_sync_to_async(Round.objects.get)()
        assert played.nonces == [nonce_of(ana), nonce_of(bogdan), ""]


async def test_without_a_socket_the_same_goes_by_post(table: Match, ana: Player, bogdan: Player) -> None:
    phones = [Phone(table, person) for person in (ana, bogdan)]

    def by_post() -> list[dict[str, Any]]:
        for phone in phones:
            phone.log_in()
            phone.client.get(f"/t/{table.code}/")  # the page counts as there
        start(table, ana)
        deal, answers = promised(table), []
        sent = [(phone, "commit", bound(table, phone.person)) for phone in phones if phone.person]
        sent += [(phone, "open", nonce_of(phone.person)) for phone in phones if phone.person]
        for phone, step, value in sent:
            values = {"ask": "deal", "step": step, "deal": deal.commit, "value": value}
            answers.append(phone.client.post(f"/t/{table.code}/impartire/", values).json())
        return answers

    answers = await database_sync_to_async(by_post)()
    assert [answer.get("refused") for answer in answers] == [None] * 4
    played = await database_sync_to_async(Round.objects.get)()
    assert played.nonces == [nonce_of(ana), nonce_of(bogdan), ""]


@pytest.mark.parametrize("value", ["\0" * 64, "\ud800" * 64, "x" * 5000])
async def test_what_is_no_part_changes_nothing(table: Match, ana: Player, value: str) -> None:
    phone = Phone(table, ana)

    def post() -> int:
        phone.log_in()
        values = urlencode({"step": "commit", "deal": "x", "value": value}, errors="surrogatepass")
        kind = "application/x-www-form-urlencoded"
        return phone.client.post(f"/t/{table.code}/impartire/", values, content_type=kind).status_code

    assert await database_sync_to_async(post)() == 200
    assert not await database_sync_to_async(Deal.objects.exists)()


def everything_public(match: Match, people: list[Player]) -> str:
    """Every page and file about a round that is played, for its players and for strangers."""
    pages = [f"/t/{match.code}/", f"/t/{match.code}/stare/", f"/joc/{match.code}/", f"/joc/{match.code}/1/dovada/"]
    pages += [f"/joc/{match.code}/1/dovada/proof.json", f"/joc/{match.code}/meci.json", f"/joc/{match.code}/meci.txt"]
    text = ""
    for person in [None, *people, Player.objects.create_superuser("root-of-all")]:
        client = Client()
        if person is not None:
            client.force_login(person)
        more = [f"/admin/games/match/{match.pk}/change/", "/admin/games/"] if person and person.is_staff else []
        text += "".join(client.get(page).content.decode() for page in [*pages, *more])
        if person is not None:
            text += repr(own_data.account(player=person)) + repr(list(own_data.rounds_played(player=person)))
    return text + repr(list(match_lines(match)))


async def test_nothing_is_told_before_the_round_is_over(
    table: Match, ana: Player, bogdan: Player, caplog: pytest.LogCaptureFixture
) -> None:
    """Canary search: no secret, seed, number of anybody or card of the pile in any frame, page, file, export or log."""
    async with Phone(table, ana) as one, Phone(table, bogdan) as two, Phone(table) as watcher:
        await begin(table, ana, one, two, watcher)
        deal = (await until(one, "commit"))["deal"]
        secret = await database_sync_to_async(lambda: sealing.promised_secret(promised(table)))()
        for phone, person in ((one, ana), (two, bogdan)):
            await part(phone, "commit", await database_sync_to_async(bound)(table, person), deal)
        await until(watcher, "open")
        for phone, person in ((one, ana), (two, bogdan)):
            await part(phone, "open", nonce_of(person), deal)
        played = await database_sync_to_async(lambda: Round.objects.select_related("match").get())()
        number = (await database_sync_to_async(fresh)(table)).version * 100_000
        for phone in (one, two, watcher):
            await phone.table(number)
        seed = await database_sync_to_async(lambda: sealing.SealedChance(played)._opened().seed)()
        await database_sync_to_async(talks.read)(table.code, set())
        wire = "".join(one.frames + two.frames + watcher.frames)
        pages = await database_sync_to_async(everything_public)(table, [ana, bogdan])
        logs = caplog.text
        canaries = [secret.hex(), seed.hex(), nonce_of(ana), nonce_of(bogdan)]
        for canary in [*canaries, *[repr(bytes.fromhex(one))[2:-1] for one in canaries]]:
            assert canary not in wire
            assert canary not in pages
            assert canary not in logs
        pile = played.state["draw"]
        assert len(pile.split()) > 50
        assert pile[:20] not in wire + pages
        assert deal in wire
        assert deal in pages

        def end() -> str:
            with transaction.atomic():
                endings.cancel(rounds.locked_match(table.pk), played.began_at)
            return Client().get(f"/joc/{table.code}/1/dovada/").content.decode()

        told_after = await database_sync_to_async(end)()
        assert all(canary in told_after for canary in canaries)


async def test_a_clock_goes_on_where_pages_fall_silent(table: Match, ana: Player) -> None:
    async with Phone(table, ana) as one:
        await begin(table, ana, one)
        asked = await until(one, "commit")
        await part(one, "commit", await database_sync_to_async(bound)(table, ana), asked["deal"])
        assert (await until(one, "open"))["listed"].split(" ")[0] == await database_sync_to_async(bound)(table, ana)
        deal = await database_sync_to_async(promised)(table)
        await database_sync_to_async(clock.take_due)(deal.until)
        played = await database_sync_to_async(Round.objects.get)()
        assert played.nonces == []
