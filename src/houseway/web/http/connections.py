"""The connections of the server: how many there may be, and how long each may take over a request.

Here: limits in all and by address, and deadlines for headers, bodies and clients that do not read what they asked for.
Between two requests uvicorn closes a connection that stays idle. Not here: what is answered (`app`), how often
something may be asked (`costs`), or who a proxy speaks for (`proxies`).
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import struct
import time
from collections import Counter
from typing import Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from houseway.people.addresses import network_of
from houseway.web.http.proxies import Proxies

_log = logging.getLogger(__name__)
WRITE = "houseway.write"
"""Where a connection says how the application writes to a socket (`GuardedSocket.write`)."""
KEPT_FREE = 100
"""Open files that are left for the journal, the pages and the rest of the process."""
_OUT_OF_RESOURCES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class ConnectionLimits(msgspec.Struct, frozen=True, kw_only=True):
    """How many connections there may be, and how many seconds each step of a request may take."""

    most: int = 4000
    most_from_one: int = 250
    """From one address; a trusted proxy, which speaks for many, may have as many as it needs."""
    headers: float = 10
    """From the connection, or from the first byte of a later request, to the end of its headers."""
    body: float = 20
    """From the headers to the end of the body."""
    idle: int = 15
    """Between two requests."""
    reading: float = 60
    """How long a client may leave what it asked for unread."""


def within_open_files(limits: ConnectionLimits) -> ConnectionLimits:
    """The same limits, with no more connections than the process may open files for; a few stay for the journal."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return limits
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.most + KEPT_FREE
    if allowed != resource.RLIM_INFINITY and allowed < wanted:
        allowed = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
        return msgspec.structs.replace(limits, most=max(1, min(limits.most, allowed - KEPT_FREE)))
    return limits


class Connections(ServerState):
    """Every open connection, and which address each comes from."""

    def __init__(self, limits: ConnectionLimits, proxies: Proxies) -> None:
        super().__init__()
        self.limits, self.proxies = limits, proxies
        self._from: dict[asyncio.BaseTransport, str] = {}
        self._counts: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        """How many connections were refused or cut, by the reason."""

    def __len__(self) -> int:
        return len(self._from)

    def admit(self, transport: asyncio.BaseTransport, address: str) -> str:
        """Count a connection; if there are too many, the reason why it is refused."""
        place = "" if address in self.proxies else network_of(address)
        if len(self._from) >= self.limits.most:
            return self.refuse("too many connections")
        if place and self._counts[place] >= self.limits.most_from_one:
            return self.refuse("too many connections from one address")
        self._from[transport] = place
        self._counts[place] += 1
        return ""

    def refuse(self, reason: str) -> str:
        """Count a connection that is refused or cut, and say so in the log."""
        self.refused[reason] += 1
        _log.warning("connection refused: %s", reason)
        return reason

    def release(self, transport: asyncio.BaseTransport) -> None:
        """Forget a connection that has ended."""
        place = self._from.pop(transport, None)
        if place is not None:
            self._counts[place] -= 1
            if not self._counts[place]:
                del self._counts[place]


class _Deadline:
    """One timer of a connection: started, restarted for another reason, or cancelled."""

    def __init__(self, loop: asyncio.AbstractEventLoop, state: Connections, transport: asyncio.Transport) -> None:
        self._loop, self._state, self._transport = loop, state, transport
        self._timer: asyncio.TimerHandle | None = None
        self.what = ""

    def start(self, what: str, seconds: float, answer: bytes = b"") -> None:
        """Cut the connection in so many seconds, unless that is already to happen for the same reason."""
        if self.what != what:
            self.cancel()
            self.what, self._timer = what, self._loop.call_later(seconds, self._cut, answer)

    def cancel(self) -> None:
        """There is nothing to wait for."""
        if self._timer is not None:
            self._timer.cancel()
        self.what, self._timer = "", None

    def _cut(self, answer: bytes) -> None:
        self._state.refuse(f"{self.what} took too long")
        if answer and not self._transport.is_closing():
            self._transport.write(answer)
            self._transport.close()
        else:
            self._transport.abort()


def _answer(status: str, *headers: str) -> bytes:
    return "\r\n".join([f"HTTP/1.1 {status}", "connection: close", "content-length: 0", *headers, "", ""]).encode()


_BUSY = _answer("503 Service Unavailable", "retry-after: 10")
_TOO_SLOW = _answer("408 Request Timeout")


