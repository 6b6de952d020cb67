"""The line between a browser and its server, which a test can cut.

What a browser is told to emulate holds for most of what a page asks for, and not for certain for what a page asks
while it is loaded anew. Through a cut cable nothing comes, whoever asks.
"""

import socket
import threading
from contextlib import suppress
from urllib.parse import urlsplit

CHUNK = 65536


class Cable:
    """Listens on a port of its own, and hands on every byte to the server at `to` and back."""

    def __init__(self, to: str) -> None:
        target = urlsplit(to)
        assert target.hostname is not None
        self.server = (target.hostname, target.port or 80)
        self.listening = socket.create_server((target.hostname, 0))
        self.address = f"http://{target.hostname}:{self.listening.getsockname()[1]}"
        self.whole = True
        self.refused = 0
        self.joined: list[socket.socket] = []
        self.lock = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    def cut(self) -> None:
        with self.lock:
            self.whole = False
            self._let_go()

    def mend(self) -> None:
        with self.lock:
            self.whole = True

    def close(self) -> None:
        with self.lock:
            self.listening.close()
            self._let_go()

    def _let_go(self) -> None:
        for end in self.joined:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self.joined.clear()

    def _listen(self) -> None:
        while True:
            try:
                near, _ = self.listening.accept()
            except OSError:
                return  # closed
            with self.lock:
                if not self.whole:
                    self.refused += 1
                    near.close()
                    continue
                far = socket.create_connection(self.server)
                self.joined += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(CHUNK):
                other.sendall(data)
        with suppress(OSError):
            other.shutdown(socket.SHUT_WR)
