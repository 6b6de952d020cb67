import os
import runpy
import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from pytest_django import Settings

from masuno_site import environment

SETTINGS = Path(environment.__file__).with_name("settings.py")
KEY = "0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLM"
PUBLIC = {"MASUNO_MODE": "public", "MASUNO_HOSTS": "uno.example.org", "MASUNO_SECRET_KEY": KEY}


@pytest.fixture
def settings_from(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """What the settings are under these variables and no others."""

    def load(**variables: str) -> dict[str, Any]:
        for name in [name for name in os.environ if name.startswith(("MASUNO_", "DATABASE_", "REDIS_", "SMTP_"))]:
            monkeypatch.delenv(name)
        for name, value in ({"MASUNO_VAR": str(tmp_path)} | variables).items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(SETTINGS))

    return load


def test_home_is_the_default_and_is_not_debug(settings_from: Any) -> None:
    settings = settings_from()
    assert (settings["PUBLIC"], settings["DEBUG"], settings["SESSION_COOKIE_SECURE"]) == (False, False, False)


def test_home_keeps_a_key_that_only_its_owner_may_read(settings_from: Any, tmp_path: Path) -> None:
    first, second = settings_from(), settings_from()
    assert first["SECRET_KEY"] == second["SECRET_KEY"] == (tmp_path / "secret_key").read_text()
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_public_binds_its_cookies_to_its_host(settings_from: Any) -> None:
    settings = settings_from(**PUBLIC)
    names = [settings[f"{cookie}_COOKIE_NAME"] for cookie in ("SESSION", "CSRF", "LANGUAGE")]
    assert all(name.startswith("__Host-") for name in names)
    assert settings["SECURE_SSL_REDIRECT"]


def test_sessions_outlive_an_emptied_redis(settings_from: Any) -> None:
    settings = settings_from(REDIS_URL="redis://localhost")
    assert settings["SESSION_ENGINE"] == "django.contrib.sessions.backends.cached_db"


def test_sqlite_waits_for_its_turn_and_for_the_disk(settings_from: Any) -> None:
    options = settings_from()["DATABASES"]["default"]["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in options["init_command"]


def test_postgresql_gets_a_pool_that_checks_its_connections(settings_from: Any) -> None:
    default = settings_from(DATABASE_URL="postgres://uno@/uno?host=/run/postgresql")["DATABASES"]["default"]
    assert (default["HOST"], default["CONN_MAX_AGE"], default["CONN_HEALTH_CHECKS"]) == ("/run/postgresql", 0, True)
    assert default["OPTIONS"]["pool"]["timeout"] == 3


def test_mail_goes_where_the_url_says(settings_from: Any) -> None:
    mailer = settings_from(SMTP_URL="smtp+tls://uno%40example.org:s3cret@mail.example.org")["MAILERS"]["default"]
    assert mailer["OPTIONS"] == {
        "host": "mail.example.org",
        "port": 587,
        "username": "uno@example.org",
        "password": "s3cret",
        "use_tls": True,
        "use_ssl": False,
        "timeout": 10,
    }


REFUSALS = {
    "an unknown mode": ({"MASUNO_MODE": "production"}, "MASUNO_MODE must be home or public"),
    "debug in public": (PUBLIC | {"MASUNO_DEBUG": "1"}, "MASUNO_DEBUG"),
    "no key in public": (PUBLIC | {"MASUNO_SECRET_KEY": ""}, "MASUNO_SECRET_KEY is not set"),
    "a short key": (PUBLIC | {"MASUNO_SECRET_KEY": "secret"}, "too short or an example"),
    "the key of the example": (PUBLIC | {"MASUNO_SECRET_KEY": f"change-me-{KEY}"}, "too short or an example"),
    "no hosts in public": (PUBLIC | {"MASUNO_HOSTS": ""}, "MASUNO_HOSTS must name"),
    "any host in public": (PUBLIC | {"MASUNO_HOSTS": "*"}, "MASUNO_HOSTS must name"),
    "a clock apart without Redis": ({"MASUNO_CLOCK": "off"}, "MASUNO_CLOCK=off needs REDIS_URL"),
    "a switch half on": ({"MASUNO_DEBUG": "maybe"}, "must be on or off"),
    "a port in words": ({"MASUNO_PORT": "http"}, "must be a whole number"),
    "half a push key": ({"MASUNO_PUSH_PRIVATE_KEY": "abc"}, "MASUNO_PUSH_PRIVATE_KEY is no private key"),
    "push messages from nobody": ({"MASUNO_PUSH_PRIVATE_KEY": "a" * 43}, "MASUNO_PUSH_CONTACT must be"),
    "mail by pigeon": ({"SMTP_URL": "pigeon://loft"}, "SMTP_URL must look like"),
}


@pytest.mark.parametrize(("variables", "sentence"), REFUSALS.values(), ids=REFUSALS)
def test_a_misconfigured_site_is_refused(settings_from: Any, variables: dict[str, str], sentence: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=sentence):
        settings_from(**variables)


def test_a_clock_that_nobody_hears_is_refused(settings: Settings) -> None:
    settings.REDIS_URL = ""
    with pytest.raises(CommandError, match="Without REDIS_URL nobody would hear this clock"):
        call_command("runclock")


def test_a_redis_client_that_drops_sockets_is_refused(settings_from: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda name: "8.1.0")
    with pytest.raises(ImproperlyConfigured, match="redis-py 8"):
        settings_from(REDIS_URL="redis://localhost")


def test_a_push_key_without_its_libraries_is_refused(settings_from: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("masuno_site.environment.find_spec", lambda name: None)
    with pytest.raises(ImproperlyConfigured, match=r"requirements-push\.txt"):
        settings_from(MASUNO_PUSH_PRIVATE_KEY="a" * 43)
