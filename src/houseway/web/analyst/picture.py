"""A picture of an analysed hand to share: the book, the cards of the best setting, and what it is worth.

Here: the picture as SVG, with the drawings of its cards inside, so that it needs nothing else. Not here: the analysis
(`hand`), or the drawings themselves (`static/shared/cards.svg`).
"""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from houseway.cards.card import Card, draw_cards
from houseway.web.analyst.hand import AnalysedSetting, Analysis

WIDE, HIGH = 1200, 630
_EDGE, _CARD, _STEP = 64, 118, 128
_SPRITE = Path(__file__).resolve().parent.parent / "static" / "shared" / "cards.svg"
_RED, _BLACK = "#b8202c", "#1d2226"
_WIN, _PUSH, _LOSE = "#7fc8a9", "#5d6b70", "#c9776b"
_SANS = "Inter, 'Segoe UI', Roboto, 'DejaVu Sans', Arial, sans-serif"
_SERIF = "'Source Serif 4', Georgia, 'DejaVu Serif', serif"


def picture(found: Analysis, title: str) -> str:
    """The picture of an analysis, for a book with this title."""
    best = found.settings[found.best]
    parts = [
        _text(_EDGE, 84, title, size=34, font=_SERIF, colour="#cfe0cf"),
        _text(WIDE - _EDGE, 84, "Houseway", size=30, font=_SERIF, colour="#9dbcb0", anchor="end"),
        *_hand(best.high, _EDGE, 128),
        *_hand(best.low, WIDE - _EDGE - len(best.low) * _STEP + _STEP - _CARD, 128),
        _text(_EDGE, 332, best.high_name, size=24, colour="#ece9e1"),
        _text(WIDE - _EDGE, 332, best.low_name, size=24, colour="#ece9e1", anchor="end"),
        _text(_EDGE, 430, signed(best.ev), size=72, weight=700, colour="#ffffff"),
        _text(_EDGE, 466, "per unit bet", size=22, colour="#9dbcb0"),
        _text(WIDE - _EDGE, 586, f"against {_dealers(found)}", size=20, colour="#9dbcb0", anchor="end"),
        *_bar(best, found),
        *_played(found),
    ]
    drawings = "".join(_drawings(tuple(f"card-{card}" for card in (*best.high, *best.low))))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" '
        f'role="img" aria-label="{html.escape(_spoken(found))}"><defs>'
        '<radialGradient id="felt" cx="50%" cy="0%" r="110%"><stop offset="0" stop-color="#12544e"/>'
        f'<stop offset="0.65" stop-color="#0a3535"/><stop offset="1" stop-color="#062424"/></radialGradient>{drawings}'
        f'</defs><rect width="{WIDE}" height="{HIGH}" fill="url(#felt)"/>{"".join(parts)}</svg>'
    )


def signed(value: str) -> str:
    """A fraction as a value with its sign and four digits.

    >>> signed("21905681/44603900"), signed("-1/20"), signed("0/1")
    ('+0.4911', '−0.0500', '0.0000')
    """
    exact = Fraction(value)
    sign = "+" if exact > 0 else "\N{MINUS SIGN}" if exact < 0 else ""
    return f"{sign}{abs(float(exact)):.4f}"


def _dealers(found: Analysis) -> str:
    return "the dealer's hand" if found.deals == 1 else f"{found.deals:,} hands of the dealer"


def _spoken(found: Analysis) -> str:
    best = found.settings[found.best]
    return f"{draw(best.low)} low, {draw(best.high)} high: {signed(best.ev)} per unit bet, by {found.book}"


def draw(cards: tuple[str, ...]) -> str:
    """Cards with their suit symbols."""
    return draw_cards([Card(card) for card in cards])


def _text(
    x: float, y: float, words: str, *, size: int, colour: str, font: str = _SANS, weight: int = 400, anchor: str = ""
) -> str:
    end = f' text-anchor="{anchor}"' if anchor else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="{font}" font-size="{size}" font-weight="{weight}" '
        f'fill="{colour}"{end}>{html.escape(words)}</text>'
    )


def _hand(cards: tuple[str, ...], x: int, y: int) -> Iterator[str]:
    for place, card in enumerate(cards):
        colour = _RED if card[1] in "hd" else _BLACK
        yield (
            f'<g color="{colour}"><use href="#card-{card}" x="{x + place * _STEP}" y="{y}" width="{_CARD}" '
            f'height="{_CARD * 7 // 5}"/></g>'
        )


def _bar(best: AnalysedSetting, found: Analysis) -> Iterator[str]:
    x, width = 470.0, WIDE - _EDGE - 470
    names = (
        ("Win", best.win, _WIN),
        (found.standoff_word.capitalize(), best.standoff, _PUSH),
        ("Lose", best.lose, _LOSE),
    )
    for place, (name, deals, colour) in enumerate(names):
        part = width * deals / found.deals
        yield f'<rect x="{x:.2f}" y="388" width="{part:.2f}" height="36" fill="{colour}"/>'
        x += part
        left = 470 + place * width / 3
        yield f'<rect x="{left:.1f}" y="448" width="18" height="18" rx="4" fill="{colour}"/>'
        yield _text(left + 26, 465, f"{name} {deals / found.deals:.1%}", size=22, colour="#ece9e1")


def _played(found: Analysis) -> Iterator[str]:
    """What the house way and the setting that was played give up, a line each."""
    way = found.settings[found.house_way]
    best = found.house_way == found.best
    lines = ["The house way is the best setting." if best else f"House way: {draw(way.low)} low, {_given_up(way)}"]
    if found.played is not None:
        own = found.settings[found.played]
        lines.insert(0, f"Played: {draw(own.low)} low, {_given_up(own)}")
    for place, line in enumerate(lines):
        yield _text(_EDGE, 548 + 38 * place, line, size=26, colour="#ece9e1")


def _given_up(setting: AnalysedSetting) -> str:
    if not Fraction(setting.given_up):
        return "as good as any"
    return f"gives up {setting.given_up_float:.4f} ({setting.grade.value})"


@functools.cache
def _symbols() -> dict[str, str]:
    sprite = _SPRITE.read_text(encoding="utf-8")
    symbols = re.finditer(r'<symbol id="([^"]+)".*?</symbol>', sprite, re.DOTALL)
    paths = re.finditer(r'<path id="([^"]+)"[^>]*/>', sprite)
    return {found[1]: found[0] for found in (*symbols, *paths)}


def _drawings(ids: tuple[str, ...]) -> Iterator[str]:
    """The drawings with these ids, and those they are made of, each once."""
    waiting, seen = list(ids), set[str]()
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            drawing = _symbols()[one]
            waiting += re.findall(r'href="#([^"]+)"', drawing)
            yield drawing
