"""The report of a shift in every form: the same figures, to the cent."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from houseway.cage import acts as a
from houseway.cage.desk import Cage, content_of
from houseway.cage.report import ShiftReport, shift_report
from houseway.cage.report_pdf import as_pdf, as_typst
from houseway.cage.report_text import as_csv, as_json, as_text
from houseway.journal.entry import Entry, Posting
from houseway.journal.store import Journal
from houseway.kept.settings import change_settings
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from support.two_people import approved

MANAGER = Actor("Sam", Role.GAMING_SHIFT_MANAGER)


@pytest.fixture
def report(journal_url: str) -> Iterator[ShiftReport]:
    """A closed shift on SQLite and on PostgreSQL: a fill, a buy-in at the table, a win of 12.34, a count 1.00 short."""
    with Journal.open(journal_url) as journal:
        change_settings(journal, by="Sam", money="house")
        cage = Cage(journal, clock=lambda: datetime(2026, 3, 1, 12, tzinfo=UTC))
        for act in (
            a.ShiftOpened(),
            a.Filled(table="one", cents=5000_00),
            a.BoughtIn(player="ann", cents=300_00, table="one"),
            a.BoughtIn(player="ann", cents=100_00),
        ):
            cage.record(MANAGER, act)
        out = a.CashedOut(player="ann", cents=50_00)
        cage.record(MANAGER, out, approval=approved(journal, content_of(out)))
        won = (Posting("player:ann", -12_34), Posting("house:one", 12_00), Posting("commission:one", 34))
        journal.append("table:one", [Entry("wager settled", b"{}", won)], expected_version=0, key="won")
        cage.record(MANAGER, a.Counted(table="one", cents=4711_34, when="closing"))
        cage.record(MANAGER, a.ShiftClosed())
        yield shift_report(cage)


def test_the_same_figures_in_every_form(report: ShiftReport) -> None:
    (table,) = report.tables
    assert (table.opening, table.fills, table.drop, table.win) == (0, 5000_00, 300_00, 12_34)
    assert (table.variance, table.closing, table.win_by_count) == (-1_00, 4711_34, 11_34)
    assert report.chips_out == 300_00 + 100_00 - 50_00 - 12_34
    rows = list(csv.DictReader(io.StringIO(as_csv(report))))
    found = {(row["part"], row["name"], row["figure"]): row["amount"] for row in rows}
    assert found["table", "one", "win"] == "12.34"
    assert found["table", "one", "closing"] == found["table", "one", "closing_count"] == "4711.34"
    assert found["cage", "", "cash_in_cage"] == "50.00"
    plain = as_json(report)
    assert plain["balances"] is True
    assert plain["tables"][0]["win_by_count"] == 1134
    assert [slip["kind"] for slip in plain["slips"]][-2:] == ["float counted", "shift closed"]
    text = as_text(report)
    for words in (
        "Shift report 1",
        "2026-03-01 12:00:00 UTC by the gaming shift manager Sam",
        "4,711.34",
        "1.00 short of the 4,712.34 expected",
        "The report balances with the ledger to the cent.",
    ):
        assert words in text
        if len(words) < 20 or words.startswith("The report"):
            assert words in as_typst(report)


def test_the_pdf_is_the_same_every_time(report: ShiftReport) -> None:
    pytest.importorskip("typst")
    made = as_pdf(report)
    assert made.startswith(b"%PDF-")
    assert made == as_pdf(report)


def test_a_name_cannot_become_a_formula_or_markup(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "j.db")) as journal:
        cage = Cage(journal)
        cage.record(MANAGER, a.ShiftOpened())
        cage.record(MANAGER, a.Filled(table='=1+1"]#', cents=1))
        report = shift_report(cage)
        assert "'=1+1" in as_csv(report)
        semicolons = replace(report, tables=(replace(report.tables[0], table="one;=1+1"), *report.tables[1:]))
        assert ',"one;=1+1","drop",0.00\n' in as_csv(semicolons)  # one cell, also where a semicolon separates
        assert '"=1+1\\"]#"' in as_typst(report)


@pytest.mark.parametrize(
    ("table", "cell"),
    [
        ("\r=1+1", r"'\r=1+1"),
        (" =1+1", "' =1+1"),
        ("\N{FULLWIDTH EQUALS SIGN}1+1", "'\N{FULLWIDTH EQUALS SIGN}1+1"),
        ("one\n2,table,two,drop,1.00", r"one\n2,table,two,drop,1.00"),
        ("one\u202e", r"one\u202e"),
    ],
)
def test_no_form_of_a_report_has_a_forged_line_or_a_formula(report: ShiftReport, table: str, cell: str) -> None:
    forged = replace(report.tables[0], table=table)
    named = replace(report, tables=(forged, *report.tables[1:]), opened_by=f"{table} Max")
    assert cell in [row["name"] for row in csv.DictReader(io.StringIO(as_csv(named)))]
    for form in (as_text, as_typst):
        written = form(named)
        assert "\u202e" not in written
        assert "\r" not in written
        assert "\n2,table" not in written
        assert len(written.splitlines()) == len(form(report).splitlines())
