"""What a player's bank is worth, checked against whole rounds of a small deck dealt one by one."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from houseway import books
from houseway.cards.deck import Deck
from houseway.errors import BadBook, Refused
from houseway.maths.count.bank import Bank, bank_odds
from houseway.rulebook.banking import BankCommission, Banking
from houseway.rulebook.rulebook import Rulebook
from support import brute

BANKING = Banking(cite="one", commission=BankCommission.NET_WIN, commission_cite="two", co_bank_cite="three")


def small(ranks: tuple[int, ...] = (2, 9, 13, 14), banking: Banking | None = BANKING) -> Rulebook:
    """Five cards face down from 16: enough for a bank and two opponents."""
    book = books.get("five-card")
    procedure = replace(book.procedure, dealer_exposed=False, banking=banking)
    return replace(
        book,
        deck=Deck(joker=False, ranks=ranks),
        procedure=procedure,
        main=replace(book.main, pays=2, commission=Fraction(1, 20)),
    )


def every_round(book: Rulebook) -> Counter[tuple[int, int]]:
    """What a bank wins from two opponents, in every round there is."""
    hands = brute.every_hand(book)
    left = list(itertools.combinations(range(11), 5))  # two hands of the eleven cards that the bank does not hold
    pairs = [(a, b) for (a, x), (b, y) in itertools.product(enumerate(left), repeat=2) if set(x).isdisjoint(y)]
    one, two = np.array(pairs).T
    counts = np.zeros(9, dtype=np.int64)
    for bank, others in hands.each_with_others():
        results = brute.results(hands.high[others], hands.low[others], hands, np.array([bank]))[:, 0] + 1
        counts += np.bincount(results[one] * 3 + results[two], minlength=9)
    units = (1, 0, -book.main.pays)  # where the opponent loses, stands off, wins
    return Counter({(units[code // 3], units[code % 3]): count for code, count in enumerate(counts.tolist())})


@pytest.fixture(scope="module")
def dealt() -> Counter[tuple[int, int]]:
    return every_round(small())


def average(dealt: Counter[tuple[int, int]], of: Callable[[int, int], Fraction]) -> Fraction:
    return sum((of(*won) * rounds for won, rounds in dealt.items()), Fraction(0)) / dealt.total()


def less_commission(won: int) -> Fraction:
    return Fraction(19 * won, 20) if won > 0 else Fraction(won)


@pytest.mark.full
def test_a_commission_on_every_win_adds_up_over_the_opponents(dealt: Counter[tuple[int, int]]) -> None:
    book, each = small(), BankCommission.EACH_WIN
    found = bank_odds(book, Bank(opponents=2, commission=each)).values[0]
    assert found.banker == average(dealt, lambda one, two: less_commission(one) + less_commission(two))
    assert found.standard_error is None
    half = bank_odds(book, Bank(opponents=2, commission=each, co_bank=True)).values[0]
    assert half.banker == found.banker / 2
    players = average(dealt, lambda one, two: less_commission(-one) + less_commission(-two))
    assert found.banker + found.house + players == half.banker + half.house + players == 0


def test_a_commission_on_the_round_is_exact_for_one_opponent_and_simulated_for_two(
    dealt: Counter[tuple[int, int]],
) -> None:
    book = small()
    one, two = bank_odds(book, Bank(rounds=1 << 15)).values
    assert one.standard_error is None
    assert one.banker == average(dealt, lambda first, _: less_commission(first))
    exact = average(dealt, lambda first, second: less_commission(first + second))
    assert two.standard_error is not None
    assert 0 < two.standard_error < 1e-3
    assert abs(float(two.banker - exact)) < 4 * two.standard_error
    assert float(two.banker - 2 * one.banker) > 10 * two.standard_error


def test_what_is_refused() -> None:
    with pytest.raises(Refused, match="only the house banks"):
        bank_odds(small(banking=None))
    with pytest.raises(Refused, match="the house takes no part of a player's bank"):
        bank_odds(small(banking=replace(BANKING, co_bank_cite="")), Bank(co_bank=True))
    with pytest.raises(Refused, match="from 1 to 6 opponents, not 7"):
        bank_odds(small(), Bank(opponents=7))
    with pytest.raises(Refused, match="only for opponents who set the house way"):
        bank_odds(small(), Bank(opponents=2, player="best"))
    with pytest.raises(BadBook, match="prints no remedies"):
        replace(books.get("mbs-v4").procedure, banking=BANKING)


def test_a_book_without_banking_keeps_its_digest_and_one_with_it_has_its_own() -> None:
    plain, banked = small(banking=None), small()
    assert plain.digest != banked.digest
    assert banked.digest != small(banking=replace(BANKING, co_bank_cite="")).digest
