"""The clauses a short strategy may be made of: conditions and low hands from the vocabulary, as books use them.

Here: which combinations are tried, the simplest first. Not here: what they are worth (`landscape`), or the search.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from houseway.cards.card import ACE
from houseway.cards.ranking import Category
from houseway.rulebook.conditions import Condition
from houseway.rulebook.lows import Low
from houseway.rulebook.terms import (
    ACES,
    ANY_RANK,
    KINGS,
    Ranks,
    any_legal,
    anything,
    can,
    card_of,
    five_of_a_kind,
    five_with_pair,
    four_of_a_kind,
    four_with_pair,
    four_with_three,
    full_house,
    joker,
    leaving,
    leaving_highest_made,
    leaving_made,
    made,
    no_pair,
    one_pair,
    pair,
    pair_from,
    pair_of,
    single,
    single_number,
    singles,
    three_and_two_pairs,
    three_of_a_kind,
    three_pairs,
    top,
    two_pairs,
    two_threes_of_a_kind,
)

_RUNS = [Ranks(low, high) for low in range(2, ACE + 1) for high in range(low, ACE + 1)]
_LESS_THAN_ALL = sorted((run for run in _RUNS if run != ANY_RANK), key=lambda run: run.lowest > 2 and run.highest < ACE)
_FROM_NINE = [Ranks(lowest, ACE) for lowest in range(ACE, 8, -1)]
_PAIR_AND_MADE = can(pair & leaving_made)

PATTERNS: tuple[Condition, ...] = (
    no_pair(),
    one_pair(),
    two_pairs(),
    three_pairs(),
    three_of_a_kind(),
    two_threes_of_a_kind(),
    full_house(),
    three_and_two_pairs(),
    four_of_a_kind(),
    four_with_pair(),
    four_with_three(),
    five_of_a_kind(),
    five_with_pair(),
)
"""Every hand is one of these."""


def lows() -> list[Low]:
    """The low hands that are tried."""
    plain: list[Low] = [
        any_legal, singles(1, 2), singles(2, 3), pair_from(2, 2), pair_from(2, 1), pair_from(2, 3), pair_from(3),
        pair_from(4), pair_of(ACES), pair_of(KINGS), leaving_made, leaving_highest_made, pair & leaving_made,
        pair & any_legal, any_legal & ~pair, leaving_made & ~pair, singles(1, 2) | pair & leaving_made,
        singles(1, 2) | leaving_made, singles(2, 3) | leaving_made, card_of(ACES) & single_number(1),
        card_of(ACES) & any_legal, singles(2, 4), singles(2, 5), singles(2, 6), singles(2, 7), singles(1, 3),
        singles(3, 4), pair_from(3, 2),
    ]  # fmt: skip
    kept = (
        Category.PAIR, Category.TWO_PAIRS, Category.THREE_OF_A_KIND, Category.STRAIGHT, Category.FLUSH,
        Category.FULL_HOUSE, Category.FOUR_OF_A_KIND,
    )  # fmt: skip
    return [*plain, *(leaving(category) for category in kept), *(leaving(category) & any_legal for category in kept)]


def conditions() -> list[Condition]:
    """The conditions that are tried, each once."""
    return list(dict.fromkeys(itertools.chain(_across_patterns(), _within_patterns())))


def _across_patterns() -> Iterator[Condition]:
    yield anything
    yield made
    yield _PAIR_AND_MADE
    yield made & ~_PAIR_AND_MADE
    yield joker
    yield from PATTERNS
    for one, other in itertools.combinations(PATTERNS, 2):
        yield one | other
    for one, other, third in itertools.combinations(PATTERNS[:9], 3):
        yield one | other | third


def _within_patterns() -> Iterator[Condition]:
    for pattern in PATTERNS[:-2]:
        yield from (pattern & more for more in _held())
    yield from _no_pair_by_its_highest_cards()
    for run in _LESS_THAN_ALL:
        for ranked in _ranked(run):
            yield ranked
            yield from (ranked & more for more in _held())


def _no_pair_by_its_highest_cards() -> Iterator[Condition]:
    for highest in range(ACE, 10, -1):
        high = no_pair() & top(highest)
        yield high
        for lowest in range(highest - 1, 5, -1):
            gap = high & ~single(Ranks(lowest, highest - 1))
            yield gap
            yield gap & joker
            yield gap & ~joker


def _ranked(run: Ranks) -> Iterator[Condition]:
    """Patterns whose pairs, threes or fours are of a run of ranks."""
    yield one_pair(run)
    yield two_pairs(run)
    if run.lowest < run.highest:
        yield two_pairs(run, run)
    yield three_of_a_kind(run)
    yield four_of_a_kind(run)
    if run.lowest == 2 or run.highest == ACE:
        yield full_house(three=run)
        yield full_house(pair_of=run)
        yield four_with_pair(run)


def _held() -> Iterator[Condition]:
    """What else is held."""
    yield from (single(run) for run in _FROM_NINE)
    yield from (~single(run) for run in _FROM_NINE)
    yield from (made, ~made, _PAIR_AND_MADE, joker, ~joker)
    yield from (single(ACES) & single(KINGS), single(ACES) & ~single(KINGS), single(KINGS) & ~single(ACES))
    yield from (~made & single(run) for run in _FROM_NINE)
    yield from (made & ~single(run) for run in _FROM_NINE)
    for run in _FROM_NINE:
        beside_made = can(card_of(run) & leaving_made)
        yield beside_made
        yield made & ~beside_made
        yield ~(made & ~beside_made)
