"""Play rounds at a kept table until killed, printing the version after every acknowledged request."""

from __future__ import annotations

import random
import sys

from houseway import books
from houseway.cards.card import CARDS
from houseway.journal.store import Journal
from houseway.kept.tables import HOUSE, KeptTable, buy_chips
from houseway.rulebook.procedure import Phase, Role
from houseway.table import commands as c

ANN = c.Actor("ann", Role.PLAYER)


def main(path: str) -> None:
    """Play on from the current state of the table."""
    book = books.get("five-card")
    with Journal.open(path) as journal:
        if not journal.version("cage:ann"):
            buy_chips(journal, "ann", 100_000_00, key="first chips")
        kept = KeptTable.open(journal, "one", book, positions=1)
        while True:
            table = kept.table
            if 1 not in table.seats:
                command: c.Command = c.Sit(by=ANN, position=1)
            elif table.phase is Phase.BETWEEN_ROUNDS:
                command = c.AnnouncePlaceYourBets(by=HOUSE)
            elif table.phase is Phase.BETTING and 1 not in table.wagers:
                command = c.PlaceWager(by=ANN, position=1, wager="main", cents=100)
            elif table.phase is Phase.BETTING:
                command = c.AnnounceNoMoreBets(by=HOUSE)
            elif table.phase is Phase.CLOSED:
                deck = [card.text for card in CARDS[:52]]
                random.shuffle(deck)
                command = c.Deal(by=HOUSE, deck=tuple(deck))
            elif table.phase is Phase.SETTING and not table.hands[1].is_set:
                command = c.EndSetting(by=HOUSE)
            else:
                command = c.Settle(by=HOUSE)
            kept.ask(command)
            print(kept.table.version, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
