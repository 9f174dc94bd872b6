"""The commands of the pages that are no console sessions: they exist, their options do, and those of a journal run."""

from __future__ import annotations

import shlex
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import typer

from houseway import books
from houseway.cage.acts import ShiftClosed, ShiftOpened
from houseway.cage.desk import Cage
from houseway.cli.app import app
from houseway.journal.store import Journal
from houseway.kept.program import LoadedProgram
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor
from support.command import Run
from support.pages import DOCS, OTHERS, README, in_lines, in_sentences, not_run, text

PAGES = [README, *DOCS, *OTHERS]
ROUND = README.parent / "examples" / "two-players.round"
WHY = {"houseway solve mbs-v4 --within 1e-5": "more than an hour"}
"""The sessions that no test runs, and the words in which the page says why."""
WORK = {"analyst.md"}
"""Pages whose indented commands are long counts of a whole book; they run in the full tier."""


def _wrong(line: str) -> list[str]:
    """The words of a command line that name no command, or no option of it."""
    words = shlex.split(line.replace("\\|", "/").partition(" | ")[0].partition(" > ")[0])[1:]
    command: Any = typer.main.get_command(app)
    context = command.make_context("houseway", [], resilient_parsing=True)
    while words and hasattr(command, "get_command"):
        name = words.pop(0)
        command = command.get_command(context, name) if not name.startswith("-") else None
        if command is None:
            return [] if name in ("--version", "--help") else [name]
    known = {option for each in command.params for option in (*each.opts, *each.secondary_opts)} | {"-h", "--help"}
    return [word for word in words if word.startswith("-") and word not in known]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_exists_with_its_options(page: Path) -> None:
    lines = [*in_lines(page), *in_sentences(page), *not_run(page)]
    assert {line: _wrong(line) for line in lines if _wrong(line)} == {}


def test_what_is_no_command_is_noticed() -> None:
    assert _wrong("houseway sett mbs-v4") == ["sett"]
    assert _wrong("houseway audit verfy") == ["verfy"]
    assert _wrong("houseway audit verify --haed FILE --db x") == ["--haed"]


def test_a_page_says_why_a_session_is_not_run() -> None:
    assert {command for page in PAGES for command in not_run(page)} == set(WHY)
    for page in PAGES:
        for command in not_run(page):
            _, _, after = text(page).partition(f"$ {command}")
            assert WHY[command] in after[:400]


def test_the_commands_of_players_and_operators_run(houseway: Run, tmp_path: Path) -> None:
    """In the order of a house: a round is played, audited, backed up, proved, and written as a history."""
    lines = {page.name: in_lines(page) for page in DOCS if page.name not in WORK and in_lines(page)}
    assert set(lines) == {"player.md", "operator.md", "history.md"}

    def run(line: str, stdin: str = "") -> str:
        words = shlex.split(line.partition(" > ")[0])[1:]
        done = houseway(*words, stdin=stdin, environment={"HOUSEWAY_DB": "journal.db"})
        assert done.returncode == 0, (line, done.stdout, done.stderr)
        return done.stdout

    with Journal.open(str(tmp_path / "journal.db")) as journal:  # as a house does when it opens
        LoadedProgram(journal).record([books.get("mbs-v4")])
    (play,) = lines["player.md"]
    assert "settled" in run(play, "\n" * 8 + "q\n")
    with Journal.open(str(tmp_path / "journal.db")) as journal:  # as a gaming shift manager does on the floor
        manager = Actor("Sam", Role.GAMING_SHIFT_MANAGER)
        for act in (ShiftOpened(), ShiftClosed()) * 3:
            Cage(journal).record(manager, act)
    run("houseway audit verify --write-head monday.head")
    (tmp_path / "heads").mkdir()
    shutil.copy(tmp_path / "monday.head", tmp_path / "heads" / "monday.heads")  # as `serve --heads` does
    for copy in ("nightly.db", "game.db"):  # as the page's sqlite3 makes one
        with sqlite3.connect(tmp_path / "journal.db") as open_house, sqlite3.connect(tmp_path / copy) as kept:
            open_house.backup(kept)
    for line in lines["operator.md"]:
        for words in ("fair export mbs-v4", "--table mbs-v4"):
            line = line.replace(f"{words} ", f"{words}-ann ")  # noqa: PLW2901  the table of the terminal
        run(line)
    shutil.copy(ROUND, tmp_path / "my.round")
    for line in lines["history.md"]:
        run(line)
    assert (tmp_path / "tuesday.head").exists()
    assert (tmp_path / "ann.round").exists()
    assert "all right" in run("houseway audit verify --db copy.db")


@pytest.mark.full
@pytest.mark.parametrize("line", [line for page in DOCS if page.name in WORK for line in in_lines(page)])
def test_a_long_command_writes_its_file(houseway: Run, tmp_path: Path, line: str) -> None:
    words = shlex.split(line)[1:]
    done = houseway(*words)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / words[words.index("-o") + 1]).stat().st_size > 0
