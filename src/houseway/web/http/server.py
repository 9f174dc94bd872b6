"""Serving a house: the address, and closing without losing anything.

Here: uvicorn around the application. Not here: what is served (`app`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from types import FrameType

import msgspec
import uvicorn

from houseway.errors import Refused
from houseway.web.floor.house import OpenHouse
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
from houseway.web.http.front_door import FrontDoor
from houseway.web.http.host_names import EVERYWHERE, HostNames
from houseway.web.http.proxies import Proxies
from houseway.web.operations.metrics import HouseCollector, serve_metrics
from houseway.web.operations.watch import Watch

_log = logging.getLogger(__name__)
SWITCH = 0.0005
"""Seconds after which a thread that computes lets the tables have the interpreter; the usual 5 ms add up."""
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


class Server(uvicorn.Server):
    """A server that closes the house before it closes the connections."""

    def __init__(self, house: OpenHouse, opened: Callable[[], None], *, serving: Serving) -> None:
        """Serve a house; `opened` is called once it can be reached."""
        sys.setswitchinterval(SWITCH)
        limits = within_open_files(serving.limits)
        self._watch = Watch(house, hold_minutes=serving.hold_minutes)
        app = make_app(
            house,
            entries=serving.entries,
            questions=serving.questions,
            sockets=serving.limits.most_from_one,
            watch=self._watch,
        )
        config = uvicorn.Config(
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
        super().__init__(config)
        connections = Connections(limits, serving.proxies)
        self.server_state = connections
        self._house, self._opened, self._metrics = house, opened, serving.metrics
        self._collector = HouseCollector(
            tables=self._watch.tables,
            alarms=self._watch.alarms,
            clock=self._watch.clock,
            ready=lambda: self._watch.readiness().ready,
            queues={"hands": HANDS.__len__, "counts": COUNTS.__len__, "exports": lambda: OPEN.number},
            connections=connections.__len__,
            connections_refused=lambda: connections.refused,
        )
        self._stop_metrics: Callable[[], None] = lambda: None
        self._drain, self._draining, self._hurry = serving.drain, False, False

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Close at Ctrl-C; at SIGTERM let rounds in play end first, until a second signal."""
        self._hurry = self.should_exit
        self._draining = sig == signal.SIGTERM and not self._hurry
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

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call `opened`."""
        if self._metrics:
            self._stop_metrics = serve_metrics(self._metrics, self._collector)
        await super().startup(sockets)
        if self.started:
            self._watching = asyncio.create_task(self._watch.run())
            _log.info("the house is open", extra={"tables": len(self._house.tables)})
            self._opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the house, then the connections."""
        if self._draining:
            _log.info("the house is about to close")
            await self._house.drain(self._drain, hurry=lambda: self._hurry)
        COUNTS.give_up()
        self._watching.cancel()
        await self._house.stop()
        await super().shutdown(sockets)
        self._stop_metrics()
        _log.info("the house is closed")


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
