"""Starts the site: one command for the pages, the sockets, the clock and the background tasks."""

import asyncio
import os
import sys
from io import StringIO

# First of all: it chooses the loop that Twisted runs in, before anything else can choose another.
from masuno_site.guard import GuardedServer, reactor  # isort: skip

import django
import segno
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from twisted.internet.defer import Deferred

from masuno_site.lan import lan_addresses
from masuno_site.pools import close_pools
from masuno_site.single import claim

EVERYWHERE = "0.0.0.0"  # noqa: S104


class SiteServer(GuardedServer):
    """The guarded server together with its companions, which start and end with it."""

    failed = False

    def install(self) -> None:
        super().install()
        reactor.callWhenRunning(self.start_companions)
        reactor.callWhenRunning(self.greet)

    def start_companions(self) -> None:
        from masuno_site.companions import run_companions

        stop = asyncio.Event()
        companions = asyncio.ensure_future(run_companions(stop))

        def end_companions() -> Deferred[None]:
            stop.set()
            return Deferred.fromFuture(companions)

        reactor.addSystemEventTrigger("before", "shutdown", end_companions)

    def greet(self) -> None:
        for _, port in self.listening_addresses:
            print(greeting(port), flush=True)

    def listen_error(self, failure: object) -> None:
        self.failed = True
        print(f"MAS UNO does not start: port {settings.PORT} is taken, set MASUNO_PORT.", file=sys.stderr)
        super().listen_error(failure)


def greeting(port: int) -> str:
    """Where the site is: for this machine, and as a picture for the phones in the same network."""
    lines = [f"MAS UNO: http://localhost:{port}/"]
    for address in lan_addresses()[:1] if settings.BIND == EVERYWHERE and not settings.PUBLIC else ():
        picture = StringIO()
        segno.make(f"http://{address}:{port}/", error="l").terminal(picture, compact=True)
        lines += [f"Phones in the same network: http://{address}:{port}/", picture.getvalue()]
    return "\n".join(lines)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masuno_site.settings")
    try:
        server = make_server()
        server.run()
    except ImproperlyConfigured as problem:
        sys.exit(f"MAS UNO does not start: {problem}")
    except KeyboardInterrupt:
        sys.exit("MAS UNO was stopped while it started.")
    finally:
        close_pools()
    sys.exit(1 if server.failed else 0)


def make_server() -> SiteServer:
    django.setup()
    if not settings.REDIS_URL:
        claim(settings.SERVER_LOCK)
    from masuno_site.prepare import prepare

    prepare()
    from masuno_site.asgi import application

    return SiteServer(application, endpoints=[f"tcp:port={settings.PORT}:interface={settings.BIND}"])


if __name__ == "__main__":
    main()
