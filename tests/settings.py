"""The site's own settings, made quick and quiet for tests. Servers that tests start use them too."""

import atexit
import os
import shutil
import tempfile

# Each test process has its own key, lock and database, whatever the checkout's own site holds.
# A server that a test starts keeps those of the test.
worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
started_by_a_test = os.environ.get("MASUNO_TEST_WORKER") == worker
if not started_by_a_test:
    os.environ["MASUNO_TEST_WORKER"] = worker
    os.environ["MASUNO_VAR"] = tempfile.mkdtemp(prefix="masuno-")
    os.environ["REDIS_PREFIX"] = f"masuno-{worker}-{os.getpid()}"
    atexit.register(shutil.rmtree, os.environ["MASUNO_VAR"], ignore_errors=True)

from masuno_site.settings import *  # noqa: E402, F403
from masuno_site.settings import DATABASES, VAR_DIR  # noqa: E402

if not started_by_a_test:
    # Tests that load the application must not take the place of the servers that others start.
    SERVER_LOCK = VAR_DIR / "tests.lock"

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
TASKS = {"default": {"BACKEND": "django.tasks.backends.immediate.ImmediateBackend"}}
# A server that a test starts is another process: its mail can only be read from files.
MAILERS = {
    "default": {
        "BACKEND": "django.core.mail.backends.filebased.EmailBackend",
        "OPTIONS": {"file_path": VAR_DIR / "mail"},
    },
}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
WORKER = False
if "sqlite" in DATABASES["default"]["ENGINE"]:
    # In a file, for a database in memory cannot be shared with a server.
    DATABASES["default"]["TEST"] = {"NAME": VAR_DIR / "test.sqlite3"}
