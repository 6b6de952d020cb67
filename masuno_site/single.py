"""Keeps a second server away where announcements do not leave the process."""

import fcntl
import os
from pathlib import Path
from typing import TextIO

from django.core.exceptions import ImproperlyConfigured

# Open as long as the process lives; the system frees the lock however the process ends.
held: dict[Path, TextIO] = {}


def claim(path: Path) -> None:
    if path in held:
        return
    file = path.open("a+", encoding="ascii")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        raise ImproperlyConfigured(
            f"process {file.read().strip() or 'unknown'} serves this site already, and without "
            "REDIS_URL only one process can: stop it or set REDIS_URL."
        ) from None
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    held[path] = file
