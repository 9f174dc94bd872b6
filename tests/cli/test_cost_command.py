"""The output of `houseway cost`: text, JSON and CSV, on a book of a small deck."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from support.command import Done, Run

BOOK = """
from dataclasses import replace
from houseway import books
from houseway.cards.deck import Deck
BOOK = replace(books.get("mbs-v4"), id="small", deck=Deck(joker=True, ranks=(2, 3, 4, 14)))
"""


@pytest.fixture
def cost(houseway: Run, tmp_path: Path) -> Callable[..., Done]:
    (tmp_path / "small.py").write_text(BOOK, encoding="utf-8")
    return lambda *words: houseway("cost", "small.py", *words)


def test_text_json_and_csv_say_the_same(cost: Callable[..., Done]) -> None:
    found = json.loads(cost("--json").stdout)
    rows = list(csv.DictReader(cost("--csv").stdout.splitlines()))
    assert [row["clause"] for row in rows] == [clause["clause"] for clause in found["clauses"]]
    for row, clause in zip(rows, found["clauses"], strict=True):
        assert [row[name] for name in ("hands", "different", "won", "lost", "cost")] == [
            str(clause[name]) for name in ("hands", "different", "won", "lost", "cost")
        ]
        assert row["worst_hand"] == (" ".join(clause["worst"]["hand"]) if clause["worst"] else "")
    edges = [Fraction(found[player]["house_edge"]) for player in ("house_way", "best")]
    assert sum(Fraction(row["cost"]) for row in rows) == edges[0] - edges[1] == Fraction(found["cost"])
    text = cost().stdout
    assert "the difference is 11.768177% of the wager" in text
    assert text.index("Appendix A.6 Three of a kind and pair") < text.index("Appendix A.3 Three pairs")


def test_explain_lists_the_shapes_of_a_clause(cost: Callable[..., Done]) -> None:
    found = json.loads(cost("--explain", "three pairs", "--limit", "0", "--json").stdout)
    assert found["clause"] == "Appendix A.3 Three pairs"
    assert len(found["shapes"]) == found["number_of_shapes"] > 2
    assert sum(shape["different"] for shape in found["shapes"]) == found["different"]
    assert sum(Fraction(shape["cost"]) for shape in found["shapes"]) == Fraction(found["cost"])
    text = cost("--explain", "three pairs", "--limit", "2").stdout
    assert f"{found['number_of_shapes'] - 2} more; --limit 0 lists all" in text
    rows = list(csv.DictReader(cost("--explain", "three pairs", "--csv", "--limit", "2").stdout.splitlines()))
    assert [int(row["shape"]) for row in rows] == [shape["shape"] for shape in found["shapes"][:2]]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--explain", "nonsense"), "small has no clause 'nonsense'; `houseway page small` lists them"),
        (("--csv", "--json"), "choose CSV or JSON, not both"),
    ],
)
def test_bad_input_gets_one_sentence(cost: Callable[..., Done], words: tuple[str, ...], sentence: str) -> None:
    done = cost(*words)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"houseway: {sentence}\n")
