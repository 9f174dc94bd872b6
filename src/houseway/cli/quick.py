"""The usual `houseway set BOOK CARDS` and `houseway best BOOK CARDS` answered at once.

Reading arguments properly means importing far more than the answer needs. Here: recognising the plainest calls and
answering them. Anything else (another option, a book file, a mistake) is left to `app`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NamedTuple

JSON = "--json"
COMMANDS = {"set": (), "best": ("--dead", "--dealer", "--dealer-cards")}
"""The commands answered here, and their options that take a value."""


class Asked(NamedTuple):
    """A call as it was written."""

    command: str
    book: str
    hand: str
    json: bool
    options: dict[str, str]


def answered(words: Sequence[str]) -> bool:
    """Answer a plain call for one hand of a shipped book; whether that was possible."""
    asked = read(words)
    if asked is None:
        return False
    return _set(asked) if asked.command == "set" else _best(asked)


def read(words: Sequence[str]) -> Asked | None:
    """The call these words are, if it is a plain one.

    >>> read(["best", "mbs-v4", "Ac", "Kd", "--dead", "Ah @", "--json"])
    Asked(command='best', book='mbs-v4', hand='Ac Kd', json=True, options={'--dead': 'Ah @'})
    """
    given: list[str] = []
    options: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if word in COMMANDS.get(words[0], ()):
            value = next(rest, "-")
            if word in options or value.startswith("-"):
                return None
            options[word] = value
        elif word != JSON:
            given.append(word)
    if len(given) < 3 or given[0] not in COMMANDS or any(word.startswith("-") for word in given):
        return None
    return Asked(given[0], given[1], " ".join(given[2:]), JSON in words, options)


def _set(asked: Asked) -> bool:
    from houseway.cli import quick_book

    book = quick_book.find(asked.book)
    setting = book.set(asked.hand) if book else None
    if book is None or setting is None:
        return False
    from houseway.cli.set_answer import json_line, print_setting

    if asked.json:
        sys.stdout.write(json_line(setting))
    else:
        print_setting(setting, book.decisions, book.wheel)
    return True


def _best(asked: Asked) -> bool:
    from houseway.cli import quick_book

    name = asked.options.get("--dealer") or asked.book
    book = quick_book.find(asked.book)
    dealer = book if name == asked.book else quick_book.find(name)
    if book is None or dealer is None:
        return False
    from houseway.cli.quick_best import weighed

    dead, dealer_cards = (asked.options.get(option, "") for option in ("--dead", "--dealer-cards"))
    found = weighed(book, dealer, asked.hand, dead=dead, dealer_cards=dealer_cards)
    if found is None:
        return False
    from houseway.cli.best_answer import print_best

    print_best(found, json=asked.json)
    return True
