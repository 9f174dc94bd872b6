"""A book kept on disk so that `houseway set` answers one hand without numpy and without loading the book.

Here: writing what the clauses said of every shape to a file, and looking one hand up in it. Not here: any rule, and no
message: whenever a hand is not plain and right, the book itself answers.

The file lies in the cache folder under the name of the book and the fingerprint of the source code that made it, and
holds the fingerprint of its own contents. A file that does not match is never used: it is reported and written again.
"""

from __future__ import annotations

import bisect
import contextlib
import hashlib
import json
import mmap
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.cards.card import CARDS, Card, read_cards
from houseway.cards.one_shape import flush_suit, ordered_and_key
from houseway.cli.styles import complain
from houseway.errors import BadBook, BadCards
from houseway.folders import cache_folder

if TYPE_CHECKING:
    from houseway.rulebook.rulebook import Rulebook

_SOURCES = ("cards", "rulebook", "books")
"""The folders of source code that decide how a hand is set."""
_HERE = Path(__file__).resolve().parent.parent


class QuickSetting(NamedTuple):
    """How a book sets one hand: the same answer as `Rulebook.set`, without the ranks."""

    book: str
    hand: tuple[Card, ...]
    low: tuple[Card, ...]
    high: tuple[Card, ...]
    clause: str
    rulings: tuple[str, ...]


class QuickBook:
    """A book read from its file."""

    def __init__(self, facts: dict[str, Any], body: memoryview) -> None:
        """What the header says of the book, and the arrays after it."""
        self.id: str = facts["book"]
        self.decisions: dict[str, str] = facts["decisions"]
        self._facts = facts
        shapes: int = facts["shapes"]
        self._keys = body[: 8 * shapes].cast("q")
        self._clause = body[8 * shapes : 10 * shapes].cast("h")
        self._split = body[10 * shapes : 11 * shapes].cast("b")

    def set(self, written: str) -> QuickSetting | None:
        """The setting of a hand; nothing where the book itself must say what is wrong with it."""
        try:
            cards = read_cards(written)
        except BadCards:
            return None
        hand = [card.index for card in cards]
        if len(hand) != self._facts["dealt"] or not set(hand) <= set(self._facts["deck"]):
            return None
        ordered, key = ordered_and_key(hand, flush_suit(hand, self._facts["high_size"]))
        shape = bisect.bisect_left(self._keys, key)
        if shape == len(self._keys) or self._keys[shape] != key:
            return None
        low, high = self._facts["splits"][self._split[shape]]
        cite, rulings = self._facts["clauses"][self._clause[shape]]
        return QuickSetting(
            self.id,
            cards,
            tuple(CARDS[ordered[place]] for place in low),
            tuple(CARDS[ordered[place]] for place in high),
            cite,
            tuple(rulings),
        )


def find(name: str) -> QuickBook | None:
    """The file of a shipped book; nothing where there is none yet, or none that can be used."""
    try:
        path = _path(name)
        with path.open("rb") as file:
            whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError):
        return None
    if hashlib.sha256(whole[64:]).hexdigest().encode() != bytes(whole[:64]):
        complain(f"the cached book {path.name} is corrupt; setting by the clauses and writing it again")
        return None
    size = int.from_bytes(whole[64:72], "little")
    facts = json.loads(bytes(whole[72 : 72 + size]))
    return QuickBook(facts, whole[72 + size :])


def keep(book: Rulebook) -> None:
    """Write the file of a shipped book, if the cache folder can be written and the book sets every hand."""
    import tempfile

    from houseway.rulebook.hands import places_of_low

    path = _path(book.id)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".part-", delete=False) as part:
            try:
                body = _body(book, places_of_low(book.dealt))
                part.write(hashlib.sha256(body).hexdigest().encode() + body)
                part.close()
                Path(part.name).replace(path)
            except BaseException:
                Path(part.name).unlink(missing_ok=True)
                raise
        _remove_older(path)
    except (OSError, BadBook):
        return  # nothing is lost: the next hand is set by the clauses, as this one was


def _body(book: Rulebook, lows: Iterable[tuple[int, int]]) -> bytes:
    facts = {
        "book": book.id,
        "digest": book.digest,
        "dealt": book.dealt,
        "high_size": book.high_size,
        "deck": [card.index for card in book.deck.cards],
        "splits": [[low[::-1], [p for p in reversed(range(book.dealt)) if p not in low]] for low in lows],
        "clauses": [[clause.cite, clause.rulings] for clause in book.clauses],
        "decisions": {ruling.id: ruling.decision for ruling in book.rulings},
        "shapes": len(book.shapes.keys),
    }
    header = json.dumps(facts, separators=(",", ":")).encode()
    header += b" " * (-len(header) % 8)
    arrays = (book.shapes.keys.astype("<i8"), book.compiled.clause.astype("<i2"), book.compiled.split.astype("i1"))
    return len(header).to_bytes(8, "little") + header + b"".join(array.tobytes() for array in arrays)


def _path(name: str) -> Path:
    if not name.replace("-", "").isalnum():  # the path of a book file: what that says may change at any time
        raise ValueError(name)
    return cache_folder() / f"book-{name}-{_fingerprint()[:32]}"


def _fingerprint() -> str:
    """The fingerprint of the source code that decides how a hand is set: another version never reads this file."""
    found = hashlib.sha256()
    for folder in _SOURCES:
        for file in sorted((_HERE / folder).glob("*.py")):
            found.update(file.read_bytes())
    return found.hexdigest()


def _remove_older(path: Path) -> None:
    """Files of the same book that another version wrote."""
    stem = path.name.rpartition("-")[0]
    for other in path.parent.glob(f"{stem}-*"):
        if other.name != path.name and other.name.rpartition("-")[0] == stem:
            with contextlib.suppress(OSError):
                other.unlink()
