"""The counts that the quick tests read from a file: they are used, and the full tests count them again."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway import books
from houseway.maths.cache import Cache
from houseway.maths.count.whole_book import is_cached, main_odds
from support.counted import Counted, counted_before, fill
from support.shelf import in_its_tier

ROWS = counted_before()
NAMED = [in_its_tier(row.book, row, id=f"{row.book} {row.player}") for row in ROWS]


@pytest.mark.parametrize(("name", "row"), NAMED)
def test_a_count_kept_in_the_file_is_found(name: str, row: Counted, counted: Cache, tmp_path: Path) -> None:
    book = books.get(name)
    empty = Cache(tmp_path)
    assert not is_cached(book, player=row.player, cache=empty)
    fill(empty)
    assert is_cached(book, player=row.player, cache=empty)
    found = main_odds(book, player=row.player, cache=counted)
    assert (found.win, found.lose) == (row.win, row.lose)


@pytest.mark.full
@pytest.mark.parametrize("row", ROWS, ids=[f"{row.book} {row.player}" for row in ROWS])
def test_a_count_kept_in_the_file_is_counted_again(row: Counted, tmp_path: Path) -> None:
    found = main_odds(books.get(row.book), player=row.player, cache=Cache(tmp_path))
    assert (found.win, found.lose) == (row.win, row.lose)
