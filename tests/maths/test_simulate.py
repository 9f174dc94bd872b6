"""Simulated rounds: the same on any number of workers, settled as the book says, and close to the exact figures."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import msgspec
import numpy as np
import pytest

from houseway import books
from houseway.cards.card import CARDS, Card
from houseway.cards.deck import Deck
from houseway.cards.ranking import Category
from houseway.errors import Refused
from houseway.maths.cache import Cache
from houseway.maths.count.what_if import what_if
from houseway.maths.shards import engine
from houseway.maths.simulate import kernels as simulate_kernels
from houseway.maths.simulate import packing
from houseway.maths.simulate import perfect_hash as places
from houseway.maths.simulate import run as simulating
from houseway.maths.simulate import tables as simulate_tables
from houseway.maths.simulate.results import EnvyResult, Sample, Simulation
from houseway.maths.simulate.run import BLOCK, dealt_cards, simulate
from houseway.rulebook.comparison import BY_HANDS_WON, beats
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.terms import anything, five_card_hand, joker, no_pair, one_pair, top
from houseway.rulebook.wagers import Judged, Line, PayTable, Push, SideWager
from support.command import Run
from support.shelf import DOCUMENTS

BOOKS = [
    pytest.param(books.get(name), id=name, marks=() if name in DOCUMENTS else pytest.mark.full)
    for name in books.names()
]
ROUNDS = 7 * 4 * BLOCK + 123
"""Eight parts, the last one short, with the small parts below."""
ENVIED = {"Full House": 700, "Straight": 300, "Flush": 300, "Three of a Kind": 4100}


def envious(book: Rulebook) -> Rulebook:
    """The book with an Envy Bonus on hands that are common."""
    side = book.side_wagers[0]
    lines = tuple(replace(line, envy=ENVIED.get(line.name, line.envy)) for line in side.pay_tables[0].lines)
    tables = (PayTable(name="", lines=lines), PayTable(name="other", lines=(*lines[:-1], replace(lines[-1], envy=5))))
    return replace(book, id="envious", side_wagers=(replace(side, pay_tables=tables),))


def together(book: Rulebook) -> Rulebook:
    """The book with a wager judged on dealer and player together, one on the dealer's high hand, and a push on it."""
    lines = (
        Line(name="both", when=one_pair(), dealer=one_pair(), pays=3),
        Line(name="joker", when=anything, dealer=joker, pays=2),
        Line(name="player", when=no_pair(), pays=1),
    )
    pair = five_card_hand(Category.PAIR)
    sides = (
        SideWager(
            key="both", name="Both", cite="B", judged=Judged.TOGETHER, pay_tables=(PayTable(name="", lines=lines),)
        ),
        SideWager(
            key="high", name="High", cite="H", judged=Judged.DEALER_HIGH,
            pay_tables=(PayTable(name="", lines=(Line(name="pair", when=pair, pays=1),)),),
        ),
    )  # fmt: skip
    push = Push(says="the dealer is ace high", cite="P", judged=Judged.DEALER_HIGH, when=no_pair() & top(14))
    main = replace(book.main, other_pushes=(push,))
    return replace(book, id="together", main=main, side_wagers=(*book.side_wagers, *sides))


