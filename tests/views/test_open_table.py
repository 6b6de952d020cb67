"""Opening a table, and changing its rules while it is open."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.ruleset import rules_from
from games.models import Match, Player
from games.option_forms import options_from
from games.services import tables
from tests.services.table import fresh
from tests.views.conftest import signed_in

pytestmark = pytest.mark.django_db

FORM = {"preset": "mas", "ending": "target", "target": 500, "size": 4, "public": "no", "turn": 30, "bank": 60}


def test_a_table_opens_as_asked(ana: Player) -> None:
    asked = FORM | {"preset": "clasic", "ending": "rounds", "rounds": 5, "sevens_swap": "on", "rule1": "skip next"}
    response = signed_in(ana).post(reverse("games:open"), asked | {"size": 7, "public": "yes", "turn": 60, "bank": 30})
    match = Match.objects.get()
    assert response.headers["Location"] == reverse("games:table", args=[match.code])
    assert (match.host, match.size, match.public, match.turn_ms, match.bank_ms) == (ana, 7, True, 60_000, 30_000)
    assert rules_from(match.rules) == rules_from(
        {
            "preset": "clasic",
            "ending": "rounds 5",
            "sevens_swap": True,
            "custom_rules": [["skip next"]],
            "mas_grace_ms": 1500,
        }
    )


def test_a_wrong_form_opens_nothing_and_keeps_what_was_typed(ana: Player) -> None:
    response = signed_in(ana).post(reverse("games:open"), FORM | {"size": 1, "target": 321})
    assert response.status_code == 422
    assert 'value="321"' in response.content.decode()
    assert not Match.objects.exists()


def test_a_visitor_opens_nothing(anybody: Client) -> None:
    response = anybody.post(reverse("games:open"), FORM)
    assert response.headers["Location"].startswith(reverse("account_login"))
    assert not Match.objects.exists()


def test_looking_at_the_form_opens_nothing(ana: Player) -> None:
    signed_in(ana).get(reverse("games:open"), FORM)
    assert not Match.objects.exists()


def test_the_length_is_told_while_options_are_chosen(anybody: Client) -> None:
    response = anybody.get(reverse("games:estimate"), FORM)
    assert "minutes" in response.content.decode()
    assert response.content.decode().count('id="length"') == 1


@pytest.mark.parametrize("query", [{}, {"size": "x"}, FORM | {"target": ""}])
def test_no_length_is_told_for_half_a_form(anybody: Client, query: dict[str, Any]) -> None:
    assert "options are complete" in anybody.get(reverse("games:estimate"), query).content.decode()


def change(client: Client, table: Match, **changes: object) -> Any:
    return client.post(reverse("games:rules_change", args=[table.code]), options_from(rules_from({})) | changes)


def test_the_host_changes_the_rules_and_everyone_has_to_look_again(ana: Player, bogdan: Player, table: Match) -> None:
    tables.set_ready(match=table, player=bogdan, ready=True)
    response = change(signed_in(ana), table, combos="off")
    assert response.headers["Location"] == reverse("games:table", args=[table.code])
    assert rules_from(fresh(table).rules).combos == "off"
    assert not table.seats.get(player=bogdan).ready


def test_the_form_of_the_rules_shows_them_as_they_are(ana: Player, table: Match) -> None:
    change(signed_in(ana), table, combos="same", rule2="reverse")
    page = signed_in(ana).get(reverse("games:rules_change", args=[table.code])).content.decode()
    assert '<option value="same" selected>' in page
    assert '<option value="reverse" selected>' in page


def test_a_wrong_change_changes_nothing(ana: Player, table: Match) -> None:
    assert change(signed_in(ana), table, hand_size=0).status_code == 422
    assert fresh(table).rules == table.rules


def test_only_the_host_changes_the_rules(bogdan: Player, table: Match) -> None:
    assert change(signed_in(bogdan), table, combos="off").status_code == 403
    assert signed_in(bogdan).get(reverse("games:rules_change", args=[table.code])).status_code == 403
    assert fresh(table).rules == table.rules
