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
from houseway.rulebook.rulebook import Rulebook, Setting

HOW_A_LOW_HAND_IS_CHOSEN = (
    "A clause says for which hands it speaks and which low hands it permits. Of those permitted the highest low hand "
    "is played, then the highest high hand. An exception speaks in place of the clause it names."
)


@dataclass(frozen=True)
class Row:
    """One printed row as the page shows it: a clause, or a reference to other clauses."""

    cite: str
    note: str
    rulings: tuple[str, ...]
    when: str
    low: str
    hands: int | None
    examples: tuple[Setting, ...]
    printed: bool
    """Whether the examples are the document's own; otherwise the lowest hand is shown."""


def rows(book: Rulebook, report: Report, examples: Sequence[Example]) -> tuple[Row, ...]:
    """The clauses in the order of the book, then its references, each with the examples printed there."""
    elsewhere = tuple(row.cite for row in book.references)
    shown = []
    for count in report.clauses:
        clause = book.clause(count.cite)
        worked = [e.hand for e in examples if e.clause == count.cite and not e.printed.startswith(elsewhere or "\0")]
        worked = worked or [e.hand for e in examples if e.clause == count.cite]
        note = f"exception to {'; '.join(clause.exception_to)}" if clause.exception_to else ""
        settings = tuple(book.set(hand) for hand in (worked or [count.example]))
        row = Row(
            count.cite, note, clause.rulings, str(clause.when), str(clause.low), count.hands, settings, bool(worked)
        )
        shown.append(row)
    for reference in book.references:
        worked = [e.hand for e in examples if e.printed.startswith(reference.cite)]
        settings = tuple(book.set(hand) for hand in worked)
        to = f"as {', '.join(reference.to)} says"
        shown.append(Row(reference.cite, "", reference.rulings, to, "", None, settings, True))
    return tuple(shown)


def as_text(book: Rulebook, report: Report, examples: Sequence[Example], *, width: int = 120) -> str:
    """The page for a terminal or a printer of fixed width."""
    columns = _widths(width)
    out = [str(book.source), f"{book.id}: {book.deck}, {report.hands:,} hands", ""]
    out += textwrap.wrap(HOW_A_LOW_HAND_IS_CHOSEN, width)
    out += ["", "HOUSE WAY", _ruled(columns)]
    out += _side_by_side(("Clause", "Hands meant", "Low hand permitted", "Hands", "Example"), columns)
    out.append(_ruled(columns))
    for row in rows(book, report, examples):
        rulings = f" ({', '.join(row.rulings)})" if row.rulings else ""
        cited = f"{row.cite}{rulings}{'; ' if row.note else ''}{row.note}"
        drawn = "; ".join(f"{draw_cards(shown.low)} under {draw_cards(shown.high)}" for shown in row.examples)
        example = drawn if row.printed else f"lowest: {drawn}"
        hands = "" if row.hands is None else f"{row.hands:,}"
        out += _side_by_side((cited, row.when, row.low, hands, example), columns)
    out.append(_ruled(columns))
    out += ["", "RULINGS"]
    for ruling in sorted(book.rulings, key=lambda ruling: ruling.order):
        out += textwrap.wrap(f"{ruling.id:>4}  {ruling.point}: {ruling.decision}.", width, subsequent_indent=" " * 6)
        for moved in report.moved:
            if moved.ruling == ruling.id:
                out += textwrap.wrap(_moved_words(moved), width, initial_indent=" " * 6, subsequent_indent=" " * 8)
    for wager in _wagers(book, report.lines):
        out += ["", *textwrap.wrap(wager.name.upper(), width)]
        for note in wager.notes:
            out += textwrap.wrap(note, width, initial_indent="  ", subsequent_indent="    ")
        for line in wager.lines:
            envy = f" {_dollars(line.envy)}" if line.envy else ""
            out.append(f"  {line.line:<42}{line.pays:>6,} to 1{line.hands:>12,} hands{envy}")
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


def _moved_words(moved: Moved) -> str:
    return f"otherwise ({moved.says}) {moved.hands:,} hands would be set with another low hand"


@dataclass(frozen=True)
class _Wager:
    name: str
    notes: tuple[str, ...]
    lines: tuple[LineCount, ...]


def _wagers(book: Rulebook, lines: Sequence[LineCount]) -> list[_Wager]:
    """Each wager with what it is judged on, its clauses, and the lines of each pay table."""
    main = book.main
    commission = f", less {float(main.commission):.0%} commission" if main.commission else ""
    notes = [f"wins by {main.wins}, {main.standoff_word} by {main.standoff}, loses by {main.loses}"]
    if main.dealer_fails is not None:
        notes.append(
            f"the dealer does not qualify, and it is a {main.standoff_word}, with low hand: {main.dealer_fails}"
        )
    found = [_Wager(f"{main.name} ({main.cite}): {main.pays} to 1{commission}", tuple(notes), ())]
    for side in book.side_wagers:
        for table in side.pay_tables:
            named = f", pay table {table.name}" if table.name else ""
            notes = [f"judged on {side.judged.value}"]
            if any(line.envy for line in table.lines):
                notes.append(f"Envy Bonus by {book.procedure.envy_cite}, in dollars at the end of its lines")
            mine = tuple(line for line in lines if (line.wager, line.table) == (side.name, table.name))
            found.append(_Wager(f"{side.name} ({side.cite}){named}", tuple(notes), mine))
    return found


