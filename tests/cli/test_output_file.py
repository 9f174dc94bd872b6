"""Files that cannot be written are refused before anything is counted."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from houseway.cli.output_file import must_be_writable
from houseway.errors import Refused
from support.command import Run, one_sentence

NO_FILES = Path("/proc")
"""A folder in which nobody, not even root, can create a file."""


@pytest.mark.parametrize(
    "words",
    [
        ("par", "five-card", "-o", "/proc/sheet.pdf"),
        ("values", "five-card", "-o", "/proc/values.parquet"),
        ("solve", "mbs-v4", "-o", "/proc/strategy.npz"),
        ("strategy", "five-card", "--rules", "2", "-o", "/proc/card.toml"),
        ("page", "five-card", "--html", "/proc/page.html"),
        ("history", "export", "some-table", "-o", "/proc/hands.toml"),
        ("history", "import", "hands.toml", "-o", "/proc/hands.round"),
        ("fair", "export", "some-table", "-o", "/proc/proofs.jsonl"),
        ("cage", "report", "-o", "/proc/shift.pdf"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
@pytest.mark.skipif(not NO_FILES.is_dir(), reason="there is no /proc here, in which no file can be created")
def test_a_folder_in_which_no_file_can_be_created_is_refused_at_once(houseway: Run, words: tuple[str, ...]) -> None:
    one_sentence(houseway(*words), f"{words[-1]!r} cannot be written")


def test_asking_leaves_nothing_behind(tmp_path: Path) -> None:
    must_be_writable(tmp_path / "sheet.pdf", replaced=True)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_needs_its_folder_only_if_it_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "there.html"
    there.write_text("kept", encoding="utf-8")

    def refuse(**_options: object) -> None:
        raise PermissionError(13, os.strerror(13))

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    must_be_writable(there)
    for file, replaced in ((there, True), (tmp_path / "new.html", False)):
        with pytest.raises(Refused, match="cannot be written: Permission denied"):
            must_be_writable(file, replaced=replaced)
    monkeypatch.setattr(os, "access", lambda *_asked: False)
    with pytest.raises(Refused, match="read-only"):
        must_be_writable(there)
    assert there.read_text(encoding="utf-8") == "kept"
