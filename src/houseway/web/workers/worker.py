"""One of the processes of a house: it takes connections, and runs the house while it has the lease.

Here: which of the two it does, taking over, and handing over. Not here: the lease (`journal.lease`), passing requests
on (`front`), serving those of other processes (`host`), or starting several (`cli.several`).

A process that finds that another one has taken over ends at once: what it still has in memory is worth nothing, and
whoever started it starts a new one.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import time
import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import Final

from litestar import Litestar

from houseway.errors import HousewayError, Refused
from houseway.journal.lease import Lease, Server, Standing
from houseway.journal.mail import Mail
from houseway.web.floor.house import OpenHouse
from houseway.web.http import interpreter
from houseway.web.http.connections import Connections, within_open_files
from houseway.web.http.errors import EXCEPTION_HANDLERS
from houseway.web.http.front_door import Application, Receive, Send
from houseway.web.http.guard import guard
from houseway.web.http.health import live
from houseway.web.http.pages import FIXED, PAGES
from houseway.web.http.server import ServedHouse, Serving, SignalledServer, server_config
from houseway.web.workers.beats import EVERY, Beats
from houseway.web.workers.front import MOVING, RETRY, Asked, Front, cut_off, not_now
from houseway.web.workers.host import Host
from houseway.web.workers.letters import Answered, Ended, Look, Message, Opened, Taken, encode, read
from houseway.web.workers.spreading import Spreading
from houseway.web.workers.standby import FAILED, REPLACED, BranchOpener, Standby, place_asked

_log = logging.getLogger(__name__)
PATIENCE: Final = 8.0
"""Seconds that somebody who asks for something waits for a process that runs the house."""
PAUSE: Final = 0.05
"""Seconds after which a request that another process could not answer is asked again."""
STUCK: Final = 30.0
"""Seconds without any answer from the database to its heartbeat after which a process ends, to be started again."""
Opener = Callable[[Lease, bool], AbstractContextManager[OpenHouse]]
"""Opens the house under a lease; the second argument is whether it was open until a moment ago."""


class Gone:
    """Which processes have gone: those that were not heard of at two looks in a row.

    One that has just begun may send a letter before anybody has seen it in the list of those that live.
    """

    def __init__(self) -> None:
        """Nobody is missing."""
        self._missing: frozenset[uuid.UUID] = frozenset()

    def look(self, known: frozenset[uuid.UUID], alive: frozenset[uuid.UUID]) -> frozenset[uuid.UUID]:
        """Which of those that letters were exchanged with have gone.

        >>> gone, new, old = Gone(), uuid.UUID(int=1), uuid.UUID(int=2)
        >>> [len(gone.look(frozenset({new, old}), frozenset(alive))) for alive in ([old], [new, old], [new], [new])]
        [0, 0, 0, 1]
        """
        before, self._missing = self._missing, known - alive
        return before & self._missing


class Worker(SignalledServer):
    """One of the processes of a house."""

    def __init__(
        self,
        url: Server,
        opener: Opener,
        *,
        sealing_key: bytes,
        serving: Serving,
        say: Callable[[str], None],
        branch_opener: BranchOpener | None = None,
    ) -> None:
        """`opener` opens the house when it is this process's turn; `say` is told once play is possible, and where.

        With a `branch_opener` the tables of the house are spread over its processes.
        """
        interpreter.set_for_serving()
        limits = within_open_files(serving.limits)
        super().__init__(server_config(self._answer, serving, limits))
        self.server_state = self._connections = Connections(limits, serving.proxies)
        self._opener, self._serving, self._say = opener, serving, say
        self._lease = Lease(url, sealing_key=sealing_key, spreads=branch_opener is not None)
        self._mail = Mail(url, self._lease.me, self, sealing_key=sealing_key)
        self._standby: Standby | None = None
        if branch_opener is not None:
            most = serving.limits.most_from_one
            self._standby = Standby(branch_opener, self._lease, self._mail, sockets=most, moved=self._tell_all)
        self._front, self._gone = Front(self._mail), Gone()
        self._beats = Beats(self._lease, self._told)
        self._pages = _pages()
        self._standing: Standing | None = None
        self._changed = asyncio.Event()
        self._seen_running = False
        """Whether another process was seen running the house: then play goes on when this one takes over."""
        self._house_files = ExitStack()
        self._dealing: asyncio.Task[None] | None = None
        self._closed = asyncio.Event()
        self._measuring: asyncio.Task[None] | None = None
        self._served: ServedHouse | None = None
        self._house_host: Host | None = None
        self._opening: asyncio.Task[None] | None = None
        self._spreading: Spreading | None = None
        self._spreading_task: asyncio.Task[None] | None = None
        self._said = False
        self._sockets: dict[Send, Message] = {}
        """Every socket that this process answers itself."""

    # -----------------------------------------------------------------------------------------------------------------
    # What people ask

    async def _answer(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request here, or pass it on to the process that runs the house."""
        if scope["type"] == "lifespan":
            await self._pages(scope, receive, send)
            return
        if scope["type"] == "http" and FIXED.fullmatch(scope["path"]):
            await self._pages(scope, receive, send)
            return
        end, asked = time.monotonic() + PATIENCE, Asked(receive)
        while True:
            if (app := self._here(scope)) is not None:
                await self._serve_here(app, scope, asked.receive, send)
                return
            if (host := self._elsewhere(scope)) is not None:
                if await self._front.pass_on(host, scope, asked, send):
                    return
                await asyncio.sleep(PAUSE)
                continue
            try:
                async with asyncio.timeout(end - time.monotonic()):
                    await self._changed.wait()
            except TimeoutError:
                await not_now(scope, send)
                return

    def _here(self, scope: Message) -> Application | None:
        """The application that answers a request here; nothing where another process has to."""
        if not self._beats.is_heard:
            return None
        place = place_asked(scope, self._standing)
        if place is not None and place.holder != self._lease.me:
            return None
        if self._served is not None:
            return self._served.app
        return self._standby.app if self._standby is not None and place is not None and place.open else None

    def _elsewhere(self, scope: Message) -> uuid.UUID | None:
        """The process that a request is passed on to; nothing while nobody is known who could answer it."""
        now = self._standing
        if (place := place_asked(scope, now)) is None:
            return self._running_elsewhere
        known = now is not None and self._beats.is_heard and place.open and place.holder in now.alive
        return place.holder if known and place.holder != self._lease.me else None

    @property
    def _host(self) -> Host | None:
        """What serves connections that other processes took."""
        if self._house_host is not None:
            return self._house_host
        return self._standby.host if self._standby is not None else None

    async def _serve_here(self, app: Application, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            self._sockets[send] = scope
        try:
            await app(scope, receive, send)
        finally:
            self._sockets.pop(send, None)

    async def _watch_the_heartbeat(self) -> None:
        """Tell pages to connect again while the database does not answer: perhaps it answers another machine."""
        while True:
            await asyncio.sleep(EVERY)
            if (seconds := self._beats.stuck) > STUCK:
                _log.error("the database has not answered for %s seconds; this process restarts", round(seconds))
                os._exit(FAILED)
            if not self._beats.is_heard:
                self._front.lose(None)
                sockets, self._sockets = self._sockets, {}
                for send, scope in sockets.items():
                    with contextlib.suppress(Exception):  # it has ended in the meantime
                        await cut_off(scope, send, "websocket.send")

    @property
    def _running_elsewhere(self) -> uuid.UUID | None:
        now = self._standing if self._beats.is_heard else None
        return now.holder if now is not None and now.open and not now.mine else None

    # -----------------------------------------------------------------------------------------------------------------
    # What other processes say

    def read(self, sender: uuid.UUID, body: bytes) -> None:
        """Take a letter of another process."""
        letter = read(body)
        match letter:
            case Look():
                self._beats.now()
                if self._spreading is not None:
                    self._spreading.look_now()
            case Answered() | Taken() | Ended(answers=True):
                self._front.read(sender, letter)
            case Opened() if self._host is None:
                self._mail.send(sender, encode(Ended(letter.connection, failed=True, answers=True)))
            case _ if self._host is not None:
                self._host.read(sender, letter)
            case _:
                pass  # it ended in the meantime

    def broken(self, other: uuid.UUID | None) -> None:
        """Letters were lost: what they belonged to ends, and pages connect again."""
        others = None if other is None else {other}
        self._front.lose(others)
        if self._host is not None:
            self._host.lose(others, unheard=True)

    def _told(self, standing: Standing) -> None:
        self._loop.call_soon_threadsafe(self._stand, standing)

    def _stand(self, standing: Standing) -> None:
        """Do what follows from how things stand."""
        self._standing = standing
        self._front.lose(self._front.hosts - standing.alive)
        gone = self._gone.look(self._mail.others, standing.alive)
        if self._host is not None:
            self._host.lose(gone)
        if self._served is not None or self._opening is not None:
            if standing.number != self._lease.number:
                _log.error("another process has taken over this house: %s", standing.where or "it is not known which")
                os._exit(REPLACED)
        else:
            self._front.lose(self._front.hosts - {standing.holder} - standing.runners)
            if standing.mine and not self.should_exit:
                self._opening = asyncio.create_task(self._open(taken_over=self._seen_running))
            elif self._standby is not None and standing.open and not self.should_exit and self._standby.stand(standing):
                self.end()
            self._seen_running = self._seen_running or standing.open
        self._mail.forget(gone)
        self._changed.set()
        self._changed = asyncio.Event()
        if standing.open and not self._said:
            self._said = True
            self._say("running" if standing.mine else "standing by")

    def _tell_all(self) -> None:
        """Let every process look who runs which table."""
        self._beats.now()
        for other in (self._standing.alive if self._standing else frozenset()) - {self._lease.me}:
            self._mail.send(other, encode(Look()))

    # -----------------------------------------------------------------------------------------------------------------
    # Running the house

    async def _open(self, *, taken_over: bool) -> None:
        """Open the house, and serve it."""
        if self._standby is not None:
            await self._standby.close()
        try:
            opened = self._opener(self._lease, taken_over)
            house = await asyncio.to_thread(self._house_files.enter_context, opened)
            served = ServedHouse(house, self._connections, serving=self._serving)
            if taken_over:  # the process before may yet have the port, or a process that is stopped
                self._measuring = asyncio.create_task(_measure(served))
            else:
                served.measure()
            dealing = asyncio.Event()
            self._dealing = asyncio.create_task(self._deal(served, dealing))
            await asyncio.wait(
                [self._dealing, asyncio.create_task(dealing.wait())], return_when=asyncio.FIRST_COMPLETED
            )
            if self._dealing.done():
                self._dealing.result()
        except HousewayError as error:
            _log.error("the house cannot be opened: %s", error)
            await asyncio.to_thread(self._lease.give_back)
            os._exit(FAILED)
        except Exception:
            _log.exception("the house cannot be opened")
            os._exit(FAILED)
        served.look_after()
        self._house_host = Host(served.app, self._mail)
        self._served, self._lease.open = served, True
        if house.tenancy is not None:
            self._spreading = Spreading(house, moved=self._tell_all)
            self._spreading_task = asyncio.create_task(self._spreading.run())
        self._opening = None
        self._said = False
        self._changed.set()
        self._beats.now()

    async def _deal(self, served: ServedHouse, dealing: asyncio.Event) -> None:
        """Start the application, which starts dealing, and stop it when this process ends; both in one task."""
        async with served.lifespan():
            dealing.set()
            await self._closed.wait()

    async def _hand_over(self, served: ServedHouse) -> None:
        """Close the house here: another process goes on, or nobody is left and rounds in play may end first."""
        if self._spreading_task is not None:
            self._spreading_task.cancel()
            await asyncio.gather(self._spreading_task, return_exceptions=True)
        alone = self._standing is None or self._standing.alive <= {self._lease.me}
        if alone and self.draining:
            _log.info("the house is about to close")
            await served.house.drain(self._serving.drain, hurry=lambda: self.hurry)
        await (served.close() if alone else served.close(MOVING, retry=RETRY))
        if self._host is not None:
            await self._host.stop()

    # -----------------------------------------------------------------------------------------------------------------
    # The life of the process

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening, and look who runs the house."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self.started:
            self._posting = asyncio.create_task(self._mail.run())
            self._beats.start()
            self._watching = asyncio.create_task(self._watch_the_heartbeat())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Hand over, tell every page to come back, and end."""
        for listening in self.servers:
            listening.close()  # whoever comes back is taken by another process
        if self._opening is not None:
            await self._opening
        if self._standby is not None:
            await self._standby.close()
        served = self._served
        if served is not None:
            await self._hand_over(served)
        self._front.lose(None)
        await asyncio.sleep(0.1)  # time for the last letters
        if served is not None and self._dealing is not None:
            self._closed.set()
            await self._dealing
            if served.house.tenancy is not None:
                with contextlib.suppress(HousewayError):
                    await asyncio.to_thread(served.house.tenancy.leave)
            await asyncio.to_thread(self._house_files.close)
        await asyncio.to_thread(self._beats.stop)
        if self._lease.number:
            with contextlib.suppress(HousewayError):
                await asyncio.to_thread(self._lease.give_back)
        self._posting.cancel()
        self._watching.cancel()
        await super().shutdown(sockets)
        await asyncio.to_thread(self._lease.close)
        if served is not None:
            if self._measuring is not None:
                self._measuring.cancel()
            served.stop_measuring()

    def note_end(self, process: int) -> None:
        """Hear that another process of this machine has ended; from any thread."""
        self._beats.note_end(process)

    def end(self) -> None:
        """End in order, as at SIGTERM; from any thread."""
        os.kill(os.getpid(), signal.SIGTERM)


async def _measure(served: ServedHouse) -> None:
    """Serve what is measured, as soon as its port is free."""
    said = False
    while True:
        try:
            served.measure()
        except Refused as error:
            if not said:
                _log.warning("%s", error)
            said = True
            await asyncio.sleep(1)
        else:
            return


def _pages() -> Application:
    """The application of what every process answers itself: pages and files that are the same for everybody."""
    app: Application = Litestar(
        route_handlers=[*PAGES, live], guards=[guard], exception_handlers=EXCEPTION_HANDLERS, logging_config=None
    )
    return app
