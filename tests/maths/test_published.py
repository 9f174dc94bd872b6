"""Published figures beside ours: the comparison and the command; `tests/web/test_published.py` has the page."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from houseway import books
from houseway.errors import BadBook
from houseway.maths.cache import Cache
from houseway.maths.published import Compared, compare_published, low_hands
from houseway.maths.published_words import difference_words, reasons
from houseway.rulebook.published import LOW_HAND, Published, read_published
from support.command import Run

TRUMP_PLAZA = read_published(books.published("trump-plaza"))
HAND_COUNTS = [figure for figure in TRUMP_PLAZA if figure.figure.startswith(LOW_HAND)]


def _figure(printed: str, kind: str = "exact", figure: str = "win") -> Published:
    return Published(figure=figure, printed=printed, kind=kind, average_with="", why="")


def test_the_22_published_counts_of_trump_plaza_are_the_average_of_two_readings() -> None:
    found = compare_published(books.get("trump-plaza"), HAND_COUNTS)
    assert len(found) == 22
    assert [each.difference for each in found] == [0] * 22
    assert sum(each.ours == each.published.value for each in found) == 4  # so neither reading alone is the source's
    assert sum(each.otherwise == each.published.value for each in found) == 4
    assert sum(low_hands(books.get("trump-plaza")).values()) == 154_143_080


@pytest.mark.full
def test_the_rank_of_the_wheel_moves_no_low_hand_of_trump_plaza() -> None:
    assert low_hands(books.get("trump-plaza")) == low_hands(books.get("trump-plaza-wheel"))


def test_the_published_exact_figures_of_foxwoods_are_ours(counted: Cache) -> None:
    found = {each.published.figure: each for each in _compared("foxwoods", counted)}
    assert list(found) == ["win", "standoff", "lose", "house edge", "best play gains"]
    assert [name for name, each in found.items() if not each.agrees] == []


def test_a_simulation_differs_by_a_standard_error(counted: Cache) -> None:
    (edge,) = compare_published(books.get("trump-plaza"), TRUMP_PLAZA[-1:], cache=counted)
    assert edge.difference is not None
    assert edge.rounds is not None
    assert edge.variance is not None
    assert float(edge.variance / edge.rounds) == pytest.approx(float(edge.difference) ** 2)
    assert f"{edge.rounds:,} simulated rounds" in " ".join(reasons([edge]))
    assert difference_words(edge).startswith("+0.004")


def _compared(name: str, cache: Cache) -> tuple[Compared, ...]:
    return compare_published(books.get(name), read_published(books.published(name)), cache=cache)


def test_the_simulated_figures_of_commission_free(counted: Cache) -> None:
    found = {each.published.figure: each for each in _compared("commission-free", counted)}
    assert found["house edge"].agrees
    assert found["Tiger 9 wager: win"].ours == Fraction(3_853_596, 154_143_080)
    sizes = [each.rounds for each in found.values() if each.rounds]
    assert len(sizes) == 5
    assert all(10**8 < rounds < 10**10 for rounds in sizes)  # one simulation explains all five differences


@pytest.mark.parametrize(
    ("printed", "value", "digits"),
    [("29.12%", "0.2912", 2), ("221,460", "221460", 0), (".273726", "0.273726", 6), ("22.48%", "0.2248", 2)],
)
def test_a_printed_figure_as_a_number(printed: str, value: str, digits: int) -> None:
    figure = _figure(printed)
    assert (figure.value, figure.decimals) == (Fraction(value), digits)


@pytest.mark.parametrize(
    ("ours", "agrees"), [("0.29115", True), ("0.29125", True), ("0.291251", False), ("0.291149", False)]
)
def test_figures_agree_if_rounding_explains_the_difference(ours: str, agrees: bool) -> None:
    assert Compared(book="foxwoods", published=_figure("29.12%"), ours=Fraction(ours)).agrees is agrees


def test_every_published_figure_names_a_figure_of_its_book(counted: Cache) -> None:
    with pytest.raises(BadBook, match="trump-plaza has no figure 'nonsense'"):
        compare_published(books.get("trump-plaza"), [_figure("1%", figure="nonsense")], cache=counted)
    wrong = replace(HAND_COUNTS[0], average_with="R99")
    with pytest.raises(BadBook, match="no rejected reading of R99"):
        compare_published(books.get("trump-plaza"), [wrong])


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("win,29.12%,guessed,,", "'guessed' is neither exact nor simulated"),
        ("win,many,exact,,", "'many' is not a number"),
        ("win,,exact,,", "'' is not a number"),
    ],
)
def test_a_wrong_row_is_named(tmp_path: Path, row: str, reason: str) -> None:
    path = tmp_path / "mine.csv"
    path.write_text(f"figure,published,kind,average_with,why\n{row}\n")
    with pytest.raises(BadBook, match=reason):
        read_published(path)


def test_the_command(houseway: Run) -> None:
    done = houseway("published")
    assert done.returncode == 0
    assert re.search(r"low hand 8-7 +842,290 +exact +842,812 +841,768 +842,290 +none", done.stdout)
    rows = [json.loads(line) for line in houseway("published", "--json").stdout.splitlines()]
    assert {row["book"] for row in rows} >= {"foxwoods", "trump-plaza", "trump-plaza-wheel"}
    assert [row["agrees"] for row in rows if row["book"] == "foxwoods"] == [True] * 5
    refused = houseway("published", "mbs-v4")
    assert (refused.returncode, refused.stderr) == (1, "houseway: no figure is published for mbs-v4\n")
