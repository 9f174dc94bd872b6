"""A proxy between a browser and a house that a test can cut and restore.

Here: an address that forwards everything to the house. While it is cut, open connections are closed and new ones are
closed as soon as they are made. Not here: tests.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


class Proxy:
    """The proxy; browsers open `url` instead of the house's address."""

    def __init__(self, url: str) -> None:
        """Start forwarding."""
        address = urlsplit(url)
        self._house = (address.hostname or "", address.port or 80)
        self._cut = False
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        server = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._pass_on, "127.0.0.1", 0), self._loop)
        self._server = server.result()
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        if self._cut:
            self._end(writer)
            return
        there, to = await asyncio.open_connection(*self._house)
        self._open.add(to)
        await asyncio.gather(self._pump(reader, to), self._pump(there, writer))

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
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
            for writer in list(self._open):
                self._end(writer)

        asyncio.run_coroutine_threadsafe(close_all(), self._loop).result()

    def restore(self) -> None:
        """Forward again."""
        self._cut = False

    def close(self) -> None:
        """Stop for good."""

        async def close_everything() -> None:
            self._server.close()
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        self.cut()
        asyncio.run_coroutine_threadsafe(close_everything(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@contextmanager
def proxy_to(url: str) -> Iterator[Proxy]:
    """A proxy for the duration of a `with` block."""
    proxy = Proxy(url)
    try:
        yield proxy
    finally:
        proxy.close()
