"""`houseway set`: one hand from the command line, or a hand on each line of standard input.

One hand of a shipped book is usually answered before this module is even imported (`quick`). Here the book itself
answers, and writes the file that makes the next hand quick.
"""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from houseway.cards.card import CARDS, show_cards
from houseway.cli import quick_book
from houseway.cli.console import BookName, Json, err
from houseway.cli.set_answer import LIST, json_end, json_head, print_setting
from houseway.cli.styles import complain, print_json, print_wrapped, styled, styled_cards
from houseway.errors import BadBook, BadCards, HousewayError

if TYPE_CHECKING:
    from houseway.rulebook.rulebook import Rulebook

_WRITTEN = {card.text: card.index for card in CARDS}
_READ_AT_ONCE = 1 << 20
_WORTH_COMPILING = 300_000
"""After about as many hands as there are shapes it pays to run the clauses over the shapes instead."""


def set_hands(
    book: BookName,
    hand: Annotated[
        list[str] | None, typer.Argument(help="The cards. Without them: one hand per line from standard input.")
    ] = None,
    *,
    why: Annotated[bool, typer.Option("--why", help="Show every clause that applies, and what overrides it.")] = False,
    json: Json = False,
) -> None:
    """Set a hand the house way and show the clause that decided it.

    Example: `houseway set mbs-v4 "Kc Qh 9s 6h 4c 3d 2s"`

    Cards are written Ac, Td or 10d, A♣; the Joker is Jk or @.

    Many hands: `houseway set mbs-v4 --json < hands.txt`
    """
    written = " ".join(hand or ())
    from houseway import books

    rulebook = books.get(book)
    if not hand:
        if not _all_lines(rulebook, why=why, json=json):
            raise typer.Exit(1)
        return
    _one(rulebook, written, why=why, json=json)
    if book in books.names():
        sys.stdout.flush()
        quick_book.keep(rulebook)


def _one(book: Rulebook, written: str, *, why: bool, json: bool) -> None:
    setting = book.set(written)
    if json:
        from houseway.rulebook.plain import setting_plain

        print_json(setting_plain(book, setting, why=why))
        return
    print_setting(setting, {ruling.id: f"{ruling.point}: {ruling.decision}" for ruling in book.rulings}, book.wheel)
    if why:
        _print_reasons(book, written)


def _print_reasons(book: Rulebook, written: str) -> None:
    print()
    for reason in book.why(written):
        fate = f"overridden by {' and '.join(reason.overridden_by)}" if reason.overridden_by else "decides"
        print(f"{styled(reason.clause.cite, 'bold')}: {fate}")
        print_wrapped("  hands meant: ", str(reason.clause.when))
        print_wrapped("  low hand permitted: ", str(reason.clause.low))
        print(f"  {styled_cards(reason.low)} {'would be' if reason.overridden_by else 'is'} low")


def _all_lines(book: Rulebook, *, why: bool, json: bool) -> bool:
    """Answer every line of standard input and report bad ones by their number; whether all were good."""
    if sys.stdin is None:
        raise BadCards("no hand was given, and standard input is closed")
    if sys.stdin.isatty():
        err.print("One hand per line; Ctrl-D ends.")
    good, first, answered = True, 1, 0
    for lines in _line_groups():
        hands: list[list[int]] = []
        numbers: list[int] = []
        for number, line in enumerate(lines, first):
            if not line.strip(" \t\r\ufeff"):
                continue
            try:
                hands.append(_read(book, line))
                numbers.append(number)
            except HousewayError as error:
                good = _bad_line(number, error)
        first += len(lines)
        answered += len(hands)
        compiled = answered > _WORTH_COMPILING
        if why:
            good = _each(book, hands, numbers, json=json) and good
        elif hands:
            try:
                sys.stdout.write(_answers(book, hands, compiled=compiled, json=json))
            except BadBook:  # the book cannot set one of them: answer the others
                good = _one_by_one(book, hands, numbers, json=json) and good
        sys.stdout.flush()
    return good


def _bad_line(number: int, error: HousewayError) -> bool:
    sys.stdout.flush()
    complain(f"line {number}: {error}")
    return False


def _each(book: Rulebook, hands: list[list[int]], numbers: list[int], *, json: bool) -> bool:
    """Answer hands with their reasons, each under its cards."""
    good = True
    for hand, number in zip(hands, numbers, strict=True):
        written = show_cards([CARDS[index] for index in hand])
        try:
            if not json:
                print(written)
            _one(book, written, why=True, json=json)
            if not json:
                print()
        except HousewayError as error:
            good = _bad_line(number, error)
    return good


def _one_by_one(book: Rulebook, hands: list[list[int]], numbers: list[int], *, json: bool) -> bool:
    good = True
    for hand, number in zip(hands, numbers, strict=True):
        try:
            sys.stdout.write(_answers(book, [hand], compiled=False, json=json))
        except HousewayError as error:
            good = _bad_line(number, error)
    return good


def _line_groups() -> Iterator[list[str]]:
    """Lines as they arrive: an answer never waits for more input than its own line."""
    pending = b""
    while part := _read_what_is_there():
        *lines, pending = (pending + part).split(b"\n")
        if lines:
            yield [line.decode(errors="replace") for line in lines]
    if pending:
        yield [pending.decode(errors="replace")]


def _read_what_is_there() -> bytes:
    """Wait for input, then take all that is ready, up to a megabyte; nothing at its end."""
    source = sys.stdin.fileno()
    parts = [os.read(source, _READ_AT_ONCE)]
    while parts[-1] and sum(map(len, parts)) < _READ_AT_ONCE and select.select([source], [], [], 0.002)[0]:
        parts.append(os.read(source, _READ_AT_ONCE))
    return b"".join(parts)


def _read(book: Rulebook, line: str) -> list[int]:
    """A hand from a line; plain notation is looked up, anything else is left to the book."""
    try:
        hand = [_WRITTEN[word] for word in line.split()]
    except KeyError:
        hand = []
    if len(hand) != book.dealt or len(set(hand)) != book.dealt or not book.deck.has(hand):
        return [card.index for card in book.read_hand(line)]
    return hand


def _answers(book: Rulebook, hands: list[list[int]], *, compiled: bool, json: bool) -> str:
    import numpy as np

    from houseway.rulebook.hands import places_of_low

    texts = np.array([card.text for card in CARDS], dtype=object)
    rows = np.array(hands, dtype=np.uint8)
    ordered, settings = book.set_many(rows) if compiled else book.set_each(rows)
    low_places = np.array(places_of_low(book.dealt))[:, ::-1]
    high_places = np.array(
        [[p for p in reversed(range(book.dealt)) if p not in low] for low in places_of_low(book.dealt)]
    )
    lows = texts[np.take_along_axis(ordered, low_places[settings.split], axis=1)].tolist()
    highs = texts[np.take_along_axis(ordered, high_places[settings.split], axis=1)].tolist()
    clauses = settings.clause.tolist()
    if not json:
        cites = [clause.cite for clause in book.clauses]
        return "".join(
            f"{' '.join(low)} | {' '.join(high)} | {cites[clause]}\n"
            for low, high, clause in zip(lows, highs, clauses, strict=True)
        )
    ends = [json_end(clause.cite, clause.rulings) for clause in book.clauses]
    head = json_head(book.id)
    given = texts[rows].tolist()
    return "".join(
        f'{head}{LIST.join(hand)}"],"low":["{LIST.join(low)}"],"high":["{LIST.join(high)}"]{ends[clause]}'
        for hand, low, high, clause in zip(given, lows, highs, clauses, strict=True)
    )
