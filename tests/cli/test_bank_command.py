"""The output of `houseway bank`: text and JSON, on a book of a small deck."""

from __future__ import annotations

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
from houseway.rulebook.banking import BankCommission, Banking
US = books.get("fortune-us")
BANKING = Banking(cite="one", commission=BankCommission.NET_WIN, commission_cite="two", co_bank_cite="three")
BOOK = replace(
    US, id="small", deck=Deck(joker=True, ranks=(2, 3, 4, 9, 13, 14)), procedure=replace(US.procedure, banking=BANKING)
)
"""


@pytest.fixture
def bank(houseway: Run, tmp_path: Path) -> Callable[..., Done]:
    (tmp_path / "small.py").write_text(BOOK, encoding="utf-8")
    return lambda *words: houseway("bank", "small.py", *words)


def test_one_opponent_is_exact_and_two_have_an_error(bank: Callable[..., Done]) -> None:
    found = json.loads(bank("--rounds", "5000", "--json").stdout)
    assert found["commission_on"] == "what the bank wins in the whole round"
    one, two = found["values"]
    assert one["exact"]
    assert not two["exact"]
    opponent = found["opponent"]
    deals = opponent["win"] + opponent["standoff"] + opponent["lose"]
    assert Fraction(one["banker"]) == (Fraction(19, 20) * opponent["lose"] - opponent["win"]) / deals
    assert Fraction(two["banker"]) > 2 * Fraction(one["banker"])
    text = bank("--rounds", "5000").stdout
    assert "a player has the bank; the opponents set the house way" in text
    assert text.count("exact") == 2
    assert f"± {1.96 * two['standard_error']:.4%}" in text


def test_every_win_is_exact_and_half_a_bank_is_half(bank: Callable[..., Done]) -> None:
    whole = json.loads(bank("--commission-on", "each-win", "--json").stdout)["values"]
    half = json.loads(bank("--commission-on", "each-win", "--co-bank", "--json").stdout)["values"]
    assert [value["exact"] for value in whole] == [True, True]
    assert Fraction(whole[1]["banker"]) == 2 * Fraction(whole[0]["banker"])
    assert [2 * Fraction(value["banker"]) for value in half] == [Fraction(value["banker"]) for value in whole]


def test_bad_input_gets_one_sentence(bank: Callable[..., Done], houseway: Run) -> None:
    assert houseway("bank", "mbs-v4").stderr == "houseway: in mbs-v4 only the house banks\n"
    said = bank("--commission-on", "all")
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr == "houseway: the commission is taken on each-win or net-win, not 'all'\n"
