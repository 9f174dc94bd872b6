"""The words that conditions and low hands are made of, as a page offers them: in groups, by name, with their fields.

Here: the group and the label of every word, and the values its fields may have, tried out with the word itself. Not
here: the words (`rulebook.terms`), or what they mean.
"""

from __future__ import annotations

import enum
import functools
import inspect
from typing import Any

import msgspec

from houseway.cards.card import rank_word
from houseway.errors import BadBook
from houseway.rulebook.data.expressions import read_expression
from houseway.rulebook.data.trees import Taken, Tree, tree_of
from houseway.rulebook.data.words import Parameter, Word, roots, type_name, words
from houseway.rulebook.ranks import Rank, Ranks

_LABELS = {
    "Cards held more than once": {
        "no_pair": "No pair", "one_pair": "One pair", "two_pairs": "Two pairs", "three_pairs": "Three pairs",
        "three_of_a_kind": "Three of a kind", "two_threes_of_a_kind": "Two threes of a kind",
        "full_house": "Three of a kind and a pair", "three_and_two_pairs": "Three of a kind and two pairs",
        "four_of_a_kind": "Four of a kind", "four_with_pair": "Four of a kind and a pair",
        "four_with_three": "Four of a kind and three of a kind", "five_of_a_kind": "Five aces",
        "five_with_pair": "Five aces and a pair",
    },
    "Single cards and the Joker": {
        "single": "A single card of", "holding": "Any card of", "top": "The highest card is", "joker": "The Joker held",
    },
    "What the hand can make": {
        "made": "Can make a straight or flush", "can": "Can play low",
        "five_card_hand": "The five cards together are",
        "straight_flush_throughout": "All cards are one straight flush",
    },
    "Any hand": {"anything": "Any hand", "naturals": "Without the Joker"},
    "Single cards": {
        "singles": "Two single cards", "single_number": "With a single card", "card_of": "With a card of",
        "top_of_six_card_straight": "With the top of a six-card straight",
    },
    "Pairs": {"pair": "A pair", "pair_of": "A pair of", "pair_from": "Two of a rank held several times"},
    "What stays high": {
        "leaving_made": "Leaving a straight or flush", "leaving_highest_made": "Leaving the highest straight or flush",
        "leaving": "Leaving one of these", "two_no_pair_hands": "Two hands without a pair",
    },
    "Any low hand": {"any_legal": "Any legal low hand", "of_one_suit": "Two natural cards of one suit"},
}  # fmt: skip
_FIELDS = {
    "ranks": "", "first": "", "second": "and", "three": "three of a kind of", "pair_of": "pair of", "rank": "",
    "low": "", "term": "", "category": "", "categories": "", "times": "held", "nth": "the",
}  # fmt: skip
_NTH = (
    "highest", "second highest", "third highest", "fourth highest", "fifth highest", "sixth highest",
    "seventh highest",
)  # fmt: skip
_TIMES = {2: "twice", 3: "three times", 4: "four times", 5: "five times"}


class OfferedValue(msgspec.Struct, frozen=True, kw_only=True):
    """A value that a field may have."""

    value: str
    label: str


