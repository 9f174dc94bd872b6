"""A book as the arrays that whole rounds are played with.

Here: for every shape of hand what it is worth to the dealer and to a player, and which kind of hand it is for the pay
tables; and the arrays that rounds are counted in. Not here: dealing and counting (`kernels`), or what the counts mean
in money (`money`).

Hands that no pay table tells apart are of one kind: the kernel counts kinds, and pairs of kinds at two positions, and
never sees a payout. Shapes are numbered as `Shapes.refined` numbers them, because a pay line may need that detail.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards.shapes import JOKER_KEY, RANK_KEYS, SUIT_COUNTS, Shapes
from houseway.errors import Refused
from houseway.maths.cache import Cache
from houseway.maths.count.side_wagers import judged_hands
from houseway.maths.set_hands import SetHands, Worth, copy_reach, reach
from houseway.maths.simulate import packing as bits
from houseway.maths.simulate.packing import CARD_SHIFT, LIMBS, SUIT_SHIFT
from houseway.maths.worth import cached_settings, undominated
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.together import Lines, line_together, player_lines
from houseway.rulebook.together import dealer_lines as dealer_lines_of
from houseway.rulebook.wagers import AS_SET, DEALERS, Judged, PayTable, SideWager

Kinds = NDArray[np.int64]
Counts64 = NDArray[np.int64]
MOST_SETS = 127
"""The most different sets of lines of a wager judged on two hands: a kind of hand is kept in eight bits for each."""
MOST_ENVY = 1 << 31
"""The limit, in cents, on what all positions of a round receive together: the square is kept in 62 bits."""


class Column(NamedTuple):
    """A side wager under one of its pay tables."""

    side: SideWager
    pays: PayTable


class Together(NamedTuple):
    """A side wager judged on two hands together, under one of its pay tables."""

    column: Column
    lines: NDArray[np.int64]
    """lines[g, a]: the line that pays a player's hand of a kind with a dealer's hand of a group, or -1."""


class Dealing(NamedTuple):
    """The deck as the kernel shuffles it."""

    deck: NDArray[np.uint64]
    uneven: NDArray[np.uint64]
    """For each hand in turn, how many words there are beyond a multiple of the ordered hands that can be dealt."""
    dealt: int


class ShapeArrays(NamedTuple):
    """How a kernel finds the place of a hand: plain hands, without a possible flush, come first."""

    flush: int
    plain_shifts: NDArray[np.uint16]
    plain_size: int
    flush_shifts: NDArray[np.uint16]
    flush_size: int
    matched: NDArray[np.int32]
    """For each place of a flush, the place if the two cards outside it share a suit; plain places are not counted."""


class HandArrays(NamedTuple):
    """What the hand at each place is."""

    records: NDArray[np.int64]
    """One number per place; `kernels` defines its bits."""
    choices: Worth
    """The numbers a player who sees the dealer's hand first can choose from: `number << 1`, plus 1 if more follow."""
    together: Counts64
    """For each kind of dealer's hand, its group for the wagers judged on two hands together."""
    copy_reach: int
    """A dealer's worth is the record's number less this (`set_hands.copy_reach`)."""


class EnvyArrays(NamedTuple):
    """What hands pay to other players."""

    pays_others: NDArray[np.uint8]
    """Whether a hand of a kind can pay any other player anything."""
    cents: Counts64
    """cents[pay table, kind of the other's hand, kind of mine, kind of the dealer's]."""


class Counts(NamedTuple):
    """What is counted over rounds: views of one flat array."""

    main: Counts64
    """main[wins, losses]: rounds in which that many positions won and lost."""
    kinds: Counts64
    """kinds[g, a]: positions with a hand of a kind, by the group of the dealer's hand."""
    pairs: Counts64
    """pairs[g, a, b]: two positions of a round with hands of these kinds, the earlier position first."""
    dealers: Counts64
    envy_rounds: Counts64
    """For each pay table, the rounds in which anybody received something."""
    envy_paid: Counts64
    """envy_paid[pay table, kind]: how often a position was paid for a hand of a kind."""
    envy_sum: Counts64
    envy_squares: Counts64
    """The sums of what all positions received in a round, and of its square, in limbs."""


