"""The scheduler: an event loop of asyncio in which a seed decides what comes next, and time passes only where all wait.

Here: the order of steps, timers, ending a house at any step, and work that the house gives to threads (`workers`). Not
here: what the steps do. There are no sockets, no threads and no waiting: when nothing is left to do, the clock jumps to
the next timer.

Every task and timer belongs to a life: 0 is everything outside of the house, and each house that is opened has a number
of its own. When a life ends, what belongs to it never runs again, as if the process had been killed.
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import heapq
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from random import Random
from typing import Any

from support.simulation.clock import Clock
from support.simulation.workers import SELDOM, SOON, Pool, Work

LIFE: contextvars.ContextVar[int] = contextvars.ContextVar("life", default=0)
"""The life that a task or timer belongs to."""
STEP = 0.00002
"""Seconds that a step takes."""
MOST_STEPS = 30_000
"""Steps after which a run is given up: something goes round and round."""


class Stuck(Exception):
    """Nothing will ever happen again, or too much does."""


class Loop(asyncio.BaseEventLoop):
    """An event loop whose order is drawn."""

    _ready: Any
    _scheduled: list[asyncio.TimerHandle]

    def __init__(
        self,
        random: Random,
        clock: Clock,
        *,
        shuffled: bool,
        step: float = STEP,
        most_steps: float = MOST_STEPS,
        soon: float = SOON,
        seldom: float = SELDOM,
    ) -> None:
        """With `shuffled`, whatever is ready may be next; otherwise it is the one that has waited longest.

        `soon` and `seldom` are how many seconds a thread needs at most, as a rule, and how often it needs far more.
        """
        super().__init__()
        self.clock, self._random, self._shuffled = clock, random, shuffled
        self._step, self._most_steps, self.soon, self.seldom = step, most_steps, soon, seldom
        self.steps = 0
        self.buried = False
        self.ended: set[int] = set()
        """The lives that have ended."""
        self.tasks: dict[asyncio.Task[Any], int] = {}
        """Every task and its life; kept, so that none ends because nobody remembers it."""
        self._pools: dict[int, Pool] = {}
        self.set_task_factory(self._make_task)

    def time(self) -> float:
        """The clock that never goes back."""
        return self.clock.now

    def end(self, life: int) -> None:
        """End a life at this step."""
        self.ended.add(life)

    def live(self, life: int, coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task of a life."""
        context = contextvars.Context()
        context.run(LIFE.set, life)
        return self.create_task(coroutine, context=context)

    def later(self, seconds: float, act: Callable[[], object]) -> asyncio.TimerHandle:
        """Do something later that belongs to no house."""
        return self.call_later(seconds, act, context=contextvars.Context())

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Have work done as a thread would, step by step."""
        if self.buried:
            raise RuntimeError("the run is over")
        pool = self._pools.setdefault(id(executor), Pool(self, executor, self._random))
        return pool.add(Work(lambda: func(*args), LIFE.get()))

    @property
    def works(self) -> list[Work]:
        """The work that has begun and not ended."""
        return [work for pool in self._pools.values() for work in pool.working]

    def _make_task(self, loop: asyncio.AbstractEventLoop, coroutine: Any, **given: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.Task(coroutine, loop=loop, **given)
        context = given.get("context")
        self.tasks[task] = LIFE.get() if context is None else context.get(LIFE, 0)
        return task

    def _run_once(self) -> None:
        """One step."""
        while self._scheduled and (self._scheduled[0].cancelled() or self._scheduled[0].when() <= self.clock.now):
            due = heapq.heappop(self._scheduled)
            due._scheduled = False  # type: ignore[attr-defined]
            if not due.cancelled():
                self._ready.append(due)
        if not self._ready:
            if not self._scheduled:
                raise Stuck("everybody waits, and nothing will ever happen again")
            self.clock.forward(self._scheduled[0].when() - self.clock.now)
            return
        if self._shuffled and len(self._ready) > 1:
            self._ready.rotate(-self._random.randrange(len(self._ready)))
        handle = self._ready.popleft()
        if handle.cancelled() or handle._context.get(LIFE, 0) in self.ended:
            return
        self.steps += 1
        if self.steps > self._most_steps:
            raise Stuck(f"nothing has come to an end within {self._most_steps:,} steps")
        self.clock.forward(self._step)
        handle._run()

    def bury(self) -> None:
        """Unwind every task and all work that has not ended, in order and without consequences."""
        self.buried = True
        for work in self.works:
            work.drop()
        for task in self.tasks:
            if not task.done():
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                with contextlib.suppress(BaseException):  # what it does as it unwinds concerns nobody
                    task.get_coro().close()
        self.tasks, self._pools = {}, {}
        self.close()

    def _process_events(self, event_list: Any) -> None:
        """There are no events from outside."""

    def _write_to_self(self) -> None:
        """Nobody sleeps, so nobody is woken."""
