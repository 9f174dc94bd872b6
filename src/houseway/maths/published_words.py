"""Published figures and ours in words, the same for the command line, the web page and JSON.

Here: sentences and plain values. Not here: what is compared (`published`), or laying anything out.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.maths.published import Compared
from houseway.rulebook.plain import Plain

MORE_DIGITS = 2
"""How many digits more than the published figure ours is written with."""


def difference_words(each: Compared) -> str:
    """The difference in one word or number."""
    if each.difference is None:
        return ""
    if each.agrees:
        return "none" if not each.difference else "rounding"
    points = each.published.written(each.difference, MORE_DIGITS)
    return points if points.startswith("-") else f"+{points}"


def reasons(found: Sequence[Compared]) -> tuple[str, ...]:
    """Why figures of a book differ, each reason once."""
    said = [each.published.why for each in found if each.published.why]
    for each in found:
        if each.rounds:
            said.append(
                f"{each.published.figure.capitalize()}: the difference is as large as the standard error of "
                f"{each.rounds:,} simulated rounds."
            )
    return tuple(dict.fromkeys(said))


def published_plain(each: Compared) -> Plain:
    """One figure, ready for JSON; exact values are written as fractions."""
    return {
        "book": each.book,
        "figure": each.published.figure,
        "published": each.published.printed,
        "kind": each.published.kind,
        "ours": _exact(each.ours),
        "otherwise": _exact(each.otherwise),
        "compared": _exact(each.compared),
        "difference": None if each.difference is None else float(each.difference),
        "agrees": each.agrees if each.ours is not None else None,
        "standard_error_of_rounds": each.rounds,
        "why": each.published.why,
    }


def _exact(value: object) -> str | None:
    return None if value is None else str(value)
