"""Change control: every round names its program and book by digest, and play stops where the files are others."""

from __future__ import annotations

import asyncio
import hashlib
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway import books
from houseway.errors import Refused
from houseway.journal.significant import events
from houseway.journal.store import Journal
from houseway.kept.program import PACKAGE, LoadedProgram, file_digests, must_be, program_digest, programs
from houseway.kept.program import programs_of_round as of_round
from houseway.kept.stops import Stops
from houseway.kept.tables import HOUSE
from houseway.table import commands as c
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse
from houseway.web.floor.opening import Opening
from houseway.web.floor.program_check import check_program
from support.command import Run
from support.room import ANN, Room

BOOK = books.get("mbs-v4")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(str(tmp_path / "journal.db")) as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small program, with what was compiled from it."""
    (tmp_path / "program" / "__pycache__").mkdir(parents=True)
    for compiled in ("__pycache__/a.cpython.pyc", "__pycache__/a.kernel.nbi", "old.pyc"):
        (tmp_path / "program" / compiled).write_bytes(b"compiled")
    (tmp_path / "program" / "a.py").write_text("A = 1\n")
    (tmp_path / "program" / "b.css").write_text("b {}\n")
    return tmp_path / "program"


def test_the_digest_can_be_computed_with_sha256sum(folder: Path) -> None:
    lines = subprocess.run(["sha256sum", "a.py", "b.css"], cwd=folder, capture_output=True, check=True).stdout
    assert program_digest(file_digests(folder)) == hashlib.sha256(lines).hexdigest()


def test_the_digest_covers_every_file_of_the_package() -> None:
    files = file_digests()
    assert {"kept/program.py", "books/mbs_v4.py", "web/static/shared/room.css", "__init__.py"} <= files.keys()
    assert len(files) == sum(path.is_file() and "__pycache__" not in path.parts for path in PACKAGE.rglob("*"))


def test_a_change_of_any_file_is_found(journal: Journal, folder: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text("x")
    loaded = LoadedProgram(journal, folder=folder)
    loaded.record([BOOK], files=[own])
    assert loaded.changes() == ()
    (folder / "a.py").write_text("A = 2\n")
    (folder / "b.css").unlink()
    (folder / "c.py").touch()
    own.write_text("y")
    assert loaded.changes() == ("a.py was changed", "b.css is gone", "c.py is new", f"{own} was changed")


def test_another_program_or_book_at_the_next_start_is_a_significant_event(journal: Journal, folder: Path) -> None:
    first = LoadedProgram(journal, folder=folder)
    first.record([BOOK])
    LoadedProgram(journal, folder=folder).record([BOOK])
    assert not [*events(journal)]
    (folder / "a.py").write_text("A = 2\n")
    second = LoadedProgram(journal, folder=folder)
    second.record([BOOK])
    second.record([BOOK])
    (noted,) = events(journal, kind="program changed")
    assert (noted.before, noted.after) == ({"program": first.now.program}, {"program": second.now.program})
    assert len([*programs(journal)]) == 3


def test_every_round_names_its_program_and_its_book(journal: Journal, folder: Path) -> None:
    room = Room(journal)
    room.sit(ANN)
    _play(room)
    first = LoadedProgram(journal, folder=folder)
    first.record([BOOK])
    _play(room)
    room.bet(ANN)
    (folder / "a.py").write_text("A = 2\n")
    second = LoadedProgram(journal, folder=folder)
    second.record([BOOK])
    room.deal()
    room.finish()
    _play(room)
    found = [[program.program for program in of_round(journal, "one", number)] for number in range(1, 5)]
    old, new = first.now.program, second.now.program
    assert found == [[], [old], [old, new], [new]]
    assert of_round(journal, "one", 4)[0].books == {"mbs-v4": BOOK.digest}
    with pytest.raises(Refused, match="no round 5 of a table 'one'"):
        of_round(journal, "one", 5)


def _play(room: Room) -> None:
    room.bet(ANN)
    room.deal()
    room.finish()


def test_a_house_whose_files_were_changed_stops_play(journal: Journal, folder: Path) -> None:
    house = OpenHouse(journal, pace=Pace())
    house.open_tables([Opening(name="one", book="mbs-v4")])
    (kept,) = programs(journal)
    assert (kept.program, kept.books) == (program_digest(file_digests()), {"mbs-v4": BOOK.digest})
    house.program = LoadedProgram(journal, folder=folder)
    assert asyncio.run(check_program(house)) == ()
    house.stops.check("one", c.AnnouncePlaceYourBets(by=HOUSE))
    (folder / "a.py").write_text("A = 2\n")
    for _ in range(2):  # a second look finds the same, and the house is stopped already
        assert asyncio.run(check_program(house)) == ("a.py was changed",)
    with pytest.raises(Refused, match="every table is stopped"):
        Stops(journal).check("one", c.AnnouncePlaceYourBets(by=HOUSE))
    stopped = next(events(journal, kind="play stopped"))
    assert "not those that were loaded: a.py was changed" in stopped.why
    assert next(events(journal, kind="program differs")).after == ["a.py was changed"]
    house.close()


def test_a_house_opens_only_with_the_approved_program() -> None:
    must_be(program_digest(file_digests()).upper())
    with pytest.raises(Refused, match="not the approved one"):
        must_be("0" * 64)


def test_audit_program(houseway: Run, journal: Journal, folder: Path, tmp_path: Path) -> None:
    db = str(tmp_path / "journal.db")
    assert "names no program" in houseway("audit", "program", "--db", db).stderr
    LoadedProgram(journal).record([BOOK])
    done = houseway("audit", "program", "--db", db)
    assert (done.returncode, "files: the same" in done.stdout) == (0, True), done
    assert f"  mbs-v4 {BOOK.digest}" in done.stdout
    LoadedProgram(journal, folder=folder).record([BOOK])
    done = houseway("audit", "program", "--db", db, "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["same"]) == (1, False)
    assert found["recorded"][0]["program"] == program_digest(file_digests(folder))
    assert "together" in houseway("audit", "program", "--db", db, "--table", "one").stderr
