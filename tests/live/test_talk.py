"""What is said at a table, and who reads it: over the socket and by HTTP."""

import re
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from games.models import ChatLine, MaskedWord, Match, Player, Round
from games.services import chat, company
from tests.live.table import Phone
from tests.services.table import player

GROWN = {"age_band": "16plus", "free_text": True}


@pytest.fixture
def carmen(transactional_db: None) -> Player:
    return player("carmen")


def grow(*people: Player) -> None:
    for person in people:
        Player.objects.filter(pk=person.pk).update(**GROWN)
        person.refresh_from_db()


def say(match: Match, person: Player, kind: str = "phrase", said: str = "hello") -> ChatLine:
    return chat.say(match=match, player=person, kind=kind, said=said)


say_async = database_sync_to_async(say)


async def talk(phone: Phone, wanted: str = "", number: int = 0) -> str:
    """The next talk that says this."""
    while True:
        frame = await phone.receive()
        found = re.search(r'data-talk="(\d+)"', frame)
        if found and int(found[1]) >= number and wanted in frame:
            return frame


async def test_each_reads_a_phrase_in_their_own_language(ana: Player, bogdan: Player, playing: Round) -> None:
    async with Phone(playing.match, ana, "en") as one, Phone(playing.match, bogdan, "ro") as two:
        line = await say_async(playing.match, ana, said="luck")
        assert "Good luck, everybody" in await talk(one, f'id="line-{line.number}"')
        frame = await talk(two, f'id="line-{line.number}"')
        assert "Good luck" not in frame
        assert "Mult noroc tuturor" in frame


async def test_what_is_said_renders_no_table_anew(ana: Player, bogdan: Player, playing: Round) -> None:
    async with Phone(playing.match, ana) as one:
        await one.table()
        await talk(one)
        await say_async(playing.match, bogdan)
        frame = await talk(one, "bogdan</button> <span")
        assert "data-number" not in frame
        assert sum("data-number" in frame for frame in one.frames) == 1


async def test_spectators_and_players_talk_apart_until_the_match_is_over(
    ana: Player, bogdan: Player, carmen: Player, playing: Round
) -> None:
    match = playing.match
    async with Phone(match, ana) as one, Phone(match, carmen) as watcher, Phone(match) as nobody:
        said = await say_async(match, ana, said="fire")
        heard = await say_async(match, carmen, said="combo")
        mine = await talk(one, number=heard.number)
        theirs = await talk(watcher, number=heard.number)
        public = await talk(nobody, number=heard.number)
    assert (f'id="line-{said.number}"' in mine, f'id="line-{heard.number}"' in mine) == (True, False)
    assert (f'id="line-{said.number}"' in theirs, f'id="line-{heard.number}"' in theirs) == (False, True)
    assert f'id="line-{said.number}"' not in public
    await Match.objects.filter(pk=match.pk).aupdate(state="finished")
    async with Phone(match, ana) as one:
        frame = await talk(one)
    assert f'id="line-{said.number}"' in frame
    assert f'id="line-{heard.number}"' in frame


async def test_who_watches_is_shown_to_all(ana: Player, carmen: Player, playing: Round) -> None:
    async with Phone(playing.match, ana) as one:
        assert "Nobody watches." in await talk(one, "watches")
        async with Phone(playing.match, carmen), Phone(playing.match):
            frame = await talk(one, "2 watch")
            assert 'data-person="carmen"' in frame
            assert "1 without a name" in frame
        await talk(one, "Nobody watches.")


async def test_a_muted_users_text_reaches_none_of_the_muters_sockets(
    ana: Player, bogdan: Player, carmen: Player, playing: Round
) -> None:
    await database_sync_to_async(grow)(ana, bogdan, carmen)
    match = playing.match
    async with Phone(match, ana) as one, Phone(match, ana) as tab:
        await say_async(match, bogdan, "free", "before-the-mute")
        await talk(one, "before-the-mute")
        await talk(tab, "before-the-mute")
        await database_sync_to_async(company.mute)(player=ana, other=bogdan, on=True)
        for phone in (one, tab):
            while "before-the-mute" in await talk(phone):
                pass
            phone.frames.clear()
        said = await say_async(match, bogdan, "free", "CANARY-text")
        async with Phone(match, ana) as new:
            for phone in (one, tab, new):
                await talk(phone, number=said.number)
                assert not [frame for frame in phone.frames if "CANARY" in frame]
    page = await database_sync_to_async(get)(ana, match)
    assert "CANARY" not in page
    async with Phone(match, bogdan) as two:
        assert "CANARY" in await talk(two, number=said.number)


