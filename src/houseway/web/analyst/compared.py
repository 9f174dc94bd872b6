"""Two books compared: the hands they set differently, an example of each kind, and what the difference costs.

Here: the two answers as typed values. Not here: finding the hands (`rulebook.diff`) or counting what they cost
(`maths.count.cost`).
"""

from __future__ import annotations

import msgspec

from houseway.maths.count.cost import Costs
from houseway.maths.plain import fraction
from houseway.rulebook.diff import Difference
from houseway.rulebook.rulebook import Rulebook
from houseway.web.analyst.hand import NamedSetting, shown, texts


class ComparedPair(msgspec.Struct, frozen=True, kw_only=True):
    """Hands that one clause of each book sets differently, and the lowest of them as each book sets it."""

    clauses: tuple[str, str]
    hands: int
    example: tuple[str, ...]
    settings: tuple[NamedSetting, NamedSetting]


class ComparedBooks(msgspec.Struct, frozen=True, kw_only=True):
    """All hands that two books set differently, the most first."""

    books: tuple[str, str]
    hands: int
    different: int
    pairs: tuple[ComparedPair, ...]


class EdgeBetween(msgspec.Struct, frozen=True, kw_only=True):
    """The main wager with a player of one book against a dealer of another."""

    player: str
    dealer: str
    house_edge: str
    house_edge_float: float


class PricedPair(msgspec.Struct, frozen=True, kw_only=True):
    """What the second book's setting costs the player on the hands of a pair of clauses."""

    clauses: tuple[str, str]
    cost: str
    cost_float: float
    each: str
    each_float: float


class PricedDifference(msgspec.Struct, frozen=True, kw_only=True):
    """What the difference of two books costs, per unit bet against the first book's dealer."""

    edges: tuple[EdgeBetween, ...]
    pairs: tuple[PricedPair, ...]
    cost: str
    cost_float: float


def compared(first: Rulebook, second: Rulebook, found: Difference) -> ComparedBooks:
    """The difference of two books."""
    pairs = (
        ComparedPair(
            clauses=pair.clauses,
            hands=pair.hands,
            example=texts(pair.example[0].hand),
            settings=(
                shown(first, pair.example[0].low, pair.example[0].high),
                shown(second, pair.example[1].low, pair.example[1].high),
            ),
        )
        for pair in found.pairs
    )
    first_id, second_id = found.books
    return ComparedBooks(books=(first_id, second_id), hands=found.hands, different=found.different, pairs=tuple(pairs))


def priced(costs: Costs) -> PricedDifference:
    """What it costs."""
    total = sum(pair.cost for pair in costs.pairs)
    return PricedDifference(
        edges=tuple(
            EdgeBetween(
                player=edge.player,
                dealer=edge.dealer,
                house_edge=fraction(edge.odds.house_edge),
                house_edge_float=float(edge.odds.house_edge),
            )
            for edge in costs.edges
        ),
        pairs=tuple(
            PricedPair(
                clauses=pair.clauses,
                cost=fraction(pair.cost),
                cost_float=float(pair.cost),
                each=fraction(pair.each),
                each_float=float(pair.each),
            )
            for pair in costs.pairs
        ),
        cost=f"{total.numerator}/{total.denominator}",
        cost_float=float(total),
    )
