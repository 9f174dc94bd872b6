"""How many rounds a table plays per second, and what they cost: `python bench/rounds.py [--profile] [BOOK ...]`.

Six positions, every wager of the book on each, every player views and sets their hand the house way, all through
`decide` and `evolve` in one process; then ten thousand rounds restored from their events as JSON. Times are only
valid for this run; compare the ratios.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import platform
import pstats
import random
import time
from collections.abc import Iterator

import msgspec

from houseway import books
from houseway.rulebook.procedure import Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.decide import decide
from houseway.table.evolve import evolve, restore
from houseway.table.opening import open_table
from houseway.table.state import Table

DEALER = c.Actor("dealer", Role.DEALER)
PLAYERS = {position: c.Actor(f"player {position}", Role.PLAYER) for position in range(1, 7)}
REPLAYED = 10_000
BATCH = 20


class Bench:
    """A table with six players that plays round after round."""

    def __init__(self, book: Rulebook) -> None:
        self.book, self.table = book, Table()
        self.events: list[e.Event] = []
        self.spent: dict[str, float] = {}
        self.random = random.Random(7)
        self.deck = [card.text for card in book.deck.cards]
        self._take((open_table(book, name="bench"),))
        for position, player in PLAYERS.items():
            self.ask(c.Sit(by=player, position=position))

    def ask(self, command: c.Command) -> None:
        """Decide and evolve, recording the time of each."""
        begin = time.perf_counter()
        events = decide(self.book, self.table, command)
        decided = time.perf_counter()
        self._take(events)
        evolved = time.perf_counter()
        name = f"decide {type(command).__name__}"
        self.spent[name] = self.spent.get(name, 0.0) + decided - begin
        self.spent["evolve"] = self.spent.get("evolve", 0.0) + evolved - decided

    def _take(self, events: tuple[e.Event, ...]) -> None:
        for event in events:
            self.table = evolve(self.table, event)
        self.events += events

    def commands(self) -> Iterator[c.Command]:
        """The requests of one round."""
        book = self.book
        yield c.AnnouncePlaceYourBets(by=DEALER)
        for position, player in PLAYERS.items():
            for wager in (book.main.key, *(side.key for side in book.side_wagers)):
                yield c.PlaceWager(by=player, position=position, wager=wager, cents=1000)
        yield c.AnnounceNoMoreBets(by=DEALER)
        self.random.shuffle(self.deck)
        yield c.Deal(by=DEALER, deck=tuple(self.deck))
        if self.table.total(1, book.main.key):
            for position, player in PLAYERS.items():
                yield c.ViewHand(by=player, position=position)
                low = tuple(card.text for card in book.set(self.table.hands[position].cards).low)
                yield c.SetHand(by=player, position=position, low=low)
        if not book.procedure.dealer_exposed:
            yield c.Reveal(by=DEALER)
        yield c.Settle(by=DEALER)

    def play(self, rounds: int) -> None:
        """Whole rounds."""
        for _ in range(rounds):
            for command in self.commands():
                self.ask(command)


def measure(book: Rulebook, seconds: float) -> Bench:
    """Rounds per second, and what takes the time."""
    begin = time.perf_counter()
    book.compile()
    compiled = time.perf_counter() - begin
    bench = Bench(book)
    bench.play(3)
    bench.spent.clear()
    batches: list[float] = []
    while BATCH * sum(batches) < seconds:
        begin = time.perf_counter()
        bench.play(BATCH)
        batches.append((time.perf_counter() - begin) / BATCH)
    rounds, took = BATCH * len(batches), BATCH * sum(batches)
    rate = f"{rounds / took:8,.0f} rounds/s, {1 / min(batches):,.0f} in the fastest {BATCH}"
    print(f"{book.id:<12}{rate}; {1e6 * took / rounds:,.0f} us per round; compiled in {compiled:.1f} s")
    for name, spent in sorted(bench.spent.items(), key=lambda item: -item[1])[:6]:
        print(f"    {name:<28}{1e6 * spent / rounds:8,.0f} us {100 * spent / took:5.1f} %")
    return bench


def replay(bench: Bench, rounds: int) -> None:
    """Rounds restored from JSON events."""
    bench.play(max(0, rounds - bench.table.round))
    lines = [msgspec.json.encode(event) for event in bench.events]
    decoder = msgspec.json.Decoder(e.AnyEvent)
    begin = time.perf_counter()
    table = restore(decoder.decode(line) for line in lines)
    took = time.perf_counter() - begin
    assert table == bench.table
    print(
        f"    replay of {table.round:,} rounds, {len(lines):,} events, {sum(map(len, lines)) / 1e6:.0f} MB of JSON:"
        f" {took:.2f} s, {table.round / took:,.0f} rounds/s"
    )


def main() -> None:
    """Every book, or those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("books", nargs="*", default=books.names())
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--replay", type=int, default=REPLAYED)
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}")
    for name in options.books:
        bench = measure(books.get(name), options.seconds)
        if options.profile:
            profile = cProfile.Profile()
            profile.runcall(bench.play, 100)
            pstats.Stats(profile).sort_stats("tottime").print_stats(25)
        replay(bench, options.replay)


if __name__ == "__main__":
    main()
