"""Cards drawn for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from houseway.cards.card import SUIT_SYMBOLS, Card


def drawn(cards: Sequence[Card], *, numbered: bool = False, face_down: int = 0) -> Text:
    """Cards side by side as boxes, with numbers below them where a choice is asked for.

    >>> print(drawn([Card("Td"), Card("Jk")]).plain)
    ╭────╮╭────╮
    │ 10 ││ Jo │
    │ ♦  ││ ★  │
    ╰────╯╰────╯
    """
    faces = [_face(card) for card in cards] + [("░░", "░░", "dim")] * face_down
    text = Text()
    for line in range(4):
        for rank, suit, style in faces:
            part = ("╭────╮", f"│ {rank:<2} │", f"│ {suit:<2} │", "╰────╯")[line]
            text.append(part, style=style)
        text.append("\n" if line < 3 or numbered else "")
    if numbered:
        text.append("".join(f"  {number:<4}" for number in range(1, len(cards) + 1)), style="dim")
    return text


def _face(card: Card) -> tuple[str, str, str]:
    if card.suit is None:
        return "Jo", "★", "bold yellow"
    return card.text[0].replace("T", "10"), SUIT_SYMBOLS[card.suit], "bold red" if card.suit in (1, 2) else "bold"
