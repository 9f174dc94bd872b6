"""How every clause of a printed document is implemented: the trace of a book.

Here: reading a trace and writing it as a page. Not here: the traces themselves (beside the books), or whether the tests
they name exist (`tests/books/test_trace.py`).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from houseway.errors import BadBook

DOES = {
    "enforced": "it decides which requests are accepted, or how wagers are settled",
    "shown": "it is shown to people, and refuses nothing",
    "definition": "it defines a word that other clauses use",
    "nothing": "there is nothing for software to do",
}
"""The ways a clause can be implemented, in words."""

COLUMNS = ("clause", "does", "how", "test")


@dataclass(frozen=True)
class Row:
    """One printed clause, how it is implemented, and the tests that show it."""

    clause: str
    does: str
    how: str
    tests: tuple[str, ...]
    cites: str
    """What its transcripts cite: the clause itself, or the one under which the table carries it out."""

    def is_cited(self, transcript: str) -> bool:
        """Whether an event or a refusal of a transcript cites it."""
        cited = re.compile(rf"(?:\(| by | under ){re.escape(self.cites)}(?:[),:]| \(| [A-Z]|$)")
        return any(line.startswith(("  - ", "  ! ")) and cited.search(line) for line in transcript.splitlines())


def read_trace(path: Path) -> tuple[Row, ...]:
    """The trace of a file, in the order of the document."""
    if not path.is_file():
        raise BadBook(f"there is no trace {path.name!r}")
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        missing = [column for column in COLUMNS if column not in (rows.fieldnames or ())]
        if missing:
            raise BadBook(f"{path.name}: there is no column {missing[0]!r}")
        return tuple(_row(path, row) for row in rows)


def as_markdown(traces: Sequence[tuple[str, Sequence[Row]]]) -> str:
    """The traces of several books as one page."""
    return "\n".join(_page(traces)) + "\n"


def _row(path: Path, written: dict[str, str | None]) -> Row:
    clause, does, how, test = ((written[column] or "").strip() for column in COLUMNS)
    cites = (written.get("cites") or "").strip()
    tests = tuple(part for part in (part.strip() for part in test.split(";")) if part)
    if does not in DOES:
        raise BadBook(f"{path.name}, clause {clause!r}: {does!r} is not one of {', '.join(DOES)}")
    if not how:
        raise BadBook(f"{path.name}, clause {clause!r}: it has no explanation")
    if not tests and does != "nothing":
        raise BadBook(f"{path.name}, clause {clause!r}: it is {does} and names no test")
    return Row(clause, does, how, tests, cites or clause)


def _page(traces: Sequence[tuple[str, Sequence[Row]]]) -> Iterator[str]:
    yield "# Every clause, and how it is implemented"
    yield ""
    yield "Written by `make docs` from the traces in `src/houseway/books/trace/`; `houseway trace BOOK` prints one."
    yield ""
    yield "| word | meaning |"
    yield "|---|---|"
    for does, words in DOES.items():
        yield f"| {does} | {words} |"
    for book, rows in traces:
        yield ""
        yield f"## {book}"
        yield ""
        yield "| clause | kind | how | tests |"
        yield "|---|---|---|---|"
        for row in rows:
            tests = "<br>".join(_link(test) for test in row.tests)
            yield "| " + " | ".join(cell.replace("|", "\\|") for cell in (row.clause, row.does, row.how, tests)) + " |"


def _link(test: str) -> str:
    """A test with a link to its file, from the folder of the documentation."""
    path, _, name = test.partition("::")
    return f"[{name or Path(path).stem}](../{quote(path)})"
