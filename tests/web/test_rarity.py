"""How rare paid hands are: exact counts of the deck, counted once."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from houseway import books
from houseway.maths.cache import Cache
from houseway.maths.count import side_wagers
from houseway.web.http import heavy
from houseway.web.http.rarity import BookRarity


def _one_in(found: BookRarity, wager: str, line: str) -> Fraction:
    (chance,) = {one.chance for one in found.lines if one.wager == wager and one.line == line}
    return 1 / Fraction(chance)


def test_the_rarity_of_five_card_is_that_of_its_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    book = books.get("five-card")
    found = heavy.count_rarity(book)
    assert _one_in(found, "five-card-poker", "Royal Flush") == Fraction(2_598_960, 4)
    assert _one_in(found, "five-card-poker", "Four of a Kind") == Fraction(2_598_960, 624)
    assert all(line.one_in == pytest.approx(float(1 / Fraction(line.chance))) for line in found.lines)
    assert {line.wager for line in found.lines} == {side.key for side in book.side_wagers}
    monkeypatch.setattr(side_wagers, "pay_table_odds", None)
    assert heavy.count_rarity(book) == found  # it was kept
    assert Cache(tmp_path).read("rarity", book.digest)


@pytest.mark.full
def test_the_rarity_of_fortune_hands_is_that_of_the_odds(cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(cache_folder))
    book = books.get("mbs-v4")
    found = heavy.count_rarity(book)
    (side,) = book.side_wagers
    odds = side_wagers.pay_table_odds(book, side, side.pay_tables[0])
    for line in odds.lines:
        assert _one_in(found, "fortune-bonus", line.name) == Fraction(odds.hands, line.hands)
