"""The words of the text format, taken from `terms`: a term added there is a word here.

Here: what each word is called, what it takes and what it yields. Not here: reading or writing text.
"""

from __future__ import annotations

import enum
import functools
import inspect
import typing
from abc import ABC
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from houseway.cards.card import RANK_LETTERS
from houseway.errors import BadBook
from houseway.rulebook import terms
from houseway.rulebook.ranks import Rank, Ranks

LETTERS = {letter: RANK_LETTERS.index(letter) + 2 for letter in "TJQKA"}
"""Ranks that are written as letters."""


@dataclass(frozen=True)
class Parameter:
    """One thing a word takes: its name, the type of its values, and its default if it may be left out."""

    name: str
    type: Any
    default: Any = inspect.Parameter.empty
    by_name: bool = False
    several: bool = False

    @property
    def required(self) -> bool:
        """Whether it must be given."""
        return self.default is inspect.Parameter.empty and not self.several


@dataclass(frozen=True)
class Word:
    """A word: what it is called, what it yields, what it takes, and what it means."""

    name: str
    yields: type
    make: Callable[..., Any]
    parameters: tuple[Parameter, ...]
    meaning: str

    @property
    def signature(self) -> str:
        """The word with what it takes.

        >>> words()["full_house"].signature, words()["pair_from"].signature
        ('full_house(three=RANKS, pair_of=RANKS)', 'pair_from(TIMES, NTH)')
        """
        taken = []
        for each in self.parameters:
            what = (each.name if each.type is int else type_name(each.type)).upper().replace(" ", "_")
            taken.append(f"{each.name}={what}" if each.by_name else f"{what}, ..." if each.several else what)
        return f"{self.name}({', '.join(taken)})" if taken else self.name


@functools.cache
def words() -> dict[str, Word]:
    """Every word by its name.

    >>> words()["single"].yields.__name__, [each.name for each in words()["two_pairs"].parameters]
    ('Condition', ['first', 'second'])
    """
    return {name: _word(name, getattr(terms, name)) for name in terms.__all__ if getattr(terms, name) is not Ranks}


@functools.cache
def roots() -> tuple[type, ...]:
    """The types that words combine to with `&`, `|` and `~`: conditions and low hands."""
    return tuple(dict.fromkeys(word.yields for word in words().values() if word.yields is not Ranks))


def choices() -> tuple[type[enum.Enum], ...]:
    """The lists of names that words choose from."""
    taken = (each.type for word in words().values() for each in word.parameters)
    return tuple(dict.fromkeys(kind for kind in taken if isinstance(kind, type) and issubclass(kind, enum.Enum)))


def named_ranks() -> dict[str, Ranks]:
    """The runs of ranks that every book can name."""
    return {name: word.make() for name, word in words().items() if word.yields is Ranks}


def type_name(kind: Any) -> str:
    """A type as people are told of it.

    >>> [type_name(each) for each in (Ranks, int, Rank)]
    ['ranks', 'number', 'rank']
    """
    if kind == Rank:
        return "rank"
    known = {"Ranks": "ranks", "int": "number", "Condition": "condition", "Low": "low hand"}
    return known.get(kind.__name__, kind.__name__.lower())


def _word(name: str, term: Any) -> Word:
    if isinstance(term, Ranks):
        return Word(name, Ranks, lambda: term, (), str(term))
    if not callable(term):
        return Word(name, _root(type(term)), lambda: term, (), str(term))
    hints = typing.get_type_hints(term, include_extras=True)
    yields = _root(term) if isinstance(term, type) else hints["return"]
    taken = tuple(_parameter(each, hints[each.name]) for each in inspect.signature(term).parameters.values())
    return Word(name, yields, term, taken, inspect.cleandoc(term.__doc__ or "").partition("\n")[0])


def _parameter(given: inspect.Parameter, hint: Any) -> Parameter:
    if not (hint in (int, Rank, Ranks) or (isinstance(hint, type) and (issubclass(hint, enum.Enum) or _is_root(hint)))):
        raise BadBook(f"the text format has no way to write {given.name}, which is {hint}")
    several = given.kind is inspect.Parameter.VAR_POSITIONAL
    return Parameter(given.name, hint, given.default, given.kind is inspect.Parameter.KEYWORD_ONLY, several)


def _root(term: type) -> type:
    return next(base for base in reversed(term.__mro__) if _is_root(base))


def _is_root(kind: type) -> bool:
    return ABC in kind.__bases__
