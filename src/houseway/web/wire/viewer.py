"""Somebody who looks at a table through one connection."""

from __future__ import annotations

import asyncio

from houseway.table.commands import Actor

CLOSING = 1012
"""The house lets a page go, which may come back."""


class Viewer:
    """Who looks, and what is still to be sent to him."""

    MOST_WAITING = 500

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self.code = CLOSING
        """How the connection is closed in the end."""
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(self.MOST_WAITING)

    def tell(self, message: bytes) -> None:
        """Send a message; a page that does not take its messages is let go, and may connect anew."""
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.let_go()

    def let_go(self) -> None:
        """End the connection once what waits is sent, or at once where too much waits."""
        if self.outbox.full():
            while not self.outbox.empty():
                self.outbox.get_nowait()
        self.outbox.put_nowait(None)
