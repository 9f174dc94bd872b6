"""What moved in the ledger between two entries of the journal, and what every account held at the end.

Here: the queries, and reading figures off what they found. The accounts of players, layouts and debts are added up by
kind, since a report needs no names. Not here: what the figures mean (`report`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa

from houseway.cage.acts import tray_accounts
from houseway.journal import queries
from houseway.journal.schema import balances, entries, postings
from houseway.journal.store import Journal
from houseway.kept.postings import escrow, owed, player

_TOGETHER = (player(""), escrow(""), owed(""))
_WHOSE = "whose"


@dataclass(frozen=True, kw_only=True)
class Movements:
    """The sums of postings by kind of entry and account, and the balances at the end; `upto` is the last entry."""

    upto: int
    moved: dict[tuple[str, str], int]
    end: dict[str, int]

    @property
    def accounts(self) -> set[str]:
        """Every account that moved or holds something."""
        return {account for _, account in self.moved} | self.end.keys()

    def of(self, account: str, *, kinds: Collection[str] = (), except_kinds: Collection[str] = ()) -> int:
        """What moved in an account: by all entries, by those of some kinds, or by all others."""
        return sum(
            cents
            for (kind, name), cents in self.moved.items()
            if name == account and kind not in except_kinds and (not kinds or kind in kinds)
        )

    def at_end(self, account: str) -> int:
        """What an account held at the end."""
        return self.end.get(account, 0)

    def tray(self, table: str, *, at_end: bool = True) -> int:
        """The chips in a table's tray at the end, or at the beginning."""
        held = sum(self.at_end(account) for account in tray_accounts(table))
        return held if at_end else held - sum(self.of(account) for account in tray_accounts(table))

    def touches(self, table: str) -> bool:
        """Whether anything of a table moved."""
        return any(account.partition(":")[2] == table for _, account in self.moved)

    @property
    def sum_at_end(self) -> int:
        """The sum of all balances at the end; zero, or the ledger is wrong."""
        return sum(self.end.values())


def movements(journal: Journal, *, after: int, upto: int | None = None) -> Movements:
    """What moved after an entry, up to another or up to now; read as of one moment."""
    with journal.reading() as connection:
        tip = queries.tip(connection, journal.beginning)[0]
        last = tip if upto is None else upto
        moved = {
            (kind, account): int(cents)
            for kind, account, cents in connection.execute(
                sa.select(entries.c.kind, _account(postings), sa.func.sum(postings.c.cents))
                .join_from(postings, entries, postings.c.entry == entries.c.number)
                .where(postings.c.entry > after, postings.c.entry <= last)
                .group_by(entries.c.kind, _WHOSE)
            )
        }
        end = _sums(connection, balances)
        since = _sums(connection, postings, postings.c.entry > last)
    return Movements(
        upto=last, moved=moved, end={account: cents - since.get(account, 0) for account, cents in end.items()}
    )


def _sums(connection: sa.Connection, table: sa.Table, *which: sa.ColumnElement[bool]) -> dict[str, int]:
    summed = sa.select(_account(table), sa.func.sum(table.c.cents)).where(*which).group_by(_WHOSE)
    return {account: int(cents) for account, cents in connection.execute(summed)}


def _account(table: sa.Table) -> sa.Label[str]:
    """The account of a row; those of players, layouts and debts by their kind alone."""
    account = table.c.account
    return sa.case(
        *((account.startswith(kind, autoescape=True), sa.literal_column(f"'{kind}'")) for kind in _TOGETHER),
        else_=account,
    ).label(_WHOSE)
