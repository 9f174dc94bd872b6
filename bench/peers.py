"""Five-card evaluations per second of other libraries, each called the way its documentation shows; prints JSON.

Runs in its own environment, which `make bench` creates; does not import Houseway.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]


def rate(evaluate: Callable[[Any], object], hands: Sequence[Any]) -> float:
    """Hands per second, the best of three runs."""
    best = 0.0
    for _ in range(3):
        begin = time.perf_counter()
        for hand in hands:
            evaluate(hand)
        best = max(best, len(hands) / (time.perf_counter() - begin))
    return best


def main() -> None:
    """Measure each library on the same hands, with the cards already in its own format."""
    import eval7
    from phevaluator import Card as PhCard
    from phevaluator import evaluate_cards
    from pokerkit import Card as PokerKitCard
    from pokerkit import StandardHighHand
    from treys import Card, Evaluator

    rng = random.Random(7)
    hands = [rng.sample(DECK, 5) for _ in range(50_000)]
    evaluator = Evaluator()
    found = {
        "phevaluator": rate(
            lambda hand: evaluate_cards(*hand), [[PhCard(card).id_ for card in hand] for hand in hands]
        ),
        "treys": rate(lambda hand: evaluator.evaluate(hand, []), [[Card.new(card) for card in hand] for hand in hands]),
        "eval7": rate(eval7.evaluate, [[eval7.Card(card) for card in hand] for hand in hands]),
        "pokerkit": rate(StandardHighHand, [tuple(PokerKitCard.parse("".join(hand))) for hand in hands[:10_000]]),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main()
