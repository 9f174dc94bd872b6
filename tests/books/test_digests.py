"""The digests of the shipped books, which journals, PAR sheets and caches store.

They change only when the rules of a book do; version 0.3.0 changed the procedures of all four.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from houseway import books

DIGESTS = {
    "five-card": "214f0e9b0198b980ec6255085581b1d8b970254ff292e89776db934bb863252c",
    "fortune-us": "c94618fc3419ac2d338d02dda5a277a288613b01372a025e2fcea28f1096e364",
    "mbs-v3": "97a7fc10926cc17d53802ea005c94202594f7d62b133bf7fe48edb9b49c1455f",
    "mbs-v4": "e30465846cc7920295dd4bda2eb55b2559002dfc24278dd58b66c25886f78a21",
}


@pytest.mark.parametrize("name", DIGESTS)
def test_the_digest_of_a_shipped_book_does_not_change(name: str) -> None:
    assert books.get(name).digest == DIGESTS[name]


def test_a_citation_of_a_side_wager_is_part_of_the_digest() -> None:
    book = books.get("mbs-v4")
    other = replace(book, side_wagers=(replace(book.side_wagers[0], wins="3.99"),))
    assert other.digest != book.digest
