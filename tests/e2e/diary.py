"""What a page said and heard, told where its test fails: a failure on another machine is rarely seen twice."""

from collections import deque

import pytest
from playwright.sync_api import ConsoleMessage, Page, Response, WebSocket
from playwright.sync_api import Error as PlaywrightError

KEPT = 60  # lines of each page
WIDTH = 300
STATE = """() => ({
  address: location.href,
  felt: {...document.getElementById("felt")?.dataset},
  mine: {...document.getElementById("mine")?.dataset},
  answer: document.getElementById("answer")?.textContent,
  focus: document.activeElement?.id,
  feed: [...document.querySelectorAll("#feed li")].slice(-5).map(line => line.textContent),
})"""


class Diary:
    """The last lines of what happened on one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lines: deque[str] = deque(maxlen=KEPT)
        page.on("websocket", self._open)
        page.on("console", self._console)
        page.on("response", self._response)

    def _open(self, socket: WebSocket) -> None:
        self._note("socket open")
        socket.on("framesent", lambda frame: self._note(f"> {frame!r}"))
        socket.on("framereceived", lambda frame: self._note(f"< {frame!r}"))
        socket.on("close", lambda _socket: self._note("socket closed"))

    def _console(self, message: ConsoleMessage) -> None:
        self._note(f"console {message.type}: {message.text}")

    def _response(self, response: Response) -> None:
        if "/static/" not in response.url:
            self._note(f"{response.status} {response.request.method} {response.url}")

    def _note(self, line: str) -> None:
        self.lines.append(line[:WIDTH])

    def told(self) -> str:
        try:
            now = str(self.page.evaluate(STATE))
        except PlaywrightError as gone:
            now = f"no answer: {gone}"
        return "\n".join([*self.lines, f"now: {now}"])


def tell(item: pytest.Item, diaries: list[Diary]) -> None:
    """Put the diaries of a failed test into its report."""
    for number, diary in enumerate(diaries):
        item.add_report_section("call", f"page {number}", diary.told())
