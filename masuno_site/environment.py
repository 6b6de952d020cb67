"""Reads the environment for the settings; what cannot be meant is refused in one sentence."""

import os
import re
import secrets
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

SWITCH = {"1": True, "on": True, "true": True, "yes": True}
SWITCH |= {"0": False, "off": False, "false": False, "no": False}
KEY_LENGTH = 50

SQLITE = {
    # Of two deferred transactions that write one fails at once; immediate ones wait their turn.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
}
POOL = {"min_size": 1, "max_size": 16, "timeout": 3}


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def switch(name: str, *, default: bool) -> bool:
    value = text(name).lower()
    if value and value not in SWITCH:
        raise ImproperlyConfigured(f"{name} must be on or off, not {value!r}.")
    return SWITCH.get(value, default)


def number(name: str, default: int) -> int:
    value = text(name, str(default))
    if not (value.isascii() and value.isdigit()):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.")
    return int(value)


def words(name: str) -> list[str]:
    return text(name).replace(",", " ").split()


def choice(name: str, *options: str) -> str:
    """One of the options; the first where nothing is set."""
    value = text(name, options[0])
    if value not in options:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(options)}, not {value!r}.")
    return value


def push_key(name: str) -> str:
    """The key that messages to browsers are signed with; what sends them is an extra."""
    value = text(name)
    if value and not re.fullmatch(r"[A-Za-z0-9_-]{43}", value):
        raise ImproperlyConfigured(f"{name} is no private key: `manage.py pushkeys` prints one.")
    if value and not (find_spec("http_ece") and find_spec("py_vapid")):
        raise ImproperlyConfigured(f"{name} needs the libraries of requirements-push.txt.")
    return value


def push_contact(name: str, *, needed: bool) -> str:
    """Where a push service that has questions finds an answer."""
    value = text(name)
    if needed and not value.startswith(("mailto:", "https://")):
        raise ImproperlyConfigured(f"{name} must be mailto:… or https://… where push messages are sent.")
    return value


def secret_key(name: str, *, public: bool, kept_in: Path) -> str:
    """A home site keeps a random key of its own; a public one is given one for all its processes."""
    value = text(name)
    if not value and public:
        raise ImproperlyConfigured(f"{name} is not set: MASUNO_MODE=public needs a secret key.")
    if value and (len(value) < KEY_LENGTH or len(set(value)) < 10 or "change" in value.lower()):
        raise ImproperlyConfigured(f"{name} is too short or an example: use {KEY_LENGTH} random characters or more.")
    return value or kept_key(kept_in)


def kept_key(path: Path) -> str:
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64), encoding="ascii")
        try:
            # Linking is atomic: of two first starts one key wins, and both read that one whole.
            path.hardlink_to(draft)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text(encoding="ascii").strip()


def database(url: str, *, default: Path) -> dict[str, Any]:
    config: dict[str, Any] = dict(dj_database_url.parse(url or f"sqlite:///{default}"))
    if "sqlite" in config["ENGINE"]:
        # Opening a connection for every move costs ten times the move.
        return config | {"CONN_MAX_AGE": None, "OPTIONS": SQLITE}
    options = config.get("OPTIONS", {}) | {"pool": POOL}
    # A socket's folder comes as an option of the URL; test databases are made by the setting.
    host = options.pop("host", config["HOST"])
    return config | {"HOST": host, "CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}


def mailer(url: str, *, public: bool) -> dict[str, Any]:
    """smtp://, smtp+tls:// (STARTTLS) or smtps://, with user and password; else the console."""
    if not url:
        # `check --deploy` knows Django's own by name and warns a public site of it.
        console = "django.core.mail.backends.console" if public else "masuno_site.console_mail"
        return {"BACKEND": f"{console}.EmailBackend"}
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtp+tls", "smtps"} or not parts.hostname:
        raise ImproperlyConfigured("SMTP_URL must look like smtp+tls://user:password@host:587.")
    options = {
        "host": parts.hostname,
        "port": parts.port or {"smtp": 25, "smtp+tls": 587, "smtps": 465}[parts.scheme],
        "username": unquote(parts.username or ""),
        "password": unquote(parts.password or ""),
        "use_tls": parts.scheme == "smtp+tls",
        "use_ssl": parts.scheme == "smtps",
        "timeout": 10,
    }
    return {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}
