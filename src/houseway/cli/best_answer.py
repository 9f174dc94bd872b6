"""How `houseway best` answers, in text and in JSON.

This module loads neither a rulebook nor what reads the arguments or draws tables: `quick` answers the usual call
without them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from houseway.cards.card import Card, draw_cards, show_cards
from houseway.cli.styles import percent, print_json, styled, styled_cards, terminal_width, wrapped
from houseway.maths.plain import best_plain

if TYPE_CHECKING:
    from houseway.maths.play.weigh import Best, SettingOdds

_LAYOUTS = ((20, False), (10, False), (10, True), (0, True))
"""From the widest table to the narrowest: the letters of the bar, and whether everything else is short."""
_GAP = "  "


class _Cell:
    """A cell: its text, and the text in colours."""

    def __init__(self, text: str, shown: str = "", *, right: bool = False) -> None:
        self.text, self.shown, self.right = text, shown or text, right

    def padded(self, width: int) -> str:
        space = " " * (width - len(self.text))
        return space + self.shown if self.right else self.shown + space


def print_best(found: Best, *, json: bool) -> None:
    """Every setting, best first, and what the house way costs."""
    if json:
        print_json(best_plain(found))
        return
    _print_table(found)
    dealer = "the dealer" if found.dealer == found.book else f"the dealer of {found.dealer}"
    deals = f"{found.deals:,} hands" if found.deals != 1 else "one hand"
    for line in wrapped(f"against {deals} of {dealer}; value per unit wagered"):
        print(styled(line, "dim"))
    cost = f"The house way costs {percent(found.cost)} of the wager here: {found.cost}."
    for line in wrapped(cost if found.cost else "The house way is best here."):
        print(line)


def _print_table(found: Best) -> None:
    """The widest table that fits the terminal; if none fits, the narrowest, without cutting it."""
    space = terminal_width()
    for bar, short in _LAYOUTS:
        rows = [_header(bar), *_rows(found, bar, short=short)]
        widths = [max(len(row[i].text) for row in rows) for i in range(len(rows[0]))]
        if sum(widths) + len(_GAP) * (len(widths) - 1) <= space:
            break
    for row in rows:
        print(_GAP.join(cell.padded(width) for cell, width in zip(row, widths, strict=True)))


def _header(bar: int) -> list[_Cell]:
    names = [_Cell(name, styled(name, "dim")) for name in ("Low", "High")]
    names += [_Cell(name, styled(name, "dim"), right=True) for name in ("Win", "Standoff", "Lose", "Value")]
    return names + [_Cell("")] * (2 if bar else 1)


def _rows(found: Best, bar: int, *, short: bool) -> Iterator[list[_Cell]]:
    """Every setting, with a bar of so many letters or none; `short` in fewer letters."""
    words = ("best", "house" if short else "house way")
    for number, setting in enumerate(found.settings):
        marks = ", ".join(
            word for word, here in zip(words, (found.best, found.house_way), strict=True) if here == number
        )
        counts = (f"{count:,}" for count in (setting.win, setting.standoff, setting.lose))
        value = f"{float(setting.ev):+.{4 if short else 6}f}"
        yield [
            _cards(setting.low, short=short),
            _cards(setting.high, short=short),
            *(_Cell(text, right=True) for text in (*counts, value)),
            *([_bar(setting, bar)] if bar else []),
            _Cell(marks, styled(marks, "bold")),
        ]


def _cards(cards: Sequence[Card], *, short: bool) -> _Cell:
    return _Cell(show_cards(cards)) if short else _Cell(draw_cards(cards), styled_cards(cards))


def _bar(setting: SettingOdds, width: int) -> _Cell:
    """The deals won, stood off and lost, as parts of one bar."""
    win = round(width * setting.win / setting.deals)
    lose = min(round(width * setting.lose / setting.deals), width - win)
    parts = (("█" * win, "green"), ("░" * (width - win - lose), "bright_black"), ("▒" * lose, "red"))
    return _Cell("".join(text for text, _ in parts), "".join(styled(text, style) for text, style in parts))
