"""What no file may say: inline code, unescaped text, other hosts, this or that machine's paths."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEXT = {".css", ".html", ".in", ".js", ".json", ".md", ".py", ".sh", ".svg", ".toml", ".txt", ".yaml", ".yml"}
NOT_OURS = {".git", ".venv", ".uv", "var", "staticfiles", "vendor", "node_modules", "test-results"}

TEMPLATE_RULES = {
    "hx-on needs code that the policy refuses": r"\bhx-on\b",
    "computed hx-vals need code that the policy refuses": r"hx-vals\s*=\s*[\"']\s*(js|javascript):",
    "a filtered trigger needs code that the policy refuses": r"hx-trigger\s*=\s*[\"'][^\"']*\[",
    "inline handler": r"<[^>{]*\son[a-z]+\s*=",
    "inline script": r"<script(?![^>]*\b(src\s*=|type=\"application/json\"))[^>]*>",
    "inline style": r"<style\b|<[^>]*\sstyle\s*=",
    "script address": r"javascript:",
    "unescaped text": r"\|\s*safe(seq)?\b|autoescape\s+off",
    "another host": r"(src|href|action)\s*=\s*[\"'](https?:)?//",
}
FILE_RULES = {
    "a path of one machine": r"(?<![\w.~}])/(root|Users|home/\w+|opt/[\w-]+|work)/",
    "a host of packages": r"\b(files\.)?python" + r"hosted\.org|\bpypi" + r"\.org/simple|registry\.npm" + r"js\.org",
}
STATIC_RULES = {
    "another host": r"(https?:)?//(?!www\.w3\.org/)[a-z0-9-]+\.[a-z]{2,}/",
}
# Pages of leagues are drawn on their clocks as a whole (views_clocks), those of the administration are in UTC.
HOME_RULES = {
    "a time on nobody's clocks": r"(?<!timezone:\"Europe/Bucharest\")\|(date|time):(?![\"'](c|Y-m)[\"'])",
}


def faults(rules: dict[str, str], text: str) -> Iterator[str]:
    for rule, pattern in rules.items():
        for match in re.finditer(pattern, text, re.IGNORECASE | re.DOTALL):
            yield f"{rule}: {match[0][:60]!r}"


def files(*suffixes: str, under: str = ".") -> Iterator[Path]:
    for path in sorted((ROOT / under).rglob("*")):
        if path.suffix in suffixes and path.is_file() and not NOT_OURS & set(path.relative_to(ROOT).parts):
            yield path


def found(rules: dict[str, str], paths: Iterator[Path]) -> list[str]:
    return [f"{path.relative_to(ROOT)}: {fault}" for path in paths for fault in faults(rules, path.read_text())]


def test_templates_keep_to_the_policy() -> None:
    assert found(TEMPLATE_RULES, files(".html", under="templates")) == []


@pytest.mark.parametrize("room", ["games", "account", "moderation"])
def test_times_are_told_on_the_clocks_of_home(room: str) -> None:
    assert found(HOME_RULES, files(".html", under=f"templates/{room}")) == []


def test_a_planted_time_of_no_zone_is_found() -> None:
    assert list(faults(HOME_RULES, '{{ again|date:"j M" }}')) != []
    assert list(faults(HOME_RULES, """{{ at|timezone:"Europe/Bucharest"|date:"j M" }} {{ at|date:'c' }}""")) == []


def test_static_files_name_no_other_host() -> None:
    assert found(STATIC_RULES, files(".css", ".js", ".svg", under="static")) == []


def test_files_know_no_machine() -> None:
    ours = (path for path in files(*TEXT) if path != Path(__file__).resolve())
    assert found(FILE_RULES, ours) == []


PLANTED = [
    "<button hx-on:click='go()'>",
    "<form hx-vals='js:{a: 1}'>",
    '<div hx-trigger="click[ctrlKey]">',
    '<a onclick="go()">',
    "<script>go()</script>",
    '<p style="color: red">',
    "<style>p {}</style>",
    "{{ name|safe }}",
    "{% autoescape off %}",
    '<img src="https://example.org/a.png">',
]


@pytest.mark.parametrize("line", PLANTED)
def test_a_planted_fault_is_found(line: str) -> None:
    assert list(faults(TEMPLATE_RULES, line)) != []
