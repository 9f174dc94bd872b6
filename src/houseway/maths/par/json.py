"""A PAR sheet as JSON.

Here: the names of fields and how figures are written. Not here: the figures (`sheet`).
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from houseway.maths.count.rulings import Weighed
from houseway.maths.par.sheet import CONFIDENCES, VOLATILITY, ParSheet, ParWager


def as_json(sheet: ParSheet) -> bytes:
    """The sheet as JSON: integers, and fractions as "p/q" with a float next to each."""
    written = {
        "houseway": sheet.houseway,
        "book": sheet.book,
        "digest": sheet.digest,
        "game": {
            "title": sheet.source.title,
            "version": sheet.source.version,
            "house": sheet.source.house,
            "effective": sheet.source.effective,
        },
        "deck": sheet.deck,
        "dealt": sheet.dealt,
        "high": sheet.high,
        "low": sheet.low,
        "hands": sheet.hands,
        "deals": sheet.deals,
        "player": sheet.player,
        "volatility_index": {"standard_deviations": VOLATILITY},
        "confidence": [{"percent": percent, "standard_deviations": z} for percent, z in CONFIDENCES],
        "wagers": [_wager_as_json(wager) for wager in sheet.wagers],
        "envy": [
            {"wager": one.key, "others": of.others, **_exact("cents", of.cents)}
            for one in sheet.envy
            for of in one.odds
        ],
        "rulings": [_ruling_as_json(one) for one in sheet.rulings],
    }
    return msgspec.json.format(msgspec.json.encode(written), indent=2) + b"\n"


def _exact(name: str, value: Fraction) -> dict[str, object]:
    return {name: f"{value.numerator}/{value.denominator}", f"{name}_float": float(value)}


def _wager_as_json(wager: ParWager) -> dict[str, object]:
    return {
        "wager": wager.key,
        "name": wager.name,
        "pay_table": wager.pay_table,
        "combinations": wager.combinations,
        "lines": [
            {
                "name": line.name,
                "combinations": line.combinations,
                **_exact("probability", line.probability),
                **_exact("net", line.net),
                **_exact("return", line.returned),
                **({"envy_cents": line.envy} if line.envy else {}),
            }
            for line in wager.lines
        ],
        **_exact("return", wager.returns),
        **_exact("house_edge", wager.house_edge),
        **_exact("hit_rate", wager.hit_rate),
        **_exact("variance", wager.variance),
        "standard_deviation": wager.standard_deviation,
        "volatility_index": wager.volatility_index,
        "bands": [
            {"rounds": band.rounds, "confidence": band.confidence, "low": band.low, "high": band.high}
            for band in wager.bands
        ],
    }


def _ruling_as_json(one: Weighed) -> dict[str, object]:
    readings = []
    for way in one.readings:
        shown: dict[str, object] = {"alternative": way.says}
        if way.effect is not None:
            shown["hands_moved"] = way.effect.moved
            shown |= _exact("house_edge", way.effect.house_edge) | _exact("change", way.effect.change)
        readings.append(shown)
    return {
        "ruling": one.ruling.id,
        "point": one.ruling.point,
        "decision": one.ruling.decision,
        "alternatives": readings,
    }
