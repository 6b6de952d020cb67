"""The live table through the real application: what each seat is told, and what nobody is."""

import json

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator

from games import hub, live, screens
from games.models import Move, Player, Round
from masuno_site.asgi import application
from tests.cards_told import tells_of
from tests.live.conftest import DRAW, HANDS
from tests.live.table import PATIENCE_SECONDS, Phone, number_of

ANAS, BOGDANS, BOTS = [set(hand.split()) for hand in HANDS]
HIDDEN = set(DRAW.split())


def named(frames: list[str], cards: set[str]) -> set[str]:
    """Which of these cards the frames name, in whatever place."""
    text = "\n".join(frames)
    return {card for card in cards if tells_of(text, card)}


async def test_a_move_reaches_every_seat_and_the_spectator(ana: Player, bogdan: Player, playing: Round) -> None:
    match = playing.match
    async with Phone(match, ana) as one, Phone(match, bogdan) as two, Phone(match) as watcher:
        first = number_of(await one.table())
        await two.table()
        await watcher.table()
        told = await one.do("play R5 G5")
        assert told["number"] == 1
        for phone in (one, two, watcher):
            frame = await phone.table(first + 1)
            assert "ana plays 5 red, 5 green." in frame
            assert "#G5" in frame


async def test_no_frame_names_a_card_that_its_reader_may_not_see(ana: Player, bogdan: Player, playing: Round) -> None:
    match = playing.match
    async with Phone(match, ana) as one, Phone(match, bogdan) as two, Phone(match) as watcher:
        number = number_of(await one.table())
        await one.ask(ask="follow", cards="R5")
        await one.do("draw")  # B9: it does not fit
        await two.ask(ask="follow", cards="")
        await two.do("play B1", 1)
        await two.do("draw", 1)  # Y9
        for phone in (one, two, watcher):
            await phone.table(number + 2)
        assert named(one.frames, ANAS | {"B9"}) == ANAS | {"B9"}
        assert named(one.frames, BOGDANS | BOTS | (HIDDEN - {"B9"})) == set()
        assert named(two.frames, BOGDANS | {"Y9"}) == BOGDANS | {"Y9"}
        assert named(two.frames, ANAS | BOTS | (HIDDEN - {"Y9"})) == set()
        assert named(watcher.frames, ANAS | BOGDANS | BOTS | HIDDEN) == set()


def test_what_a_seat_cannot_see_does_not_change_its_screen(ana: Player, bogdan: Player, playing: Round) -> None:
    def shown() -> list[str]:
        screens._common.clear()
        screen = screens.read(playing.match.code)
        assert screen is not None
        return [screens.whole(screen, person, "ro") for person in (ana.pk, None)]

    def permute() -> None:
        state = playing.state
        state["hands"][1], state["draw"] = "B9 Y9 G9 B8", "B1 B2 YS Y4"
        state["hands"][2] = "Y1 Y2 Y3"
        playing.save()

    before = shown()
    permute()
    assert shown() == before


async def test_a_refusal_is_a_sentence_with_its_rule_and_changes_nothing(bogdan: Player, playing: Round) -> None:
    async with Phone(playing.match, bogdan, "ro") as two:
        told = await two.do("play B1")
        assert (told["refused"], told["rule"]) == ("not_your_turn", "5")
        assert told["text"]
        assert not await Move.objects.aexists()


async def test_the_same_command_twice_is_one_move_with_one_answer(ana: Player, playing: Round) -> None:
    async with Phone(playing.match, ana) as one:
        first = await one.do("play R5", command_id="the-very-same")
        again = await one.do("play R5", command_id="the-very-same")
        assert first == again == {"answer": "the-very-same", "number": 1}
        assert await Move.objects.acount() == 1


async def test_a_spectator_may_do_nothing(playing: Round) -> None:
    async with Phone(playing.match) as watcher:
        assert (await watcher.do("draw"))["refused"] == "not_seated"


