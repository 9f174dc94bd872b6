"""Significant events: what an auditor asks about first. Who did what, when, what was before, what after, and why.

Here: noting such an event, and reading them back. Not here: which acts are significant (`kept.significance`); whoever
carries one out notes it. Cards, seeds, keys and passwords never go into an event.

`when` is the time of the operating system, in UTC, as the event was noted.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from houseway.errors import BadJournal, Refused, shortened
from houseway.journal.entry import Append, Entry, Recorded

if TYPE_CHECKING:
    from houseway.journal.store import Journal

STREAM: Final = "events"
SYSTEM: Final = "system"
"""Who did what the program does by itself."""


@dataclass(frozen=True, kw_only=True)
class Event:
    """One significant event; `number` is its entry in the journal. `before` and `after` are plain JSON values."""

    number: int
    kind: str
    when: datetime
    by: str
    what: str
    before: Any = None
    after: Any = None
    why: str = ""

    @property
    def text(self) -> str:
        """Everything it says, to search in."""
        changed = (json.dumps(each, ensure_ascii=False) for each in (self.before, self.after) if each is not None)
        return " ".join((self.kind, self.by, self.what, self.why, *changed))


def note(
    journal: Journal, kind: str, *, by: str, what: str, before: object = None, after: object = None, why: str = ""
) -> None:
    """Note a significant event.

    >>> import tempfile
    >>> from houseway.journal.store import Journal
    >>> with tempfile.TemporaryDirectory() as folder, Journal.open(f"{folder}/journal.db") as journal:
    ...     note(journal, "limit changed", by="Sam", what="mbs-v4", before=1000, after=2500, why="a busy evening")
    ...     [(event.kind, event.by, event.before, event.after) for event in events(journal)]
    [('limit changed', 'Sam', 1000, 2500)]
    """
    journal.append_many([to_append(kind, by=by, what=what, before=before, after=after, why=why)])


def to_append(kind: str, *, by: str, what: str, before: object = None, after: object = None, why: str = "") -> Append:
    """The same as an append, to be written in one transaction with what it is about."""
    said = {"by": by, "what": what, "before": before, "after": after, "why": why, "when": _now().isoformat()}
    kept = {name: value for name, value in said.items() if value not in (None, "")}
    body = json.dumps(kept, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    return Append(
        stream=STREAM,
        entries=(Entry(kind, body),),
        expected_version=None,
        key=f"{STREAM} {uuid.uuid4().hex}",
    )


def events(
    journal: Journal, *, since: datetime | None = None, kind: str = "", by: str = "", about: str = ""
) -> Iterator[Event]:
    """The significant events in the order they were noted: all, or those that fit what is given.

    `since` is a moment, `kind` a kind, `by` part of a name, and `about` part of anything an event says.
    """
    for recorded in journal.of_kind(STREAM, kind) if kind else journal.read(STREAM):
        event = read(recorded)
        fits = since is None or event.when >= since
        if fits and by.casefold() in event.by.casefold() and about.casefold() in event.text.casefold():
            yield event


def read_moment(text: str) -> datetime:
    """A moment as it is typed: a date, or a date and time, in UTC unless it says otherwise.

    >>> read_moment("2026-11-17").isoformat()
    '2026-11-17T00:00:00+00:00'
    """
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        raise Refused(
            f"{shortened(text)!r} is not a date or a time; write it as 2026-11-17 or 2026-11-17T20:30"
        ) from None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment


def _now() -> datetime:
    return datetime.now(UTC)


def read(recorded: Recorded) -> Event:
    """The significant event that an entry holds."""
    try:
        said = json.loads(recorded.body)
        when = datetime.fromisoformat(said.pop("when"))
        return Event(number=recorded.number, kind=recorded.kind, when=when, **{"by": "", "what": "", **said})
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        place = f"version {recorded.version} of {recorded.stream}"
        raise BadJournal(f"{place} is damaged: it is not a significant event") from error
