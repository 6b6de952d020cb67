import pytest
from pytest_django import Settings

from masuno_site.origin import may_connect

VARIANTS = {
    "http://uno.example.org:8000": True,
    "HTTP://UNO.example.org:8000": True,
    "http://uno.example.org": False,
    "http://uno.example.org:9999": False,
    "https://uno.example.org:8000": False,
    "http://www.uno.example.org:8000": False,
    "http://uno.example.org.evil.example:8000": False,
    "http://evil.example:8000": False,
    "http://uno.example.org@evil.example:8000": False,
    "http://uno.example.org:8000/": False,
    "null": False,
    "": False,
}


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    settings.PUBLIC = False
    settings.ALLOWED_HOSTS = ["uno.example.org"]
    settings.TRUSTED_ORIGINS = []


@pytest.mark.parametrize(("origin", "allowed"), VARIANTS.items())
def test_only_the_exact_origin_may_open_a_socket(origin: str, allowed: bool) -> None:
    assert may_connect(origin, "uno.example.org:8000") is allowed


def test_a_foreign_host_is_refused_with_its_own_origin() -> None:
    assert not may_connect("http://evil.example", "evil.example")


def test_the_default_port_may_be_said_or_left_out() -> None:
    assert may_connect("http://uno.example.org", "uno.example.org:80")


def test_a_public_site_takes_https_only(settings: Settings) -> None:
    settings.PUBLIC = True
    assert may_connect("https://uno.example.org", "uno.example.org")
    assert not may_connect("http://uno.example.org", "uno.example.org")


def test_a_trusted_origin_may_differ_from_the_host(settings: Settings) -> None:
    settings.TRUSTED_ORIGINS = ["https://play.example.org"]
    assert may_connect("https://play.example.org", "uno.example.org:8000")
