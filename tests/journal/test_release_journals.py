"""Journals written by earlier releases open, verify and replay: every table and balance as that release read them.

`tests/data/releases/VERSION/` holds each journal with the script that made it.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway import books
from houseway.journal.head import Head
from houseway.journal.store import Journal
from houseway.journal.verify import verify
from houseway.kept.tables import KeptTable, kept_tables
from houseway.rulebook.procedure import Phase
from support.command import ROOT

RELEASES = sorted((ROOT / "tests" / "data" / "releases").iterdir())


@pytest.fixture(params=RELEASES, ids=lambda path: path.name)
def release(request: pytest.FixtureRequest) -> Path:
    """The folder of one release."""
    return Path(request.param)


@pytest.fixture
def journal(release: Path, tmp_path: Path) -> Iterator[Journal]:
    """The journal of that release, opened by this one."""
    path = tmp_path / "journal.db"
    path.write_bytes(gzip.decompress((release / "journal.db.gz").read_bytes()))
    with Journal.open(str(path)) as opened:
        yield opened


def test_a_release_journal_verifies_against_its_head(release: Path, journal: Journal) -> None:
    expected = json.loads((release / "expected.json").read_text(encoding="utf-8"))
    report = verify(journal, head=Head.read((release / "head.txt").read_text(encoding="utf-8")))
    assert report.whole, report.findings
    assert report.entries == expected["entries"] + 1  # that it was migrated is noted
    assert {account: journal.balance(account) for account in expected["balances"]} == expected["balances"]


def test_a_release_journal_replays_to_the_same_tables(release: Path, journal: Journal) -> None:
    expected = json.loads((release / "expected.json").read_text(encoding="utf-8"))["tables"]
    assert kept_tables(journal) == {name: table["book"] for name, table in expected.items()}
    for name, before in expected.items():
        table = KeptTable(journal, name, books.get(before["book"])).table
        now = _plain(msgspec.to_builtins(table, str_keys=True))
        now["corrected"] = sorted(number for number, done in table.corrections.items() if done.set_right)
        del before["outcome"]  # before 0.3 a returned wager counted as one
        assert _like(now, before) == _plain(before), name


def test_a_round_interrupted_under_an_old_release_continues(journal: Journal) -> None:
    kept = KeptTable(journal, "mbs-v4", books.get("mbs-v4"))
    assert kept.table.phase is Phase.SETTING
    kept.after_power_failure()
    assert kept.table.offer == "5.18.1"
    assert verify(journal).whole


def _plain(value: Any) -> Any:
    """A table as plain JSON values, with its sets sorted."""
    if isinstance(value, dict):
        return {key: sorted(each) if key in _SETS else _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def _like(now: Any, before: Any) -> Any:
    """The current value without the fields that the release did not have."""
    if isinstance(before, dict) and isinstance(now, dict):
        known = {key: _like(now[key], before[key]) for key in before if key in now}
        return known if any(key in _FIELDS for key in before) else {**now, **known}
    if isinstance(before, list) and isinstance(now, list) and len(now) == len(before):
        return [_like(a, b) for a, b in zip(now, before, strict=True)]
    return now


_SETS = {"allowed_more", "corrected", "prohibited", "restricted", "shown_to", "under_minimum"}
_FIELDS = {"version", "viewed_by", "fault", "cents"}
"""A field of each value in a table (the table, a hand, a hold, a stake): other dictionaries are compared whole."""
