"""A book kept on disk so that `set` and `best` answer one hand without loading the book, and `set` without numpy.

Here: writing what the clauses said of every shape to a file, and looking one hand up in it. Not here: any rule, and no
message: whenever a hand is not plain and right, the book itself answers.

The file lies in the cache folder under the name of the book and the fingerprint of the source code that made it, and
holds the fingerprint of its own contents. A file that does not match is never used: it is reported and written again.
"""

from __future__ import annotations

import bisect
import contextlib
import hashlib
import itertools
import json
import mmap
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from houseway.cards.card import CARDS, Card, read_cards
from houseway.cards.one_shape import flush_suit, ordered_and_key
from houseway.cards.ranking import Wheel
from houseway.cli.styles import complain
from houseway.errors import BadBook, BadCards
from houseway.folders import cache_folder, source_fingerprint

if TYPE_CHECKING:
    from houseway.rulebook.rulebook import Rulebook


FACTS = {
    "book", "digest", "dealt", "high_size", "deck", "splits", "clauses", "decisions", "net", "dealer_exposed",
    "settings_digest", "game_digest", "arrays", "wheel",
}  # fmt: skip
"""What the header of a file says of its book."""
ARRAYS = {"keys", "clause", "by_ranks", "by_suited_ranks", "low_by_ranks", "least", "split"}


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
        self.facts = facts
        self._body = body
        self.wheel = Wheel(facts.get("wheel"))
        if missing := (FACTS - facts.keys()) | (ARRAYS - facts["arrays"].keys()):
            raise LookupError(f"the file leaves out {', '.join(sorted(missing))}")
        self._keys, self._clause, self._split = (self.array(name) for name in ("keys", "clause", "split"))

    def array(self, name: str) -> memoryview:
        """One of the arrays of the file."""
        kind, start, end = self.facts["arrays"][name]
        return self._body[start:end].cast(kind)

    def has(self, cards: Iterable[Card]) -> bool:
        """Whether the book is played with all of these cards."""
        return {card.index for card in cards} <= set(self.facts["deck"])

    def set(self, written: str) -> QuickSetting | None:
        """The setting of a hand; nothing where the book itself must say what is wrong with it."""
        try:
            cards = read_cards(written)
        except BadCards:
            return None
        if len(cards) != self.facts["dealt"] or not self.has(cards):
            return None
        hand = [card.index for card in cards]
        ordered, key = ordered_and_key(hand, flush_suit(hand, self.facts["high_size"]))
        shape = bisect.bisect_left(self._keys, key)
        if shape == len(self._keys) or self._keys[shape] != key:
            return None
        low, high = self.facts["splits"][self._split[shape]]
        cite, rulings = self.facts["clauses"][self._clause[shape]]
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
    if hashlib.sha256(whole[64:]).hexdigest().encode() == bytes(whole[:64]):
        size = int.from_bytes(whole[64:72], "little")
        with contextlib.suppress(ValueError, TypeError, LookupError, AttributeError):
            return QuickBook(json.loads(bytes(whole[72 : 72 + size])), whole[72 + size :])
    complain(f"the cached book {path.name} is corrupt; working from the clauses and writing the file again")
    with contextlib.suppress(OSError):
        path.unlink()
    return None


def keep(book: Rulebook) -> None:
    """Write the file of a shipped book unless it is there, if that is possible and the book sets every hand."""
    import tempfile

    path = _path(book.id)
    try:
        if path.exists():
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".part-", delete=False) as part:
            try:
                body = _body(book)
                part.write(hashlib.sha256(body).hexdigest().encode() + body)
                part.close()
                Path(part.name).replace(path)
            except BaseException:
                Path(part.name).unlink(missing_ok=True)
                raise
        _remove_older(path)
    except (OSError, BadBook):
        return  # nothing is lost: the next hand is set by the clauses, as this one was


def _body(book: Rulebook) -> bytes:
    from houseway.maths.play.one_hand import ranks_of
    from houseway.maths.worth import game_of
    from houseway.rulebook.hands import places_of_low

    ranks, lows = ranks_of(book), places_of_low(book.dealt)
    arrays = {
        "keys": book.shapes.keys.astype("<i8"),
        "clause": book.compiled.clause.astype("<i2"),
        "by_ranks": ranks.high.by_ranks,
        "by_suited_ranks": ranks.high.by_suited_ranks,
        "low_by_ranks": ranks.low.by_ranks,
        "least": ranks.least,
        "split": book.compiled.split.astype("i1"),
    }
    ends = list(itertools.accumulate(array.nbytes for array in arrays.values()))
    facts = {
        "book": book.id,
        "digest": book.digest,
        "dealt": book.dealt,
        "high_size": book.high_size,
        "wheel": book.wheel.value,
        "deck": [card.index for card in book.deck.cards],
        "splits": [[low[::-1], [p for p in reversed(range(book.dealt)) if p not in low]] for low in lows],
        "clauses": [[clause.cite, clause.rulings] for clause in book.clauses],
        "decisions": {ruling.id: f"{ruling.point}: {ruling.decision}" for ruling in book.rulings},
        "net": str(book.main.net),
        "dealer_exposed": book.procedure.dealer_exposed,
        "settings_digest": book.settings_digest,
        "game_digest": game_of(book).digest,
        "arrays": {
            name: [array.dtype.char, end - array.nbytes, end]
            for (name, array), end in zip(arrays.items(), ends, strict=True)
        },
    }
    header = json.dumps(facts, separators=(",", ":")).encode()
    header += b" " * (-len(header) % 8)
    return len(header).to_bytes(8, "little") + header + b"".join(array.tobytes() for array in arrays.values())


def _path(name: str) -> Path:
    if not name.replace("-", "").isalnum():  # the path of a book file: what that says may change at any time
        raise ValueError(name)
    return cache_folder() / f"book-{name}-{source_fingerprint()[:32]}"


def _remove_older(path: Path) -> None:
    """Files of the same book that another version wrote."""
    stem = path.name.rpartition("-")[0]
    for other in path.parent.glob(f"{stem}-*"):
        if other.name != path.name and other.name.rpartition("-")[0] == stem:
            with contextlib.suppress(OSError):
                other.unlink()
