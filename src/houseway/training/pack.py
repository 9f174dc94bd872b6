"""A pack: hands of a book with all their answers, as a compact table that a page looks everything up in.

Here: the table, and making its two parts. Not here: sending it (`web.http.train`), or what is asked next (`plan`).

The first part is small, so that the first hand is there at once; the second has the rest. Both are kept in the cache
under what the book and the sources are, so a pack is worked out once on each machine.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction
from pathlib import Path

import msgspec

from houseway.folders import source_fingerprint
from houseway.maths.cache import Cache
from houseway.maths.compiled import compile_or_read
from houseway.maths.play.grades import Grade
from houseway.rulebook.rulebook import Rulebook
from houseway.training.draw import Drawer
from houseway.training.question import Level, Question, lows_of, question

HANDS = 240
"""How many hands a pack has."""
FIRST = 12
"""How many of them are in the first part."""
LEAST = 3
"""How often each clause decides one of them, at least."""
REDRAWN = 200
"""How often a hand without a choice is drawn again for the same clause."""
_WHAT = "pack"
_GRADES = tuple(Grade)
FOUL = -1
"""In the place of a grade, where a setting is a foul."""
NOT_SAID = -1
"""In the place of an answer that is not told."""


class Part(StrEnum):
    """The parts of a pack."""

    FIRST = "first"
    REST = "rest"


class PackHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of a pack. Each list has a place for every low hand, in the order of the pack's `lows`."""

    number: int
    cards: list[str]
    dealer: list[str]
    """The dealer's hand, where players see it before they set."""
    clause: int
    """The clause that decides, as a place in the pack's `clauses`; then those that give way to it."""
    overridden: list[int]
    low: list[int]
    """The name of each low hand, as a place in the pack's `names`; then the high hands."""
    high: list[int]
    grade: list[int]
    """A place in the pack's `grades`, or -1 for a foul."""
    win: list[int]
    lose: list[int]
    worth: list[int]
    """What each setting is worth per unit bet, in parts of `unit`: exactly, and nothing is calculated on a page."""
    given_up: list[int]
    """What it gives up against the best, in parts of `unit`."""
    house_way: int
    """The place of the house way, and which settings rank as it does."""
    as_house_way: list[int]
    best: int
    deals: int
    unit: int
    level: int


class PackWords(msgspec.Struct, frozen=True, kw_only=True):
    """A clause as a page shows it."""

    cite: str
    when: str
    """The hands it applies to."""
    low: str
    """The low hands it permits."""


