"""A wait in a browser test waits."""

import ast
from collections.abc import Iterator
from pathlib import Path

BROWSER_TESTS = Path(__file__).parent / "e2e"
PROMISES = ("async", "await", "Promise", ".then(", "fetch(")


def waits_for_promises(source: str) -> Iterator[int]:
    """Lines that wait for a function which answers with a promise: Playwright takes any promise for true at once."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    for call in calls:
        text = ast.unparse(call)
        if ast.unparse(call.func).endswith(".wait_for_function") and any(promise in text for promise in PROMISES):
            yield call.lineno


def test_no_wait_is_over_at_once_because_a_promise_is_true() -> None:
    found = {path.name: list(waits_for_promises(path.read_text())) for path in BROWSER_TESTS.glob("*.py")}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_a_planted_promise_is_found() -> None:
    planted = 'page.reload()\npage.wait_for_function("async () => Boolean(await caches.match(address))")\n'
    assert list(waits_for_promises(planted)) == [2]
