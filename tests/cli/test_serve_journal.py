"""What `houseway serve` says about the place where heads of the journal are kept."""

from __future__ import annotations

from pathlib import Path

from houseway.cli.serve_journal import NEAR, NO_HEADS, about_heads
from houseway.journal.heads import read_place
from houseway.journal.store import Journal


def test_heads_beside_the_journal_are_warned_of(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "elsewhere").mkdir()
    with Journal.open(str(tmp_path / "house" / "journal.db")) as journal:
        assert about_heads(journal, None) == NO_HEADS
        for near in ("house/heads.txt", "house/", "house/heads/", "elsewhere/../house/heads.txt"):
            assert about_heads(journal, read_place(f"{tmp_path}/{near}")) == NEAR, near
        for far in (f"{tmp_path}/elsewhere/heads.txt", f"{tmp_path}/elsewhere/", "https://heads.example/"):
            assert about_heads(journal, read_place(far)) == "", far
