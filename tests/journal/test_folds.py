"""A table that opens from a snapshot is the table that all its entries give, and rounds are found without reading."""

from __future__ import annotations

import ast
import gc
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

from houseway.journal.entry import Recorded
from houseway.journal.significant import events
from houseway.journal.snapshots import KIND
from houseway.journal.store import Journal
from houseway.kept import folds
from houseway.kept.decks import KeptDecks
from houseway.kept.found import STREAM, Began, end_of_round, find_round, round_at
from houseway.kept.tables import HOUSE, KeptTable
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.state import Table
from support.room import ANN, BOB, BOOK, Room
from support.tampering import execute

ROUNDS = 5


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """Some rounds at a table, with a snapshot before each round but the first two, and a round in play."""
    monkeypatch.setattr(folds, "EVERY", 15)
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        room = Room(journal)
        room.sit(ANN, BOB)
        for _ in range(ROUNDS):
            room.play(ANN, BOB)
        room.bet(ANN)
        room.deal()
        folds.keep(journal, "one", room.kept.snapshots_due)
        yield room


def _snapshots(room: Room) -> int:
    with room.journal.reading() as connection:
        return int(connection.exec_driver_sql("SELECT count(*) FROM journal_snapshots").scalar_one())


def _read_anew(room: Room, monkeypatch: pytest.MonkeyPatch) -> KeptTable:
    """The table from all its entries: as another version of the program finds it, which uses no snapshot of this."""
    with monkeypatch.context() as patch:
        patch.setattr(folds, "program", lambda: "another")
        return KeptTable(room.journal, "one", BOOK)


