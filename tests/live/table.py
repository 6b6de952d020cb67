"""A person with the table's page open: their socket through the real application, and what it brought."""

import json
from typing import Any, Self

from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from games.models import Match, Player
from masuno_site.asgi import application

# For what comes at last on a busy machine too; a test that waits in vain says so then.
PATIENCE_SECONDS = 60


class Phone:
    """Keeps every frame it was sent, for tests to search."""

    count = 0

    def __init__(self, match: Match, person: Player | None = None, language: str = "en") -> None:
        self.code, self.person, self.language = match.code, person, language
        self.client = Client()
        self.frames: list[str] = []

    def log_in(self) -> None:
        if self.person is not None:
            self.client.force_login(self.person)

    async def connect(self) -> None:
        await database_sync_to_async(self.log_in)()
        cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in self.client.cookies.items())
        headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", cookie.encode())]
        self.socket = WebsocketCommunicator(application, f"/ws/t/{self.code}/?lang={self.language}", headers)
        connected, _ = await self.socket.connect(PATIENCE_SECONDS)
        assert connected

    async def __aenter__(self) -> Self:
        await self.connect()
        return self

    async def disconnect(self) -> None:
        """Close the socket, and wait until the application has done all that it does then.

        The communicator's own second is not enough for that on a busy machine: it breaks the application off.
        """
        await self.socket.disconnect(timeout=PATIENCE_SECONDS)

    async def __aexit__(self, *_: object) -> None:
        await self.disconnect()

    async def receive(self) -> str:
        frame: str = await self.socket.receive_from(PATIENCE_SECONDS)
        self.frames.append(frame)
        return frame

    async def table(self, number: int = 0) -> str:
        """The next screen; with a number, the first one that is as far as that."""
        while True:
            frame = await self.receive()
            if "data-number" in frame and number_of(frame) >= number:
                return frame

    async def answer(self) -> dict[str, Any]:
        """The next frame that is no screen."""
        while True:
            frame = await self.receive()
            if frame[0] == "{":
                told: dict[str, Any] = json.loads(frame)
                return told

    async def send(self, text: str) -> None:
        await self.socket.send_input({"type": "websocket.receive", "text": text})

    async def ask(self, **question: str) -> dict[str, Any]:
        await self.send(json.dumps(question))
        return await self.answer()

    async def do(self, command: str, after: int = 0, command_id: str = "") -> dict[str, Any]:
        Phone.count += 1
        return await self.ask(command=command, after=str(after), command_id=command_id or f"command-{Phone.count}")

    def post(self, command: str, after: int = 0, command_id: str = "") -> dict[str, Any]:
        """The same by HTTP."""
        Phone.count += 1
        values = {"command": command, "after": after, "command_id": command_id or f"command-{Phone.count}"}
        response = self.client.post(f"/t/{self.code}/comanda/", values, headers={"Accept": "application/json"})
        told: dict[str, Any] = response.json()
        return told


def number_of(html: str) -> int:
    return int(html.split('data-number="')[1].split('"')[0])
