"""The file that `houseway book new` writes: a book of one's own to begin with, explained line by line.

Here: its text, with the clauses of the book it is based on listed by name. Not here: writing whole books (`writing`).
"""

from __future__ import annotations

import re

from houseway.errors import BadBook
from houseway.rulebook.data.writing import SCHEMA_FILE, quoted
from houseway.rulebook.houseway import Clause
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.terms import ACES, Ranks, single, two_pairs

_SAMPLE = "two_pairs(LOW, LOW) & single(ACES)"
"""When the clause applies that the file shows, commented out."""
_LOW = Ranks(2, 6)


def start_file(base: Rulebook, based_on: str, id: str) -> str:
    """A commented file for a book based on another one; it loads as it is, and changes nothing yet."""
    if not re.fullmatch(r"[\w.-]+", id):
        raise BadBook(f"{id!r} is not a good id for a book: use letters, digits and hyphens")
    over = ", ".join(quoted(clause.cite) for clause in _overlapping(base))
    clauses = "\n".join(f"#     {clause.cite}" for clause in base.clauses)
    return f"""#:schema {SCHEMA_FILE}
# A house way of your own: what it changes in {base.id}. `houseway check` proves it, `houseway diff` shows the hands
# that move, and `houseway book words` explains every word of `when` and `low`.

id = {quoted(id)}
based_on = {quoted(based_on)}

# Clauses, rulings and side wagers to leave out.
without = []
without_rulings = []
without_wagers = []

[source]
title = {quoted(base.source.title)}
version = "our own house way"

# Names for runs of ranks, to use in the clauses. Every book has ACES, KINGS and KING_OR_ACE, and a run can be
# written in place: two_pairs(2-6, J-A).
[ranks]
LOW = "2-6"

# A clause says to which hands it applies (`when`) and which low hands it permits (`low`); the highest of these is
# played. Where two clauses apply, one must be an exception to the other. A clause with the citation of one below
# replaces it.
#
# [[clauses]]
# cite = "House rule 1, two low pairs"
# when = "{_SAMPLE}"
# low = "singles(1, 2)"
# exception_to = [{over}]

# The clauses of {base.id}:
{clauses}

# What the main wager pays, and everything else, can be changed too:
#
# [main]
# commission = "4%"
"""


def _overlapping(base: Rulebook) -> list[Clause]:
    """The clauses of a book that apply to some hand of the sample: it must be an exception to each of them."""
    hands = base.shape_hands
    sample = hands.hold(two_pairs(_LOW, _LOW) & single(ACES))
    applying = base.house_way.applying(hands)
    return [clause for clause, applies in zip(base.clauses, applying, strict=True) if (applies & sample).any()]
