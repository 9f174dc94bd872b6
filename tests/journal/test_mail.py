"""Letters between processes: in order, sealed, found without a notification, and missed where one is lost."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Iterator
from functools import partial

import psycopg
import pytest
import sqlalchemy as sa

from houseway.journal import mail as module
from houseway.journal.lease import Lease, conninfo
from houseway.journal.mail import Mail
from houseway.journal.postgres_tools import WORKERS
from support.postgres import Server

KEY = bytes(32)


@pytest.fixture
def url(server: Server) -> Iterator[sa.URL]:
    """A database with the tables that processes share."""
    name = server.new_database()
    url = sa.make_url(name)
    Lease(url, sealing_key=KEY).close()
    yield url
    server.give_back(name)


class Reader:
    """Keeps what arrives."""

    def __init__(self) -> None:
        self.letters: list[bytes] = []
        self.lost: list[uuid.UUID | None] = []

    def read(self, _sender: uuid.UUID, body: bytes) -> None:
        """Take a letter."""
        self.letters.append(body)

    def broken(self, other: uuid.UUID | None) -> None:
        """Letters were lost."""
        self.lost.append(other)


async def _until(wanted: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not wanted():
            await asyncio.sleep(0.01)


def _pair(url: sa.URL, *, key: bytes = KEY) -> tuple[Mail, Mail, Reader, Reader, uuid.UUID, uuid.UUID]:
    ann, bob = uuid.uuid4(), uuid.uuid4()
    of_ann, of_bob = Reader(), Reader()
    one, two = Mail(url, ann, of_ann, sealing_key=KEY), Mail(url, bob, of_bob, sealing_key=key)
    return one, two, of_ann, of_bob, ann, bob


def test_letters_arrive_once_and_in_order_and_nobody_else_reads_them(url: sa.URL) -> None:
    async def run() -> None:
        one, two, of_ann, of_bob, ann, bob = _pair(url)
        for number in range(50):
            one.send(bob, b"secret %d" % number)
        sending = asyncio.create_task(one.run())
        with psycopg.connect(conninfo(url), autocommit=True) as looking:
            await _until(lambda: looking.execute(f"SELECT 1 FROM {WORKERS}.letters").fetchone())
            ((body,),) = looking.execute(
                f"SELECT body FROM {WORKERS}.letters"
            ).fetchall()  # all of them in one envelope
            assert b"secret" not in body
        taking = asyncio.create_task(two.run())
        await _until(lambda: len(of_bob.letters) == 50)
        for number in range(50, 200):
            one.send(bob, b"secret %d" % number)
            if number % 10 == 0:
                two.send(ann, b"back %d" % number)
        await _until(lambda: len(of_bob.letters) == 200 and len(of_ann.letters) == 15)
        assert of_bob.letters == [b"secret %d" % number for number in range(200)]
        assert of_bob.lost == of_ann.lost == []
        for task in (sending, taking):
            task.cancel()
        await asyncio.gather(sending, taking, return_exceptions=True)

    asyncio.run(run())


def test_a_lost_notification_costs_time_and_nothing_else(url: sa.URL, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = module._channel
    monkeypatch.setattr(module, "_channel", lambda _receiver: "elsewhere")

    async def run() -> None:
        one, two, _, of_bob, _, bob = _pair(url)
        tasks = [asyncio.create_task(each.run()) for each in (one, two)]
        one.send(bob, b"first")
        await _until(lambda: of_bob.letters)
        assert of_bob.lost == []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(run())
    assert heard(uuid.UUID(int=1)).startswith("houseway_")


def test_a_letter_that_cannot_be_read_is_missed_and_those_behind_it_are_read(url: sa.URL) -> None:
    async def run() -> None:
        one, two, _, of_bob, ann, bob = _pair(url)
        read = of_bob.read

        def of_another_version(_sender: uuid.UUID, body: bytes) -> None:
            if body == b"unknown":
                raise ValueError("there is no such letter")
            read(_sender, body)

        of_bob.read = of_another_version  # type: ignore[method-assign]
        tasks = [asyncio.create_task(each.run()) for each in (one, two)]
        for body in (b"first", b"unknown", b"second"):
            one.send(bob, body)
        await _until(lambda: len(of_bob.letters) == 2)
        one.send(bob, b"third")
        await _until(lambda: len(of_bob.letters) == 3)
        assert (of_bob.letters, of_bob.lost) == ([b"first", b"second", b"third"], [ann])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(run())


def test_a_lost_letter_is_missed_and_a_forged_one_is_not_read(url: sa.URL) -> None:
    async def run() -> None:
        one, two, _, of_bob, ann, bob = _pair(url)
        sending = asyncio.create_task(one.run())
        one.send(bob, b"lost")
        with psycopg.connect(conninfo(url), autocommit=True) as other:
            await _until(lambda: other.execute(f"DELETE FROM {WORKERS}.letters RETURNING 1").fetchone())
            one.send(bob, b"second")
            await _until(lambda: other.execute(f"SELECT 1 FROM {WORKERS}.letters").fetchone())
            other.execute(  # the second letter once more, and under another number
                f"INSERT INTO {WORKERS}.letters (receiver, sender, place, body) "
                f"SELECT receiver, sender, 3, body FROM {WORKERS}.letters"
            )
        taking = asyncio.create_task(two.run())
        await _until(lambda: len(of_bob.lost) == 2)
        assert of_bob.letters == [b"second"]
        assert of_bob.lost == [ann, ann]
        for task in (sending, taking):
            task.cancel()
        await asyncio.gather(sending, taking, return_exceptions=True)

    asyncio.run(run())


@pytest.mark.parametrize("forgotten", [False, True])
def test_an_envelope_that_somebody_kept_is_not_read_again(url: sa.URL, *, forgotten: bool) -> None:
    async def run() -> None:
        one, two, of_ann, of_bob, ann, bob = _pair(url)
        sending = asyncio.create_task(one.run())
        one.send(bob, b"cash out")
        with psycopg.connect(conninfo(url), autocommit=True) as other:
            await _until(lambda: other.execute(f"SELECT 1 FROM {WORKERS}.letters").fetchone())
            other.execute(f"CREATE TABLE kept AS SELECT * FROM {WORKERS}.letters")
            taking = asyncio.create_task(two.run())
            await _until(lambda: of_bob.letters)
            if forgotten:  # the heartbeat of a process did not come for a while
                two.forget([ann])
                one.forget([bob])
                assert ann not in two.others
            for letter in (b"second", b"third"):
                other.execute(f"INSERT INTO {WORKERS}.letters SELECT * FROM kept")
                other.execute(  # a number that no envelope ever reaches keeps out none that follows
                    f"INSERT INTO {WORKERS}.letters (receiver, sender, place, body) "
                    "SELECT receiver, sender, 1000000, body FROM kept"
                )
                await _until(lambda: other.execute(f"SELECT 1 FROM {WORKERS}.letters").fetchone() is None)
                one.send(bob, letter)
                await _until(partial(of_bob.letters.__contains__, letter))
        assert of_bob.letters == [b"cash out", b"second", b"third"]
        assert of_bob.lost == [ann, ann]
        assert of_ann.lost == []
        for task in (sending, taking):
            task.cancel()
        await asyncio.gather(sending, taking, return_exceptions=True)

    asyncio.run(run())
