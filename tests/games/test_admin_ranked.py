"""The administrators' pages of the ledger: a preview before anything is done, and pairs to look at."""

import random

import pytest
from django.test import Client

from games.models import LedgerAct, Player, Rating, Settlement
from games.queries_pairs import evidence, pair_reports
from games.ratings.noise import noise_of
from tests.ratings.population import Format, play
from tests.services.ledger import NOON, end, ranked
from tests.services.table import at, player

pytestmark = pytest.mark.django_db

ACT = "/admin/games/ledgeract/add/"


@pytest.fixture
def admin() -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(Player.objects.create_superuser(username="root-of-all", language="en"))
    return client


@pytest.fixture
def people() -> list[Player]:
    return [player(name) for name in ("ana", "bogdan", "carmen", "dan")]


def act(kind: str, **given: str) -> dict[str, str]:
    return {"kind": kind, "since": "", "until": "", "player": "", "codes": "", "reason": ""} | given


def test_the_preview_changes_nothing_and_says_what_would_change(admin: Client, people: list[Player]) -> None:
    match = end(ranked(*people), [500, 300, 200, 0])
    page = admin.post(ACT, act("undo", player="ANA", preview="1")).content.decode()
    assert match.code in page
    assert all(person.username in page for person in people)
    assert 'name="confirm"' in page
    assert Settlement.objects.get().undone_at is None
    assert not LedgerAct.objects.exists()


def test_confirming_does_it_and_the_act_can_be_undone(admin: Client, people: list[Player]) -> None:
    match = end(ranked(*people), [500, 300, 200, 0])
    done = admin.post(ACT, act("undo", codes=match.code.lower(), reason="outage", confirm="1"), follow=True)
    assert not Rating.objects.exists()
    assert "outage" in done.content.decode()
    again = f"?kind=redo&amp;codes={match.code}"
    assert again in done.content.decode()
    admin.post(ACT, act("redo", codes=match.code, reason="it was none", confirm="1"))
    assert Rating.objects.count() == 4


def test_a_span_of_time_is_undone(admin: Client, people: list[Player]) -> None:
    end(ranked(*people), [500, 300, 200, 0], at(0))
    end(ranked(*people), [500, 300, 200, 0], at(7200))
    span = {"since": "2026-11-29 13:00", "until": "2026-11-29 15:00"}
    admin.post(ACT, act("undo", reason="outage", confirm="1", **span))
    assert [row.undone_at is None for row in Settlement.objects.order_by("number")] == [True, False]


@pytest.mark.parametrize(
    "given",
    [{}, {"player": "nobody-known"}, {"since": "2030-01-01"}, {"player": "ana", "confirm": "1"}],
    ids=["nothing", "no such player", "no match", "no reason"],
)
def test_what_cannot_be_done_is_said(admin: Client, people: list[Player], given: dict[str, str]) -> None:
    end(ranked(*people), [500, 300, 200, 0])
    page = admin.post(ACT, act("undo", **given)).content.decode()
    assert "errornote" in page or "errorlist" in page
    assert not LedgerAct.objects.exists()


@pytest.mark.parametrize(
    "path", ["ledgeract/", "ledgeract/add/", "settlement/", "settlement/pairs/", "settlement/pairs/{0}/{1}/"]
)
def test_only_administrators_come_there(people: list[Player], admin: Client, path: str) -> None:
    address = "/admin/games/" + path.format(people[0].pk, people[1].pk)
    assert admin.get(address).status_code == 200
    other = Client()
    other.force_login(people[0])
    assert other.get(address).status_code == 302


def test_acts_are_kept_as_they_are(admin: Client, people: list[Player]) -> None:
    end(ranked(*people), [500, 300, 200, 0])
    admin.post(ACT, act("undo", player="ana", reason="cheated", confirm="1"))
    kept = LedgerAct.objects.get()
    admin.post(f"/admin/games/ledgeract/{kept.pk}/change/", {"reason": "other"})
    admin.post(f"/admin/games/ledgeract/{kept.pk}/delete/", {"post": "yes"})
    kept.refresh_from_db()
    assert kept.reason == "cheated"


@pytest.fixture
def planted() -> tuple[Player, Player]:
    """Two of 24 people who play 200 matches: the first lets the second win at the 40 tables that they share."""
    chance = random.Random("planted")
    noise = noise_of("clasic", 4, "target 500")
    assert noise is not None
    town = [player(f"om-{number:02}") for number in range(24)]
    pulls = {person.pk: Format(4, noise).pull * chance.gauss(0, 1) for person in town}
    for number in range(200):
        together = number % 5 == 0
        table = [*town[:2], *chance.sample(town[2:], 2)] if together else chance.sample(town, 4)
        helped = {town[0].pk: -2.0, town[1].pk: 2.0} if together else {}
        places = play([pulls[person.pk] + helped.get(person.pk, 0.0) for person in table], chance)
        end(ranked(*table, name="clasic"), [100 * (4 - place) for place in places], at(3600.0 * number))
    return town[0], town[1]


def test_planted_helpers_are_on_top_of_the_report(planted: tuple[Player, Player], admin: Client) -> None:
    helper, helped = planted
    found = pair_reports(NOON)
    assert (found[0].helper, found[0].helped) == (helper, helped)
    assert found[0].suspicion.is_flagged
    assert not any(report.suspicion.is_flagged for report in found[1:])
    tables = evidence(helper, helped, NOON).tables
    assert len(tables) == found[0].suspicion.tables >= 40
    assert sum(table.favour for table in tables) == pytest.approx(found[0].suspicion.favour)
    page = admin.get(f"/admin/games/settlement/pairs/{helper.pk}/{helped.pk}/").content.decode()
    assert all(f'/admin/games/match/{table.match.pk}/change/">{table.match.code}<' in page for table in tables)


def test_what_was_undone_or_left_tells_nothing_about_a_pair(people: list[Player]) -> None:
    for hour in range(8):
        end(ranked(*people), [500, 300, 200, 0], at(3600.0 * hour), left=[0])
    found = {(report.helper, report.helped) for report in pair_reports(NOON)}
    assert (people[1], people[2]) in found
    assert not any(people[0] in pair for pair in found)
    Settlement.objects.update(undone_at=NOON)
    assert pair_reports(NOON) == []