@dataclass(frozen=True, eq=False)
class Tables:
    """Everything a kernel needs from a book, and what its kinds mean."""

    deck: NDArray[np.uint64]
    every: Shapes
    numbered: Counts64
    """The record of every hand by its number among the refined shapes."""
    choices: Worth
    group_of: Counts64
    """For each kind of dealer's hand, its group for the wagers judged on two hands together."""
    envy: EnvyArrays
    columns: tuple[Column, ...]
    """The wagers judged on the player's cards."""
    lines: NDArray[np.int8]
    """lines[column, kind]: the line that pays a hand of a kind, or -1."""
    dealer_columns: tuple[Column, ...]
    """The wagers judged on the dealer's cards or low hand."""
    dealer_lines: NDArray[np.int8]
    together: tuple[Together, ...]
    """The wagers judged on two hands together."""
    envy_columns: tuple[int, ...]
    """Which of `columns` pay an Envy Bonus."""

    @property
    def shapes(self) -> ShapeArrays:
        """How the place of a hand is found."""
        return shape_arrays(self.every)[0]

    @functools.cached_property
    def hands(self) -> HandArrays:
        """What the hand at each place is."""
        _, places = shape_arrays(self.every)
        records = np.zeros(int(places.max()) + 1, dtype=np.int64)
        records[places] = self.numbered
        return HandArrays(records, self.choices, self.group_of, copy_reach())

    def counted(self, positions: int) -> Counts64:
        """A flat array of zeros for the counts of rounds with this many positions."""
        return np.zeros(sum(int(np.prod(shape)) for shape in self._layout(positions)), dtype=np.int64)

    def views(self, flat: Counts64, positions: int) -> Counts:
        """The same array as named views."""
        parts, at = [], 0
        for shape in self._layout(positions):
            size = int(np.prod(shape))
            parts.append(flat[at : at + size].reshape(shape))
            at += size
        return Counts(*parts)

    def _layout(self, positions: int) -> Sequence[tuple[int, ...]]:
        groups = int(self.group_of.max()) + 1
        kinds, dealers, envy = self.lines.shape[1], self.dealer_lines.shape[1], len(self.envy_columns)
        return (
            (positions + 1, positions + 1),
            (groups, kinds),
            (groups, kinds, kinds),
            (dealers,),
            (envy,),
            (envy, kinds),
            (envy, LIMBS),
            (envy, LIMBS),
        )


def tables_of(book: Rulebook, cache: Cache | None = None) -> Tables:
    """Run the clauses and the pay lines over every shape."""
    columns = _columns(book, (Judged.PLAYER_CARDS,))
    dealer_columns = _columns(book, DEALERS)
    envy_columns = tuple(i for i, column in enumerate(columns) if any(line.envy for line in column.pays.lines))
    parents = np.concatenate([np.arange(len(book.shapes.keys)), book.shapes.split])
    lines = [_lines(book, column, parents) for column in columns]
    dealers = [_lines(book, column, parents) for column in dealer_columns]
    joint = _columns(book, (Judged.TOGETHER,))
    hands, _ = book.refined_hands
    mine, theirs = ([_numbered(of(column.pays, hands)) for column in joint] for of in (player_lines, dealer_lines_of))
    kind_lines, kinds = _kinds([*lines, *(codes for codes, _ in mine)], len(parents))
    of_dealers = [*dealers, *(lines[i] for i in envy_columns)]
    dealer_lines, dealer_kinds = _kinds([*of_dealers, *(codes for codes, _ in theirs)], len(parents))
    groups, group_of = _groups(dealer_lines[len(of_dealers) :])
    together = [
        Together(column, _lines_together(column.pays, bits, dealer_bits, kind_lines[len(lines) + i], groups[i]))
        for i, (column, (_, bits), (_, dealer_bits)) in enumerate(zip(joint, mine, theirs, strict=True))
    ]
    numbered, choices = _records(book, cached_settings(book, cache), kinds, dealer_kinds, parents)
    return Tables(
        deck=deck_words(book),
        every=book.shapes,
        numbered=numbered,
        choices=choices,
        group_of=group_of.astype(np.int64),
        envy=_envy(
            book,
            [columns[i].pays for i in envy_columns],
            kind_lines[list(envy_columns)],
            dealer_lines[len(dealers) : len(of_dealers)],
        ),
        columns=columns,
        lines=kind_lines[: len(lines)],
        dealer_columns=dealer_columns,
        dealer_lines=dealer_lines[: len(of_dealers)],
        together=tuple(together),
        envy_columns=envy_columns,
    )


def _columns(book: Rulebook, judged: tuple[Judged, ...]) -> tuple[Column, ...]:
    return tuple(Column(side, pays) for side in book.side_wagers if side.judged in judged for pays in side.pay_tables)


def _lines(book: Rulebook, column: Column, parents: NDArray[np.intp]) -> NDArray[np.int8]:
    """The pay line of every numbered hand."""
    hands, _ = judged_hands(book, column.side)
    lines = column.pays.line_of(hands)
    return lines[parents] if column.side.judged in AS_SET else lines


def _numbered(lines: Lines) -> tuple[NDArray[np.int8], list[int]]:
    """The different sets of lines that hands satisfy, and the number of each hand's."""
    found, numbers = np.unique(lines, return_inverse=True)
    if len(found) > MOST_SETS:
        raise Refused(f"a wager judged on two hands together distinguishes more than {MOST_SETS} kinds of hands")
    return numbers.astype(np.int8), found.tolist()


def _groups(codes: NDArray[np.int8]) -> tuple[NDArray[np.int8], NDArray[np.intp]]:
    """The different combinations, groups[column, group], and the group of each kind of dealer's hand."""
    if not len(codes):
        return codes[:, :1], np.zeros(codes.shape[1], dtype=np.intp)
    groups, group_of = np.unique(codes, axis=1, return_inverse=True)
    return groups, group_of.ravel()


