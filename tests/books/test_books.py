"""The shipped books: worked examples, the check of every hand, and that nothing in them can be removed unnoticed."""

from __future__ import annotations

import functools
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from _pytest.mark.structures import ParameterSet

from houseway import books
from houseway.cards.card import read_cards
from houseway.cards.deck import Deck
from houseway.errors import BadBook, ClausesConflict, NoClause
from houseway.rulebook.check import Report, check
from houseway.rulebook.evidence import Example, read_counts, read_examples
from houseway.rulebook.hands import Hands
from houseway.rulebook.houseway import Clause
from houseway.rulebook.rulebook import Rulebook, Setting
from houseway.rulebook.terms import any_legal, anything, one_pair, pair, singles
from houseway.rulebook.wagers import Line
from support.by_clauses import set_by_clauses
from support.shelf import DOCUMENTS, FURTHER, every_book

NAMES = books.names()


@functools.cache
def _files(name: str) -> tuple[tuple[Example, ...], dict[str, str] | None]:
    """The worked examples and the pinned counts of a book."""
    files = books.evidence(name)
    return read_examples(files.examples), read_counts(files.counts)


EXAMPLES = [(name, example) for name in NAMES for example in _files(name)[0]]
SEVEN_CARD = tuple(name for name in DOCUMENTS if name != "five-card")


def _checked(book: Rulebook, name: str) -> Report:
    examples, pinned = _files(name)
    return check(book, examples=examples, pinned=pinned)


@functools.cache
def _report(name: str) -> Report:
    """What `check` finds in a whole shipped book, its rejected readings too."""
    return _checked(books.get(name), name)


@pytest.mark.parametrize("name", [name for name in NAMES if any(book == name for book, _ in EXAMPLES)])
def test_worked_example(name: str) -> None:
    book = books.get(name)
    examples, _ = _files(name)
    settings = set_by_clauses(book, [example.hand for example in examples])
    wrong = {
        example.place: found
        for example, setting in zip(examples, settings, strict=True)
        if (found := _differs(book, example, setting))
    }
    assert wrong == {}
    assert book.set(examples[0].hand) == settings[0]


def _differs(book: Rulebook, example: Example, setting: Setting) -> str:
    """How a book sets an example, where that is not as printed."""
    ranks = (setting.low_rank, setting.high_rank) == (book.rank_of(example.low), book.rank_of(example.high))
    whole = sorted((*example.low, *example.high)) == sorted(example.hand)
    return "" if ranks and whole and setting.clause == example.clause else f"{setting} ({setting.clause})"


def test_every_worked_example_of_the_documents_is_included() -> None:
    assert {name: sum(1 for book, _ in EXAMPLES if book == name) for name in DOCUMENTS} == {
        "mbs-v4": 35,
        "mbs-v3": 35,
        "five-card": 11,
        "fortune-us": 0,  # this document has no examples
    }


@pytest.mark.parametrize("name", FURTHER)
def test_every_clause_of_a_further_book_has_a_worked_example(name: str) -> None:
    assert {example.clause for book, example in EXAMPLES if book == name} == {c.cite for c in books.get(name).clauses}


@pytest.mark.parametrize("name", FURTHER)
def test_a_further_book_sets_every_hand_as_pinned(name: str) -> None:
    """What the quick tier proves of a further book: the hands of each clause, and how every shape is set."""
    pins = _checked(replace(books.get(name), alternatives=()), name).pins()
    pinned = read_counts(books.evidence(name).counts)
    assert pinned is not None
    assert {what: pins[what] for what in pinned if not what.startswith("ruling ")} == {
        what: count for what, count in pinned.items() if not what.startswith("ruling ")
    }


@pytest.mark.parametrize("name", every_book())
def test_check_finds_nothing_wrong(name: str) -> None:
    book = books.get(name)
    report = _report(name)
    assert report.defects == ()
    assert sum(count.hands for count in report.clauses) == report.hands == book.number_of_hands
    assert report.hands == (2_598_960 if name == "five-card" else 154_143_080)
    assert read_counts(books.evidence(name).counts) == report.pins()


def test_versions_3_and_4_set_every_hand_alike() -> None:
    assert (books.get("mbs-v3").compiled.split == books.get("mbs-v4").compiled.split).all()


