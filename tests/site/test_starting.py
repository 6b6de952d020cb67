import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

from masuno_site import lan
from tests.servers import Site

MANIFEST = settings.STORAGES | {
    "staticfiles": {"BACKEND": "whitenoise.storage.ManifestStaticFilesStorage"},
}


def own(folder: Path) -> dict[str, str]:
    """A site of its own, with nothing in it yet."""
    return {"MASUNO_VAR": str(folder), "DATABASE_URL": f"sqlite:///{folder}/masuno.sqlite3"}


def test_the_first_start_makes_its_database_and_serves(tmp_path: Path) -> None:
    site = Site(**own(tmp_path), MASUNO_CLOCK="on", REDIS_URL="")
    try:
        assert site.ready().startswith("http://localhost:")
    finally:
        site.process.send_signal(signal.SIGINT)
    assert site.wait() == 0
    assert "Traceback" not in site.output


def test_a_second_server_without_redis_is_refused(tmp_path: Path) -> None:
    first = Site(**own(tmp_path), REDIS_URL="")
    first.ready()
    second = Site(**own(tmp_path), REDIS_URL="")
    assert second.wait() == 1
    assert "without REDIS_URL only one process can" in second.output
    first.stop()


def test_a_public_site_does_not_migrate_by_itself(tmp_path: Path) -> None:
    site = Site(**own(tmp_path), MASUNO_PREPARE="off", REDIS_URL="")
    assert site.wait() == 1
    assert "run `manage.py migrate` first" in site.output


def test_a_misconfigured_command_says_one_sentence() -> None:
    command = [sys.executable, "manage.py", "check"]
    environment = {"DJANGO_SETTINGS_MODULE": "masuno_site.settings", "MASUNO_MODE": "nowhere"}
    run = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr == "MAS UNO does not start: MASUNO_MODE must be home or public, not 'nowhere'.\n"


def test_phones_get_an_address_and_a_picture(tmp_path: Path) -> None:
    site = Site(**own(tmp_path), MASUNO_BIND="0.0.0.0", REDIS_URL="")
    site.ready()
    site.stop()
    if lan.lan_addresses():
        assert f"Phones in the same network: http://{lan.lan_addresses()[0]}:" in site.output
        assert "▀" in site.output


@pytest.mark.parametrize(
    ("address", "shared"),
    [
        ("192.168.1.20", True),
        ("10.0.0.7", True),
        ("172.20.1.1", True),
        ("127.0.0.1", False),
        ("169.254.3.4", False),
        ("8.8.8.8", False),
        ("0.0.0.0", False),
    ],
)
def test_only_private_addresses_are_shown_to_phones(address: str, shared: bool) -> None:
    assert lan.is_lan(address) is shared


def test_every_file_that_a_style_names_is_there(tmp_path: Path) -> None:
    with override_settings(STORAGES=MANIFEST, STATIC_ROOT=str(tmp_path)):
        call_command("collectstatic", interactive=False, verbosity=0)
    assert (tmp_path / "staticfiles.json").exists()
