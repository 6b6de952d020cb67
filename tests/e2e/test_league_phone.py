"""A league's pages on a phone: nothing that one chooses from or goes to is cut off."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from leagues.services import entrants, leagues, seasons
from leagues.services.plan import Plan
from tests.e2e.conftest import broken_words
from tests.e2e.hands import sign_in
from tests.leagues.services.league import NOON, published
from tests.leagues.services.league import player as someone

type Arrive = Callable[..., Page]

# What a season's plan is chosen from: options that are wider than the box in which the chosen one stands.
CLIPPED = """(names) => names.flatMap(name => [...document.getElementsByName(name)]).flatMap(one => {
  const style = getComputedStyle(one), pen = document.createElement("canvas").getContext("2d");
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return [...one.options].map(option => option.text).filter(text => pen.measureText(text).width > room);
})"""
PLAN = ("format", "looking", "mode", "scoring", "bye", "asked_off", "promotion", "zone", "tie_1")


@pytest.mark.parametrize("locale", ["ro-RO", "en-GB"])
def test_no_choice_of_a_plan_is_wider_than_its_box(player: Arrive, live_url: str, locale: str) -> None:
    page = player(locale=locale)
    sign_in(page, "olga", live_url)
    page.goto("/liga/noua/")
    for fold in page.locator("details.fold").all():
        fold.evaluate("fold => fold.open = true")
    assert all(page.locator(f"select[name={name}]").count() == 1 for name in PLAN)
    assert page.evaluate(CLIPPED, list(PLAN)) == []


@pytest.mark.parametrize("locale", ["ro-RO", "en-GB"])
def test_no_option_of_the_game_is_wider_than_its_box(player: Arrive, live_url: str, locale: str) -> None:
    page = player(locale=locale)
    sign_in(page, "olga", live_url)
    page.goto("/masa/noua/")
    for fold in page.locator("details").all():
        fold.evaluate("fold => fold.open = true")
    names = page.locator("form select:visible").evaluate_all("found => found.map(one => one.name)")
    assert "combos" in names
    assert page.evaluate(CLIPPED, names) == []


@pytest.mark.parametrize("width", [320, 390])
def test_all_pages_of_a_league_and_of_its_desk_are_in_sight(player: Arrive, live_url: str, width: int) -> None:
    league = published(8).division.season.league
    page = player(viewport={"width": width, "height": 844})
    sign_in(page, "olga", live_url)
    for address, count in ((f"/liga/{league.slug}/", 6), (f"/liga/{league.slug}/birou/", 5)):
        page.goto(address)
        boxes = [tab.bounding_box() for tab in page.locator(".tabs a").all()]
        assert len(boxes) == count
        for box in boxes:
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["height"] >= 44


@pytest.mark.parametrize("locale", ["ro-RO", "en-GB"])
def test_the_days_of_a_week_are_not_broken(player: Arrive, live_url: str, locale: str) -> None:
    page = player(viewport={"width": 360, "height": 640}, locale=locale)
    sign_in(page, "olga", live_url).goto("/ligi/timp/")
    assert page.locator(".week tbody th").count() == 7
    assert broken_words(page.locator(".week th")) == []


def test_the_longest_name_leaves_the_answers_to_it_free(player: Arrive, live_url: str) -> None:
    plan = Plan(opens_at=NOON, approval=True)
    season = leagues.open_league(owner=someone("olga"), name="Liga de marți", plan=plan, visibility="public")
    seasons.open_registration(season=season, by=season.league.owner)
    entrants.apply(season=season, player=someone("Exploratoareanopților"))
    page = sign_in(player(viewport={"width": 360, "height": 640}), "olga", live_url)
    page.goto(f"/liga/{season.league.slug}/birou/jucatori/")
    name, answer = (page.locator(part).bounding_box() for part in (".person b", ".person__acts"))
    assert name is not None
    assert answer is not None
    assert answer["y"] >= name["y"] + name["height"] or answer["x"] >= name["x"] + name["width"]
