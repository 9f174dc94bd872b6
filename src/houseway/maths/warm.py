"""Compile every kernel once, so that the first count does not wait for it.

Here: the smallest work that goes through every kernel with the types it is used with. Not here: anything counted.
"""

from __future__ import annotations

from houseway.maths.compile import game_of, one_setting, seen_dealer, set_every_shape, undominated
from houseway.maths.count.pairs import Deals, count_own, count_shared
from houseway.maths.play.every_hand import Candidates, keep_possible, weigh_hands
from houseway.maths.simulate.run import simulate
from houseway.rulebook.rulebook import Rulebook


def warm(book: Rulebook) -> None:
    """Send one set, one rank count and one block of rounds through the kernels."""
    game, settings = game_of(book), set_every_shape(book)
    for stairs in (one_setting(settings.worth), seen_dealer(game.hands)):
        deals = Deals(game, settings.dealers, stairs)
        count_own(deals)
        count_shared(deals, game.dealt - 1, 0, 1)
    first, points = undominated(game.hands)
    candidates = Candidates(game, settings.dealers, first, points, 19, 20)
    keep_possible(candidates, 0, 1)
    weigh_hands(candidates, 0, len(game.remaining.joker))
    simulate(book, rounds=1, positions=1, seed=0, with_exact=False)
