"""The switch for messages in a real browser; its push service, which is far away, is played."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from games.models import PushSubscription
from games.services.push_keys import new_private_key
from tests.e2e.hands import at_table, sign_in, table_of
from tests.push_service import Browser
from tests.servers import Site

BROWSER = Browser("https://push.example.org/send/abc")
# Stands for the browser's own question, and for the service it asks for an address.
PLAYED = """([endpoint, p256dh, auth, answer]) => {
  window.asked = 0;
  Object.defineProperty(Notification, "permission", { get: () => window.asked ? answer : "default" });
  Notification.requestPermission = async () => { window.asked += 1; return answer; };
  let kept = null;
  PushManager.prototype.getSubscription = async () => kept;
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("no key");
    const toJSON = () => ({ endpoint, keys: { p256dh, auth } });
    kept = { endpoint, toJSON, unsubscribe: async () => { kept = null; } };
    return kept;
  };
}"""


@pytest.fixture
def site(transactional_db: None) -> Iterator[Site]:
    running = Site(MASUNO_PUSH_PRIVATE_KEY=new_private_key(), MASUNO_PUSH_CONTACT="mailto:admin@example.org")
    yield running
    assert running.stop() == 0, running.output


def played(page: Page, answer: str) -> Page:
    values = [*BROWSER.values.values(), answer]
    page.add_init_script(f"({PLAYED})({values!r})")
    return page


def test_a_tap_switches_messages_on_and_another_off(player: Callable[..., Page], live_url: str) -> None:
    page = sign_in(played(player(), "granted"), "ana", live_url)
    page.goto("/cont/setari/")
    switch = page.locator("#push-on")
    expect(switch).not_to_be_checked()
    assert page.evaluate("window.asked") == 0
    switch.check()
    expect(switch).to_be_enabled()
    expect(switch).to_be_checked()
    row = PushSubscription.objects.select_related("player").get()
    assert (row.player.username, row.endpoint) == ("ana", BROWSER.endpoint)
    assert page.evaluate("navigator.serviceWorker.getRegistration('/').then((one) => one.active.scriptURL)") == (
        f"{live_url}/worker.js"
    )
    switch.uncheck()
    expect(switch).to_be_enabled()
    expect(switch).not_to_be_checked()
    assert not PushSubscription.objects.exists()


# The browser takes its time: to say what is switched on, and to ask.
SLOW = """() => {
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = () => new Promise((answer) => { window.answer = answer; });
  ServiceWorkerContainer.prototype.getRegistration = () => new Promise((tell) => { window.tell = tell; });
}"""


def test_a_switch_keeps_what_was_pressed_before_its_state_was_known(player: Callable[..., Page], live_url: str) -> None:
    page = sign_in(player(), "ana", live_url)
    page.add_init_script(f"({SLOW})()")
    page.goto("/cont/setari/")
    page.wait_for_function("() => window.tell")
    page.locator("#push-on").click()
    page.wait_for_function("() => window.answer")
    page.evaluate("async () => { window.tell(); await new Promise((go) => setTimeout(go)); }")
    assert page.locator("#push-on").is_checked()
    page.evaluate("() => { window.answer('denied'); }")
    page.locator("#push-told").wait_for()


def test_a_browser_that_says_no_is_told_so_at_the_table(
    player: Callable[..., Page], live_url: str, check_accessibility: Callable[[Page], None]
) -> None:
    page = at_table(played(player(), "denied"), "ana", table_of("ana", "bogdan"), live_url)
    page.locator("#menu summary").click()
    switch = page.locator("#push-on")
    switch.click()
    expect(page.locator("#push-told")).to_be_visible()
    expect(switch).not_to_be_checked()
    assert not PushSubscription.objects.exists()
    check_accessibility(page)
