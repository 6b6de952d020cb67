"""Every page that a person can open, by day and by night, held to the rules that axe knows."""

from collections.abc import Callable, Iterable
from unittest.mock import patch

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from playwright.sync_api import Page

from games.engine.ruleset import rules_from
from games.models import Due, Match, Player
from games.services import chat, pauses, play
from tests.e2e.conftest import in_both_schemes
from tests.e2e.hands import open_for, played_out, table_of
from tests.e2e.test_accounts import PASSWORD, sign_up

type Arrive = Callable[..., Page]
type Check = Callable[[Page], None]

NAME = "Ilinca"
FOR_ALL = [
    "/",
    "/intra/",
    "/intra/?code=NIMENI",
    "/reguli/",
    "/invata/",
    "/oaspete/",
    "/nu-este/",
    "/cont/login/",
    "/cont/signup/",
    "/cont/password/reset/",
    "/cont/password/reset/done/",
    "/cont/password/reset/key/done/",
    "/cont/password/reset/key/1-x/",
    "/cont/recuperare/",
    "/cont/confirm-email/",
    "/cont/confirm-email/x/",
    "/cont/inactive/",
]
OWN = [
    "/",
    "/masa/noua/",
    "/jocurile-mele/",
    "/cont/setari/",
    "/cont/cod/",
    "/cont/email/",
    "/cont/password/change/",
    "/cont/sessions/",
    "/cont/2fa/",
    "/cont/logout/",
]
UNSECURED = ["/cont/2fa/totp/activate/", "/cont/2fa/webauthn/add/"]
SECURED = [
    "/cont/2fa/",
    "/cont/2fa/totp/deactivate/",
    "/cont/2fa/recovery-codes/",
    "/cont/2fa/recovery-codes/generate/",
    "/cont/2fa/webauthn/",
    "/cont/2fa/webauthn/keys/{key}/edit/",
    "/cont/2fa/webauthn/keys/{key}/remove/",
]
RULES = {"custom_rules": [["draw 1 all"], ['honour "Cântă!"']], "mas_uno_card": True}


def faults_of(page: Page, check: Check, addresses: Iterable[str]) -> list[str]:
    """What axe says against these pages, all folds opened, in both schemes."""
    faults = []
    for address in addresses:
        seen = page.goto(address)
        assert seen is not None
        assert seen.status < 500, address
        for fold in page.locator("details > summary:visible").all():
            fold.click()
        faults += faults_here(page, check)
    return faults


def faults_here(page: Page, check: Check) -> list[str]:
    faults = []
    for scheme in in_both_schemes(page):
        try:
            check(page)
        except AssertionError as fault:
            faults.append(f"{page.url} ({scheme})\n{fault}")
    return faults


def ended(ending: str) -> Match:
    """A table whose first round its host has won, and where nothing goes on by itself."""
    position = {"hands": ["R5", "B1 B2", "G8 GR WD"], "table": "R3", "draw": "B9 Y9 G9 B8"}
    round_ = table_of(NAME, "bogdan", "carmen", rules={"ending": ending}, **position)
    host = Player.objects.get(username=NAME)
    play.submit(
        match_code=round_.match.code, player_id=host.pk, text="play R5", after=0, command_id="the-last-card-of-all"
    )
    Due.objects.filter(match=round_.match).delete()
    return Match.objects.get(pk=round_.match_id)


def paused() -> Match:
    match = ended("rounds 3")
    for seat in match.seats.select_related("player"):
        assert seat.player is not None
        pauses.agree_pause(match=match, player=seat.player, agree=True)
    Due.objects.filter(match=match).delete()
    return Match.objects.get(pk=match.pk)


def running() -> Match:
    position = {"hands": ["R5 WC WH B5 W1", "B1", "G8 GR WD"], "table": "R3", "draw": "B9 Y9 G9 B8", "owes": [1]}
    match = table_of(NAME, "bogdan", "carmen", rules=RULES, **position).match
    for seat in match.seats.exclude(player=None):
        chat.say(match=match, player=seat.player, kind="phrase", said="luck")
    return match


