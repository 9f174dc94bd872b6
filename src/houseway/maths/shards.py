"""Long work in parts: handed to any executor, summed as it comes, and taken up again where it stopped.

Here: the one seam through which work leaves this thread. Not here: what is counted.

A shard is a plain function with plain arguments and returns an array of whole numbers; the result of the work is the
sum over all shards, so it is the same for any number of workers, any engine and any order. Finished shards are kept on
disk as their names and their sum; interrupted work starts from there.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
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
from houseway.maths.cache import Kept

Counts = NDArray[np.int64]
Progress = Callable[[str, float], None]
_SAVE_EVERY = 2.0
_PATIENCE = 10


@dataclass(frozen=True)
class Shard:
    """One part of the work."""

    name: str
    """No other part of the same work is called so; finished parts are known by it."""
    work: Callable[..., Counts]
    arguments: tuple[Any, ...]
    says: str = ""
    """What a person is told that it does, if not its name."""


def total(
    shards: Iterable[Shard], workers: Executor, *, kept: Kept | None = None, progress: Progress | None = None
) -> Counts:
    """The sum over all shards; `kept` remembers what is finished until the whole is."""
    parts = list(shards)
    finished = _Finished(*kept.finished({shard.name for shard in parts})) if kept else _Finished(frozenset(), None)
    waiting: dict[Future[Counts], Shard] = {}
    saved = time.monotonic()
    try:
        for shard in parts:
            if shard.name not in finished.names:
                waiting[workers.submit(shard.work, *shard.arguments)] = shard
        for future in concurrent.futures.as_completed(waiting):
            finished = finished.plus(waiting[future], future.result())
            if progress:
                progress(waiting[future].says or waiting[future].name, len(finished.names) / len(parts))
            if kept and time.monotonic() - saved > _SAVE_EVERY:
                kept.save(*finished)
                saved = time.monotonic()
    except BaseException as error:
        for future, shard in waiting.items():
            if not future.cancel() and future.done() and not future.exception() and shard.name not in finished.names:
                finished = finished.plus(shard, future.result())
        if kept:
            kept.save(*finished)
        if isinstance(error, BrokenExecutor):
            raise ClusterFailed("a worker stopped before its part was done; run again to go on from there") from error
        raise
    if finished.counts is None:
        raise ValueError("there was nothing to count")
    if kept and waiting:
        kept.save(*finished)  # it may be one step of several
    return finished.counts


class _Finished(NamedTuple):
    """Which shards are summed, and their sum: one value, so that an interruption never finds one without the other."""

    names: frozenset[str]
    counts: Counts | None

    def plus(self, shard: Shard, result: Counts) -> _Finished:
        """One shard more."""
        counts = np.asarray(result, dtype=np.int64)
        return _Finished(self.names | {shard.name}, counts if self.counts is None else self.counts + counts)


def steps(progress: Progress | None, number: int) -> Iterator[Progress | None]:
    """For each of so many steps of the work, its progress as part of the whole."""
    for step in range(number):
        yield _step(progress, step, number) if progress else None


def _step(progress: Progress, step: int, number: int) -> Progress:
    return lambda what, done: progress(what, (step + done) / number)


@contextlib.contextmanager
def engine(*, workers: int = 0, cluster: str = "") -> Iterator[Executor]:
    """Where the work is done: threads of this process, so many local processes, or a Dask cluster.

    >>> with engine() as threads:
    ...     threads.submit(sum, [1, 2]).result()
    3
    """
    if workers < 0 or (workers and cluster):
        raise Refused("give a number of local workers from 1, or a cluster, not both")
    if cluster:
        with _dask(cluster) as executor:
            yield executor
    elif workers:
        import multiprocessing

        spawn = multiprocessing.get_context(
            "spawn"
        )  # a forked process would inherit the threads of this one, half done
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


@contextlib.contextmanager
def _dask(address: str) -> Iterator[Executor]:
    """A Dask cluster as an executor; shards are never taken for the same because they look alike."""
    try:
        import distributed
    except ImportError as error:
        raise not_installed("a cluster", "cluster") from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        with concurrent.futures.ThreadPoolExecutor(1) as aside:  # there may be a loop running in this thread
            aside.submit(asyncio.run, _identity(distributed, address)).result()
    except (OSError, ValueError, TypeError, TimeoutError) as error:
        raise ClusterFailed(f"the cluster at {shortened(address)!r} does not answer: {_said(error)}") from error
    client: Any = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
    try:
        with contextlib.suppress(TimeoutError):
            client.wait_for_workers(1, timeout=_PATIENCE)
        if not client.nthreads():
            raise ClusterFailed(f"the cluster at {shortened(address)!r} has no workers")
        yield client.get_executor(pure=False)
    except (distributed.KilledWorker, distributed.comm.CommClosedError, CancelledError, ImportError) as error:
        raise ClusterFailed(f"the cluster at {shortened(address)!r} lost the work: {_said(error)}") from error
    finally:
        client.close()


async def _identity(distributed: Any, address: str) -> None:
    """Ask whether a scheduler is there at all before anything is set up for it."""
    async with distributed.rpc(address) as scheduler:
        await asyncio.wait_for(scheduler.identity(), _PATIENCE)


def _said(error: BaseException) -> str:
    if isinstance(error, TimeoutError):
        return f"nothing was heard for {_PATIENCE} seconds"
    return shortened(str(error)) or type(error).__name__
