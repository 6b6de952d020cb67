import re
from datetime import timedelta
from pathlib import Path

import pytest
from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone, translation

from games import names
from games.models import Player
from games.services import accounts
from games.services.errors import NotAllowed, Reason
from tests.accounts.conftest import PASSWORD, SignUp, is_signed_in
from tests.services.table import start

TAKEN = "Marina_1"
SAME = ["marina_1", "MARINA_1", "Marina-1", "Marlna_1", "Marina_l", "Marina_I", "Mar1na_1", "rnarina_1", "MARINA-L"]
RESERVED = ["admin", "Admin", "ADMIN1", "adm1n", "adm-in", "root", "moderator", "m0derator", "MAS-UNO", "masuno"]
RESERVED += ["bot", "Bot-7", "b0t_2", "fost-jucator", "fost-jucator-3f9c", "former_player_1", "suport", "guest"]
RESERVED += ["fost-jucător-3f9c", "Gerilă", "gerila", "HARAP-ALB", "Greuceanu", "prasIea", "Administrație", "Oaspete"]
RESERVED += ["admin-ana", "Ana_Moderator", "suport-masuno", "Oficial_UNO", "adm1n_2", "masun0-echipa"]
IMPOSSIBLE = [
    "ab",
    "a" * 21,
    "аdmin",
    "admın",
    "ana maria",
    "123",
    "-_-",
    "ștefán",
    "ana\u200b",
    "ana\u202emaria",
    "\u3164\u3164\u3164",
]
IMPOSSIBLE += ["ana@x", "<b>ana", "ana'--", "ana\x00", "ａｎａ", "😀😀😀", "{{7*7}}", "ana.", "a\u0301na"]


ROMANIAN = ["Ștefan", "Țăndărică", "mândruță", "ÎNVĂȚĂCEL", "Anița-2", "două_rațe", "ĂĂĂ", "Systematic", "Modest"]


def read(text: str) -> str:
    """A name of the table, with the signs that its escapes stand for."""
    plain = text.replace("\\t", "\t").replace("\\n", "\n")
    return re.sub(
        r"\\(?:x(\w\w)|u(\w{4})|U(\w{8}))", lambda code: chr(int("".join(filter(None, code.groups())), 16)), plain
    )


LINES = Path(__file__).with_name("lookalikes.txt").read_text().splitlines()
PAIRS = [tuple(map(read, line.split(" ", 1))) for line in LINES if not line.startswith("#")]


@pytest.mark.parametrize("name", SAME)
def test_a_name_that_looks_like_another_is_refused(sign_up: SignUp, name: str) -> None:
    sign_up(TAKEN)
    assert sign_up(name, by=Client()).status_code == 200
    assert [player.username for player in Player.objects.all()] == [TAKEN]


@pytest.mark.parametrize("name", SAME)
def test_the_database_refuses_it_too(db: None, name: str) -> None:
    Player.objects.create_user(TAKEN)
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create_user(name)


@pytest.mark.parametrize("name", RESERVED + IMPOSSIBLE)
def test_reserved_and_impossible_names_are_refused(sign_up: SignUp, name: str) -> None:
    assert sign_up(name).status_code == 200
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    "name", ["Ana", "ana-maria", "Ion_1990", "Robert", "Masha", "x7-", "player_one", "Unoaica", *ROMANIAN]
)
def test_ordinary_names_are_welcome(sign_up: SignUp, name: str) -> None:
    sign_up(name)
    assert Player.objects.get().username == name


@pytest.mark.parametrize("name", [TAKEN, *SAME, *ROMANIAN, "0O1lI", "vvilly", "a-b_c", "ĂÂÎȘȚăâîșțIl1"])
def test_the_database_sees_the_same_shape(db: None, name: str) -> None:
    Player.objects.create_user(name)
    assert Player.objects.values_list("shape", flat=True).get() == names.shape(name)


def test_a_name_is_looked_up_by_the_index(db: None) -> None:
    Player.objects.create_user("Ana")
    assert accounts.named(name="aNA") == Player.objects.get()
    plan = Player.objects.filter(shape="ana").explain()
    assert connection.vendor != "sqlite" or ("INDEX" in plan and "(shape=?)" in plan)


def test_there_are_pairs_enough() -> None:
    assert len(set(PAIRS)) >= 300


@pytest.mark.parametrize(("taken", "tried"), PAIRS, ids=lambda name: name.encode("unicode_escape").decode())
def test_whoever_tries_to_look_like_somebody_is_refused(db: None, taken: str, tried: str) -> None:
    names.check(taken)
    Player.objects.create_user(taken)
    with pytest.raises(ValidationError):
        get_adapter().clean_username(tried)


