"""The page of a book as HTML: one file that loads nothing, except fonts where it is given some.

Here: how the page looks. Not here: what is on it (`page`).
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence

from houseway.cards.card import Card
from houseway.money import dollars
from houseway.rulebook.check import Moved, Report
from houseway.rulebook.evidence import Example
from houseway.rulebook.page import HOW_A_LOW_HAND_IS_CHOSEN, Row, Wager, acts, faults, rows, straights, wagers
from houseway.rulebook.rulebook import Rulebook


def as_html(
    book: Rulebook,
    report: Report,
    examples: Sequence[Example],
    *,
    fonts: str = "",
    links: Mapping[str, str] | None = None,
) -> str:
    """The page as one HTML file; `fonts` is CSS that sets `--sans` and `--serif`, `links` are words and addresses."""
    clauses = "\n".join(_row(row) for row in rows(book, report, examples))
    rulings = [
        [
            f"<b id='{_text(ruling.id)}'>{_text(ruling.id)}</b>",
            _text(ruling.point),
            _text(ruling.decision),
            _alternatives(ruling.id, report.moved),
        ]
        for ruling in sorted(book.rulings, key=lambda ruling: ruling.order)
    ]
    return _PAGE.format(
        fonts=fonts,
        style=STYLE,
        title=_text(f"{book.source.title} {book.source.version}".strip()),
        source=_text(str(book.source)),
        id=_text(book.id),
        links="".join(f"<p><a href='{_text(to)}'>{_text(words)}</a></p>" for words, to in (links or {}).items()),
        deck=_text(str(book.deck)),
        hands=f"{report.hands:,}",
        straights=_text(straights(book)),
        digest=book.digest[:16],
        how=_text(HOW_A_LOW_HAND_IS_CHOSEN),
        clauses=clauses,
        rulings=stacked_table("Rulings", _RULING_HEADS, rulings),
        acts=stacked_table("Procedure", ("Act", "By, or anyone above", "When", "Clause"), _plain_rows(acts(book))),
        faults=_irregularities(book),
        wagers="\n".join(_wager_table(wager) for wager in wagers(book, report.lines)),
    )


def stacked_table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of cells that are already HTML; on a phone its cells are stacked."""
    head = "".join(f"<th>{_text(each)}</th>" for each in heads)
    body = "\n".join(
        "<tr>"
        + "".join(f"<td data-is='{_text(head)}'>{cell}</td>" for head, cell in zip(heads, row, strict=True))
        + "</tr>"
        for row in rows
    )
    return (
        f"<div class='wide' role='region' tabindex='0' aria-label='{_text(caption)}'><table class='stacked'>\n"
        f"<tr>{head}</tr>\n{body}\n</table></div>"
    )


def _plain_rows(rows: Sequence[tuple[str, ...]]) -> list[list[str]]:
    return [[_text(cell) for cell in row] for row in rows]


def _irregularities(book: Rulebook) -> str:
    if not book.procedure.irregularities:
        return ""
    table = stacked_table("Irregularities", ("Fault", "Clause", "Reported when", "Remedies"), _plain_rows(faults(book)))
    return f"<h2>Irregularities</h2>\n{table}"


def _row(row: Row) -> str:
    note = f"<div class='exc'>{_text(row.note)}</div>" if row.note else ""
    links = " ".join(f"<a href='#{_text(ruling)}'>{_text(ruling)}</a>" for ruling in row.rulings)
    examples = "".join(f"<div>{_cards(e.low)}<span class='over'>{_cards(e.high)}</span></div>" for e in row.examples)
    lowest = "" if row.printed else "<div class='exc'>the lowest such hand</div>"
    hands = "" if row.hands is None else f"{row.hands:,}"
    return (
        f"<tr><td><b>{_text(row.cite)}</b>{note}<div class='rul'>{links}</div></td>"
        f"<td data-is='Applies to'>{_text(row.when)}</td><td data-is='Low hand'>{_text(row.low)}</td>"
        f"<td class='n' data-is='Hands'>{hands}</td><td class='cards'>{examples}{lowest}</td></tr>"
    )


def _text(words: str) -> str:
    return html.escape(words)


def _cards(cards: Sequence[Card]) -> str:
    return "".join(
        f"<span class='card s{card.suit if card.suit is not None else 'j'}' title='{card.name}'>{card.symbol}</span>"
        for card in cards
    )


def _alternatives(ruling: str, moved: Sequence[Moved]) -> str:
    mine = [found for found in moved if found.ruling == ruling]
    return "<br>".join(f"{_text(found.says)}: <b>{found.hands:,}</b> hands" for found in mine)


