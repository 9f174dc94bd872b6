"""A compiled book read from the cache answers as the book itself does."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from houseway import books
from houseway.maths.cache import Cache
from houseway.maths.compiled import compile_or_read
from support.shelf import most_different_books


@pytest.mark.parametrize("name", most_different_books())
def test_what_was_kept_is_what_compiling_gives(name: str, tmp_path: Path) -> None:
    told: list[str] = []
    cache = Cache(tmp_path, told.append)
    first = compile_or_read(books.get(name), cache)
    if not list(tmp_path.iterdir()):  # it was compiled before this test
        first = compile_or_read(dataclasses.replace(first), cache)
    (file,) = tmp_path.iterdir()
    again = compile_or_read(dataclasses.replace(first), cache)
    assert again.lookup.tables == first.lookup.tables
    assert "compiled" not in again.__dict__, "the clauses were run again"

    file.write_bytes(file.read_bytes()[:-1])
    mended = compile_or_read(dataclasses.replace(first), cache)
    assert mended.lookup.tables == first.lookup.tables
    assert len(told) == 1
    assert "corrupt" in told[0]


def test_another_book_reads_nothing_of_it(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    book = dataclasses.replace(books.get("five-card"))
    other = book.under(book.alternatives[0])
    compile_or_read(book, cache)
    compile_or_read(other, cache)
    assert len(list(tmp_path.iterdir())) == 2
    hand = "Kc Kh 9s 8d 5c"
    assert other.set(hand) == dataclasses.replace(other).set(hand)
    assert other.set(hand).low != book.set(hand).low
