"""Compile every kernel once, so that the first count does not wait for it.

Here: the smallest work that calls every kernel with the types it is used with. Not here: any result.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from houseway.cards.deck import Deck
from houseway.maths.count.pairs import Deals, count_shared_flushes, count_shared_ranks
from houseway.maths.play.candidates import arrays_of
from houseway.maths.play.every_hand import Candidates, weigh_by_ranks, weigh_hands
from houseway.maths.play.kernels import Stakes, keep_possible
from houseway.maths.play.tally import load
from houseway.maths.simulate.run import simulate
from houseway.maths.solve.equilibrium import Side, Solving
from houseway.maths.solve.on_cpu import OnCpu
from houseway.maths.worth import dealer_seen_first, game_of, one_setting, set_every_shape, undominated
from houseway.rulebook.rulebook import Rulebook

SMALL = {5: (2, 3, 14), 7: (2, 3, 4, 14)}
"""The ranks of a small deck, by the number of cards dealt."""


def warm(book: Rulebook) -> None:
    """Run one set of cards, one rank count and one round through the kernels."""
    game, settings = game_of(book), set_every_shape(book)
    for frontier in (one_setting(settings.worth), dealer_seen_first(game.hands)):
        deals = Deals(game, settings.dealers, frontier)
        count_shared_ranks(deals, game.dealt, 0, 1)
        count_shared_flushes(deals, game.high_size, 0, 1)
    first, choices = undominated(game.hands)
    candidates = Candidates(game, settings.dealers, first, choices, 19, 20)
    by_ranks = weigh_by_ranks(candidates, game.dealt, 0, 1)
    arrays = arrays_of(candidates)
    keep_possible(
        arrays.settings, by_ranks.reshape(-1, 2), arrays.flushes_below(), Stakes(19, 20), np.zeros(len(choices), bool)
    )
    weigh_hands(candidates, by_ranks.reshape(-1, 2), 0, len(game.remaining.joker))
    load(book, None)
    small = game_of(replace(book, deck=Deck(joker=book.deck.joker, ranks=SMALL[book.dealt])))
    solving = Solving(OnCpu(small, set_every_shape(replace(book, deck=small.deck)), Fraction(19, 20)))
    solving.step()
    solving.replies.lost(Side.DEALER, solving.dealer)
    simulate(book, rounds=1, positions=1, seed=0, with_exact=False)
