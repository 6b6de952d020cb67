"""Sentences written by hand do what they say, and those that nobody can enforce are left to the players' honour."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from games.sentences import compile_sentence

HERE = Path(__file__).parent
LANGUAGES = ("ro", "en")


def groups(language: str) -> dict[str, dict[str, str]]:
    """The sentences of a language with what they must give, "" where the whole sentence stays an honour rule."""
    read = yaml.safe_load((HERE / f"{language}.yaml").read_text(encoding="utf-8"))
    return {name: group if isinstance(group, dict) else dict.fromkeys(group, "") for name, group in read.items()}


def corpus() -> Iterator[tuple[str, str]]:
    for language in LANGUAGES:
        for group in groups(language).values():
            yield from group.items()


@pytest.mark.parametrize(("sentence", "effects"), corpus(), ids=lambda text: text[:60])
def test_a_sentence_does_what_it_says(sentence: str, effects: str) -> None:
    found = "; ".join([str(effect) for effect in compile_sentence(sentence)])
    assert found == (effects or f'honour "{" ".join(sentence.split())}"')


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_enough_sentences(language: str) -> None:
    effects = [effects for group in groups(language).values() for effects in group.values()]
    assert len(groups(language)["sheet"]) == 5
    assert len([text for text in effects if text]) >= 85
    assert len([text for text in effects if not text]) >= 60
