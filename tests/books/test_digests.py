"""The shipped books keep the digests of the first release, because journals, PAR sheets and caches store them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from houseway import books

DIGESTS = {
    "five-card": "956634995f15e0a5b5230873064ff502e8d5c998f8b8e2ce73a88ad435a4686b",
    "fortune-us": "174cfee9aee9bcd2027f4fc60fc93244b804f47c20ab7c9e311bc06088f98abf",
    "mbs-v3": "a54a747b46e94917e57ba81988adb70bbf9e60e261d9d26fa9f387a392d559cb",
    "mbs-v4": "3c3f9d326a5f641e0847cc6d1f9c41ff00c49e025c921fe7569252d05a935743",
}


@pytest.mark.parametrize("name", DIGESTS)
def test_the_digest_of_a_shipped_book_does_not_change(name: str) -> None:
    assert books.get(name).digest == DIGESTS[name]


def test_a_citation_of_a_side_wager_is_part_of_the_digest() -> None:
    book = books.get("mbs-v4")
    other = replace(book, side_wagers=(replace(book.side_wagers[0], wins="3.99"),))
    assert other.digest != book.digest
