"""Conditions and low hands as text: what is written reads back as it was, and no text can do any harm."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway import books
from houseway.errors import BadBook
from houseway.rulebook import terms
from houseway.rulebook.conditions import Condition, Pattern
from houseway.rulebook.data.expressions import read_expression
from houseway.rulebook.data.phrases import write_expression
from houseway.rulebook.data.reading import read_book
from houseway.rulebook.data.words import Parameter, roots, words
from houseway.rulebook.data.writing import as_toml
from houseway.rulebook.lows import Low
from houseway.rulebook.ranks import Rank, Ranks

QUICK = settings(max_examples=25, deadline=None, derandomize=True, database=None)
FIVE = as_toml(books.get("five-card"))


def _refusal(read: Callable[[], Any]) -> str | None:
    """The sentence with which something is refused, if it is; any other exception is a defect."""
    try:
        read()
    except BadBook as refused:
        return str(refused)
    return None


def test_every_term_is_a_word() -> None:
    assert set(words()) == set(terms.__all__) - {"Ranks"}
    assert set(roots()) == {Condition, Low}


def _given(each: Parameter) -> st.SearchStrategy[Any]:
    """Values that a word takes."""
    if each.type in roots():
        return _values(each.type, 1)
    if each.type is Ranks:
        return st.tuples(st.integers(2, 14), st.integers(2, 14)).map(lambda ends: Ranks(min(ends), max(ends)))
    if isinstance(each.type, type) and issubclass(each.type, enum.Enum):
        return st.sampled_from(list(each.type))
    return st.integers(2, 14) if each.type == Rank else st.integers(2, 5)


def _made(name: str) -> st.SearchStrategy[Any]:
    word = words()[name]
    positional = [_given(each) for each in word.parameters if not each.by_name and not each.several]
    several = [st.lists(_given(each), min_size=1, max_size=3) for each in word.parameters if each.several]
    by_name = {each.name: _given(each) for each in word.parameters if each.by_name}
    return st.builds(
        lambda some, more, named: word.make(*some, *more, **named),
        st.tuples(*positional),
        several[0] if several else st.just(()),
        st.fixed_dictionaries(by_name),
    )


def _values(root: type, deep: int) -> st.SearchStrategy[Any]:
    words_of = st.sampled_from([name for name, word in words().items() if word.yields is root])
    one = words_of.flatmap(_made) if deep else words_of.filter(lambda name: not words()[name].parameters).flatmap(_made)
    if not deep:
        return one
    return st.recursive(
        one,
        lambda inner: (
            st.builds(lambda a, b: a & b, inner, inner)
            | st.builds(lambda a, b: a | b, inner, inner)
            | st.builds(lambda a: ~a, inner)
        ),
        max_leaves=5,
    )


@QUICK
@given(st.data())
def test_what_is_written_reads_back_as_it_was(data: st.DataObject) -> None:
    root = data.draw(st.sampled_from(roots()))
    value = data.draw(_values(root, 1))
    assert read_expression(write_expression(value, root), root) == value


@pytest.mark.parametrize("name", [name for name, word in words().items() if word.yields is not Ranks])
def test_every_word_is_used_to_write_what_it_makes(name: str) -> None:
    """With values of its own, so that no other word would do."""
    word, runs = words()[name], iter([Ranks(3, 5), Ranks(4, 9)])
    some: dict[Any, Any] = {Ranks: lambda: next(runs), Condition: lambda: terms.joker, Low: lambda: terms.pair}
    taken = [some[each.type]() if each.type in some else 3 if each.type in (int, Rank) else list(each.type)[3]
             for each in word.parameters]  # fmt: skip
    by_name = {each.name: value for each, value in zip(word.parameters, taken, strict=True) if each.by_name}
    value = word.make(*[part for each, part in zip(word.parameters, taken, strict=True) if not each.by_name], **by_name)
    text = write_expression(value, word.yields)
    assert text.partition("(")[0] == name
    assert read_expression(text, word.yields) == value


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("a | b & c", "a | (b & c)"),
        ("~a & b", "(~a) & b"),
        ("a & b & c", "(a & b) & c"),
        ("a & (b & c)", "a & (b & c)"),
        (" two_pairs ( first = 2-6 ,second=K )\n&made", "two_pairs(2-6, KINGS) & made"),
        ("no_pair()", "no_pair"),
        ("single(T-A)", "single(10-14)"),
    ],
)
def test_how_text_is_read(text: str, same: str) -> None:
    def with_words(pattern: str) -> str:
        return re.sub(r"\b[abc]\b", lambda letter: {"a": "joker", "b": "made", "c": "no_pair"}[letter[0]], pattern)

    one, other = (read_expression(with_words(each), Condition) for each in (text, same))
    assert one == other
    assert read_expression(write_expression(one, Condition), Condition) == one


def test_a_book_may_name_ranks() -> None:
    assert read_expression("single(LOW)", Condition, {"LOW": Ranks(2, 6)}) == terms.single(Ranks(2, 6))


def test_what_has_no_word_is_refused_in_one_sentence() -> None:
    with pytest.raises(BadBook, match="no word of book files writes the condition"):
        write_expression(Pattern(((4, Ranks(2, 3)), (4, Ranks(2, 3)))), Condition)


_SIGNS = [*"()&|~,=-", "2", "10", "99999999999", "J", "ROYAL_FLUSH", "LOW", "three=", " ", "\n", "and", "'", "é", "\0"]
_SCRAPS = st.sampled_from([*words(), *_SIGNS])


@QUICK
@given(
    st.lists(_SCRAPS, max_size=12).map("".join) | st.text('aA_ 2-(&~,=."\\\n', max_size=20),
    st.sampled_from([Condition, Low]),
)
def test_any_text_is_read_or_refused(text: str, root: type) -> None:
    assert _refusal(lambda: read_expression(text, root)) != ""


_VALUES = st.sampled_from(
    [
        "7",
        "-1",
        "0x" + "f" * 5000,
        '""',
        '"x"',
        "[]",
        "[[]]",
        "{}",
        "true",
        "0.5",
        "inf",
        "1979-05-27",
        '"2-6"',
        "'anything'",
    ]
)


@QUICK
@given(st.data())
def test_a_book_with_any_key_changed_is_read_or_refused_by_line(data: st.DataObject) -> None:
    """Any line dropped, doubled, or given another value: a book, or one sentence that names a line."""
    lines = FIVE.splitlines()
    for _ in range(data.draw(st.integers(1, 2))):
        at = data.draw(st.integers(0, len(lines) - 1))
        key, is_pair, _rest = lines[at].partition(" = ")
        change = data.draw(st.sampled_from(["drop", "double", "value", "key"]))
        if change == "drop":
            lines[at] = ""
        elif change == "double":
            lines[at] += "\n" + lines[at]
        elif is_pair:
            lines[at] = f"{key} = {data.draw(_VALUES)}" if change == "value" else lines[at].replace(key, key[::-1], 1)
    said = _refusal(lambda: read_book("\n".join(lines).encode(), "x.toml", books.get))
    assert said is None or said.startswith("x.toml, line ")
    assert "\n" not in (said or "")
