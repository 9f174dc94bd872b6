"""The files of a journal are for their owner alone, from the first byte on and at every start."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway.errors import JournalFailed
from houseway.journal.private_files import make_folder_private, write_private
from houseway.journal.significant import events
from houseway.journal.store import Entry, Journal
from houseway.web.floor.dealer_moves import Pace
from houseway.web.floor.house import OpenHouse


@pytest.fixture(autouse=True)
def _careless() -> Iterator[None]:
    """Every file is open to everybody unless the journal sees to it."""
    before = os.umask(0)
    yield
    os.umask(before)


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_every_file_of_a_new_journal_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "house" / "journal"
    with Journal.open(str(folder / "journal.db")) as journal:
        journal.append("t", [Entry("k", b"")], expected_version=0, key="a")
        journal.sealing_key()
        modes = {path.name: _mode(path) for path in folder.iterdir()}
    assert _mode(folder) == 0o700
    assert set(modes) == {f"journal.db{end}" for end in ("", "-wal", "-shm", ".key", ".sealing")}
    assert set(modes.values()) == {0o600}


def test_nobody_can_read_a_journal_while_it_is_being_created(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file is created with its mode: a chmod that follows would come too late."""
    monkeypatch.setattr(Path, "chmod", lambda *_: pytest.fail("the mode was set afterwards"))
    folder = tmp_path / "journal"
    seen: set[int] = set()
    done = threading.Event()

    def look() -> None:
        while not done.is_set():
            for path in folder.glob("*"):
                try:
                    seen.add(_mode(path))
                except FileNotFoundError:
                    continue

    looking = threading.Thread(target=look)
    looking.start()
    with Journal.open(str(folder / "journal.db")) as journal:
        journal.append("t", [Entry("k", b"")], expected_version=0, key="a")
    done.set()
    looking.join()
    assert seen == {0o600}


def test_files_that_are_open_to_others_are_closed_at_the_next_start_and_that_is_noted(tmp_path: Path) -> None:
    folder = tmp_path / "journal"
    with Journal.open(str(folder / "journal.db")) as journal:
        journal.sealing_key()
    for path in folder.iterdir():
        path.chmod(0o644)
    folder.chmod(0o755)
    with Journal.open(str(folder / "journal.db")) as journal:
        assert {_mode(path) for path in folder.iterdir()} == {0o600}
        journal.make_folders_private()
        assert _mode(folder) == 0o700
        OpenHouse(journal, pace=Pace()).close()
        noted = [event.what for event in events(journal, kind="file closed to other users")]
    assert len(noted) == 4
    assert f"{folder / 'journal.db'} was open to other users: mode 0644, now 0600" in noted
    with Journal.open(str(folder / "journal.db")) as journal:
        assert journal.closed_to_others == ()


def test_reading_changes_no_mode(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    Journal.open(str(file)).close()
    file.chmod(0o644)
    Journal.open(str(file), read_only=True).close()
    assert _mode(file) == 0o644


def test_a_folder_that_holds_other_things_or_is_shared_is_refused_and_left_alone(tmp_path: Path) -> None:
    busy, shared = tmp_path / "busy", tmp_path / "shared"
    busy.mkdir(mode=0o755)
    (busy / "notes.txt").touch()
    shared.mkdir()
    shared.chmod(0o1777)
    for folder in (busy, shared):
        before = _mode(folder)
        with (
            Journal.open(str(folder / "journal.db")) as journal,
            pytest.raises(JournalFailed, match="folder of its own"),
        ):
            journal.make_folders_private()
        assert _mode(folder) == before
    busy.chmod(0o700)
    with Journal.open(str(busy / "journal.db")) as journal:
        journal.make_folders_private()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give files to another user")
def test_files_of_another_user_that_are_open_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "journal"
    file = folder / "journal.db"
    Journal.open(str(file)).close()
    os.chown(file, 65534, 65534)
    Journal.open(str(file)).close()
    file.chmod(0o640)
    with pytest.raises(JournalFailed, match=r"belongs to another user and is open to others \(mode 0640\)"):
        Journal.open(str(file))
    assert _mode(file) == 0o640
    folder.chmod(0o755)
    os.chown(folder, 65534, 65534)
    with pytest.raises(JournalFailed, match="folder of its own"):
        make_folder_private(folder, holding="journal.db")


def test_a_file_is_replaced_whole_and_private(tmp_path: Path) -> None:
    file = tmp_path / "kept.head"
    file.write_text("old")
    write_private(file, "new\n")
    assert (file.read_text(), _mode(file)) == ("new\n", 0o600)
    with pytest.raises(OSError, match="No such file"):
        write_private(tmp_path / "none" / "kept.head", "new\n")
    assert [path.name for path in tmp_path.iterdir()] == ["kept.head"]