def _without(name: str, *left_out: object) -> ParameterSet:
    """A book and what is left out of it; mbs-v3 in the full tier, as it has the clauses and pay lines of mbs-v4."""
    quick = name in DOCUMENTS and name != "mbs-v3"
    return pytest.param(name, *left_out, marks=() if quick else pytest.mark.full)


def _clauses() -> list[ParameterSet]:
    return [_without(name, clause.cite) for name in NAMES for clause in books.get(name).clauses]


@pytest.mark.parametrize(("name", "cite"), _clauses())
def test_a_clause_left_out_is_named(name: str, cite: str) -> None:
    book = books.get(name)
    less = replace(book, clauses=tuple(c for c in book.clauses if c.cite != cite), alternatives=())
    defects = _checked(less, name).defects
    assert any(f"clause {cite}: is pinned, but the book has no such clause" in defect for defect in defects)


def _exceptions() -> list[ParameterSet]:
    return [
        _without(name, clause.cite, other)
        for name in NAMES
        for clause in books.get(name).clauses
        for other in clause.exception_to
    ]


@pytest.mark.parametrize(("name", "cite", "other"), _exceptions())
def test_an_exception_left_out_is_named(name: str, cite: str, other: str) -> None:
    book = books.get(name)
    clauses = tuple(
        replace(c, exception_to=tuple(to for to in c.exception_to if to != other)) if c.cite == cite else c
        for c in book.clauses
    )
    defects = _checked(replace(book, clauses=clauses, alternatives=()), name).defects
    assert any("both apply to" in defect and cite in defect and other in defect for defect in defects)


def _lines() -> list[ParameterSet]:
    return [
        _without(name, wager, table, line)
        for name in NAMES
        for wager, side in enumerate(books.get(name).side_wagers)
        for table, pays in enumerate(side.pay_tables)
        if len(pays.lines) > 1  # a pay table without lines is no pay table
        for line in range(len(pays.lines))
    ]


@pytest.mark.parametrize(("name", "wager", "table", "line"), _lines())
def test_a_pay_line_left_out_is_named(name: str, wager: int, table: int, line: int) -> None:
    book = books.get(name)
    side = book.side_wagers[wager]
    pays = side.pay_tables[table]
    tables = list(side.pay_tables)
    tables[table] = replace(pays, lines=pays.lines[:line] + pays.lines[line + 1 :])
    wagers = list(book.side_wagers)
    wagers[wager] = replace(side, pay_tables=tuple(tables))
    defects = _checked(replace(book, side_wagers=tuple(wagers), alternatives=()), name).defects
    assert any(pays.lines[line].name in defect and "no such line" in defect for defect in defects)


FORTUNE_HANDS = [32, 72, 196, 1_128, 26_020, 184_644, 307_472, 4_188_528, 6_172_088, 7_672_500, 11_034_204]


@pytest.mark.parametrize("name", ["mbs-v4", "mbs-v3"])
def test_4_1_2_fortune_lines(name: str) -> None:
    report = _report(name)
    assert [line.hands for line in report.lines] == FORTUNE_HANDS
    assert [line.pays for line in report.lines] == [2500, 1000, 500, 250, 100, 50, 20, 5, 4, 3, 2]
    assert 154_143_080 - sum(FORTUNE_HANDS) == 124_556_196
    envy = {line.name: line.envy for line in books.get(name).side_wagers[0].pay_tables[0].lines if line.envy}
    assert envy == {"Seven Card Straight Flush (without Joker)": 250_00, "Royal Match": 50_00}


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("Jc Tc 9c 8c 7c 6c 5c", "Seven Card Straight Flush (without Joker)"),
        ("Ac 2c 3c 4c 5c 6c 7c", "Seven Card Straight Flush (without Joker)"),
        ("Ad Kd Qd Jd Td Ks Qs", "Royal Match"),
        ("Ad Jk Qd Jd Td Ks Qs", "Royal Match"),
        ("Ad Kd Qd Jd Td Ks Qh", "Royal Flush"),
        ("Ad Kd Qd Jd Td Ks Jk", "Royal Flush"),
        ("Jk Tc 9c 8c 7c 6c 5c", "Seven Card Straight Flush With a Joker"),
        ("Ac Ad Ah As Jk 2c 3d", "Five Aces"),
        ("9c 8c 7c 6c Jk 2d 2h", "Straight Flush"),
        ("9c 9d 9h 9s 2c 3d 4h", "Four of a Kind"),
        ("9c 9d 9h 2s 2c 3d 4h", "Full House"),
        ("Ac Ad Jk 2s 2c 3d 4h", "Full House"),
        ("Ac 9c 7c 5c 3c 3d 3h", "Flush"),
        ("9c 8d 7h 6s 5c 5d 5h", "Three of a Kind"),
        ("9c 8d 7h 6s 5c 5d 2h", "Straight"),
        ("Ac Ad 9h 7s 5c 3d 2h", ""),
    ],
)
def test_4_1_2_best_paying_line_once(hand: str, line: str) -> None:
    book = books.get("mbs-v4")
    table = book.side_wagers[0].pay_tables[0]
    rows = np.array([[card.index for card in read_cards(hand)]], dtype=np.uint8)
    found = int(table.line_of(book.hands(rows))[0])
    assert (table.lines[found].name if found >= 0 else "") == line


