"""The evidence: every named command and test exists, no claim is without one, and the page is up to date."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from houseway import books
from houseway.cage.acts import ShiftOpened
from houseway.cage.desk import Cage
from houseway.cli.app import app
from houseway.errors import BadBook
from houseway.journal.store import Journal
from houseway.kept.program import LoadedProgram
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from houseway.web.operations.evidence import COLUMNS, STATES, as_markdown, read_evidence
from support.command import ROOT, Run

ROWS = read_evidence()


def _is_test(name: str) -> bool:
    path, _, function = name.partition("::")
    file = ROOT / path
    return file.is_file() and re.search(rf"^def {re.escape(function)}\(", file.read_text(), re.MULTILINE) is not None


def _wrong(line: str) -> list[str]:
    """The words of a command that name no command, no script or no option."""
    first, *words = shlex.split(line)
    if first.startswith("scripts/"):
        return [] if (ROOT / first).is_file() else [first]
    command: Any = typer.main.get_command(app)
    context = command.make_context(first, [], resilient_parsing=True)
    while words and hasattr(command, "get_command"):
        name = words.pop(0)
        if (command := command.get_command(context, name)) is None:
            return [name]
    known = {option for each in command.params for option in each.opts}
    return [word for word in words if word.startswith("-") and word not in known]


def test_every_named_test_exists() -> None:
    assert [name for row in ROWS for name in row.tests if not _is_test(name)] == []
    assert not _is_test("tests/cli/test_evidence.py::test_of_nothing")


def test_every_named_command_exists() -> None:
    assert {line: _wrong(line) for row in ROWS for line in row.shown if _wrong(line)} == {}
    assert _wrong("houseway audit progam") == ["progam"]
    assert _wrong("houseway audit program --taible x") == ["--taible"]


LONG = ("houseway par", "houseway odds", "houseway simulate", "scripts/hostile-clients")
"""Commands that count or play for a while; they run in the full tier."""
ELSEWHERE = {
    "scripts/test-generator battery --jobs 4": "hours; test_the_generator_passes_an_established_battery runs six tests",
    "houseway serve": "does not end; every test of a running house starts it",
}
"""Commands that are not run here, and why."""
COMMANDS = sorted({line for row in ROWS for line in row.shown if not line.startswith(tuple(ELSEWHERE))})


def _run(houseway: Run, line: str) -> None:
    for written, there in (
        ("mbs-v4/12", "mbs-v4-ann/1"),
        ("--table mbs-v4 --round 12", "--table mbs-v4-ann --round 1"),
    ):
        line = line.replace(written, there)
    first, *words = shlex.split(line)
    if first.startswith("scripts/"):
        done = subprocess.run([sys.executable, str(ROOT / first), *words], capture_output=True, check=False)
        assert done.returncode == 0, (line, done.stderr)
    else:
        ran = houseway(*words, environment={"HOUSEWAY_DB": "journal.db"})
        assert ran.returncode == 0, (line, ran.stdout, ran.stderr)


@pytest.mark.full
def test_every_named_command_runs(houseway: Run, tmp_path: Path) -> None:
    db = str(tmp_path / "journal.db")
    with Journal.open(db) as journal:  # as a house does when it opens
        LoadedProgram(journal).record([books.get("mbs-v4")])
        Cage(journal).record(Actor("Sam", Role.GAMING_SHIFT_MANAGER), ShiftOpened())
    houseway("play", "mbs-v4", "--name", "ann", stdin="\n" * 8 + "q\n", environment={"HOUSEWAY_DB": db})
    proofs = houseway("fair", "export", "mbs-v4-ann", environment={"HOUSEWAY_DB": db}).stdout
    (tmp_path / "proofs.jsonl").write_text(proofs)
    shutil.copy(db, tmp_path / "game.db")
    for line in COMMANDS:
        if not line.startswith(LONG):
            _run(houseway, line)


@pytest.mark.full
@pytest.mark.parametrize("line", [line for line in COMMANDS if line.startswith(LONG)])
def test_every_long_command_runs(houseway: Run, line: str) -> None:
    _run(houseway, line)


def test_no_topic_comes_twice_and_no_state_is_unused() -> None:
    topics = [(row.standard, row.topic) for row in ROWS]
    assert len(set(topics)) == len(topics)
    assert {row.state for row in ROWS} == set(STATES)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("GLI-19,2.2,cited,Clock,perhaps,It ticks.,,tests/a.py::b", "'perhaps' is not one of met"),
        ("GLI-19,2.2,cited,Clock,met,,,tests/a.py::b", "has no explanation"),
        ("GLI-19,2.2,cited,Clock,met,It ticks.,houseway books,", "is met and names no test"),
        ("GLI-19,2.2,memory,Clock,met,It ticks.,,tests/a.py::b", "a number is checked by text or cited or topic"),
        ("GLI-19,,cited,Clock,met,It ticks.,,tests/a.py::b", "without one it is a topic"),
    ],
)
def test_a_wrong_row_is_named(tmp_path: Path, line: str, reason: str) -> None:
    path = tmp_path / "wrong.csv"
    path.write_text(f"{','.join(COLUMNS)}\n{line}\n")
    with pytest.raises(BadBook, match=reason):
        read_evidence(path)


def test_the_page_is_up_to_date() -> None:
    page = (ROOT / "docs" / "evidence.md").read_text(encoding="utf-8")
    assert page == as_markdown(ROWS), "run `make docs`"


def test_the_command_prints_every_row(houseway: Run) -> None:
    assert f"{len(ROWS)} rows: " in houseway("evidence").stdout
    lines = houseway("evidence", "--json", "--state", "not met").stdout.splitlines()
    assert {json.loads(line)["state"] for line in lines} == {"not met"}
    found = list(csv.reader(io.StringIO(houseway("evidence", "--csv").stdout)))
    assert found == [[*COLUMNS], *([*row.cells] for row in ROWS)]
    assert "give one of" in houseway("evidence", "--csv", "--json").stderr
    assert "no row is in the state" in houseway("evidence", "--state", "fine").stderr
