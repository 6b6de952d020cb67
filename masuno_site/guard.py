"""Daphne with limits: what a socket may send and leave unread, and how far away it is."""

import logging
import statistics
import time
from collections import deque
from itertools import count
from typing import Any

from daphne import server, ws_protocol
from twisted import internet
from twisted.internet.defer import Deferred
from twisted.internet.task import deferLater

# Twisted types this as the module it was before a loop was chosen.
reactor: Any = internet.reactor
logger = logging.getLogger("masuno_site.guard")

FRAME_BYTES = 4096
UNSENT_BYTES = 256 * 1024
MESSAGES_A_SECOND, MESSAGE_BURST = 3, 15
PINGS_KEPT = 20
# Short enough to see within some ten seconds who is gone.
PING_SECONDS = 3

BINARY, TOO_MANY, STOPPING, TOO_SLOW = 1003, 1008, 1012, 4008
# Browsers that were told get a moment to answer before the connection is cut.
GOODBYE_SECONDS = 0.3
CUT_AFTER_SECONDS = 1


class GuardedSocket(ws_protocol.WebSocketProtocol):  # type: ignore[misc]
    """Refuses before anything is queued: Daphne itself would take a flood into memory whole."""

    def onConnect(self, request: Any) -> Any:  # noqa: N802
        self.budget: float = MESSAGE_BURST
        self.counted = time.monotonic()
        self.heard_at = self.counted
        self.numbers = count()
        self.pings: dict[bytes, float] = {}
        self.round_trips: deque[float] = deque(maxlen=PINGS_KEPT)
        return super().onConnect(request)

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        arrived = self.heard_at = time.monotonic()
        if self.muted:
            return
        if isBinary:
            self.refuse(BINARY)
        elif not self.spend(arrived):
            self.refuse(TOO_MANY)
        else:
            self.last_ping = time.time()
            message = {"type": "websocket.receive", "text": payload.decode(), "arrived": arrived}
            self.application_queue.put_nowait(message)

    def spend(self, now: float) -> bool:
        """Take one message from the budget, which refills with time."""
        refilled = self.budget + (now - self.counted) * MESSAGES_A_SECOND
        self.budget, self.counted = min(MESSAGE_BURST, refilled), now
        if self.budget < 1:
            return False
        self.budget -= 1
        return True

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:  # noqa: N802
        if self.muted:
            return
        if self.unsent() > UNSENT_BYTES:
            self.refuse(TOO_SLOW)
            return
        super().serverSend(content, binary)
        self.measure()

    def sendMessage(self, *message: Any, **options: Any) -> None:  # noqa: N802
        """Autobahn holds both directions to one limit; ours is for what comes in."""
        self.maxMessagePayloadSize = 0
        try:
            super().sendMessage(*message, **options)
        finally:
            self.maxMessagePayloadSize = FRAME_BYTES

    def unsent(self) -> int:
        """Bytes that the other side has not taken; Twisted says so only in its own attributes."""
        return len(getattr(self.transport, "dataBuffer", b"")) + getattr(self.transport, "_tempDataLen", 0)

    def measure(self) -> None:
        """Ping right behind an update: the browser itself answers, so a page's script cannot lie about it."""
        payload = next(self.numbers).to_bytes(8, "big")
        self.pings[payload] = time.monotonic()
        if len(self.pings) > PINGS_KEPT:
            del self.pings[next(iter(self.pings))]
        self.sendPing(payload)

    def onPong(self, payload: bytes) -> None:  # noqa: N802
        self.heard_at = time.monotonic()
        sent = self.pings.pop(payload, None)
        if sent is not None:
            self.round_trips.append(time.monotonic() - sent)

    def lag(self) -> float | None:
        """Seconds to the browser and back, the median of the last updates; None before the first answer."""
        return statistics.median(self.round_trips) if self.round_trips else None

    def heard(self) -> float:
        """When the browser last sent anything, an answer to a ping included."""
        return self.heard_at

    def refuse(self, code: int) -> None:
        """Close, and let nothing more through in either direction."""
        logger.warning("Closed the socket of %s with code %s.", self.client_addr, code)
        self.application_queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.part(code)
        reactor.callLater(CUT_AFTER_SECONDS, self.transport.abortConnection)

    def part(self, code: int) -> None:
        self.muted = True
        self.sendCloseFrame(code)


class GuardedServer(server.Server):  # type: ignore[misc]
    def __init__(self, application: Any, **options: Any) -> None:
        super().__init__(
            application,
            ready_callable=self.install,
            # After a restart everybody comes back at once: a short wait would send them away to come again.
            websocket_connect_timeout=60,
            websocket_max_message_size=FRAME_BYTES,
            websocket_max_frame_size=FRAME_BYTES,
            ping_interval=PING_SECONDS,
            ping_timeout=10,
            server_name="",
            **options,
        )

    def install(self) -> None:
        self.ws_factory.protocol = GuardedSocket
        # A browser that is told why is one that can say why.
        self.ws_factory.setProtocolOptions(failByDrop=False)
        reactor.addSystemEventTrigger("before", "shutdown", self.say_goodbye)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        if isinstance(protocol, GuardedSocket):
            scope["lag"] = protocol.lag
            scope["round_trips"] = protocol.round_trips
            scope["heard"] = protocol.heard
        return super().create_application(protocol, scope)

    def say_goodbye(self) -> Deferred[None]:
        for protocol in list(self.connections):
            if isinstance(protocol, GuardedSocket) and protocol.state == protocol.STATE_OPEN:
                protocol.part(STOPPING)
        return deferLater(reactor, GOODBYE_SECONDS, lambda: None)