def test_five_card_pay_tables() -> None:
    wagers = {wager.key: wager for wager in books.get("five-card").side_wagers}
    pays = {
        key: {table.name: [line.pays for line in table.lines] for table in wager.pay_tables}
        for key, wager in wagers.items()
    }
    pai_gow = {"A": [100, 50, 15, 5, 3, 2, 1], "B": [100, 50, 20, 5, 3, 2, 1]}
    assert pays == {
        "insurance": {"": [100, 25, 10, 3, 2, 1]},
        "player-pai-gow": pai_gow,
        "dealer-pai-gow": pai_gow,
        "five-card-poker": {
            "A": [500, 200, 50, 40, 30, 20, 10, 2, 1],
            "B": [1000, 500, 50, 40, 30, 20, 10, 2, 1],
            "C": [1000, 500, 200, 100, 50, 10, 5, 2, 1],
        },
    }


def test_a_hand_no_clause_covers_is_refused() -> None:
    book = books.get("mbs-v4")
    less = replace(book, clauses=book.clauses[1:])
    with pytest.raises(NoClause, match="no clause covers"):
        less.set("Kc Qh 9s 6h 4c 3d 2s")


def test_two_clauses_for_one_hand_conflict() -> None:
    book = books.get("five-card")
    more = replace(book, clauses=(*book.clauses, Clause("Another", when=anything, low=singles(1, 2))))
    with pytest.raises(ClausesConflict, match="Hand Ranking and House Way and Another both apply to"):
        more.set("Kc 9c 8c 6s 3d")


def test_check_reports_every_defect() -> None:
    book = books.get("five-card")
    wrong = replace(
        book,
        clauses=(
            Clause("One", when=anything, low=pair, rulings=("R999",)),
            Clause("Two", when=anything, low=singles(1, 2), exception_to=("Nobody",)),
        ),
        alternatives=(),
    )
    defects = "\n".join(check(wrong).defects)
    for part in ("R999", "Nobody", "One and Two both apply"):
        assert part in defects


def test_check_reports_a_foul() -> None:
    book = books.get("five-card")
    foul = replace(book, clauses=(Clause("Highest two", when=anything, low=~pair),), alternatives=())
    assert any("Highest two" in d and "sets a foul in" in d for d in check(foul).defects)


def test_hands_that_two_clauses_claim_are_set_by_neither() -> None:
    book = replace(books.get("five-card"), alternatives=())
    both = replace(book, clauses=(*book.clauses, Clause("Another", when=one_pair(), low=singles(1, 2))))
    assert check(book).settings
    assert not check(both).settings


def test_pay_tables_that_pay_alike_for_other_hands_are_told_apart() -> None:
    book = books.get("mbs-v4")
    table = book.side_wagers[0].pay_tables[0]
    other = replace(table, lines=tuple(replace(line, when=~line.when) for line in table.lines))
    paid, unpaid = (of.line_of(book.shape_hands) for of in (table, other))
    assert (paid != unpaid).any()
    assert (table.line_of(book.shape_hands) == paid).all()


def test_what_holds_for_a_shape_may_not_hold_for_every_hand_of_it() -> None:
    """Royal Match depends on suits that make no difference to a setting."""
    book = books.get("mbs-v4")
    royal_match = book.side_wagers[0].pay_tables[0].lines[1].when
    known, refined = book.as_hands(book.shape_hands.cards), book.shapes.refined()[0]
    assert not known.hold(royal_match).any()
    rows = np.concatenate([np.arange(len(known)), book.shapes.split])
    assert Hands(refined, book.high_size, book.wheel, (known, rows)).hold(royal_match).any()


