"""Make the journal that release 0.1.0 leaves behind. Run it from a checkout of that release:

    PYTHONPATH=tests .venv/bin/python make.py FOLDER

It plays two rounds and half a third in a real house that is then killed, and every transcript of that release at a table
of its own. It writes `journal.db.gz`, `head.txt`, and `expected.json`: every table and balance as that release read them.
"""
# ruff: noqa
# mypy: ignore-errors

import gzip
import json
import re
import signal
import sqlite3
import sys
from pathlib import Path

import msgspec

from houseway import books
from houseway.errors import HousewayError
from houseway.journal.store import Journal
from houseway.journal.tables import KeptTable, buy_chips, kept_tables
from houseway.journal.verify import verify
from houseway.table import transcript as t
from web_house import QUICK, RunningHouse

OPTIONS = ("--book", "mbs-v4", "--book", "five-card", "--tables", "2", "--dealer", "person", *QUICK)


def play_in_a_house(db):
    house = RunningHouse(db, *OPTIONS)
    house.staff("Sam")
    dealer, ann, bob = house.staff("Dora", 1), house.enter("Ann"), house.enter("Bob")
    with ann.page("mbs-v4") as a, bob.page("mbs-v4") as b, dealer.page("mbs-v4", "staff") as d:
        a.did("sit", position=1)
        b.did("sit", position=2)
        for number in range(3):
            d.did("place your bets")
            a.say({"type": "cut", "words": f"Ann's cut {number}"})
            a.did("wager", position=1, wager="main", cents=1000)
            a.did("wager", position=1, wager="fortune-bonus", cents=500)
            b.did("wager", position=2, wager="main", cents=2000)
            d.did("no more bets")
            d.did("deal", deck=[])
            a.did("view", position=1)
            if number < 2:
                d.did("end setting")
                d.did("reveal")
                d.did("settle")
    house.stop(signal.SIGKILL)


def play_transcript(journal, path):
    text = "".join(line for line in path.read_text().splitlines(keepends=True) if not line.startswith("#"))
    options = {}
    if found := re.search(r"^table (.*)$", text, re.M):
        options = {key: value for key, value in t._table_options(found[1], 0).items() if key != "name"}
    names = set(re.findall(r"^(\w+): ", text, re.M)) | set(re.findall(r"(?: for|, player) (\w+)(?:,|$)", text, re.M))
    for name in sorted(names - set(t.STAFF)):
        if not journal.version(f"cage:{name}"):
            buy_chips(journal, name, 10_000_000_00)
    slug = re.sub(r"[^a-z0-9]+", "-", f"{path.parent.name} {path.stem}".lower()).strip("-")[:40]
    kept = KeptTable.open(journal, slug, books.get(path.parent.name), **options)
    session, number = t.Session(kept.book), 0
    for line in map(str.strip, text.splitlines()):
        if not line or line.startswith(("- ", "! ")) or t._is_head(line, "book") or t._is_head(line, "table"):
            continue
        session.table, number = kept.table, number + 1
        try:
            kept.ask(t.read_command(session, line, 0), key=f"{number}" if number % 7 == 0 else "")
        except HousewayError:
            pass


def plain(value):
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, set | frozenset | list | tuple):
        return sorted(value) if isinstance(value, set | frozenset) else [plain(each) for each in value]
    return value


def main(folder):
    db = folder / "journal.db"
    play_in_a_house(db)
    with Journal.open(str(db)) as journal:
        for path in sorted(Path("tests/rounds").rglob("*.round")):
            play_transcript(journal, path)
        report = verify(journal)
        assert report.whole
        (folder / "head.txt").write_text(str(journal.head()))
        tables = {
            name: plain(msgspec.to_builtins(KeptTable(journal, name, books.get(book)).table, str_keys=True))
            for name, book in kept_tables(journal).items()
        }
    with sqlite3.connect(db) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        balances = dict(opened.execute("SELECT account, cents FROM journal_balances ORDER BY account"))
    expected = {"entries": report.entries, "balances": balances, "tables": tables}
    (folder / "expected.json").write_text(json.dumps(expected, indent=0, sort_keys=True) + "\n")
    (folder / "journal.db.gz").write_bytes(gzip.compress(db.read_bytes(), mtime=0))


main(Path(sys.argv[1]))
