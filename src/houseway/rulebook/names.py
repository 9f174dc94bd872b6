"""Whether every name used in a book refers to something.

Here: names used twice, exceptions to nothing or in a circle, rulings and references to nothing. Not here: anything
about hands (`check`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from houseway.errors import did_you_mean, shortened
from houseway.rulebook.rulebook import Rulebook

Where = tuple[str, ...]
"""The part of a book that a sentence is about: the field, the name of the part, and perhaps its own field and name."""


def misnamed(book: Rulebook) -> Iterator[str]:
    """One sentence for every name that is used twice, or that refers to nothing."""
    return (sentence for _, sentence in misnamed_at(book))


def misnamed_at(book: Rulebook) -> Iterator[tuple[Where, str]]:
    """The same sentences, each with the part of the book it is about."""
    cites = Counter(clause.cite for clause in book.clauses)
    rulings = Counter(ruling.id for ruling in book.rulings)
    wagers = Counter([book.main.key, *(side.key for side in book.side_wagers)])
    yield from _twice("clauses", "clauses", cites)
    yield from _twice("rulings", "rulings", rulings)
    yield from _twice("side_wagers", "wagers", wagers)
    for clause in book.clauses:
        for other in (other for other in clause.exception_to if other not in cites):
            what = f"is an exception to {shortened(other)!r}, which is not a clause of the book"
            yield ("clauses", clause.cite, "exception_to", other), f"{clause.cite}: {what}{_near(other, cites)}"
        yield from _unlisted("clauses", clause.cite, clause.rulings, rulings)
    for row in book.references:
        for to in (to for to in row.to if not any(cite.startswith(to) for cite in cites)):
            what = f"refers to {shortened(to)!r}, where the book has no clause"
            yield ("references", row.cite, "to", to), f"{row.cite}: {what}{_near(to, cites)}"
        yield from _unlisted("references", row.cite, row.rulings, rulings)
    for cycle in _cycles(book):
        what = f"{' is an exception to '.join(cycle)}: the exceptions form a circle"
        yield ("clauses", cycle[0], "exception_to", cycle[1]), what
    for alternative in (way for way in book.alternatives if way.ruling not in rulings):
        what = f"a rejected reading is given for {alternative.ruling}, which the book does not list"
        yield ("alternatives", alternative.ruling), what
    for side in book.side_wagers:
        names = Counter(table.name for table in side.pay_tables)
        for name, times in names.items():
            if times > 1:
                yield ("side_wagers", side.key), f"{side.name}: there are {times} pay tables {name!r}"


def _twice(field: str, what: str, names: Counter[str]) -> Iterator[tuple[Where, str]]:
    for name, times in names.items():
        if times > 1:
            yield (field, name), f"{name}: there are {times} {what} with this name"


def _near(name: str, known: Counter[str]) -> str:
    hint = did_you_mean(name, known)
    return hint if hint.startswith("; did") else ""


def _unlisted(field: str, cite: str, rests_on: tuple[str, ...], rulings: Counter[str]) -> Iterator[tuple[Where, str]]:
    for ruling in rests_on:
        if ruling not in rulings:
            what = f"{cite}: rests on {shortened(ruling)}, which the book does not list"
            yield (field, cite, "rulings", ruling), what


def _cycles(book: Rulebook) -> Iterator[list[str]]:
    """Chains of exceptions that form a circle, each once."""
    above = {clause.cite: clause.exception_to for clause in book.clauses}
    seen: set[frozenset[str]] = set()
    for start, first in above.items():
        chain, here = [start], first
        while here and here[0] in above and here[0] not in chain:
            chain.append(here[0])
            here = above[here[0]]
        if start in here and frozenset(chain) not in seen:
            seen.add(frozenset(chain))
            yield [*chain, start]
