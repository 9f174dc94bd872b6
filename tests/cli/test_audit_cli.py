"""`houseway audit` and `houseway fair` on the command line, on both stores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houseway.journal.shuffle import Proof, commit
from houseway.journal.store import Entry, Journal, Posting
from support.command import Run, one_sentence
from support.tampering import tamper


@pytest.fixture
def db(journal_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A small journal, with its key where the command looks for it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / ".local" / "share"))
    with Journal.open(journal_url) as journal:
        start = Entry("bought", b'{"by":"ann"}', (Posting("cage", -123456), Posting("player:ann [red]", 123456)))
        journal.append("cage", [start], expected_version=0, key="a")
        journal.append("t1", [Entry("said", b"\xff"), Entry("said", b"{}")], expected_version=0, key="b")
    return journal_url


def test_verify(houseway: Run, db: str, tmp_path: Path) -> None:
    done = houseway("audit", "verify", "--db", db, "--write-head", "kept.head")
    assert done.returncode == 0, done
    assert "3 entries: all right" in " ".join(done.stdout.split())
    assert done.stderr == "head written to kept.head\n"
    found = json.loads(houseway("audit", "verify", "--db", db, "--head", "kept.head", "--json").stdout)
    assert (found["entries"], found["head"], found["findings"]) == (3, 3, [])
    assert f"hash {found['hash']}\n" in (tmp_path / "kept.head").read_text()


def test_verify_reports_what_is_wrong(houseway: Run, db: str, tmp_path: Path) -> None:
    houseway("audit", "verify", "--db", db, "--write-head", "kept.head")
    edit = "UPDATE journal_rows SET kind = '[bold]' WHERE number = 2"
    tamper(db, edit, "DELETE FROM journal_rows WHERE number = 3")
    done = houseway("audit", "verify", "--db", db, "--head", "kept.head", "--write-head", "other.head")
    words = " ".join(done.stdout.split())
    assert done.returncode == 1
    assert "wrong entry 2 ([bold], version 1 of t1) is not what was written" in words
    assert "entries 3 to 3 are missing" in words
    assert "2 wrong" in words
    assert not (tmp_path / "other.head").exists()
    found = houseway("audit", "verify", "--db", db, "--head", "kept.head", "--json")
    assert found.returncode == 1
    assert len(json.loads(found.stdout)["findings"]) == 2


def test_export(houseway: Run, db: str) -> None:
    lines = [json.loads(line) for line in houseway("audit", "export", "--db", db).stdout.splitlines()]
    assert [(line["number"], line["stream"], line["version"]) for line in lines] == [
        (1, "cage", 1),
        (2, "t1", 1),
        (3, "t1", 2),
    ]
    assert lines[0]["body"] == '{"by":"ann"}'
    assert lines[0]["postings"][1] == {"account": "player:ann [red]", "cents": 123456}
    assert lines[1]["body_base64"] == "/w=="
    assert len(lines[2]["hash"]) == 64
    some = houseway("audit", "export", "--db", db, "--stream", "t1", "--json").stdout.splitlines()
    assert [json.loads(line) for line in some] == lines[1:]
    one_sentence(houseway("audit", "export", "--db", db, "--stream", "t9"), "has no stream 't9'")


def test_balance(houseway: Run, db: str) -> None:
    done = houseway("audit", "balance", "--db", db)
    assert [line.split() for line in done.stdout.splitlines()] == [
        ["Account", "Balance"],
        ["cage", "-1,234.56"],
        ["player:ann", "[red]", "1,234.56"],
        ["trial", "balance", "0.00"],
    ]
    assert json.loads(houseway("audit", "balance", "cage", "--db", db, "--json").stdout) == {
        "account": "cage",
        "cents": -123456,
    }
    assert "0.00" in houseway("audit", "balance", "player:nobody", "--db", db).stdout
    one_sentence(houseway("audit", "balance", "ann", "--db", db), "unknown account 'ann'")
    tamper(db, "UPDATE journal_balances SET cents = 5 WHERE account = 'cage'")
    says = "were altered: the balance of cage is stored as 0.05, but its postings sum to -1,234.56"
    one_sentence(houseway("audit", "balance", "--db", db), says)
    one_sentence(houseway("audit", "balance", "player:nobody", "--db", db, "--json"), says)


def test_balances_that_were_altered_and_still_sum_to_zero(houseway: Run, db: str) -> None:
    for cents in (0, 1):
        tamper(db, f"UPDATE journal_balances SET cents = {cents} * (CASE account WHEN 'cage' THEN -1 ELSE 1 END)")
        one_sentence(houseway("audit", "balance", "--db", db), "the balance of cage", "and 1 more")


def test_postings_that_do_not_balance(houseway: Run, db: str) -> None:
    tamper(
        db,
        "UPDATE journal_balances SET cents = 5 WHERE account = 'cage'",
        "UPDATE journal_postings SET cents = 5 WHERE account = 'cage'",
    )
    one_sentence(houseway("audit", "balance", "--db", db), "does not balance: its accounts sum to 1,234.61")


def test_the_journal_is_found_in_the_data_folder(houseway: Run, tmp_path: Path) -> None:
    place = tmp_path / ".local" / "share" / "houseway" / "journal.db"
    one_sentence(houseway("audit", "verify"), f"there is no journal {place}")
    Journal.open(str(place)).close()
    assert houseway("audit", "verify").returncode == 0


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("audit", "verify", "--db", "nowhere.db"), "there is no journal nowhere.db"),
        (("audit", "verify", "--db", "mysql://x/y"), "not in 'mysql'"),
        (
            ("audit", "verify", "--db", "sqlite:///:memory:"),
            "kept in a SQLite file or a PostgreSQL database, not in memory",
        ),
        (("audit", "verify", "--db", ":memory:"), "not in memory"),
        (("audit", "verify", "--db", "sqlite://"), "not in memory"),
        (("play", "mbs-v4", "--db", "sqlite:///:memory:"), "not in memory"),
        (("replay", "x/²"), "'x/²' is neither a transcript nor TABLE/ROUND of a journal"),
        (("replay", "x/9999999999"), "is neither a transcript nor TABLE/ROUND of a journal"),
        (("audit", "verify", "--db", "notes.txt"), "notes.txt is damaged, or not a journal"),
        (("audit", "verify", "--head", "notes.txt"), "notes.txt: this is not a journal head"),
        (("audit", "verify", "--head", "bytes"), "bytes: this is not a journal head"),
        (("audit", "verify", "--head", "nowhere"), "nowhere: No such file"),
        (("fair", "verify", "nowhere"), "nowhere: No such file"),
        (("fair", "verify", "notes.txt"), "notes.txt: line 1: this is not JSON"),
        (("fair", "verify", "bytes"), "bytes: this is not text"),
    ],
)
def test_bad_input_is_one_sentence(houseway: Run, tmp_path: Path, words: tuple[str, ...], part: str) -> None:
    (tmp_path / "notes.txt").write_text("place your bets\n" * 99)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00" * 99)
    one_sentence(houseway(*words), part)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bytes", "notes.txt"]


@pytest.mark.parametrize("words", [("audit",), ("fair",), ("audit", "verify", "x"), ("fair", "verify"), ("audit", "x")])
def test_wrong_usage_is_exit_code_2(houseway: Run, words: tuple[str, ...]) -> None:
    done = houseway(*words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["audit verify", "audit balance", "fair verify"])
def test_help_lists_json(houseway: Run, command: str) -> None:
    assert "--json" in houseway(*command.split(), "--help").stdout


def test_the_help_of_an_export_offers_no_json_because_it_is_always_json(houseway: Run) -> None:
    assert "--json" not in houseway("audit", "export", "--help").stdout


def test_fair_verify(houseway: Run, tmp_path: Path) -> None:
    proofs = [
        Proof.of(commit()[0], table="t1", book="mbs-v4", round=number, voided="misdeal" if number == 2 else "")
        for number in (1, 2, 3)
    ]
    (tmp_path / "proofs.jsonl").write_text("\n".join(proof.to_json() for proof in proofs))
    done = houseway("fair", "verify", "proofs.jsonl")
    assert done.returncode == 0, done
    committed = [f"table t1, round {proof.round}: committed to {proof.commitment}" for proof in proofs]
    verdict = ["voided  table t1, round 2: misdeal", "3 proofs, 1 of voided rounds: all hold"]
    assert done.stdout.splitlines() == committed + verdict
    done = houseway("fair", "verify", "-", "--json", stdin=f"[{proofs[0].to_json()}, {proofs[2].to_json()}]")
    assert done.returncode == 1
    assert json.loads(done.stdout) == {
        "file": "-",
        "proofs": 2,
        "voided": 0,
        "commitments": [{"table": "t1", "round": each.round, "commitment": each.commitment} for each in proofs[::2]],
        "findings": ["table t1, round 3: follows round 1"],
    }
    done = houseway("fair", "verify", "-", stdin=proofs[0].to_json().replace(proofs[0].seed, "0" * 64))
    assert done.returncode == 1
    assert "wrong  table t1, round 1: the revealed seed and salt do not match the commitment" in done.stdout