def test_a_wrong_example_is_named() -> None:
    book = books.get("five-card")
    hand = read_cards("Kc 9c 8c 6s 3d")
    wrong = Example("row 1", "", "Hand Ranking and House Way", hand, hand[:2], hand[2:])
    assert any("row 1" in defect and "K♣ 9♣" in defect for defect in check(book, examples=(wrong,)).defects)


def test_a_bad_reference_does_not_hide_other_defects() -> None:
    book = books.get("five-card")
    hand = read_cards("Kc 9c 8c 6s 3d")
    wrong = Example("row 1", "", "Highest two", hand, hand[1:3], (hand[0], *hand[3:]))
    foul = replace(book, clauses=(Clause("Highest two", when=anything, low=~pair, rulings=("R999",)),), alternatives=())
    defects = "\n".join(check(foul, examples=(wrong,)).defects)
    for part in ("R999", "sets a foul in", "row 1"):
        assert part in defects
    with pytest.raises(BadBook, match="Highest two sets a foul"):
        foul.set(hand)


def test_clauses_that_permit_nothing_are_named() -> None:
    book = replace(books.get("five-card"), alternatives=())
    wrong = replace(book, clauses=(Clause("Pairs only", when=anything, low=pair),))
    assert any("Pairs only: permits no low hand for" in defect for defect in check(wrong).defects)


def test_what_is_not_pinned_is_named() -> None:
    book = replace(books.get("five-card"), alternatives=())
    pinned = check(book).pins()
    added = pinned.pop(f"clause {book.clauses[0].cite}")
    assert added == "2598960"
    (defect,) = check(book, pinned=pinned).defects
    assert defect.startswith(f"clause {book.clauses[0].cite}: is in the book but not pinned")


def test_circular_exceptions_are_named() -> None:
    book = replace(books.get("five-card"), alternatives=())
    one = Clause("One", when=anything, low=any_legal, exception_to=("Two",))
    two = Clause("Two", when=anything, low=any_legal, exception_to=("One",))
    defects = check(replace(book, clauses=(one, two))).defects
    assert any("exceptions form a circle" in defect and "One" in defect and "Two" in defect for defect in defects)


def _changed(book: Rulebook) -> dict[str, Rulebook]:
    """Books with one change that moves no hand, keyed by the pinned line that names it."""
    side = book.side_wagers[0]
    lines = side.pay_tables[0].lines

    def with_lines(*new: Line) -> Rulebook:
        table = replace(side.pay_tables[0], lines=new)
        return replace(book, side_wagers=(replace(side, pay_tables=(table,)), *book.side_wagers[1:]))

    procedure = book.procedure
    return {
        "pays Fortune Bonus: Royal Match": with_lines(lines[0], replace(lines[1], pays=999), *lines[2:]),
        "envy Fortune Bonus: Royal Match": with_lines(lines[0], replace(lines[1], envy=0), *lines[2:]),
        "commission Standard wager": replace(book, main=replace(book.main, commission=Fraction(0))),
        "ruling R53": replace(book, rulings=tuple(r for r in book.rulings if r.id != "R53")),
        "ruling R10": replace(book, alternatives=tuple(a for a in book.alternatives if a.ruling != "R10")),
        "rests Appendix A.3 Three pairs": replace(
            book,
            clauses=tuple(replace(c, rulings=()) if c.cite == "Appendix A.3 Three pairs" else c for c in book.clauses),
        ),
        "refers Appendix A.5 Two pair": replace(book, references=book.references[1:]),
        "act concede a hand": replace(
            book, procedure=replace(procedure, permissions=tuple(p for p in procedure.permissions if p.cite != "3.16"))
        ),
        "fault misdeal": replace(
            book,
            procedure=replace(procedure, irregularities=procedure.irregularities[:1] + procedure.irregularities[2:]),
        ),
    }


@pytest.mark.parametrize("what", _changed(books.get("mbs-v4")))
def test_a_change_that_moves_no_hand_is_named(what: str) -> None:
    changed = _changed(books.get("mbs-v4"))[what]
    if what != "ruling R10":
        changed = replace(changed, alternatives=())  # counting the hands they move takes longest
    defects = _checked(changed, "mbs-v4").defects
    assert any(defect.startswith(what) for defect in defects), defects


