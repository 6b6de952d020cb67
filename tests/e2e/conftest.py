import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.e2e import diary
from tests.servers import QuickSite, Server

# Playwright keeps a loop running in this thread, which Django takes for asynchronous code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# However slow the machine: what is waited for is the thing itself.
expect.set_options(timeout=30_000)
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


def system_browser() -> str | None:
    """The one that the Makefile finds, too."""
    looked = ["sh", ".ci/find-browser"]
    found = subprocess.run(looked, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)
    return found.stdout.strip() or None


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], playwright: Any) -> dict[str, Any]:
    executable = system_browser() or playwright.chromium.executable_path
    if not Path(executable).exists() and not os.environ.get("CI"):
        pytest.skip("no Chromium found: install it or set CHROMIUM")
    return {**browser_type_launch_args, "args": ARGUMENTS, "executable_path": executable}


SERVER = pytest.StashKey[Server]()
SAID_LINES = 120


@pytest.fixture
def site(transactional_db: None, request: pytest.FixtureRequest) -> Iterator[Server]:
    running = request.node.stash[SERVER] = QuickSite()
    yield running
    if running.is_running():
        assert running.stop() == 0, running.output


@pytest.fixture
def live_url(site: Server) -> str:
    return site.ready()


DIARIES = pytest.StashKey[list[diary.Diary]]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    if call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
        diary.tell(item, item.stash.get(DIARIES, []))
        if SERVER in item.stash:
            item.add_report_section(call.when, "server", "".join(item.stash[SERVER].lines[-SAID_LINES:]))
    return (yield)  # type: ignore[no-any-return]


@pytest.fixture
def player(browser: Browser, live_url: str, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Makes a page for one more person: their own cookies, a phone unless told otherwise."""
    contexts: list[BrowserContext] = []
    diaries = request.node.stash.setdefault(DIARIES, [])
    errors: list[str] = []

    def arrive(**options: Any) -> Page:
        defaults = {"base_url": live_url, "locale": "ro-RO", "reduced_motion": "reduce", "viewport": PHONE}
        context = browser.new_context(**defaults | options)
        contexts.append(context)
        page = context.new_page()
        diaries.append(diary.Diary(page))
        # What the Content-Security-Policy refuses is reported here too.
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    arrive.errors = errors  # type: ignore[attr-defined]
    yield arrive
    for context in contexts:
        context.close()
    assert errors == []


def in_both_schemes(page: Page) -> Iterator[str]:
    """The page as it is, by day and then by night."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        yield scheme


# The words of what is shown that stand in two lines, broken elsewhere than at a hyphen.
BROKEN = """(shown) => shown.flatMap(part => {
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), range = document.createRange(), found = [];
  while (texts.nextNode()) for (const { 0: word, index } of texts.currentNode.data.matchAll(/[^\\s-]+/g)) {
    range.setStart(texts.currentNode, index);
    range.setEnd(texts.currentNode, index + word.length);
    if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) found.push(word);
  }
  return found;
})"""


def broken_words(shown: Locator) -> list[str]:
    """The words in these parts of a page that are broken in their middle, in its own letters."""
    shown.page.evaluate("document.fonts.ready.then(() => true)")
    return list(shown.evaluate_all(BROKEN))


@pytest.fixture(scope="session")
def check_accessibility() -> Callable[[Page], None]:
    """Holds a page to the rules that axe knows."""

    def check(page: Page) -> None:
        page.wait_for_load_state()  # a page without its styles is not what anybody reads
        result = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
        assert result.violations_count == 0, result.generate_report()

    return check
