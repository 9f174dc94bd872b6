"""The walker of the procedure: every state that small tables reach, and what must hold in each.

The quick walk takes the states in turn from every kind, so that ten thousand of them show as much as possible; the full
walk goes through at least a million. Each of the twenty defects of the second reading is put back once, and must be
found.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from houseway import books
from houseway.errors import Refused
from houseway.rulebook.procedure import Act, Phase
from houseway.table import commands as c
from houseway.table.opening import open_table
from support.shelf import DOCUMENTS
from support.walker import Walk, walk_all, walk_from
from support.walker_mutants import MUTANTS, Mutant
from support.walker_spot import Violation
from support.walker_starts import DEALER_BY, Start, starts

QUICK = {"mbs-v4": 125, "mbs-v3": 45, "fortune-us": 45, "five-card": 45}
"""States from each start; there are some fifty starts for mbs-v4."""
FULL = {"mbs-v4": 16_000, "mbs-v3": 6_000, "fortune-us": 20_000, "five-card": 20_000}
CORRECTIONS = ["RoundCorrected", "SettlementCorrected", "EnvyCorrected"]
LEAST = {"mbs-v4": 9_000, "mbs-v3": 750, "fortune-us": 200, "five-card": 100}


def must_have_met(name: str, walk: Walk) -> None:
    """Every phase, and every fault and remedy of the book where it can be had."""
    procedure = books.get(name).procedure
    wanted = [phase.value for phase in Phase] + (CORRECTIONS if procedure.permission(Act.CORRECT) else [])
    missing = [met for met in wanted if not walk.seen[met]]
    for known in procedure.irregularities:
        missing += [
            f"{known.fault.value}: {printed.remedy.value}"
            for printed in known.remedies
            if not any(walk.seen[f"{known.fault.value}: {printed.remedy.value}, {at.value}"] for at in Phase)
        ]
    assert not missing, f"the walker never met {missing}"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_most_varied_states_break_nothing(name: str) -> None:
    walk = walk_all(starts(name), most=QUICK[name], cap=1)
    assert walk.states >= LEAST[name]
    must_have_met(name, walk)


@pytest.mark.full
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_million_states_break_nothing(name: str) -> None:
    walk = walk_all(starts(name), most=FULL[name])
    must_have_met(name, walk)


def test_a_walk_is_always_the_same() -> None:
    first, second = (walk_all(islice(starts("mbs-v4"), 3), most=30, cap=1) for _ in range(2))
    assert first.appearances == second.appearances


# ---------------------------------------------------------------------------------------------------------------------
# The walker is a net: every defect that was found before is found again


def begin(mutant: Mutant) -> tuple[Start, tuple[c.Command, ...]]:
    """Where the walker starts to look for a defect, and the commands it begins with."""
    start = mutant.own or next(start for start in starts(mutant.book) if start.name == mutant.start)
    dealt = (c.KeyIn(by=DEALER_BY, hands=start.deals[0]),) if mutant.then and not start.betting else ()
    return replace(start, rounds=1), (*dealt, *mutant.then)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.number} {mutant.put_back.__name__}")
def test_a_defect_put_back_is_found(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    start, then = begin(mutant)
    mutant.put_back(monkeypatch)
    with pytest.raises(Violation):
        walk_from(start, most=2_000, cap=2, then=then)


def test_17_version_3_does_not_deal_by_hand() -> None:
    with pytest.raises(Refused):
        open_table(books.get("mbs-v3"), name="one", manual=True)
    without = replace(books.get("mbs-v3").procedure, manual_refused_cite="")
    assert open_table(replace(books.get("mbs-v3"), procedure=without), name="one", manual=True).manual


def test_18_both_pai_gow_wagers_have_one_pay_table() -> None:
    chosen = {"player-pai-gow": "A", "dealer-pai-gow": "B"}
    with pytest.raises(Refused):
        open_table(books.get("five-card"), name="one", pay_tables=chosen)
    without = replace(books.get("five-card").procedure, one_pay_table=())
    opened = open_table(replace(books.get("five-card"), procedure=without), name="one", pay_tables=chosen)
    assert opened.pay_tables == chosen
