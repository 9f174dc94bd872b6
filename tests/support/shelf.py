"""Which books a test runs for, and in which tier.

The quick tier runs everything for the books of the four documents. For every further book it runs the worked examples
and the pinned counts, which take one compilation; the full tier runs the rest. A test says which it means by its
parameters: `every_book()`, `most_different_books()` where one book stands for another, or `DOCUMENTS` where something
was written from the documents alone.
"""

from __future__ import annotations

import pytest
from _pytest.mark.structures import ParameterSet

from houseway import books

DOCUMENTS = ("five-card", "fortune-us", "mbs-v3", "mbs-v4")
"""The books of the printed documents."""

FURTHER = tuple(name for name in books.names() if name not in DOCUMENTS)
"""Every other shipped book."""


def in_its_tier(name: str, *values: object, id: str | None = None) -> ParameterSet:
    """A book and other values as parameters of a test: in the full tier for a further book."""
    return pytest.param(name, *values, id=id, marks=() if name in DOCUMENTS else pytest.mark.full)


def every_book() -> list[ParameterSet]:
    """Every shipped book as a parameter, the further ones in the full tier."""
    return [in_its_tier(name) for name in books.names()]


def most_different_books() -> list[ParameterSet]:
    """Every shipped book as a parameter: in the quick tier only the longest procedure and the shortest."""
    quick = ("mbs-v4", "five-card")
    return [pytest.param(name, marks=() if name in quick else pytest.mark.full) for name in books.names()]