def _wager_table(wager: Wager) -> str:
    envious = any(line.envy for line in wager.lines)
    body = "".join(
        f"<tr><td>{_text(line.line)}</td><td class='n'>{line.pays:,} to 1</td>"
        + (f"<td class='n'>{dollars(line.envy) if line.envy else '-'}</td>" if envious else "")
        + f"<td class='n'>{line.counted}</td></tr>"
        for line in wager.lines
    )
    envy = "<th class='n'>Envy Bonus</th>" if envious else ""
    head = f"<tr><th>Line</th><th class='n'>Pays</th>{envy}<th class='n'>Hands</th></tr>"
    table = f"<table class='pay'>{head}{body}</table>" if body else ""
    notes = "".join(f"<p class='exc'>{_text(note)}</p>" for note in wager.notes)
    return f"<section class='wager'><h3>{_text(wager.name)}</h3>{notes}{table}</section>"


_RULING_HEADS = (
    "Ruling",
    "Left open",
    "Decided",
    "Rejected reading, and the hands it would set with a different low hand",
)
STYLE = """:root { --ink:#1d2624; --felt:#0d4a45; --paper:#fbf8f1; --line:#d9d2c2; --red:#b3202a; --gold:#8a6a12; }
* { box-sizing:border-box }
body { margin:0; background:var(--paper); color:var(--ink); font:15px/1.5 var(--sans,system-ui,sans-serif) }
header { background:var(--felt); color:#f4efe2; padding:1.6rem 2rem }
header h1 { margin:0 0 .3rem; font:600 1.7rem/1.2 var(--serif,Georgia,serif) }
header a { color:inherit }
header p { margin:.15rem 0; opacity:.88 }
main { max-width:1180px; margin:0 auto; padding:1.2rem 2rem 3rem }
h2 { margin:2rem 0 .6rem; font:600 1.3rem/1.25 var(--serif,Georgia,serif); color:var(--felt) }
h3 { margin:0 0 .5rem; font-size:1rem }
.wide { overflow-x:auto }
table { border-collapse:collapse; width:100% }
th,td { text-align:left; vertical-align:top; padding:.5rem .7rem; border-bottom:1px solid var(--line) }
th { font-size:.82rem; color:#5b615d; font-weight:600; border-bottom:2px solid var(--felt) }
.n { text-align:right; font-variant-numeric:tabular-nums; white-space:nowrap }
p.exc { margin:.1rem 0 }
.cards > div + div { margin-top:.5rem }
.exc { font-size:.85rem; color:#5b615d }
.rul a { font-size:.8rem; color:var(--gold); text-decoration:none; margin-right:.3rem }
.rul a:hover,.rul a:focus { text-decoration:underline }
.cards { min-width:16rem }
.card { display:inline-block; min-width:2.1rem; padding:.05rem .28rem; margin:0 .14rem .14rem 0; background:#fff;
  border:1px solid #cfc7b4; border-radius:4px; text-align:center; font-weight:600; font-size:.86rem }
.s1,.s2 { color:var(--red) } .sj { color:var(--gold) }
.over { display:block; margin-top:.2rem }
.wagers { display:flex; flex-wrap:wrap; gap:1.5rem 2.5rem }
.wager { flex:1 1 400px; min-width:0 }
@media print { header { background:none; color:var(--ink) } tr { break-inside:avoid } main { max-width:none } }
@media (max-width:760px) {
  main,header { padding-left:1rem; padding-right:1rem }
  .stacked, .stacked tbody, .stacked tr, .stacked td { display:block; width:100% }
  .stacked tr:first-child { display:none }
  .stacked tr { border-bottom:1px solid var(--line); padding:.7rem 0 }
  .stacked td { border:0; padding:.15rem 0; text-align:left; min-width:0; overflow-wrap:anywhere }
  .stacked td:empty { display:none }
  .stacked td[data-is]:not(:first-child)::before { content:attr(data-is) ": "; color:#5b615d; font-size:.85rem }
  .wager { flex-basis:100% }
  .pay { font-size:.88rem }
  .pay th,.pay td { padding:.4rem .3rem }
  .pay th:first-child,.pay td:first-child { padding-left:0; overflow-wrap:anywhere }
}
"""
"""The style of a page that is one file."""

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: {id}</title>
<style>
{fonts}
{style}</style>
</head>
<body>
<header><h1>{title}</h1><p>{source}</p>
<p>{id} &middot; {deck} &middot; {hands} hands &middot; {straights} &middot; digest {digest}</p>{links}</header>
<main>
<h2>House way</h2>
<p>{how}</p>
<div class="wide" role="region" tabindex="0" aria-label="House way"><table class="stacked">
<tr><th>Clause</th><th>Applies to</th><th>Low hand permitted</th><th class="n">Hands</th>
<th>Example: low, then high</th></tr>
{clauses}
</table></div>
<h2>Rulings</h2>
{rulings}
<h2>Procedure</h2>
{acts}
{faults}
<h2>Wagers</h2>
<div class="wagers">
{wagers}
</div>
</main>
</body>
</html>
"""
