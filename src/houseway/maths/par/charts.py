"""The charts of a PAR sheet, as SVG.

Here: how charts look. Not here: which charts there are and their captions (`text`), or any figure.

The same sheet gives the same bytes: a fixed salt for names, no date, and none of the user's own matplotlib settings.
Text stays text, in the font of the page.
"""

from __future__ import annotations

import io
import logging
import textwrap
from typing import Any

from houseway.maths.par.sheet import CONFIDENCES, ROUNDS, ParSheet, ParWager
from houseway.maths.par.text import chart_name, percent

INK, FELT, SAND, BRICK, GRID = "#1d2624", "#0d4a45", "#c9c2b0", "#9c4a3c", "#e4dfd3"
_WIDE, _NARROW, _LEAST, _LINE = 3.7, 2.85, 2.1, 0.22
_MEASURED, _SHOWN = "DejaVu Serif", "'Libertinus Serif', Charter, Georgia, serif"
"""The font that comes with matplotlib, in which text is measured, and the page's fonts, in which it is shown."""
_LOOK = {
    "svg.hashsalt": "houseway",
    "svg.fonttype": "none",
    "font.family": _MEASURED,
    "font.size": 8.0,
    "text.color": INK,
    "axes.edgecolor": SAND,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
}
_NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}


def charts(sheet: ParSheet) -> dict[str, str]:
    """Every chart of a sheet as SVG, by its name."""
    import matplotlib

    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it would warn that the page's font is missing
    drawn = {}
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_LOOK)
        for wager in sheet.wagers:
            name, lines = chart_name(wager), [line for line in wager.lines if line.net > -1]
            height = max(_LEAST, _LINE * len(lines) + 0.5)
            if wager is sheet.main:
                drawn[f"{name}-outcomes"] = _outcomes(wager, height)
            else:
                drawn[f"{name}-returns"] = _returns(wager, height)
            drawn[f"{name}-bands"] = _bands(wager, height)
    return drawn


def _figure(width: float, height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def _svg(figure: Any) -> str:
    written = io.StringIO()
    figure.savefig(written, format="svg", metadata=_NO_METADATA, transparent=True)
    text = written.getvalue().replace(f"'{_MEASURED}'", _SHOWN)
    return text[text.index("<svg") :]  # without the declarations, which name outside addresses


def _outcomes(wager: ParWager, height: float) -> str:
    figure, axes = _figure(_WIDE, height)
    places = range(len(wager.lines))
    shares = [100 * float(line.probability) for line in wager.lines]
    axes.barh(list(places), shares, color=[FELT, SAND, BRICK], height=0.6)
    for place, line in zip(places, wager.lines, strict=True):
        axes.text(shares[place] + max(shares) * 0.02, place, f"{percent(line.probability, 3)}%", va="center")
    axes.set_yticks(list(places), [line.name for line in wager.lines])
    _sideways(axes, max(shares) * 1.2)
    return _svg(figure)


def _returns(wager: ParWager, height: float) -> str:
    figure, axes = _figure(_WIDE, height)
    lines = [line for line in wager.lines if line.net > -1]
    places = range(len(lines))
    worth = [100 * float(line.returned) for line in lines]
    axes.barh(list(places), worth, color=FELT, height=0.62)
    for place, line in zip(places, lines, strict=True):
        axes.text(worth[place] + max(worth) * 0.02, place, percent(line.returned, 4), va="center")
    names = [textwrap.fill(line.name, 26) for line in lines]
    axes.set_yticks(list(places), names, fontsize=7, linespacing=0.95)
    _sideways(axes, max(worth) * 1.22)
    return _svg(figure)


def _sideways(axes: Any, most: float) -> None:
    axes.set_xlim(0, most or 1)
    axes.invert_yaxis()
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x", color=GRID, linewidth=0.5)
    axes.set_axisbelow(True)


def _bands(wager: ParWager, height: float) -> str:
    figure, axes = _figure(_NARROW, height)
    steps = [round(10 ** (3 + step / 8)) for step in range(33)]  # more points than the table has, for a smooth curve
    for (confidence, z), colour in zip(reversed(CONFIDENCES), ("#c6d8d3", "#8fb3aa"), strict=True):
        bands = [wager.band(rounds, confidence, z) for rounds in steps]
        low, high = [100 * band.low for band in bands], [100 * band.high for band in bands]
        axes.fill_between(steps, low, high, color=colour, linewidth=0, label=f"{confidence}%")
    axes.axhline(100 * float(wager.returns), color=FELT, linewidth=1.0)
    axes.set_xscale("log")
    axes.set_xticks(ROUNDS, [f"10{'⁰¹²³⁴⁵⁶⁷⁸⁹'[len(str(rounds)) - 1]}" for rounds in ROUNDS])
    axes.minorticks_off()
    axes.set_xlim(ROUNDS[0], ROUNDS[-1])
    axes.set_xlabel("rounds")
    axes.grid(axis="y", color=GRID, linewidth=0.5)
    axes.set_axisbelow(True)
    axes.legend(frameon=False, loc="upper right")
    return _svg(figure)
