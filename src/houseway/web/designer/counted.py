"""The exact odds of a draft beside those of the book it began with.

Here: counting both, how far that is, and the difference of every house edge. Not here: how deals are counted
(`maths.count`), or the queue (`http.draft_counts`).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from houseway.maths.cache import Cache
from houseway.maths.count.odds import Odds
from houseway.maths.count.whole_book import odds
from houseway.maths.plain import fraction
from houseway.rulebook.rulebook import Rulebook

OFTEN = 0.2
"""Seconds between two words on how far it is."""


class ComparedEdge(msgspec.Struct, frozen=True, kw_only=True):
    """The house edge of a wager under one pay table, in the draft and in the book it began with.

    Empty in the book that does not have it. The difference is what the house gains by the draft.
    """

    wager: str
    name: str
    pay_table: str
    now: str = ""
    now_float: float = 0.0
    was: str = ""
    was_float: float = 0.0
    difference: str = ""
    difference_float: float = 0.0


class DraftDeals(msgspec.Struct, frozen=True, kw_only=True):
    """The deals of a main wager."""

    player: str
    deals: int
    win: int
    standoff: int
    lose: int


class DraftOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The exact odds of a draft: the main wager first, then every side wager under each of its pay tables."""

    id: str
    digest: str
    based_on: str
    now: DraftDeals
    was: DraftDeals
    edges: tuple[ComparedEdge, ...]


def compared(book: Rulebook, found: Odds, base: Rulebook, before: Odds) -> DraftOdds:
    """Two counts side by side."""
    mine, theirs = _edges(found), _edges(before)
    return DraftOdds(
        id=book.id,
        digest=book.digest,
        based_on=base.id,
        now=_deals(found),
        was=_deals(before),
        edges=tuple(_compared(key, mine, theirs) for key in dict.fromkeys((*mine, *theirs))),
    )


def counting(book: Rulebook, base: Rulebook, cache: Cache) -> Iterator[float | DraftOdds]:
    """How much is counted, from 0 to 1, several times a second, and then the odds; a count that fails raises why."""
    share, found, failed = [0.0], list[DraftOdds](), list[Exception]()

    def half(number: int, each: Rulebook) -> Odds:
        def told(_what: str, done: float) -> None:
            share[0] = (number + done) / 2

        return odds(each, cache=cache, progress=told)

    def work() -> None:
        try:
            before = half(0, base)
            found.append(compared(book, half(1, book), base, before))
        except Exception as error:
            failed.append(error)

    counter = threading.Thread(target=work, daemon=True)
    counter.start()
    while counter.is_alive():
        yield share[0]
        counter.join(OFTEN)
    if failed:
        raise failed[0]
    yield found[0]


_Edges = dict[tuple[str, str], tuple[str, Fraction]]


def _edges(found: Odds) -> _Edges:
    """The name and the house edge of every wager, by its key and pay table."""
    edges: _Edges = {(found.main.key, ""): (found.main.name, found.main.house_edge)}
    for side in found.sides:
        for pays in side.pay_tables:
            edges[side.key, pays.name] = (side.name, pays.house_edge)
    return edges


def _compared(key: tuple[str, str], mine: _Edges, theirs: _Edges) -> ComparedEdge:
    now, was = mine.get(key), theirs.get(key)
    name = (now or was or ("",))[0]
    given: dict[str, str | float] = {}
    for field, edge in (("now", now and now[1]), ("was", was and was[1]), ("difference", _difference(now, was))):
        if edge is not None:
            given |= {field: fraction(edge), f"{field}_float": float(edge)}
    return msgspec.convert({"wager": key[0], "name": name, "pay_table": key[1], **given}, ComparedEdge)


def _difference(now: tuple[str, Fraction] | None, was: tuple[str, Fraction] | None) -> Fraction | None:
    return None if now is None or was is None else now[1] - was[1]


def _deals(found: Odds) -> DraftDeals:
    main = found.main
    return DraftDeals(player=main.player, deals=main.deals, win=main.win, standoff=main.standoff, lose=main.lose)
