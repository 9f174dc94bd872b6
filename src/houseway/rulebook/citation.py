"""Where a rule comes from: the printed document, and the rulings on what it leaves open.

Here: the source of a book, a ruling, and the other readings a ruling decided against. Not here: the text of any ruling
(`houseway.books.rulings`).
"""

from __future__ import annotations

from dataclasses import dataclass

from houseway.rulebook.houseway import Clause


@dataclass(frozen=True, kw_only=True)
class Source:
    """The printed document a book was read from."""

    title: str
    version: str = ""
    effective: str = ""
    house: str = ""

    def __str__(self) -> str:
        return ", ".join(part for part in (self.title, self.version, self.house, self.effective) if part)


@dataclass(frozen=True)
class Ruling:
    """One open point of the documents and how it was decided."""

    id: str
    point: str
    decision: str


@dataclass(frozen=True)
class Alternative:
    """Another reading that a ruling decided against: clauses that would speak in place of the book's own."""

    ruling: str
    says: str
    clauses: tuple[Clause, ...]
