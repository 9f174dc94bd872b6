"""That a house opened and closed, kept in the journal: one house at a time is open on it.

Here: refusing a second house, keeping when which process opened and closed, whether a house died, and whether the clock
was set back while none was open. Not here: what a house does while it is open (`house`).
"""

from __future__ import annotations

import json
import logging
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from itertools import pairwise

from houseway import __version__
from houseway.errors import BadJournal, OldVersion, Refused
from houseway.journal.entry import Append, Entry
from houseway.journal.processes import is_running, this_process
from houseway.journal.significant import STREAM as EVENTS
from houseway.journal.significant import SYSTEM, note, read, to_append
from houseway.journal.since import versions_at
from houseway.journal.store import Journal
from houseway.web.operations.clock import JUMP, ClockSet, note_clock_set

_log = logging.getLogger(__name__)
_STREAM, _OPENED, _CLOSED = "house", "house opened", "house closed"
_LATELY = 50
"""How many entries are read to find when a house opened lately."""
_TAKEN_OVER = "house taken over"
"""Another process of the same house goes on with it, at once: nobody was without it."""


def must_be_alone(journal: Journal, *, taken_over: bool | None = None) -> None:
    """Refuse to open a journal on which a house is open; one that was killed is a significant event.

    Whoever has the lease of a house is alone already; `taken_over` then says whether the house goes on at once.
    """
    last = journal.last(_STREAM)
    if last is None or last.kind == _CLOSED:
        return
    opened = json.loads(last.body)
    if taken_over is None and is_running(opened):
        raise Refused(
            f"a house is already open on {journal.name} (process {opened['process']}): stop it, or give another --db"
        )
    why = "it was killed, stopped or cut off" if taken_over else "it was killed, or the power failed"
    note(journal, "house not closed", by=SYSTEM, what=_process(opened), why=why)


def keep_opened(journal: Journal, address: str, *, taken_over: bool = False) -> None:
    """Keep that this process has opened the house, or has taken it over from another."""
    try:
        _keep(journal, _TAKEN_OVER if taken_over else _OPENED, {**this_process(), "address": address})
    except OldVersion:
        raise Refused(f"another house is opening on {journal.name} right now; give another --db") from None


def note_clock_set_back(journal: Journal) -> None:
    """Note that the clock shows a time before the last significant event: it was set back while no house was open.

    One that was set ahead meanwhile cannot be told from a house that was closed for longer.
    """
    last = journal.last(EVENTS)
    try:
        before = read(last).when if last else None
    except BadJournal:  # what verification finds is reported elsewhere
        return
    if before is None:
        return
    found = ClockSet(before=before, after=_now())
    if found.seconds < -JUMP:
        _log.warning("the clock of this machine is behind the last event of the journal: it was set %s", found.words)
        note_clock_set(journal, found, why=f"set {found.words} or more, while no house was open")


def opened_lately(journal: Journal) -> int:
    """The entry with which a house opened two times before the last; 0 where none did.

    What waited when a house closed is ended by the next that opens, or, if that one is killed at once, by the one
    after it: nothing from before this entry waits. Where another process takes over, it goes on waiting.
    """
    upto = journal.version(_STREAM)
    lately = journal.read(_STREAM, after=max(0, upto - _LATELY), upto=upto)
    opened = [recorded.number for recorded in lately if recorded.kind == _OPENED]
    return opened[-3] if len(opened) >= 3 else 0


def keep_closed(journal: Journal) -> None:
    """Keep that this process has closed the house."""
    _keep(journal, _CLOSED, this_process())


def close_unused(journal: Journal) -> None:
    """Keep that a house which this process has opened is closed before anybody was let in: that is no power failure."""
    last = journal.last(_STREAM)
    if last is not None and last.kind != _CLOSED and this_process().items() <= json.loads(last.body).items():
        keep_closed(journal)


def died_since(journal: Journal, stream: str) -> bool:
    """Whether a house died since the last entry of a stream: it did not close, and another opened after it.

    A house that closed in order, at whatever moment, is no power failure, and neither is one that another process took
    over. Where no house kept that it opened, nothing shows that it closed. What was still written as it closed does not
    make it open again.
    """
    last = journal.last(stream)
    newest, then = versions_at(journal, _STREAM, last.number if last else 0)
    first = [_OPENED] if not then else []
    kinds = first + [each.kind for each in journal.read(_STREAM, after=max(0, then - 1), upto=newest)]
    return newest == then or any(before != _CLOSED and after == _OPENED for before, after in pairwise(kinds))


def _keep(journal: Journal, kind: str, process: Mapping[str, object]) -> None:
    """Keep that the house opened or closed, and that this is a significant event."""
    entry = Entry(kind, json.dumps(process, sort_keys=True, separators=(",", ":")).encode())
    version, key = journal.version(_STREAM), uuid.uuid4().hex
    noted = to_append(kind, by=SYSTEM, what=_process(process), after=f"houseway {__version__}")
    journal.append_many(
        [Append(stream=_STREAM, entries=(entry,), expected_version=version, key=key), noted], together=True
    )


def _now() -> datetime:
    return datetime.now(UTC)


def _process(opened: Mapping[str, object]) -> str:
    return f"process {opened['process']} on {opened['host']}"
