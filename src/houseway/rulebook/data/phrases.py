"""Writing a condition or a low hand as text that `expressions` reads back to the same value.

Here: finding the words for a value. Each word is tried out once with values of its own to see where they end up; a
value of the same form is then written with that word. Not here: reading (`expressions`).
"""

from __future__ import annotations

import copy
import dataclasses
import enum
import functools
import operator
from collections.abc import Callable, Iterator
from typing import Any

from houseway.errors import BadBook, shortened
from houseway.rulebook.data.words import LETTERS, Parameter, Word, named_ranks, roots, type_name, words
from houseway.rulebook.ranks import Rank, Ranks

_OPERATORS: tuple[tuple[str, Callable[..., Any], int], ...] = (
    ("|", operator.or_, 1),
    ("&", operator.and_, 2),
    ("~", operator.invert, 3),
)
_ALONE = 4
"""How tightly a word binds; the operators bind less tightly."""


Given = list[tuple[Parameter, Any]]
"""What a word is given: each parameter with its value."""


class _Whole(int):
    """A whole number that is told from equal ones by identity."""


def write_expression(value: Any, root: type) -> str:
    """A condition or a low hand in the fewest characters.

    >>> from houseway.rulebook.conditions import Condition
    >>> from houseway.rulebook.terms import ACES, Ranks, can, leaving_made, made, pair, single, two_pairs
    >>> write_expression(two_pairs(Ranks(2, 6), Ranks(11, 14)) & ~single(ACES), Condition)
    'two_pairs(2-6, J-A) & ~single(ACES)'
    >>> write_expression(made | can(pair & leaving_made), Condition)
    'made | can(pair & leaving_made)'
    """
    return _written(value, root)[0]


def write_run(run: Ranks) -> str:
    """A run of ranks.

    >>> write_run(Ranks(7, 10)), write_run(Ranks(12, 12))
    ('7-10', 'Q')
    """
    lowest, highest = write_rank(run.lowest), write_rank(run.highest)
    return lowest if lowest == highest else f"{lowest}-{highest}"


def write_rank(rank: int) -> str:
    """One rank.

    >>> write_rank(10), write_rank(14)
    ('10', 'A')
    """
    return next((letter for letter, each in LETTERS.items() if each == rank and rank > 10), str(rank))


def _written(value: Any, root: type) -> tuple[str, int]:
    """The text of a value, and how tightly its outermost operator binds."""
    for sign, apply, binds in _OPERATORS:
        parts = _unified(*_template_of_operator(apply, root), value)
        if parts is None:
            continue
        texts = [
            text if inner >= binds + (number > 0) else f"({text})"
            for number, (text, inner) in enumerate(_written(part, root) for part in parts)
        ]
        return (f" {sign} ".join(texts) if len(texts) > 1 else sign + texts[0]), binds
    word, given = word_of(value, root)
    return word.name + _arguments(given), _ALONE


def operator_of(value: Any, root: type) -> tuple[str, list[Any]] | None:
    """The sign of the outermost operator of a value, and what it combines; nothing where it is a single word."""
    for sign, apply, _ in _OPERATORS:
        parts = _unified(*_template_of_operator(apply, root), value)
        if parts is not None:
            return sign, parts
    return None


def word_of(value: Any, root: type) -> tuple[Word, Given]:
    """The word that writes a value in the fewest characters, and what it is given."""
    known = [word for word in words().values() if word.yields is root]
    found = [(word, given) for word in known for given in _as_word(word, value)]
    if not found:
        raise BadBook(f"no word of book files writes the {type_name(root)} {shortened(str(value))!r}")
    return min(found, key=lambda each: len(each[0].name + _arguments(each[1])))


def _as_word(word: Word, value: Any) -> Iterator[Given]:
    """What this word must be given to mean the value, in every way that is possible."""
    for template, probes in _templates(word):
        parts = _unified(template, probes, value)
        if parts is None:
            continue
        parameters = [each for each in word.parameters if not each.several]
        parameters += [each for each in word.parameters if each.several] * (len(parts) - len(parameters))
        yield list(zip(parameters, parts, strict=True))


def _arguments(given: Given) -> str:
    positional = [(each, part) for each, part in given if not each.by_name]
    while positional and not positional[-1][0].several and positional[-1][0].default == positional[-1][1]:
        if len(positional) == 1 and positional[0][0].type is int:
            break  # `single_number` alone says less than `single_number(1)`
        positional.pop()
    by_name = [(each, part) for each, part in given if each.by_name and each.default != part]
    texts = [_argument(part, each.type) for each, part in positional]
    texts += [f"{each.name}={_argument(part, each.type)}" for each, part in by_name]
    return f"({', '.join(texts)})" if texts else ""


def _argument(value: Any, kind: Any) -> str:
    if kind in roots():
        return write_expression(value, kind)
    if kind is Ranks:
        return next((name for name, run in named_ranks().items() if run == value), write_run(value))
    if kind == Rank:
        return write_rank(value)
    return value.name if isinstance(value, enum.Enum) else str(value)


@functools.cache
def _template_of_operator(apply: Callable[..., Any], root: type) -> tuple[Any, list[Any]]:
    probes = list(_probes([Parameter(str(n), root) for n in range(1 if apply is operator.invert else 2)]))
    return apply(*probes), probes


@functools.cache
def _templates(word: Word) -> list[tuple[Any, list[Any]]]:
    """Values of this word and the probes in them: one, or one for each number of things it can take."""
    several = [each for each in word.parameters if each.several]
    fixed = [each for each in word.parameters if not each.several]
    sizes = range(1, len(several[0].type) + 1) if several else range(1)
    found = []
    for size in sizes:
        probes = list(_probes(fixed + several * size))
        given = list(zip(fixed + several * size, probes, strict=True))
        positional = [probe for each, probe in given if not each.by_name]
        by_name = {each.name: probe for each, probe in given if each.by_name}
        found.append((word.make(*positional, **by_name), probes))
    return found


def _probes(parameters: list[Parameter]) -> Iterator[Any]:
    """Valid values for these parameters, each of them an object of its own."""
    for number, each in enumerate(parameters):
        if each.type in roots():
            yield copy.copy(next(w for w in words().values() if w.yields is each.type and not w.parameters).make())
        elif each.type is Ranks:
            yield Ranks(number + 2, number + 2)
        elif each.type in (int, Rank):
            yield _Whole(number + 2)
        else:
            yield list(each.type)[number]


def _unified(template: Any, probes: list[Any], value: Any) -> list[Any] | None:
    """What stands in a value where the template has its probes, if the rest is the same."""
    found: dict[int, Any] = {}

    def same(pattern: Any, part: Any) -> bool:
        for number, probe in enumerate(probes):
            if pattern is probe:
                return bool(found.setdefault(number, part) == part)
        if isinstance(pattern, tuple):
            return isinstance(part, tuple) and len(part) == len(pattern) and all(map(same, pattern, part))
        if dataclasses.is_dataclass(pattern):
            names = [field.name for field in dataclasses.fields(pattern)]
            return type(part) is type(pattern) and all(same(getattr(pattern, n), getattr(part, n)) for n in names)
        return bool(pattern == part)

    if not same(template, value) or len(found) < len(probes):
        return None
    return [found[number] for number in range(len(probes))]
