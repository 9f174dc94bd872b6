"""Both sides choose: replies deal by deal on small decks, bounds against a linear programme, and resuming."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from houseway import books
from houseway.cards.deck import Deck
from houseway.errors import Refused
from houseway.maths.count.suit_classes import classes_of
from houseway.maths.count.whole_book import main_odds
from houseway.maths.gpu.classes import has_device
from houseway.maths.gpu.simulation import mixed_seed
from houseway.maths.question import dealer_gains
from houseway.maths.set_hands import LOW_BITS, LOW_MASK
from houseway.maths.solve import shared_sets
from houseway.maths.solve.equilibrium import Bounds, Side, Solving, solve
from houseway.maths.solve.files import (
    forget_state,
    load_state,
    read_strategy,
    save_state,
    state_folder,
    write_strategy,
)
from houseway.maths.solve.kernels import number_classes
from houseway.maths.solve.on_cpu import OnCpu
from houseway.maths.solve.report import Solved
from houseway.maths.worth import game_of, set_every_shape
from houseway.rulebook.comparison import BY_HANDS_WON, Result, beats
from houseway.rulebook.rulebook import Rulebook

NET = Fraction(19, 20)
GAIN = {Result.WIN: NET.numerator, Result.STANDOFF: 0, Result.LOSE: -NET.denominator}


def small(name: str, ranks: tuple[int, ...]) -> Rulebook:
    book = books.get(name)
    return replace(book, deck=Deck(joker=book.deck.joker, ranks=ranks))


def replies(book: Rulebook) -> OnCpu:
    return OnCpu(game_of(book), set_every_shape(book), NET)


def gain(player: int, dealer: int) -> int:
    """What the player gains with one setting against one of the dealer's, by the definition."""
    won = beats(player >> LOW_BITS, dealer >> LOW_BITS) + beats(player & LOW_MASK, dealer & LOW_MASK)
    return GAIN[BY_HANDS_WON[won]]


