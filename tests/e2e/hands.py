"""What a person does at a table, by tapping alone."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from unittest.mock import patch

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from playwright.sync_api import Locator, Page

from games.engine.ruleset import Rules, rules_from
from games.models import Due, Match, Player, Round
from games.services import seating, tables
from tests.e2e.patience import until
from tests.services.table import lay
from tests.services.test_matches import bots_only, play_out
from tests.sessions import session_of

ROUND_MS = 60_000  # for whatever the others do until it is one's turn again
SHOWN_MS = 30_000  # for what one did oneself

type Press = Callable[..., None]


def sign_in(page: Page, name: str, site: str) -> Page:
    """Make a page this player's, without the way through the forms."""
    value = session_of(Player.objects.get_or_create(username=name)[0])
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": site}])
    return page


def state(page: Page) -> str:
    return page.locator("#felt").get_attribute("data-state") or ""


def number(page: Page) -> int:
    return int(page.locator("#felt").get_attribute("data-number") or 0)


def tap_if_there(page: Page, selector: str, press: Press = Locator.click) -> bool:
    button = page.locator(f"{selector}:visible:enabled").first
    if not button.count():
        return False
    press(button)
    return True


def take_turn(page: Page, press: Press = Locator.click) -> bool:
    """Do what the page offers, if it offers anything: play a card, draw, pass, shout, confirm."""
    if page.locator("#mine[data-urgent]").count() == 0:
        return False
    if tap_if_there(page, "#shout", press) or tap_if_there(page, "#confirm", press):
        return True
    lit = page.locator(".held--lit")
    if not lit.count():
        return tap_if_there(page, "#draw", press) or tap_if_there(page, "#pass", press)
    held = page.locator("[data-card]").count()
    card = page.locator(f"#{lit.first.get_attribute('id')}")  # the same one, if cards come to the hand meanwhile
    at_once = goes_at_once(card)
    press(card)
    if at_once:
        return True
    if page.locator("#pick-colour:visible").count():
        press(page.locator("#colour-G"))
    if page.locator("#pick-seat:visible").count():
        press(page.locator("#pick-seat button").first)
    if held == 2:
        press(page.locator("#mas"))
    press(page.locator("#play"))
    return True


def goes_at_once(card: Locator) -> bool:
    """Whether one tap puts this card down, as it is unless switched off."""
    return card.get_attribute("data-at-once") is not None


def settle(page: Page, before: int) -> None:
    """Wait until the page shows what came of it, where nothing else can happen meanwhile."""
    shown = "n => Number(document.getElementById('felt')?.dataset.number) > n"
    page.wait_for_function(shown, arg=before, timeout=SHOWN_MS)


def last_move_of(played: Round, name: str) -> int:
    """The number of this player's last move in the log; 0 before their first."""
    seat = [who["name"] for who in played.roster].index(name)
    return played.moves.filter(seat=seat).aggregate(last=Max("number"))["last"] or 0


def settle_own(played: Round, name: str, before: int, *pages: Page) -> None:
    """Wait until these pages show this player's move after move `before`, whatever bots say meanwhile."""
    until(lambda: last_move_of(played, name) > before, pages[0])
    for page in pages:
        page.wait_for_function(
            """n => {
              const { state, after } = document.getElementById("felt")?.dataset ?? { state: "playing" };
              return state !== "playing" || Number(after) >= n;
            }""",
            arg=last_move_of(played, name),
            timeout=SHOWN_MS,
        )


def comes_to_move(page: Page) -> bool:
    """Wait until something is to be done here; False once the round is over."""
    page.locator("#mine[data-urgent]").or_(over(page)).first.wait_for(timeout=ROUND_MS)
    return state(page) == "playing"


def mover(page: Page, *names: str) -> str:
    """Wait until this page shows one of these people to move; "" once the round is over."""
    one_of = re.compile(f"^({'|'.join(names)})$")
    turn = page.locator(".chip--turn .chip__name", has_text=one_of)
    turn.or_(over(page)).first.wait_for(timeout=ROUND_MS)
    return turn.inner_text() if state(page) == "playing" else ""


def over(page: Page) -> Locator:
    return page.locator("#felt:not([data-state=playing])")


def leave_to_the_players(played: Round) -> None:
    """From now on nothing runs out at this table: a race or a turn waits for who looks at it for long."""
    Due.objects.filter(match=played.match).update(due_at=timezone.now() + timedelta(hours=1))


def moves_of(played: Round) -> Counter[str]:
    """How many moves the log has of each player."""
    seats = played.moves.values_list("seat", flat=True)
    return Counter(played.roster[seat]["name"] for seat in seats)


# Nobody is at the table yet, and Playwright's loop keeps this thread from announcing.
@patch("games.live.announce", new=lambda code, number: None)
def played_out(*people: Player, rules: Rules, bots: int = 1) -> Match:
    """A match that bots have just played to its end.

    Just now, for what is of the past is overdue to the server's clock, and begun in one transaction, for between the
    deal and the bots' taking over it would move too.
    """
    with patch("tests.services.table.NOON", timezone.now()):
        with transaction.atomic():
            begun = bots_only(*people, bots=bots, rules=rules)
        return play_out(begun)


@transaction.atomic
def table_of(*names: str, rules: dict[str, Any] | None = None, bots: int = 0, **position: Any) -> Round:
    """A running round of these people in a position of the cases' notation; the clock runs from now on.

    In one transaction: between the deal and the position the server's clock could let a bot move.
    """
    people = [Player.objects.get_or_create(username=name)[0] for name in names]
    options = {"size": len(people) + bots, "public": False, "turn_ms": 60_000, "bank_ms": 60_000}
    match = tables.open_table(host=people[0], rules=rules_from({"mas_grace_ms": 0} | (rules or {})), **options)
    for person in people[1:]:
        seating.take_seat(match=match, player=person)
        tables.set_ready(match=match, player=person, ready=True)
    for _ in range(bots):
        seating.add_bot(match=match, by=people[0])
    dealt = tables.start_match(match=match, by=people[0])
    return lay(Round.objects.select_related("match").get(pk=dealt.pk), **position) if position else dealt


@patch("games.live.announce", new=lambda code, number: None)
def open_for(name: str) -> Match:
    """An open table of this person, for four."""
    host = Player.objects.get_or_create(username=name)[0]
    options = {"size": 4, "public": False, "turn_ms": 60_000, "bank_ms": 60_000}
    return tables.open_table(host=host, rules=rules_from({}), **options)


def at_table(page: Page, name: str, played: Round, site: str) -> Page:
    """The page of one of them, at the table."""
    sign_in(page, name, site)
    page.goto(f"/t/{played.match.code}/")
    ready(page)
    return page


@contextmanager
def loaded_anew(page: Page) -> Iterator[None]:
    """What is done here loads the page anew; it goes on when the new one is there.

    Playwright's own wait for a navigation is over, too, when htmx writes into the history with its first frame.
    """
    page.evaluate("window.isOld = true")
    yield
    page.wait_for_function("() => !window.isOld && document.readyState === 'complete'")


def stand_still(page: Page) -> None:
    """From now on no time passes for this page, but by `page.clock.run_for`; its clock is one of Playwright's."""
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 4"))  # a later moment would make it think its line dead


def ready(page: Page) -> None:
    """Wait until the page's own hands are there: before that a tap does nothing."""
    page.locator("#felt[data-state=playing]").wait_for()
    page.locator("#go").wait_for()
