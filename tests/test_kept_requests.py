"""Requests put to kept tables, on both stores: keys, damage, debts, and what stays hidden while a round lasts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import Run
from houseway import books
from houseway.errors import BadJournal
from houseway.journal.store import Journal
from houseway.journal.tables import KeptTable, buy_chips
from houseway.table.transcript import Session, read_command
from test_cli import _one_sentence
from test_journal_verify import tamper

BOOK = books.get("mbs-v4")
DEAL = "dealer: deal 1: Ac Kd Qh Js 9c 4d 2h / 2: 8c 8d 3h 3s Kc 6d 5h / dealer: 7c 7d Th 9s 5c 4h 2s"
TO_THE_DEAL = (
    "ann: sit at 1", "bob: sit at 2", "dealer: place your bets",
    "ann: wager 10.00 on main at 1", "bob: wager 20.00 on main at 2", "dealer: no more bets",
)  # fmt: skip
SETTING = ("ann: view 1", "ann: set 1 low Kd Qh", "bob: view 2", "bob: set 2 low Kc 6d")


@pytest.fixture
def journal(journal_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journal]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / ".local" / "share"))
    with Journal.open(journal_url) as opened:
        for player in ("ann", "bob"):
            buy_chips(opened, player, 100_00)
        yield opened


def _ask(table: KeptTable, *lines: str) -> None:
    for line in lines:
        table.ask(read_command(Session(table.book, table.table), line, 0))


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("not json", "JSON is malformed"),
        ("{}", "missing required field"),
        ('{"type":"place lost"}', "place lost"),
        ('{"type":"place taken","position":"first","player":"ann"}', "Expected `int`, got `str`"),
        ('{"type":"hand set","position":5,"low":[]}', "'hand set' cannot follow what is kept before it"),
    ],
)
def test_a_damaged_body_is_one_sentence(journal: Journal, journal_url: str, houseway: Run, body: str, why: str) -> None:
    table = KeptTable.open(journal, "mbs-v4-ann", BOOK, positions=1)
    _ask(table, "ann: sit at 1", "dealer: place your bets")
    blob = "BYTEA" if "postgresql" in journal_url else "BLOB"
    tamper(journal_url, f"UPDATE journal_entries SET body = CAST('{body}' AS {blob}) WHERE kind = 'place taken'")
    with pytest.raises(BadJournal, match=r"^version 2 of table:mbs-v4-ann is damaged: "):
        KeptTable(journal, "mbs-v4-ann", BOOK)
    for words in (("replay", "mbs-v4-ann/1"), ("play", "mbs-v4", "--name", "ann")):
        _one_sentence(houseway(*words, "--db", journal_url), "version 2 of table:mbs-v4-ann is damaged", why)


def test_a_table_that_begins_with_damage_is_one_sentence(journal: Journal, journal_url: str, houseway: Run) -> None:
    KeptTable.open(journal, "one", BOOK)
    raw = "'\\xff22'" if "postgresql" in journal_url else "X'FF22'"
    tamper(journal_url, f"UPDATE journal_entries SET body = {raw} WHERE kind = 'table opened'")
    _one_sentence(houseway("replay", "one/1", "--db", journal_url), "version 1 of table:one is damaged")
