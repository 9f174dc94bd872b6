"""Two pairs of eyes: what one member of staff asked for and another confirmed, kept in the journal.

Here: who asked for what and until when, and who confirmed it by asking for the same on their own sign-in. A request
lapses after ten minutes, when what it was decided on is past, and when the house closes. Not here: which acts take two
people (`table.two_eyes`), or carrying them out.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable

import msgspec

from houseway.errors import NeedsAnother, WrongRole
from houseway.journal.entry import Append, Entry
from houseway.journal.significant import to_append
from houseway.journal.store import Journal
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor

STREAM = "approvals:"
"""The streams of what was asked and confirmed; the table's name follows, or `house`."""
LASTS = 600.0
"""Seconds until a request lapses."""


class Asked(msgspec.Struct, frozen=True, kw_only=True, tag="approval asked"):
    """One member of staff asked for something that takes two."""

    id: str
    act: str
    """What is asked for, exactly: whoever confirms asks for the same."""
    sentence: str
    by: str
    role: Role
    confirms: Role
    """The lowest position that may confirm it, and the same in words."""
    confirms_words: str
    until: float
    version: int = 0
    """The version of the table it was decided on; 0 where that does not matter."""


class Confirmed(msgspec.Struct, frozen=True, kw_only=True, tag="approval confirmed"):
    """Another member of staff confirmed it; it is carried out now."""

    id: str
    sentence: str
    asked_by: str
    by: str
    role: Role


class Approvals:
    """What waits for a second pair of eyes at one table, or in the house."""

    def __init__(
        self,
        journal: Journal,
        name: str,
        *,
        independent: Callable[[str, str], bool],
        clock: Callable[[], float] = time.time,
    ) -> None:
        """What waits at a table; `independent` says whether two members of staff are two pairs of eyes."""
        self._journal, self._stream, self._clock = journal, STREAM + name, clock
        self._independent = independent
        self._waiting: dict[str, Asked] = {}

    def waiting(self, version: int) -> tuple[Asked, ...]:
        """What waits now; what has lapsed is forgotten."""
        now = self._clock()
        self._waiting = {
            act: asked for act, asked in self._waiting.items() if asked.until > now and asked.version in (0, version)
        }
        return tuple(self._waiting.values())

    def ask_or_confirm(self, act: str, sentence: str, by: Actor, *, confirms: Role, version: int = 0) -> None:
        """Confirm what somebody else asked for, or ask for it: then `NeedsAnother` says who can confirm it.

        To be called in a thread, by one caller at a time.
        """
        found = next((asked for asked in self.waiting(version) if asked.act == act), None)
        if found is not None and found.by != by.name:
            if by.role < confirms:
                raise WrongRole(f"{found.by} has asked for this, and only a {confirms.words} or above may confirm it")
            if not self._independent(found.by, by.name):
                raise WrongRole(
                    f"{found.by} has asked for this, and somebody else must confirm it: one of you invited the other "
                    "less than a day ago, or you share a player's name"
                )
            self._keep(Confirmed(id=found.id, sentence=sentence, asked_by=found.by, by=by.name, role=by.role))
            del self._waiting[act]
            return
        if found is None:
            asked = Asked(
                id=uuid.uuid4().hex,
                act=act,
                sentence=sentence,
                by=by.name,
                role=by.role,
                confirms=confirms,
                confirms_words=confirms.words,
                until=self._clock() + LASTS,
                version=version,
            )
            self._keep(asked)
            self._waiting[act] = asked
        raise NeedsAnother(f"this takes two people: another {confirms.words} or above asks for the same to confirm it")

    def _keep(self, said: Asked | Confirmed) -> None:
        """Keep it, and that it is a significant event."""
        kind = str(said.__struct_config__.tag)
        entry = Entry(kind, msgspec.json.encode(said))
        version = self._journal.version(self._stream)
        kept = Append(stream=self._stream, entries=(entry,), expected_version=version, key=uuid.uuid4().hex)
        why = f"asked for by {asked_by}" if (asked_by := getattr(said, "asked_by", "")) else ""
        who, what = f"{said.role.words} {said.by}", f"{self._stream.removeprefix(STREAM)}: {said.sentence}"
        self._journal.append_many([kept, to_append(kind, by=who, what=what, why=why)], together=True)