def test_the_database_refuses_all_pairs_that_are_names_at_all(db: None) -> None:
    pairs = {(taken, names.tidy(tried)) for taken, tried in PAIRS if names.PATTERN.fullmatch(names.tidy(tried))}
    assert len(pairs) > 80
    for taken, tried in pairs:
        Player.objects.create_user(taken)
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.create_user(tried)
        Player.objects.all().delete()


@pytest.mark.parametrize(
    ("typed", "kept"), [("ştefan", "ștefan"), ("s\u0326tefan", "ștefan"), ("Ţţţ", "Țțț"), ("a\u0306nă", "ănă")]
)
def test_a_name_is_kept_composed_and_with_commas(sign_up: SignUp, typed: str, kept: str) -> None:
    sign_up(typed)
    assert Player.objects.get().username == kept


@pytest.mark.parametrize("typed", ["Ștefan", "ștefan", "ŞTEFAN", "stefan", "STEFAN", "s\u0326tefan"])
def test_people_are_found_however_their_name_is_typed(sign_up: SignUp, client: Client, typed: str) -> None:
    sign_up("Ștefan", by=Client())
    assert accounts.named(name=typed) is not None
    client.post("/cont/login/", {"login": typed, "password": PASSWORD})
    assert is_signed_in(client)


@pytest.mark.parametrize("typed", ["5tefan", "ștefán", "stefar", ""])
def test_a_name_that_only_looks_alike_finds_nobody(db: None, typed: str) -> None:
    Player.objects.create_user("Ștefan")
    Player.objects.create_user("illi")
    assert accounts.named(name=typed) is None
    assert accounts.named(name="1ll1") is None


def test_all_ways_to_write_a_name_share_their_tries(sign_up: SignUp, client: Client) -> None:
    sign_up("Ștefăniță", by=Client())
    for typed in ("stefanita", "Ștefanita", "ștefăniță", "STEFANITA", "ŞTEFĂNIŢĂ"):
        client.post("/cont/login/", {"login": typed, "password": "gresit gresit"})
    page = client.post("/cont/login/", {"login": "Ștefăniță", "password": PASSWORD})
    assert "Prea multe încercări" in page.content.decode()


def test_a_new_name_leaves_the_games_of_old_as_they_were(db: None) -> None:
    ana, dan = (Player.objects.create_user(name) for name in ("ana", "dan"))
    round_ = start(ana, dan)
    accounts.rename(player=ana, name="Ănuța")
    assert [seat.name for seat in round_.match.seats.all()] == ["ana", "dan"]
    assert accounts.named(name="anuta") == ana
    assert accounts.named(name="ana") is None


def test_a_name_is_changed_once_in_thirty_days(db: None) -> None:
    ana, now = Player.objects.create_user("ana"), timezone.now()
    accounts.rename(player=ana, name="bella", now=now)
    with pytest.raises(NotAllowed, match=Reason.RENAMED_LATELY):
        accounts.rename(player=ana, name="carla", now=now + timedelta(days=29))
    accounts.rename(player=ana, name="carla", now=now + timedelta(days=30))
    assert Player.objects.get().username == "carla"


def test_a_name_given_up_is_kept_for_its_owner_for_ninety_days(db: None) -> None:
    ana, dan, now = Player.objects.create_user("ana"), Player.objects.create_user("dan"), timezone.now()
    accounts.rename(player=ana, name="bella", now=now)
    with pytest.raises(NotAllowed, match=Reason.NAME_TAKEN):
        accounts.rename(player=dan, name="ANA", now=now + timedelta(days=89))
    accounts.rename(player=ana, name="ana", now=now + timedelta(days=31))
    later = now + timedelta(days=91)
    assert accounts.forget_names(now=later) == 1  # "ana"; "bella" was given up later
    with pytest.raises(NotAllowed, match=Reason.NAME_TAKEN):
        accounts.rename(player=dan, name="bella", now=later)


@pytest.mark.parametrize("name", ["dan", "DAN", "admin", "Gerilă"])
def test_a_new_name_is_as_free_as_a_first_one(db: None, name: str) -> None:
    ana, _ = Player.objects.create_user("ana"), Player.objects.create_user("dan")
    with pytest.raises(NotAllowed, match=Reason.NAME_TAKEN):
        accounts.rename(player=ana, name=name)
    ana.refresh_from_db()
    assert (ana.username, ana.renamed_at, ana.former_names.count()) == ("ana", None, 0)


def test_a_former_player_is_named_in_the_language_of_who_reads() -> None:
    told = {}
    for language in ("ro", "en"):
        with translation.override(language):
            told[language] = names.shown_name(names.former_name("3f9c"))
    assert told == {"ro": "fost jucător 3f9c", "en": "former player 3f9c"}


@pytest.mark.parametrize(
    "name", ["ana", "Ștefan", "fost-jucator", "fost-jucator-", "fost-jucator-xyz1", "Zmeul Zmeilor"]
)
def test_every_other_name_is_shown_as_it_is(name: str) -> None:
    assert names.shown_name(name) == name
