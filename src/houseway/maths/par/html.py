"""A PAR sheet as HTML: one file that loads nothing from elsewhere.

Here: how the page looks, on a desktop, on a phone and in print. Not here: what is on it (`text`).
"""

from __future__ import annotations

import base64
import html

from houseway.maths.par.charts import charts
from houseway.maths.par.document import Block, Chart, Facts, Figures, Paragraph, Section, Table
from houseway.maths.par.sheet import ParSheet
from houseway.maths.par.text import document

_PHONE = 50
"""Tables wider than this many characters are shown row by row on a phone."""


def as_html(sheet: ParSheet) -> str:
    """The sheet as one HTML file."""
    shown, drawn = document(sheet), charts(sheet)
    footer = f"{shown.book}, digest {shown.digest}"
    return _PAGE.format(
        title=_text(f"{shown.title}: {shown.game}"),
        kind=_text(shown.title),
        game=_text(shown.game),
        footer=_text(footer),
        quoted=_quoted(footer),
        sections="\n".join(_section(section, drawn) for section in shown.sections),
    )


def _section(section: Section, drawn: dict[str, str]) -> str:
    blocks = "\n".join(_block(block, drawn) for block in section.blocks)
    page = " class='page'" if section.new_page else ""
    return f"<section{page}>\n<h2>{_text(section.heading)}</h2>\n{blocks}\n</section>"


def _block(block: Block, drawn: dict[str, str]) -> str:
    if isinstance(block, Paragraph):
        return f"<p>{_text(block.text)}</p>"
    if isinstance(block, Facts):
        rows = "\n".join(f"<dt>{_text(name)}</dt><dd>{_text(value)}</dd>" for name, value in block.rows)
        return f"<dl>\n{rows}\n</dl>"
    if isinstance(block, Figures):
        return f"<div class='charts'>\n{''.join(_chart(chart, drawn) for chart in block.charts)}</div>"
    return _table(block)


def _chart(chart: Chart, drawn: dict[str, str]) -> str:
    source = base64.b64encode(drawn[chart.name].encode()).decode()
    return (
        f"<figure><figcaption>{_text(chart.caption)}</figcaption>"
        f"<img alt='{_text(chart.alt)}' src='data:image/svg+xml;base64,{source}'></figure>\n"
    )


def _table(table: Table) -> str:
    heads = "".join(
        f"<th scope='col'{_number(table, place)}>{_text(head)}</th>" for place, head in enumerate(table.heads)
    )
    first = len(table.rows) - table.totals
    rows = "\n".join(_row(table, row, total=place >= first) for place, row in enumerate(table.rows))
    across = sum(max(len(cell) for cell in column) for column in zip(*table.rows, strict=True))
    kind = " class='stacked'" if across > _PHONE else ""
    return (
        f"<div class='wide' role='region' tabindex='0' aria-label='{_text(table.caption)}'>\n<table{kind}>\n"
        f"<caption>{_text(table.caption)}</caption>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n"
        "</table></div>"
    )


def _row(table: Table, row: tuple[str, ...], *, total: bool) -> str:
    head = f"<th scope='row'{_number(table, 0)}>{_text(row[0])}</th>"
    cells = "".join(
        f"<td{_number(table, place)} data-is='{_text(table.heads[place])}'>{_text(cell)}</td>"
        for place, cell in enumerate(row[1:], start=1)
    )
    return f"<tr{' class=total' if total else ''}>{head}{cells}</tr>"


def _number(table: Table, place: int) -> str:
    return " class='n'" if place in table.numbers else ""


def _text(words: str) -> str:
    return html.escape(words)


def _quoted(words: str) -> str:
    """Text for a CSS string; letters that could end it, or the style sheet, are escaped."""
    return "".join(letter if letter.isalnum() or letter in " .,:-" else f"\\{ord(letter):x} " for letter in words)


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ --ink:#1d2624; --felt:#0d4a45; --soft:#56605c; --line:#d9d2c2 }}
* {{ box-sizing:border-box }}
body {{ margin:0; background:#fff; color:var(--ink);
  font:16px/1.45 "Libertinus Serif",Charter,"Bitstream Charter",Georgia,"Times New Roman",serif;
  font-variant-numeric:lining-nums tabular-nums }}
header,main,footer {{ max-width:60rem; margin:0 auto; padding:0 2rem }}
header {{ padding-top:2.2rem }}
h1 {{ margin:0; font-size:2rem; font-weight:600; line-height:1.15 }}
header p {{ margin:0 0 .3rem; color:var(--felt); letter-spacing:.02em }}
h2 {{ margin:2.6rem 0 .8rem; padding-bottom:.3rem; border-bottom:1.5px solid var(--felt); font-size:1.25rem;
  font-weight:600; color:var(--felt) }}
