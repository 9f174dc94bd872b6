"""Cards drawn for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from houseway.cards.card import SUIT_SYMBOLS, Card


def high_to_low(cards: Sequence[Card]) -> list[Card]:
    """Cards in the order they are laid out: the Joker first, then from the Ace down.

    >>> high_to_low([Card("2c"), Card("Ad"), Card("Jk")])
    [Card('Jk'), Card('Ad'), Card('2c')]
    """
    return sorted(cards, key=lambda card: -card.index)


def in_groups(cards: Sequence[Card]) -> list[Card]:
    """Cards as people sort a hand: equal ranks together and larger groups first, the Joker with the Aces.

    >>> from houseway.cards.card import read_cards
    >>> in_groups(read_cards("Kd 9c Ah 9s Jk"))
    [Card('Jk'), Card('Ah'), Card('9s'), Card('9c'), Card('Kd')]
    """
    ordered = high_to_low(cards)
    ranks = ["A" if card.suit is None else card.text[0] for card in ordered]
    places = sorted(range(len(ordered)), key=lambda at: (-ranks.count(ranks[at]), at))
    return [ordered[at] for at in places]


def drawn(cards: Sequence[Card], *, numbered: bool = False) -> Text:
    """Cards side by side as boxes, numbered when the player must choose.

    >>> print(drawn([Card("Td"), Card("Jk")]).plain)
    ╭────╮╭────╮
    │ 10 ││ Jo │
    │ ♦  ││ ★  │
    ╰────╯╰────╯
    """
    lines = _lines(cards)
    if numbered:
        lines.append(Text("".join(f"  {number:<4}" for number in range(1, len(cards) + 1)), style="dim"))
    return Text("\n").join(lines)


def drawn_set(high: Sequence[Card], low: Sequence[Card]) -> Text:
    """A set hand: its high hand and its low hand side by side, each from high to low.

    >>> print(drawn_set([Card("9c")], [Card("8d")]).plain.replace(" \\n", "\\n"))
    ╭────╮  ╭────╮
    │ 9  │  │ 8  │
    │ ♣  │  │ ♦  │
    ╰────╯  ╰────╯
     high    low
    """
    lines = [Text("  ").join(pair) for pair in zip(_lines(high_to_low(high)), _lines(high_to_low(low)), strict=True)]
    captions = f"{'high':^{6 * len(high)}}  {'low':^{6 * len(low)}}"
    return Text("\n").join([*lines, Text(captions, style="dim")])


def _lines(cards: Sequence[Card]) -> list[Text]:
    faces = [_face(card) for card in cards]
    return [
        Text.assemble(
            *((("╭────╮", f"│ {rank:<2} │", f"│ {suit:<2} │", "╰────╯")[line], style) for rank, suit, style in faces)
        )
        for line in range(4)
    ]


def _face(card: Card) -> tuple[str, str, str]:
    if card.suit is None:
        return "Jo", "★", "bold yellow"
    return card.text[0].replace("T", "10"), SUIT_SYMBOLS[card.suit], "bold red" if card.suit in (1, 2) else "bold"
