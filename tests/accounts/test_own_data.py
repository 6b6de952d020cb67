"""All that is kept about a player, for that player and nobody else."""

import json
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.http import HttpResponse
from django.test import Client

from games.engine.deal import deal
from games.engine.replay import fold
from games.engine.ruleset import rules_from
from games.engine.shuffle import SeededChance, commitment, round_seed
from games.engine.state import dump
from games.models import Friendship, Move, Player, PushSubscription, Round, Secret
from games.services import accounts, chat, company, endings, own_data, rounds, tables
from tests.accounts.conftest import PASSWORD
from tests.services.shuffle import bound, come, commit, nonce_of, reveal
from tests.services.table import NOON, Hand, open_table, player, start
from tests.services.test_matches import bots_only, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> Player:
    return Player.objects.create_user("Ana", "ana@example.org", PASSWORD, age_band="16plus", free_text=True)


@pytest.fixture
def dan() -> Player:
    return Player.objects.create_user("dan", "dan-secret@example.org", PASSWORD, age_band="16plus", free_text=True)


def opened(response: HttpResponse) -> dict[str, Any]:
    return account_in(response.content)


def account_in(packed: bytes) -> dict[str, Any]:
    with ZipFile(BytesIO(packed)) as folder:
        told: dict[str, Any] = json.loads(folder.read("account.json"))
        return told


def rounds_in(packed: bytes) -> list[dict[str, Any]]:
    with ZipFile(BytesIO(packed)) as folder:
        return [json.loads(line) for line in folder.read("rounds.jsonl").decode().splitlines()]


def all_of(packed: bytes) -> str:
    with ZipFile(BytesIO(packed)) as folder:
        return "".join(folder.read(name).decode() for name in folder.namelist())


def test_it_holds_what_is_kept_about_the_player(ana: Player, dan: Player) -> None:
    accounts.rename(player=ana, name="Ănuța")
    ana.refresh_from_db()
    Friendship.objects.create(asker=dan, other=ana)
    company.block(player=ana, other=player("elena"), on=True)
    company.mute(player=ana, other=dan, on=True)
    PushSubscription.objects.create(player=ana, endpoint="https://push.example.org/1", p256dh="k", auth="a")
    match = open_table(ana, dan)
    chat.say(match=match, player=ana, kind="free", said="bună seara")
    company.report(match=match, reporter=ana, other=dan, why="other")
    told = account_in(own_data.pack(player=ana))
    assert (told["account"]["username"], told["account"]["email"]) == ("Ănuța", "ana@example.org")
    assert [row["name"] for row in told["former_names"]] == ["Ana"]
    assert [row["name"] for row in told["friends"]] == ["dan"]
    assert [row["other__username"] for row in told["blocked"]] == ["elena"]
    assert [row["other__username"] for row in told["muted"]] == ["dan"]
    assert [row["text"] for row in told["lines"]] == ["bună seara"]
    assert [row["why"] for row in told["reports_made"]] == ["other"]
    assert [row["code"] for row in told["matches"]] == [match.code]
    assert [row["endpoint"] for row in told["notifications"]] == ["https://push.example.org/1"]


def test_each_finished_round_can_be_replayed_and_checked(ana: Player, dan: Player) -> None:
    match = play_out(bots_only(ana, dan, bots=1, rules=rules_from({"ending": "rounds 2"})))
    told = rounds_in(own_data.pack(player=ana))
    assert len(told) == 2
    rules = rules_from(match.rules)
    for line, round_ in zip(told, Round.objects.order_by("number"), strict=True):
        secret = bytes.fromhex(line["secret"])
        assert commitment(line["context"], secret) == line["commit"]
        nonces = [bytes.fromhex(nonce) for nonce in line["nonces"]]
        state = deal(rules, line["seats"], line["dealer"], SeededChance(round_seed(line["context"], secret, nonces)))
        assert dump(fold(state, [tuple(move) for move in line["moves"]])) == round_.state
        assert line["my_seat"] == 0


def test_one_s_parts_of_the_shuffles_are_in_it_once_their_rounds_are_over(ana: Player, dan: Player) -> None:
    match = open_table(ana, dan)
    come(match, ana, dan)
    tables.set_ready(match=match, player=dan, ready=True, now=NOON)
    tables.start_match(match=match, by=ana, now=NOON)
    commit(match, ana, dan)
    reveal(match, ana, dan)
    assert own_data.account(player=ana)["shuffles"] == []
    endings.cancel(rounds.locked_match(match.pk), NOON)
    (part,) = own_data.account(player=ana)["shuffles"]
    assert (part["nonce"], part["commit"]) == (nonce_of(ana), bound(match, ana))
    assert nonce_of(dan) not in repr(part)
    (line,) = own_data.rounds_played(player=ana)
    assert line["nonces"] == [nonce_of(ana), nonce_of(dan)]


def test_it_is_the_same_whatever_is_dealt_in_a_round_that_is_played(ana: Player, dan: Player) -> None:
    round_ = start(ana, dan)
    Hand(ana, round_).send("draw", after=0)
    told = all_of(own_data.pack(player=ana, now=NOON))
    assert rounds_in(own_data.pack(player=ana)) == []
    assert round_.commit not in told
    Round.objects.update(state={}, commit="x", context="y")
    Move.objects.update(text="play R1", events=[])
    Secret.objects.update(sealed=b"z")
    assert all_of(own_data.pack(player=ana, now=NOON)) == told


def test_it_holds_nothing_that_others_keep_to_themselves(ana: Player, dan: Player) -> None:
    match = open_table(ana, dan)
    chat.say(match=match, player=dan, kind="free", said="numai pentru masă")
    company.report(match=match, reporter=dan, other=ana, why="insult")
    company.block(player=dan, other=ana, on=True)
    text = all_of(own_data.pack(player=ana))
    for private in ("dan-secret", "numai pentru", "insult", dan.password, ana.password, "recovery"):
        assert private not in text


def test_no_secret_of_the_own_account_is_in_it(ana: Player) -> None:
    code = accounts.issue_recovery_code(player=ana)
    ana.refresh_from_db()
    text = all_of(own_data.pack(player=ana))
    for secret in (ana.password, ana.recovery_hash, code, "session_key"):
        assert secret not in text


# The page


def signed_in() -> Client:
    client = Client()
    client.post("/cont/login/", {"login": "Ana", "password": PASSWORD})
    return client


def test_it_is_downloaded_after_the_password(ana: Player) -> None:
    client = signed_in()
    assert client.post("/cont/datele-mele/")["Location"].startswith("/cont/reauthenticate/")
    client.post("/cont/reauthenticate/", {"password": PASSWORD})
    response = client.post("/cont/datele-mele/")
    assert response["Content-Disposition"].startswith("attachment; filename=")
    assert "no-store" in response["Cache-Control"]
    told = opened(response)
    assert told["account"]["username"] == "Ana"
    assert [row["ip"] for row in told["sessions"]] == ["127.0.0.1"]


def test_looking_downloads_nothing(ana: Player) -> None:
    assert signed_in().get("/cont/datele-mele/").status_code == 405


def test_over_and_over_is_slowed_down(ana: Player) -> None:
    client = signed_in()
    client.post("/cont/reauthenticate/", {"password": PASSWORD})
    assert [client.post("/cont/datele-mele/").status_code for _ in range(6)] == [200] * 5 + [429]


def test_a_guest_has_data_too(client: Client) -> None:
    client.post("/oaspete/", {"name": "mara-g"})
    assert opened(client.post("/cont/datele-mele/"))["account"]["username"] == "mara-g"
