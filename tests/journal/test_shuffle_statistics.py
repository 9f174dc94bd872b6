"""Statistics of the shuffle at 95 % and 99 %: where cards lie, which follow which, runs, gaps, and the bytes beneath.

Every stream has a fixed seed, so that a result never changes from run to run. Several tests of one stream are judged
together by Holm's method: a fair shuffle fails any of them with a chance of 5 % at the level of 95 %, and 1 % at 99 %.
How often single tests fail over many streams is compared with how often they should.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from math import exp, log, log1p, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import special

from houseway.journal.shuffle import Bits, HmacDrbg, shuffled
from support.biased_shuffles import BAD, Shuffle

CARDS = 53
LEVELS = (0.95, 0.99)
SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "test-generator"
Decks = NDArray[np.int64]


def stream(shuffle: Shuffle, times: int, number: int = 0) -> Decks:
    """Decks from one generator with a fixed seed."""
    bits: Bits = HmacDrbg(b"statistics of the shuffle".ljust(32), number.to_bytes(32, "big")).bits
    return np.array([shuffle(CARDS, bits) for _ in range(times)])


def chi_square(counts: NDArray[np.int64], shares: NDArray[np.floating[Any]]) -> float:
    """The p-value of counts of which each should have its share."""
    expected = shares * counts.sum() / shares.sum()
    statistic = ((counts - expected) ** 2 / expected).sum()
    return float(special.chdtrc(len(expected) - 1, statistic))


def binomial(found: int, times: int, chance: float) -> float:
    """The p-value of so many hits: how likely a number of hits is that is no likelier than this one."""
    hits = np.arange(times + 1)
    ways = special.gammaln(times + 1) - special.gammaln(hits + 1) - special.gammaln(times - hits + 1)
    likely = np.exp(ways + hits * log(chance) + (times - hits) * log1p(-chance))
    return float(likely[likely <= likely[found] * (1 + 1e-7)].sum())


def places(decks: Decks) -> float:
    """Every card lies at every place equally often."""
    counts = np.zeros((CARDS, CARDS))
    np.add.at(counts, (np.broadcast_to(np.arange(CARDS), decks.shape), decks), 1)
    expected = len(decks) / CARDS
    statistic = ((counts - expected) ** 2).sum() / expected * (CARDS - 1) / CARDS
    return float(special.chdtrc((CARDS - 1) ** 2, statistic))


def pairs(decks: Decks) -> float:
    """Which ranks the two top cards have, in order; the Joker is a rank of its own."""
    ranks = decks[:, :2] // 4
    size = np.bincount(np.arange(CARDS) // 4).astype(float)
    shares = np.outer(size, size) - np.diag(size)
    counts = np.zeros(shares.shape, dtype=np.int64)
    np.add.at(counts, (ranks[:, 0], ranks[:, 1]), 1)
    possible = shares > 4  # the few cells with the Joker count together
    others = counts[~possible].sum(), shares[~possible].sum()
    return chi_square(np.append(counts[possible], others[0]), np.append(shares[possible], others[1]))


def runs(decks: Decks) -> float:
    """How many rising runs a deck has: 27 on average, with a variance of 4.5 (the Eulerian numbers)."""
    found = 1 + (np.diff(decks, axis=1) < 0).sum(axis=1)
    deviation = (found.mean() - (CARDS + 1) / 2) / sqrt((CARDS + 1) / 12 / len(decks))
    return float(2 * special.ndtr(-abs(deviation)))


def gaps(decks: Decks) -> float:
    """How many decks lie between two whose top card is one of thirteen."""
    hits = np.flatnonzero(decks[:, 0] < 13)
    share, longest = 13 / CARDS, 8
    counts = np.bincount(np.minimum(np.diff(hits) - 1, longest), minlength=longest + 1)
    shares = share * (1 - share) ** np.arange(longest + 1)
    shares[longest] = (1 - share) ** longest
    return chi_square(counts, shares)


def unmoved(decks: Decks) -> float:
    """How many cards lie where they lay before the shuffle: one on average, nearly as Poisson has it."""
    found = np.minimum((decks == np.arange(CARDS)).sum(axis=1), 4)
    shares = np.append(exp(-1) / special.factorial(np.arange(4)), special.pdtrc(3, 1))
    return chi_square(np.bincount(found, minlength=5), shares)


def from_deck_to_deck(decks: Decks) -> float:
    """Whether the top card of a deck says anything about that of the next."""
    top = decks[: len(decks) // 2 * 2, 0].reshape(-1, 2) // 14
    size = np.bincount(np.arange(CARDS) // 14).astype(float)
    counts = np.bincount(top[:, 0] * 4 + top[:, 1], minlength=16)
    return chi_square(counts, np.outer(size, size).ravel())


TESTS: tuple[Callable[[Decks], float], ...] = (places, pairs, runs, gaps, unmoved, from_deck_to_deck)


def p_values(decks: Decks) -> dict[str, float]:
    """The p-value of every test."""
    return {test.__name__: test(decks) for test in TESTS}


def failed(found: dict[str, float], level: float) -> list[str]:
    """The tests that fail at a level, all of them judged together (Holm)."""
    wrong = []
    for rank, name in enumerate(sorted(found, key=found.__getitem__)):
        if found[name] > (1 - level) / (len(found) - rank):
            break
        wrong.append(name)
    return wrong


@pytest.fixture(scope="module")
def fair() -> dict[str, float]:
    """The p-values of one stream of fair decks."""
    return p_values(stream(shuffled, 4000))


@pytest.mark.parametrize("level", LEVELS)
def test_the_shuffle_passes(fair: dict[str, float], level: float) -> None:
    assert not failed(fair, level), fair


@pytest.mark.parametrize("bad", BAD)
def test_a_biased_shuffle_fails(bad: Shuffle) -> None:
    assert failed(p_values(stream(bad, 1500)), 0.99)


def test_a_shuffle_that_repeats_itself_fails() -> None:
    few = stream(shuffled, 20)
    assert failed(p_values(np.tile(few, (50, 1))), 0.99)


@pytest.mark.parametrize(
    ("streams", "decks"), [(24, 250), pytest.param(400, 1000, marks=pytest.mark.full)], ids=["24", "400"]
)
def test_single_tests_fail_as_often_as_they_should(streams: int, decks: int) -> None:
    found = [p for number in range(1, streams + 1) for p in p_values(stream(shuffled, decks, number)).values()]
    for level in LEVELS:
        missed = sum(p < 1 - level for p in found)
        assert binomial(missed, len(found), 1 - level) > 0.001, (level, missed, len(found))


def test_the_bytes_beneath_are_even() -> None:
    made = HmacDrbg(b"statistics of the bytes".ljust(32), bytes(32)).generate(1 << 18)
    numbers = np.frombuffer(made, dtype=np.uint8)
    bits = np.unpackbits(numbers)
    changes, between = int((np.diff(bits) != 0).sum()), len(bits) - 1
    found = {
        "bytes": chi_square(np.bincount(numbers, minlength=256), np.ones(256)),
        "ones": binomial(int(bits.sum()), len(bits), 0.5),
        "runs": binomial(changes, between, 0.5),
        "bytes that follow each other": chi_square(
            np.bincount(numbers[::2].astype(int) // 16 * 16 + numbers[1::2] // 16, minlength=256), np.ones(256)
        ),
    }
    for level in LEVELS:
        assert not failed(found, level), found


def test_the_stream_for_a_battery_is_the_generator_of_the_shuffle() -> None:
    command = [sys.executable, str(SCRIPT), "stream", "--seed", "07", "--bytes", "200"]
    made = subprocess.run(command, capture_output=True, check=True).stdout
    generator = HmacDrbg(bytes(31) + b"\x07", bytes(32))
    assert made == b"".join(generator.generate(64) for _ in range(4))[:200]


def test_a_missing_battery_is_said(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), "battery"]
    done = subprocess.run(command, capture_output=True, text=True, env={"PATH": str(tmp_path)}, check=False)
    assert done.returncode == 3
    assert "dieharder is not installed" in done.stderr


@pytest.mark.full
def test_the_generator_passes_an_established_battery() -> None:
    if not shutil.which("dieharder"):
        pytest.skip("dieharder is not installed, so no established battery was run")
    command = [sys.executable, str(SCRIPT), "battery", "--tests", "0,3,15,100,101,204"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done
    assert "0 failed" in done.stdout
