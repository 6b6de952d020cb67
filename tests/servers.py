"""Real servers for tests: the same program that `make run` starts, on the database of the test."""

import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from typing import IO
from unittest.mock import patch
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connections

STARTED = re.compile(r"^MAS UNO: (http://\S+?)/?$", re.MULTILINE)
START_SECONDS = 90
STOP_SECONDS = 60


class Server:
    """What a server process says, where it answers, and how it ends."""

    def __init__(self, said: IO[str]) -> None:
        self.said = said
        self.lines: list[str] = []
        self.speaking = threading.Condition()
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def is_running(self) -> bool:
        raise NotImplementedError

    def listen(self) -> None:
        with self.said:
            for line in self.said:
                with self.speaking:
                    self.lines.append(line)
                    self.speaking.notify_all()
        with self.speaking:
            self.speaking.notify_all()

    @property
    def output(self) -> str:
        return "".join(self.lines)

    @property
    def address(self) -> str | None:
        found = STARTED.search(self.output)
        return found[1] if found else None

    def ready(self) -> str:
        """Wait for the server; the address it says it has."""
        with self.speaking:
            self.speaking.wait_for(lambda: self.address or not self.is_running(), START_SECONDS)
        assert self.address, f"The server did not start:\n{self.output}"
        return self.address


class Site(Server):
    """A server process; `kill` ends it as a power cut would, `stop` as an operator does."""

    def __init__(self, program: str = "masuno_site.server", **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", program],
            cwd=settings.BASE_DIR,
            env=os.environ | surroundings() | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        super().__init__(self.process.stdout)

    def is_running(self) -> bool:
        return self.process.poll() is None

    def stop(self) -> int:
        self.process.terminate()
        return self.wait()

    def kill(self) -> None:
        self.process.kill()
        self.wait()

    def wait(self) -> int:
        try:
            code = self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGABRT)  # it says where each of its threads stands, and dies
            self.listener.join(STOP_SECONDS)
            pytest.fail(f"The server did not end:\n{self.output}")
        self.listener.join(STOP_SECONDS)
        return code


class QuickSite(Server):
    """The same, forked from a process that has loaded the site once for many tests.

    One at a time: they share the loop that Twisted made when it was loaded.
    """

    def __init__(self) -> None:
        read, write = multiprocessing.Pipe(duplex=False)
        with patch.dict(os.environ, surroundings()):
            self.process = loaded().Process(target=serve, args=(write,), daemon=True)
            self.process.start()
        write.close()
        said = os.fdopen(os.dup(read.fileno()))
        read.close()
        super().__init__(said)

    def is_running(self) -> bool:
        return self.process.is_alive()

    def stop(self) -> int | None:
        self.process.terminate()
        self.process.join(STOP_SECONDS)
        self.listener.join(STOP_SECONDS)
        return self.process.exitcode


@cache
def loaded() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.loaded"])
    return context


def serve(output: Connection) -> None:
    """Be the server; what it says goes to `output`."""
    for stream in (1, 2):
        os.dup2(output.fileno(), stream)
    output.close()
    from masuno_site.server import main

    main()


def surroundings() -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": database_url(),
        "MASUNO_BIND": "127.0.0.1",
        "MASUNO_PORT": "0",
        "PYTHONUNBUFFERED": "1",
        "PYTHONFAULTHANDLER": "1",
    }


def database_url() -> str:
    """Where the test's own database is."""
    default = connections["default"].settings_dict
    if "sqlite" in default["ENGINE"]:
        return f"sqlite:///{default['NAME']}"
    host, port = default["HOST"], default["PORT"]
    login = quote(default["USER"], safe="") + (f":{quote(default['PASSWORD'], safe='')}" if default["PASSWORD"] else "")
    if host.startswith("/"):
        return f"postgres://{login}@/{default['NAME']}?host={host}"
    return f"postgres://{login}@{host}:{port or 5432}/{default['NAME']}"
