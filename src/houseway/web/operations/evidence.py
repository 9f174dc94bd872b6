"""The evidence: what technical standards ask of an operator's system, what Houseway does, and what shows it.

Here: reading the rows of `evidence.csv`, and writing them as a page. Not here: any sentence of a standard. The clauses
of rulebooks have traces of their own (`rulebook.trace`).
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from houseway.errors import BadBook

FILE = Path(__file__).with_name("evidence.csv")
STATES = {
    "met": "Houseway does it, and a test proves it",
    "in part": "Houseway does some of it; the row says what is missing",
    "operator": "the operator has to do it; the row says what Houseway offers for it",
    "not met": "it is not there",
}
CHECKED = {
    "text": "read in the text of the standard, or in its table of contents",
    "cited": "read in writings of others that cite this edition",
    "topic": "no number was found; the topic is named in our own words",
}
"""How the number of a row was checked."""
COLUMNS = ("standard", "number", "checked", "topic", "state", "how", "shown by", "test")
_HEAD = """\
# Evidence: what standards ask, what Houseway does, and what shows it

Written by `make docs` from `src/houseway/web/operations/evidence.csv`; `houseway evidence` prints it, also with
`--json` and `--csv`, and auditors read it in the browser (`/audit`).

This is a self-assessment by the makers of Houseway, not a certificate: no laboratory has tested it. The standards are
GLI-19 (interactive gaming systems, version 3.0 of July 2020), GLI-25 (live games), the remote gambling and software
technical standards of the British Gambling Commission (RTS, edition of February 2021), and the rules for table games
and internet gaming of New Jersey (NJ) and Pennsylvania (PA), listed only where they ask for more. Topics are named in
our own words. The column *checked* says where a number comes from: **check all of them against the edition in force
where you operate.** No sentence of a standard is quoted.

The rules of each game are traced clause by clause in [trace.md](trace.md), and who may do what is in
[roles.md](roles.md). Results of the tests of random numbers are in [randomness.md](randomness.md).
"""


@dataclass(frozen=True)
class Row:
    """One topic of a standard: whether it is met, how, the commands or pages that show it, and its tests."""

    standard: str
    number: str
    checked: str
    topic: str
    state: str
    how: str
    shown: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def cells(self) -> tuple[str, ...]:
        """The row as it stands in the file."""
        first = self.standard, self.number, self.checked, self.topic, self.state, self.how
        return *first, "; ".join(self.shown), "; ".join(self.tests)


def read_evidence(path: Path = FILE) -> tuple[Row, ...]:
    """The rows of a file, in its order."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        missing = [column for column in COLUMNS if column not in (rows.fieldnames or ())]
        if missing:
            raise BadBook(f"{path.name}: there is no column {missing[0]!r}")
        return tuple(_row(path.name, written) for written in rows)


def as_markdown(rows: Sequence[Row]) -> str:
    """The rows as a page."""
    return "\n".join(_page(rows)) + "\n"


def counted(rows: Sequence[Row]) -> str:
    """How many rows are in which state, in words."""
    return ", ".join(f"{sum(row.state == state for row in rows)} {state}" for state in STATES)


def _row(file: str, written: dict[str, str | None]) -> Row:
    standard, number, checked, topic, state, how, shown, tests = ((written[column] or "").strip() for column in COLUMNS)
    here = f"{file}, {standard}, {topic!r}"
    if checked not in CHECKED or bool(number) is (checked == "topic"):
        raise BadBook(f"{here}: a number is checked by {' or '.join(CHECKED)}, and without one it is a topic")
    if state not in STATES:
        raise BadBook(f"{here}: {state!r} is not one of {', '.join(STATES)}")
    if not how:
        raise BadBook(f"{here}: it has no explanation")
    if not tests and state in ("met", "in part"):
        raise BadBook(f"{here}: it is {state} and names no test")
    return Row(standard, number, checked, topic, state, how, _parts(shown), _parts(tests))


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(";") if part.strip())


def _page(rows: Sequence[Row]) -> Iterator[str]:
    yield _HEAD
    yield "| state | meaning | rows |"
    yield "|---|---|---|"
    for state, words in STATES.items():
        yield f"| {state} | {words} | {sum(row.state == state for row in rows)} |"
    yield "\n| checked | meaning | rows |"
    yield "|---|---|---|"
    for checked, words in CHECKED.items():
        yield f"| {checked} | {words} | {sum(row.checked == checked for row in rows)} |"
    for standard in dict.fromkeys(row.standard for row in rows):
        yield f"\n## {standard}\n"
        yield "| number | checked | topic | state | what Houseway does | shown by | tests |"
        yield "|---|---|---|---|---|---|---|"
        for row in rows:
            if row.standard == standard:
                shown = "<br>".join(f"`{each}`" for each in row.shown)
                state = row.state if row.state == "met" else f"**{row.state}**"
                cells = (row.number, row.checked, row.topic, state, row.how, shown, "<br>".join(map(_link, row.tests)))
                yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _link(test: str) -> str:
    path, _, name = test.partition("::")
    return f"[{name}](../{quote(path)})"
