"""A book as a page for the pit, to be laid beside the printed binder.

Here: the page as text and as HTML: clause, our reading, hands, an example, side by side; then rulings and pay tables.
Not here: any counting (`check`).
"""

from __future__ import annotations

import html
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from houseway.cards.card import Card, draw_cards
from houseway.rulebook.check import LineCount, Moved, Report
from houseway.rulebook.evidence import Example
from houseway.rulebook.houseway import Clause
from houseway.rulebook.rulebook import Rulebook, Setting

HOW_A_LOW_HAND_IS_CHOSEN = (
    "A clause says for which hands it speaks and which low hands it permits. Of those permitted the highest low hand "
    "is played, then the highest high hand. An exception speaks in place of the clause it names."
)


@dataclass(frozen=True)
class Row:
    """One clause as the page shows it."""

    clause: Clause
    hands: int
    example: Setting


def rows(book: Rulebook, report: Report, examples: Sequence[Example]) -> tuple[Row, ...]:
    """The clauses with their counts, and for each a worked example of the document or else its lowest hand."""
    worked = {example.clause: example.hand for example in reversed(examples)}
    return tuple(
        Row(book.clause(count.cite), count.hands, book.set(worked.get(count.cite, count.example)))
        for count in report.clauses
    )


def as_text(book: Rulebook, report: Report, examples: Sequence[Example], *, width: int = 120) -> str:
    """The page for a terminal or a printer of fixed width."""
    columns = _widths(width)
    out = [str(book.source), f"{book.id}: {book.deck}, {report.hands:,} hands", ""]
    out += textwrap.wrap(HOW_A_LOW_HAND_IS_CHOSEN, width)
    out += ["", "HOUSE WAY", _ruled(columns)]
    out += _side_by_side(("Clause", "Hands meant", "Low hand permitted", "Hands", "Example"), columns)
    out.append(_ruled(columns))
    for row in rows(book, report, examples):
        example = f"{draw_cards(row.example.low)} under {draw_cards(row.example.high)}"
        out += _side_by_side(
            (_cited(row.clause), str(row.clause.when), str(row.clause.low), f"{row.hands:,}", example), columns
        )
    out.append(_ruled(columns))
    out += ["", "RULINGS"]
    for ruling in book.rulings:
        out += textwrap.wrap(f"{ruling.id:>4}  {ruling.point}: {ruling.decision}.", width, subsequent_indent=" " * 6)
        for moved in report.moved:
            if moved.ruling == ruling.id:
                out += textwrap.wrap(_moved_words(moved), width, initial_indent=" " * 6, subsequent_indent=" " * 8)
    for wager, lines in _by_wager(book, report.lines):
        out += ["", wager.upper()]
        out += [f"  {line.line:<44}{line.pays:>6,} to 1{line.hands:>14,} hands" for line in lines]
    return "\n".join(out) + "\n"


def _widths(width: int) -> tuple[int, ...]:
    hands = 11
    rest = max(width - hands - 8, 60)
    return rest * 26 // 100, rest * 27 // 100, rest * 25 // 100, hands, rest * 22 // 100


def _ruled(columns: tuple[int, ...]) -> str:
    return "-" * (sum(columns) + 2 * (len(columns) - 1))


def _side_by_side(cells: Iterable[str], columns: tuple[int, ...]) -> list[str]:
    wrapped = [textwrap.wrap(cell, width) or [""] for cell, width in zip(cells, columns, strict=True)]
    depth = max(len(lines) for lines in wrapped)
    return [
        "  ".join(
            (lines[line] if line < len(lines) else "").ljust(width)
            for lines, width in zip(wrapped, columns, strict=True)
        ).rstrip()
        for line in range(depth)
    ]


def _cited(clause: Clause) -> str:
    rulings = f" ({', '.join(clause.rulings)})" if clause.rulings else ""
    exception = f"; exception to {', '.join(clause.exception_to)}" if clause.exception_to else ""
    return f"{clause.cite}{rulings}{exception}"


def _moved_words(moved: Moved) -> str:
    return f"otherwise ({moved.says}) {moved.hands:,} hands would be set with another low hand"


def _by_wager(book: Rulebook, lines: Sequence[LineCount]) -> list[tuple[str, list[LineCount]]]:
    main = book.main
    commission = f", less {float(main.commission):.0%} commission" if main.commission else ""
    found: dict[str, list[LineCount]] = {f"{main.name} ({main.cite}): {main.pays} to 1{commission}": []}
    cites = {wager.name: wager.cite for wager in book.side_wagers}
    for line in lines:
        table = f", pay table {line.table}" if line.table else ""
        found.setdefault(f"{line.wager} ({cites[line.wager]}){table}", []).append(line)
    return list(found.items())