def test_a_qualification_left_out_is_named() -> None:
    book = books.get("five-card")
    assert _checked(replace(book, main=replace(book.main, dealer_fails=None)), "five-card").defects


@pytest.mark.parametrize("name", every_book())
def test_why_ends_with_the_clause_that_decides(name: str) -> None:
    book = books.get(name)
    for count in _report(name).clauses:
        setting, reasons = book.set(count.example), book.why(count.example)
        assert reasons[-1].clause.cite == setting.clause
        assert reasons[-1].overridden_by == ()
        assert all(reason.overridden_by for reason in reasons[:-1])


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_has_a_readable_sentence(name: str) -> None:
    readings = [clause.reading for clause in books.get(name).clauses]
    assert len(set(readings)) == len(readings)
    assert not any("object at" in reading or "(" in reading.replace("(or the Joker)", "") for reading in readings)


def test_amending_an_unknown_clause_is_refused() -> None:
    book = books.get("mbs-v4")
    with pytest.raises(BadBook, match="mbs-v4 has no clause 'Appendix Z'"):
        book.amended(id="x", source=book.source, without=("Appendix Z",))


def test_a_book_is_a_value() -> None:
    book = books.get("mbs-v4")
    assert book.digest == replace(book).digest != books.get("mbs-v3").digest
    assert len({books.get(name).digest for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize("name", SEVEN_CARD)
def test_each_ruling_moves_the_number_of_hands_counted_independently(name: str) -> None:
    """The number of hands each alternative reading moves equals an independent count from the documents."""
    both = {"R10": [760_500], "R11": [0], "R12": [303_652], "R14": [69_740], "R15": [83_916], "R16": [1_642_104]}
    mbs = both | {
        "R17": [6_772_740],
        "R21": [3_168_000],
        "R22": [13_744, 12_384],
        "R23": [960, 14_400],
        "R24": [20],
        "R25": [3_520],
    }
    expected = {
        "mbs-v3": mbs,
        "mbs-v4": mbs | {"R20": [1_944_000]},
        "fortune-us": both
        | {"R10": [807_972], "R16": [1_643_496], "R30": [106_504], "R31": [236_016], "R32": [5_872_884]}
        | {"R33": [16_080], "R34": [633_600]},
    }[name]
    found: dict[str, list[int]] = {}
    for moved in _report(name).moved:
        found.setdefault(moved.ruling, []).append(moved.hands)
    assert found == expected


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"pays": 1.2}, "what the main wager pays"),
        ({"pays": "2"}, "what the main wager pays"),
        ({"pays": -3}, "the main wager pays -3 to 1"),
        ({"pays": 10**400}, "a whole number from 1"),
        ({"commission": Fraction(2)}, "the commission must be from 0 to below 1"),
        ({"commission": Fraction(-1)}, "the commission must be from 0 to below 1"),
        ({"commission": Fraction(1, 10**12)}, "at most nine digits"),
    ],
)
def test_impossible_pays_and_commissions_are_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(BadBook, match=says):
        replace(books.get("mbs-v4").main, **changes)


def test_ambiguous_wagers_and_pay_tables_are_refused() -> None:
    book = books.get("five-card")
    poker = book.side_wagers[3]
    with pytest.raises(BadBook, match="needs its own key"):
        replace(book, side_wagers=(replace(poker, key="main"),))
    with pytest.raises(BadBook, match="needs its own key"):
        replace(book, side_wagers=(poker, poker))
    with pytest.raises(BadBook, match="two pay tables with the same name"):
        replace(poker, pay_tables=(poker.pay_tables[0], poker.pay_tables[0]))
    with pytest.raises(BadBook, match="has no lines"):
        replace(poker.pay_tables[0], lines=())
    with pytest.raises(BadBook, match="must not be above"):
        replace(poker.pay_tables[0].lines[0], pays=10**30)


def test_a_deck_too_small_for_two_hands_is_refused() -> None:
    with pytest.raises(BadBook, match="not enough for a player's and a dealer's hand of 7"):
        replace(books.get("mbs-v4"), deck=Deck(joker=True, ranks=(12, 13, 14)))
