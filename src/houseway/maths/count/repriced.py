"""The odds of a book that pays otherwise, from counts that are already there.

Here: which counts stay the same when only payments change, and the odds they give. Not here: making the amended book
(`what_if`), or counting (`whole_book`).

Counts are linear in what a line pays, as long as every hand is still paid on the same line: a hand is paid on the line
that pays most, so the order of the lines must not change. Deals of the main wager do not depend on its commission where
the player sets the house way, or sees the dealer's hand first.
"""

from __future__ import annotations

from dataclasses import replace

from houseway.errors import Refused
from houseway.maths.count.odds import BEST, LineOdds, MainOdds, Odds, PayTableOdds, SideOdds
from houseway.maths.plain import fraction
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.wagers import PayTable, SideWager


def repriced(found: Odds, book: Rulebook, amended: Rulebook) -> tuple[MainOdds, tuple[SideOdds, ...] | None]:
    """The odds of an amended book; no side wagers where a hand would be paid on another line, so they must be counted.

    >>> import houseway.books
    >>> from houseway.maths.count.what_if import what_if
    >>> from houseway.maths.count.whole_book import odds
    >>> book = houseway.books.get("five-card")
    >>> main, _ = repriced(odds(book), book, what_if(book, commission="5%"))
    >>> main.house_edge
    Fraction(122420907353, 3322205086200)
    """
    main = amended.main
    if main.net != book.main.net and found.main.player == BEST and not book.procedure.dealer_exposed:
        raise Refused(
            f"what best play is depends on the commission, so every deal has to be counted again: use houseway odds "
            f"{book.id} --player best --commission {fraction(main.commission)}"
        )
    if not all(
        _same_order(before, after)
        for side, other in zip(book.side_wagers, amended.side_wagers, strict=True)
        for before, after in zip(side.pay_tables, other.pay_tables, strict=True)
    ):
        return replace(found.main, net=main.net), None
    sides = tuple(_side(counted, side) for counted, side in zip(found.sides, amended.side_wagers, strict=True))
    return replace(found.main, net=main.net), sides


def _same_order(before: PayTable, after: PayTable) -> bool:
    return _order(before) == _order(after)


def _order(pays: PayTable) -> list[int]:
    """The lines from the one that pays least; of two that pay the same the first is paid, as `line_of` has it."""
    return sorted(range(len(pays.lines)), key=lambda number: (pays.lines[number].pays, -number))


def _side(counted: SideOdds, side: SideWager) -> SideOdds:
    tables = tuple(_table(one, pays) for one, pays in zip(counted.pay_tables, side.pay_tables, strict=True))
    return replace(counted, pay_tables=tables)


def _table(counted: PayTableOdds, pays: PayTable) -> PayTableOdds:
    lines = tuple(
        LineOdds(name=line.name, hands=one.hands, pays=line.pays, envy=line.envy)
        for one, line in zip(counted.lines, pays.lines, strict=True)
    )
    return replace(counted, lines=lines)
