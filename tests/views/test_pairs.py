"""The moderators' pages about pairs at ranked tables: what the numbers say in words, who decides, what is kept."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.models import Match, PairDecision, Player
from games.services import moderation
from tests.services.ledger import end, ranked
from tests.services.table import player
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def mara(db: None) -> Client:
    """A moderator's browser."""
    mara = player("mara")
    moderation.appoint(player=mara)
    return signed_in(mara)


@pytest.fixture
def pair(db: None) -> tuple[Player, Player]:
    """The first was last at all ten tables at which the second was first."""
    helper, helped = player("<b>ajută"), player("ajutata")
    for number in range(10):
        others = [player(f"om-{number}-{k}") for k in range(2)]
        play_together(helper, helped, others, number)
    return helper, helped


def play_together(helper: Player, helped: Player, others: list[Player], number: int) -> Match:
    return end(
        ranked(helped, *others, helper, name="clasic"), [500, 200, 100, 0], timezone.now() - timedelta(days=20 - number)
    )


def path(pair: tuple[Player, Player]) -> str:
    return f"/moderare/perechi/{pair[0].pk}/{pair[1].pk}/"


def decide(client: Client, pair: tuple[Player, Player], kind: str, note: str = "look", seen: int = 0) -> str:
    answer = client.post(f"{path(pair)}hotarare/", {"kind": kind, "note": note, "seen": seen})
    return answer.headers.get("Location", str(answer.status_code))


def test_a_pair_that_stands_out_waits_with_its_numbers(mara: Client, pair: tuple[Player, Player]) -> None:
    page = mara.get("/moderare/perechi/").content.decode()
    waiting = page[: page.index("<details")]
    assert f'href="{path(pair)}"' in waiting
    assert "&lt;b&gt;ajută may be helping ajutata" in waiting
    assert "<b>ajut" not in page
    assert path((pair[1], pair[0])) not in waiting, "the other way round it says nothing"
    assert 'href="/moderare/perechi/"' in mara.get("/moderare/").content.decode()


def test_the_evidence_is_told_in_words_and_leads_to_the_matches(mara: Client, pair: tuple[Player, Player]) -> None:
    page = mara.get(path(pair)).content.decode()
    assert "They shared 10 rated tables." in page
    assert "ajutata beat +" in page
    assert "not counting ajutata: −" in page
    assert "honest pairs." in page
    assert all(f'href="{reverse("games:match", args=[match.code])}"' in page for match in Match.objects.all())


def test_a_decision_is_kept_with_its_note_and_what_the_tables_said(mara: Client, pair: tuple[Player, Player]) -> None:
    assert decide(mara, pair, "nothing", "they are sisters") == "/moderare/perechi/"
    kept = PairDecision.objects.get()
    assert (kept.kind, kept.note, kept.by.username, kept.tables) == ("nothing", "they are sisters", "mara", 10)
    assert kept.z > 4
    page = mara.get("/moderare/perechi/").content.decode()
    assert "No pair stands out." in page
    assert "<q>they are sisters</q>" in page
    assert "<q>they are sisters</q>" in mara.get(path(pair)).content.decode()


def test_after_eight_more_tables_a_pair_is_to_be_looked_at_again(mara: Client, pair: tuple[Player, Player]) -> None:
    decide(mara, pair, "nothing")
    for number in range(8):
        assert "No pair stands out." in mara.get("/moderare/perechi/").content.decode()
        play_together(*pair, [player(f"nou-{number}-{k}") for k in range(2)], 10 + number)
    assert "No pair stands out." not in mara.get("/moderare/perechi/").content.decode()


def test_who_is_watched_stays_and_who_is_handed_over_does_not(mara: Client, pair: tuple[Player, Player]) -> None:
    decide(mara, pair, "watch")
    page = mara.get("/moderare/perechi/").content.decode()
    assert "is being watched" in page
    assert "No pair stands out." not in page
    decide(mara, pair, "staff", seen=PairDecision.objects.get().pk)
    assert "No pair stands out." in mara.get("/moderare/perechi/").content.decode()


def test_one_of_the_two_neither_sees_nor_decides(mara: Client, pair: tuple[Player, Player]) -> None:
    for one in pair:
        moderation.appoint(player=one)
        own = signed_in(one)
        assert own.get(path(pair)).status_code == 403
        assert decide(own, pair, "nothing") == "403"
        decide(mara, pair, "watch", seen=getattr(PairDecision.objects.first(), "pk", 0))
        assert "ajut" not in own.get("/moderare/perechi/").content.decode().split("<main")[1]
    assert {one.by.username for one in PairDecision.objects.all()} == {"mara"}


def test_who_comes_second_reads_first_what_the_first_thought(mara: Client, pair: tuple[Player, Player]) -> None:
    decide(mara, pair, "watch")
    assert decide(mara, pair, "nothing", seen=0) == path(pair)
    assert PairDecision.objects.get().kind == "watch"
    assert "Another moderator" in mara.get(path(pair)).content.decode()


@pytest.mark.parametrize(
    ("kind", "note"), [("", "x"), ("ban", "x"), ("watch", ""), ("watch", "  "), ("watch", "x" * 501)]
)
def test_what_is_no_decision_changes_nothing(mara: Client, pair: tuple[Player, Player], kind: str, note: str) -> None:
    assert decide(mara, pair, kind, note) == "422"
    assert not PairDecision.objects.exists()


def test_others_do_not_get_in(pair: tuple[Player, Player], ana: Player, anybody: Client) -> None:
    for address in ("/moderare/perechi/", path(pair)):
        assert anybody.get(address).status_code == 302
        assert signed_in(ana).get(address).status_code == 403
    assert decide(signed_in(ana), pair, "nothing") == "403"
    assert not PairDecision.objects.exists()


def test_more_pairs_take_no_more_queries(mara: Client, pair: tuple[Player, Player]) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            mara.get("/moderare/perechi/")
        return len(queries)

    asked()
    before = asked()
    decide(mara, pair, "watch")
    one, other = player("unu"), player("doi")
    for number in range(10):
        play_together(one, other, [player(f"alt-{number}-{k}") for k in range(2)], number)
    assert asked() == before


def test_what_there_is_not_is_not_found(mara: Client, pair: tuple[Player, Player]) -> None:
    assert mara.get(f"/moderare/perechi/{pair[0].pk}/999999/").status_code == 404
    assert mara.get(f"/moderare/perechi/{pair[0].pk}/{pair[0].pk}/").status_code == 404
