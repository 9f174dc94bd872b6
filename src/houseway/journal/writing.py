"""Appends decided and written in one transaction: what is needed is looked up once, and all rows are written at once.

Here: expected versions, idempotency keys, and the entries of an append. Not here: the rows (`rows`), the transaction
itself (`database`), what the ledger refuses (`ledger`).
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from houseway.errors import HousewayError, KeyReused, OldVersion
from houseway.journal import queries
from houseway.journal.chain import link
from houseway.journal.entry import Append, Appended, Entry
from houseway.journal.known import Known
from houseway.journal.ledger import post
from houseway.journal.rows import Row, rows
from houseway.journal.stakes import Holds, Stakes


@dataclass
class _Decided:
    """How the journal stands after the appends that were decided so far."""

    number: int
    hash: bytes
    versions: dict[str, int] = field(default_factory=dict)
    moved: dict[str, int] = field(default_factory=dict)
    """The balances that changed."""
    answered: dict[str, tuple[Append, Appended]] = field(default_factory=dict)
    entries: list[Row] = field(default_factory=list)
    postings: list[Row] = field(default_factory=list)

    def copy(self) -> _Decided:
        """The same, to be changed apart."""
        return _Decided(
            **{name: value.copy() if hasattr(value, "copy") else value for name, value in vars(self).items()}
        )


class Writing:
    """Appends being written to the journal, in a transaction with no other writer.

    `decide` one request after another: one that is refused leaves nothing behind. Then `write` all of them.
    """

    def __init__(
        self, connection: sa.Connection, *, beginning: bytes, appends: Sequence[Append], known: Known | None = None
    ) -> None:
        """Look up what is needed to decide these appends; what is `known` of versions holds if nobody wrote since."""
        self._connection, self._rows = connection, rows(connection)
        keys = list({append.key for append in appends if not append.only_checks})
        accounts = list({posting.account for append in appends for posting in append.postings})
        accounts += [append.beside.account for append in appends if isinstance(append.beside, Holds)]
        names = list({append.stream for append in appends if append.beside is None})
        self._found = self._rows.before(keys, accounts, names, beginning)
        beside = [append.beside for append in appends if append.beside is not None]
        self._stakes = Stakes(connection, beside) if beside else None
        self._known = known or Known()
        self._follow()
        self._known.stands_at(self._found.number, self._found.hash)
        self._now = _Decided(self._found.number, self._found.hash)

    def _follow(self) -> None:
        """Learn what another process has written since this one last looked; where that is much, it is forgotten."""
        since = self._known.behind(self._found.number)
        if since is not None:
            versions, balances = queries.written_since(self._connection, since)
            self._known.follow(since, self._found.number, versions=versions, balances=balances)

    def decide(self, appends: Sequence[Append], *, together: bool = False) -> tuple[Appended, ...]:
        """The answers to appends of one request; if one is refused, it raises, and none of them is written.

        With `together`, `KeyReused` if some of them were written before and others were not.
        """
        before = self._now.copy()
        try:
            answers = tuple(self._first_answer(append) or self._decide(append) for append in appends)
            written = zip(appends, answers, strict=True)
            if together and len({answer.repeated for append, answer in written if not append.only_checks}) > 1:
                raise KeyReused(f"the key {appends[0].key} was used before, without everything that belongs to it now")
            if self._stakes is not None and not any(answer.repeated for answer in answers):
                self._stakes.take([append.beside for append in appends if append.beside is not None])
        except HousewayError:
            self._now = before
            raise
        return answers

    def write(self) -> None:
        """Write everything that was decided."""
        now = self._now
        self._rows.insert(now.entries, now.postings, list(now.moved.items()))
        if self._stakes is not None:
            self._stakes.write()
        self._known.writes(self._found.number + 1, now.number, now.hash, versions=now.versions, balances=now.moved)

    @property
    def tip(self) -> tuple[int, bytes]:
        """The number and the hash of the last entry after what was decided."""
        return self._now.number, self._now.hash

    @property
    def kinds(self) -> list[str]:
        """The kinds of the entries that were decided, in order."""
        return [kind for *_, kind, _body, _hash in self._now.entries]

    def _first_answer(self, append: Append) -> Appended | None:
        """The first answer to an append that was written before under the same key."""
        if append.only_checks:
            return None
        if append.key in self._now.answered:
            before, answer = self._now.answered[append.key]
            stream, written = before.stream, before.entries
        elif append.key in self._found.used:
            found = queries.of_key(self._connection, append.key)
            stream, written, last = found[0].stream, tuple(recorded.entry for recorded in found), found[-1]
            answer = _answer(append, version=last.version, last=last.number, hash=last.hash)
        else:
            return None
        if (stream, written) != (append.stream, append.entries):
            raise KeyReused(f"the key {append.key} for {append.stream} was used before, for other entries of {stream}")
        return Appended(**{**vars(answer), "repeated": True})

    def _decide(self, append: Append) -> Appended:
        now, stream = self._now, append.stream
        if isinstance(append.beside, Holds):
            held = now.moved.get(append.beside.account, self._found.balances.get(append.beside.account, 0))
            if held != append.beside.cents:
                raise OldVersion(f"{append.beside.account} no longer holds what a request was decided by")
        if append.beside is not None:
            return _answer(append, version=0, last=now.number, hash=now.hash)
        if stream not in now.versions:
            known = self._known.version_as_of(self._found.number, stream)
            now.versions[stream] = self._rows.version(stream) if known is None else known
        if append.expected_version not in (None, now.versions[stream]):
            raise OldVersion(
                f"{stream} is at version {now.versions[stream]}, but {append.key} was decided at version "
                f"{append.expected_version}"
            )
        if append.only_checks:
            return _answer(append, version=now.versions[stream], last=now.number, hash=now.hash)
        now.moved |= post(append, ChainMap(now.moved, self._found.balances))
        for part, entry in enumerate(append.entries):
            self._add(append, part, entry)
        answer = _answer(append, version=now.versions[stream], last=now.number, hash=now.hash)
        now.answered[append.key] = append, answer
        return answer

    def _add(self, append: Append, part: int, entry: Entry) -> None:
        now = self._now
        now.number += 1
        now.versions[append.stream] += 1
        place: dict[str, Any] = {
            "number": now.number,
            "stream": append.stream,
            "version": now.versions[append.stream],
            "key": append.key,
            "part": part,
        }
        now.hash = link(now.hash, entry=entry, **place)
        now.entries.append((*place.values(), entry.kind, entry.body, now.hash))
        now.postings += (
            (now.number, line, posting.account, posting.cents) for line, posting in enumerate(entry.postings)
        )


def _answer(append: Append, *, version: int, last: int, hash: bytes) -> Appended:
    return Appended(
        stream=append.stream,
        key=append.key,
        version=version,
        first=last - len(append.entries) + 1,
        last=last,
        hash=hash.hex(),
    )