def get(person: Player | None, match: Match, path: str = "") -> str:
    client = Client()
    if person:
        client.force_login(person)
    return client.get(f"/t/{match.code}/{path}").content.decode()


def test_the_blocked_read_nothing_of_each_other(ana: Player, bogdan: Player, playing: Round) -> None:
    say(playing.match, ana, said="fire")
    say(playing.match, bogdan, said="combo")
    company.block(player=ana, other=bogdan, on=True)
    assert 'id="line-2"' not in get(ana, playing.match)
    assert 'id="line-1"' not in get(bogdan, playing.match)
    assert 'id="line-1"' in get(ana, playing.match)


@pytest.mark.parametrize("age", ["under16", "unknown", "16plus"])
@pytest.mark.parametrize("on", [True, False])
async def test_free_text_is_for_those_who_are_old_enough_and_want_it(
    ana: Player, bogdan: Player, playing: Round, age: str, on: bool
) -> None:
    await database_sync_to_async(grow)(bogdan)
    await Player.objects.filter(pk=ana.pk).aupdate(age_band=age, free_text=on)
    may = age == "16plus" and on
    line = await say_async(playing.match, bogdan, "free", "CANARY")
    # Reading, over the socket, in the page and by polling
    async with Phone(playing.match, ana) as one:
        assert ("CANARY" in await talk(one, number=line.number)) is may
    assert ("CANARY" in await database_sync_to_async(get)(ana, playing.match)) is may
    assert ("CANARY" in await database_sync_to_async(get)(ana, playing.match, "stare/?talk=0")) is may
    # Writing
    told = await database_sync_to_async(post)(ana, playing.match, free="hello there")
    assert told["refused"] == ("" if may else "no_free_text")


def post(person: Player | None, match: Match, **values: Any) -> dict[str, Any]:
    client = Client()
    if person:
        client.force_login(person)
    response = client.post(f"/t/{match.code}/vorba/", values, headers={"Accept": "application/json"})
    told: dict[str, Any] = response.json()
    return told


def test_only_what_is_on_the_lists_can_be_said(ana: Player, carmen: Player, playing: Round) -> None:
    match = playing.match
    assert post(ana, match, phrase="hello")["refused"] == ""
    assert post(ana, match, phrase="no-such")["refused"] == "not_said"
    assert post(ana, match, reaction="laugh")["refused"] == ""
    assert post(ana, match, reaction="\0")["refused"] == "not_said"
    assert post(ana, match)["refused"] == "not_said"
    assert post(carmen, match, reaction="laugh")["refused"] == "not_seated"
    assert post(carmen, match, phrase="hello")["refused"] == ""
    assert post(None, match, phrase="hello")["refused"] == "signed_out"


def test_five_in_ten_seconds_are_enough(ana: Player, playing: Round) -> None:
    told = [post(ana, playing.match, phrase="fire")["refused"] for _ in range(6)]
    assert told == ["", "", "", "", "", "chat_flood"]


TRICKS = [
    "<img src=x onerror=alert(1)>",
    "</section><script>alert(1)</script>",
    '"><b hx-get="/x" hx-on:click="1">',
    "{{7*7}}{% now %}",
    "javascript:alert(1) https://evil.example/",
]


@pytest.mark.parametrize("trick", TRICKS)
def test_what_is_written_is_shown_as_text(ana: Player, playing: Round, trick: str) -> None:
    grow(ana)
    assert post(ana, playing.match, free=trick)["refused"] == ""
    page = get(ana, playing.match)
    shown = page.split('class="line__text">')[1].split("</span>")[0]
    assert "<" not in shown
    assert "href" not in shown.replace("&quot;", "")


def test_masked_words_are_dots_in_all_their_forms(ana: Player, playing: Round) -> None:
    grow(ana)
    MaskedWord.objects.create(word="prostule")
    post(ana, playing.match, free="Hei, PROSTULE! Proștule, prostulețe")
    page = get(ana, playing.match)
    assert "Hei, ••••••••! ••••••••, prostulețe" in page
