"""What the trainer asks, and that its table says what `set` and `best` say."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import cast

import msgspec
import pytest

from houseway import books
from houseway.cards.card import Card, read_cards
from houseway.errors import Refused
from houseway.maths.cache import Cache
from houseway.maths.compiled import compile_or_read
from houseway.maths.plain import best_plain
from houseway.maths.play.grades import grade_of
from houseway.maths.play.one_hand import best
from houseway.rulebook.plain import setting_plain
from houseway.rulebook.rulebook import Rulebook
from houseway.training import lesson as les
from houseway.training import pack as p
from houseway.training.draw import Drawer
from houseway.training.grading import Drill, judge
from houseway.training.question import Level, Question, lows_of, question

SEVEN, FIVE = "mbs-v4", "five-card"


def shelf(name: str, cache: Cache) -> Rulebook:
    return compile_or_read(books.get(name), cache)


def drawn(book: Rulebook, cache: Cache, number: int, seed: str = "a thousand hands") -> list[Question]:
    drawer = Drawer(book, cache, seed)
    dealt = drawer.hands(drawer.each_clause(number, least=1 if number >= len(book.clauses) else 0))
    return [question(book, each.cards, each.dealer, cache=cache) for each in dealt]


def graded_as_set_and_best(book: Rulebook, cache: Cache, number: int) -> None:
    """Grade every setting of every hand by the table a page has, and compare it with the two commands."""
    table = msgspec.json.decode(msgspec.json.encode(p.make(book, enumerate(drawn(book, cache, number)))), type=p.Pack)
    for hand in table.hands:
        cards, dealer = " ".join(hand.cards), " ".join(hand.dealer)
        setting = setting_plain(book, book.set(cards), why=True)
        weighed = best_plain(best(book, cards, dealer_cards=dealer, cache=cache))
        rows = cast(list[dict[str, object]], weighed["settings"])
        by_low = {frozenset(cast(list[str], row["low"])): row for row in rows}
        clause = table.clauses[hand.clause].cite
        overridden = {each["clause"] for each in cast(list[dict[str, object]], setting["why"]) if each["overridden_by"]}
        assert clause == setting["clause"]
        assert {table.clauses[each].cite for each in hand.overridden} == overridden
        top = Fraction(cast(str, rows[cast(int, weighed["best"])]["ev"]))
        house_way = book.set(cards)
        for at, places in enumerate(table.lows):
            low = [hand.cards[place] for place in places]
            row = by_low.pop(frozenset(low), None)
            high = [card for card in hand.cards if card not in low]
            assert table.names[hand.low[at]] == str(book.rank_of([Card(card) for card in low]))
            assert table.names[hand.high[at]] == str(book.rank_of([Card(card) for card in high]))
            assert (row is None) == (hand.grade[at] == p.FOUL), (cards, low)
            if row is None:
                continue
            value = Fraction(cast(str, row["ev"]))
            assert (hand.win[at], hand.lose[at], hand.deals) == (row["win"], row["lose"], weighed["deals"])
            assert Fraction(hand.worth[at], hand.unit) == value
            assert Fraction(hand.given_up[at], hand.unit) == top - value
            assert table.grades[hand.grade[at]] == grade_of(top - value).value
            names = [str(book.rank_of([Card(card) for card in part])) for part in (low, high)]
            as_set = names == [str(house_way.low_rank), str(house_way.high_rank)]
            assert (at in hand.as_house_way) == as_set
        assert not by_low
        assert {hand.cards[place] for place in table.lows[hand.house_way]} == {card.text for card in house_way.low}
        assert hand.given_up[hand.best] == 0


@pytest.mark.parametrize(("name", "number"), [(SEVEN, 60), (FIVE, 40)])
def test_a_hundred_hands_are_graded_as_set_and_best_say(name: str, number: int, counted: Cache) -> None:
    graded_as_set_and_best(shelf(name, counted), counted, number)


@pytest.mark.full
@pytest.mark.parametrize("name", [SEVEN, "mbs-v3", "fortune-us", FIVE, "foxwoods", "face-up"])
def test_a_thousand_hands_are_graded_as_set_and_best_say(name: str, counted: Cache) -> None:
    graded_as_set_and_best(shelf(name, counted), counted, 1000)


def test_the_same_seed_draws_the_same_hands(counted: Cache) -> None:
    book = shelf(SEVEN, counted)
    first, again, other = (Drawer(book, counted, seed) for seed in ("one", "one", "two"))
    clauses = first.each_clause(60, least=1)
    assert clauses == again.each_clause(60, least=1) != other.each_clause(60, least=1)
    hands = list(first.hands(clauses))
    assert hands == list(again.hands(clauses)) != list(other.hands(clauses))


def test_every_clause_is_drawn_and_decides_the_hand_it_was_drawn_for(counted: Cache) -> None:
    book = shelf(SEVEN, counted)
    drawer = Drawer(book, counted, "every clause")
    clauses = drawer.each_clause(10 * len(book.clauses), least=3)
    times = Counter(clauses)
    assert min(times[at] for at in range(len(book.clauses))) >= 3
    for clause, dealt in zip(clauses, drawer.hands(clauses), strict=True):
        assert book.set(dealt.cards).clause == book.clauses[clause].cite
        assert len(set(dealt.cards)) == book.dealt
    suits = Counter(card.text[-1] for dealt in drawer.hands(clauses) for card in dealt.cards if not card.is_joker)
    assert max(suits.values()) < 1.4 * min(suits.values())  # no suit is preferred


def test_a_hand_as_the_deck_deals_it(counted: Cache) -> None:
    dealt = Drawer(shelf(FIVE, counted), counted, "as dealt").as_dealt()
    assert len({*dealt.cards, *dealt.dealer}) == 10


def test_the_dealers_hand_is_shown_where_the_book_shows_it(counted: Cache) -> None:
    (asked,) = drawn(shelf(FIVE, counted), counted, 1)
    assert len({*asked.cards, *asked.dealer}) == 10
    assert asked.deals == 1
    (asked,) = drawn(shelf(SEVEN, counted), counted, 1)
    assert asked.dealer == ()


def test_the_house_way_is_graded_by_ranks_and_best_play_by_value(counted: Cache) -> None:
    book = shelf(SEVEN, counted)
    asked = question(book, read_cards("As Kc Jh Jd 9h 9d 5d"), cache=counted)
    way, top = asked.ways[asked.house_way], asked.ways[asked.best]
    assert (way.low_name, top.low_name) == ("Pair of nines", "Ace-king")
    assert judge(asked, Drill.HOUSE_WAY, way.low).right
    assert not judge(asked, Drill.HOUSE_WAY, top.low).right
    assert judge(asked, Drill.BEST_PLAY, top.low).right
    missed = judge(asked, Drill.BEST_PLAY, way.low)
    assert (missed.right, missed.grade.value, round(float(missed.given_up), 6)) == (False, "inaccuracy", 0.032981)
    with pytest.raises(Refused, match="is a foul hand"):
        judge(asked, Drill.HOUSE_WAY, read_cards("Jh Jd"))
    with pytest.raises(Refused, match="is no low hand"):
        judge(asked, Drill.HOUSE_WAY, read_cards("2c 3c"))
    with pytest.raises(Refused, match="nothing is no low hand"):
        judge(asked, Drill.HOUSE_WAY, ())


def test_cards_of_equal_rank_are_the_same_setting(counted: Cache) -> None:
    asked = question(shelf(SEVEN, counted), read_cards("Ac Ad Kh Qd 9s 5c 5d"), cache=counted)
    assert asked.ways[asked.house_way].low_name == "Pair of fives"
    asked = question(shelf(SEVEN, counted), read_cards("Ac Kd Kh Qd 9s 5c 3d"), cache=counted)
    lows = [way.low for way in asked.ways if way.as_house_way]
    assert {frozenset(low) for low in lows} == {frozenset(asked.ways[asked.house_way].low)}
    three = question(shelf(SEVEN, counted), read_cards("Ac Ad Ah Kd 9s 5c 3d"), cache=counted)
    assert sum(way.as_house_way for way in three.ways) == 3  # any of the aces may go low


def test_a_smaller_gap_is_a_harder_hand(counted: Cache) -> None:
    asked = drawn(shelf(SEVEN, counted), counted, 25, "levels")
    order = sorted(asked, key=lambda each: each.gap)
    assert [each.level for each in order] == sorted((each.level for each in asked), reverse=True)
    assert len({each.level for each in asked}) == len(Level)


def test_a_pack_is_made_once_and_its_hands_have_something_to_choose(counted: Cache) -> None:
    book = shelf(FIVE, counted)
    first = p.pack(book, p.Part.FIRST, cache=counted)
    assert p.pack(book, p.Part.FIRST, cache=counted) == first
    rest = msgspec.json.decode(p.pack(book, p.Part.REST, cache=counted), type=p.Pack)
    hands = [*msgspec.json.decode(first, type=p.Pack).hands, *rest.hands]
    assert [hand.number for hand in hands] == list(range(p.HANDS))
    assert rest.lows == [list(places) for places in lows_of(book)]
    assert all(len(set(hand.worth)) > 1 or p.FOUL in hand.grade for hand in hands)
    assert all(max(hand.given_up) > 0 for hand in hands)


def test_the_lesson_has_a_win_a_push_a_loss_and_a_foul(counted: Cache) -> None:
    found = les.lesson(shelf(les.BOOK, counted), cache=counted)
    (hand,) = found.pack.hands
    assert {each.result.value for each in found.compared if each} == {"win", "standoff", "lose"}
    assert [each is None for each in found.compared] == [grade == p.FOUL for grade in hand.grade]
    set_well = found.compared[hand.house_way]
    assert set_well is not None
    assert set_well.result.value == "win"
    assert (found.pays, found.commission) == (1, "5%")
    assert not {*hand.cards} & {*found.dealer.low, *found.dealer.high}
