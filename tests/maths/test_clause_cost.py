"""What each clause costs: the hands of a small deck weighed one by one, and the difference from best play."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from houseway import books
from houseway.cards.deck import Deck
from houseway.errors import Refused
from houseway.maths.cache import Cache
from houseway.maths.count.clause_cost import cost_of_clauses
from houseway.maths.count.odds import BEST, HOUSE_WAY
from houseway.maths.count.whole_book import main_odds
from houseway.maths.play.one_hand import best
from houseway.rulebook.rulebook import Rulebook
from support import brute
from support.executors import Counting, Failing


def small(name: str, ranks: tuple[int, ...]) -> Rulebook:
    book = books.get(name)
    return replace(book, deck=Deck(joker=book.deck.joker, ranks=ranks))


@pytest.mark.parametrize(
    ("name", "ranks"),
    [
        ("mbs-v4", (2, 3, 4, 14)),
        pytest.param("fortune-us", (10, 11, 12, 13), marks=pytest.mark.full),
        pytest.param("fortune-us", (3, 6, 8, 9, 14), marks=pytest.mark.full),
    ],
)
def test_every_clause_deal_by_deal(name: str, ranks: tuple[int, ...]) -> None:
    book = small(name, ranks)
    net = book.main.net
    every = brute.every_hand(book)
    _, settings = book.set_each(every.hands.cards)
    different: dict[str, int] = defaultdict(int)
    given_up: dict[str, int] = defaultdict(int)
    worst: dict[str, int] = defaultdict(int)
    for hand, against in every.each_with_others():
        legal = np.flatnonzero(every.hands.legal[hand])
        found = brute.results(every.hands.highs[hand, legal], every.hands.lows[hand, legal], every, against)
        worths = net.numerator * (found == 1).sum(axis=1) - net.denominator * (found == -1).sum(axis=1)
        gap = int(worths.max() - worths[np.searchsorted(legal, settings.split[hand])])
        cite = book.clauses[settings.clause[hand]].cite
        different[cite] += gap > 0
        given_up[cite] += gap
        worst[cite] = max(worst[cite], gap)
    counted = cost_of_clauses(book)
    assert [clause.cost for clause in counted.clauses] == sorted(clause.cost for clause in counted.clauses)[::-1]
    unit = net.denominator * counted.best.deals
    for clause in counted.clauses:
        assert (clause.different, clause.cost) == (different[clause.cite], Fraction(given_up[clause.cite], unit))
        assert (clause.worst.cost if clause.worst else 0) == Fraction(worst[clause.cite] * len(every.masks), unit)
    assert sum(clause.hands for clause in counted.clauses) == len(every.masks)


@pytest.mark.parametrize(
    ("name", "ranks"),
    [
        ("mbs-v4", (3, 6, 8, 9, 14)),
        pytest.param("fortune-us", (2, 3, 4, 5, 9, 13, 14), marks=pytest.mark.full),
        pytest.param("mbs-v4", tuple(range(2, 15)), marks=pytest.mark.full),
    ],
)
def test_the_clauses_give_up_what_lies_between_the_house_way_and_best_play(
    name: str, ranks: tuple[int, ...], counted: Cache, tmp_path: Path
) -> None:
    book = small(name, ranks)
    house_way, best_play = (main_odds(book, player=player, cache=Cache(tmp_path)) for player in (HOUSE_WAY, BEST))
    found = cost_of_clauses(book, cache=counted)
    assert found.best == best_play
    assert sum(clause.won for clause in found.clauses) == best_play.win - house_way.win
    assert sum(clause.lost for clause in found.clauses) == best_play.lose - house_way.lose
    assert sum(clause.cost for clause in found.clauses) == house_way.house_edge - best_play.house_edge > 0
    assert main_odds(book, player=BEST, cache=counted) == best_play, "kept for `odds --player best`"


def test_the_worst_hand_is_one_that_best_weighs_the_same(counted: Cache) -> None:
    book = small("mbs-v4", (3, 6, 8, 9, 14))
    for clause in cost_of_clauses(book, cache=counted).clauses:
        for shape in clause.shapes[:2]:
            weighed = best(book, shape.worst.hand)
            assert weighed.cost == shape.worst.cost
            assert weighed.settings[weighed.house_way].low == shape.worst.low == book.set(shape.worst.hand).low
            assert book.set(shape.worst.hand).clause == clause.cite
            assert next(s for s in weighed.settings if s.low == shape.worst.best_low).ev == weighed.settings[0].ev


def test_it_is_counted_once_and_resumed_where_it_stopped(tmp_path: Path) -> None:
    book = small("mbs-v4", (2, 3, 4, 14))
    cache = Cache(tmp_path)
    whole = cost_of_clauses(book, cache=cache)
    [result] = tmp_path.glob("cost-*")

    result.unlink()
    parts = Counting()
    assert cost_of_clauses(book, workers=parts, cache=cache) == whole
    result.unlink()
    with pytest.raises(KeyboardInterrupt):
        cost_of_clauses(book, workers=Failing(parts.done - 7), cache=cache)
    assert sorted(path.name.rpartition("-")[0] for path in tmp_path.glob("cost-*")) == [
        "cost-parts-possible",
        "cost-parts-weighed",
    ]
    seen: list[str] = []
    assert cost_of_clauses(book, cache=cache, progress=lambda what, _: seen.append(what)) == whole
    assert len([what for what in seen if "one by one" in what]) == 7
    assert [path.name for path in tmp_path.glob("cost-*")] == [result.name]


def test_a_dealer_seen_first_is_refused() -> None:
    with pytest.raises(Refused, match="shows the dealer's hand before the player sets"):
        cost_of_clauses(books.get("five-card"))


def test_a_clause_is_found_by_a_part_of_its_name(counted: Cache) -> None:
    found = cost_of_clauses(small("mbs-v4", (3, 6, 8, 9, 14)), cache=counted)
    assert found.clause("three pairs").cite == "Appendix A.3 Three pairs"
    assert found.clause("Appendix A.2 Low pair + low pair").cite == "Appendix A.2 Low pair + low pair"
    with pytest.raises(Refused, match="could be"):
        found.clause("Appendix A.4")
    with pytest.raises(Refused, match="has no clause 'nonsense'"):
        found.clause("nonsense")