BROKEN = [
    "",
    "no json",
    "[1,2]",
    "17",
    "null",
    '"text"',
    "{",
    "[" * 4000,
    '{"ask":' * 500,
    '{"ask": NaN}',
    '{"ask": Infinity, "cards": "R5"}',
    '{"ask": "nonsense"}',
    '{"ask": "follow"}',
    '{"ask": "table", "more": "1"}',
    '{"ask": {"table": "1"}}',
    '{"ask": "table", "ask": "time"}',
    '{"command": "draw"}',
    '{"command": ["draw"], "after": "0", "command_id": "abcdefgh"}',
    '{"command": "draw", "after": "0", "command_id": "abcdefgh", "seat": "0"}',
    '{"command": "draw", "after": 0, "command_id": "abcdefgh"}',
    '{"command": "draw", "after": "-1", "command_id": "abcdefgh"}',
    '{"command": "draw", "after": "1e3", "command_id": "abcdefgh"}',
    '{"command": "draw", "after": "٣", "command_id": "abcdefgh"}',
    '{"command": "draw", "after": "99999999999999999999", "command_id": "abcdefgh"}',
    '{"command": "draw\\u0000", "after": "0", "command_id": "abcdefgh"}',
    '{"command": "draw\\ud800", "after": "0", "command_id": "abcdefgh"}',
    json.dumps({"command": "play " + "R5 " * 3000, "after": "0", "command_id": "abcdefgh"}),
]


async def test_a_malformed_frame_gets_a_sentence_and_the_socket_survives(ana: Player, playing: Round) -> None:
    async with Phone(playing.match, ana) as one:
        for frame in BROKEN:
            await one.send(frame)
            told = await one.answer()
            assert (told["refused"], bool(told["text"])) == ("frame", True), frame[:60]
        await one.socket.send_to(bytes_data=b"\x00\x01")
        assert (await one.answer())["refused"] == "frame"
        assert (await one.do("play R5"))["number"] == 1


@pytest.mark.parametrize("command", ["", "play", "play R5 R5", "play X9", "catch", "catch 9", "timeout", "close", "🔥"])
async def test_an_impossible_command_is_refused_in_words(ana: Player, playing: Round, command: str) -> None:
    async with Phone(playing.match, ana) as one:
        told = await one.do(command)
        assert told["refused"]
        assert told["text"]


async def test_a_page_that_missed_something_gets_the_whole_table(ana: Player, playing: Round) -> None:
    async with Phone(playing.match, ana) as one:
        first = await one.table()
        await one.send('{"ask": "table"}')
        assert await one.table() == first


async def test_an_announcement_that_was_lost_is_made_up_for(
    ana: Player, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "BEACON_SECONDS", 0.05)
    async with Phone(playing.match, ana) as one:
        number = number_of(await one.table())
        monkeypatch.setattr("games.live.announce", lambda code, number: None)
        await one.do("play R5")
        assert "#R5" in await one.table(number + 1)


async def test_the_clock_tells_the_servers_time_and_how_far_the_table_is(ana: Player, playing: Round) -> None:
    async with Phone(playing.match, ana) as one:
        number = number_of(await one.table())
        told = await one.ask(ask="time", sent="12345")
        assert (told["sent"], told["number"]) == ("12345", number)


