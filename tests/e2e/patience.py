"""A server that takes its time: what a page asks for is kept waiting; and what comes in its own time is waited for."""

import time
from collections.abc import Callable

from playwright.sync_api import Page, Route

DEADLINE_S = 30


def until(holds: Callable[[], bool], page: Page | None = None) -> None:
    """Wait for what a server does; with a page, for what that page does too."""
    deadline = time.monotonic() + DEADLINE_S
    while not holds():
        assert time.monotonic() < deadline, "it did not come about"
        if page is None:
            time.sleep(0.05)
        else:
            page.wait_for_timeout(20)  # its own events come meanwhile


class Held:
    """From now on what a page asks for at an address waits, until it is let go."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.asked: list[Route] = []
        self.free = False
        page.route(address, self._come)

    def _come(self, route: Route) -> None:
        if self.free:
            route.continue_()
        else:
            self.asked.append(route)

    def comes(self, number: int = 1) -> None:
        """Wait until this many wait here."""
        until(lambda: len(self.asked) >= number, self.page)

    def let_go(self) -> None:
        self.free = True
        for route in self.asked:
            route.continue_()