def _dollars(cents: int) -> str:
    return f"${cents // 100:,}" if cents % 100 == 0 else f"${cents / 100:,.2f}"


def as_html(book: Rulebook, report: Report, examples: Sequence[Example]) -> str:
    """The page as one HTML file that loads nothing from elsewhere."""
    clauses = "\n".join(_row(row) for row in rows(book, report, examples))
    rulings = "\n".join(
        f"<tr id='{_text(ruling.id)}'><td><b>{_text(ruling.id)}</b></td><td>{_text(ruling.point)}</td>"
        f"<td>{_text(ruling.decision)}</td><td>{_alternatives(ruling.id, report.moved)}</td></tr>"
        for ruling in sorted(book.rulings, key=lambda ruling: ruling.order)
    )
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
        wagers="\n".join(_wager_table(wager) for wager in _wagers(book, report.lines)),
    )


def _row(row: Row) -> str:
    note = f"<div class='exc'>{_text(row.note)}</div>" if row.note else ""
    links = " ".join(f"<a href='#{_text(ruling)}'>{_text(ruling)}</a>" for ruling in row.rulings)
    examples = "".join(f"<div>{_cards(e.low)}<span class='over'>{_cards(e.high)}</span></div>" for e in row.examples)
    lowest = "" if row.printed else "<div class='exc'>the lowest such hand</div>"
    hands = "" if row.hands is None else f"{row.hands:,}"
    return (
        f"<tr><td><b>{_text(row.cite)}</b>{note}<div class='rul'>{links}</div></td>"
        f"<td data-is='Hands meant'>{_text(row.when)}</td><td data-is='Low hand'>{_text(row.low)}</td>"
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


def _wager_table(wager: _Wager) -> str:
    envious = any(line.envy for line in wager.lines)
    body = "".join(
        f"<tr><td>{_text(line.line)}</td><td class='n'>{line.pays:,} to 1</td>"
        + (f"<td class='n'>{_dollars(line.envy) if line.envy else '-'}</td>" if envious else "")
        + f"<td class='n'>{line.hands:,}</td></tr>"
        for line in wager.lines
    )
    envy = "<th class='n'>Envy Bonus</th>" if envious else ""
    head = f"<tr><th>Line</th><th class='n'>Pays</th>{envy}<th class='n'>Hands</th></tr>"
    table = f"<table class='pay'>{head}{body}</table>" if body else ""
    notes = "".join(f"<p class='exc'>{_text(note)}</p>" for note in wager.notes)
    return f"<section class='wager'><h3>{_text(wager.name)}</h3>{notes}{table}</section>"


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
p.exc {{ margin:.1rem 0 }}
.cards > div + div {{ margin-top:.5rem }}
.exc {{ font-size:.85rem; color:#5b615d }}
.rul a {{ font-size:.8rem; color:var(--gold); text-decoration:none; margin-right:.3rem }}
.rul a:hover,.rul a:focus {{ text-decoration:underline }}
.cards {{ min-width:16rem }}
.card {{ display:inline-block; min-width:2.1rem; padding:.05rem .28rem; margin:0 .14rem .14rem 0; background:#fff;
  border:1px solid #cfc7b4; border-radius:4px; text-align:center; font-weight:600; font-size:.86rem }}
.s1,.s2 {{ color:var(--red) }} .sj {{ color:var(--gold) }}
.over {{ display:block; margin-top:.2rem }}
.wagers {{ display:flex; flex-wrap:wrap; gap:1.5rem 2.5rem }}
.wager {{ flex:1 1 330px; min-width:0; overflow-x:auto }}
@media print {{ header {{ background:none; color:var(--ink) }} tr {{ break-inside:avoid }} main {{ max-width:none }} }}
@media (max-width:760px) {{
  main,header {{ padding-left:1rem; padding-right:1rem }}
  .clauses, .clauses tbody, .clauses tr, .clauses td {{ display:block; width:100% }}
  .clauses tr:first-child {{ display:none }}
  .clauses tr {{ border-bottom:1px solid var(--line); padding:.7rem 0 }}
  .clauses td {{ border:0; padding:.15rem 0; text-align:left; min-width:0 }}
  .clauses td[data-is]:not(:empty)::before {{ content:attr(data-is) ": "; color:#5b615d; font-size:.85rem }}
  .wager {{ flex-basis:100% }}
}}
</style>
</head>
<body>
<header><h1>{title}</h1><p>{source}</p>
<p>{id} &middot; {deck} &middot; {hands} hands &middot; digest {digest}</p></header>
<main>
<h2>House way</h2>
<p>{how}</p>
<div class="wide"><table class="clauses">
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
