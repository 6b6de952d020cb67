"""A rule in one's own words: written by the host, shown to all, kept with the match."""

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.ruleset import rules_from
from games.models import Match, Player
from games.option_forms import OptionsForm, options_from
from games.services import seating, tables
from games.services.errors import NotAllowed, Reason
from tests.services.table import fresh
from tests.views.conftest import signed_in

FORM = {"preset": "mas", "ending": "single", "size": 4, "public": "no", "turn": 30, "bank": 60}
CLOCKS = {"turn_ms": 30_000, "bank_ms": 60_000}
RULES = rules_from({"custom_rules": [["reverse"]], "mas_grace_ms": 1500})


@pytest.fixture
def table(db: None, ana: Player, bogdan: Player) -> Match:
    match = tables.open_table(host=ana, rules=RULES, sentences=["Schimbă direcția!"], size=3, public=False, **CLOCKS)  # type: ignore[arg-type]
    seating.take_seat(match=match, player=bogdan)
    tables.set_ready(match=match, player=bogdan, ready=True)
    return match


def read(sentence: str, language: str = "ro") -> str:
    """What the page says of a sentence."""
    address = reverse("games:sentence", args=[2])
    client = Client(headers={"accept-language": language})
    return client.get(address, {"rule2_sentence": sentence}).content.decode()


def test_a_sentence_is_told_back_in_both_languages_and_shown() -> None:
    shown = read("urmatorul jucator trage trei carti")
    assert shown.index("Următorul jucător trage 3 cărți.") < shown.index("The next player draws 3 cards.")
    assert shown.count('class="sample"') == 2
    assert "<em>+3</em>" in shown


def test_the_readers_language_comes_first() -> None:
    shown = read("Schimbă direcția", "en")
    assert shown.index("The direction changes.") < shown.index("Direcția se schimbă.")


def test_what_nobody_can_check_is_said_to_be_an_honour_rule() -> None:
    shown = read("Cine râde trage o carte")
    assert "told--honour" in shown
    assert "Masa nu poate verifica asta" in shown
    assert 'class="sample"' not in shown


def test_a_sentence_not_yet_written_shows_nothing() -> None:
    assert read(" ").strip() == ""


@pytest.mark.parametrize("sentence", ["a" * 201, "a\x07b"])
def test_what_cannot_be_a_rule_is_said_so(sentence: str) -> None:
    assert "errorlist" in read(sentence)


def test_signs_of_a_sentence_are_only_text() -> None:
    assert "<b>" not in read("trage <b>3</b> cărți").split("told--honour")[0]


@pytest.mark.django_db
def test_a_table_keeps_the_sentences_as_they_were_written(ana: Player) -> None:
    written = {"rule1_sentence": " Toți  trag o carte ", "rule2": "skip next", "rule3_sentence": "Cântă ceva!"}
    signed_in(ana).post(reverse("games:open"), FORM | written)
    match = Match.objects.get()
    assert match.rules["custom_rules"] == [["draw 1 all"], ["skip next"], ['honour "Cântă ceva!"']]
    assert match.sentences == ["Toți trag o carte", "", "Cântă ceva!"]


def test_a_sentence_goes_before_the_parts() -> None:
    form = OptionsForm({"preset": "mas", "ending": "single", "rule1": "skip next", "rule1_sentence": "Reverse"})
    assert form.is_valid()
    assert form.cleaned_data["rules"].to_mapping()["custom_rules"] == [["reverse"]]


@pytest.mark.parametrize("sentence", ["a\x07b", "a" * 201])
def test_a_sentence_that_cannot_be_a_rule_is_refused_at_its_field(sentence: str) -> None:
    form = OptionsForm({"preset": "mas", "ending": "single", "rule1_sentence": sentence})
    assert list(form.errors) == ["rule1_sentence"]


def test_sentences_come_back_into_the_form() -> None:
    assert OptionsForm(options_from(RULES, ["Schimbă direcția!"]))["rule1_sentence"].value() == "Schimbă direcția!"


def test_all_seats_read_the_sentence_and_what_it_does(table: Match, bogdan: Player) -> None:
    page = signed_in(bogdan).get(reverse("games:table", args=[table.code])).content.decode()
    assert "<q>Schimbă direcția!</q>" in page
    assert "The direction changes." in page


def test_other_words_for_the_same_effects_must_be_accepted_anew(table: Match, ana: Player, bogdan: Player) -> None:
    words = {"preset": "mas", "ending": "target", "target": 500, "rule1_sentence": "Inversează sensul"}
    signed_in(ana).post(reverse("games:rules_change", args=[table.code]), words)
    changed = fresh(table)
    assert (changed.rules, changed.sentences) == (table.rules, ["Inversează sensul"])
    assert not changed.seats.get(player=bogdan).ready


def test_nobody_accepts_a_sentence_that_says_something_else(ana: Player) -> None:
    with pytest.raises(NotAllowed) as no:
        tables.open_table(host=ana, rules=RULES, sentences=["Toți trag o carte"], size=3, public=False, **CLOCKS)  # type: ignore[arg-type]
    assert no.value.reason is Reason.SENTENCE


def test_there_are_no_more_sentences_than_rules(ana: Player) -> None:
    with pytest.raises(NotAllowed):
        tables.open_table(host=ana, rules=RULES, sentences=["", "Reverse"], size=3, public=False, **CLOCKS)  # type: ignore[arg-type]


def test_sentences_are_frozen_with_the_match(table: Match, ana: Player) -> None:
    tables.start_match(match=table, by=ana)
    with pytest.raises(NotAllowed):
        tables.change_rules(match=table, by=ana, rules=RULES, sentences=["Inversează direcția"])
    assert fresh(table).sentences == ["Schimbă direcția!"]
