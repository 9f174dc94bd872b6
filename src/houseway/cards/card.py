"""One card, and cards as people write them.

Here: the 53 cards, their notation, and reading a line of cards. Not here: what a hand is worth (`ranking`) or how
many cards a book deals (`rulebook`).

These notations all read the same: `Ac`, `A♣`, `10d`, `Td`, `10♦`; the Joker `Jk` or `@`. Houseway prints `Ac`,
`Td`, `Jk`, and draws `A♣`, `10♦`, `Joker` for people to read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from houseway.errors import BadCards, shortened

RANKS: Final = tuple(range(2, 15))
"""2 to 14; an Ace is 14."""
ACE, KING, QUEEN, JACK, TEN = 14, 13, 12, 11, 10
RANK_LETTERS: Final = "23456789TJQKA"
SUIT_LETTERS: Final = "cdhs"
SUIT_SYMBOLS: Final = "♣♦♥♠"
_RANK_WORDS: Final = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip


def rank_word(rank: int) -> str:
    """The rank in words.

    >>> rank_word(12), rank_word(6)
    ('queen', 'six')
    """
    return _RANK_WORDS[rank - 2]


def rank_words(rank: int) -> str:
    """The plural of a rank, in words.

    >>> rank_words(12), rank_words(6)
    ('queens', 'sixes')
    """
    word = rank_word(rank)
    return word + ("es" if word == "six" else "s")


class Card:
    """One of the 53 cards. There is one object per card, so `is` and `==` agree.

    `index` orders the deck: 2♣ is 0, 2♦ 1, 2♥ 2, 2♠ 3, 3♣ 4 ... A♠ 51, and the Joker 52.

    >>> Card("10d"), Card("T♦").index, Card("@").rank
    (Card('Td'), 33, 14)
    """

    __slots__ = ("index", "rank", "suit", "text")
    index: int
    rank: int
    suit: int | None
    text: str
    _written: ClassVar[dict[str, Card]] = {}

    def __new__(cls, written: str) -> Card:
        """Read one card in any notation."""
        if not isinstance(written, str):
            raise BadCards(f"{written!r} is not a card")
        card = cls._written.get(written)
        if card is None:
            card = cls._written.get(written.strip().replace("\ufe0f", "").upper())
        if card is None:
            raise BadCards(f"{shortened(written)!r} is not a card; write Ac, Td or 10d, A♣, and Jk or @ for the Joker")
        return card

    @property
    def is_joker(self) -> bool:
        """Whether this is the Joker."""
        return self.suit is None

    @property
    def symbol(self) -> str:
        """The card with its suit symbol.

        >>> Card("Td").symbol, Card("@").symbol
        ('10♦', 'Joker')
        """
        if self.suit is None:
            return "Joker"
        return self.text[0].replace("T", "10") + SUIT_SYMBOLS[self.suit]

    @property
    def name(self) -> str:
        """The card as it is read aloud.

        >>> Card("Td").name
        'ten of diamonds'
        """
        if self.suit is None:
            return "Joker"
        return f"{rank_word(self.rank)} of {('clubs', 'diamonds', 'hearts', 'spades')[self.suit]}"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.text,)


JOKER_INDEX: Final = 52
"""The Joker's number, one above the highest natural card's."""


def _print_deck() -> tuple[Card, ...]:
    deck = []
    for index in range(JOKER_INDEX + 1):
        card = object.__new__(Card)
        card.index = index
        if index == JOKER_INDEX:
            card.rank, card.suit, card.text = ACE, None, "Jk"
            spellings = ["JK", "@", "JOKER"]
        else:
            card.rank, card.suit = index // 4 + 2, index % 4
            letter = RANK_LETTERS[card.rank - 2]
            card.text = letter + SUIT_LETTERS[card.suit]
            ranks = [letter, "10"] if letter == "T" else [letter]
            spellings = [r + s for r in ranks for s in (SUIT_LETTERS[card.suit].upper(), SUIT_SYMBOLS[card.suit])]
        for spelling in [card.text, *spellings]:
            Card._written[spelling] = card
        deck.append(card)
    return tuple(deck)


CARDS: Final = _print_deck()
"""The 53 cards in the order of their index."""
JOKER: Final = CARDS[JOKER_INDEX]
_SEPARATORS: Final = re.compile(r"[\s,;]+")
_RUN_TOGETHER: Final = re.compile(r"(?:10|[2-9TJQKA])[CDHS♣♦♥♠]|JK|@", re.IGNORECASE)


def read_cards(written: str | Iterable[Card | str]) -> tuple[Card, ...]:
    """Read cards from a line, or from a sequence of cards or their notation.

    Spaces, commas or nothing at all may separate them.

    >>> read_cards("A♣, 10d @")
    (Card('Ac'), Card('Td'), Card('Jk'))
    >>> read_cards("AcTdJk") == read_cards(["Ac", Card("Td"), "Jk"])
    True
    """
    if not isinstance(written, Iterable):
        raise BadCards(f"write cards as text or give a list of them, not {shortened(repr(written))}")
    if not isinstance(written, str):
        cards = tuple(card if isinstance(card, Card) else Card(card) for card in written)
    else:
        text = written.replace("\ufe0f", "").strip(" \t\r\n,;\ufeff")
        if not text:
            raise BadCards("no cards were given")
        parts: list[str] = []
        for part in _SEPARATORS.split(text):
            found = _RUN_TOGETHER.findall(part)
            parts += found if "".join(found) == part else [part]
        cards = tuple(Card(part) for part in parts)
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise BadCards(f"{card} appears twice in {shortened(show_cards(cards))!r}")
        seen.add(card)
    return cards


def show_cards(cards: Sequence[Card]) -> str:
    """Cards as Houseway prints them; `read_cards` reads them back.

    >>> show_cards(read_cards("A♣ 10♦ @"))
    'Ac Td Jk'
    """
    return " ".join(card.text for card in cards)


def draw_cards(cards: Sequence[Card]) -> str:
    """Cards with their suit symbols, for people to read.

    >>> draw_cards(read_cards("Ac Td Jk"))
    'A♣ 10♦ Joker'
    """
    return " ".join(card.symbol for card in cards)
