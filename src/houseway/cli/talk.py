"""Talking with a player in the terminal: messages, drawn cards and questions.

Here: questions and answers, in words or as JSON. Not here: the game (`game`).
"""

import re
import sys
import textwrap
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from houseway.cards.card import draw_cards, read_cards
from houseway.cli.console import err, out
from houseway.cli.draw import high_to_low
from houseway.cli.games import Leave
from houseway.cli.styles import print_json
from houseway.errors import HousewayError, Refused
from houseway.kept.debts import debts_of_round
from houseway.kept.debts import say as say_debt
from houseway.kept.tables import KeptTable
from houseway.money import money
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.transcript import cents
from houseway.table.view import event_for
from houseway.table.words import say

LEAVING: Final = ("q", "quit", "leave")
HELPING: Final = ("?", "help")
AT_EVERY_QUESTION: Final = "At every question Enter takes the answer in brackets, ? explains, and q leaves the table."


class Talk:
    """A player at a terminal, or a program that reads JSON."""

    def __init__(self, kept: KeptTable, player: c.Actor, *, json: bool) -> None:
        """A player at a table kept in the journal."""
        self.kept, self.book, self.player, self.json = kept, kept.book, player, json

    def say(self, event: e.Event) -> None:
        """Describe an event as the player may see it, or print it as JSON."""
        seen = event_for(self.kept.table, event, self.player)
        if seen is None:
            return
        if self.json:
            print_json(msgspec.to_builtins(seen))
        elif not isinstance(seen, e.HandDealt | e.RevealEnded):
            said = _in_words(self.book, seen)
            self.tell(textwrap.fill(said, out.width, initial_indent="  ", subsequent_indent="    "))

    def ask(self, command: c.Command, *, quiet: bool = False) -> None:
        """Give a command to the table and tell the player what happened."""
        for event in self.kept.ask(command).events:
            if self.json or not quiet:
                self.say(event)
        if isinstance(command, c.Settle):
            self._tell_debts(self.kept.table.round)

    def _tell_debts(self, number: int) -> None:
        """Tell the player what of their winnings went to what they owe."""
        for debt in debts_of_round(self.kept.journal, self.kept.name, (self.player.name,), number):
            self.show(msgspec.to_builtins(debt), f"  {say_debt(debt)}")

    def show(self, value: dict[str, Any], words: str) -> None:
        """Show something that is not an event, as JSON or in words."""
        if self.json:
            print_json(value)
        else:
            self.tell(words)

    def draw(self, text: Callable[[], Any]) -> None:
        """Draw cards; not in JSON, where they are listed."""
        if not self.json:
            out.print(text())

    def refuse(self, refusal: HousewayError) -> None:
        """Tell the player why something was refused."""
        self.show({"type": "refused", "reason": str(refusal)}, str(refusal))

    def tell(self, words: str) -> None:
        """A message to the player; on standard error if standard output is JSON."""
        (err if self.json else out).print(words, markup=False)

    def asked(self, question: str, usual: str, explained: str = "") -> str:
        """The player's answer; a question mark explains the question and asks it again."""
        while (answer := self._answer(question, usual)).lower() in HELPING:
            self.tell(f"{explained} {AT_EVERY_QUESTION}".strip())
        return answer or usual

    def _answer(self, question: str, usual: str) -> str:
        sys.stdout.flush()
        told = sys.stderr if self.json else sys.stdout
        told.write(f"{question}{f' [{usual}]' if usual else ''}: ")
        told.flush()
        try:
            line = sys.stdin.readline()  # `input` may swallow a signal that comes while it flushes
        except UnicodeDecodeError:
            raise Refused("the answer is not UTF-8 text") from None
        if not line:
            raise EOFError
        answer = line.strip()
        if answer.lower() in LEAVING:
            raise Leave
        return answer

    def chosen(self, question: str, answers: tuple[str, ...], usual: str = "", explained: str = "") -> str:
        """One of these answers; asks again until it gets one."""
        while (answer := self.asked(question, usual, explained).lower()) not in answers:
            pass
        return answer

    def yes(self, question: str, usual: str) -> bool:
        """Yes or no."""
        return self.chosen(question, ("y", "yes", "n", "no"), usual).startswith("y")

    def amount(self, question: str, usual: int) -> int:
        """Ask until the answer is an amount."""
        while True:
            try:
                return read_amount(self.asked(question, money(usual), "Type an amount, such as 25 or 12.50."))
            except HousewayError as error:
                self.refuse(error)


def read_amount(written: str) -> int:
    try:
        return cents(written)
    except ValueError:
        raise Refused(f"{written!r} is not an amount of money") from None


def _in_words(book: Rulebook, event: e.Event) -> str:
    """An event as a sentence, its cards drawn from high to low.

    >>> from houseway import books
    >>> set_low = e.HandSet(position=1, low=("Qh", "8s"), house_way="Two pairs: 6s to 8s", wrong=False, clause="")
    >>> _in_words(books.get("stones"), set_low)
    'position 1 is set the house way by Two pairs: 6s to 8s: Q♥ 8♠ low'
    """
    parts = {name: getattr(event, name) for name in ("cards", "low", "high") if getattr(event, name, ())}
    cards = {name: high_to_low(read_cards(part)) for name, part in parts.items()}
    said = say(book, replace(event, **{name: tuple(card.text for card in part) for name, part in cards.items()}))
    return _ROW.sub(lambda row: draw_cards(read_cards(row[0])), said)


_CARD: Final = r"(?:[2-9TJQKA][cdhs]|Jk)"
_ROW: Final = re.compile(rf"\b{_CARD}(?: {_CARD})+\b")
"""Cards in a sentence. There are always two or more: "8s" alone belongs to the title of a clause, "6s to 8s"."""
