"""A proxy between two programs of this machine that a test can cut, delay, hold and restore.

Here: an address that forwards everything to a house or to a database. While it is cut, open connections are closed and
new ones are closed as soon as they are made. While it holds, both ends stay connected and nothing passes, as behind a
cable that was pulled out. Not here: tests.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlsplit

Target: TypeAlias = "str | Path"
"""Where a proxy leads: the URL of a server, or the socket of one on this machine."""


class Proxy:
    """The proxy; whoever is to go through it uses `url`, or `port`, instead of the address behind it."""

    def __init__(self, target: Target) -> None:
        """Start forwarding."""
        self._target = target
        self._cut = False
        self._delay = 0.0
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._passing = asyncio.Event()
        self._passing.set()
        server = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._pass_on, "127.0.0.1", 0), self._loop)
        self._server = server.result()
        self.port: int = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if isinstance(self._target, Path):
            return await asyncio.open_unix_connection(self._target)
        address = urlsplit(self._target)
        return await asyncio.open_connection(address.hostname or "", address.port or 80)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        if self._cut:
            self._end(writer)
            return
        try:
            there, to = await self._connect()
        except OSError:
            self._end(writer)
            return
        self._open.add(to)
        with suppress(asyncio.CancelledError):  # it is closed for good
            await asyncio.gather(self._pump(reader, to), self._pump(there, writer))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                await self._passing.wait()
                if self._delay:
                    await asyncio.sleep(self._delay)
                writer.write(data)
                await writer.drain()
        await self._passing.wait()
        self._end(writer)

    def _end(self, writer: asyncio.StreamWriter) -> None:
        self._open.discard(writer)
        if self._cut:
            writer.transport.abort()
        else:
            writer.close()

    def cut(self) -> None:
        """Close every connection, and accept no new ones."""

        async def close_all() -> None:
            self._cut = True
            self._passing.set()
            for writer in list(self._open):
                self._end(writer)

        self._do(close_all())

    def hold(self) -> None:
        """Let nothing pass, and say so to nobody."""
        self._soon(self._passing.clear)

    def delay(self, seconds: float) -> None:
        """Pass everything on so much later; what was sent meanwhile follows at once."""
        self._delay = seconds

    def lead_to(self, target: Target) -> None:
        """Lead new connections somewhere else."""
        self._target = target

    def restore(self) -> None:
        """Forward again, as at the beginning; what was held is passed on."""
        self._cut, self._delay = False, 0.0
        self._soon(self._passing.set)

    def close(self) -> None:
        """Stop for good."""

        async def close_everything() -> None:
            self._server.close()
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        self.cut()
        self._do(close_everything())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _soon(self, work: Callable[[], None]) -> None:
        self._loop.call_soon_threadsafe(work)


@contextmanager
def proxy_to(target: Target) -> Iterator[Proxy]:
    """A proxy for the duration of a `with` block."""
    proxy = Proxy(target)
    try:
        yield proxy
    finally:
        proxy.close()
