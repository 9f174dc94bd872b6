"""Every clause of every document has a row in the book's trace, and every test a row names exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway import books
from houseway.errors import BadBook
from houseway.rulebook.trace import as_markdown, read_trace
from support.command import ROOT, Run


def _clauses(book: str) -> list[str]:
    text = (ROOT / "tests" / "data" / f"clauses-{book}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("book", books.names())
def test_every_clause_has_a_row(book: str) -> None:
    assert [row.clause for row in read_trace(books.trace(book))] == _clauses(book)


def _exists(test: str) -> bool:
    path, _, function = test.partition("::")
    file = ROOT / path
    if not function:
        return path.endswith(".round") and file.is_file()
    return file.is_file() and re.search(rf"^def {re.escape(function)}\(", file.read_text(), re.MULTILINE) is not None


@pytest.mark.parametrize("book", books.names())
def test_every_named_test_exists(book: str) -> None:
    named = [test for row in read_trace(books.trace(book)) for test in row.tests]
    assert [test for test in named if not _exists(test)] == []


@pytest.mark.parametrize("book", books.names())
def test_an_enforced_clause_has_a_transcript(book: str) -> None:
    own = f"tests/rounds/{book}/"
    rows = [row for row in read_trace(books.trace(book)) if row.does == "enforced"]
    assert [row.clause for row in rows if not any(test.startswith(own) for test in row.tests)] == []


@pytest.mark.parametrize("book", books.names())
def test_every_transcript_of_an_enforced_clause_cites_it(book: str) -> None:
    not_cited = [
        (row.clause, test)
        for row in read_trace(books.trace(book))
        if row.does == "enforced"
        for test in row.tests
        if test.endswith(".round") and not row.is_cited((ROOT / test).read_text(encoding="utf-8"))
    ]
    assert not_cited == []


def test_a_transcript_that_does_not_cite_its_clause_is_found() -> None:
    rows = {row.clause: row for row in read_trace(books.trace("mbs-v4"))}
    written = "dealer: report wrong deck\n  - the dealer reports: wrong deck (5.1)\n"
    assert rows["5.1"].is_cited(written)
    assert not rows["5.1.1"].is_cited(written)
    assert not rows["5.1"].is_cited(written.replace("  - ", "# "))


@pytest.mark.parametrize("book", books.names())
def test_transcripts_set_a_hand_by_every_clause_of_the_house_way(book: str) -> None:
    rounds = (ROOT / "tests" / "rounds" / book).glob("*.round")
    text = "".join(path.read_text(encoding="utf-8") for path in rounds)
    cites = [clause.cite for clause in books.get(book).clauses]
    assert [cite for cite in cites if f" by {cite}:" not in text and f" by {cite} (" not in text] == []


@pytest.mark.parametrize("book", books.names())
def test_every_transcript_is_named(book: str) -> None:
    named = {test for row in read_trace(books.trace(book)) for test in row.tests}
    files = {str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "rounds" / book).glob("*.round")}
    assert sorted(path for path in files - named if "/R75 " not in path) == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("3.1,perhaps,It opens.,tests/a.round", "'perhaps' is not one of enforced"),
        ("3.1,enforced,,tests/a.round", "has no explanation"),
        ("3.1,enforced,It opens.,", "names no test"),
    ],
)
def test_a_wrong_row_is_named(tmp_path: Path, line: str, reason: str) -> None:
    path = tmp_path / "wrong.csv"
    path.write_text(f"# made here\nclause,does,how,test\n{line}\n")
    with pytest.raises(BadBook, match=reason):
        read_trace(path)


def test_a_missing_or_malformed_trace_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadBook, match=r"there is no trace .my_house\.trace\.csv."):
        read_trace(books.trace(tmp_path / "my_house.py"))
    (tmp_path / "my_house.trace.csv").write_text("clause,does\n")
    with pytest.raises(BadBook, match="no column 'how'"):
        read_trace(tmp_path / "my_house.trace.csv")


def test_the_page_is_up_to_date() -> None:
    page = (ROOT / "docs" / "trace.md").read_text(encoding="utf-8")
    assert page == as_markdown([(book, read_trace(books.trace(book))) for book in books.names()]), "run `make docs`"


def test_the_command_prints_every_clause(houseway: Run) -> None:
    done = houseway("trace", "five-card")
    assert done.returncode == 0
    assert "Insurance Wager Paytable" in done.stdout
    assert "five-card: 11 clauses: " in done.stdout
    lines = houseway("trace", "mbs-v3", "--json").stdout.splitlines()
    assert len(lines) == len(_clauses("mbs-v3"))
    assert '"clause":"3.15","does":"enforced"' in next(line for line in lines if '"3.15"' in line)
    assert houseway("trace", "--markdown").stdout == (ROOT / "docs" / "trace.md").read_text(encoding="utf-8")


def test_an_unknown_book_is_one_sentence(houseway: Run) -> None:
    done = houseway("trace", "mbs-v9")
    assert done.returncode == 1
    assert done.stderr.startswith("houseway: there is no book 'mbs-v9'")
