"""Text in the terminal without `rich`, for commands that must start quickly.

Here: styled text, lines wrapped to the terminal, and complaints. Not here: tables (`console`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from houseway.cards.card import Card

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "bright_black": "90"}


def complain(sentence: object) -> None:
    """One sentence on standard error about something that went wrong."""
    sys.stderr.write(f"houseway: {sentence}\n")


def styled(text: str, style: str) -> str:
    """Text in a style such as `bold red`, if standard output is a terminal that shows it."""
    if not text or not sys.stdout.isatty() or "NO_COLOR" in os.environ:
        return text
    return f"\x1b[{';'.join(_CODES[word] for word in style.split())}m{text}\x1b[0m"


def card_style(card: Card) -> str:
    """The style of a card: the colour of its suit."""
    return "bold yellow" if card.suit is None else "bold red" if card.suit in (1, 2) else "bold"


def styled_cards(cards: Sequence[Card]) -> str:
    """Cards in the colours of their suits."""
    return " ".join(styled(card.symbol, card_style(card)) for card in cards)


def print_wrapped(label: str, text: str) -> None:
    """A line with a dim label, wrapped to the width of the terminal."""
    import shutil
    import textwrap

    width = shutil.get_terminal_size().columns
    if len(label) + len(text) <= width:
        print(styled(label, "dim") + text)
        return
    first, *more = textwrap.wrap(f"{label}{text}", width, break_on_hyphens=False, drop_whitespace=True) or [label]
    print(styled(label, "dim") + first[len(label) :])
    for line in more:
        print(line)
