"""The report of a shift as PDF, typeset by typst.

Here: how the pages look. Not here: what is on them (`report_text`).

The same report gives the same bytes: only the fonts that come with typst, no date of printing, and no files are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from houseway.cage.report import ShiftReport
from houseway.cage.report_text import HEADS, cage_rows, check_rows, facts, slip_rows, table_rows, title
from houseway.errors import escaped, not_installed


def as_pdf(report: ShiftReport) -> bytes:
    """The report as a PDF of A4 pages."""
    try:
        import typst
    except ImportError as error:
        raise not_installed("a report as PDF", "par") from error
    made = typst.compile(as_typst(report).encode(), format="pdf", ignore_system_fonts=True, timestamp=0)
    if not isinstance(made, bytes):
        raise AssertionError("typst gave more than one file")
    return made


def as_typst(report: ShiftReport) -> str:
    """The pages as typst source."""
    parts = [
        _LOOK,
        f"#show: sheet.with({_text(title(report))})",
        f"#facts({_rows(facts(report))})",
        "#heading[Tables]",
        _table(HEADS, table_rows(report), words=1, totals=1),
        "#heading[The cage]",
        _table(("", "Amount"), cage_rows(report), words=1),
        "#heading[Balance]",
        _table(("Check", "By the acts", "By the ledger", ""), check_rows(report), words=1),
        f"#strong({_text(report.verdict)})",
    ]
    if report.slips:
        parts += ["#heading[Slips]", _table(("Slip", "When", "By", "What"), slip_rows(report), words=4)]
    parts += ["#signatures()"] if report.is_closed else []
    return "\n".join(parts) + "\n"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, words: int, totals: int = 0) -> str:
    """A table whose first columns are words, the others numbers; the last rows may be totals."""
    aligned = ", ".join("left" if at < words else "right" for at in range(len(heads)))
    widths = ", ".join("1fr" if at == words - 1 or words == 1 else "auto" for at in range(len(heads)))
    return f"#ruled(({widths},), ({aligned},), {_list(heads)}, {_rows(rows)}, {totals})"


def _rows(rows: Iterable[Sequence[str]]) -> str:
    return "(" + "".join(f"{_list(row)}, " for row in rows) + ")"


def _list(cells: Iterable[str]) -> str:
    return "(" + "".join(f"{_text(cell)}, " for cell in cells) + ")"


def _text(words: str) -> str:
    """A typst string."""
    return '"' + escaped(words).replace("\\", "\\\\").replace('"', '\\"') + '"'


_LOOK = """\
#let felt = rgb("#0d4a45")
#let soft = rgb("#56605c")
#let sheet(title, body) = {
  set document(title: title, author: (), date: none)
  set page(
    paper: "a4", margin: (x: 17mm, top: 17mm, bottom: 20mm),
    footer: context {
      set text(size: 7pt, fill: soft)
      line(length: 100%, stroke: 0.4pt + soft)
      v(-4pt)
      grid(columns: (1fr, auto), title, [page #counter(page).display() of #counter(page).final().first()])
    },
  )
  set text(font: "Libertinus Serif", size: 9pt, lang: "en", fill: rgb("#1d2624"), number-width: "tabular")
  show heading: it => block(
    above: 16pt, below: 7pt, width: 100%, stroke: (bottom: 0.8pt + felt), inset: (bottom: 3pt), sticky: true,
    text(size: 11.5pt, weight: "semibold", fill: felt, it.body),
  )
  text(size: 18pt, weight: "semibold", title)
  body
}
#let facts(rows) = grid(
  columns: (24mm, 1fr), row-gutter: 5pt, ..rows.map(row => (text(fill: soft, row.at(0)), row.at(1))).flatten(),
)
#let ruled(widths, aligned, heads, rows, totals) = {
  set text(size: 8.2pt)
  let first = rows.len() - totals
  table(
    columns: widths, align: (x, y) => aligned.at(x), inset: (x: 4pt, y: 3pt), stroke: none,
    table.hline(stroke: 0.9pt),
    table.header(..heads.map(head => text(fill: soft, head))),
    table.hline(stroke: 0.5pt),
    ..rows.enumerate().map(((n, row)) => row.map(cell => if n >= first { strong(cell) } else { cell })).flatten(),
    table.hline(stroke: 0.9pt),
  )
}
#let signatures() = block(above: 28pt, breakable: false, grid(
  columns: (1fr, 1fr), column-gutter: 14mm,
  ..("Gaming shift manager", "For the cage").map(who => { line(length: 100%, stroke: 0.5pt); text(fill: soft, who) }),
))
"""
