"""Two pairs of eyes: one person asks, an independent one confirms, and both are in the journal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.errors import NeedsAnother, WrongRole
from houseway.journal.store import Journal
from houseway.kept.approvals import LASTS, Approvals
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor

DEALER = Actor("Dee", Role.DEALER)
PIA, PAT = Actor("Pia", Role.PIT_SUPERVISOR), Actor("Pat", Role.PIT_SUPERVISOR)


class Waiting:
    """What waits at a table, with a clock that the test moves and people who may depend on each other."""

    def __init__(self, journal: Journal) -> None:
        self.journal, self.now, self.dependent = journal, 0.0, set[frozenset[str]]()
        self.approvals = Approvals(journal, "one", independent=self.are_independent, clock=lambda: self.now)

    def are_independent(self, one: str, other: str) -> bool:
        return frozenset((one, other)) not in self.dependent

    def ask(self, by: Actor, version: int = 1) -> None:
        self.approvals.ask_or_confirm("void", "void the round", by, confirms=Role.PIT_SUPERVISOR, version=version)

    def kept(self) -> list[str]:
        return [recorded.kind for recorded in self.journal.read("approvals:one")]


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[Waiting]:
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        yield Waiting(journal)


@pytest.mark.parametrize("asks", [DEALER, PAT], ids=["dealer", "supervisor"])
def test_another_supervisor_confirms(waiting: Waiting, asks: Actor) -> None:
    with pytest.raises(NeedsAnother):
        waiting.ask(asks)
    waiting.ask(PIA)
    assert waiting.kept() == ["approval asked", "approval confirmed"]
    said = [json.loads(recorded.body) for recorded in waiting.journal.read("approvals:one")]
    assert (said[1]["asked_by"], said[1]["by"]) == (asks.name, "Pia")


@pytest.mark.parametrize("again", [PIA, Actor("Pia", Role.GAMING_SHIFT_MANAGER)], ids=["again", "promoted"])
def test_nobody_confirms_their_own(waiting: Waiting, again: Actor) -> None:
    for by in (PIA, again):
        with pytest.raises(NeedsAnother):
            waiting.ask(by)
    assert waiting.kept() == ["approval asked"]


def test_a_dealer_confirms_nothing(waiting: Waiting) -> None:
    with pytest.raises(NeedsAnother):
        waiting.ask(PIA)
    with pytest.raises(WrongRole):
        waiting.ask(DEALER)
    assert waiting.kept() == ["approval asked"]


def test_somebody_whom_the_other_invited_today_is_no_second_pair_of_eyes(waiting: Waiting) -> None:
    waiting.dependent.add(frozenset(("Pia", "Pat")))
    with pytest.raises(NeedsAnother):
        waiting.ask(PIA)
    with pytest.raises(WrongRole, match="somebody else must confirm"):
        waiting.ask(PAT)
    waiting.ask(Actor("Max", Role.PIT_SUPERVISOR))
    assert waiting.kept() == ["approval asked", "approval confirmed"]


def test_a_request_lapses_with_time_and_when_the_table_moves_on(waiting: Waiting) -> None:
    with pytest.raises(NeedsAnother):
        waiting.ask(PIA)
    waiting.now = LASTS
    with pytest.raises(NeedsAnother):
        waiting.ask(PAT)
    with pytest.raises(NeedsAnother):
        waiting.ask(PIA, version=2)
    assert waiting.kept() == ["approval asked"] * 3