class Pack(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a pack."""

    book: str
    version: str
    """What tells this pack from others; a page asks for the second part of the same version."""
    title: str
    dealer_seen: bool
    """Whether the dealer's hand is shown before the players set."""
    standoff_word: str
    hands_in_all: int
    lows: list[list[int]]
    """The places of every low hand among the cards."""
    names: list[str]
    clauses: list[PackWords]
    grades: list[str]
    levels: list[str]
    hands: list[PackHand]


def version_of(book: Rulebook) -> str:
    """What tells a pack of this book from others: the book and the sources that made it."""
    return hashlib.sha256(f"{book.digest} {_sources()}".encode()).hexdigest()[:16]


@functools.cache
def _sources() -> str:
    """The fingerprint of everything that makes a pack: one that another version made is never read."""
    found = hashlib.sha256(source_fingerprint().encode())
    here = Path(__file__).resolve().parent
    for folder in (here, here.parent / "maths" / "play"):
        for file in sorted(folder.glob("*.py")):
            found.update(file.read_bytes())
    return found.hexdigest()


def pack(book: Rulebook, part: Part, *, cache: Cache) -> bytes:
    """A part of a book's pack as it is sent, from the cache where it was made before."""
    digest = hashlib.sha256(f"{version_of(book)} {part}".encode()).hexdigest()
    known = cache.read(_WHAT, digest)
    if known is not None:
        return known
    made = msgspec.json.encode(make(book, questions(book, part, cache=cache)))
    cache.write(_WHAT, digest, made)
    return made


def questions(book: Rulebook, part: Part, *, cache: Cache | None, seed: str = "pack") -> list[tuple[int, Question]]:
    """The numbered hands of a part."""
    if cache is not None:
        compile_or_read(book, cache)
    drawer = Drawer(book, cache, f"{seed} {part} {book.id}")
    first = 0 if part is Part.FIRST else FIRST
    number = FIRST if part is Part.FIRST else HANDS - FIRST
    clauses = drawer.each_clause(number, least=LEAST if part is Part.REST else 0)
    return [(first + at, _choice(book, drawer, clause, cache)) for at, clause in enumerate(clauses)]


def _choice(book: Rulebook, drawer: Drawer, clause: int, cache: Cache | None) -> Question:
    """A hand with something to choose, decided by a clause."""
    asked = [_ask(book, drawer, clause, cache)]
    while not asked[-1].is_choice and len(asked) < REDRAWN:
        asked.append(_ask(book, drawer, clause, cache))
    return asked[-1]


def _ask(book: Rulebook, drawer: Drawer, clause: int, cache: Cache | None) -> Question:
    dealt = drawer.hand(clause)
    return question(book, dealt.cards, dealt.dealer, cache=cache)


def make(book: Rulebook, asked: Iterable[tuple[int, Question]], *, closed: bool = False) -> Pack:
    """Questions as a table; a `closed` one says how every hand may be set, and nothing of how good that is."""
    names, clauses = _Places(), _Places()
    table = _closed if closed else _hand
    hands = [table(number, each, names, clauses) for number, each in asked]
    return Pack(
        book=book.id,
        version=version_of(book),
        title=book.source.title,
        dealer_seen=book.procedure.dealer_exposed,
        standoff_word=book.main.standoff_word,
        hands_in_all=HANDS,
        lows=[list(places) for places in lows_of(book)],
        names=list(names.known),
        clauses=[_words(book, cite) for cite in clauses.known],
        grades=[grade.value for grade in Grade],
        levels=[level.words for level in Level],
        hands=hands,
    )


def _words(book: Rulebook, cite: str) -> PackWords:
    clause = book.clause(cite)
    return PackWords(cite=cite, when=str(clause.when), low=str(clause.low))


class _Places:
    """Texts, each with its place."""

    def __init__(self) -> None:
        self.known: dict[str, int] = {}

    def of(self, text: str) -> int:
        return self.known.setdefault(text, len(self.known))


def _hand(number: int, asked: Question, names: _Places, clauses: _Places) -> PackHand:
    legal = [way.odds for way in asked.ways if way.odds is not None]
    unit = legal[0].deals * legal[0].net.denominator
    top = max(each.ev for each in legal)

    def parts(value: Fraction) -> int:
        return int(value * unit)

    return PackHand(
        number=number,
        cards=[card.text for card in asked.cards],
        dealer=[card.text for card in asked.dealer],
        clause=clauses.of(asked.clause),
        overridden=[clauses.of(cite) for cite in asked.overridden],
        low=[names.of(way.low_name) for way in asked.ways],
        high=[names.of(way.high_name) for way in asked.ways],
        grade=[FOUL if way.grade is None else _GRADES.index(way.grade) for way in asked.ways],
        win=[way.odds.win if way.odds else 0 for way in asked.ways],
        lose=[way.odds.lose if way.odds else 0 for way in asked.ways],
        worth=[parts(way.odds.ev) if way.odds else 0 for way in asked.ways],
        given_up=[parts(top - way.odds.ev) if way.odds else 0 for way in asked.ways],
        house_way=asked.house_way,
        as_house_way=[at for at, way in enumerate(asked.ways) if way.as_house_way],
        best=asked.best,
        deals=asked.deals,
        unit=unit,
        level=int(asked.level),
    )


def _closed(number: int, asked: Question, names: _Places, clauses: _Places) -> PackHand:
    """The same without any answer: the one grade there is stands for every setting that is no foul."""
    del clauses
    none = [0] * len(asked.ways)
    return PackHand(
        number=number,
        cards=[card.text for card in asked.cards],
        dealer=[card.text for card in asked.dealer],
        clause=NOT_SAID,
        overridden=[],
        low=[names.of(way.low_name) for way in asked.ways],
        high=[names.of(way.high_name) for way in asked.ways],
        grade=[FOUL if way.foul else 0 for way in asked.ways],
        win=none,
        lose=none,
        worth=none,
        given_up=none,
        house_way=NOT_SAID,
        as_house_way=[],
        best=NOT_SAID,
        deals=asked.deals,
        unit=1,
        level=int(asked.level),
    )
