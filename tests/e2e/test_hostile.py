"""Hostile names, talk, titles and sentences in a real browser, as others see them: nothing runs, nothing gives way."""

from collections.abc import Callable
from unittest.mock import patch

from django.db.models import Value
from django.db.models.functions import Concat
from playwright.sync_api import Page, expect

from games.engine.ruleset import Rules, rules_from
from games.models import ChatLine, Friendship, Match, ModerationAct, Player, Report
from games.services import chat, company, moderation
from leagues.models import Entrant, League, News
from tests.e2e.hands import at_table, open_for, played_out, sign_in, table_of
from tests.e2e.test_people import wide
from tests.leagues.services.league import published, tables_of
from tests.services.ledger import end, ranked
from tests.services.table import NOON
from tests.views.people import grown, score

# Whatever gets in, by whatever way: more than any form lets through.
PAYLOADS = (
    "<img src=x onerror=window.ran=1>",
    "\"><svg onload='window.ran=1'>",
    "{{7*7}}{% load x %}${window.ran=1}",
    "\u202egnal\u2066\u202d\u200b\u200d\ufeff",
    "Z" + "\u0351\u0363\u0327\u0332" * 12,
    "W" * 60,
    "\U0001f469\u200d\U0001f469\u200d\U0001f467" * 12,
)
SMALL_PAYLOADS = [payload[:60] for payload in PAYLOADS]
ALL = " ".join(PAYLOADS)
SAID = (PAYLOADS[0], ALL[:200], PAYLOADS[5], PAYLOADS[6])

STICKING_OUT = """() => [...document.querySelectorAll("body *")]
  .filter(one => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(".scroller, .visually-hidden"))
  .map(one => `${one.tagName}.${one.className}`).slice(0, 6)"""

type Arrive = Callable[..., Page]


@patch("games.live._send", new=lambda code, message: None)
def everywhere() -> list[str]:
    """Put the payloads wherever others read them; the pages where they do."""
    me = grown("Ilinca")
    people = [grown(payload) for payload in SMALL_PAYLOADS]
    moderation.appoint(player=me)
    for number, one in enumerate(people):
        score(one, [5040 - number * 100] * 6)
        Friendship.objects.create(asker=one, other=me, accepted_at=NOON if number % 2 else None)
    finished = end(ranked(me, *people[:5], ending="target 500"), [500, 100, 80, 60, 40, 20])
    for number in range(2):
        end(ranked(me, people[number]), [500, 0])
    waits = open_for(people[0].username)
    Match.objects.filter(pk=waits.pk).update(public=True)
    waits.invitations.create(by=people[0], to=me)
    rules = rules_from(
        {"custom_rules": [[f'honour "{PAYLOADS[0]} {PAYLOADS[5]}"']], "ending": "single", "mas_grace_ms": 1500}
    )
    over, told = a_round_of(me, people[5], rules)
    report = company.report(match=over, reporter=people[5], other=people[5 - 5], why="insult")
    said = [{"at": NOON.isoformat(), "who": name, "kind": "free", "said": ALL[:200]} for name in SMALL_PAYLOADS]
    Report.objects.filter(pk=report.pk).update(context=said)
    ModerationAct.objects.create(kind="note", player=people[1], by=me, note=ALL[:500])
    league = league_of(people)
    return [
        *("/", "/clasament/", "/prieteni/", "/jocurile-mele/", "/moderare/", f"/moderare/{report.pk}/"),
        *(f"/joc/{finished.code}/", f"/joc/{over.code}/", f"/joc/{over.code}/1/", "/jucator/Ilinca/"),
        *(f"/joc/{over.code}/1/{move}/" for move in told),
        *(f"/joc/{over.code}/1/{tab}/" for tab in ("analiza", "dovada")),
        *(
            f"/t/{waits.code}/",
            f"/t/{open_for('Ilinca').code}/invita/",
            f"/moderare/perechi/{people[0].pk}/{people[1].pk}/",
        ),
        *(f"/liga/{league}/{tab}" for tab in ("", "jucatori/", "etape/", "clasament/", "reguli/", "jurnal/")),
        "/ligi/",
    ]


def a_round_of(me: Player, other: Player, rules: Rules) -> tuple[Match, list[int]]:
    """A round with a bot in which everybody came to move, and each one's first move; played until it is one."""
    while True:
        over = played_out(me, other, rules=rules)
        first = {move.seat: move.number for move in over.rounds.get().moves.order_by("-number")}
        if len(first) == 3:
            return over, list(first.values())


def league_of(people: list[Player]) -> str:
    """A league of theirs under way, all its words hostile."""
    day = published(len(people))
    season = day.division.season
    League.objects.update(name=PAYLOADS[0] + "W" * 28, club="W" * 60, place=PAYLOADS[3], about=ALL, visibility="public")
    for entrant, one in zip(Entrant.objects.filter(season=season).order_by("pk"), people, strict=True):
        Entrant.objects.filter(pk=entrant.pk).update(name=one.username)
    News.objects.create(league=season.league, text=ALL)
    assert tables_of(day)
    return str(season.league.slug)


def test_what_others_write_neither_runs_nor_breaks_a_page(player: Arrive, live_url: str) -> None:
    pages = everywhere()
    page = sign_in(player(), "Ilinca", live_url)
    too_wide = []
    for address in pages:
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        for fold in page.locator("main details > summary:visible").all():
            fold.click()
        if wide(page) > 0:
            too_wide.append((address, page.evaluate(STICKING_OUT)))
        assert_nothing_ran(page, address)
    assert not too_wide, "\n".join(map(str, too_wide))
    talked(player, live_url)


def talked(player: Arrive, live_url: str) -> None:
    """At the table itself, where names and talk come over the socket."""
    names = ("Ilinca", SMALL_PAYLOADS[0], SMALL_PAYLOADS[5])
    played = table_of(*names, hands=["R5 R7", "R9 G9", "B1 B2"], table="R3")
    Player.objects.update(free_text=True)
    page = at_table(player(), "Ilinca", played, live_url)
    for name in names[1:]:
        for payload in SAID:
            chat.say(match=played.match, player=Player.objects.get(username=name), kind="free", said=payload)
    ChatLine.objects.update(text=Concat("text", Value(PAYLOADS[3])))
    page.reload()
    page.locator("#to-company").click()
    expect(page.locator("#lines .line")).to_have_count(2 * len(SAID))
    assert wide(page) <= 0
    assert_nothing_ran(page, "the table")
    page.locator("#people [data-person]").nth(1).click()
    expect(page.locator("#person-page")).to_be_visible()
    assert wide(page) <= 0
    assert_nothing_ran(page, "a person at the table")


def assert_nothing_ran(page: Page, where: str) -> None:
    assert page.evaluate("window.ran") is None, where
    assert page.locator("img[src='x'], svg[onload]").count() == 0, where
