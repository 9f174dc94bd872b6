"""`houseway cage`: floats, shifts and reports from the terminal."""

from __future__ import annotations

import json
from pathlib import Path

from houseway import books
from houseway.cage import acts as a
from houseway.cage.desk import Cage
from houseway.journal.entry import Entry, Posting
from houseway.journal.store import Journal
from houseway.kept.house_tables import open_in_house
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from support.command import Run

MANAGER = Actor("Sam", Role.GAMING_SHIFT_MANAGER)


def test_floats_shifts_and_reports(houseway: Run, tmp_path: Path) -> None:
    db = str(tmp_path / "j.db")
    with Journal.open(db) as journal:
        open_in_house(journal, "one", books.get("mbs-v4"))
        cage = Cage(journal)
        cage.record(MANAGER, a.ShiftOpened())
        cage.record(MANAGER, a.Filled(table="one", cents=500_00))
    printed = houseway("cage", "floats", "--db", db).stdout
    assert " ".join(printed.split()) == "Table Tray Drop Win one 500.00 0.00 0.00"
    assert json.loads(houseway("cage", "floats", "--db", db, "--json").stdout)["tray"] == 50000
    assert "still open" in houseway("cage", "shifts", "--db", db).stdout
    report = houseway("cage", "report", "--db", db)
    assert (report.returncode, "The report balances with the ledger to the cent." in report.stdout) == (0, True)
    assert json.loads(houseway("cage", "report", "1", "--db", db, "--json").stdout)["tables"][0]["fills"] == 50000
    for suffix, start in ((".txt", b"Shift report 1"), (".csv", b'"shift","part"'), (".json", b"{"), (".pdf", b"%PDF")):
        file = tmp_path / f"report{suffix}"
        assert houseway("cage", "report", "-o", str(file), "--db", db).returncode == 0
        assert file.read_bytes().startswith(start)
    refused = houseway("cage", "report", "-o", "report.doc", "--db", db)
    assert (refused.returncode, "not 'report.doc'" in refused.stderr) == (1, True)
    with Journal.open(db) as journal:
        wrong = Entry("fill", b"{}", (Posting("cage", -1), Posting("float:one", 1)))
        journal.append("elsewhere", [wrong], expected_version=0, key="x")
    unbalanced = houseway("cage", "report", "--db", db)
    assert (unbalanced.returncode, "does not balance" in unbalanced.stderr) == (1, True)


def test_a_journal_without_shifts(houseway: Run, tmp_path: Path) -> None:
    db = str(tmp_path / "j.db")
    Journal.open(db).close()
    assert "no shift was ever opened" in houseway("cage", "shifts", "--db", db).stdout
    assert "no shift was ever opened" in houseway("cage", "report", "--db", db).stderr