def test_a_table_from_a_snapshot_is_the_table_from_all_its_entries(
    played: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _snapshots(played) >= ROUNDS - 1
    whole, read = _read_anew(played, monkeypatch), list[int]()
    reading = Journal.read

    def noted(journal: Journal, stream: str, *, after: int = 0, upto: int | None = None) -> Iterator[Recorded]:
        if stream == STREAM + "one":
            read.append(after)
        return reading(journal, stream, after=after, upto=upto)

    monkeypatch.setattr(Journal, "read", noted)
    opened = KeptTable(played.journal, "one", BOOK)
    assert opened.table == whole.table == played.kept.table
    assert opened.this_round == whole.this_round
    assert read == [opened.this_round[0].after.version - 1]


def test_a_snapshot_holds_the_table_before_a_round_and_no_card_of_that_round(played: Room) -> None:
    fold = folds.newest(played.journal, "one")
    assert fold.table.round == ROUNDS
    assert fold.table.version == played.kept.this_round[0].after.version - 1
    assert {hand.cards for hand in fold.table.hands.values()} != {
        hand.cards for hand in played.kept.table.hands.values()
    }


def test_the_table_before_an_old_round_was_settled_is_the_same_with_and_without_snapshots(
    played: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, opened = _read_anew(played, monkeypatch), KeptTable(played.journal, "one", BOOK)
    for number in range(ROUNDS + 3):
        with monkeypatch.context() as patch:
            patch.setattr(folds, "program", lambda: "another")
            expected = whole.before_settling(number)
        assert opened.before_settling(number) == expected
        assert (expected is None) == (not 1 <= number <= ROUNDS)


@pytest.mark.parametrize("body", [b"", b"x", zlib.compress(b"x")])
def test_a_snapshot_that_cannot_be_read_is_discarded(
    played: Room, body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = [folds.Due(played.kept.table.version - 1, body)]
    folds.keep(played.journal, "one", waiting)
    assert waiting == []
    opened = KeptTable(played.journal, "one", BOOK)
    assert opened.table == _read_anew(played, monkeypatch).table
    assert len([*events(played.journal, kind=KIND)]) == 1


def test_a_changed_snapshot_is_discarded_and_the_table_is_the_same(
    played: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    fold = folds.newest(played.journal, "one")
    forged = folds.due(folds.Fold(table=Table(version=fold.table.version, round=77)))
    assert played.journal.file
    execute(str(played.journal.file), f"UPDATE journal_snapshots SET body = X'{forged.body.hex()}'")
    opened = KeptTable(played.journal, "one", BOOK)
    assert opened.table == _read_anew(played, monkeypatch).table
    assert _snapshots(played) == 0


def test_what_was_corrected_is_counted_from_a_snapshot_on() -> None:
    event, fold = e.RoundCorrected(by="sue", round=2, clause="5.17"), folds.Fold()
    for version in (11, 12, 15):
        fold = fold.after(event if version != 12 else e.BettingClosed(), Table(version=version))
    assert fold.corrections == {2: (11, 15)}
    assert fold.table.version == 15


def test_every_round_is_found_where_reading_finds_it(played: Room) -> None:
    journal, began, ended = played.journal, dict[int, Began](), dict[int, int]()
    for recorded, event in zip(journal.read(STREAM + "one"), played.kept.events(), strict=True):
        if isinstance(event, e.BettingOpened):
            began[event.round] = Began(event.round, recorded.version, recorded.number)
        if isinstance(event, e.RoundSettled):
            ended[event.round] = recorded.version
        assert round_at(journal, "one", recorded.version) == max(began, default=0)
    assert len(began) == ROUNDS + 1
    for number in range(-1, ROUNDS + 4):
        assert find_round(journal, "one", number) == began.get(number)
    assert {number: end_of_round(journal, "one", one) for number, one in began.items()} == {**ended, ROUNDS + 1: 0}
    assert find_round(journal, "nowhere", 1) is None


def test_decks_begin_with_the_last_that_was_revealed(played: Room) -> None:
    decks = KeptDecks(played.journal, "one", BOOK)
    assert decks.commitment(ROUNDS + 1) == played.decks.commitment(ROUNDS + 1)
    assert decks._record.first == ROUNDS
    assert [proof.round for proof in decks.proofs()] == [*range(1, ROUNDS + 1)]
    assert decks.commitment(1) == decks.proofs()[0].commitment
    played.finish()
    assert [proof.round for proof in decks.reveal_ended()] == []  # `finish` revealed it
    played.ask(c.AnnouncePlaceYourBets(by=HOUSE))
    assert decks.commit(ROUNDS + 2) == KeptDecks(played.journal, "one", BOOK).commitment(ROUNDS + 2)


def test_every_module_that_says_what_an_event_does_counts_for_the_program() -> None:
    """Another version of any of them reads the entries anew, so none may be left out."""
    said = {
        "errors",
        "rulebook.banking",
        "rulebook.digest",
        "rulebook.points",
        "rulebook.wagers",
    }  # other parts of these
    for name in folds.FILES[1:]:
        tree = ast.parse((Path(folds.__file__).parent.parent / name).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("houseway."):
                module = str(node.module).removeprefix("houseway.")
                named = [f"{module}.{alias.name}" for alias in node.names] if module == "table" else [module]
                assert all(f"{one.replace('.', '/')}.py" in folds.FILES or one in said for one in named), (name, named)


def _reachable(*roots: object) -> int:
    """How many objects containers and instances hold, from some on; the journal and the book are left out."""
    seen: dict[int, object] = {}
    waiting = list(roots)
    while waiting:
        one = waiting.pop()
        if id(one) not in seen and not isinstance(one, type | ModuleType | Journal | Rulebook | FunctionType):
            seen[id(one)] = one
            waiting += gc.get_referents(one)
    return len(seen)


def test_what_a_table_has_in_mind_does_not_grow_with_its_rounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.kept.seals._REMEMBERED", 4)
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        room, counts = Room(journal), list[int]()
        room.sit(ANN)
        for number in range(1, 13):
            room.play(ANN)
            room.decks.forget()
            room.history.round("one", number, ANN)
            if number in (6, 12):
                counts.append(_reachable(room.kept, room.decks, room.history))
        assert counts[1] < counts[0] + 40, counts
