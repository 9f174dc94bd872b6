"""A condition or a low hand taken apart, so that a page can show its words and let people change them.

Here: the tree of a value, each part with its English wording, and the text that it is written as. Not here: reading
text (`expressions`), or which words there are (`words`).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

from houseway.rulebook.data.phrases import operator_of, word_of, write_expression, write_rank, write_run
from houseway.rulebook.data.words import roots
from houseway.rulebook.ranks import Rank, Ranks


@dataclass(frozen=True)
class Taken:
    """One thing that a word takes: its name, and its text, or what it is made of where it is an expression."""

    name: str
    text: str
    tree: Tree | None = None


@dataclass(frozen=True)
class Tree:
    """An expression: parts combined by a sign, or a word with what it takes."""

    says: str
    """In English."""
    sign: str = ""
    """`&`, `|` or `~`; empty for a word."""
    parts: tuple[Tree, ...] = ()
    word: str = ""
    takes: tuple[Taken, ...] = ()


def tree_of(value: Any, root: type) -> Tree:
    """An expression taken apart; what one sign combines stands side by side.

    >>> from houseway.rulebook.conditions import Condition
    >>> from houseway.rulebook.terms import ACES, joker, no_pair, single
    >>> [part.says for part in tree_of(no_pair() & single(ACES) & ~joker, Condition).parts]
    ['no pair', 'a single ace (or the Joker)', 'no Joker']
    """
    operator = operator_of(value, root)
    if operator is None:
        word, given = word_of(value, root)
        takes = tuple(_taken(each.name, each.type, part) for each, part in given)
        return Tree(str(value), word=word.name, takes=takes)
    sign, (first, *others) = operator
    tree = tree_of(first, root)
    before = tree.parts if tree.sign == sign != "~" else (tree,)
    return Tree(str(value), sign, (*before, *(tree_of(part, root) for part in others)))


def _taken(name: str, kind: Any, value: Any) -> Taken:
    if kind in roots():
        return Taken(name, write_expression(value, kind), tree_of(value, kind))
    if kind is Ranks:
        return Taken(name, write_run(value))
    if kind == Rank:
        return Taken(name, write_rank(value))
    return Taken(name, value.name if isinstance(value, enum.Enum) else str(value))
