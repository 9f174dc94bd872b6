"""The proof of a book over every hand of its deck.

Here: that exactly one clause decides every hand, that no setting is a foul, that every clause and exception is needed,
that the worked examples hold, and that the counts are those pinned; and how many hands each rejected reading would set
differently. Every defect is reported, not only the first. Not here: how the report is printed (`cli`, `page`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import CARDS, Card, draw_cards
from houseway.errors import HousewayError, counted
from houseway.rulebook.citation import Alternative
from houseway.rulebook.evidence import Example
from houseway.rulebook.hands import Hands, Truth
from houseway.rulebook.houseway import NO_SPLIT, HouseWay, Settings, both, split_where_applies
from houseway.rulebook.names import misnamed
from houseway.rulebook.pinned import differences, pinned_counts, pinned_terms
from houseway.rulebook.rulebook import Rulebook, Setting
from houseway.rulebook.together import dealer_lines, player_lines
from houseway.rulebook.wagers import AS_SET, Judged, PayTable, SideWager, part_judged

Progress = Callable[[str, float], None]
"""Called with the current step and the share of the work that is done, 0 to 1."""


@dataclass(frozen=True)
class ClauseCount:
    """How many hands a clause decides, and the lowest of them."""

    cite: str
    hands: int
    example: tuple[Card, ...]


@dataclass(frozen=True)
class LineCount:
    """How many hands are paid on a line of a pay table."""

    wager: str
    table: str
    line: str
    pays: int
    envy: int
    hands: int
    dealers: int | None = None
    """Where two hands are judged together: how many of the dealer's satisfy the line; `hands` are the player's."""

    @property
    def counted(self) -> str:
        """The hands in words: those paid, or those of the player and of the dealer."""
        return f"{self.hands:,}" if self.dealers is None else f"{self.hands:,} x {self.dealers:,}"

    @property
    def what(self) -> str:
        """The line by its full name."""
        return f"{self.wager}{f' {self.table}' if self.table else ''}: {self.line}"


@dataclass(frozen=True)
class PushCount:
    """With how many hands of the dealer the main wager pushes, by what is announced then."""

    says: str
    hands: int


@dataclass(frozen=True)
class Moved:
    """How many hands would have a low hand of different ranks under a rejected reading."""

    ruling: str
    says: str
    hands: int


@dataclass(frozen=True, kw_only=True)
class Report:
    """What the check of one book found."""

    book: str
    hands: int
    shapes: int
    clauses: tuple[ClauseCount, ...]
    lines: tuple[LineCount, ...]
    moved: tuple[Moved, ...]
    rulings: tuple[str, ...]
    pushes: tuple[PushCount, ...]
    settings: str
    examples: int
    terms: dict[str, str]
    is_pinned: bool
    defects: tuple[str, ...] = ()

    def pins(self) -> dict[str, str]:
        """Everything that is pinned in the counts file of a book."""
        return pinned_counts(self) | self.terms


def check(
    book: Rulebook,
    *,
    examples: tuple[Example, ...] = (),
    pinned: dict[str, str] | None = None,
    progress: Progress = lambda _what, _done: None,
) -> Report:
    """Prove a book over every hand of its deck and report what was found."""
    defects = list(misnamed(book))
    progress("dealing every shape", 0)
    hands, weights = book.shape_hands, book.shapes.weights
    house_way = book.house_way
    progress("reading the clauses", 0.1)
    applying = house_way.applying(hands)
    standing = house_way.standing(applying)
    number = standing.sum(axis=0, dtype=np.int16)
    stands = [np.flatnonzero(each) for each in standing]
    defects += _not_exactly_one(book, standing, number, weights)
    defects += _idle(book, applying, standing)
    progress("setting every hand", 0.3)
    settings, is_set, unset = _settings(house_way, hands, stands, number)
    defects += unset
    defects += _fouls(book, hands, settings, is_set, weights)
    progress("the worked examples", 0.4)
    defects += _failed_examples(book, examples, settings, is_set)
    moved = []
    for number, alternative in enumerate(book.alternatives):
        progress(f"the rejected reading of {alternative.ruling}", 0.45 + 0.35 * number / len(book.alternatives))
        try:
            moved.append(moved_under(book, alternative, settings, is_set))
        except HousewayError as error:
            defects.append(f"{alternative.ruling}, {alternative.says}: {error}")
    progress("the pay tables", 0.8)
    lines = tuple(_line_counts(book, settings, is_set))
    pushes = tuple(_push_counts(book, settings, is_set))
    if is_set.all():
        empty = [line for line in lines if 0 in (line.hands, line.dealers)]
        defects += [f"{line.what}: no hand is paid on this line" for line in empty]
        defects += [f"{push.says}: no hand of the dealer does this" for push in pushes if not push.hands]
    rulings = sorted(book.rulings, key=lambda ruling: ruling.order)
    order = {ruling.id: place for place, ruling in enumerate(rulings)}
    report = Report(
        book=book.id,
        hands=int(weights.sum()),
        shapes=len(weights),
        clauses=_clause_counts(book, stands, weights),
        lines=lines,
        moved=tuple(sorted(moved, key=lambda found: order.get(found.ruling, len(order)))),
        rulings=tuple(order),
        pushes=pushes,
        settings=_fingerprint(hands, settings) if is_set.all() else "",
        examples=len(examples),
        terms=pinned_terms(book),
        is_pinned=pinned is not None,
    )
    if report.hands != book.number_of_hands:
        defects.append(f"{report.hands:,} hands were counted, but the deck deals {book.number_of_hands:,}")
    if pinned is not None:
        defects += differences(pinned, report.pins())
    progress("done", 1)
    return replace(report, defects=tuple(dict.fromkeys(defects)))


def _not_exactly_one(
    book: Rulebook, standing: Truth, number: NDArray[np.int16], weights: NDArray[np.int64]
) -> Iterator[str]:
    """One sentence for each set of clauses that conflict, and one for the hands that no clause covers."""
    silent = np.flatnonzero(number == 0)
    if len(silent):
        hands = int(weights[silent].sum())
        yield f"no clause covers {counted(hands, 'hand')}, the lowest {_drawn(book.shapes.hands[silent[0]])}"
    wrong = np.flatnonzero(number > 1)
    packed = np.packbits(standing[:, wrong], axis=0)
    _, first, group = np.unique(packed, axis=1, return_index=True, return_inverse=True)
    for place in np.argsort(first):
        columns = wrong[group.ravel() == place]
        cites = [clause.cite for clause, stands in zip(book.clauses, standing[:, columns[0]], strict=True) if stands]
        hands = int(weights[columns].sum())
        lowest = _drawn(book.shapes.hands[columns[0]])
        yield f"{' and '.join(cites)} {both(cites)} apply to {counted(hands, 'hand')}, the lowest {lowest}"


def _idle(book: Rulebook, applying: Truth, standing: Truth) -> Iterator[str]:
    numbers = {clause.cite: number for number, clause in enumerate(book.clauses)}
    for clause, applies, stands in zip(book.clauses, applying, standing, strict=True):
        if not stands.any():
            yield f"{clause.cite}: decides no hand"
        for cite in clause.exception_to:
            if cite in numbers and not (applies & applying[numbers[cite]]).any():
                yield f"{clause.cite}: is an exception to {cite}, but they never apply to the same hand"


def _settings(
    house_way: HouseWay, hands: Hands, stands: list[NDArray[np.intp]], number: NDArray[np.int16]
) -> tuple[Settings, Truth, list[str]]:
    """The setting of every hand that exactly one clause decides, and which hands those are."""
    clause = np.zeros(len(hands), dtype=np.int16)
    split = np.zeros(len(hands), dtype=np.int8)
    is_set = np.zeros(len(hands), dtype=bool)
    defects = []
    for place, decided in enumerate(house_way.clauses):
        rows = stands[place]
        rows = rows[number[rows] == 1]
        best = split_where_applies(decided, hands)[rows]
        nothing = rows[best == NO_SPLIT]
        if len(nothing):
            lowest = _drawn(hands.cards[nothing[0]])
            defects.append(
                f"{decided.cite}: permits no low hand for {counted(len(nothing), 'shape')}, the lowest {lowest}"
            )
        clause[rows] = place
        split[rows] = np.where(best == NO_SPLIT, 0, best)
        is_set[rows] = best != NO_SPLIT
    return Settings(clause, split), is_set, defects


def _fouls(
    book: Rulebook, hands: Hands, settings: Settings, is_set: Truth, weights: NDArray[np.int64]
) -> Iterator[str]:
    foul = is_set & ~hands.legal[np.arange(len(hands)), settings.split]
    for number in np.unique(settings.clause[foul]):
        rows = np.flatnonzero(foul & (settings.clause == number))
        cite, count = book.clauses[number].cite, int(weights[rows].sum())
        yield f"{cite}: sets a foul in {counted(count, 'hand')}, the lowest {_drawn(hands.cards[rows[0]])}"


def _failed_examples(book: Rulebook, examples: tuple[Example, ...], settings: Settings, is_set: Truth) -> Iterator[str]:
    for example in examples:
        try:
            setting = _set_example(book, example, settings, is_set)
        except HousewayError as error:
            yield f"{example.place}: {error}"
            continue
        wanted = book.rank_of(example.low), book.rank_of(example.high)
        if (setting.low_rank, setting.high_rank) != wanted:
            low = draw_cards(setting.low)
            yield f"{example.place}: {example.clause} has {draw_cards(example.low)} low, the book plays {low}"
        elif setting.clause != example.clause:
            yield f"{example.place}: {example.clause} should decide {draw_cards(example.hand)}, not {setting.clause}"


def _set_example(book: Rulebook, example: Example, settings: Settings, is_set: Truth) -> Setting:
    """Look up the example among the settings of every shape; if it has none or a foul, setting it raises the reason."""
    cards = book.read_hand(example.hand)
    row, shape, _ = book.shapes.find_one([card.index for card in cards])
    if not is_set[shape] or not book.shape_hands.legal[shape, settings.split[shape]]:
        return book.set(example.hand)
    return book.setting(cards, np.array(row, dtype=np.uint8), settings, shape)


def _clause_counts(
    book: Rulebook, stands: list[NDArray[np.intp]], weights: NDArray[np.int64]
) -> tuple[ClauseCount, ...]:
    counts = []
    for clause, rows in zip(book.clauses, stands, strict=True):
        lowest = tuple(CARDS[card] for card in book.shapes.hands[rows[0]][::-1]) if len(rows) else ()
        counts.append(ClauseCount(clause.cite, int(weights[rows].sum()), lowest))
    return tuple(counts)


def moved_under(book: Rulebook, alternative: Alternative, settings: Settings, is_set: Truth | None = None) -> Moved:
    """Count hands whose low hand has different ranks under the alternative.

    `settings` are the book's own, for every shape; `is_set` leaves out shapes that it cannot set.

    >>> import houseway.books
    >>> book = houseway.books.get("five-card")
    >>> moved_under(book, book.alternatives[0], book.compiled).hands
    187488
    """
    hands = book.shape_hands
    applies = HouseWay(alternative.clauses).applying(hands).any(axis=0)
    rows = np.flatnonzero(applies if is_set is None else applies & is_set)
    few = hands.take(rows)
    here = np.arange(len(rows))
    before = few.lows[here, settings.split[rows]]
    after = few.lows[here, book.under(alternative).house_way.decide(few).split]
    return Moved(alternative.ruling, alternative.says, int(book.shapes.weights[rows[before != after]].sum()))


def _line_counts(book: Rulebook, settings: Settings, is_set: Truth) -> Iterator[LineCount]:
    dealt, weights = book.refined_hands
    for wager in book.side_wagers:
        judged, number = dealt, weights
        if wager.judged in AS_SET:
            judged = part_judged(wager.judged, book.shape_hands, settings.split)
            number = book.shapes.weights * is_set
        for table in wager.pay_tables:
            if wager.judged is Judged.TOGETHER:
                yield from _counts_together(wager, table, dealt, weights)
                continue
            paid = table.line_of(judged)
            rows = np.flatnonzero(paid >= 0)
            paid_on = np.bincount(paid[rows], number[rows], len(table.lines))  # exact: far below 2 ** 53
            for line, hands in zip(table.lines, map(int, paid_on), strict=True):
                yield LineCount(wager.name, table.name, line.name, line.pays, line.envy, hands)


def _counts_together(
    wager: SideWager, table: PayTable, dealt: Hands, weights: NDArray[np.int64]
) -> Iterator[LineCount]:
    mine, theirs = player_lines(table, dealt), dealer_lines(table, dealt)
    for index, line in enumerate(table.lines):
        hands, dealers = (int(weights[lines >> index & 1 == 1].sum()) for lines in (mine, theirs))
        yield LineCount(wager.name, table.name, line.name, line.pays, line.envy, hands, dealers)


def _push_counts(book: Rulebook, settings: Settings, is_set: Truth) -> Iterator[PushCount]:
    for push in book.main.pushes:
        held = part_judged(push.judged, book.shape_hands, settings.split).hold(push.when)
        yield PushCount(push.says, int(book.shapes.weights[held & is_set].sum()))


def _fingerprint(hands: Hands, settings: Settings) -> str:
    """A fingerprint of the ranks of both hands of every shape as set."""
    rows = np.arange(len(hands))
    ranks = np.stack([hands.lows[rows, settings.split], hands.highs[rows, settings.split]]).astype("<i2")
    return hashlib.sha256(ranks.tobytes()).hexdigest()[:32]


def _drawn(row: NDArray[np.uint8]) -> str:
    return draw_cards([CARDS[card] for card in row[::-1]])
