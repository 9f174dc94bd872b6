"""How a book's game is played, in a few lines for somebody who has never played it.

Here: the lines, each made from the book's own facts. Not here: the page for the pit (`page`), limits of wagers, which
belong to a table, or any rule: who wins is in `comparison`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from houseway.rulebook.comparison import BY_HANDS_WON, Result
from houseway.rulebook.page import bank_words, push_words
from houseway.rulebook.procedure import Act
from houseway.rulebook.rulebook import Rulebook

_NUMBERS = {2: "two", 3: "three", 5: "five", 7: "seven"}
_WON = ("neither", "one", "both")


class Step(NamedTuple):
    """A step of a round: its heading, and what happens in sentences."""

    title: str
    says: str


def how_to_play(book: Rulebook) -> tuple[Step, ...]:
    """The steps of a round, in order.

    >>> import houseway.books
    >>> for step in how_to_play(houseway.books.get("five-card"))[2:4]:
    ...     print(f"{step.title}: {step.says}")
    Set two hands: A high hand of three and a low hand of two. The high hand must not rank below the low hand.
    Compare: Your high hand plays the dealer's high hand, your low hand the dealer's low hand. A tie goes to the dealer.
    """
    return tuple(Step(title, " ".join(sentences)) for title, sentences in _steps(book))


def _steps(book: Rulebook) -> Iterator[tuple[str, list[str]]]:
    low = book.dealt - book.high_size
    bet = [f"Bet on the {book.main.name}."]
    if book.side_wagers:
        bet.append(f"Side wagers, if you like: {_listed([side.name for side in book.side_wagers])}.")
    yield "Bet", bet
    deal = [f"You and the dealer each get {_NUMBERS[book.dealt]} cards from {_deck(book)}."]
    if book.deck.joker:
        deal.append("The Joker completes a straight or a flush, and is an Ace otherwise.")
    if book.procedure.dealer_exposed:
        deal.append("The dealer's hand is face up, and set before yours.")
    yield "Get your cards", deal
    yield (
        "Set two hands",
        [
            f"A high hand of {_NUMBERS[book.high_size]} and a low hand of {_NUMBERS[low]}.",
            "The high hand must not rank below the low hand.",
        ],
    )
    yield (
        "Compare",
        [
            "Your high hand plays the dealer's high hand, your low hand the dealer's low hand.",
            f"A {book.procedure.copy_word} goes to the dealer.",
        ],
    )
    yield (
        "Win, lose or push",
        [_result(book, won) for won in (2, 1, 0)] + [f"It is {each}." for each in push_words(book)],
    )
    more = []
    if book.procedure.permission(Act.CONCEDE) is not None:
        more.append("Once the dealer's hand is shown you may concede instead of comparing.")
    if book.procedure.banking is not None:
        more.append(_sentence(bank_words(book.procedure.banking)))
    if more:
        yield "You may also", more


def _deck(book: Rulebook) -> str:
    return f"a deck of {book.deck.size}{', one of them the Joker' if book.deck.joker else ''}"


def _result(book: Rulebook, won: int) -> str:
    main = book.main
    if BY_HANDS_WON[won] is Result.WIN:
        less = f", less {100 * float(main.commission):g}% commission" if main.commission else ""
        return f"Win {_WON[won]} and you win {main.pays} to 1{less}."
    if BY_HANDS_WON[won] is Result.STANDOFF:
        return f"Win {_WON[won]} and it is a {main.standoff_word}: your bet comes back."
    return f"Win {_WON[won]} and you lose."


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:] + ("" if words.endswith(".") else ".")
