"""A book with another commission or other payouts: "what if".

Here: reading the options and making the amended book. Not here: counting anything; an amended book is a book.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from houseway.errors import Refused, shortened
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.wagers import MOST_DENOMINATOR, PayTable, SideWager


def what_if(book: Rulebook, *, commission: str = "", pays: Iterable[str] = ()) -> Rulebook:
    """The same book with another commission (`5%`, `0.05`, `1/20`) or payouts (`LINE=N`, or `WAGER:LINE=N`).

    >>> import houseway.books
    >>> what_if(houseway.books.get("mbs-v4"), commission="4%").main.commission
    Fraction(1, 25)
    """
    if isinstance(pays, str) or not isinstance(pays, Iterable):
        raise Refused(f"give pays as a list of lines, such as ['Royal Flush=150'], not {shortened(repr(pays))}")
    if commission != "":
        book = replace(book, main=replace(book.main, commission=read_commission(commission)))
    for asked in pays:
        book = _paying(book, asked)
    return book


def read_commission(written: str) -> Fraction:
    """A share of a win: a percentage, a decimal or a fraction.

    >>> read_commission("5%"), read_commission("1/20"), read_commission("0.05")
    (Fraction(1, 20), Fraction(1, 20), Fraction(1, 20))
    """
    if not isinstance(written, str):
        raise Refused(f"write the commission as text, such as '4%', not {shortened(repr(written))}")
    text = written.strip()
    rate = Fraction(-1)
    if re.fullmatch(r"\d{1,9}(\.\d{1,9})?\s*%?|\d{0,9}\.\d{1,9}|\d{1,9}/\d{1,9}", text, re.ASCII):
        with contextlib.suppress(ZeroDivisionError):
            rate = Fraction(text.removesuffix("%").strip()) / (100 if text.endswith("%") else 1)
    if not 0 <= rate < 1 or rate.denominator > MOST_DENOMINATOR:
        raise Refused(
            "a commission is a share of the win such as 5%, 0.05 or 1/20, with at most nine digits, not "
            f"{shortened(written)!r}"
        )
    return rate


def _paying(book: Rulebook, asked: str) -> Rulebook:
    if not isinstance(asked, str):
        raise Refused(f"write what a line pays as text, such as 'Royal Flush=150', not {shortened(repr(asked))}")
    name, equals, number = asked.rpartition("=")
    wager, colon, line = name.partition(":")
    if not colon:
        wager, line = "", name
    wager, line, number = wager.strip(), line.strip(), number.strip()
    if not equals or not re.fullmatch(r"\d{1,9}", number, re.ASCII):
        raise Refused(
            "write what a line pays as LINE=N, for N to 1, N a whole number of at most nine digits, not "
            f"{shortened(asked)!r}"
        )
    if wager and wager not in {side.key for side in book.side_wagers}:
        raise Refused(
            f"{book.id} has no wager {wager!r}; its side wagers are {_listed(s.key for s in book.side_wagers)}"
        )
    found = [side for side in book.side_wagers if (not wager or side.key == wager) and _has(side, line)]
    if not found:
        names = dict.fromkeys(ln.name for side in book.side_wagers for ln in side.pay_tables[0].lines)
        raise Refused(f"{book.id} has no pay line {shortened(line)!r}; its lines are {_listed(names)}")
    sides = tuple(
        replace(side, pay_tables=tuple(_table(pays, line, int(number)) for pays in side.pay_tables))
        if side in found
        else side
        for side in book.side_wagers
    )
    return replace(book, side_wagers=sides)


def _has(side: SideWager, name: str) -> bool:
    return any(_same(line.name, name) for pays in side.pay_tables for line in pays.lines)


def _table(pays: PayTable, name: str, number: int) -> PayTable:
    return pays.paying(pays.name, {line.name: number for line in pays.lines if _same(line.name, name)})


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"
