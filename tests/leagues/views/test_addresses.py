"""What is handed on to other devices leads here from them: invitations, codes to scan, calendars."""

from typing import Any

import pytest

from leagues.models import League
from tests.leagues.services.league import published, tables_of
from tests.leagues.views.conftest import As

pytestmark = pytest.mark.django_db
SLUG = "liga-de-marti"
AT_HOME = {"host": "localhost:8000"}


@pytest.fixture(autouse=True)
def network(settings: Any) -> None:
    settings.ALLOWED_HOSTS, settings.LAN_ADDRESSES = ["*"], ["192.168.1.7"]


@pytest.mark.parametrize(
    ("host", "lan", "root"),
    [
        ("localhost:8000", ["192.168.1.7"], "http://192.168.1.7:8000"),
        ("127.0.0.1", ["192.168.1.7"], "http://192.168.1.7:80"),
        ("localhost:8000", [], "http://localhost:8000"),
        ("masuno.example", ["192.168.1.7"], "http://masuno.example"),
    ],
)
def test_a_league_invites_to_an_address_that_others_reach(
    as_: As, settings: Any, host: str, lan: list[str], root: str
) -> None:
    settings.LAN_ADDRESSES = lan
    published(8)
    olga = as_("olga")
    asked = {"host": host}
    assert olga.get(f"/liga/{SLUG}/birou/", headers=asked).context["link"] == f"{root}/liga/{SLUG}/"
    assert olga.get(f"/liga/{SLUG}/sala/", headers=asked).context["link"] == f"{root}/liga/{SLUG}/"
    League.objects.update(visibility="unlisted")
    code = League.objects.get().code
    assert olga.get(f"/liga/{SLUG}/birou/", headers=asked).context["link"] == f"{root}/ligi/cod/{code}/"


def test_a_calendar_on_a_phone_reads_and_opens_addresses_of_the_network(as_: As) -> None:
    day = published(8, pace="fixed")
    client = as_("e1")
    page = client.get("/ligi/calendar/", {"liga": SLUG}, headers=AT_HOME)
    assert page.context["personal"].startswith("http://192.168.1.7:8000/ligi/calendar/")
    assert page.context["shared"] == f"http://192.168.1.7:8000/liga/{SLUG}/calendar.ics"
    file = client.get(f"/liga/{SLUG}/calendar.ics", headers=AT_HOME).text.replace("\r\n ", "")
    assert f"http://192.168.1.7:8000/liga/{SLUG}/masa/{tables_of(day)[0].pk}/" in file
    assert "localhost" not in file.replace("@localhost", "")
