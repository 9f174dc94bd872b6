"""Long counts in parts: given to any executor, added up as results arrive, and resumed where they stopped.

Here: the one way work is given to other threads, processes or machines. Not here: what is counted.

A shard is a function with its arguments and returns an array of integers; the result of the count is the sum over all
shards, so it is the same for any number of workers, any kind of worker and any order. Finished shards are kept on disk
as their names and their sum; interrupted work continues from there.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import functools
import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.errors import ClusterFailed, Refused, not_installed, shortened
from houseway.maths.cache import PartsCache

Counts = NDArray[np.int64]
Progress = Callable[[str, float], None]
_SAVE_EVERY = 2.0
"""Seconds between two writes of finished parts to disk."""
_PATIENCE = 10
"""Seconds to wait for a cluster to answer."""


@dataclass(frozen=True)
class Shard:
    """One part of the work."""

    name: str
    """Unique among the parts of one count; finished parts are recorded by it."""
    work: Callable[..., Counts]
    arguments: tuple[Any, ...]
    shown: str = ""
    """What the progress display shows for it, if not its name."""


def total(
    shards: Iterable[Shard], workers: Executor, *, parts: PartsCache | None = None, progress: Progress | None = None
) -> Counts:
    """The sum over all shards; `parts` keeps those that are finished until all are."""
    every = list(shards)
    finished = _Finished(*parts.finished({shard.name for shard in every})) if parts else _Finished(frozenset(), None)
    waiting: dict[Future[Counts], Shard] = {}
    saved = time.monotonic()
    try:
        for shard in every:
            if shard.name not in finished.names:
                waiting[workers.submit(shard.work, *shard.arguments)] = shard
        submitted = len(waiting)
        for future in concurrent.futures.as_completed(waiting):
            shard = waiting[future]
            finished = finished.plus(shard, future.result())
            del waiting[future]  # its counts may be large
            if progress:
                progress(shard.shown or shard.name, len(finished.names) / len(every))
            if parts and time.monotonic() - saved > _SAVE_EVERY:
                parts.save(*finished)
                saved = time.monotonic()
    except BaseException as error:
        for future, shard in waiting.items():
            if not future.cancel() and future.done() and not future.exception() and shard.name not in finished.names:
                finished = finished.plus(shard, future.result())
        if parts:
            parts.save(*finished)
        if isinstance(error, BrokenExecutor):
            raise ClusterFailed(
                "a worker stopped before its part was done; run the command again to continue from there"
            ) from error
        raise
    if finished.counts is None:
        raise ValueError("there was nothing to count")
    if parts and submitted:
        parts.save(*finished)  # this may be one step of several
    return finished.counts


class _Finished(NamedTuple):
    """Which shards are added up, and their sum: one value, so that an interruption cannot separate the two."""

    names: frozenset[str]
    counts: Counts | None

    def plus(self, shard: Shard, result: Counts) -> _Finished:
        """With one more shard."""
        counts = np.asarray(result, dtype=np.int64)
        return _Finished(self.names | {shard.name}, counts if self.counts is None else self.counts + counts)


def steps(progress: Progress | None, number: int) -> Iterator[Progress | None]:
    """For each step of a count, a progress display for its share of the whole."""
    for step in range(number):
        yield _step(progress, step, number) if progress else None


def _step(progress: Progress, step: int, number: int) -> Progress:
    return lambda what, done: progress(what, (step + done) / number)


@contextlib.contextmanager
def engine(*, workers: int = 0, cluster: str = "") -> Iterator[Executor]:
    """Where the work is done: threads of this process, local processes, or a Dask cluster.

    A cluster is connected to when it gets its first work: a cached result needs none.

    >>> with engine() as threads:
    ...     threads.submit(sum, [1, 2]).result()
    3
    """
    if workers < 0 or (workers and cluster):
        raise Refused("give a number of local workers from 1, or a cluster, not both")
    if cluster:
        with contextlib.ExitStack() as connection:
            yield _ConnectsWhenNeeded(lambda: connection.enter_context(_dask(cluster)))
    elif workers:
        import multiprocessing

        spawn = multiprocessing.get_context("spawn")  # a forked process would inherit the state of our threads
        pool = concurrent.futures.ProcessPoolExecutor(workers, mp_context=spawn)
        try:
            yield pool
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
    else:
        threads = concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1)
        try:
            yield threads
        finally:
            threads.shutdown(wait=True, cancel_futures=True)


class _ConnectsWhenNeeded(Executor):
    """An executor that is opened when it is first given work."""

    def __init__(self, connect: Callable[[], Executor]) -> None:
        self._connect = connect

    @functools.cached_property
    def _connected(self) -> Executor:
        return self._connect()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Connect if this is the first work, and hand it over."""
        return self._connected.submit(fn, *args, **kwargs)


@contextlib.contextmanager
def _dask(address: str) -> Iterator[Executor]:
    """A Dask cluster as an executor; shards with equal arguments are still separate work."""
    try:
        import distributed
    except ImportError as error:
        raise not_installed("a cluster", "cluster") from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        with concurrent.futures.ThreadPoolExecutor(1) as aside:  # this thread may already run an event loop
            aside.submit(asyncio.run, _identity(distributed, address)).result()
    except (OSError, ValueError, TypeError, TimeoutError) as error:
        raise ClusterFailed(f"the cluster at {shortened(address)!r} does not answer: {_reason(error)}") from error
    client: Any = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    try:
        with contextlib.suppress(TimeoutError):
            client.wait_for_workers(1, timeout=_PATIENCE)
        if not client.nthreads():
            raise ClusterFailed(f"the cluster at {shortened(address)!r} has no workers")
        yield client.get_executor(pure=False)
    except (distributed.KilledWorker, distributed.comm.CommClosedError, CancelledError, ImportError) as error:
        raise ClusterFailed(f"the cluster at {shortened(address)!r} lost the work: {_reason(error)}") from error
    finally:
        client.close()


async def _identity(distributed: Any, address: str) -> None:
    """Check that a scheduler answers before setting anything up for it."""
    async with distributed.rpc(address) as scheduler:
        await asyncio.wait_for(scheduler.identity(), _PATIENCE)


def _reason(error: BaseException) -> str:
    if isinstance(error, TimeoutError):
        return f"no answer within {_PATIENCE} seconds"
    return shortened(str(error)) or type(error).__name__
