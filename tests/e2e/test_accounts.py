"""Accounts in a real browser: from the link of a table to its seat, passkeys, and who cannot see well."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from games.models import Player
from tests.e2e.conftest import DESK
from tests.e2e.hands import sign_in
from tests.e2e.test_round import open_table

PASSWORD = "un cal alb pe deal"
OPEN = ["/cont/login/", "/cont/signup/", "/cont/password/reset/", "/cont/password/reset/done/", "/cont/recuperare/"]
OWN = ["/cont/setari/", "/cont/cod/", "/cont/email/", "/cont/password/change/", "/cont/sessions/", "/cont/2fa/"]


def sign_up(page: Page, name: str) -> str:
    """Fill the form without e-mail; the recovery code that is shown."""
    page.fill("[name=username]", name)
    page.fill("[name=password1]", PASSWORD)
    page.locator("main form .button--fire").click()
    return page.locator(".recovery").inner_text()


def go_on(page: Page) -> None:
    page.locator("main a.button--fire").click()


def test_a_stranger_comes_by_a_link_signs_up_and_sits_down(player: Callable[..., Page], live_url: str) -> None:
    code = open_table(sign_in(player(), "ana", live_url))
    page = player()
    page.goto(f"/t/{code}/")
    page.locator("#sign-up").click()
    sign_up(page, "Ilinca")
    go_on(page)
    page.wait_for_url(f"**/t/{code}/")
    page.locator("#sit").click()
    page.locator("#ready").wait_for()
    assert Player.objects.get(username="Ilinca").age_band == "unknown"


def test_the_code_from_the_paper_brings_a_player_back(player: Callable[..., Page]) -> None:
    page = player()
    page.goto("/cont/signup/")
    code = sign_up(page, "Ilinca")
    go_on(page)
    other = player()
    other.goto("/cont/login/")
    other.get_by_text("Ai uitat parola?").click()
    other.get_by_text("Cu codul de recuperare").click()
    other.fill("[name=username]", "ilinca")
    other.fill("[name=code]", code.lower().replace("-", " "))
    other.fill("[name=password]", "un cal alb pe val")
    other.locator("main form .button--fire").click()
    assert other.locator(".recovery").inner_text() != code
    go_on(other)
    other.fill("[name=login]", "Ilinca")
    other.fill("[name=password]", "un cal alb pe val")
    other.locator("main form .button--fire").click()
    other.locator(".top .who", has_text="Ilinca").wait_for(state="attached")  # on a phone only the icon is seen
    page.goto("/cont/setari/")
    assert "/cont/login/" in page.url


@pytest.mark.parametrize("looks", [{"color_scheme": "light"}, {"color_scheme": "dark", "viewport": DESK}])
def test_the_pages_are_for_everybody(
    player: Callable[..., Page], check_accessibility: Callable[[Page], None], looks: dict[str, Any]
) -> None:
    page = player(**looks)
    for path in OPEN:
        page.goto(path)
        check_accessibility(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto("/cont/signup/")
    sign_up(page, "Ilinca")
    check_accessibility(page)
    for path in OWN:
        page.goto(path)
        check_accessibility(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_passkey_signs_in(player: Callable[..., Page], live_url: str) -> None:
    page = player(base_url=live_url.replace("127.0.0.1", "localhost"))
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    key = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    key |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": key})
    page.goto("/cont/signup/")
    sign_up(page, "Ilinca")
    page.goto("/cont/2fa/webauthn/add/")
    page.fill("[name=password]", PASSWORD)
    page.locator("main form .button--fire").click()
    page.locator("#mfa_webauthn_add").wait_for()
    page.wait_for_load_state()  # before that its script does not listen
    page.locator("#mfa_webauthn_add").click()
    page.wait_for_url("**/cont/2fa/recovery-codes/")
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto("/cont/logout/")
    page.locator("main form .button--fire").click()
    page.wait_for_url(lambda url: "/cont/" not in url)
    page.goto("/cont/login/?next=/cont/setari/")
    page.locator("#passkey_login").click()
    page.get_by_role("heading", name="Ilinca").wait_for()