# The same on any worker


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few blocks to a part, so that short simulations have several parts."""
    monkeypatch.setattr(simulating, "_SHARD_BLOCKS", 4)


@pytest.fixture(scope="module")
def alone() -> Simulation:
    with ThreadPoolExecutor(1) as one:
        return simulate(books.get("five-card"), rounds=ROUNDS, positions=3, seed=5, workers=one, with_exact=False)


def _again(workers: Executor | None) -> Simulation:
    return simulate(books.get("five-card"), rounds=ROUNDS, positions=3, seed=5, workers=workers, with_exact=False)


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("threads", [2, 7])
def test_threads_change_nothing(alone: Simulation, threads: int) -> None:
    with ThreadPoolExecutor(threads) as workers:
        assert _again(workers) == alone


def test_local_workers_are_processes() -> None:
    with engine(workers=1) as processes:
        assert processes.submit(os.getpid).result() != os.getpid()


@pytest.mark.full
@pytest.mark.usefixtures("small_parts")
def test_processes_change_nothing(alone: Simulation) -> None:
    with engine(workers=2) as processes:
        assert _again(processes) == alone


@pytest.mark.usefixtures("small_parts")
def test_a_cluster_changes_nothing(alone: Simulation) -> None:
    distributed = pytest.importorskip("distributed", reason="distributed is not installed: no cluster is tested")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, protocol="tcp", dashboard_address=None
        ) as cluster,
        engine(cluster=cluster.scheduler_address) as dask,
    ):
        assert _again(dask) == alone


def test_another_seed_deals_other_cards(alone: Simulation) -> None:
    book = books.get("five-card")
    assert simulate(book, rounds=ROUNDS, positions=3, seed=6, with_exact=False).main != alone.main


def test_a_longer_simulation_begins_as_a_shorter_one() -> None:
    book = books.get("five-card")
    whole = dealt_cards(book, positions=2, seed=3, rounds=range(2 * BLOCK + 5))
    assert len(whole) == 2 * BLOCK + 5
    for rounds in (range(1), range(BLOCK - 1, BLOCK + 2), range(BLOCK, 2 * BLOCK), range(4, 4)):
        assert (dealt_cards(book, positions=2, seed=3, rounds=rounds) == whole[rounds.start : rounds.stop]).all()


@pytest.mark.usefixtures("small_parts")
def test_interrupted_work_is_resumed(tmp_path: Path, alone: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    book, cache = books.get("five-card"), Cache(tmp_path)

    def interrupt(_what: str, done: float) -> None:
        if done > 0.4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), ThreadPoolExecutor(1) as one:
        simulate(book, rounds=ROUNDS, positions=3, seed=5, workers=one, cache=cache, progress=interrupt)
    played: list[int] = []
    count = simulating.count_blocks

    def counting(plan: simulating.Plan, begin: int, end: int) -> simulate_tables.Counts64:
        played.append(end - begin)
        return count(plan, begin, end)

    monkeypatch.setattr(simulating, "count_blocks", counting)
    again = simulate(book, rounds=ROUNDS, positions=3, seed=5, cache=cache, with_exact=False)
    assert again == alone
    assert 0 < sum(played) < 0.7 * ROUNDS / BLOCK
    assert not list(tmp_path.glob("simulation-*"))


# The same as the book settles them, round by round


class Replay:
    """Rounds settled one by one with the book's own clauses and lines."""

    def __init__(self, book: Rulebook, positions: int, seed: int, rounds: int) -> None:
        self.book, self.rounds = book, rounds
        self.net = book.main.pays * (1 - book.main.commission)
        self.outcomes: Counter[tuple[str, str, str]] = Counter()
        self.totals: Counter[tuple[str, str]] = Counter()
        self.squares: Counter[tuple[str, str]] = Counter()
        self.received: Counter[tuple[str, str]] = Counter()
        for dealt in dealt_cards(book, positions=positions, seed=seed, rounds=range(rounds)).tolist():
            dealer, *hands = [tuple(CARDS[card] for card in hand) for hand in dealt]
            self._main(dealer, hands)
            for side in book.side_wagers:
                for pays in side.pay_tables:
                    self._side(side, pays, dealer, hands)

    def _add(self, key: tuple[str, str], amounts: list[Fraction]) -> None:
        self.totals[key] += sum(amounts)  # type: ignore[assignment]
        self.squares[key] += sum(amounts) ** 2  # type: ignore[assignment]

    def _main(self, dealer: tuple[Card, ...], hands: list[tuple[Card, ...]]) -> None:
        theirs = self.book.set(dealer)
        amounts = []
        for hand in hands:
            won = 1
            if self.book.push_with(theirs.low, theirs.high) is None:
                won = max(
                    beats(self.book.strength_of(low), self.book.strength_of(theirs.low))
                    + beats(self.book.strength_of(high), self.book.strength_of(theirs.high))
                    for low, high in self._settings(hand)
                )
            amounts.append((Fraction(-1), Fraction(0), Fraction(self.net))[won])
            self.outcomes["main", "", BY_HANDS_WON[won].value] += 1
        self._add(("main", ""), amounts)

    def _settings(self, hand: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
        if not self.book.procedure.dealer_exposed:
            setting = self.book.set(hand)
            yield setting.low, setting.high
            return
        for low in combinations(hand, 2):
            high = tuple(card for card in hand if card not in low)
            if self.book.rank_of(high).outranks_or_equals(self.book.rank_of(low)):
                yield low, high

    def _side(self, side: SideWager, pays: PayTable, dealer: tuple[Card, ...], hands: list[tuple[Card, ...]]) -> None:
        judged = {
            Judged.PLAYER_CARDS: hands,
            Judged.DEALER_CARDS: [dealer] * len(hands),
            Judged.DEALER_LOW: [self.book.set(dealer).low] * len(hands),
            Judged.DEALER_HIGH: [self.book.set(dealer).high] * len(hands),
        }.get(side.judged)
        if judged is None:
            lines = [self.book.line_together(side, pays, player=hand, dealer=dealer) for hand in hands]
        else:
            lines = [self.book.line_of(side, pays, cards) for cards in judged]
        self._add(
            (side.key, pays.name), [Fraction(pays.lines[line].pays) if line >= 0 else Fraction(-1) for line in lines]
        )
        for line in lines:
            self.outcomes[side.key, pays.name, pays.lines[line].name if line >= 0 else "lose"] += 1
        if any(line.envy for line in pays.lines):
            of_dealer = self.book.line_of(side, pays, dealer)
            envy = []
            for mine, own in enumerate(lines):
                for other, line in enumerate(lines):
                    cents = pays.envy(line, mine=[own], dealer=of_dealer) if other != mine else 0
                    envy.append(Fraction(cents))
                    self.received[pays.name, pays.lines[line].name] += cents > 0
            self._add(("envy", pays.name), envy)
            self.received[pays.name, "rounds"] += any(envy)


SETTLED = [
    *BOOKS,
    pytest.param(envious(books.get("mbs-v4")), id="envious"),
    pytest.param(together(books.get("mbs-v4")), id="together"),
    pytest.param(what_if(books.get("mbs-v3"), commission="4%"), id="4%"),
]
SEATED = {"envious": (1, 2, 6), "4%": (1,)}
"""Positions in the quick tier, where they are not 1 and 6."""
FEW = [
    pytest.param(
        *book.values,
        positions,
        id=f"{book.id}-{positions}",
        marks=book.marks if positions in SEATED.get(str(book.id), (1, 6)) else pytest.mark.full,
    )
    for book in SETTLED
    for positions in (1, 2, 6)
]


@pytest.mark.parametrize(("book", "positions"), FEW)
def test_rounds_are_settled_as_the_book_says(book: Rulebook, positions: int) -> None:
    _settled_as_the_book_says(book, positions, {1: 300, 2: 200, 6: 100}[positions])


@pytest.mark.full
@pytest.mark.parametrize("positions", [1, 2, 6])
@pytest.mark.parametrize("book", SETTLED)
def test_many_rounds_are_settled_as_the_book_says(book: Rulebook, positions: int) -> None:
    _settled_as_the_book_says(book, positions, 700 if positions == 6 else 1500)


def _settled_as_the_book_says(book: Rulebook, positions: int, rounds: int) -> None:
    book.compile()
    found = simulate(book, rounds=rounds, positions=positions, seed=11, with_exact=False)
    slow = Replay(book, positions, 11, rounds)
    for wager in (found.main, *found.sides):
        for outcome in wager.outcomes:
            assert outcome.deals == slow.outcomes[wager.key, wager.pay_table, outcome.name], (wager.label, outcome.name)
        assert wager.total == slow.totals[wager.key, wager.pay_table], wager.label
        assert wager.squares == slow.squares[wager.key, wager.pay_table], wager.label
    assert len(found.envy) == (sum(key == "envy" for key, _ in slow.totals) if positions > 1 else 0)
    for envy in found.envy:
        assert envy.total == slow.totals["envy", envy.pay_table]
        assert envy.squares == slow.squares["envy", envy.pay_table]
        assert envy.rounds_paid == slow.received[envy.pay_table, "rounds"]
        assert dict(envy.paid) == {name: slow.received[envy.pay_table, name] for name, _ in envy.paid}
    if book.id == "envious" and positions > 1:
        assert found.envy[0].total > 0
        assert found.envy[0].total != found.envy[1].total


@pytest.mark.parametrize("book", BOOKS)
def test_every_kind_of_hand_is_looked_up_correctly(book: Rulebook) -> None:
    """Hands of many refined shapes, with suits renamed and cards shuffled, get the book's setting and lines."""
    tables = simulate_tables.tables_of(book)
    hands, _ = book.refined_hands
    chance = np.random.default_rng(1)
    shapes = len(book.shapes.keys)
    lines = [column.pays.line_of(hands) for column in tables.columns]
    deeper = [shapes + np.flatnonzero(line[shapes:] != line[book.shapes.split]) for line in lines]  # Royal Match
    assert any(map(len, deeper)) == book.id.startswith("mbs")
    rows = np.concatenate([chance.choice(shapes, 1000), shapes + chance.choice(len(hands) - shapes, 500), *deeper])
    settings = book.compiled.split
    parents = np.concatenate([np.arange(shapes), book.shapes.split])
    entries = {int(entry) >> packing.CARD_SHIFT: entry for entry in tables.deck}
    for row in rows.tolist():
        suits = chance.permutation(4)
        cards = [card if card == 52 else card // 4 * 4 + int(suits[card % 4]) for card in hands.cards[row].tolist()]
        record = int(tables.hands.records[_place(tables, np.array([entries[card] for card in chance.permuted(cards)]))])
        kind = record >> packing.KIND_SHIFT & packing.KIND_MASK
        assert [int(found[kind]) for found in tables.lines] == [int(line[row]) for line in lines]
        split, shape = settings[parents[row]], parents[row]
        worth = (int(book.shape_hands.highs[shape, split]) << 8) + int(book.shape_hands.lows[shape, split])
        assert record & packing.NUMBER_MASK == worth


def _place(tables: simulate_tables.Tables, hand: np.ndarray) -> int:
    """The index of a hand, as the loop over rounds looks it up."""
    flush, plain_shifts, plain_size, flush_shifts, flush_size, matched = tables.shapes
    held = sum(int(entry) for entry in hand)
    key, full = held & (1 << 40) - 1, (held >> 40) + (8 - flush) * 0x1111 & 0x8888
    if not full:
        return int(places.place_of(key, plain_shifts, plain_size))
    return plain_size + int(
        simulate_kernels.flush_place(key, full, hand, 0, len(hand), flush_shifts, flush_size, matched)
    )


# Close to the exact figures


@pytest.mark.parametrize("positions", [1, 6])
@pytest.mark.parametrize("name", ["five-card", "mbs-v4"])
def test_some_rounds_are_close_to_the_exact_figures(name: str, positions: int, counted: Cache) -> None:
    _within_four(simulate(books.get(name), rounds=300_000, positions=positions, seed=20, cache=counted))


@pytest.mark.full
@pytest.mark.parametrize("rounds", [2_000_000, 100_000_000])
@pytest.mark.parametrize("positions", [1, 6])
@pytest.mark.parametrize("book", BOOKS)
def test_many_rounds_are_close_to_the_exact_figures(
    book: Rulebook, positions: int, rounds: int, counted: Cache
) -> None:
    _within_four(simulate(book, rounds=rounds, positions=positions, seed=21, cache=counted))


def _within_four(found: Simulation) -> None:
    tables = sum(len(side.pay_tables) for side in books.get(found.book).side_wagers)
    envied = found.positions > 1 and found.book.startswith("mbs")
    assert len(found.samples) == 1 + tables + envied
    for sample in found.samples:
        off = sample.standard_errors
        if isinstance(sample, EnvyResult) and not sample.rounds_paid and found.rounds < 2_000_000:
            continue  # too rare for so few rounds
        assert off is not None
        assert abs(off) < 4, sample.label


def test_a_wrong_edge_is_noticed(counted: Cache) -> None:
    book = books.get("five-card")
    found = simulate(book, rounds=300_000, seed=20, cache=counted)
    assert found.main.expected is not None
    wrong = replace(found.main, expected=found.main.expected + Fraction(1, 100))
    assert wrong.standard_errors is not None
    assert abs(wrong.standard_errors) > 4


# Standard errors


def test_a_standard_error_is_that_of_whole_rounds() -> None:
    """All positions of a round face one dealer: over many seeds the means vary as much as their standard errors say."""
    book = books.get("five-card")
    with ThreadPoolExecutor(1) as one:
        found = [
            simulate(book, rounds=2000, positions=6, seed=seed, workers=one, with_exact=False) for seed in range(300)
        ]
    for wagers in zip(*(one.samples[:4] for one in found), strict=True):
        means = np.array([float(wager.mean) for wager in wagers])
        errors = np.array([wager.standard_error for wager in wagers], dtype=float)
        assert 0.85 < means.std(ddof=1) / np.sqrt((errors**2).mean()) < 1.15, wagers[0].label
    main = found[0].main
    alone = np.sqrt(sum(float(o.net) ** 2 * o.deals for o in main.outcomes)) / (main.rounds * main.positions)
    assert main.standard_error is not None
    assert main.standard_error > 1.2 * alone


def test_a_standard_error_by_hand() -> None:
    # totals of two positions in three rounds: 2, 0, -2
    sample = Sample(rounds=3, positions=2, total=Fraction(0), squares=Fraction(8), expected=Fraction(1))
    error = (4 / 3) ** 0.5 / 2
    assert sample.standard_error == pytest.approx(error)
    assert sample.interval == pytest.approx((-1.96 * error, 1.96 * error), rel=1e-4)
    assert sample.standard_errors == pytest.approx(-1 / error)
    once = Sample(rounds=1, positions=1, total=Fraction(1), squares=Fraction(1), expected=Fraction(1))
    assert (once.standard_error, once.interval, once.standard_errors) == (None, None, None)
    never = Sample(rounds=9, positions=1, total=Fraction(0), squares=Fraction(0), expected=Fraction(1))
    assert (never.standard_error, never.standard_errors) == (0.0, None)


def test_large_sums_do_not_overflow() -> None:
    limbs = np.zeros(packing.LIMBS, dtype=np.int64)
    numbers = [(1 << 62) - 1, 1, 1 << 20, (1 << 40) + 3, *[(1 << 62) - 7] * 50]
    for number in numbers:
        simulate_kernels.add_limbs(limbs, number)
    assert sum(int(limb) << packing.LIMB_BITS * place for place, limb in enumerate(limbs)) == sum(numbers)
    most = [packing.LIMB_MASK, packing.LIMB_MASK, (1 << 22) - 1]
    assert max(most) * simulating.MOST_ROUNDS < 1 << 63


# The shuffle


@pytest.mark.parametrize("name", ["mbs-v4", "five-card"])
def test_every_card_comes_equally_often_in_every_place(name: str) -> None:
    book = books.get(name)
    size, rounds = book.deck.size, 60_000
    cards = dealt_cards(book, positions=6, seed=2, rounds=range(rounds)).reshape(rounds, -1)
    ordered = np.sort(cards, axis=1)
    assert (ordered[:, 1:] > ordered[:, :-1]).all()
    assert set(np.unique(cards).tolist()) == {card.index for card in book.deck.cards}
    for column in cards.T:
        assert _deviation(np.bincount(column, minlength=size), rounds / size) < 6
    for one, other in ((0, 1), (0, -1), (5, 6), (-2, -1)):
        pairs = np.bincount(cards[:, one].astype(int) * size + cards[:, other], minlength=size * size)
        pairs = pairs.reshape(size, size)[~np.eye(size, dtype=bool)]
        assert _deviation(pairs, rounds / len(pairs)) < 6
    following = np.bincount(cards[:-1, 0].astype(int) * size + cards[1:, 0], minlength=size * size)
    assert _deviation(following, (rounds - 1) / len(following)) < 6


def _deviation(counts: np.ndarray, expected: float) -> float:
    """By how many standard deviations chi-square is off; it is far off for a biased shuffle."""
    freedom = len(counts) - 1
    squares: float = ((counts - expected) ** 2 / expected).sum()
    return abs(squares - freedom) / (2 * freedom) ** 0.5


def test_a_biased_shuffle_is_noticed() -> None:
    cards = (np.random.default_rng(1).random(200_000) ** 1.05 * 53).astype(int)
    assert _deviation(np.bincount(cards, minlength=53), 200_000 / 53) > 6


def test_words_that_favour_some_hands_are_not_used() -> None:
    deck = np.arange(53, dtype=np.uint64) << np.uint64(packing.CARD_SHIFT)
    hands = 53 * 52 * 51 * 50 * 49 * 48 * 47
    uneven = np.uint64(2**58 % hands)
    assert uneven > 0
    word = np.uint64(12345 << 40)
    assert simulate_kernels.draw_hand(np.array([0, word], dtype=np.uint64), 0, deck, 0, 7, uneven)[0] == 2
    assert simulate_kernels.draw_hand(np.array([word, 0], dtype=np.uint64), 0, deck, 0, 7, uneven)[0] == 1
    assert simulate_kernels.draw_hand(np.array([0, 0], dtype=np.uint64), 0, deck, 0, 7, uneven)[0] == -1


def test_a_block_that_runs_out_of_random_words_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    book = books.get("five-card")
    usual = simulate(book, rounds=20_000, positions=2, seed=4, with_exact=False)
    cards = dealt_cards(book, positions=2, seed=4, rounds=range(20_000))
    words = simulating._words

    def scarce(plan: simulating.Plan, block: int, rounds: int) -> Iterator[np.ndarray]:
        supplies = words(plan, block, rounds)
        yield next(supplies)[:1000]
        longer = next(supplies)
        assert len(longer) > 3 * rounds + 64
        yield longer

    monkeypatch.setattr(simulating, "_words", scarce)
    assert simulate(book, rounds=20_000, positions=2, seed=4, with_exact=False) == usual
    assert (dealt_cards(book, positions=2, seed=4, rounds=range(20_000)) == cards).all()


# What is refused


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"rounds": 0}, "from 1 to 2,000,000,000,000 rounds, not 0"),
        ({"rounds": 10**13}, "not 10,000,000,000,000"),
        ({"rounds": 1, "positions": 0}, "from 1 to 6 positions, not 0"),
        ({"rounds": 1, "positions": 7}, "from 1 to 6 positions, not 7"),
        ({"rounds": 1, "seed": -1}, "a seed is a whole number from 0, not -1"),
    ],
)
def test_what_cannot_be_played_is_refused(asked: dict[str, int], message: str) -> None:
    with pytest.raises(Refused, match=message):
        simulate(books.get("five-card"), **asked)  # type: ignore[arg-type]


