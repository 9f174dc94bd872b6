"""Checks on the parts of a book, each failing with one sentence.

Here: checks that a value is of the right kind, used by every part of the language when it is made. Not here: whether a
book is right (`check`).
"""

from __future__ import annotations

from typing import Any

from houseway.errors import BadBook, shortened


def expect(value: object, kind: type | tuple[type, ...], what: str) -> None:
    """Refuse a value of the wrong type.

    >>> expect(7, str, "the name of a clause")
    Traceback (most recent call last):
    ...
    houseway.errors.BadBook: the name of a clause must be str, not int: 7
    """
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        names = " or ".join(each.__name__ for each in kinds)
        got = value.__name__ if callable(value) and hasattr(value, "__name__") else repr(value)
        hint = " (is it missing its parentheses?)" if callable(value) and hasattr(value, "__name__") else ""
        raise BadBook(f"{what} must be {names}, not {type(value).__name__}: {shortened(got)}{hint}")


def expect_all(values: Any, kind: type | tuple[type, ...], what: str) -> None:
    """Refuse anything but a tuple of values of this type."""
    if not isinstance(values, tuple):
        names = getattr(kind, "__name__", "values")
        raise BadBook(f"{what} must be a tuple of {names}, not {type(values).__name__}: {shortened(repr(values))}")
    for value in values:
        expect(value, kind, f"each of {what}")


def expect_name(value: object, what: str) -> None:
    """Refuse anything but a plain name: one line, no spaces at either end and no double spaces."""
    expect(value, str, what)
    assert isinstance(value, str)
    if not value or value != " ".join(value.split()):
        raise BadBook(f"{what} must be a name on one line with single spaces, not {shortened(repr(value))}")
