"""Odds under other payments, from counts that are already there: the same as counting the amended book."""

from __future__ import annotations

from dataclasses import replace

import pytest

from houseway import books
from houseway.errors import Refused
from houseway.maths.cache import Cache
from houseway.maths.count.odds import BEST, HOUSE_WAY, Odds
from houseway.maths.count.repriced import repriced
from houseway.maths.count.what_if import what_if
from houseway.maths.count.whole_book import odds

FIVE = books.get("five-card")


@pytest.fixture(scope="module")
def found(counted: Cache) -> Odds:
    """The odds of five-card as it is printed."""
    return odds(FIVE, cache=counted)


@pytest.mark.parametrize(
    ("commission", "pays"),
    [
        ("", ()),
        ("5%", ()),
        ("1/3", ("insurance:Five High 2-Card Hand=120", "player-pai-gow:Ace High 5-Card Hand=0")),
        ("", ("five-card-poker:Royal Flush=2000", "five-card-poker:Straight=19")),
    ],
)
def test_it_is_the_count_of_the_amended_book(
    found: Odds, counted: Cache, commission: str, pays: tuple[str, ...]
) -> None:
    amended = what_if(FIVE, commission=commission, pays=pays)
    main, sides = repriced(found, FIVE, amended)
    again = odds(amended, cache=counted)
    assert (main, sides) == (again.main, again.sides)


def test_lines_in_another_order_have_to_be_counted(found: Odds) -> None:
    side = FIVE.side_wagers[0]
    lines = side.pay_tables[0].lines
    passing = f"{side.key}:{lines[-1].name}={lines[0].pays + 1}"
    tied = f"{side.key}:{lines[-1].name}={lines[0].pays}"  # of two that pay the same, the first is paid
    _, sides = repriced(found, FIVE, what_if(FIVE, pays=[passing]))
    assert sides is None
    _, sides = repriced(found, FIVE, what_if(FIVE, pays=[tied]))
    assert sides is None
    main, _ = repriced(found, FIVE, what_if(FIVE, commission="5%", pays=[passing]))
    assert main.net == FIVE.main.net * 95 / 100


def test_a_commission_changes_best_play_where_the_dealer_is_not_seen_first(found: Odds) -> None:
    book = books.get("fortune-us")  # without side wagers
    main = replace(found.main, net=book.main.net)
    amended = what_if(book, commission="4%")
    best = Odds(book=book.id, digest=book.digest, main=replace(main, player=BEST), sides=())
    assert repriced(best, book, book) == (best.main, ())
    with pytest.raises(Refused, match="best play is depends on the commission"):
        repriced(best, book, amended)
    house_way = replace(best, main=replace(main, player=HOUSE_WAY))
    assert repriced(house_way, book, amended)[0].net == amended.main.net
    assert repriced(found, FIVE, what_if(FIVE, commission="4%"))[0].net == FIVE.main.net * 96 / 100
