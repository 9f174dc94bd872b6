"""Writing appends in one transaction: look up what is needed, decide them in order, write all rows at once.

Here: expected versions, idempotency keys, and the rows of an append. Not here: the transaction itself (`database`),
what the ledger refuses (`ledger`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from houseway.errors import KeyReused, OldVersion
from houseway.journal import queries
from houseway.journal.chain import link
from houseway.journal.entry import Append, Appended, Entry
from houseway.journal.known import Known
from houseway.journal.ledger import post
from houseway.journal.schema import balances, entries, postings

_KEYS_A_QUERY: Final = 500
# everything needed to decide appends, except versions, in one query: each query to a server is a round trip
_BEFORE: Final = sa.union_all(
    sa.select(sa.literal("tip").label("what"), entries.c.key.label("name"), entries.c.number, entries.c.hash).where(
        entries.c.number == sa.select(sa.func.max(entries.c.number)).scalar_subquery()
    ),
    sa.select(sa.literal("key"), entries.c.key, entries.c.number, entries.c.hash).where(
        entries.c.key.in_(sa.bindparam("keys", expanding=True)), entries.c.part == 0
    ),
    sa.select(sa.literal("balance"), balances.c.account, balances.c.cents, sa.cast(sa.null(), sa.LargeBinary)).where(
        balances.c.account.in_(sa.bindparam("accounts", expanding=True))
    ),
)


def _set(insert: Any) -> Any:
    return insert.on_conflict_do_update(index_elements=["account"], set_={"cents": insert.excluded.cents})


def _arrays(table: sa.Table) -> Any:
    """Insert rows given as one array for each column: one statement for any number of rows."""
    columns = [sa.bindparam(column.name, type_=postgresql.ARRAY(column.type)) for column in table.c]
    names = [column.name for column in table.c]
    rows = sa.func.unnest(*columns).table_valued(*names).render_derived()
    return postgresql.insert(table).from_select(names, sa.select(rows))


_INSERT: Final = {
    "sqlite": (sqlite.insert(entries), sqlite.insert(postings), _set(sqlite.insert(balances))),
    "postgresql": (_arrays(entries), _arrays(postings), _set(_arrays(balances))),
}


class Writing:
    """Appends being written to the journal, in a transaction with no other writer."""

    def __init__(
        self, connection: sa.Connection, *, beginning: bytes, appends: Sequence[Append], known: Known | None = None
    ) -> None:
        """Look up everything needed to decide the appends; what is `known` of versions holds if nobody wrote since."""
        self._known = known or Known()
        self._connection = connection
        self._appends = appends
        self.before = self.number = 0
        """The numbers of the last entry before these appends, and after them."""
        self.hash = beginning
        """The hash of the last entry."""
        self._used: set[str] = set()
        self._balances: dict[str, int] = {}
        self.versions: dict[str, int] = {}
        """The versions that the streams of these appends have come to."""
        self._answered: dict[str, tuple[Append, Appended]] = {}
        self.moved: dict[str, int] = {}
        """The balances that these appends have changed."""
        self._entries: list[dict[str, Any]] = []
        self._postings: list[dict[str, Any]] = []
        self._look_up()

    def write(self) -> tuple[Appended, ...]:
        """Write all appends and return the answers; if one is refused, it raises and nothing is written."""
        answers = tuple(self._first_answer(append) or self._decide(append) for append in self._appends)
        moved = [{"account": account, "cents": cents} for account, cents in self.moved.items()]
        for statement, rows in zip(
            _INSERT[self._connection.dialect.name], (self._entries, self._postings, moved), strict=True
        ):
            if rows:
                self._insert(statement, rows)
        return answers

    def _look_up(self) -> None:
        keys = list({append.key for append in self._appends})
        accounts = list({posting.account for append in self._appends for posting in append.postings})
        for first in range(0, max(len(keys), len(accounts)), _KEYS_A_QUERY):
            some = slice(first, first + _KEYS_A_QUERY)
            found = self._connection.execute(_BEFORE, {"keys": keys[some], "accounts": accounts[some]})
            for what, name, number, hash in found:
                if what == "tip":
                    self.before = self.number = number
                    self.hash = hash
                elif what == "key":
                    self._used.add(name)
                else:
                    self._balances[name] = number

    def _first_answer(self, append: Append) -> Appended | None:
        """The first answer to an append that was written before under the same key."""
        if append.key in self._answered:
            before, answer = self._answered[append.key]
            stream, written = before.stream, before.entries
        elif append.key in self._used:
            found = tuple(queries.OF_A_KEY.all(self._connection, -1, key=append.key))
            stream, written, last = found[0].stream, tuple(recorded.entry for recorded in found), found[-1]
            answer = _answer(append, version=last.version, last=last.number, hash=last.hash)
        else:
            return None
        if (stream, written) != (append.stream, append.entries):
            raise KeyReused(f"the key {append.key} for {append.stream} was used before, for other entries of {stream}")
        return Appended(**{**vars(answer), "repeated": True})

    def _decide(self, append: Append) -> Appended:
        stream = append.stream
        if stream not in self.versions:
            known = self._known.version_as_of(self.before, stream)
            self.versions[stream] = queries.version(self._connection, stream) if known is None else known
        if append.expected_version not in (None, self.versions[stream]):
            raise OldVersion(
                f"{stream} is at version {self.versions[stream]}, but {append.key} was decided at version "
                f"{append.expected_version}"
            )
        after = post(append, self._balances)
        self._balances |= after
        self.moved |= after
        for part, entry in enumerate(append.entries):
            self._add(append, part, entry)
        answer = _answer(append, version=self.versions[stream], last=self.number, hash=self.hash)
        self._answered[append.key] = append, answer
        return answer

    def _add(self, append: Append, part: int, entry: Entry) -> None:
        self.number += 1
        self.versions[append.stream] += 1
        place: dict[str, Any] = {
            "number": self.number,
            "stream": append.stream,
            "version": self.versions[append.stream],
            "key": append.key,
            "part": part,
        }
        self.hash = link(self.hash, entry=entry, **place)
        self._entries.append({**place, "kind": entry.kind, "body": entry.body, "hash": self.hash})
        self._postings += (
            {"entry": self.number, "line": line, "account": posting.account, "cents": posting.cents}
            for line, posting in enumerate(entry.postings)
        )

    def _insert(self, statement: Any, rows: list[dict[str, Any]]) -> None:
        if self._connection.dialect.name == "sqlite":
            self._connection.execute(statement, rows)
        else:
            self._connection.execute(statement, {name: [row[name] for row in rows] for name in rows[0]})


def _answer(append: Append, *, version: int, last: int, hash: bytes) -> Appended:
    return Appended(
        stream=append.stream,
        key=append.key,
        version=version,
        first=last - len(append.entries) + 1,
        last=last,
        hash=hash.hex(),
    )
