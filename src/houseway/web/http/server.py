"""Serving a house: the address, and closing without losing anything.

Here: uvicorn around the application. Not here: what is served (`app`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from types import FrameType

import msgspec
import uvicorn

from houseway.errors import Refused
from houseway.web.floor.house import RETRY, OpenHouse
from houseway.web.floor.journal_threads import CLOSING
from houseway.web.http import interpreter
from houseway.web.http.app import make_app
from houseway.web.http.computing import COUNTS, HANDS
from houseway.web.http.connections import (
    ConnectionLimits,
    Connections,
    GuardedHttp,
    GuardedSocket,
    Listener,
    within_open_files,
)
from houseway.web.http.exports import OPEN
from houseway.web.http.front_door import Application, FrontDoor
from houseway.web.http.host_names import EVERYWHERE, HostNames
from houseway.web.http.proxies import Proxies
from houseway.web.operations.metrics import HouseCollector, serve_metrics
from houseway.web.operations.watch import Watch

_log = logging.getLogger(__name__)
MOST_MESSAGE = 64 * 1024
"""The longest message in bytes; a longer one closes the connection unread."""


class Serving(msgspec.Struct, frozen=True, kw_only=True):
    """How a house is served."""

    entries: int = 60
    """How many times a minute one address may sign in or take a name."""
    questions: int = 240
    """How many questions to the API, the history and the rules one address may ask a minute."""
    metrics: str = ""
    """Where everything that is measured is served, as HOST:PORT; nowhere if this is empty."""
    hold_minutes: float = 10
    """Minutes after which a hold raises an alarm."""
    drain: float = 20
    """Seconds that rounds in play have to end when the house is told to close by SIGTERM."""
    names: HostNames
    proxies: Proxies = Proxies(())
    limits: ConnectionLimits = ConnectionLimits()


class ServedHouse:
    """A house with its application, and what watches and measures it."""

    def __init__(self, house: OpenHouse, connections: Connections, *, serving: Serving) -> None:
        """Make the application; nothing is dealt before `start`."""
        self.house, self._metrics = house, serving.metrics
        self.watch = Watch(house, hold_minutes=serving.hold_minutes)
        app = make_app(
            house,
            entries=serving.entries,
            questions=serving.questions,
            sockets=serving.limits.most_from_one,
            watch=self.watch,
        )
        self.app: Application = app
        self.lifespan = app.lifespan
        self._collector = HouseCollector(
            tables=self.watch.tables,
            alarms=self.watch.alarms,
            clock=self.watch.clock,
            ready=lambda: self.watch.readiness().ready,
            queues={"hands": HANDS.__len__, "counts": COUNTS.__len__, "exports": lambda: OPEN.number},
            connections=connections.__len__,
            connections_refused=lambda: connections.refused,
        )
        self._stop_metrics: Callable[[], None] = lambda: None
        self._watching: asyncio.Task[None] | None = None

    def measure(self) -> None:
        """Serve what is measured, where that was asked for."""
        if self._metrics:
            self._stop_metrics = serve_metrics(self._metrics, self._collector)

    def look_after(self) -> None:
        """Watch the house from now on, and say that it is open."""
        interpreter.keep_for_good()
        self._watching = asyncio.create_task(self.watch.run())
        _log.info("the house is open", extra={"tables": len(self.house.tables)})

    async def close(self, sentence: str = CLOSING, *, retry: float = RETRY) -> None:
        """Close the house; every page is told, and after how many seconds to come back."""
        COUNTS.give_up()
        if self._watching is not None:
            self._watching.cancel()
        await self.house.stop(sentence, retry=retry)
        interpreter.keep_no_longer()

    def stop_measuring(self) -> None:
        """Serve no measures any more."""
        self._stop_metrics()
        _log.info("the house is closed")


def server_config(app: Application, serving: Serving, limits: ConnectionLimits) -> uvicorn.Config:
    """How uvicorn serves an application, behind the front door."""
    return uvicorn.Config(
        FrontDoor(app, names=serving.names, proxies=serving.proxies),
        loop="asyncio",
        http=GuardedHttp,
        ws=GuardedSocket,
        ws_max_size=MOST_MESSAGE,
        ws_per_message_deflate=False,
        proxy_headers=False,
        timeout_keep_alive=limits.idle,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=5,
        server_header=False,
    )


class SignalledServer(uvicorn.Server):
    """A server that ends in order at Ctrl-C and at SIGTERM, and knows which of them it was."""

    draining = hurry = False
    """Whether rounds in play may end first (SIGTERM), and whether nobody waits any longer (a second signal)."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Close at Ctrl-C; at SIGTERM let rounds in play end first, until a second signal."""
        self.hurry = self.should_exit
        self.draining = sig == signal.SIGTERM and not self.hurry
        super().handle_exit(sig, frame)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Close the house on SIGINT or SIGTERM, without reporting a failure."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


class Server(SignalledServer):
    """A server that closes the house before it closes the connections."""

    def __init__(self, house: OpenHouse, opened: Callable[[], None], *, serving: Serving) -> None:
        """Serve a house; `opened` is called once it can be reached."""
        interpreter.set_for_serving()
        limits = within_open_files(serving.limits)
        connections = Connections(limits, serving.proxies)
        self._served = ServedHouse(house, connections, serving=serving)
        super().__init__(server_config(self._served.app, serving, limits))
        self.server_state = connections
        self._opened, self._drain = opened, serving.drain

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call `opened`."""
        self._served.measure()
        await super().startup(sockets)
        if self.started:
            self._served.look_after()
            self._opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the house, then the connections."""
        if self.draining:
            _log.info("the house is about to close")
            await self._served.house.drain(self._drain, hurry=lambda: self.hurry)
        await self._served.close()
        await super().shutdown(sockets)
        self._served.stop_measuring()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at an address; `Refused` where that is not possible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # IPPROTO_TCP is given because asyncio turns off Nagle's algorithm only on sockets created with it
    listening = Listener(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise Refused(
            f"cannot listen at {host} port {port}: {error.strerror or error}; give another --host or --port"
        ) from None
    return listening


def address(listening: socket.socket, host: str) -> str:
    """The URL of the lobby."""
    port = listening.getsockname()[1]
    shown = socket.gethostname() if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"
