"""Text in the terminal without `rich`, for commands that must start quickly.

Here: styled text, lines wrapped to the terminal, JSON, and complaints. Not here: tables (`console`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fractions import Fraction

    from houseway.cards.card import Card

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "bright_black": "90"}


def complain(sentence: object) -> None:
    """One sentence on standard error about something that went wrong."""
    sys.stderr.write(f"houseway: {sentence}\n")


def styled(text: str, style: str) -> str:
    """Text in a style such as `bold red`, if standard output is a terminal that shows it."""
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") in ("dumb", "unknown")
    if not text or plain or not sys.stdout.isatty():
        return text
    return f"\x1b[{';'.join(_CODES[word] for word in style.split())}m{text}\x1b[0m"


def card_style(card: Card) -> str:
    """The style of a card: the colour of its suit."""
    return "bold yellow" if card.suit is None else "bold red" if card.suit in (1, 2) else "bold"


def styled_cards(cards: Sequence[Card]) -> str:
    """Cards in the colours of their suits."""
    return " ".join(styled(card.symbol, card_style(card)) for card in cards)


def terminal_width() -> int:
    """How many characters fit on a line: $COLUMNS, else the terminal of any standard stream, else 80."""
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given):
        return int(given)
    for stream in range(3):
        try:
            return os.get_terminal_size(stream).columns or 80
        except OSError:
            continue
    return 80


def wrapped(text: str, indent: int = 0) -> list[str]:
    """Text as lines that fit the terminal, all but the first indented; one line where there is no terminal."""
    if not sys.stdout.isatty() or len(text) <= (width := terminal_width()):
        return [text]
    import textwrap

    return textwrap.wrap(text, max(width, indent + 20), subsequent_indent=" " * indent, break_on_hyphens=False)


def print_wrapped(label: str, text: str) -> None:
    """A line with a dim label, wrapped to the width of the terminal and indented below its text."""
    first, *more = wrapped(f"{label}{text}", len(label)) or [label]
    print(styled(label, "dim") + first[len(label) :])
    for line in more:
        print(line)


def percent(value: Fraction, places: int = 4) -> str:
    """A share of one as a percentage.

    >>> from fractions import Fraction
    >>> percent(Fraction(1, 20))
    '5.0000%'
    """
    return f"{float(value):.{places}%}"


def print_json(value: Any) -> None:
    """One JSON object on a line."""
    import msgspec

    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")
