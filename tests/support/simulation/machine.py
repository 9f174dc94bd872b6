"""The machine that a simulated house believes to run on: its clocks, its randomness, its threads and its processes.

Here: the one place where the product's surroundings are replaced, and put back. Not here: what happens in a run
(`world`). The product itself runs unchanged.
"""

from __future__ import annotations

import os
import random
import threading
import time
import types
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import sqlalchemy as sa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houseway import books
from houseway.errors import HousewayError
from houseway.journal import head
from houseway.journal.database import Database
from houseway.kept import program
from houseway.maths.cache import Cache, cache_folder
from houseway.maths.compiled import compile_or_read
from houseway.web.floor import house_record
from houseway.web.past import review
from support.reliability.clocks import Replaced, our_modules, replace_clocks
from support.simulation.clock import Clock
from support.simulation.store import Store
from support.simulation.workers import Lock, RLock


class Machine:
    """What the product finds around it; a run puts its own clock, randomness and store here."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.entropy = Random(0)
        self.store = Store(Random(0))
        self.process = 0
        """The number of the process that is running."""

    def reset(self, clock: Clock, entropy: Random, store: Store) -> None:
        """Begin a run."""
        self.clock, self.entropy, self.store, self.process = clock, entropy, store, 0

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.clock.forward(seconds)

    def bytes(self, size: int) -> bytes:
        """What the machine gives for randomness."""
        return self.entropy.randbytes(size)


class NoThread:
    """A thread that gets no time: what it would do only makes others faster."""

    def __init__(self, *_given: object, **_named: object) -> None:
        """Whatever it was to do."""

    def start(self) -> None:
        """Begin, and get no further."""


class _Keys:
    """Signing keys, made of the machine's randomness."""

    @staticmethod
    def generate() -> Ed25519PrivateKey:
        """A new key."""
        return Ed25519PrivateKey.from_private_bytes(os.urandom(32))

    from_private_bytes = staticmethod(Ed25519PrivateKey.from_private_bytes)


@contextmanager
def simulated(*names: str) -> Iterator[Machine]:
    """A simulated machine instead of this one, for any number of runs one after another with these books."""
    for name in names:
        compile_or_read(books.get(name), Cache(cache_folder(), lambda _sentence: None))
    machine, replaced = Machine(), Replaced()
    try:
        replace_clocks(replaced, day=lambda: machine.clock.day, steady=lambda: machine.clock.now)
        replaced.set(time, "sleep", machine.sleep)
        replaced.set(os, "urandom", machine.bytes)
        replaced.set(random, "_urandom", machine.bytes)
        replaced.set(head, "Ed25519PrivateKey", _Keys)
        _replace_processes(replaced, machine)
        _replace_threads(replaced)
        _replace_database(replaced, machine)
        _replace_reviews(replaced)
        yield machine
    finally:
        replaced.undo()


def _replace_reviews(replaced: Replaced) -> None:
    """Reviews say nothing about values, which take long to count."""

    def too_long(*_given: object, **_named: object) -> None:
        raise HousewayError("nobody counts values in a simulation")

    replaced.set(review, "best", too_long)


def _replace_processes(replaced: Replaced, machine: Machine) -> None:
    """One process after another; the files of the program are read once, since nobody changes them."""
    files = program.file_digests()
    replaced.set(program, "file_digests", lambda _folder=None: files)
    replaced.set(house_record, "is_running", lambda _opened: False)
    replaced.set(
        house_record,
        "this_process",
        lambda: {"host": "simulated", "process": machine.process, "started": str(machine.process)},
    )


def _replace_threads(replaced: Replaced) -> None:
    """Locks that know the work of a simulation, in the product's modules alone."""
    shim: Any = types.ModuleType("threading")
    vars(shim).update(vars(threading))
    vars(shim).update(Lock=Lock, RLock=RLock, Thread=NoThread)
    for module in our_modules():
        if vars(module).get("threading") is threading:
            replaced.set(module, "threading", shim)


def _replace_database(replaced: Replaced, machine: Machine) -> None:
    """Every transaction passes the store, which may pause, fail, or be where the process dies."""
    create, compiled = sa.create_engine, dict[Any, Any]()
    dialects: list[sa.Dialect] = []

    def created(*given: Any, **named: Any) -> sa.Engine:
        """An engine that uses statements which were compiled in an earlier run."""
        engine = create(*given, **named)
        dialects.append(engine.dialect)
        engine.dialect = dialects[0]
        engine.update_execution_options(compiled_cache=compiled)
        return engine

    replaced.set(sa, "create_engine", created)
    writing, reading, looking = Database.writing, Database.reading, Database.looking

    @contextmanager
    def stored(self: Database, _streams: Collection[str] = ()) -> Iterator[sa.Connection]:
        with machine.store.writing(self, writing) as connection:
            yield connection

    @contextmanager
    def read(self: Database) -> Iterator[sa.Connection]:
        with machine.store.reading(self, reading) as connection:
            yield connection

    @contextmanager
    def looked(self: Database) -> Iterator[sa.Connection]:
        with machine.store.reading(self, looking) as connection:
            yield connection

    replaced.set(Database, "writing", stored)
    replaced.set(Database, "reading", read)
    replaced.set(Database, "looking", looked)
