"""Every page in one language: nothing of the other is left on it."""

import html
import re
from collections.abc import Iterator

import polib
import pytest
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from games.engine.ruleset import rules_from
from games.models import Match, Player
from games.services import moderation
from leagues.models import LeagueTable
from leagues.services import publishing
from tests.leagues.services.league import NOON, begun, day_of, ids, tables_of
from tests.services.table import open_table, player, start
from tests.services.test_matches import bots_only, play_out
from tests.test_catalogues import messages

OTHER = {"ro": "en", "en": "ro"}
# Not pages for players.
BUT = {"admin", "healthz"}
PLACES = {"number": 1, "move": 1, "pk": 1, "uidb36": "1", "key": "1-1", "username": "bogdan"}
LEAGUE = {"verb": "accept", "offer": 1, "token": "none", "what": "standings", "kind": "csv"}
LONG = 12


@pytest.fixture
def matches(db: None) -> list[Match]:
    ana, bogdan = player("ana"), player("bogdan")
    moderation.appoint(player=player("carmen"))
    single = rules_from({"mas_grace_ms": 1500, "ending": "single", "combos": "off", "custom_rules": [["draw 3 next"]]})
    return [
        open_table(ana, bogdan, bots=1),
        start(ana, bogdan).match,
        play_out(bots_only(ana, bogdan, rules=single)),
    ]


@pytest.fixture
def table(matches: list[Match]) -> LeagueTable:
    """A table of a league that Ana runs and the others play in; the first round is shown."""
    division = begun(8, owner="ana")
    day = day_of(division, 1)
    publishing.publish(day=day, by=division.season.league.owner, now=NOON)
    return tables_of(day)[0]


def addresses(matches: list[Match], table: LeagueTable) -> Iterator[str]:
    slug = table.matchday.division.season.league.slug
    places_of_leagues = LEAGUE | {"slug": slug, "table": table.pk, "entrant": ids(table)[0]}
    pair = {"helper": player_called("ana"), "helped": player_called("bogdan")}
    for name, places in sorted(patterns(get_resolver(), "", ())):
        for match in matches if "code" in places else matches[:1]:
            known = PLACES | places_of_leagues | pair | {"code": match.code}
            try:
                yield reverse(name, kwargs={place: known[place] for place in places})
            except NoReverseMatch:
                pytest.fail(f"{name} needs places that this test does not know: {places}")


def player_called(name: str) -> int:
    return Player.objects.get(username=name).pk


def patterns(resolver: URLResolver, namespace: str, places: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for pattern in resolver.url_patterns:
        inside = (*places, *re.findall(r"\?P<(\w+)>", pattern.pattern.regex.pattern))
        if isinstance(pattern, URLResolver):
            if not BUT & {pattern.namespace}:
                yield from patterns(pattern, f"{pattern.namespace}:" if pattern.namespace else namespace, inside)
        elif isinstance(pattern, URLPattern) and pattern.name and pattern.name not in BUT:
            yield f"{namespace}{pattern.name}", inside


def pieces(language: str) -> set[str]:
    """What only a text of this language can hold: the longest piece between the placeholders."""
    texts, others = ({text for entry in catalogue(one) for text in said(entry)} for one in (language, OTHER[language]))
    longest = {max(messages.PLACEHOLDER.split(text), key=lambda piece: len(piece or "")).strip() for text in texts}
    return {
        piece
        for piece in longest
        if len(piece) >= LONG and " " in piece and "\n" not in piece and not any(piece in other for other in others)
    }


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(messages.path(language)))


def said(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize("name", ["", "ana", "bogdan", "carmen"])
def test_no_page_mixes_the_languages(matches: list[Match], table: LeagueTable, language: str, name: str) -> None:
    client = Client(headers={"accept-language": language})
    if name:
        client.force_login(Player.objects.get(username=name))
    foreign = pieces(OTHER[language])
    assert len(foreign) > 100
    pages, left = 0, {}
    for address in addresses(matches, table):
        response = client.get(address)
        assert response.status_code in {200, 302, 403, 404, 405}, address
        if response.headers.get("Content-Type", "").startswith("text/html") and response.content:
            shown = html.unescape(response.content.decode())
            assert f'<html lang="{language}"' in shown or "<html" not in shown, address
            pages += 1
            if found := {piece for piece in foreign if piece in shown}:
                left[address] = found
    assert left == {}
    assert pages > 10
