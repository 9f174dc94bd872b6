"""Work that a house gives to threads, done in steps of one thread: between two transactions another may come first.

Here: pools with so many places, the steps of a piece of work, and locks that work as they do between threads. Not
here: the order (`loop`), or where work pauses (`store`).

Each piece of work runs in a greenlet. Where it reaches the database it may pause, and goes on later; meanwhile the
event loop and other work go on. What holds a lock while it pauses keeps it.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from random import Random
from typing import TYPE_CHECKING, Any

from greenlet import GreenletExit, getcurrent, greenlet

if TYPE_CHECKING:
    from support.simulation.loop import Loop

SOON = 0.004
"""Seconds that a thread needs at most to begin, to go on or to be heard, as a rule."""
LATE, SELDOM = 2.0, 0.02
"""And how much at most where it takes unusually long, and how often that is."""


class Died(BaseException):
    """The process dies at this moment: nothing of it goes on."""


class Work:
    """One piece of work."""

    def __init__(self, todo: Callable[[], Any], life: int) -> None:
        self.todo, self.life = todo, life
        self.pool: Pool | None = None
        self.future: asyncio.Future[Any] | None = None
        self.waits = 0.0
        """Seconds until it goes on, besides those that a thread needs."""
        self._greenlet: greenlet | None = None
        self._turn = 0

    def advance(self) -> None:
        """Go on until the next pause, or to the end."""
        self._turn += 1
        if self._greenlet is None:
            self._greenlet = greenlet(self._run)
            self._greenlet.gr_context = contextvars.copy_context()
            self._greenlet.work = self
        self._greenlet.switch()
        assert self.pool is not None
        if self._greenlet.dead:
            self.pool.done(self)
        else:
            turn, waits, self.waits = self._turn, self.waits, 0.0
            self.pool.later(lambda: self.advance() if turn == self._turn else None, waits)

    def _run(self) -> None:
        assert self.pool is not None
        assert self.future is not None
        future = self.future
        try:
            result = self.todo()
        except (Died, GreenletExit):
            return
        except BaseException as error:
            failed = error
            self.pool.later(lambda: None if future.done() else future.set_exception(failed))
        else:
            self.pool.later(lambda: None if future.done() else future.set_result(result))

    def drop(self) -> None:
        """Unwind work that will never go on."""
        if self._greenlet is not None and not self._greenlet.dead:
            self._greenlet.throw(GreenletExit)


class Pool:
    """The threads of one executor."""

    def __init__(self, loop: Loop, executor: Executor | None, random: Random) -> None:
        self._loop, self._random = loop, random
        self._executor = executor  # kept, so that no other gets its id
        self._places: int = getattr(executor, "_max_workers", 4)
        self._waiting: deque[Work] = deque()
        self.working: list[Work] = []

    def add(self, work: Work) -> asyncio.Future[Any]:
        """Begin work, or let it wait for a place."""
        work.pool, work.future = self, self._loop.create_future()
        self._waiting.append(work)
        self._begin()
        return work.future

    def _begin(self) -> None:
        while self._waiting and len(self.working) < self._places:
            work = self._waiting.popleft()
            if work.future is not None and work.future.cancelled():
                continue
            self.working.append(work)
            self.later(work.advance)

    def done(self, work: Work) -> None:
        """A place is free."""
        self.working.remove(work)
        self._begin()

    def later(self, act: Callable[[], object], waits: float = 0.0) -> None:
        """Do something after a moment, of the same life, or after so many seconds and a moment."""
        most = LATE if self._random.random() < self._loop.seldom else self._loop.soon
        self._loop.call_later(self._random.random() * most + waits, act)


def pause(random: Random, often: float) -> None:
    """Let others come first, now and then; only work can."""
    work = getattr(getcurrent(), "work", None)
    if work is not None and random.random() < often:
        _yield()


def wait(seconds: float) -> None:
    """Let so much time pass; only work waits."""
    work = getattr(getcurrent(), "work", None)
    if work is not None and seconds:
        work.waits = seconds
        _yield()


def _yield() -> None:
    parent = getcurrent().parent
    assert parent is not None
    parent.switch()


class Lock:
    """A lock between pieces of work, and between them and the event loop."""

    _reentrant = False

    def __init__(self) -> None:
        self._owner: greenlet | None = None
        self._times = 0

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """Take the lock; the event loop waits for work that has it, and so lets it go on."""
        del timeout
        me = getcurrent()
        while self._owner is not None and not (self._reentrant and self._owner is me):
            if not blocking:
                return False
            if self._owner is me:
                raise RuntimeError("a lock is taken twice: a thread would wait for itself for ever")
            if getattr(me, "work", None) is not None:
                _yield()
            else:
                self._owner.work.advance()
        self._owner = me
        self._times += 1
        return True

    def release(self) -> None:
        """Give the lock back."""
        self._times -= 1
        if not self._times:
            self._owner = None

    def locked(self) -> bool:
        """Whether somebody has it."""
        return self._owner is not None

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *error: object) -> None:
        self.release()


class RLock(Lock):
    """A lock that its owner may take again."""

    _reentrant = True
