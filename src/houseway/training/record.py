"""Training as the journal keeps it: reading what a player did, and keeping what they do.

Here: the stream of each player, read once and added up, and writing to it. Not here: what the entries say (`facts`), or
what they add up to (`progress`).
"""

from __future__ import annotations

import threading
import uuid
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TypeVar

import msgspec

from houseway.errors import OldVersion
from houseway.journal.entry import Append, Entry
from houseway.journal.store import Journal
from houseway.kept.bodies import read_body
from houseway.kept.significance import why_not
from houseway.training.facts import STREAM, AnyKept, KeptAnswer, Trained
from houseway.training.progress import Progress

TRIES = 5
REMEMBERED = 200
"""How many players' training is kept in memory; what was longest not asked about is read again."""
T = TypeVar("T")
_decoder: msgspec.json.Decoder[AnyKept] = msgspec.json.Decoder(AnyKept)


class Training:
    """The training of every player of a journal. Threads may share this object."""

    def __init__(self, journal: Journal, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._journal, self.now = journal, clock
        self._known: OrderedDict[str, Progress] = OrderedDict()
        self._lock = threading.RLock()

    def read(self, name: str, look: Callable[[Progress], T]) -> T:
        """What `look` finds in a player's progress as the journal has it now; it must not keep the progress itself."""
        with self._lock:
            return look(self._progress(name))

    def keep_answers(self, name: str, answers: Sequence[KeptAnswer]) -> None:
        """Keep answers; those that are kept already are left out."""

        def fresh(known: Progress) -> AnyKept | None:
            new = {each.id: each for each in answers if each.id not in known.known}
            return Trained(at=self.now(), answers=tuple(new.values())) if new else None

        self.keep(name, fresh)

    def keep(
        self,
        name: str,
        decide: Callable[[Progress], AnyKept | None],
        *,
        more: Callable[[], Sequence[Append]] = lambda: (),
    ) -> None:
        """Keep what is decided on a player's progress, if anything; `more` is written in the same transaction."""
        for attempt in range(TRIES):
            with self._lock:
                progress = self._progress(name)
                kept = decide(progress)
                if kept is None:
                    return
                appends = [to_append(name, kept, version=progress.version), *more()]
                try:
                    self._journal.append_many(appends, together=True)
                except OldVersion:
                    if attempt == TRIES - 1:
                        raise
                    continue
                self._progress(name)
                return

    def _progress(self, name: str) -> Progress:
        progress = self._known.pop(name, None) or Progress()
        for recorded in self._journal.read(STREAM + name, after=progress.version):
            progress.add(read_body(recorded, _decoder))
            progress.version = recorded.version
        self._known[name] = progress
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return progress


def to_append(name: str, kept: AnyKept, *, version: int | None) -> Append:
    """What writes an entry to a player's stream."""
    kind = str(kept.__struct_config__.tag)
    why_not(STREAM, kind)  # LookupError for a kind about which nothing was decided
    body = msgspec.json.encode(kept, order="sorted")
    return Append(stream=STREAM + name, entries=(Entry(kind, body),), expected_version=version, key=uuid.uuid4().hex)
