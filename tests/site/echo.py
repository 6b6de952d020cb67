"""A guarded server with one socket that says what the guard told it. `flood` sends more than is ever read."""

import json
import time
from typing import Any

from masuno_site.guard import GuardedServer, reactor  # isort: skip

import django

from masuno_site.origin import ExactOrigin


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        if message["text"] == "flood":
            for _ in range(200):
                await send({"type": "websocket.send", "text": "x" * 100_000})
        if message["text"] == "long":
            await send({"type": "websocket.send", "text": "x" * 8192})
        waited = time.monotonic() - message["arrived"]
        answer = {"text": message["text"], "lag": scope["lag"](), "waited": waited}
        await send({"type": "websocket.send", "text": json.dumps(answer)})


class EchoServer(GuardedServer):
    def install(self) -> None:
        super().install()
        reactor.callWhenRunning(self.greet)

    def greet(self) -> None:
        print(f"MAS UNO: http://localhost:{self.listening_addresses[0][1]}/", flush=True)


if __name__ == "__main__":
    django.setup()
    EchoServer(ExactOrigin(echo), endpoints=["tcp:port=0:interface=127.0.0.1"]).run()
