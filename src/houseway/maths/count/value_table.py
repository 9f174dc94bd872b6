"""Every setting of every shape as one table: columns for other programs, and the Parquet file that holds them.

Here: the columns with what each means, and writing the file. Not here: counting (`values`).
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

import houseway
from houseway.cards.card import CARDS, JOKER_INDEX
from houseway.cards.tables import high_table, two_table
from houseway.errors import not_installed
from houseway.maths.count.values import Values
from houseway.maths.set_hands import LOW_BITS, LOW_MASK
from houseway.rulebook.hands import places_of_low
from houseway.rulebook.rulebook import Rulebook

if TYPE_CHECKING:
    import pyarrow as pa

COLUMNS = {
    "shape": "the number of the shape, from 0; the rows of a shape follow each other, the highest low hand first",
    "hand": "one hand of the shape, highest card first",
    "hands": "how many hands are of this shape",
    "joker": "whether they hold the Joker",
    "clause": "the clause of the house way that sets them",
    "low": "the low hand of this setting, in the cards of `hand`",
    "low_name": "what the low hand is",
    "high_name": "what the high hand is",
    "low_rank": "the rank of the low hand among all low hands, the lowest 0",
    "high_rank": "the rank of the high hand among all high hands, the lowest 0",
    "deals": "hands of the shape times the hands the dealer can then have",
    "win": "of these deals, those this setting wins",
    "standoff": "those that are a standoff",
    "lose": "those it loses",
    "ev": "what it wins per unit bet on average: (net x win - lose) / deals, as a float",
    "house_way": "whether the house way sets this shape so",
    "best": "whether this is the best setting of the shape",
}
"""Each column with what it means."""


def must_have_parquet() -> None:
    """Refuse at once where Parquet files cannot be written, before anything is counted for one."""
    try:
        import pyarrow as pa
    except ImportError:
        raise not_installed("a Parquet file", "data") from None
    _ = pa


def as_table(book: Rulebook, values: Values) -> pa.Table:
    """All columns; `win`, `standoff` and `lose` are exact, and the metadata has `net` as a fraction."""
    must_have_parquet()
    import pyarrow as pa

    game, shapes, number = values.game, values.shapes, len(values.settings)
    cards = game.hands.cards
    names = np.array([card.text for card in CARDS])
    house_way = np.zeros(number, dtype=bool)
    house_way[values.of_split[np.arange(len(cards)), book.compiled.split]] = True
    best = np.zeros(number, dtype=bool)
    best[values.best] = True
    deals = values.deals[shapes]
    low, high = values.settings & LOW_MASK, values.settings >> LOW_BITS
    columns = {
        "shape": shapes.astype(np.int32),
        "hand": _named(pa, shapes, [" ".join(row) for row in names[cards[:, ::-1]].tolist()]),
        "hands": game.weights[shapes],
        "joker": (cards == JOKER_INDEX).any(axis=1)[shapes],
        "clause": _named(pa, book.compiled.clause[shapes], [clause.cite for clause in book.clauses]),
        "low": _low_cards(pa, cards[shapes], values.splits),
        "low_name": _named(pa, low, [str(rank) for rank in two_table().classes]),
        "high_name": _named(pa, high, [str(rank) for rank in high_table(game.high_size, game.wheel).classes]),
        "low_rank": low.astype(np.int16),
        "high_rank": high.astype(np.int16),
        "deals": deals,
        "win": values.won,
        "standoff": deals - values.won - values.lost,
        "lose": values.lost,
        "ev": values.points / (deals * float(values.net.denominator)),
        "house_way": house_way,
        "best": best,
    }
    assert list(columns) == list(COLUMNS)
    arrays = [pa.array(column) if isinstance(column, np.ndarray) else column for column in columns.values()]
    schema = pa.schema(
        [
            pa.field(name, array.type, nullable=False, metadata={"description": COLUMNS[name]})
            for name, array in zip(columns, arrays, strict=True)
        ],
        metadata={
            "houseway": houseway.__version__,
            "book": book.id,
            "digest": book.digest,
            "net": str(values.net),
        },
    )
    return pa.Table.from_arrays(arrays, schema=schema)


def write_parquet(book: Rulebook, values: Values, file: Path) -> int:
    """Write the table as Parquet, and return how many rows it has."""
    table = as_table(book, values)
    import pyarrow.parquet as pq

    pq.write_table(table, file, compression="zstd")
    return int(table.num_rows)


def _named(pa: Any, numbers: NDArray[Any], names: list[str]) -> Any:
    """Text by number, kept once for each number."""
    return pa.DictionaryArray.from_arrays(pa.array(numbers.astype(np.int32)), pa.array(names))


def _low_cards(pa: Any, cards: NDArray[np.uint8], splits: NDArray[np.int8]) -> Any:
    """The two cards each split puts low, the higher first."""
    places = np.array(places_of_low(cards.shape[1]))[splits]
    rows = np.arange(len(cards))
    second, first = (cards[rows, places[:, side]].astype(np.int32) for side in range(2))
    pairs = [f"{high.text} {low.text}" for high in CARDS for low in CARDS]
    return _named(pa, first * len(CARDS) + second, pairs)
