"""A push service of the tests' own: it takes what a site sends to a browser, and opens it as the browser would."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_bytes
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from games.models import Player, PushSubscription
from games.services import push, push_keys


class Browser:
    """One browser's keys, and the address its push service gave it."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.key, self.secret = ec.generate_private_key(push_keys.CURVE), token_bytes(16)

    @property
    def values(self) -> dict[str, str]:
        """What its page posts."""
        point = push_keys.encode(push_keys.point(self.key.public_key()))
        return {"endpoint": self.endpoint, "p256dh": point, "auth": push_keys.encode(self.secret)}

    def opened(self, body: bytes) -> dict[str, Any]:
        clear = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        told: dict[str, Any] = json.loads(clear)
        return told

    def subscribed(self, player: Player, language: str = "en") -> PushSubscription:
        push.subscribe(player=player, language=language, **self.values)
        return PushSubscription.objects.get(endpoint=self.endpoint)


class PushService:
    """Answers every message with `status`, and keeps those that were signed."""

    def __init__(self) -> None:
        service, self.status = self, 201
        self.got: list[tuple[dict[str, str], bytes]] = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                signed = Vapid02.verify(self.headers["Authorization"])
                if signed:
                    service.got.append((dict(self.headers), body))
                self.send_response(service.status if signed else 403)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def browser(self, name: str = "one") -> Browser:
        return Browser(f"http://127.0.0.1:{self.server.server_port}/{name}")

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
