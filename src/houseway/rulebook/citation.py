"""Where a rule comes from: the printed document, and the rulings on what it leaves open.

Here: the source of a book, a ruling, and the readings a ruling rejected. Not here: the text of any ruling
(`houseway.books.rulings`).
"""

from __future__ import annotations

from dataclasses import dataclass

from houseway.rulebook.expect import expect, expect_all, expect_name
from houseway.rulebook.houseway import Clause


@dataclass(frozen=True, kw_only=True)
class Source:
    """The printed document a book was read from."""

    title: str
    """The title of the document."""
    version: str = ""
    """Which version it is."""
    effective: str = ""
    """Since when it is in effect."""
    house: str = ""
    """Whose document it is."""

    def __post_init__(self) -> None:
        for text in (self.title, self.version, self.effective, self.house):
            expect(text, str, "each field of a source")

    def __str__(self) -> str:
        return ", ".join(part for part in (self.title, self.version, self.house, self.effective) if part)


@dataclass(frozen=True)
class Ruling:
    """One open point of the documents and how it was decided."""

    id: str
    """The name by which clauses cite it."""
    point: str
    """What the document leaves open."""
    decision: str
    """How it was decided."""

    def __post_init__(self) -> None:
        expect_name(self.id, "the id of a ruling")
        for text in (self.point, self.decision):
            expect(text, str, f"{self.id}: its text")

    @property
    def order(self) -> tuple[str, int]:
        """What rulings are sorted by: their letters, then their number."""
        letters = self.id.rstrip("0123456789")
        return letters, int(self.id.removeprefix(letters) or 0)


@dataclass(frozen=True)
class Alternative:
    """A reading that a ruling rejected, as clauses that would replace the book's own."""

    ruling: str
    """The ruling that rejected this reading, by id."""
    says: str
    """The reading in words."""
    clauses: tuple[Clause, ...]
    """The clauses that would decide wherever they apply."""

    def __post_init__(self) -> None:
        expect_name(self.ruling, "the ruling of a rejected reading")
        expect(self.says, str, f"{self.ruling}: the text of the rejected reading")
        expect_all(self.clauses, Clause, f"{self.ruling}: the clauses of the rejected reading")


@dataclass(frozen=True)
class Reference:
    """A printed row that only refers to other clauses: where it is printed, and the clauses it refers to."""

    cite: str
    """Where the row is printed."""
    to: tuple[str, ...]
    """How the citations of the clauses it refers to begin."""
    rulings: tuple[str, ...] = ()
    """The rulings it rests on, by id."""

    def __post_init__(self) -> None:
        expect_name(self.cite, "the citation of a reference")
        expect_all(self.to, str, f"{self.cite}: `to`")
        expect_all(self.rulings, str, f"{self.cite}: `rulings`")
