"""Who does not play in a ranked match is shown nothing of the round that is played: by no door, in no byte."""

import json
import re

import pytest
from channels.db import database_sync_to_async
from django.db import transaction
from django.test import Client

from games import screens
from games.models import Match, Move, Player, Round
from games.services import absence, play, queueing, rounds, standing_up
from tests.live.conftest import DRAW
from tests.live.table import Phone, number_of
from tests.services.queue import in_order, people, seated
from tests.services.table import at, fresh, lay

HANDS = ["R5 G5 R7 WC B0 Y7 G2", "B1 B2 YS Y4 R1 R2 R9", "G8 GR WD Y6 Y5 B7 B6"]
LINE = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"|X-CSRFToken":"[^"]*"|data-now="\d+"')


@pytest.fixture
def match(transactional_db: None) -> Match:
    """Three play a ranked match."""
    match = seated(*people(3))
    lay(match.rounds.select_related("match").get(), hands=HANDS, table="R3", draw=DRAW, discard="Y0")
    return fresh(match)


@pytest.fixture
def trio(match: Match) -> list[Player]:
    return in_order(match)


@pytest.fixture
def stranger(transactional_db: None) -> Player:
    return Player.objects.create(username="elena")


def round_of(match: Match) -> Round:
    return match.rounds.select_related("match").order_by("-number")[0]


def move(match: Match, person: Player, text: str) -> None:
    round_ = round_of(match)
    answer = play.submit(
        match_code=match.code,
        player_id=person.pk,
        text=text,
        after=round_.version,
        command_id=f"move-{round_.number}-{round_.version}",
    )
    assert answer.number, answer


def everything(match: Match, client: Client) -> list[str]:
    """What every door by HTTP tells somebody of a table, but for what changes with each page."""
    code = match.code
    json_please = {"Accept": "application/json"}
    command = {"command": "draw", "after": "0", "command_id": "spectator-asks"}
    told = [
        client.get(f"/t/{code}/"),
        client.get(f"/t/{code}/stare/"),
        client.get(f"/t/{code}/stare/?number=1&talk=1"),
        client.get(f"/t/{code}/urma/?cards="),
        client.get(f"/t/{code}/urma/?cards=R5"),
        client.post(f"/t/{code}/comanda/", command, headers=json_please),
        client.get(f"/joc/{code}/"),
        client.get(f"/joc/{code}/1/"),
        client.get("/"),
    ]
    return [LINE.sub("", f"{page.status_code} {page.content.decode()}") for page in told]


def signed_in(person: Player) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(person)
    return client


def test_not_a_byte_of_the_running_round_reaches_who_watches_by_http(
    match: Match, trio: list[Player], stranger: Player
) -> None:
    watchers = [Client(headers={"accept-language": "en"}), signed_in(stranger)]
    before = [everything(match, client) for client in watchers]
    move(match, trio[0], "play R5 G5")
    move(match, trio[1], "draw")
    with transaction.atomic():
        absence.leave(fresh(match), round_of(match), 2, at(60))
        match.seats.filter(number=1).update(away_since=at(1))
        rounds.changed(fresh(match))
    assert Move.objects.count() == 3
    assert [everything(match, client) for client in watchers] == before


def test_what_lies_in_hands_and_piles_changes_nothing_for_who_watches(match: Match, stranger: Player) -> None:
    before = everything(match, signed_in(stranger))
    lay(round_of(match), hands=HANDS[::-1], table="B9", draw="Y9 G9 B8", discard="G0", turn=2)
    assert everything(match, signed_in(stranger)) == before


def test_who_plays_sees_it_live(match: Match, trio: list[Player]) -> None:
    screen = screens.read(match.code)
    assert screen is not None
    for person in trio:
        assert screens.for_person(screen, person.pk) is screen
        assert 'data-state="playing"' in screens.whole(screen, person.pk, "en")


def test_what_who_watches_is_rendered_from_holds_no_position(match: Match, stranger: Player) -> None:
    screen = screens.read(match.code)
    assert screen is not None
    late = screens.for_person(screen, stranger.pk)
    assert (late.state, late.moves, late.late) == (None, [], True)


def test_who_has_left_is_shown_no_more_of_the_round(match: Match, trio: list[Player]) -> None:
    leaver = signed_in(trio[2])
    standing_up.leave_table(match=match, player=trio[2])
    before = everything(match, leaver)
    move(match, trio[0], "play R5 G5")
    move(match, trio[1], "draw")
    assert everything(match, leaver) == before
    assert "One round late" not in before[0]
    assert "shown one round late" in before[0]


async def test_no_frame_comes_to_who_watches_while_a_round_is_played(
    match: Match, trio: list[Player], stranger: Player
) -> None:
    async with Phone(match, trio[1]) as plays, Phone(match) as nobody, Phone(match, stranger) as watches:
        live = number_of(await plays.table())
        first = [await phone.table() for phone in (nobody, watches)]
        for text, person in (("play R5 G5", trio[0]), ("draw", trio[1])):
            await database_sync_to_async(move)(match, person, text)
        await plays.table(live + 2)
        for phone, shown in zip((nobody, watches), first, strict=True):
            # Asked again, the very same comes; asked for the time, nothing of how far the table is.
            told = await phone.ask(ask="time", sent="1")
            assert told["number"] == number_of(shown)
            await phone.send(json.dumps({"ask": "table"}))
            assert await phone.table() == shown
            assert (await phone.ask(ask="follow", cards="R7"))["cards"] == {}
            assert (await phone.do("draw"))["refused"] == "not_seated"
            assert {frame for frame in phone.frames if "data-number" in frame} == {shown}


async def test_a_round_that_is_over_is_shown_with_its_replay(match: Match, trio: list[Player]) -> None:
    async with Phone(match) as watcher:
        first = await watcher.table()
        assert "Round 1 is being played" in first
        await database_sync_to_async(lay)(
            await database_sync_to_async(round_of)(match), hands=["R5", *HANDS[1:]], table="R3", draw=DRAW
        )
        await database_sync_to_async(move)(match, trio[0], "play R5")
        between = await watcher.table(number_of(first) + 1)
        assert "wins the round!" in between
        await database_sync_to_async(rounds.deal_round)(await database_sync_to_async(fresh)(match), at(300))
        second = await watcher.table(number_of(between) + 1)
        assert "Round 2 is being played" in second
        assert f"/joc/{match.code}/1/" in second
        assert "Points after 1 round" in second


async def test_a_page_at_the_table_turns_late_when_its_player_has_left(match: Match, trio: list[Player]) -> None:
    async with Phone(match, trio[2]) as phone:
        live = number_of(await phone.table())
        await phone.do("leave")
        late = await phone.table(live + 1)
        while "shown one round late" not in late:
            late = await phone.table(live + 1)
        count = len(phone.frames)
        await database_sync_to_async(move)(match, trio[0], "play R5 G5")
        assert (await phone.ask(ask="time", sent="1"))["number"] == number_of(late)
        assert [frame for frame in phone.frames[count:] if "data-number" in frame] == []


def test_a_ranked_match_is_on_no_list_of_open_tables(match: Match) -> None:
    queueing.tick(at(60))
    assert match.code not in Client().get("/").content.decode()
