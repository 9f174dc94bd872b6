"""Whether every name used in a book refers to something.

Here: names used twice, exceptions to nothing or in a circle, rulings and references to nothing. Not here: anything
about hands (`check`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from houseway.errors import shortened
from houseway.rulebook.rulebook import Rulebook


def misnamed(book: Rulebook) -> Iterator[str]:
    """One sentence for every name that is used twice, or that refers to nothing."""
    cites = Counter(clause.cite for clause in book.clauses)
    rulings = Counter(ruling.id for ruling in book.rulings)
    wagers = Counter([book.main.key, *(side.key for side in book.side_wagers)])
    for what, counted in (("clauses", cites), ("rulings", rulings), ("wagers", wagers)):
        yield from (f"{name}: there are {times} {what} with this name" for name, times in counted.items() if times > 1)
    for clause in book.clauses:
        for other in clause.exception_to:
            if other not in cites:
                yield f"{clause.cite}: is an exception to {shortened(other)!r}, which is not a clause of the book"
        yield from _unlisted(clause.cite, clause.rulings, rulings)
    for row in book.references:
        for to in row.to:
            if not any(cite.startswith(to) for cite in cites):
                yield f"{row.cite}: refers to {shortened(to)!r}, where the book has no clause"
        yield from _unlisted(row.cite, row.rulings, rulings)
    for cycle in _cycles(book):
        yield f"{' is an exception to '.join(cycle)}: the exceptions form a circle"
    for alternative in book.alternatives:
        if alternative.ruling not in rulings:
            yield f"a rejected reading is given for {alternative.ruling}, which the book does not list"
    for side in book.side_wagers:
        names = Counter(table.name for table in side.pay_tables)
        yield from (f"{side.name}: there are {n} pay tables {name!r}" for name, n in names.items() if n > 1)


def _unlisted(cite: str, rests_on: tuple[str, ...], rulings: Counter[str]) -> Iterator[str]:
    yield from (f"{cite}: rests on {shortened(r)}, which the book does not list" for r in rests_on if r not in rulings)


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