class OfferedField(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a word."""

    name: str
    kind: str
    """`ranks`, `rank`, `number`, `category`, `condition` or `low hand`."""
    label: str
    by_name: bool
    several: bool
    values: tuple[OfferedValue, ...] = ()


class Phrase(msgspec.Struct, frozen=True, kw_only=True):
    """A condition or a low hand taken apart: parts under a sign (`&`, `|`, `~`), or a word with what it takes."""

    says: str
    sign: str = ""
    parts: tuple[Phrase, ...] = ()
    word: str = ""
    takes: tuple[PhraseField, ...] = ()


class PhraseField(msgspec.Struct, frozen=True, kw_only=True):
    """What a word takes: text as the file has it, or another phrase."""

    name: str
    text: str
    phrase: Phrase | None = None


class OfferedWord(msgspec.Struct, frozen=True, kw_only=True):
    """A word with the group it is listed in, its fields, and how it looks when it is chosen."""

    word: str
    kind: str
    """`condition` or `low hand`."""
    group: str
    label: str
    meaning: str
    fields: tuple[OfferedField, ...]
    sample: Phrase


def phrase_of(value: Any, root: type) -> Phrase:
    """A condition or a low hand taken apart."""
    return _phrase(tree_of(value, root))


def _phrase(tree: Tree) -> Phrase:
    return Phrase(
        says=tree.says,
        sign=tree.sign,
        parts=tuple(map(_phrase, tree.parts)),
        word=tree.word,
        takes=tuple(_field(each) for each in tree.takes),
    )


def _field(taken: Taken) -> PhraseField:
    return PhraseField(name=taken.name, text=taken.text, phrase=_phrase(taken.tree) if taken.tree else None)


@functools.cache
def offered() -> tuple[OfferedWord, ...]:
    """Every word of conditions and low hands, group by group."""
    known = words()
    return tuple(
        _offered(known[name], group, label) for group, labels in _LABELS.items() for name, label in labels.items()
    )


def _offered(word: Word, group: str, label: str) -> OfferedWord:
    fields = tuple(_offered_field(word, place) for place in range(len(word.parameters)))
    return OfferedWord(
        word=word.name,
        kind=type_name(word.yields),
        group=group,
        label=label,
        meaning=word.meaning,
        fields=fields,
        sample=phrase_of(_made(word, {}), word.yields),
    )


def _offered_field(word: Word, place: int) -> OfferedField:
    taken = word.parameters[place]
    kind = _kind(taken)
    return OfferedField(
        name=taken.name,
        kind=kind,
        label=_FIELDS[taken.name],
        by_name=taken.by_name,
        several=taken.several,
        values=tuple(_values(word, taken, kind)),
    )


def _kind(taken: Parameter) -> str:
    return "category" if inspect.isclass(taken.type) and issubclass(taken.type, enum.Enum) else type_name(taken.type)


def _values(word: Word, taken: Parameter, kind: str) -> list[OfferedValue]:
    """The values that a field may have, each with what people call it."""
    if kind in ("rank", "ranks"):
        letters = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
        return [OfferedValue(value=text, label=rank_word(rank)) for rank, text in enumerate(letters, 2)]
    if kind == "category":
        return [OfferedValue(value=each.name, label=each.with_article) for each in taken.type]
    if kind != "number":
        return []
    fit = [number for number in range(1, len(_NTH) + 1) if _fits(word, {taken.name: number})]
    named = _TIMES if taken.name == "times" else dict(enumerate(_NTH, 1))
    return [OfferedValue(value=str(number), label=named[number]) for number in fit]


def _fits(word: Word, given: dict[str, Any]) -> bool:
    try:
        _made(word, given)
    except BadBook:
        return False
    return True


def _made(word: Word, given: dict[str, Any]) -> Any:
    """The word with some of what it takes, the rest as a page begins with it."""
    if not word.parameters:
        return word.make()
    numbers = iter((2, 1) if word.name == "pair_from" else (1, 2))
    values = {each.name: given.get(each.name, _first(each, numbers)) for each in word.parameters}
    by_name = {each.name: values[each.name] for each in word.parameters if each.by_name}
    return word.make(*(values[each.name] for each in word.parameters if not each.by_name), **by_name)


def _first(taken: Parameter, numbers: Any) -> Any:
    if taken.type is int:
        return next(numbers)
    if not taken.required and not taken.several:
        return taken.default
    if taken.type in roots():
        return read_expression("made" if type_name(taken.type) == "condition" else "pair", taken.type)
    if taken.type is Ranks:
        return Ranks(14, 14)
    return 14 if taken.type == Rank else next(iter(taken.type))
