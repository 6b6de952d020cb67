"""The pages for what went wrong: readable by everyone, by day and by night, and never wider than a phone."""

from collections.abc import Callable

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation
from playwright.sync_api import Page, Route

from tests.e2e.conftest import DESK, in_both_schemes
from tests.e2e.test_company import SMALL, shot

type Arrive = Callable[..., Page]
type Check = Callable[[Page], None]

PAGES = ["400", "403", "403_csrf", "404", "429", "500"]


def answer(route: Route) -> None:
    """Send an error's page as the site would; its styles and pictures are the site's own."""
    language, template = route.request.url.rstrip("/").split("/")[-2:]
    request = None if template == "500" else RequestFactory().get("/")  # the last resort is rendered without one
    with translation.override(language):
        html = render_to_string(f"{template}.html", {}, request=request)
    route.fulfill(body=html, content_type="text/html; charset=utf-8")


@pytest.mark.parametrize("language", ["ro", "en"])
def test_an_error_can_be_read_by_everyone(
    player: Arrive, live_url: str, check_accessibility: Check, language: str
) -> None:
    page = player()
    page.route("**/gresit/**", answer)
    for template in PAGES:
        for screen in (SMALL, DESK):
            page.set_viewport_size(screen)  # type: ignore[arg-type]
            page.goto(f"/gresit/{language}/{template}/")
            assert page.locator("html").get_attribute("lang") == language
            for scheme in in_both_schemes(page):
                check_accessibility(page)
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), template
                shot(page, f"error-{template}-{language}-{screen['width']}-{scheme}")
