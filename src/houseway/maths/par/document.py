"""The parts of a PAR sheet's pages: sections of facts, paragraphs, tables and charts.

Here: a document as a value, which every format renders in its own way. Not here: what is written in it (`text`).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Facts:
    """Names with their values."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Paragraph:
    """One paragraph."""

    text: str


@dataclass(frozen=True)
class Table:
    """A table; the first cell of a row is its heading."""

    caption: str
    heads: tuple[str, ...]
    numbers: tuple[int, ...]
    """Which columns hold numbers."""
    rows: tuple[tuple[str, ...], ...]
    totals: int = 0
    """How many of the last rows are totals."""


@dataclass(frozen=True)
class Figures:
    """Charts side by side, by their names in `charts`."""

    charts: tuple[Chart, ...]


@dataclass(frozen=True)
class Chart:
    """One chart: its name, its caption, and a description for readers who cannot see it."""

    name: str
    caption: str
    alt: str


Block = Facts | Paragraph | Table | Figures


@dataclass(frozen=True)
class Section:
    """A heading and the blocks under it."""

    heading: str
    blocks: tuple[Block, ...]
    new_page: bool = False


@dataclass(frozen=True)
class Document:
    """The whole sheet."""

    title: str
    game: str
    book: str
    digest: str
    sections: tuple[Section, ...]
