"""The pages around the table: who may see them, what they show, what they never hold."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match, Player
from tests.services.table import open_table
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db

FOR_ALL = ["home", "join", "rules"]
FOR_PLAYERS = ["open", "my_games"]
HEADINGS = {
    ("home", "ro"): "Mese deschise",
    ("home", "en"): "Open tables",
    ("join", "ro"): "Intră cu un cod",
    ("join", "en"): "Join by code",
    ("rules", "ro"): "Regulament",
    ("rules", "en"): "Rules",
    ("open", "ro"): "Deschide o masă",
    ("open", "en"): "Open a table",
    ("my_games", "ro"): "Jocurile mele",
    ("my_games", "en"): "My games",
}


@pytest.mark.parametrize(("name", "language"), HEADINGS)
def test_each_page_speaks_both_languages(ana: Player, name: str, language: str) -> None:
    page = signed_in(ana, language).get(reverse(f"games:{name}")).content.decode()
    assert f'<html lang="{language}">' in page
    assert HEADINGS[name, language] in page


@pytest.mark.parametrize("name", FOR_ALL)
def test_a_visitor_may_look_round(anybody: Client, name: str) -> None:
    assert anybody.get(reverse(f"games:{name}")).status_code == 200


@pytest.mark.parametrize("name", FOR_PLAYERS)
def test_a_visitor_is_asked_to_sign_in_first(anybody: Client, name: str) -> None:
    response = anybody.get(reverse(f"games:{name}"))
    assert response.headers["Location"] == f"{reverse('account_login')}?next={reverse(f'games:{name}')}"


def test_no_page_names_another_host_or_holds_code(ana: Player, table: Match, over: Match) -> None:
    client = signed_in(ana)
    addresses = [reverse(f"games:{name}") for name in (*FOR_ALL, *FOR_PLAYERS)]
    addresses += [reverse("games:match", args=[over.code]), reverse("games:replay", args=[over.code, 1])]
    addresses += [reverse("games:rules_change", args=[table.code]), "/nowhere/"]
    for address in addresses:
        page = client.get(address).content.decode()
        assert re.findall(r'(?:src|href|action)="(?:https?:)?//', page) == [], address
        assert re.findall(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*src=)", page) == [], address


def test_home_lists_public_tables_that_wait(anybody: Client, ana: Player, bogdan: Player) -> None:
    public = open_table(ana, public=True)
    hidden = open_table(bogdan, public=False)
    page = anybody.get("/").content.decode()
    assert public.code in page
    assert hidden.code not in page


def test_home_renews_only_its_list_of_tables(anybody: Client, table: Match) -> None:
    part = anybody.get("/", headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith('<div id="tables"')
    assert table.code in part
    assert "<html" not in part


def test_home_shows_a_player_their_own_tables(bogdan: Player, table: Match) -> None:
    assert "Your tables" in signed_in(bogdan).get("/").content.decode()


def test_a_code_leads_to_its_table(anybody: Client, table: Match) -> None:
    response = anybody.get(reverse("games:join"), {"code": f" {table.code.lower()} "})
    assert response.headers["Location"] == reverse("games:table", args=[table.code])


@pytest.mark.parametrize("code", ["ZZZZZZ", "", "x" * 50, "\x00"])
def test_a_wrong_code_gets_a_sentence(anybody: Client, code: str) -> None:
    response = anybody.get(reverse("games:join"), {"code": code})
    assert response.status_code == 422
    assert 'class="errorlist"' in response.content.decode()


def test_my_games_lists_what_goes_on_and_what_is_over(ana: Player, over: Match, table: Match) -> None:
    page = signed_in(ana).get(reverse("games:my_games")).content.decode()
    assert page.index(reverse("games:table", args=[table.code])) < page.index(reverse("games:match", args=[over.code]))


def test_my_games_are_mine(carmen: Player, over: Match) -> None:
    assert over.code not in signed_in(carmen).get(reverse("games:my_games")).content.decode()


@pytest.fixture
def carmen(db: None) -> Player:
    return Player.objects.create(username="carmen")


def test_the_manifest_names_icons_that_are_there(anybody: Client) -> None:
    response = anybody.get(reverse("games:manifest"))
    told = json.loads(response.content)
    assert response.headers["Content-Type"] == "application/manifest+json"
    assert {icon["sizes"] for icon in told["icons"]} == {"192x192", "512x512"}
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        assert anybody.get(icon["src"]).status_code == 200


def test_the_rules_have_every_section_a_refusal_quotes(anybody: Client) -> None:
    for language in ("ro", "en"):
        page = anybody.get(reverse("games:rules"), headers={"accept-language": language}).content.decode()
        assert re.findall(r'id="r(\d+)"', page) == [str(number) for number in range(1, 13)]


def test_both_rule_books_mark_the_same_decisions(anybody: Client) -> None:
    counts = set()
    for language in ("ro", "en"):
        page = anybody.get(reverse("games:rules"), headers={"accept-language": language}).content.decode()
        sections = re.split(r'<section id="r\d+"', page)
        counts.add(tuple((part.count("◆"), part.count("◇"), part.count("<li>")) for part in sections[1:]))
    assert len(counts) == 1


@pytest.mark.parametrize("chosen", ["light", "dark", "auto"])
def test_the_theme_is_kept_in_a_cookie(anybody: Client, chosen: str) -> None:
    response = anybody.post(reverse("games:theme"), {"theme": chosen, "next": "/reguli/"})
    assert response.headers["Location"] == "/reguli/"
    assert response.cookies["theme"].value == chosen
    page = anybody.get("/").content.decode()
    media = {"light": None, "dark": "all", "auto": "(prefers-color-scheme: dark)"}[chosen]
    assert re.findall(r'dark\.css"\s+media="([^"]+)"', page) == ([media] if media else [])


@pytest.mark.parametrize("onward", ["https://example.org/", "//example.org", "javascript:alert(1)", ""])
def test_the_theme_leads_nowhere_else(anybody: Client, onward: str) -> None:
    response = anybody.post(reverse("games:theme"), {"theme": "pink", "next": onward})
    assert response.headers["Location"] == "/"
    assert "theme" not in response.cookies


def test_a_page_that_is_not_there_says_so_in_the_sites_own_dress(anybody: Client) -> None:
    response = anybody.get("/nowhere/", headers={"accept-language": "ro"})
    assert response.status_code == 404
    assert "Pagina asta nu e pe masă" in response.content.decode()
