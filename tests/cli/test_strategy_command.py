"""The output of `houseway strategy`: the card, JSON, and the book file, on a small deck."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from houseway import books
from support.command import Done, Run

BOOK = """
from dataclasses import replace
from houseway import books
from houseway.cards.deck import Deck
BOOK = replace(books.get("mbs-v4"), id="small", deck=Deck(joker=True, ranks=(2, 7, 9, 13, 14)))
"""


@pytest.fixture
def strategy(houseway: Run, tmp_path: Path) -> Callable[..., Done]:
    (tmp_path / "small.py").write_text(BOOK, encoding="utf-8")
    return lambda *words: houseway("strategy", "small.py", *words)


@pytest.mark.full
def test_card_json_and_book_file_say_the_same(strategy: Callable[..., Done], tmp_path: Path) -> None:
    file = tmp_path / "card.toml"
    asked = ("--rules", "4", "--rounds", "1")
    found = json.loads(strategy(*asked, "-o", str(file), "--json").stdout)
    written = books.get(file)
    assert written.id == found["strategy"] == "small-in-4-rules"
    assert [clause.cite for clause in written.clauses] == [rule["clause"] for rule in found["rules"]]
    card = strategy(*asked).stdout
    for rule in found["rules"]:
        assert f"{rule['when']}\n    low  {rule['permits']}\n" in card
    edges = [Fraction(found[player]["house_edge"]) for player in ("best", "odds", "house_way")]
    assert edges[1] - edges[0] == Fraction(found["cost"]) > 0
    assert all(f"{float(edge):.6%}" in card for edge in edges)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--rules", "2", "-o", "card.py"), "the name of the file must end in .toml, not 'card.py'"),
        (
            ("--rules", "2", "--rounds", "0", "-o", "none/card.toml"),
            "there is no folder 'none' to write card.toml in",
        ),
    ],
)
def test_bad_input_gets_one_sentence(strategy: Callable[..., Done], words: tuple[str, ...], sentence: str) -> None:
    done = strategy(*words)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"houseway: {sentence}\n")
