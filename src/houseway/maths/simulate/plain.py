"""A simulation as plain values, ready for JSON.

Here: names of fields, the same as `maths.plain` uses for exact odds. Not here: playing, or any layout for people.
"""

from __future__ import annotations

from houseway.maths.plain import Plain, fraction
from houseway.maths.simulate.results import EnvyResult, Sample, Simulation, WagerResult


def simulation_plain(found: Simulation) -> Plain:
    """Every wager, by its key; a side wager under its first pay table, then under all of them by name."""
    wagers: Plain = {found.main.key: {"player": found.player, **_outcomes(found.main), **_wager(found.main)}}
    for key in dict.fromkeys(side.key for side in found.sides):
        tables = [side for side in found.sides if side.key == key]
        wagers[key] = _pay_table(tables[0])
        if len(tables) > 1:
            wagers[key]["pay_tables"] = {side.pay_table: _pay_table(side) for side in tables}
        envy = [_envy(one) for one in found.envy if one.key == key]
        if envy:
            wagers[key]["envy"] = envy
    return {
        "book": found.book,
        "digest": found.digest,
        "rounds": found.rounds,
        "positions": found.positions,
        "seed": found.seed,
        "wagers": wagers,
    }


def _outcomes(wager: WagerResult) -> Plain:
    return {outcome.name: outcome.deals for outcome in wager.outcomes}


def _pay_table(wager: WagerResult) -> Plain:
    *lines, losing = wager.outcomes
    return {
        "pay_table": wager.pay_table,
        "lines": [{"name": line.name, "hits": line.deals, "pays": int(line.net)} for line in lines],
        "losing": losing.deals,
        **_wager(wager),
    }


def _wager(wager: WagerResult) -> Plain:
    return {
        "wagers": wager.rounds * wager.positions,
        "house_edge": fraction(wager.house_edge),
        "house_edge_float": float(wager.house_edge),
        "exact_house_edge": None if wager.exact_edge is None else fraction(wager.exact_edge),
        "exact_house_edge_float": None if wager.exact_edge is None else float(wager.exact_edge),
        **_sample(wager),
    }


def _envy(envy: EnvyResult) -> Plain:
    return {
        "pay_table": envy.pay_table,
        "others": envy.positions - 1,
        "rounds_paid": envy.rounds_paid,
        "received": [{"name": name, "times": times} for name, times in envy.paid],
        "cents": fraction(envy.mean),
        "exact_cents": None if envy.expected is None else fraction(envy.expected),
        "exact_cents_float": None if envy.expected is None else float(envy.expected),
        **_sample(envy),
    }


def _sample(sample: Sample) -> Plain:
    """The average per unit bet, or received, with its standard error; None where there is no estimate."""
    return {
        "mean": float(sample.mean),
        "standard_error": sample.standard_error,
        "interval": None if sample.interval is None else list(sample.interval),
        "standard_errors": sample.standard_errors,
    }
