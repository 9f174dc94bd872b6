"""The exact value of every setting of every shape, checked deal by deal on a small deck."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas
import polars
import pyarrow.parquet as pq
import pytest

from houseway import books
from houseway.cards.deck import Deck
from houseway.errors import Refused
from houseway.maths.cache import Cache
from houseway.maths.count.odds import BEST, HOUSE_WAY
from houseway.maths.count.value_table import COLUMNS, write_parquet
from houseway.maths.count.values import Values, values_of
from houseway.maths.count.whole_book import main_odds
from houseway.maths.set_hands import pack
from houseway.rulebook.rulebook import Rulebook
from support import brute
from support.command import ROOT, Run


@pytest.fixture(scope="module")
def book() -> Rulebook:
    book = books.get("mbs-v4")
    return replace(book, deck=Deck(joker=True, ranks=(10, 11, 12, 13)))


@pytest.fixture(scope="module")
def values(book: Rulebook) -> Values:
    return values_of(book)


def test_every_setting_wins_and_loses_as_counted_one_by_one(book: Rulebook, values: Values) -> None:
    every = brute.every_hand(book)
    shapes = book.shapes.find(every.hands.cards)
    won, lost = np.zeros_like(values.won), np.zeros_like(values.lost)
    for hand, against in every.each_with_others():
        shape = shapes[hand]
        of_split = values.of_split[shape]
        legal = np.flatnonzero(every.hands.legal[hand])
        assert (of_split[legal] >= 0).all()
        assert (np.delete(of_split, legal) < 0).all()
        settings, splits = np.unique(of_split[legal], return_index=True)
        splits = legal[splits]
        ranks = pack(every.hands.highs[hand, splits], every.hands.lows[hand, splits])
        assert (values.settings[settings] == ranks).all()
        found = brute.results(every.hands.highs[hand, splits], every.hands.lows[hand, splits], every, against)
        won[settings] += (found == 1).sum(axis=1)
        lost[settings] += (found == -1).sum(axis=1)
    assert (values.won == won).all()
    assert (values.lost == lost).all()


def test_the_house_way_is_worth_its_odds_and_best_play_at_least_as_much(book: Rulebook, values: Values) -> None:
    house_way = values.ev_of_splits(book.compiled.split)
    assert house_way == -main_odds(book, player=HOUSE_WAY).house_edge
    assert house_way < values.ev(values.best) <= -main_odds(book, player=BEST).house_edge
    assert (values.points[values.best] >= values.points[values.first[:-1]]).all()
    with pytest.raises(Refused, match=r"are not legal"):
        values.ev_of_splits(values.game.hands.legal.argmin(axis=1))


def test_a_dealer_seen_first_is_refused() -> None:
    with pytest.raises(Refused, match="before the player sets"):
        values_of(books.get("five-card"))


@pytest.fixture(scope="module")
def parquet(book: Rulebook, values: Values, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("values") / "small.parquet"
    assert write_parquet(book, values, file) == len(values.settings)
    return file


def test_the_parquet_file_holds_the_values_and_says_what_its_columns_mean(
    book: Rulebook, values: Values, parquet: Path
) -> None:
    table = pq.read_table(parquet)
    assert table.column_names == list(COLUMNS)
    assert [field.metadata[b"description"].decode() for field in table.schema] == list(COLUMNS.values())
    assert (table["win"].to_numpy() == values.won).all()
    assert (
        table["win"].to_numpy() + table["standoff"].to_numpy() + table["lose"].to_numpy() == values.deals[values.shapes]
    ).all()
    net = Fraction(table.schema.metadata[b"net"].decode())
    chosen = table.filter(table["house_way"])
    won, lost = (int(chosen[name].to_numpy().sum()) for name in ("win", "lose"))
    assert (net * won - lost) / values.game.pairs == values.ev_of_splits(book.compiled.split)
    for row in chosen.slice(0, 300).to_pylist():
        setting = book.set(row["hand"])
        assert str(setting.low_rank) == row["low_name"]
        assert str(setting.high_rank) == row["high_name"]
        assert setting.clause == row["clause"]
        assert str(book.rank_of(book_cards(row["low"]))) == row["low_name"]


def book_cards(written: str) -> Any:
    from houseway.cards.card import read_cards

    return read_cards(written)


def test_the_parquet_file_opens_in_pandas_polars_and_duckdb(values: Values, parquet: Path) -> None:
    most = int(values.won.max())
    assert int(pandas.read_parquet(parquet)["win"].max()) == most
    assert int(polars.read_parquet(parquet)["win"].max()) == most
    assert duckdb.sql(f"select max(win), count(*) from '{parquet}'").fetchall() == [(most, len(values.settings))]


def test_the_page_lists_every_column() -> None:
    page = (ROOT / "docs" / "analyst.md").read_text(encoding="utf-8")
    for name, says in COLUMNS.items():
        assert f"| `{name}` | {says} |" in page


def test_the_command_refuses_in_one_sentence(houseway: Run, tmp_path: Path) -> None:
    for words in (["five-card"], ["mbs-v4", "-o", str(tmp_path / "none" / "x.parquet")]):
        done = houseway("values", *words)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)


def test_the_notebook_draws_the_landscape(parquet: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_VALUES", str(parquet))
    monkeypatch.setenv("HOUSEWAY_PICTURE", str(tmp_path / "landscape.png"))
    notebook = json.loads((ROOT / "examples" / "value_landscape.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), "value_landscape.ipynb", "exec"), names)
    assert (tmp_path / "landscape.png").read_bytes().startswith(b"\x89PNG")
    assert names["given_up"] > 0
    assert np.isfinite(names["landscape"]).any()


@pytest.mark.full
def test_the_house_way_of_the_whole_deck_is_worth_its_odds(counted: Cache) -> None:
    book = books.get("mbs-v4")
    found = values_of(book, cache=counted)
    assert found.ev_of_splits(book.compiled.split) == -main_odds(book, player=HOUSE_WAY, cache=counted).house_edge