def apart(book: Rulebook) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first hand of every class as a mask, and for each how many hands of every class share no card with it."""
    sets = classes_of(book.deck, book.dealt).sets.astype(np.int64)
    first = (1 << sets).sum(axis=1)
    class_of = np.zeros(book.deck.hands(book.dealt), dtype=np.int32)
    number_classes(sets, 4 * len(book.deck.ranks), replies(book).hands.binomial, class_of)
    every = np.array([sum(1 << card for card in hand) for hand in combinations(range(book.deck.size), book.dealt)])
    number = np.array(
        [class_of[sum(_choose(card, i + 1) for i, card in enumerate(hand))]
         for hand in combinations(range(book.deck.size), book.dealt)]
    )  # fmt: skip
    found = [np.bincount(number[every & mask == 0], minlength=len(sets)) for mask in first]
    return first, np.array(found)


def _choose(n: int, k: int) -> int:
    return int(np.prod([n - i for i in range(k)])) // int(np.prod(range(1, k + 1)))


@pytest.mark.parametrize(
    ("name", "ranks"), [("five-card", (2, 3, 14)), pytest.param("mbs-v4", (2, 3, 4, 14), marks=pytest.mark.full)]
)
def test_what_every_setting_gains_deal_by_deal(name: str, ranks: tuple[int, ...]) -> None:
    book = small(name, ranks)
    found = replies(book)
    _, pairs = apart(book)
    against = found.hands.worth[found.hands.begin[:-1]]  # the setting with the highest low hand
    player, dealer = found.gains(Side.PLAYER, against), found.gains(Side.DEALER, against)
    for hand in range(0, len(pairs), 1 if book.dealt == 5 else 37):
        for i in range(found.hands.begin[hand], found.hands.begin[hand + 1]):
            own = int(found.hands.worth[i])
            met = [(int(times), int(against[other])) for other, times in enumerate(pairs[hand]) if times]
            assert player[i] == sum(times * gain(own, other) for times, other in met)
            assert dealer[i] == -sum(times * gain(other, own) for times, other in met)


def test_workers_and_batches_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    book = small("mbs-v4", (2, 3, 4, 14))
    game, house = game_of(book), set_every_shape(book)
    expected = replies(book).gains(Side.DEALER, replies(book).house)
    assert expected.dtype == np.int32
    monkeypatch.setattr(shared_sets, "MOST_MEMBERS", 100)
    in_pieces = OnCpu(game, house, NET, workers=3)
    assert (in_pieces.gains(Side.DEALER, in_pieces.house) == expected).all()


@pytest.mark.full
def test_the_width_of_integers_changes_nothing() -> None:
    book = small("mbs-v4", (2, 3, 4, 14))
    expected = replies(book).gains(Side.DEALER, replies(book).house)
    million = 10**6  # in these units, gains need more than 32 bits
    wide = OnCpu(game_of(book), set_every_shape(book), Fraction(19 * million + 1, 20 * million), workers=1)
    gains = wide.gains(Side.DEALER, wide.house)
    assert gains.dtype == np.int64
    losses = wide.ask(dealer_gains(1, 0), wide.house)
    assert (gains == million * expected.astype(np.int64) + losses).all()


def test_one_pair_of_strategies_is_worth_the_same_from_both_sides() -> None:
    found = replies(small("mbs-v4", (5, 6, 7, 14)))
    rng = np.random.default_rng(3)
    number = np.diff(found.hands.begin)
    mine, theirs = (found.hands.begin[:-1] + rng.integers(0, number) for _ in range(2))
    gains = found.gains(Side.PLAYER, found.hands.worth[theirs])[mine]
    losses = found.gains(Side.DEALER, found.hands.worth[mine])[theirs]
    orbits = found.hands.orbits
    assert found.total(gains, orbits) == -found.total(losses, orbits)


def test_the_first_reply_is_best_play_against_the_house_way() -> None:
    book = small("mbs-v4", (2, 3, 4, 14))
    odds = main_odds(book, player="best")
    solving = Solving(replies(book))
    solving.step()
    assert solving.pure is not None
    assert solving.pure[1] == Fraction(19 * odds.win - 20 * odds.lose, 20 * odds.deals)


def value_of_the_game(book: Rulebook, found: OnCpu) -> float:
    """The value by linear programming: the player mixes settings in every class, the dealer answers in every class."""
    optimize = pytest.importorskip(
        "scipy.optimize", reason="scipy is not installed: no linear programme to compare with"
    )
    hands = found.hands
    _, pairs = apart(book)
    classes, settings = len(pairs), len(hands.worth)
    class_of = np.repeat(np.arange(classes), np.diff(hands.begin))
    rows: list[NDArray[np.float64]] = []
    for answer in range(settings):
        gains = np.array([gain(int(own), int(hands.worth[answer])) for own in hands.worth], dtype=float)
        row = np.zeros(settings + classes)
        row[:settings] = -gains * hands.orbits[class_of] * pairs[class_of, class_of[answer]]
        row[settings + class_of[answer]] = 1
        rows.append(row)
    once = np.zeros((classes, settings + classes))
    once[class_of, np.arange(settings)] = 1
    aim = np.concatenate([np.zeros(settings), -np.ones(classes)])
    limits: list[tuple[int | None, None]] = [(0, None)] * settings + [(None, None)] * classes
    solved = optimize.linprog(
        aim, A_ub=np.array(rows), b_ub=np.zeros(settings), A_eq=once, b_eq=np.ones(classes), bounds=limits
    )
    assert solved.success
    return float(-solved.fun / found.scale)


@pytest.mark.parametrize("ranks", [(2, 3, 14), (8, 9, 10)])
def test_the_bounds_hold_the_value_that_a_linear_programme_finds(ranks: tuple[int, ...]) -> None:
    book = small("five-card", ranks)
    found = replies(book)
    value = value_of_the_game(book, found)
    *_, bounds = solve(Solving(found), within=Fraction(1, 10**4), most_rounds=60)
    assert float(bounds.lower) - 1e-9 <= value <= float(bounds.upper) + 1e-9
    assert bounds.gap < Fraction(1, 100)


def test_work_that_was_stopped_goes_on_where_it_stopped(tmp_path: Path) -> None:
    book = small("mbs-v4", (2, 3, 4, 14))
    straight = Solving(replies(book))
    for _ in range(4):
        straight.step()
    first = Solving(replies(book))
    for _ in range(2):
        first.step()
        save_state(tmp_path, "this book", first)
    again = Solving(replies(book))
    assert load_state(tmp_path, "this book", again)
    for _ in range(2):
        again.step()
    assert again.history == straight.history
    assert (again.player == straight.player).all()
    assert (again.dealer == straight.dealer).all()
    with pytest.raises(Refused, match="another book"):
        load_state(tmp_path, "that book", Solving(replies(book)))
    assert not load_state(tmp_path / "nothing", "this book", first)
    (tmp_path / "mine.npy").write_bytes(b"not ours")
    save_state(tmp_path, "this book", again)
    assert len(list(tmp_path.glob("*.npy"))) == 6, "an old file was left, or one of somebody else's removed"
    forget_state(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["mine.npy"]
    (tmp_path / "state.json").write_text("{", encoding="utf-8")
    with pytest.raises(Refused, match="cannot be read"):
        load_state(tmp_path, "this book", first)


@pytest.mark.parametrize("damage", [b"", b"zeros", None])
def test_a_damaged_state_is_never_used(tmp_path: Path, damage: bytes | None) -> None:
    solving = Solving(replies(small("five-card", (2, 3, 14))))
    solving.step()
    save_state(tmp_path, "this book", solving)
    file = tmp_path / "solve-round-1-values_player.npy"
    if damage is None:
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[:-8] + bytes(8) if damage else b"")
    with pytest.raises(Refused, match="damaged"):
        load_state(tmp_path, "this book", Solving(replies(small("five-card", (2, 3, 14)))))


def test_a_folder_is_for_one_run_and_for_nothing_else(tmp_path: Path) -> None:
    with state_folder(tmp_path / "a", "this"), pytest.raises(Refused, match="another run"):
        state_folder(tmp_path / "a", "this").__enter__()
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "thesis.txt").write_text("years of work", encoding="utf-8")
    for folder, why in ((tmp_path / "b", "other files"), (tmp_path / "b" / "thesis.txt", "is a file")):
        with pytest.raises(Refused, match=why):
            state_folder(folder, "this").__enter__()


def test_a_folder_in_which_the_first_round_was_being_written_is_used_again(tmp_path: Path) -> None:
    solving = Solving(replies(small("five-card", (2, 3, 14))))
    for name in ("solve-round-7-player.npy", "state.json.part"):
        (tmp_path / name).write_bytes(b"cut sh")
    with state_folder(tmp_path, "this"):
        assert not load_state(tmp_path, "this", solving)
        solving.step()
        save_state(tmp_path, "this", solving)
    assert not (tmp_path / "solve-round-7-player.npy").exists()
    assert load_state(tmp_path, "this", Solving(replies(small("five-card", (2, 3, 14)))))


def test_no_house_way_gives_up_less_than_nothing() -> None:
    """Each house way is one strategy of the dealer: what a best reply gains against it bounds the value too."""
    lower, upper = Fraction(-5, 100), Fraction(-1, 100)
    solved = Solved(
        book="own",
        digest="",
        history=(Bounds(1, lower, upper),),
        house_ways={"own": upper, "other": Fraction(-2, 100)},
        differs=(),
        certificate=(lower, upper),
    )
    assert solved.gives_up("other") == (Fraction(0), Fraction(3, 100))
    assert solved.gives_up("own") == (Fraction(1, 100), Fraction(4, 100))


def test_it_stops_before_its_integers_are_full() -> None:
    solving = Solving(replies(small("five-card", (2, 3, 14))))
    solving.replies.most_weight = 1 + 2**4 + 3**4
    assert len(list(solve(solving, within=Fraction(0)))) == 3


def test_a_strategy_file_says_what_was_written(tmp_path: Path) -> None:
    player, dealer = np.arange(5, dtype=np.uint8), np.zeros(5, dtype=np.uint8)
    write_strategy(tmp_path / "one.npz", {"book": "x", "lower": "-1/3"}, player, dealer)
    about, mine, theirs = read_strategy(tmp_path / "one.npz")
    assert (about["book"], about["lower"], mine.tolist(), theirs.tolist()) == ("x", "-1/3", [0, 1, 2, 3, 4], [0] * 5)
    (tmp_path / "two.npz").write_bytes(b"nothing")
    with pytest.raises(Refused, match="not a strategy file"):
        read_strategy(tmp_path / "two.npz")
    with pytest.raises(Refused, match="there is no"):
        read_strategy(tmp_path / "three.npz")


@pytest.mark.skipif(not has_device(), reason="no GPU on this machine: its integers are not compared with the CPU's")
@pytest.mark.parametrize("ranks", [(2, 3, 4, 14), (5, 6, 7, 8, 14), (9, 10, 11, 12, 13)])
def test_the_gpu_gives_the_integers_of_the_cpu(ranks: tuple[int, ...]) -> None:
    from houseway.maths.gpu.best_play import DeviceGame
    from houseway.maths.solve.on_device import OnDevice

    book = small("mbs-v4", ranks)
    game, house = game_of(book), set_every_shape(book)
    device = DeviceGame(game)
    for player, counted in zip(("house-way", "best"), device.house_way_and_best(house, NET), strict=True):
        odds = main_odds(book, player=player)
        assert (odds.win, odds.lose) == counted
    exposed = replace(book, procedure=replace(book.procedure, dealer_exposed=True))
    odds = main_odds(exposed)
    assert (odds.win, odds.lose) == device.dealer_seen_first(house)
    mine: Any = Solving(OnDevice(device, house, NET))
    theirs = Solving(replies(book))
    for _ in range(5):
        mine.step()
        theirs.step()
    assert mine.history == theirs.history


@pytest.mark.skipif(not has_device(), reason="no GPU on this machine: its rounds are not compared with the CPU's")
@pytest.mark.parametrize(("positions", "seed"), [(1, 7), (6, 2**70 + 5)])
def test_the_gpu_plays_the_rounds_of_the_cpu(positions: int, seed: int) -> None:
    from houseway.maths.simulate.run import simulate

    book = books.get("mbs-v4")
    asked = {"rounds": 50_000, "positions": positions, "seed": seed, "with_exact": False}
    assert simulate(book, workers="gpu", **asked) == simulate(book, **asked)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [0, 7, 2**40 + 3, 2**140 + 9])
def test_the_seed_of_the_gpu_is_mixed_as_numpy_mixes_it(seed: int) -> None:
    """The device adds the block's number and draws the words; here both are done as it does them."""
    mask = 2**32 - 1
    *pool, constant = mixed_seed(seed)
    for block in (0, 1, 77, 123_456):
        again, own = constant, []
        for value in pool:
            hashed = block ^ again
            again = again * 0x931E8875 & mask
            hashed = hashed * again & mask
            hashed ^= hashed >> 16
            joined = (0xCA01F9DD * value - 0x4973F715 * hashed) & mask
            own.append(joined ^ joined >> 16)
        assert own == np.random.SeedSequence(seed, spawn_key=(block,)).pool.tolist()
