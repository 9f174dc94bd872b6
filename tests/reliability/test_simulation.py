"""A house is simulated whole, with everything that can go wrong, and nothing acknowledged is lost.

Quick: 100 seeds. Full: 100,000, or as many as HOUSEWAY_SEEDS says, in shards; and a seed in two processes.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from support.simulation.mutants import MUTANTS, Mutant, put_back
from support.simulation.seeds import SHARD, run, totals

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "simulate-house"
QUICK = 100
MOST = 200
"""How many seeds may be needed to find a defect."""
FULL = int(os.environ.get("HOUSEWAY_SEEDS", "100000"))


def test_a_hundred_seeds() -> None:
    found = totals(range(QUICK))
    print(*found.figures(), sep="\n")
    assert not found.failed, "\n".join(found.failures())
    assert found.counts["acts acknowledged"] > 10 * QUICK
    assert found.counts["rounds"] > QUICK
    assert found.counts["houses opened"] > QUICK


def test_a_seed_gives_the_same_log_byte_for_byte() -> None:
    first, other, again = run([5, 6, 5])
    assert first.log == again.log
    assert first.digest != other.digest


FOUND = {
    2725: "a request expired while it was confirmed",
    4344: "the checker did not know that a correction moves chips",
}
"""Seeds that failed once, and why."""


@pytest.mark.parametrize("seed", FOUND, ids=FOUND.values())
def test_a_seed_that_failed_once(seed: int) -> None:
    found = totals([seed])
    assert not found.failed, "\n".join(found.failures())


@pytest.mark.full
def test_a_seed_gives_the_same_log_in_another_process(tmp_path: Path) -> None:
    logs = []
    for hash_seed in ("1", "2"):
        file = tmp_path / hash_seed
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        subprocess.run([sys.executable, SCRIPT, "9", "--log", file], env=environment, check=True)
        logs.append(file.read_bytes())
    assert logs[0] == logs[1]


@pytest.mark.full
@pytest.mark.parametrize("shard", range(QUICK, FULL, 10 * SHARD))
def test_many_seeds(shard: int) -> None:
    found = totals(range(shard, min(shard + 10 * SHARD, FULL)))
    assert not found.failed, "\n".join(found.failures())


def _seed_that_finds(mutant: Mutant) -> int:
    """The first seed from where the search begins that finds a defect, by a sentence that speaks of it."""
    with put_back(mutant):
        for verdict in run(range(mutant.first, mutant.first + MOST)):
            if any(wrong.startswith(tuple(mutant.found.split("|"))) for wrong in verdict.wrong):
                return verdict.seed
    raise AssertionError(f"{MOST} seeds do not find {mutant.name}")


@pytest.mark.parametrize("mutant", [each for each in MUTANTS if each.quick], ids=lambda mutant: mutant.name)
def test_a_defect_is_found(mutant: Mutant) -> None:
    assert _seed_that_finds(mutant) < mutant.first + MOST


@pytest.mark.full
@pytest.mark.parametrize("mutant", [each for each in MUTANTS if not each.quick], ids=lambda mutant: mutant.name)
def test_another_defect_is_found(mutant: Mutant) -> None:
    assert _seed_that_finds(mutant) < mutant.first + MOST
