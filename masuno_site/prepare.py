"""Brings database and static files up to this version of the code before the server starts."""

import hashlib
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def prepare() -> None:
    if migrations_wait():
        if not settings.PREPARE:
            raise ImproperlyConfigured("the database is of another version: run `manage.py migrate` first.")
        call_command("migrate", interactive=False, verbosity=0)
    if static_files_are_old():
        if not settings.PREPARE:
            raise ImproperlyConfigured("static files are missing: run `manage.py collectstatic` first.")
        collect_static()


def migrations_wait() -> bool:
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    connection.close()
    return bool(waiting)


def static_files_are_old() -> bool:
    """Only a storage with a manifest serves from the collected files, and not while developing."""
    if settings.DEBUG or "Manifest" not in settings.STORAGES["staticfiles"]["BACKEND"]:
        return False
    if not settings.PREPARE:
        return not Path(settings.STATIC_ROOT, "staticfiles.json").exists()
    return not stamp().exists() or stamp().read_text() != fingerprint()


def collect_static() -> None:
    call_command("collectstatic", interactive=False, verbosity=0, clear=True)
    stamp().write_text(fingerprint())


def stamp() -> Path:
    return settings.VAR_DIR / "static_files"


def fingerprint() -> str:
    """Changes when a static file comes, goes or changes."""
    digest = hashlib.sha256(settings.STATIC_ROOT.encode())
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda found: found[0]):
            state = Path(storage.path(path)).stat()
            digest.update(f"{path} {state.st_mtime_ns} {state.st_size}\n".encode())
    return digest.hexdigest()