def _lines_together(
    pays: PayTable, mine: list[int], theirs: list[int], kinds: NDArray[np.int8], groups: NDArray[np.int8]
) -> NDArray[np.int64]:
    """The line for every group of dealer's hands and every kind of player's hands."""
    return np.array([[line_together(pays, mine[kind], theirs[group]) for kind in kinds] for group in groups])


def _kinds(columns: Sequence[NDArray[np.int8]], numbers: int) -> tuple[NDArray[np.int8], Kinds]:
    """The different combinations of pay lines, lines[column, kind], and the kind of each numbered hand."""
    kinds = np.zeros(numbers, dtype=np.int64)
    for lines in columns:
        both = kinds << 8 | (lines.astype(np.int64) + 1)
        occurs = np.zeros(int(both.max()) + 1, dtype=bool)  # the numbers are small: nothing has to be sorted
        occurs[both] = True
        kinds = (np.cumsum(occurs) - 1)[both]
    examples = np.empty(int(kinds.max()) + 1, dtype=np.int64)
    examples[kinds] = np.arange(numbers)
    found = np.array([lines[examples] for lines in columns], dtype=np.int8).reshape(len(columns), len(examples))
    return found, kinds


def _records(
    book: Rulebook, settings: SetHands, kinds: Kinds, dealer_kinds: Kinds, parents: NDArray[np.intp]
) -> tuple[Counts64, Worth]:
    """The record of every numbered hand, and the numbers to choose from."""
    if max(kinds.max(), dealer_kinds.max()) > bits.KIND_MASK:
        raise Refused(f"{book.id}: its pay tables distinguish more than {bits.KIND_MASK + 1} kinds of hands")
    record = reach(settings.worth).astype(np.int64) | settings.fails * np.int64(bits.FAILS)
    choices = np.zeros(1, dtype=np.int32)
    if book.procedure.dealer_exposed:
        first, settable = undominated(book.shape_hands)
        follows = np.ones(len(settable), dtype=np.int32)
        follows[first[1:] - 1] = 0
        choices = np.concatenate([choices, reach(settable) << 1 | follows])
        record |= (first[:-1].astype(np.int64) + 1) << bits.CHOICES_SHIFT
    return record[parents] | kinds << bits.KIND_SHIFT | dealer_kinds << bits.DEALER_SHIFT, choices


def deck_words(book: Rulebook) -> NDArray[np.uint64]:
    """The deck of a book, one number for each card (`kernels`)."""
    return np.array(
        [
            RANK_KEYS[card.index] + (SUIT_COUNTS[card.index] << SUIT_SHIFT) + (card.index << CARD_SHIFT)
            for card in book.deck.cards
        ],
        dtype=np.uint64,
    )


@functools.lru_cache(maxsize=4)
def shape_arrays(shapes: Shapes) -> tuple[ShapeArrays, NDArray[np.int64]]:
    """How the places of hands are found, and the place of every numbered hand.

    Nearly all hands dealt have no possible flush, so their places come first, close together in memory.
    """
    from houseway.maths.simulate.perfect_hash import lay_out

    is_plain = shapes.keys < 2 * JOKER_KEY
    plain, flush = lay_out(shapes.keys[is_plain]), lay_out(shapes.keys[~is_plain])
    places = np.zeros(len(shapes.keys), dtype=np.int64)
    places[is_plain], places[~is_plain] = plain.places, plain.size + flush.places
    of_matched = plain.size + flush.size + np.arange(len(shapes.split))
    matched = np.arange(flush.size, dtype=np.int32)
    matched[places[shapes.split] - plain.size] = of_matched - plain.size
    found = ShapeArrays(shapes.flush, plain.shifts, plain.size, flush.shifts, flush.size, matched)
    return found, np.concatenate([places, of_matched])


def _envy(
    book: Rulebook, tables: Sequence[PayTable], lines: NDArray[np.int8], dealer_lines: NDArray[np.int8]
) -> EnvyArrays:
    """What the pay tables' own envy rule pays for every three kinds of hands."""
    kinds, dealers = lines.shape[1], dealer_lines.shape[1]
    cents = np.zeros((len(tables), kinds, kinds, dealers), dtype=np.int64)
    for number, pays in enumerate(tables):
        known = range(-1, len(pays.lines))
        of_lines = np.array(
            [[[pays.envy(other, mine=[mine], dealer=dealer) for dealer in known] for mine in known] for other in known]
        )
        if of_lines.max() * 30 >= MOST_ENVY:
            raise Refused(f"{book.id}: an Envy Bonus of {of_lines.max():,} cents is too large to simulate")
        cents[number] = of_lines[np.ix_(lines[number] + 1, lines[number] + 1, dealer_lines[number] + 1)]
    pays_others = np.asarray(cents.any(axis=(0, 2, 3)), dtype=np.uint8)
    return EnvyArrays(pays_others, cents)
