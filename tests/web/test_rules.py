"""The rules of the books over HTTP: what the page for the pit prints, for people and for auditors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from litestar import Litestar
from litestar.datastructures import State
from litestar.testing import TestClient

from houseway import books
from houseway.rulebook.check import check
from houseway.rulebook.evidence import read_examples
from houseway.rulebook.how_to_play import how_to_play
from houseway.rulebook.page import as_text
from houseway.web.http import rules
from houseway.web.http.api import API
from houseway.web.http.errors import EXCEPTION_HANDLERS
from support.shelf import every_book

Client = TestClient[Litestar]


def _in_this_process(work: Callable[..., Any], *arguments: object) -> Any:
    return work(*arguments)


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """The API of a house without tables."""
    app = Litestar(
        route_handlers=API, state=State({"house": SimpleNamespace(shelf={})}), exception_handlers=EXCEPTION_HANDLERS
    )
    with pytest.MonkeyPatch.context() as patch, TestClient(app) as running:
        patch.setattr(rules, "in_a_process", _in_this_process)
        yield running


def _words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("name", every_book())
def test_the_rules_are_those_of_the_printed_page(client: Client, name: str) -> None:
    book = books.get(name)
    found = client.get(f"/api/books/{name}/rules").json()
    assert [clause["clause"] for clause in found["clauses"]] == [clause.cite for clause in book.clauses]
    assert [clause["when"] for clause in found["clauses"]] == [str(clause.when) for clause in book.clauses]
    assert [clause["exception_to"] for clause in found["clauses"]] == [
        [*clause.exception_to] for clause in book.clauses
    ]
    assert [row["clause"] for row in found["references"]] == [row.cite for row in book.references]
    assert {ruling["ruling"] for ruling in found["rulings"]} == {ruling.id for ruling in book.rulings}
    assert sum(len(ruling["rejected"]) for ruling in found["rulings"]) == len(book.alternatives)
    assert len(found["acts"]) == len(book.procedure.rows)
    assert len(found["faults"]) == len(book.procedure.irregularities)
    assert (found["hands"], found["digest"]) == (book.number_of_hands, book.digest)


def test_the_proof_is_what_the_page_for_the_pit_prints(client: Client) -> None:
    book = books.get("five-card")
    examples = read_examples(books.evidence("five-card").examples)
    report = check(book, examples=examples)
    printed = _words(as_text(book, report, examples, width=1000))
    found = client.get("/api/books/five-card/proof").json()
    assert found["hands"] == report.hands
    assert sum(clause["hands"] for clause in found["clauses"] if clause["hands"] is not None) == report.hands
    for line in found["lines"]:
        assert f"{line['line']} " in printed
        assert f"{line['hands']} hands" in printed
    assert [(each["ruling"], each["hands"]) for each in found["moved"]] == [(m.ruling, m.hands) for m in report.moved]
    shown = [example for clause in found["clauses"] for example in clause["examples"]]
    for example in shown:
        setting = book.set([*example["high"], *example["low"]])
        assert [card.text for card in setting.low] == example["low"]
        assert (str(setting.low_rank), str(setting.high_rank)) == (example["low_name"], example["high_name"])
    assert len(shown) >= len(book.clauses)
    assert found["defects"] == []


def test_how_to_play_says_what_the_book_has() -> None:
    said = {name: " ".join(step.says for step in how_to_play(books.get(name))) for name in books.names()}
    for name, words in said.items():
        book = books.get(name)
        assert ("Joker" in words) is book.deck.joker
        assert ("face up" in words) is book.procedure.dealer_exposed
        assert ("commission." in words) is bool(book.main.commission)
        assert ("bank in turn" in words) is (book.procedure.banking is not None)
        assert f"A {book.procedure.copy_word} goes to the dealer." in words
        assert f"it is a {book.main.standoff_word}" in words
        for side in book.side_wagers:
            assert side.name in words
        for push in book.main.pushes:
            assert push.says in words
    assert "Win both and you win 1 to 1, less 5% commission. Win one and it is a standoff" in said["mbs-v4"]


def test_an_unknown_book_is_refused(client: Client) -> None:
    for part in ("rules", "proof"):
        answer = client.get(f"/api/books/nowhere/{part}")
        assert answer.status_code == 404
        assert answer.json()["error"].startswith("there is no")
