import subprocess
import sys
from pathlib import Path

from django.conf import settings

from masuno_site.single import claim

SECOND = "import sys; from pathlib import Path; from masuno_site.single import claim; claim(Path(sys.argv[1]))"


def second_process(path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", SECOND, str(path)]
    return subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)


def test_a_second_process_is_refused(tmp_path: Path) -> None:
    claim(tmp_path / "lock")
    second = second_process(tmp_path / "lock")
    assert second.returncode == 1
    assert "without REDIS_URL only one process can" in second.stderr


def test_a_process_may_claim_twice(tmp_path: Path) -> None:
    claim(tmp_path / "lock")
    claim(tmp_path / "lock")


def test_the_lock_ends_with_its_process(tmp_path: Path) -> None:
    assert second_process(tmp_path / "lock").returncode == 0
    assert second_process(tmp_path / "lock").returncode == 0
