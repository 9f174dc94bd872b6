"""Questions that take long to compute: a few at a time, few waiting, and each once.

Here: the queue, and computing in a process of its own at a low priority, so that play at the tables never waits. Not
here: what is computed.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from houseway.errors import HousewayError

T = TypeVar("T")
NICENESS = 5
HELD = 1.0
"""Seconds for which a refusal is held back, so that whoever asks again at once does so once a second."""
LONGEST_REST = 0.1
"""Seconds."""
_one_at_a_time = threading.Lock()
RUNNING: set[multiprocessing.process.BaseProcess] = set()
"""Processes that compute; they are killed when the house closes."""
SPAWN = multiprocessing.get_context("spawn")  # a forked process would inherit the state of our threads


class Busy(HousewayError):
    """Too much is being computed already."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"the house is busy counting; ask again in {retry_after} seconds")
        self.retry_after = retry_after


class Computing:
    """A queue of questions. The same question, asked while it is being computed, is computed once."""

    def __init__(self, *, at_once: int, waiting: int, retry_after: int, rests: bool = False) -> None:
        """Compute some questions at once while others wait; beyond that a question is refused.

        A queue that `rests` leaves the interpreter to the tables for as long as each answer took.
        """
        self._rests = rests
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="computing")
        self._most, self._retry_after = at_once + waiting, retry_after
        self._asked: dict[Hashable, asyncio.Future[Any]] = {}
        self.refused = 0

    def __len__(self) -> int:
        return len(self._asked)

    def has(self, question: Hashable) -> bool:
        """Whether a question is being computed, or waits for its turn."""
        return question in self._asked

    async def ask(self, question: Hashable, work: Callable[[], T]) -> T:
        """The answer to a question; `Busy` if too many others are waiting."""
        loop = asyncio.get_running_loop()
        known = self._asked.get(question)
        if known is None or known.get_loop() is not loop:
            if len(self._asked) >= self._most:
                self.refused += 1
                await asyncio.sleep(HELD)
                raise Busy(self._retry_after)
            known = loop.run_in_executor(self._threads, self._rested, work)
            self._asked[question] = known
            known.add_done_callback(functools.partial(self._done, question))
        answer: T = await asyncio.shield(known)  # others may wait for the same answer
        return answer

    async def next(self, work: Callable[[], T]) -> T:
        """Do one more piece of work that was admitted before, however many questions are waiting."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._rested, work)

    def before(self, question: Hashable) -> int:
        """How many other questions are computed or wait before this one."""
        return next((place for place, asked in enumerate(self._asked) if asked == question), 0)

    def _rested(self, work: Callable[[], T]) -> T:
        began = time.thread_time()
        try:
            return work()
        finally:
            if self._rests:
                time.sleep(min(LONGEST_REST, time.thread_time() - began))

    def _done(self, question: Hashable, finished: asyncio.Future[Any]) -> None:
        if self._asked.get(question) is finished:
            del self._asked[question]
        if not finished.cancelled():
            finished.exception()  # whoever asked may be gone

    def give_up(self) -> None:
        """Give up what is waiting, and what a process computes: the house is closing."""
        for asked in list(self._asked.values()):
            asked.cancel()
        for process in list(RUNNING):
            process.kill()


HANDS = Computing(at_once=2, waiting=30, retry_after=2)
"""Questions about one hand: a moment each."""
READING = Computing(at_once=1, waiting=30, retry_after=2, rests=True)
"""Rounds, proofs and exports from the journal: one after another, so that one thread at most competes with play."""
PROOFS = Computing(at_once=1, waiting=20, retry_after=3)
"""Drafts of books, one after another in a process that is kept ready (`bench`): a moment each."""
COUNTS = Computing(at_once=1, waiting=8, retry_after=30)
"""Questions about a whole book: half a minute each, where the answer is not known yet."""


def in_a_process(work: Callable[..., T], *arguments: object) -> T:
    """Call a function of a module in a process of its own; blocks until it has answered."""
    (answer,) = each_in_a_process(_once, work, *arguments)
    return answer


def _once(work: Callable[..., T], *arguments: object) -> Iterator[T]:
    yield work(*arguments)


def each_in_a_process(work: Callable[..., Iterable[T]], *arguments: object) -> Generator[T, None, None]:
    """What a generator of a module yields in a process of its own, one such process at a time."""
    with _one_at_a_time:
        ours, theirs = SPAWN.Pipe(duplex=False)
        process = SPAWN.Process(target=_answer, args=(theirs, work, arguments), daemon=True)
        process.start()
        RUNNING.add(process)
        theirs.close()
        try:
            with contextlib.closing(ours):
                while (sent := ours.recv()) is not None:
                    done, answer = sent
                    if not done:
                        raise answer
                    yield answer
        except EOFError:
            raise HousewayError("counting was interrupted; ask again") from None
        finally:
            process.kill()  # it has answered, or nobody waits for it
            process.join()
            RUNNING.discard(process)


def calm() -> None:
    """Make this process one that computes for a house: behind play at the tables, and ended by the house alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the house, which ends this process
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)


def _answer(answers: Connection, work: Callable[..., Iterable[Any]], arguments: tuple[object, ...]) -> None:
    calm()
    with contextlib.suppress(OSError):  # nobody waits for it any more
        try:
            for each in work(*arguments):
                answers.send((True, each))
            answers.send(None)
        except OSError:
            raise
        except Exception as error:
            answers.send((False, error))
