"""The Daily ten: the same hands for everybody, the first answer counts, and standings by what was given up."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from houseway import books
from houseway.errors import Refused
from houseway.journal.store import Journal
from houseway.maths.cache import Cache
from houseway.maths.compiled import compile_or_read
from houseway.maths.play.grades import Grade, grade_of
from houseway.training import daily as d
from houseway.training import dealer_test as t
from houseway.training.draw import Drawer
from houseway.training.grading import Verdict
from houseway.training.question import Level
from houseway.training.record import Training

DAY = date(2026, 11, 19)
NOON = datetime(2026, 11, 19, 12, tzinfo=UTC)


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


def verdict(given_up: Fraction = Fraction(0)) -> Verdict:
    return Verdict(right=not given_up, given_up=given_up, grade=grade_of(given_up))


def finish(days: d.Days, name: str, *given_up: Fraction) -> None:
    for number in range(d.HANDS):
        days.keep(DAY, name, number, "Ac Kd", verdict(given_up[number] if number < len(given_up) else Fraction(0)))


def test_the_ten_hands_of_a_day_are_the_same_for_everybody(counted: Cache) -> None:
    book = compile_or_read(books.get(d.BOOK), counted)
    hands = d.hands_of(book, DAY, cache=counted)
    assert [each.cards for each in hands] == [each.cards for each in d.hands_of(book, DAY, cache=counted)]
    assert len({each.cards for each in hands}) == d.HANDS
    assert all(each.is_choice for each in hands)
    assert [each.level for each in hands][:2] == [Level.EASY] * 2
    way = [each.ways[each.house_way].given_up or Fraction(0) for each in hands]
    assert d.house_way_of(hands) == sum(way) > 0
    other = Drawer(book, counted, f"daily ten {DAY + timedelta(days=1)} {book.id}").as_dealt()
    assert other.cards not in {each.cards for each in hands}


def test_the_first_answer_counts(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "j.db")) as journal:
        days = d.Days(journal, clock=Clock())
        first = days.keep(DAY, "ann", 3, "Ac Kd", verdict(Fraction(1, 8)))
        assert days.keep(DAY, "ann", 3, "As Kd", verdict()) == first
        assert first.given_up == Fraction(1, 8)
        assert first.finished is None
        assert days.sheet(DAY, "bob").hands == {}
        assert d.Days(journal, clock=Clock()).sheet(DAY, "ann") == first
        assert d.standings(days.sheets(DAY)) == []


def test_standings_are_by_what_was_given_up_then_by_who_was_first(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "j.db")) as journal:
        clock = Clock()
        days = d.Days(journal, clock=clock)
        for name, given_up in (("ann", (1, 8)), ("bob", (0, 1)), ("eve", (1, 8)), ("max", (1, 4))):
            finish(days, name, Fraction(*given_up))
            clock.now += timedelta(minutes=1)
        days.keep(DAY, "zoe", 0, "Ac Kd", verdict())
        found = [(rank.place, rank.sheet.name) for rank in d.standings(days.sheets(DAY))]
        assert found == [(1, "bob"), (2, "ann"), (2, "eve"), (4, "max")]
        training = Training(journal)
        kept = training.read("ann", lambda known: known.daily[DAY.isoformat()])
        assert (kept.given_up, len(kept.grades), kept.grades[0]) == ("1/8", d.HANDS, Grade.MISTAKE)
        assert training.read("ann", lambda known: known.dailies_in_a_row(DAY)) == 1
        assert training.read("ann", lambda known: known.days_in_a_row(DAY + timedelta(days=1))) == 1
        assert training.read("zoe", lambda known: known.dailies_in_a_row(DAY)) == 0


def test_two_processes_keep_both_answers(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "j.db")) as journal:
        one, two = (d.Days(journal, clock=Clock()) for _ in range(2))
        one.keep(DAY, "ann", 0, "Ac Kd", verdict())
        two.keep(DAY, "bob", 0, "Ac Kd", verdict())
        one.keep(DAY, "ann", 1, "Ac Kd", verdict())
        assert len(two.sheet(DAY, "ann").hands) == 2
        assert len(one.sheets(DAY)) == 2


def test_a_day_is_open_until_the_next_one_ends(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "j.db")) as journal:
        clock = Clock()
        days = d.Days(journal, clock=clock)
        with pytest.raises(Refused, match="is closed"):
            days.keep(DAY + timedelta(days=1), "ann", 0, "Ac Kd", verdict())
        clock.now += timedelta(hours=12)  # midnight: whoever began may finish
        assert d.day_of(clock.now) == DAY + timedelta(days=1)
        days.keep(DAY, "ann", 0, "Ac Kd", verdict())
        clock.now += timedelta(days=1)
        with pytest.raises(Refused, match="today is 2026-11-21"):
            days.keep(DAY, "ann", 1, "Ac Kd", verdict())


# ---------------------------------------------------------------------------------------------------------------------
# The dealer test


def test_a_dealer_test_is_marked_by_the_house_way_and_the_clock(counted: Cache) -> None:
    book = compile_or_read(books.get("five-card"), counted)
    asked = t.hands_of(book, "one-test", cache=counted)
    assert [each.cards for each in asked] == [each.cards for each in t.hands_of(book, "one-test", cache=counted)]
    assert asked != t.hands_of(book, "another", cache=counted)
    lows = [each.ways[each.house_way].low for each in asked]
    whole = t.mark(asked, lows, t.TIME)
    assert (sum(whole.right), whole.passed) == (t.HANDS, True)
    assert not t.mark(asked, lows, t.TIME + t.GRACE + timedelta(seconds=1)).passed
    wrong = next(way.low for way in asked[0].ways if not way.foul and not way.as_house_way)
    foul = next((way.low for way in asked[1].ways if way.foul), ())
    assert t.mark(asked, [wrong, foul, *lows[2:]], t.TIME).right[:3] == (False, False, True)
    assert t.mark(asked, lows[: t.PASSES], t.TIME).passed
    assert not t.mark(asked, lows[: t.PASSES - 1], t.TIME).passed
    with pytest.raises(Refused, match="the test has 20 hands"):
        t.mark(asked, [*lows, lows[0]], t.TIME)
