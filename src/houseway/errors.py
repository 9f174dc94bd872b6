"""Every exception Houseway raises on purpose.

    HousewayError                 the user can fix this; its text is one sentence
    +-- BadCards                  the cards as written: an unknown card, a duplicate, a wrong number
    +-- UnknownBook               no book of that name, no such file
    +-- BadBook                   a book that cannot be used, or that fails its check
    |   +-- NoClause              a hand that no clause covers
    |   +-- ClausesConflict       a hand that two clauses cover, neither an exception to the other
    +-- Refused                   a request that is not allowed now
    |   +-- WrongRole             an act that only another role may do
    |   +-- OldVersion            an append decided on an old version of its stream
    |   +-- KeyReused             an idempotency key already used for something else
    |   +-- NotEnoughChips        postings that would overdraw a player or an escrow
    +-- BadEntry                  an entry that cannot be journalled: a bad name, postings that do not sum to zero
    +-- BadJournal                a journal that cannot be used: damaged, not a journal, or of a newer version
    +-- BadHead                   a signed head, or the key for one, that cannot be read or does not fit
    +-- BadSeal                   a sealed secret, or the key for one, that cannot be used
    +-- BadProof                  a file of proofs of a fair deck that cannot be read
    +-- ClusterFailed             a cluster that does not answer, or that lost work
    +-- JournalFailed             the storage of the journal failed: disk full, connection lost, locked
        +-- HouseClosing          the house is closing, and asks its journal nothing more
        +-- LeaseLost             another process has taken over the house, and this one writes nothing more

An argument of the wrong type raises one of these as well: `UnknownBook` for a book, `BadCards` for cards and `Refused`
for everything else. Any other exception is a bug in Houseway.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

_RANGES = (
    (0x00, 0x1F),
    (0x7F, 0x9F),
    (0xAD, 0xAD),
    (0x34F, 0x34F),
    (0x61C, 0x61C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x2028, 0x202E),
    (0x2060, 0x206F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xD800, 0xDFFF),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFC),
    (0x13430, 0x1343F),
    (0x16FE4, 0x16FE4),
    (0x1BCA0, 0x1BCA3),
    (0x1D159, 0x1D159),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
"""Controls, format characters, what Unicode ignores by default, blank letters and symbols, and halves of characters."""
HIDDEN = "".join(rf"\U{first:08x}-\U{last:08x}" for first, last in _RANGES)
"""Characters that end a line, steer a terminal, turn the direction of text or cannot be seen, for a regex."""
_FORMULA = "=+-@\N{FULLWIDTH EQUALS SIGN}\N{FULLWIDTH PLUS SIGN}\N{FULLWIDTH HYPHEN-MINUS}\N{FULLWIDTH COMMERCIAL AT}"
"""What a formula of a spreadsheet begins with."""

MOST_MARKS = 3
"""How many combining marks may follow one letter."""

if TYPE_CHECKING:
    from collections.abc import Iterable


def escaped(text: str) -> str:
    r"""Text on one line with nothing hidden in it: what steers, turns its direction or cannot be seen is escaped.

    >>> escaped("no\nwinner \u202e")
    'no\\nwinner \\u202e'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(each.encode("unicode_escape").decode() if _is_hidden(ord(each)) else each for each in text)


def _is_hidden(code: int) -> bool:
    return any(first <= code <= last for first, last in _RANGES)


def is_visible(text: str) -> bool:
    r"""Whether text is one line of characters that can be seen, each in its own place.

    Marks that combine are written over the letter before them: at the beginning, or many of them, they would be written
    over somebody else's words.

    >>> is_visible("nein, größer"), is_visible("no\u200b"), is_visible("\u0301no"), is_visible("n" + "\u0301" * 4)
    (True, False, False, False)
    """
    if text.isascii():
        return text.isprintable()
    import unicodedata

    kinds = [unicodedata.category(each) for each in text.lstrip()]
    marks = "".join("M" if kind[0] == "M" else " " for kind in kinds)
    over_others = marks.startswith("M") or "M" * (MOST_MARKS + 1) in marks
    return escaped(text) == text and "Cn" not in kinds and not over_others


def must_be_visible(what: str, text: str) -> None:
    """Refuse text that is not `is_visible`, and text without any character that is.

    >>> must_be_visible("a reason", "no\u200b")
    Traceback (most recent call last):
    houseway.errors.Refused: a reason has to be one line of visible characters
    """
    if not text.strip() or not is_visible(text):
        raise Refused(f"{what} has to be one line of visible characters")