dl {{ display:grid; grid-template-columns:12rem 1fr; gap:.2rem 1.2rem; margin:0 0 1rem }}
dt {{ color:var(--soft) }}
dd {{ margin:0; overflow-wrap:anywhere }}
.wide {{ overflow-x:auto; margin:1.4rem 0 }}
table {{ border-collapse:collapse; width:100% }}
caption {{ text-align:left; font-weight:600; padding:0 0 .35rem }}
th,td {{ text-align:left; vertical-align:top; padding:.28rem .6rem .28rem 0; font-weight:400 }}
th:last-child,td:last-child {{ padding-right:0 }}
thead th {{ color:var(--soft); font-size:.9rem; vertical-align:bottom; border-top:1.5px solid var(--ink);
  border-bottom:.75px solid var(--ink) }}
tbody tr + tr > * {{ border-top:.75px solid var(--line) }}
tbody tr:last-child > * {{ border-bottom:1.5px solid var(--ink) }}
tbody tr.total > * {{ border-top:.75px solid var(--ink); font-weight:600 }}
.n {{ text-align:right; white-space:nowrap; padding-left:.6rem }}
thead .n {{ white-space:normal }}
.charts {{ display:flex; flex-wrap:wrap; gap:1rem 2rem; margin:1.4rem 0 }}
figure {{ margin:0; flex:37 1 0; min-width:0 }}
figure + figure {{ flex-grow:28.5 }}
figcaption {{ font-weight:600; margin-bottom:.2rem }}
img {{ width:100%; height:auto; display:block }}
footer {{ margin-top:3rem; padding-top:.6rem; padding-bottom:2rem; color:var(--soft); font-size:.8rem;
  overflow-wrap:anywhere }}
@media (min-width:46.01rem) {{ td:last-child {{ white-space:nowrap }} }}
@media (max-width:46rem) {{
  header,main,footer {{ padding-left:1rem; padding-right:1rem }}
  h1 {{ font-size:1.6rem }}
  dl {{ display:block }} dd {{ margin-bottom:.5rem }}
  th,td {{ padding-right:.3rem }}
  .n {{ padding-left:.2rem }}
  table:not(.stacked) {{ font-size:.9rem }}
  .charts {{ display:block }} figure {{ margin-bottom:1.2rem }}
  .stacked, .stacked tbody, .stacked tr, .stacked caption {{ display:block }}
  .stacked thead {{ position:absolute; width:1px; height:1px; overflow:hidden; clip-path:inset(50%) }}
  .stacked tr {{ padding:.5rem 0; border-top:.75px solid var(--line) }}
  .stacked tbody tr > th, .stacked tbody tr > td {{ display:flex; justify-content:space-between; gap:1rem;
    border:0; padding:.05rem 0; white-space:normal; text-align:left }}
  .stacked tbody tr > th {{ font-weight:600 }}
  .stacked tbody tr > td.n {{ text-align:right }}
  .stacked tbody tr > td:not(.n) {{ display:block }}
  .stacked td:not(.n)::before {{ content:attr(data-is) ": "; color:var(--soft) }}
  .stacked td:empty {{ display:none }}
  .stacked td.n::before {{ content:attr(data-is); color:var(--soft); text-align:left }}
}}
@page {{ size:A4; margin:18mm 18mm 20mm;
  @bottom-left {{ content:"{quoted}"; font-size:6.5pt; color:#56605c; white-space:nowrap }}
  @bottom-right {{ content:"page " counter(page) " of " counter(pages); font-size:8pt; color:#56605c }} }}
@media print {{
  html {{ font-size:9.5pt }}
  body {{ font-size:1rem; line-height:1.32 }}
  header,main {{ max-width:none; padding:0 }}
  footer {{ display:none }}
  h2 {{ break-after:avoid; margin-top:1.8rem }}
  .page {{ break-before:page }}
  .page h2 {{ margin-top:0 }}
  tr,figure,dt,dd {{ break-inside:avoid }}
  caption {{ break-after:avoid }}
  .wide,.charts {{ overflow:visible; margin:.9rem 0 }}
  th,td {{ padding-top:.08rem; padding-bottom:.08rem }}
  .charts {{ flex-wrap:nowrap; max-width:82% }}
  td:last-child {{ white-space:nowrap }}
}}
</style>
</head>
<body>
<header><p>{kind}</p><h1>{game}</h1></header>
<main>
{sections}
</main>
<footer>{footer}</footer>
</body>
</html>
"""
