"""What processes of one house send each other: letters in a table of their database, and a notification for each.

Here: sending letters in order and taking those that arrive. Not here: what they say (`letters`), or who sends them.

Letters are sealed with a key made from the sealing key of the journal: they hold passwords and sessions, and whoever
can write to the database alone can neither read them nor write one.

The row is the truth and the notification only a hint: a letter whose notification is lost is found when the box is
looked into anyway, every `LOOKED` seconds. What waits for one process is sent together, in one envelope. Envelopes
between two processes are numbered; where one is missing, because the server crashed or a connection was lost while one
was being sent, everything between the two is said to be broken. One that comes again, or too late, is not read: whoever
can write to the database could keep an envelope, and with it what somebody once asked for, to have it asked again.
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
    WITH put AS (
        INSERT INTO {WORKERS}.letters (receiver, sender, place, body)
        SELECT receiver, %s, place, body FROM unnest(%s::uuid[], %s::bigint[], %s::bytea[])
            AS envelope (receiver, place, body)
    )
    SELECT pg_notify(channel, '') FROM unnest(%s::text[]) AS channel
"""
"""One statement, so that sending takes one way to the server and back."""
_TAKE: Final = f"DELETE FROM {WORKERS}.letters WHERE receiver = %s RETURNING sender, place, body"


_LENGTH: Final = 4
"""Bytes that say how long a letter is."""


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
        self._waiting: dict[uuid.UUID, list[bytes]] = {}
        self._sent: defaultdict[uuid.UUID, int] = defaultdict(int)
        self._taken: defaultdict[uuid.UUID, int] = defaultdict(int)
        """The numbers of the last envelopes; kept for good, so that none is taken twice. No id is used twice."""
        self._others: set[uuid.UUID] = set()
        self._any = asyncio.Event()
        self.letters = 0
        """How many letters were sent."""

    def send(self, receiver: uuid.UUID, body: bytes) -> None:
        """Send a letter, behind those sent before."""
        self._waiting.setdefault(receiver, []).append(body)
        self.letters += 1
        self._any.set()

    def forget(self, others: Iterable[uuid.UUID]) -> None:
        """Forget processes that are gone."""
        for other in others:
            self._others.discard(other)

    @property
    def others(self) -> frozenset[uuid.UUID]:
        """Every process with which letters were exchanged."""
        return frozenset(self._others)

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
            waiting, self._waiting = self._waiting, {}
            if not waiting:
                continue
            envelopes = [self._envelope(receiver, letters) for receiver, letters in waiting.items()]
            places = [self._sent[receiver] for receiver in waiting]
            channels = [_channel(receiver) for receiver in waiting]
            await connection.execute(_PUT, [self._me, list(waiting), places, envelopes, channels])

    def _envelope(self, receiver: uuid.UUID, letters: list[bytes]) -> bytes:
        """Letters to one process, sealed together."""
        self._sent[receiver] += 1
        self._others.add(receiver)
        context = _context(self._me, receiver, self._sent[receiver])
        return seal(self._key, _together(letters), context)

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
        if place <= self._taken[sender]:
            _log.error("a message from another process came again, and is not read: somebody changed the database")
            return
        try:
            letters = _apart(unseal(self._key, body, _context(sender, self._me, place)))
        except BadSeal:
            _log.error(
                "a message from another process cannot be read: its sealing key differs, or something changed it"
            )
            self._reader.broken(sender)
            return
        if place != self._taken[sender] + 1:
            _log.warning("messages from another process were lost")
            self._reader.broken(sender)
        self._taken[sender] = place
        self._others.add(sender)
        for letter in letters:
            try:
                self._reader.read(sender, letter)
            except Exception:  # a defect in Houseway, or a letter of another version of it: the others are read
                _log.exception("a letter of another process could not be read")
                self._reader.broken(sender)


def _together(letters: Iterable[bytes]) -> bytes:
    """Letters one after another, each behind its length.

    >>> _apart(_together([b"one", b"", b"three"]))
    [b'one', b'', b'three']
    """
    return b"".join(len(letter).to_bytes(_LENGTH) + letter for letter in letters)


def _apart(envelope: bytes) -> list[bytes]:
    letters, at = [], 0
    while at < len(envelope):
        begin = at + _LENGTH
        at = begin + int.from_bytes(envelope[at:begin])
        letters.append(envelope[begin:at])
    return letters


def _context(sender: uuid.UUID, receiver: uuid.UUID, place: int) -> str:
    """What a letter is bound to: it cannot be sent again, or to somebody else."""
    return f"envelope {place} from {sender} to {receiver}"


def _channel(receiver: uuid.UUID) -> str:
    return f"houseway_{receiver.hex}"