def as_html(book: Rulebook, report: Report, examples: Sequence[Example]) -> str:
    """The page as one HTML file that loads nothing from elsewhere."""
    clauses = "\n".join(
        f"<tr><td><b>{_text(row.clause.cite)}</b>{_exceptions(row.clause)}{_ruling_links(row.clause)}</td>"
        f"<td>{_text(str(row.clause.when))}</td><td>{_text(str(row.clause.low))}</td>"
        f"<td class='n'>{row.hands:,}</td>"
        f"<td class='cards'>{_cards(row.example.low)}<span class='over'>{_cards(row.example.high)}</span></td></tr>"
        for row in rows(book, report, examples)
    )
    rulings = "\n".join(
        f"<tr id='{ruling.id}'><td><b>{ruling.id}</b></td><td>{_text(ruling.point)}</td>"
        f"<td>{_text(ruling.decision)}</td><td>{_alternatives(ruling.id, report.moved)}</td></tr>"
        for ruling in book.rulings
    )
    wagers = "\n".join(_wager_table(name, lines) for name, lines in _by_wager(book, report.lines))
    return _PAGE.format(
        title=_text(f"{book.source.title} {book.source.version}".strip()),
        source=_text(str(book.source)),
        id=_text(book.id),
        deck=_text(str(book.deck)),
        hands=f"{report.hands:,}",
        digest=book.digest[:16],
        how=_text(HOW_A_LOW_HAND_IS_CHOSEN),
        clauses=clauses,
        rulings=rulings,
        wagers=wagers,
    )


def _text(words: str) -> str:
    return html.escape(words)


def _cards(cards: Sequence[Card]) -> str:
    return "".join(
        f"<span class='card s{card.suit if card.suit is not None else 'j'}' title='{card.name}'>{card.symbol}</span>"
        for card in cards
    )


def _exceptions(clause: Clause) -> str:
    return "".join(f"<div class='exc'>exception to {_text(cite)}</div>" for cite in clause.exception_to)


def _ruling_links(clause: Clause) -> str:
    links = " ".join(f"<a href='#{ruling}'>{ruling}</a>" for ruling in clause.rulings)
    return f"<div class='rul'>{links}</div>" if links else ""


def _alternatives(ruling: str, moved: Sequence[Moved]) -> str:
    mine = [found for found in moved if found.ruling == ruling]
    return "<br>".join(f"{_text(found.says)}: <b>{found.hands:,}</b> hands" for found in mine)


def _wager_table(name: str, lines: Sequence[LineCount]) -> str:
    body = "".join(
        f"<tr><td>{_text(line.line)}</td><td class='n'>{line.pays:,} to 1</td><td class='n'>{line.hands:,}</td></tr>"
        for line in lines
    )
    table = f"<table class='pay'><tr><th>Line</th><th>Pays</th><th>Hands</th></tr>{body}</table>" if body else ""
    return f"<section class='wager'><h3>{_text(name)}</h3>{table}</section>"


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: {id}</title>
<style>
:root {{ --ink:#1d2624; --felt:#0d4a45; --paper:#fbf8f1; --line:#d9d2c2; --red:#b3202a; --gold:#8a6a12; }}
* {{ box-sizing:border-box }}
body {{ margin:0; background:var(--paper); color:var(--ink); font:15px/1.45 system-ui,"Segoe UI",Roboto,sans-serif }}
header {{ background:var(--felt); color:#f4efe2; padding:1.6rem 2rem }}
header h1 {{ margin:0 0 .3rem; font-size:1.6rem; font-weight:650 }}
header p {{ margin:.15rem 0; opacity:.88 }}
main {{ max-width:1180px; margin:0 auto; padding:1.2rem 2rem 3rem }}
h2 {{ margin:2rem 0 .6rem; font-size:1.15rem; color:var(--felt) }}
h3 {{ margin:0 0 .5rem; font-size:1rem }}
.wide {{ overflow-x:auto }}
table {{ border-collapse:collapse; width:100% }}
th,td {{ text-align:left; vertical-align:top; padding:.5rem .7rem; border-bottom:1px solid var(--line) }}
th {{ font-size:.82rem; color:#5b615d; font-weight:600; border-bottom:2px solid var(--felt) }}
.n {{ text-align:right; font-variant-numeric:tabular-nums; white-space:nowrap }}
.exc {{ font-size:.85rem; color:#5b615d }}
.rul a {{ font-size:.8rem; color:var(--gold); text-decoration:none; margin-right:.3rem }}
.rul a:hover,.rul a:focus {{ text-decoration:underline }}
.cards {{ min-width:16rem }}
.card {{ display:inline-block; min-width:2.1rem; padding:.05rem .28rem; margin:0 .14rem .14rem 0; background:#fff;
  border:1px solid #cfc7b4; border-radius:4px; text-align:center; font-weight:600; font-size:.86rem }}
.s1,.s2 {{ color:var(--red) }} .sj {{ color:var(--gold) }}
.over {{ display:block; margin-top:.2rem }}
.wagers {{ display:flex; flex-wrap:wrap; gap:1.5rem 2.5rem }}
.wager {{ flex:1 1 330px }}
@media print {{ header {{ background:none; color:var(--ink) }} tr {{ break-inside:avoid }} main {{ max-width:none }} }}
@media (max-width:700px) {{ main,header {{ padding-left:1rem; padding-right:1rem }} }}
</style>
</head>
<body>
<header><h1>{title}</h1><p>{source}</p>
<p>{id} &middot; {deck} &middot; {hands} hands &middot; digest {digest}</p></header>
<main>
<h2>House way</h2>
<p>{how}</p>
<div class="wide"><table>
<tr><th>Clause</th><th>Hands meant</th><th>Low hand permitted</th><th class="n">Hands</th>
<th>Example: low, then high</th></tr>
{clauses}
</table></div>
<h2>Rulings</h2>
<div class="wide"><table>
<tr><th></th><th>Left open</th><th>Decided</th>
<th>Decided against, and the hands it would set with another low hand</th></tr>
{rulings}
</table></div>
<h2>Wagers</h2>
<div class="wagers">
{wagers}
</div>
</main>
</body>
</html>
"""