def as_cell(text: str) -> str:
    r"""Text for a cell of a spreadsheet: one line with nothing hidden in it, which is never run as a formula.

    >>> as_cell("=1+1"), as_cell("\n-2"), as_cell("5-2")
    ("'=1+1", "'\\n-2", '5-2')
    """
    line = escaped(text)
    return f"'{line}" if text.lstrip()[:1] in {*_FORMULA} else line


def shortened(text: str, most: int = 60) -> str:
    """Text short enough to quote in a sentence: one line, cut if it is long.

    >>> shortened("a" * 100, 10)
    'aaaaaaa...'
    """
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 3] + "..."


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown word: the closest known one, or all of them where they are few.

    >>> did_you_mean("acess", ["ACES", "KINGS"]), did_you_mean("zebra", ["ACES", "KINGS"])
    ("; did you mean 'ACES'?", ': use ACES or KINGS')
    """
    import difflib  # not needed for a quick answer

    by_case = {name.casefold(): name for name in known}
    near = difflib.get_close_matches(word.casefold()[:200], by_case, n=1)
    if near:
        return f"; did you mean {by_case[near[0]]!r}?"
    if not 0 < len(by_case) <= 12:
        return ""
    *most, last = by_case.values()
    return f": use {', '.join(most)} or {last}" if most else f": use {last}"


def counted(number: int, noun: str) -> str:
    """A number with its noun, singular or plural.

    >>> counted(1, "hand"), counted(1234, "hand")
    ('1 hand', '1,234 hands')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def must_be_whole(what: str, number: object) -> None:
    """Refuse a number that is not a whole one; True and False are not numbers here.

    >>> must_be_whole("positions", 2.5)
    Traceback (most recent call last):
    houseway.errors.Refused: positions must be a whole number, not 2.5
    """
    if not isinstance(number, int) or isinstance(number, bool):
        raise Refused(f"{what} must be a whole number, not {shortened(repr(number))}")


class HousewayError(Exception):
    """Something the user can fix; the text is one sentence that names the input and the place."""


class BadCards(HousewayError):
    """Cards that cannot be read or cannot be dealt."""


class UnknownBook(HousewayError):
    """A book that is neither shipped nor a readable file."""


class BadBook(HousewayError):
    """A rulebook that cannot be used."""


class NoClause(BadBook):
    """No clause covers a hand."""


class ClausesConflict(BadBook):
    """Two clauses cover one hand, and neither is an exception to the other."""


class Refused(HousewayError):
    """A request that is not allowed, with the clause that forbids it where the book prints one."""

    def __init__(self, reason: str, *, clause: str = "") -> None:
        super().__init__(f"{reason} ({clause})" if clause else reason)
        self.clause = clause


def not_installed(what: str, extra: str) -> Refused:
    """The refusal of something whose packages are left out of a small installation.

    >>> str(not_installed("a cluster", "cluster"))
    "a cluster needs packages that are not installed: make setup, or pip install 'houseway[cluster]'"
    """
    return Refused(f"{what} needs packages that are not installed: make setup, or pip install 'houseway[{extra}]'")


class WrongRole(Refused):
    """An act that only another role may do."""


class CardsDoNotFit(Refused):
    """Cards that were named do not fit those on the layout; whoever is refused learns something about these."""


class OldVersion(Refused):
    """The stream has moved on since the append was decided; nothing was written."""


class KeyReused(Refused):
    """The idempotency key was already used for something else; nothing was written."""


class NeedsAnother(Refused):
    """It takes two people, and so far one has asked for it."""


class NotEnoughChips(Refused):
    """The postings would take an account below zero; nothing was written."""


class BadEntry(HousewayError):
    """An entry that cannot be journalled."""


class BadJournal(HousewayError):
    """A journal that is damaged, not a journal, or of a newer version."""


class BadHead(HousewayError):
    """A signed head, or a signing key, that cannot be used."""


class BadSeal(HousewayError):
    """A sealed secret, or a sealing key, that cannot be used."""


class BadProof(HousewayError):
    """A file that does not hold a proof of a fair deck."""


class JournalFailed(HousewayError):
    """The storage of the journal failed; everything acknowledged before is still there."""


class HouseClosing(JournalFailed):
    """The house is closing; its sentence is for everybody."""


class LeaseLost(JournalFailed):
    """Another process has taken over the house; this one writes nothing more."""


class ClusterFailed(HousewayError):
    """A cluster that does not answer or lost work; it counted nothing."""
