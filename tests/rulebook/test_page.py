"""The page of a book: every clause, ruling and pay line is on it, in text and in HTML."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from houseway import books
from houseway.rulebook.check import check
from houseway.rulebook.evidence import read_examples
from houseway.rulebook.page import as_text, rows
from houseway.rulebook.page_html import as_html
from support.shelf import most_different_books

VOID = {"meta", "br"}


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {"src", "href"} & {name for name, value in attrs if value and not value.startswith("#")}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("name", most_different_books())
def test_everything_is_on_the_page(name: str) -> None:
    book = books.get(name)
    report, examples = check(book), read_examples(books.evidence(name).examples)
    page = _Page()
    page.feed(as_html(book, report, examples))
    assert page.open == []
    text = as_text(book, report, examples)
    flat = "".join(text.split())
    for shown in [
        *(clause.cite for clause in book.clauses),
        *(f"{count.hands:,}" for count in report.clauses),
        *(ruling.decision for ruling in book.rulings),
        *(moved.says for moved in report.moved),
        *(line.name for wager in book.side_wagers for table in wager.pay_tables for line in table.lines),
    ]:
        assert shown in page.text
    for ruling in book.rulings:
        assert "".join(f"{ruling.id} {ruling.point}: {ruling.decision}.".split()) in flat
    for line in report.lines:
        assert "".join(f"{line.line}{line.pays:,} to 1{line.counted} hands".split()) in flat
        assert f" {line.counted} hands" in text  # a number never runs into the one before it
    for count in report.clauses:
        assert f"{count.hands:,}" in flat
    assert ("5% commission" in page.text) is bool(book.main.commission)
    assert ("$250" in page.text and "$250" in flat) is name.startswith("mbs")


def test_the_examples_are_those_printed_at_the_clause() -> None:
    book = books.get("mbs-v4")
    shown = {row.cite: row for row in rows(book, check(book), read_examples(books.evidence("mbs-v4").examples))}
    full_house = shown["Appendix A.6 Three of a kind and pair"].examples
    assert [str(setting.high_rank) for setting in full_house] == ["Three of a kind, kings"]
    assert len(shown["Appendix A.5 Full house"].examples) == 2
    assert len(shown["Appendix A.5 No pair"].examples) == 2
    assert not shown["Appendix A.2 Low pair + low pair"].printed


def test_the_text_page_keeps_to_its_width() -> None:
    book = books.get("mbs-v4")
    report, examples = check(book), read_examples(books.evidence("mbs-v4").examples)
    for width in (80, 100, 160):
        assert max(len(line) for line in as_text(book, report, examples, width=width).splitlines()) <= width
