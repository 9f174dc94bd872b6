"""Rounds per second of pygow-poker, one player against one dealer; prints JSON.

Runs in its own environment, which `make bench` creates; does not import Houseway. The package is a script that asks a
question and prints a table for every round; only its functions for dealing, setting, comparing and paying are timed
here, without the printing.
"""

from __future__ import annotations

import json
import random
import sys
import sysconfig
import time
from pathlib import Path

ROUNDS = 1000


def main() -> None:
    """Play rounds; those that its functions cannot finish are counted too."""
    sys.path.insert(0, str(Path(sysconfig.get_paths()["purelib"]) / "pygow-poker"))
    import betting_strat
    import game
    import house_strat

    rng = random.Random(7)
    failed = 0
    begin = time.process_time()
    for _ in range(ROUNDS):
        deck = list(game.DECK)
        rng.shuffle(deck)
        player, dealer = tuple(deck[:7]), tuple(deck[7:14])
        try:
            bet = betting_strat.betting_strat(10**6, "", "", {}, 0, 0)
            mine, theirs = game.read_hand(player), game.read_hand(dealer)
            outcome = game.determine_winner(house_strat.house_strat(player), house_strat.house_strat(dealer))
            game.determine_winnings(bet, outcome, mine["rank"], theirs["rank"], theirs["hand"])
        except Exception:
            failed += 1
    print(json.dumps({"rounds": ROUNDS, "seconds": time.process_time() - begin, "failed": failed}))


if __name__ == "__main__":
    main()