class GuardedHttp(H11Protocol):
    """uvicorn's protocol with the limits above."""

    server_state: Connections

    def __init__(self, config: Any, server_state: Connections, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._limits = server_state.limits

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection and start its first deadline, or refuse it."""
        super().connection_made(transport)
        self._request = _Deadline(self.loop, self.server_state, transport)
        self._reading = _Deadline(self.loop, self.server_state, transport)
        if self.server_state.admit(transport, self.client[0] if self.client else ""):
            transport.write(_BUSY)
            transport.close()
        else:
            self._request.start("headers", self._limits.headers, _TOO_SLOW)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._request.cancel()
        self._reading.cancel()
        self.server_state.release(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, and set the deadline of what is still missing."""
        if not self.transport.is_closing():
            super().data_received(data)
            self._wait_for_the_rest()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._wait_for_the_rest()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to the protocol of sockets, which releases it."""
        self._request.cancel()
        super().handle_websocket_upgrade(event)

    def _wait_for_the_rest(self) -> None:
        state = self.conn.their_state
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self._request.cancel()
        elif state is h11.SEND_BODY:
            # once answered, only the rest of the body is awaited; an answer of ours would follow the first one
            self._request.start("the body", self._limits.body, b"" if self._answering else _TOO_SLOW)
        elif state is h11.IDLE and self.timeout_keep_alive_task is None:
            self._request.start("headers", self._limits.headers, _TOO_SLOW)
        else:
            self._request.cancel()

    @property
    def _answering(self) -> bool:
        return self.conn.our_state is not h11.SEND_RESPONSE

    def pause_writing(self) -> None:
        """Give a client that does not read its answer a while, and no longer."""
        super().pause_writing()
        self._reading.start("reading the answer", self._limits.reading)

    def resume_writing(self) -> None:
        """The client is reading again."""
        super().resume_writing()
        self._reading.cancel()


class GuardedSocket(WebSocketsSansIOProtocol):
    """uvicorn's protocol of sockets with the same limits; its handshake was read under the deadline of headers."""

    def __init__(self, config: Any, server_state: Connections, app_state: dict[str, Any], _loop: Any = None) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._state = server_state

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over a connection that is already counted."""
        super().connection_made(transport)
        self._reading = _Deadline(self.loop, self._state, self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._reading.cancel()
        self._state.release(self.transport)
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        """Run the application, which may write to the socket without waiting (`write`)."""
        scope: dict[str, Any] = self.scope  # type: ignore[assignment]
        scope[WRITE] = self.write
        await super().run_asgi()

    def write(self, message: bytes) -> bool:
        """Write a text message at once; False where the page does not read, or the connection is not open."""
        ending = self.close_sent or self.conn.close_sent or self.conn.close_rcvd or self.transport.is_closing()
        if ending or not self.handshake_complete or not self.writable.is_set():
            return False
        self.transport.write(frame_head(len(message)) + message)
        return True

    def pause_writing(self) -> None:
        """Give a page that does not read its messages a while, and no longer."""
        super().pause_writing()
        self._reading.start("reading messages", self._state.limits.reading)

    def resume_writing(self) -> None:
        """The page is reading again."""
        super().resume_writing()
        self._reading.cancel()


def frame_head(length: int) -> bytes:
    """The head of a frame of text that is sent whole, by a server (RFC 6455, 5.2).

    >>> [frame_head(length).hex(" ") for length in (5, 126, 65536)]
    ['81 05', '81 7e 00 7e', '81 7f 00 00 00 00 00 01 00 00']
    """
    if length < 126:
        return bytes((0x81, length))
    return struct.pack("!BBH", 0x81, 126, length) if length < 1 << 16 else struct.pack("!BBQ", 0x81, 127, length)


class Listener(socket.socket):
    """A listening socket that does not spin when the process may open no more files.

    asyncio logs such an error, waits for a second and tries again, but before it waits it tries as often as the queue
    of waiting connections is long, with a line of log and a timer each time. So only the first failure of each second
    is reported to it; the connections wait in the queue until others have ended.
    """

    _failed = float("-inf")

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection."""
        try:
            return super().accept()
        except OSError as error:
            if error.errno in _OUT_OF_RESOURCES:
                now = time.monotonic()
                if now - self._failed < 0.9:
                    raise BlockingIOError from error
                self._failed = now
            raise
