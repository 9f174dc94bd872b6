"""Compile every kernel once, so that the first count does not wait for it.

Here: the smallest work that calls every kernel with the types it is used with. Not here: any result.
"""

from __future__ import annotations

from houseway.maths.count.pairs import Deals, count_same_cards, count_shared
from houseway.maths.play.every_hand import Candidates, keep_possible, weigh_hands
from houseway.maths.simulate.run import simulate
from houseway.maths.worth import dealer_seen_first, game_of, one_setting, set_every_shape, undominated
from houseway.rulebook.rulebook import Rulebook


def warm(book: Rulebook) -> None:
    """Run one set of cards, one rank count and one round through the kernels."""
    game, settings = game_of(book), set_every_shape(book)
    for frontier in (one_setting(settings.worth), dealer_seen_first(game.hands)):
        deals = Deals(game, settings.dealers, frontier)
        count_same_cards(deals)
        count_shared(deals, game.dealt - 1, 0, 1)
    first, choices = undominated(game.hands)
    candidates = Candidates(game, settings.dealers, first, choices, 19, 20)
    keep_possible(candidates, 0, 1)
    weigh_hands(candidates, 0, len(game.remaining.joker))
    simulate(book, rounds=1, positions=1, seed=0, with_exact=False)
