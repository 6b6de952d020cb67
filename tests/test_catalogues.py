"""No text without its translation, and no catalogue older than the texts."""

import importlib.util
from pathlib import Path
from types import ModuleType

import polib
import pytest

ROOT = Path(__file__).resolve().parent.parent


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("messages", ROOT / ".ci" / "messages.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


messages = load()


@pytest.fixture(scope="module")
def texts() -> object:
    return messages.collect()


@pytest.mark.parametrize("language", ["ro", "en"])
def test_every_text_is_translated(texts: object, language: str) -> None:
    catalogue = messages.merged(language, texts, messages.read(messages.path(language)))
    assert list(messages.faults(catalogue)) == []


@pytest.mark.parametrize("language", ["ro", "en"])
def test_catalogues_are_what_the_sources_say(texts: object, language: str) -> None:
    assert messages.stale(language, messages.merged(language, texts, messages.read(messages.path(language)))) == []


@pytest.mark.parametrize("language", ["ro", "en"])
def test_compiled_catalogues_are_what_the_written_ones_say(language: str) -> None:
    written = polib.pofile(str(messages.path(language)))
    assert messages.path(language, "mo").read_bytes() == written.to_binary()


def test_romanian_counts_as_romanian_does() -> None:
    from django.utils.translation import ngettext, override

    with override("ro"):
        shown = [ngettext("%(count)d card", "%(count)d cards", n) % {"count": n} for n in (0, 1, 2, 19, 20, 101, 120)]
    assert shown == ["0 cărți", "1 carte", "2 cărți", "19 cărți", "20 de cărți", "101 cărți", "120 de cărți"]


PYTHON = """
_("One"); gettext_lazy('Two'
 ' halves'); pgettext("context", "Three"); ngettext("%(n)d card", "%(n)d cards", n); other("Four"); _(variable)
"""
TEMPLATE = """{% load i18n %}{# _("no") #}{% translate "One" %}{% translate 'It''s' %}{{ _("Two") }}
{% translate "Three" context "context" %}{% include "x" with label=_("Four (4)") only %}
{% blocktranslate trimmed count n=cards|length with name=who %}
  {{ name }} has {{ n }} card.
{% plural %}
  {{ name }} has {{ n }} cards.
{% endblocktranslate %}{% comment %}{% translate "No" %}{% endcomment %}"""


def test_texts_are_found_in_python() -> None:
    assert list(messages.python_texts(PYTHON)) == [
        (None, "One", None),
        (None, "Two halves", None),
        ("context", "Three", None),
        (None, "%(n)d card", "%(n)d cards"),
    ]


def test_texts_are_found_in_templates() -> None:
    found = set(messages.template_texts(TEMPLATE.replace("'It''s'", '"It\'s"')))
    assert found == {
        (None, "One", None),
        (None, "It's", None),
        (None, "Two", None),
        ("context", "Three", None),
        (None, "Four (4)", None),
        (None, "%(name)s has %(n)s card.", "%(name)s has %(n)s cards."),
    }
