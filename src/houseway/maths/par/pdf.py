"""A PAR sheet as PDF, typeset by typst.

Here: how the pages look. Not here: what is on them (`text`).

The same sheet gives the same bytes: only the fonts that come with typst, no date, and no files are read.
"""

from __future__ import annotations

from collections.abc import Iterable

from houseway.maths.par.charts import charts
from houseway.maths.par.document import Block, Document, Facts, Figures, Paragraph, Section, Table
from houseway.maths.par.sheet import ParSheet
from houseway.maths.par.text import document


def as_pdf(sheet: ParSheet) -> bytes:
    """The sheet as a PDF of A4 pages."""
    import typst

    source = as_typst(document(sheet)).encode()
    made = typst.compile(source, format="pdf", ignore_system_fonts=True, sys_inputs=charts(sheet), timestamp=0)
    if not isinstance(made, bytes):
        raise AssertionError("typst gave more than one file")
    return made


def as_typst(shown: Document) -> str:
    """The pages as typst source; the charts are inputs, by name."""
    head = f"#sheet-head({_text(shown.title)}, {_text(shown.game)})"
    page = f"#show: sheet.with({_text(f'{shown.title}: {shown.game}')}, {_text(shown.book)}, {_text(shown.digest)})"
    return "\n".join([_LOOK, page, head, *(_section(section) for section in shown.sections)]) + "\n"


def _section(section: Section) -> str:
    turn = ["#pagebreak(weak: true)"] if section.new_page else []
    return "\n".join([*turn, f"#heading({_text(section.heading)})", *(_block(block) for block in section.blocks)])


def _block(block: Block) -> str:
    if isinstance(block, Paragraph):
        return f"#par({_text(block.text)})"
    if isinstance(block, Facts):
        return f"#facts({_list(f'({_text(name)}, {_text(value)})' for name, value in block.rows)})"
    if isinstance(block, Figures):
        given = (f"({_text(c.name)}, {_text(c.caption)}, {_text(c.alt)})" for c in block.charts)
        return f"#charts({_list(given)})"
    return _table(block)


def _table(table: Table) -> str:
    columns = len(table.heads)
    aligned = _list("right" if place in table.numbers else "left" for place in range(columns))
    widths = _list(_width(table, place) for place in range(columns))
    rows = _list(_list(_text(cell) for cell in row) for row in table.rows)
    heads = _list(_text(head) for head in table.heads)
    return f"#ruled({_text(table.caption)}, {widths}, {aligned}, {heads}, {rows}, {table.totals})"


def _width(table: Table, place: int) -> str:
    """Columns of numbers share the page; next to text they take what they need, and so does a short first column.

    Columns of sentences share the rest by the square root of their longest text, so that rows stay short.
    """
    words = [column for column in range(len(table.heads)) if column not in table.numbers]
    if not words or words == [place]:
        return "1fr"
    if place not in words[1:]:
        return "auto"
    return f"{round(max(len(row[place]) for row in table.rows) ** 0.5)}fr"


def _list(items: Iterable[str]) -> str:
    """A typst list; one with a single item needs a comma."""
    return "(" + "".join(f"{item}, " for item in items) + ")"


def _text(words: str) -> str:
    """A typst string."""
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


_LOOK = """\
#let felt = rgb("#0d4a45")
#let soft = rgb("#56605c")
#let hair = 0.4pt + rgb("#d9d2c2")

#let sheet(title, book, digest, body) = {
  set document(title: title, author: (), date: none)
  set page(
    paper: "a4",
    margin: (x: 19mm, top: 18mm, bottom: 22mm),
    footer: context {
      set text(size: 7pt, fill: soft)
      line(length: 100%, stroke: 0.4pt + soft)
      v(-4pt)
      grid(
        columns: (1fr, auto),
        [#book, digest #digest],
        [page #counter(page).display() of #counter(page).final().first()],
      )
    },
  )
  set text(
    font: "Libertinus Serif", size: 9.5pt, lang: "en", fill: rgb("#1d2624"),
    number-type: "lining", number-width: "tabular",
  )
  set par(leading: 0.58em, spacing: 0.9em)
  show heading: it => block(
    above: 20pt, below: 9pt, width: 100%, stroke: (bottom: 0.8pt + felt), inset: (bottom: 4pt), sticky: true,
    text(size: 12.5pt, weight: "semibold", fill: felt, it.body),
  )
  body
}

#let sheet-head(kind, game) = {
  text(fill: felt, size: 10pt, tracking: 0.3pt, kind)
  v(-6pt)
  text(size: 20pt, weight: "semibold", game)
  v(-4pt)
}

#let facts(rows) = grid(
  columns: (38mm, 1fr), row-gutter: 5pt, column-gutter: 8pt,
  ..rows.map(row => (text(fill: soft, row.at(0)), row.at(1))).flatten(),
)

#let ruled(caption, widths, aligned, heads, rows, totals) = {
  let words = widths.filter(width => width != auto).len() > 1 and auto in widths
  set text(size: 8.8pt) if words
  let bold(row) = row.map(cell => strong(cell))
  let first = rows.len() - totals
  let body = rows.enumerate().map(((n, row)) => if n >= first { bold(row) } else { row })
  block(above: 14pt, below: 5pt, sticky: true, strong(caption))
  block(width: 100%, breakable: words, table(
    columns: widths,
    align: (x, y) => aligned.at(x) + if y == 0 { bottom } else { top },
    inset: (x, y) => (
      left: if x == 0 { 0pt } else { 6pt }, right: if x == widths.len() - 1 { 0pt } else { 6pt }, y: 3pt,
    ),
    stroke: none,
    table.hline(stroke: 0.9pt),
    table.header(..heads.map(head => text(size: 8.5pt, fill: soft, head))),
    table.hline(stroke: 0.5pt),
    ..body.enumerate().map(((n, row)) => (
      ..row.map(cell => table.cell(breakable: false, cell)),
      if n == body.len() - 1 { table.hline(stroke: 0.9pt) }
      else if n == first - 1 { table.hline(stroke: 0.5pt) }
      else { table.hline(stroke: hair) },
    )).flatten(),
  ))
}

#let charts(given) = block(above: 14pt, breakable: false, grid(
  columns: given.map(_ => auto), column-gutter: 6mm,
  ..given.map(((name, caption, alt)) => {
    strong(caption)
    v(-4pt)
    image(bytes(sys.inputs.at(name)), format: "svg", alt: alt)
  }),
))
"""