def test_positions_the_deck_cannot_deal_are_refused() -> None:
    small = replace(books.get("five-card"), id="small", deck=Deck(joker=False, ranks=tuple(range(9, 15))))
    with pytest.raises(Refused, match="small deals 5 of 24 cards, no Joker: not enough for 4 positions and the dealer"):
        simulate(small, rounds=10, positions=4)
    assert simulate(small, rounds=10, positions=3, with_exact=False).rounds == 10


def test_too_large_an_envy_bonus_is_refused() -> None:
    book = envious(books.get("mbs-v4"))
    side = book.side_wagers[0]
    lines = tuple(replace(line, envy=10**8) for line in side.pay_tables[0].lines)
    rich = replace(book, side_wagers=(replace(side, pay_tables=(PayTable(name="", lines=lines),)),))
    with pytest.raises(Refused, match="an Envy Bonus of 100,000,000 cents is too large to simulate"):
        simulate(rich, rounds=1, positions=2)


# The command


def test_the_command_prints_a_table(houseway: Run) -> None:
    done = houseway("simulate", "five-card", "--rounds", "20000", "--positions", "2", "--seed", "7")
    assert done.returncode == 0, done.stderr
    assert "five-card  20,000 rounds, 2 positions, seed 7; the player plays optimally" in done.stdout
    assert "2.7306%" in done.stdout  # exactly
    for label in ("Main wager", "Insurance wager", "Dealer Pai Gow wager B", "5-Card Poker wager C", "Royal Flush"):
        assert label in done.stdout