def over() -> Match:
    people = [Player.objects.get(username=name) for name in (NAME, "bogdan")]
    return played_out(*people, rules=rules_from(RULES | {"ending": "single", "mas_grace_ms": 1500}))


def confirm_password(page: Page) -> None:
    page.goto("/cont/reauthenticate/")
    page.fill("[name=password]", PASSWORD)
    page.locator("main form .button--fire").click()
    page.wait_for_url(lambda url: "reauthenticate" not in url)


def secure(who: Player) -> int:
    """An address, an authenticator, recovery codes and a passkey, whose number is given."""
    EmailAddress.objects.create(user=who, email="ilinca@exemplu.ro", primary=True)
    TOTP.activate(who, generate_totp_secret())
    RecoveryCodes.activate(who)
    data = {"name": "Telefon", "credential": {}}
    return Authenticator.objects.create(user=who, type=Authenticator.Type.WEBAUTHN, data=data).pk


def forget_refused_addresses(player: Arrive) -> None:
    """The browser calls every page that is not there an error; here some are visited on purpose."""
    errors: list[str] = player.errors  # type: ignore[attr-defined]
    errors[:] = [error for error in errors if "status of 4" not in error]


def tables_in_every_state() -> list[Match]:
    """Two that are open, the second one's own; then between rounds, paused, finished, and being played."""
    with patch("games.live._send", new=lambda code, message: None):
        found = [open_for("bogdan"), open_for(NAME), ended("rounds 3"), paused(), over(), running()]
    assert [match.state for match in found] == ["open", "open", "between", "paused", "finished", "playing"]
    return found


def second_step(page: Page) -> None:
    """Sign in again, as far as the number from the telephone."""
    Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).delete()  # no browser could answer for it
    page.context.clear_cookies()
    page.goto("/cont/login/")
    page.fill("[name=login]", NAME)
    page.fill("[name=password]", PASSWORD)
    page.locator("main form .button--fire").click()
    page.wait_for_url("**/cont/2fa/authenticate/")
    page.locator("[name=code]").wait_for()


def become_guest(page: Page) -> None:
    page.goto("/oaspete/")
    page.get_by_role("button", name="Joacă acum").click()
    page.wait_for_url(lambda url: "oaspete" not in url)


def test_every_page_can_be_read_by_everyone(player: Arrive, live_url: str, check_accessibility: Check) -> None:
    stranger, own = player(), player()
    own.goto("/cont/signup/")
    sign_up(own, NAME)
    own.wait_for_load_state()  # the code stands there before the styles have come
    faults = faults_here(own, check_accessibility)
    who = Player.objects.get(username=NAME)
    tables_ = tables_in_every_state()
    seen = [f"/t/{match.code}/" for match in tables_]
    mine, paused_, over_, playing = (match.code for match in (tables_[1], *tables_[3:]))
    told = [f"/t/{playing}/reguli/", f"/t/{mine}/reguli/schimba/", f"/joc/{paused_}/"]
    told += [f"/joc/{over_}/{rest}" for rest in ("", "1/", "1/1/")]
    reset = f"/cont/password/reset/key/{user_pk_to_url_str(who)}-{default_token_generator.make_token(who)}/"
    faults += faults_of(stranger, check_accessibility, [*FOR_ALL, reset, *seen])
    faults += faults_of(own, check_accessibility, [*OWN, *seen, *told, "/cont/reauthenticate/"])
    confirm_password(own)
    faults += faults_of(own, check_accessibility, UNSECURED)
    key = secure(who)
    faults += faults_of(own, check_accessibility, [address.format(key=key) for address in SECURED])
    second_step(own)
    faults += faults_here(own, check_accessibility)
    become_guest(stranger)
    faults += faults_of(stranger, check_accessibility, ["/cont/setari/", "/cont/pastreaza/"])
    forget_refused_addresses(player)
    assert faults == [], "\n\n".join(faults)
