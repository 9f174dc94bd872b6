"""Short strategies on small decks: exact values, the search, and the book it becomes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway import books
from houseway.cards.deck import Deck
from houseway.errors import Refused
from houseway.maths.cache import Cache
from houseway.maths.count.values import Values, values_of
from houseway.maths.count.whole_book import main_odds
from houseway.maths.strategy import short_strategy as searching
from houseway.maths.strategy.landscape import Landscape, landscape
from houseway.maths.strategy.library import PATTERNS, conditions, lows
from houseway.maths.strategy.search import Search
from houseway.maths.strategy.short_strategy import ShortStrategy, short_strategy
from houseway.rulebook.check import check
from houseway.rulebook.conditions import Condition
from houseway.rulebook.data.writing import as_toml
from houseway.rulebook.lows import Low
from houseway.rulebook.rulebook import Rulebook

RANKS = (2, 7, 9, 13, 14)


@pytest.fixture(scope="module")
def book() -> Rulebook:
    whole = books.get("mbs-v4")
    return replace(whole, id="small", deck=Deck(joker=True, ranks=RANKS))


Candidates = tuple[str, tuple[Condition, ...], tuple[Low, ...]]


@pytest.fixture(scope="module")
def one_landscape() -> Iterator[Callable[..., Landscape]]:
    """Add up what the same candidates are worth once for all tests."""
    seen: dict[Candidates, Landscape] = {}

    def kept(book: Rulebook, values: Values, said: Sequence[Condition], lows: Sequence[Low], **how: Any) -> Landscape:
        asked = (book.digest, tuple(said), tuple(lows))
        if asked not in seen:
            seen[asked] = landscape(book, values, said, lows, **how)
        return seen[asked]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searching, "landscape", kept)
        yield kept


@pytest.fixture(scope="module")
def found(book: Rulebook, counted: Cache, one_landscape: Callable[..., Landscape]) -> ShortStrategy:
    del one_landscape
    return short_strategy(book, rules=5, rounds=2, cache=counted)


def test_the_strategy_is_a_book_that_check_accepts(found: ShortStrategy, tmp_path: Path) -> None:
    assert 1 < len(found.clauses) <= 5
    assert check(replace(found.book, side_wagers=())).defects == ()  # a small deck cannot pay every line
    file = tmp_path / "card.toml"
    file.write_text(as_toml(found.book), encoding="utf-8")
    assert books.get(file) == found.book


def test_its_cost_is_exact(found: ShortStrategy, book: Rulebook) -> None:
    counted_again = main_odds(found.book, dealer=book, player="house-way")
    assert (found.odds.win, found.odds.lose) == (counted_again.win, counted_again.lose)
    assert found.best.house_edge < found.odds.house_edge < found.house_way.house_edge


@pytest.mark.full
def test_the_same_seed_gives_the_same_strategy(found: ShortStrategy, book: Rulebook, tmp_path: Path) -> None:
    """Also when the search is interrupted after its first round, and continues from there."""
    cache = Cache(tmp_path)
    first = short_strategy(book, rules=5, rounds=0, cache=cache)
    asked: list[str] = []
    again = short_strategy(book, rules=5, rounds=2, cache=cache, progress=lambda what, _: asked.append(what))
    assert again == found
    assert [what for what in asked if what.startswith("round")] == ["round 1 of 2", "round 2 of 2"]
    assert short_strategy(book, rules=5, rounds=0, cache=cache) == first


def test_more_rules_are_never_worse_and_one_rule_covers_every_hand(
    book: Rulebook, counted: Cache, one_landscape: Callable[..., Landscape]
) -> None:
    seen = one_landscape(book, values_of(book, cache=counted), conditions(), lows())
    searches = [Search(seen, most, 1) for most in (1, 2, 3, 6)]
    strategies = [next(search.rounds()) for search in searches]
    worth = [search.value(rules) for search, rules in zip(searches, strategies, strict=True)]
    assert worth == sorted(worth)
    assert [len(rules) for rules in strategies] == [1, 2, 3, 6]
    for rules in strategies:
        assert seen.holds[rules[-1].condition].all()


def test_two_rules_are_the_best_two_of_all(book: Rulebook, counted: Cache) -> None:
    """Every pair of a rule and a last rule, tried one by one."""
    few = [*PATTERNS, *conditions()[:3]]
    seen = landscape(book, values_of(book, cache=counted), few, lows()[:12])
    best_pair = max(
        int(seen.values[holds, one].sum() + seen.values[~holds, other].sum())
        for holds in seen.holds
        for one, other in itertools.product(range(len(seen.lows)), repeat=2)
        if seen.possible[holds, one].all() and seen.possible[~holds, other].all()
    )
    search = Search(seen, 2, 0)
    assert search.value(next(itertools.islice(search.rounds(), 10, None))) == best_pair


def test_a_dealer_seen_first_is_refused() -> None:
    with pytest.raises(Refused, match="shows the dealer's hand before the player sets"):
        short_strategy(books.get("five-card"), rules=3)