def test_the_command_prints_json(houseway: Run) -> None:
    words = ("simulate", "five-card", "--rounds", "20000", "--positions", "2", "--seed", "7", "--json")
    plain = msgspec.json.decode(houseway(*words, "--no-exact").stdout)
    found = simulate(books.get("five-card"), rounds=20_000, positions=2, seed=7, with_exact=False)
    main = plain["wagers"]["main"]
    assert [main[name] for name in ("win", "standoff", "lose")] == [o.deals for o in found.main.outcomes]
    assert main["standard_error"] == found.main.standard_error
    assert main["exact_house_edge"] is None
    assert list(plain["wagers"]["five-card-poker"]["pay_tables"]) == ["A", "B", "C"]
    _is_exact(houseway(*words).stdout, main["win"])


@pytest.mark.full
def test_the_command_plays_in_processes(houseway: Run) -> None:
    words = ("simulate", "five-card", "--rounds", "20000", "--positions", "2", "--seed", "7", "--json")
    plain = msgspec.json.decode(houseway(*words, "--no-exact").stdout)
    _is_exact(houseway(*words, "--workers", "2").stdout, plain["wagers"]["main"]["win"])


def _is_exact(printed: str, win: int) -> None:
    exact = msgspec.json.decode(printed)["wagers"]["main"]
    assert exact["win"] == win
    assert Fraction(exact["exact_house_edge"]) == Fraction(869779283300 - 760920204712, 3986646103440)


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--rounds", "0"), 1, "houseway: a simulation plays from 1 to"),
        (("--positions", "7"), 1, "houseway: a table has from 1 to 6 positions, not 7"),
        (("--seed", "-1"), 1, "houseway: a seed is a whole number from 0, not -1"),
        (("--workers", "2", "--cluster", "tcp://127.0.0.1:1"), 1, "or a cluster, not both"),
        (("--rounds", "many"), 2, "--rounds"),
    ],
)
def test_bad_input_is_one_sentence(houseway: Run, words: tuple[str, ...], code: int, message: str) -> None:
    done = houseway("simulate", "five-card", "--no-exact", *words)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    if code == 1:
        assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.full
def test_an_interrupt_is_reported_at_once(tmp_path: Path) -> None:
    words = ["simulate", "five-card", "--rounds", "100000000000", "--no-exact"]
    running = subprocess.Popen(
        [str(Path(sys.executable).parent / "houseway"), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "HOUSEWAY_CACHE": str(tmp_path)},
        # a process started in the background may inherit an ignored SIGINT
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    deadline = time.monotonic() + 120
    while not list(tmp_path.glob("settings-*")) and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(1)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, "", "houseway: stopped\n")


def test_the_command_line_starts_without_the_compiler() -> None:
    code = "import sys, houseway.cli.app, houseway.cli.simulate_command; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
