"""What processes of one house send each other: letters in a table of their database, and a notification for each.

Here: sending letters in order and taking those that arrive. Not here: what they say (`letters`), or who sends them.

Letters are sealed with a key made from the sealing key of the journal: they hold passwords and sessions, and whoever
can write to the database alone can neither read them nor write one.

The row is the truth and the notification only a hint: a letter whose notification is lost is found when the box is
looked into anyway, every `LOOKED` seconds. Letters between two processes are numbered; where one is missing, because
the server crashed or a connection was lost while one was being sent, everything between the two is said to be broken.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol

import psycopg

from houseway.errors import BadSeal
from houseway.journal.lease import Server, conninfo
from houseway.journal.postgres_tools import WORKERS
from houseway.journal.sealing import derived_key, seal, unseal

_log = logging.getLogger(__name__)
LOOKED: Final = 0.5
"""Seconds between two looks into the box when no notification comes."""
AGAIN: Final = 0.3
"""Seconds between two attempts to connect."""
OPTIONS: Final = "-c synchronous_commit=off -c statement_timeout=5s"
"""Letters need not survive a crash of the server."""
_PUT: Final = f"""
    INSERT INTO {WORKERS}.letters (receiver, sender, place, body)
    SELECT receiver, %s, place, body FROM unnest(%s::uuid[], %s::bigint[], %s::bytea[])
        AS letter (receiver, place, body)
"""
_TAKE: Final = f"DELETE FROM {WORKERS}.letters WHERE receiver = %s RETURNING sender, place, body"


class Reader(Protocol):
    """Whoever reads the letters of a process."""

    def read(self, sender: uuid.UUID, body: bytes) -> None:
        """Take a letter."""
        ...

    def broken(self, other: uuid.UUID | None) -> None:
        """Letters from or to another process were lost, or, where none is named, perhaps any of them."""
        ...


class Mail:
    """The letters that one process sends and receives."""

    def __init__(self, url: Server, me: uuid.UUID, reader: Reader, *, sealing_key: bytes) -> None:
        """Nothing is sent or taken before `run`."""
        self._url, self._me, self._reader = conninfo(url), me, reader
        self._key = derived_key(sealing_key, "letters between processes")
        self._waiting: list[tuple[uuid.UUID, int, bytes]] = []
        self._sent: defaultdict[uuid.UUID, int] = defaultdict(int)
        self._taken: defaultdict[uuid.UUID, int] = defaultdict(int)
        self._any = asyncio.Event()
        self.letters = 0
        """How many letters were sent."""

    def send(self, receiver: uuid.UUID, body: bytes) -> None:
        """Send a letter, behind those sent before."""
        self._sent[receiver] += 1
        place = self._sent[receiver]
        self._waiting.append((receiver, place, seal(self._key, body, _context(self._me, receiver, place))))
        self.letters += 1
        self._any.set()

    def forget(self, others: Iterable[uuid.UUID]) -> None:
        """Forget processes that are gone."""
        for other in others:
            self._sent.pop(other, None)
            self._taken.pop(other, None)

    @property
    def others(self) -> frozenset[uuid.UUID]:
        """Every process with which letters were exchanged."""
        return frozenset(self._sent) | frozenset(self._taken)

    async def run(self) -> None:
        """Send and take letters until cancelled."""
        await asyncio.gather(self._again_and_again(self._keep_sending), self._again_and_again(self._keep_taking))

    async def _again_and_again(self, work: Callable[[psycopg.AsyncConnection[Any]], Any]) -> None:
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._url, autocommit=True, options=OPTIONS) as opened:
                    await work(opened)
            except psycopg.Error as error:
                _log.warning("messages to other processes are waiting: %s", str(error).strip().splitlines()[0])
                self._reader.broken(None)
            await asyncio.sleep(AGAIN)

    async def _keep_sending(self, connection: psycopg.AsyncConnection[Any]) -> None:
        while True:
            await self._any.wait()
            self._any.clear()
            if not (letters := self._waiting):
                continue
            self._waiting = []
            receivers, places, bodies = zip(*letters, strict=True)
            async with connection.transaction(), connection.cursor() as cursor:
                await cursor.execute(_PUT, [self._me, list(receivers), list(places), list(bodies)])
                for receiver in set(receivers):
                    await cursor.execute("SELECT pg_notify(%s, '')", [_channel(receiver)])

    async def _keep_taking(self, connection: psycopg.AsyncConnection[Any]) -> None:
        await connection.execute(f'LISTEN "{_channel(self._me)}"')
        while True:
            rows = await (await connection.execute(_TAKE, [self._me])).fetchall()
            for sender, place, body in sorted(rows):
                self._hand_over(sender, place, bytes(body))
            with contextlib.suppress(StopAsyncIteration):
                async for _ in connection.notifies(timeout=LOOKED, stop_after=1):
                    break

    def _hand_over(self, sender: uuid.UUID, place: int, body: bytes) -> None:
        if place != self._taken[sender] + 1:
            _log.warning("messages from another process were lost")
            self._reader.broken(sender)
        self._taken[sender] = place
        try:
            letter = unseal(self._key, body, _context(sender, self._me, place))
        except BadSeal:
            _log.error(
                "a message from another process cannot be read: its sealing key differs, or something changed it"
            )
            self._reader.broken(sender)
            return
        self._reader.read(sender, letter)


def _context(sender: uuid.UUID, receiver: uuid.UUID, place: int) -> str:
    """What a letter is bound to: it cannot be sent again, or to somebody else."""
    return f"letter {place} from {sender} to {receiver}"


def _channel(receiver: uuid.UUID) -> str:
    return f"houseway_{receiver.hex}"
