"""Hand histories from a journal and into one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway import books
from houseway.errors import Refused
from houseway.journal.store import Journal
from houseway.journal.verify import verify
from houseway.kept.histories import from_journal, into_journal
from houseway.kept.tables import KeptTable, buy_chips
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.history import BadHistory, History, read_history, write_history
from houseway.table.history_rounds import from_transcript, to_transcript
from support.command import ROOT

BOOK = books.get("mbs-v4")
CAROL = c.Actor("carol lee", Role.GAMING_SHIFT_MANAGER)
ANN = c.Actor("ann", Role.PLAYER)
LONG = ROOT / "tests" / "rounds" / "mbs-v4" / "5.17.1 R95 A correction while another fault is on hold.round"


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(str(tmp_path / "one.db")) as opened:
        yield opened


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(str(tmp_path / "other.db")) as opened:
        yield opened


def _events(history: History) -> list[e.Event]:
    return [event for step in history.steps for event in step.events]


def _play(kept: KeptTable, *, key: str = "") -> None:
    buy_chips(kept.journal, "ann", 50_00)
    kept.ask(c.AnnouncePlaceYourBets(by=CAROL))
    kept.ask(c.Sit(by=ANN, position=1), key=key)
    kept.ask(c.PlaceWager(by=CAROL, position=1, wager="main", cents=10_00, player="ann"))
    kept.ask(c.AnnounceNoMoreBets(by=CAROL))
    kept.ask(c.Deal(by=CAROL, deck=tuple(card.text for card in BOOK.deck.cards)))


def test_a_table_goes_from_journal_to_journal_with_the_same_events(journal: Journal, other: Journal) -> None:
    kept = KeptTable.open(journal, "table two", BOOK, positions=2, unit=500)
    _play(kept, key="first")
    kept.ask(c.EndSetting(by=CAROL))
    kept.ask(c.Reveal(by=CAROL))
    kept.ask(c.Settle(by=CAROL))
    history = read_history(write_history(from_journal(journal, "table two", BOOK)))
    assert _events(history) == list(kept.events())
    assert [step.asks for step in history.steps if step.by] == ["sit at 1"]
    again = into_journal(history, other, BOOK)
    assert list(again.events()) == list(kept.events())
    assert verify(other).whole
    assert "carol lee as " in to_transcript(history, books.get)
    with pytest.raises(Refused, match="already has a table 'table two'"):
        into_journal(history, other, BOOK)


def test_a_round_in_play_is_left_out(journal: Journal) -> None:
    kept = KeptTable.open(journal, "two", BOOK)
    _play(kept)
    history = from_journal(journal, "two", BOOK)
    assert [type(event) for event in _events(history)] == [e.TableOpened]


def test_a_history_with_a_correction_and_a_debt_goes_into_a_journal(journal: Journal) -> None:
    history = from_transcript(LONG.read_text(encoding="utf-8"), books.get)
    into_journal(history, journal, BOOK)
    found = from_journal(journal, "one", BOOK)
    assert _events(found) == _events(history)[: len(_events(found))]  # the transcript ends within a round
    asked = [step.by for step in history.steps[1:] if not step.refused]
    assert asked[: len(found.steps) - 1] == [step.by for step in found.steps[1:]]
    assert len(asked) == 14
    assert verify(journal).whole


def test_a_history_that_does_not_hold_changes_nothing(journal: Journal) -> None:
    text = write_history(from_transcript(LONG.read_text(encoding="utf-8"), books.get))
    at = text.rindex("cents = ")
    with pytest.raises(BadHistory, match=r"^line \d+: "):
        into_journal(read_history(text[:at] + "cents = 7" + text[at + 8 :]), journal, BOOK)
    assert not list(journal.streams())