async def test_what_all_share_is_rendered_once(
    ana: Player, bogdan: Player, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[int] = []
    real = screens._render_common

    def render(screen: screens.Screen) -> str:
        rendered.append(screen.number)
        return real(screen)

    monkeypatch.setattr(screens, "_render_common", render)
    match = playing.match
    async with Phone(match, ana) as one, Phone(match, bogdan) as two, Phone(match) as watcher:
        first = [number_of(await phone.table()) for phone in (one, two, watcher)]
        await one.do("play R5")
        for phone in (one, two, watcher):
            await phone.table(first[0] + 1)
    assert rendered == [first[0], first[0] + 1]


async def test_each_reads_in_their_own_language(ana: Player, bogdan: Player, playing: Round) -> None:
    async with Phone(playing.match, ana, "en") as one, Phone(playing.match, bogdan, "ro") as two:
        assert "Your turn." in await one.table()
        frame = await two.table()
        assert "is to move." not in frame
        assert "La rând: ana." in frame


async def test_what_may_follow_is_told_to_the_seat_to_move_alone(ana: Player, bogdan: Player, playing: Round) -> None:
    async with Phone(playing.match, ana) as one, Phone(playing.match, bogdan) as two:
        told = await one.ask(ask="follow", cards="R5")
        told_cards = {"G5": "", "R7": "", "WC": "c"}
        assert told == {"follow": "R5", "cards": told_cards, "preview": "Next: bogdan"}
        assert (await one.ask(ask="follow", cards="B9"))["cards"] == {}
        assert (await one.ask(ask="follow", cards="?!"))["cards"] == {}
        assert await two.ask(ask="follow", cards="B1") == {"follow": "B1", "cards": {}}


async def test_a_table_that_does_not_exist_closes_the_socket(ana: Player, playing: Round) -> None:
    playing.match.code = "NOSUCH"
    phone = Phone(playing.match, ana)
    await phone.connect()
    assert (await phone.socket.receive_output(timeout=PATIENCE_SECONDS))["code"] == 4404


async def test_a_seventh_socket_of_one_player_is_closed(ana: Player, playing: Round) -> None:
    phones = [Phone(playing.match, ana) for _ in range(7)]
    for phone in phones:
        await phone.connect()
    output = await phones[-1].socket.receive_output(timeout=PATIENCE_SECONDS)
    assert (output["type"], output["code"]) == ("websocket.close", 4429)
    for phone in phones[:-1]:
        await phone.disconnect()


async def test_who_logged_out_elsewhere_is_shown_nothing_more(
    ana: Player, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.consumers.RECHECK_SECONDS", 0.05)
    phone = Phone(playing.match, ana)
    await phone.connect()
    await database_sync_to_async(phone.client.logout)()
    while (output := await phone.socket.receive_output(timeout=PATIENCE_SECONDS))["type"] != "websocket.close":
        pass
    assert output["code"] == 4401


async def test_no_command_counts_once_its_sender_has_logged_out(ana: Player, playing: Round) -> None:
    phone = Phone(playing.match, ana)
    await phone.connect()
    await phone.table()
    await database_sync_to_async(phone.client.logout)()
    await phone.send(json.dumps({"command": "draw", "after": "0", "command_id": "after-the-end"}))
    while (output := await phone.socket.receive_output(timeout=PATIENCE_SECONDS))["type"] != "websocket.close":
        pass
    assert output["code"] == 4401
    assert not await Move.objects.aexists()


async def test_a_socket_to_nowhere_is_told_that_there_is_nothing(db: None) -> None:
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    socket = WebsocketCommunicator(application, "/ws/t/ABCDEF/more/", headers)
    assert (await socket.connect(timeout=PATIENCE_SECONDS))[0]
    assert await socket.receive_output(timeout=PATIENCE_SECONDS) == {"type": "websocket.close", "code": 4404}


async def test_many_announcements_at_once_are_one_more_reading(
    ana: Player, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Phone(playing.match, ana) as one:
        await one.table()
        read: list[str] = []
        real = screens.read

        def reading(code: str) -> screens.Screen | None:
            read.append(code)
            return real(code)

        monkeypatch.setattr(screens, "read", reading)
        for number in range(50):
            await get_channel_layer().group_send(
                live.group(one.code), {"type": "table.changed", "match": one.code, "number": number}
            )
        await one.do("play R5")
        await one.table()
        assert 1 <= len(read) < 25


async def test_one_seats_fault_leaves_the_others_their_table(
    ana: Player, bogdan: Player, playing: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = screens.own

    def own(screen: screens.Screen, player_id: int | None, language: str) -> str:
        if player_id == bogdan.pk:
            raise RuntimeError("a fault of ours")
        return real(screen, player_id, language)

    monkeypatch.setattr(screens, "own", own)
    async with Phone(playing.match, bogdan), Phone(playing.match, ana) as one:
        number = number_of(await one.table())
        await one.do("play R5")
        assert number_of(await one.table(number + 1)) == number + 1
