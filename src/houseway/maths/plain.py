"""Results as plain values, ready for JSON: the same for the command line and for the HTTP interface.

Here: names of fields and how a fraction is written. Not here: counting, or any layout for people.

A fraction is written `p/q` in lowest terms, always with its denominator, and with a float next to it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from houseway.maths.count.bank import BankOdds
    from houseway.maths.count.clause_cost import ClauseCost, CostOfClauses, SetBetter, ShapeCost
    from houseway.maths.count.cost import Costs
    from houseway.maths.count.odds import MainOdds, Odds, PayTableOdds, SideOdds
    from houseway.maths.play.weigh import Best
    from houseway.maths.strategy.short_strategy import ShortStrategy

Plain = dict[str, Any]


def fraction(value: Fraction) -> str:
    """A fraction in lowest terms.

    >>> fraction(Fraction(0)), fraction(Fraction(-4, 6))
    ('0/1', '-2/3')
    """
    return f"{value.numerator}/{value.denominator}"


def best_plain(found: Best) -> Plain:
    """Every legal setting of a hand, best first."""
    return {
        "book": found.book,
        "dealer": found.dealer,
        "hand": [card.text for card in found.hand],
        "deals": found.deals,
        "settings": [
            {
                "low": [card.text for card in setting.low],
                "high": [card.text for card in setting.high],
                "win": setting.win,
                "standoff": setting.standoff,
                "lose": setting.lose,
                "ev": fraction(setting.ev),
                "ev_float": float(setting.ev),
            }
            for setting in found.settings
        ],
        "house_way": found.house_way,
        "best": found.best,
        "cost": fraction(found.cost),
        "cost_float": float(found.cost),
    }


def odds_plain(found: Odds) -> Plain:
    """Every wager, by its key."""
    wagers = {found.main.key: main_plain(found.main)}
    wagers.update({side.key: _side(side) for side in found.sides})
    return {"book": found.book, "digest": found.digest, "wagers": wagers}


def bank_plain(found: BankOdds) -> Plain:
    """A player's bank against each number of opponents, in units; a simulated figure has a standard error."""
    return {
        "book": found.book,
        "player": found.player,
        "commission_on": found.commission.value,
        "co_bank": found.co_bank,
        "opponent": main_plain(found.main),
        "values": [
            {
                "opponents": value.opponents,
                "banker": fraction(value.banker),
                "banker_float": float(value.banker),
                "banker_per_unit_float": float(value.per_unit),
                "house": fraction(value.house),
                "house_float": float(value.house),
                "exact": value.standard_error is None,
                "standard_error": value.standard_error,
            }
            for value in found.values
        ],
    }


def clause_costs_plain(found: CostOfClauses) -> Plain:
    """What every clause costs compared with best play, the most expensive first."""
    return {
        "book": found.book,
        "house_way": main_plain(found.house_way),
        "best": main_plain(found.best),
        "cost": fraction(found.cost),
        "cost_float": float(found.cost),
        "clauses": [
            {
                "clause": clause.cite,
                **_given_up(clause),
                "worst": _set_better(clause.worst) if clause.worst else None,
                "examples": [_set_better(example) for example in clause.examples],
            }
            for clause in found.clauses
        ],
    }


def clause_cost_plain(clause: ClauseCost, limit: int = 0) -> Plain:
    """What one clause costs, with the shapes that could be set better: all of them, or the most expensive."""
    shapes = clause.shapes[:limit] if limit else clause.shapes
    return {
        "clause": clause.cite,
        **_given_up(clause),
        "number_of_shapes": len(clause.shapes),
        "shapes": [{"shape": s.shape, **_given_up(s), "worst": _set_better(s.worst)} for s in shapes],
    }


def _given_up(found: ClauseCost | ShapeCost) -> Plain:
    return {
        "hands": found.hands,
        "different": found.different,
        "won": found.won,
        "lost": found.lost,
        "cost": fraction(found.cost),
        "cost_float": float(found.cost),
    }


def _set_better(found: SetBetter) -> Plain:
    return {
        "hand": [card.text for card in found.hand],
        "low": [card.text for card in found.low],
        "best_low": [card.text for card in found.best_low],
        "cost": fraction(found.cost),
        "cost_float": float(found.cost),
    }


def strategy_plain(found: ShortStrategy) -> Plain:
    """A short strategy: its rules in order, and what it costs compared with best play."""
    cost = found.odds.house_edge - found.best.house_edge
    return {
        "book": found.base.id,
        "strategy": found.book.id,
        "seed": found.seed,
        "rounds": found.rounds,
        "rules": [
            {
                "clause": clause.cite,
                "when": str(clause.when),
                "permits": str(clause.low),
                "exception_to": list(clause.exception_to),
            }
            for clause in found.clauses
        ],
        "odds": main_plain(found.odds),
        "best": main_plain(found.best),
        "house_way": main_plain(found.house_way),
        "cost": fraction(cost),
        "cost_float": float(cost),
    }


def costs_plain(found: Costs) -> Plain:
    """What the hands two books set differently cost."""
    return {
        "edges": [{"player_book": e.player, "dealer_book": e.dealer, **main_plain(e.odds)} for e in found.edges],
        "pairs": [
            {
                "clauses": list(pair.clauses),
                "hands": pair.hands,
                "cost": fraction(pair.cost),
                "cost_float": float(pair.cost),
                "each": fraction(pair.each),
                "each_float": float(pair.each),
            }
            for pair in found.pairs
        ],
    }


def main_plain(main: MainOdds) -> Plain:
    """The main wager."""
    return {
        "player": main.player,
        "deals": main.deals,
        "win": main.win,
        "standoff": main.standoff,
        "lose": main.lose,
        **_wager(main),
    }


def _side(side: SideOdds) -> Plain:
    """A side wager: its default pay table, then all of them by name."""
    found: Plain = {"judged": side.judged, **_pay_table(side.pay_tables[0])}
    if len(side.pay_tables) > 1:
        found["pay_tables"] = {pays.name: _pay_table(pays) for pays in side.pay_tables}
    if side.envy_not_counted:
        found["envy_not_counted"] = side.envy_not_counted
    if side.envy:
        found["envy"] = [
            {"others": envy.others, "cents": fraction(envy.cents), "cents_float": float(envy.cents)}
            for envy in side.envy
        ]
    return found


def _pay_table(pays: PayTableOdds) -> Plain:
    return {
        "pay_table": pays.name,
        "hands": pays.hands,
        "lines": [
            {
                "name": line.name,
                "hands": line.hands,
                "pays": line.pays,
                "return": fraction(pays.share(line)),
                "return_float": float(pays.share(line)),
            }
            for line in pays.lines
        ],
        "losing": pays.losing,
        **_wager(pays),
    }


def _wager(wager: MainOdds | PayTableOdds) -> Plain:
    return {
        "house_edge": fraction(wager.house_edge),
        "house_edge_float": float(wager.house_edge),
        "variance": float(wager.variance),
        "variance_exact": fraction(wager.variance),
        "hit_rate": fraction(wager.hit_rate),
        "hit_rate_float": float(wager.hit_rate),
    }
