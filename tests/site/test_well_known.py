"""What browsers, search engines and finders of faults ask every site for."""

from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.robotparser import RobotFileParser

import pytest
from django.contrib.staticfiles import finders
from django.test import Client


def robots(client: Client) -> RobotFileParser:
    parser = RobotFileParser()
    parser.parse(client.get("/robots.txt").content.decode().splitlines())
    return parser


@pytest.mark.parametrize("path", ["/", "/reguli/", "/invata/", "/static/icons/icon-192.png"])
def test_the_front_page_and_the_rules_may_be_found(client: Client, path: str) -> None:
    assert robots(client).can_fetch("Anybot", path)


@pytest.mark.parametrize(
    "path",
    [
        *("/admin/", "/cont/login/", "/cont/setari/", "/jucator/ana/", "/clasament/", "/prieteni/", "/moderare/1/"),
        *("/t/ABC234/", "/t/ABC234/stare/", "/joc/ABC234/1/", "/jocurile-mele/", "/oameni/blocheaza/", "/ws/t/ABC234/"),
    ],
)
def test_people_and_their_tables_may_not_be_collected(client: Client, path: str) -> None:
    assert not robots(client).can_fetch("Anybot", path)


def test_the_icon_is_found_where_old_browsers_look(client: Client) -> None:
    where = client.get("/favicon.ico")["Location"]
    assert finders.find(where.removeprefix("/static/"))


def test_finders_of_holes_learn_where_to_write(client: Client, settings: Any) -> None:
    settings.SECURITY_CONTACT = "mailto:safe@example.org"
    lines = dict(line.split(": ", 1) for line in client.get("/.well-known/security.txt").content.decode().splitlines())
    assert lines["Contact"] == "mailto:safe@example.org"
    left = datetime.strptime(lines["Expires"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC) - datetime.now(UTC)
    assert timedelta(days=90) < left < timedelta(days=365)


def test_without_a_contact_nothing_is_promised(client: Client, db: None) -> None:
    assert client.get("/.well-known/security.txt").status_code == 404
