"""Reading a condition or a low hand from text such as `two_pairs(2-6, J-A) & single(ACES)`.

Here: a small parser of our own, into the closed vocabulary of `words` and nothing else. Not here: writing such text
(`phrases`), or where in a file it stands (`reading`).

    expression   all ("|" all)*
    all          one ("&" one)*
    one          "~" one | "(" expression ")" | word ["(" values ")"]
    values       [name "="] value ("," [name "="] value)*

A value is an expression, a run of ranks (`2-6`, `10`, `J-K`, `A`, or a name such as `ACES`), a number, or a name such
as `ROYAL_FLUSH`: which of them, the word says.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from houseway.errors import BadBook, did_you_mean, shortened
from houseway.rulebook.data.words import LETTERS, Parameter, Word, named_ranks, roots, type_name, words
from houseway.rulebook.ranks import Rank, Ranks

MOST_CHARACTERS = 4_000
MOST_WORDS = 100
MOST_DEPTH = 20
"""More than any book needs, and little enough that no text can take long to read or to compute."""

_TOKEN = re.compile(r"\s*(?:(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<number>[0-9]+)|(?P<sign>[()&|~,=-])|(?P<end>\Z))")
_SPOKEN = {"and": "&", "or": "|", "not": "~"}


class _Token(NamedTuple):
    kind: str
    text: str

    def __str__(self) -> str:
        return repr(shortened(self.text)) if self.text else "the end"


def read_expression(text: str, root: type, ranks: Mapping[str, Ranks] | None = None) -> Any:
    """A condition or a low hand, whichever `root` says; `ranks` are the runs that the book itself names.

    >>> from houseway.rulebook.conditions import Condition
    >>> str(read_expression("two_pairs(2-6, J-A) & ~single(ACES)", Condition))
    'two pairs, one of twos to sixes and one of jacks to aces; no single ace (or the Joker)'
    """
    return _Parser(text, ranks or {}).whole(root)


def read_run(text: str) -> Ranks:
    """A run of ranks on its own.

    >>> read_run("7-10"), read_run("A")
    (Ranks(lowest=7, highest=10), Ranks(lowest=14, highest=14))
    """
    run: Ranks = _Parser(text, {}).whole(Ranks)
    return run


class _Parser:
    def __init__(self, text: str, ranks: Mapping[str, Ranks]) -> None:
        if len(text) > MOST_CHARACTERS:
            raise BadBook(f"{shortened(text)!r} is longer than {MOST_CHARACTERS:,} characters")
        self._tokens = _tokens(text)
        self._ranks = {**named_ranks(), **ranks}
        self._at = self._words = self._depth = 0

    def whole(self, kind: Any) -> Any:
        value = self._value(kind)
        self._expect("")
        return value

    @property
    def _next(self) -> _Token:
        return self._tokens[self._at]

    def _take(self) -> _Token:
        token = self._next
        self._at += bool(token.text)
        return token

    def _comes(self, text: str) -> bool:
        if self._next.text != text:
            return False
        self._take()
        return True

    def _expect(self, text: str, what: str = "") -> None:
        found = self._next
        if not self._comes(text):
            hint = f"; write {_SPOKEN[found.text]} for {found.text}" if found.text in _SPOKEN else ""
            raise BadBook(f"{what or (repr(text) if text else 'the end')} is expected, not {found}{hint}")

    def _value(self, kind: Any) -> Any:
        if kind in roots():
            return self._any_of(kind)
        if kind is Ranks:
            return self._run()
        if kind == Rank:
            return self._rank(self._take())
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            return self._choice(kind)
        return self._number()

    def _any_of(self, root: type) -> Any:
        value = self._all_of(root)
        while self._comes("|"):
            value = value | self._all_of(root)
        return value

    def _all_of(self, root: type) -> Any:
        value = self._one(root)
        while self._comes("&"):
            value = value & self._one(root)
        return value

    def _one(self, root: type) -> Any:
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise BadBook(f"parentheses and ~ are nested more than {MOST_DEPTH} deep")
        if self._comes("~"):
            value = ~self._one(root)
        elif self._comes("("):
            value = self._any_of(root)
            self._expect(")", "`&`, `|` or `)`")
        else:
            value = self._word(root)
        self._depth -= 1
        return value

    def _word(self, root: type) -> Any:
        self._words += 1
        if self._words > MOST_WORDS:
            raise BadBook(f"there are more than {MOST_WORDS} words")
        token = self._take()
        if token.kind != "name":
            raise BadBook(f"a {type_name(root)} is expected, not {token}")
        word = words().get(token.text)
        if word is None:
            known = [name for name, each in words().items() if each.yields is root]
            hint = f"; write {_SPOKEN[token.text]} for {token.text}" if token.text in _SPOKEN else ""
            raise BadBook(f"there is no {type_name(root)} {token}{hint or did_you_mean(token.text, known)}")
        if word.yields is not root:
            made = "; write can(...) around it" if type_name(word.yields) == "low hand" else ""
            raise BadBook(f"{word.name!r} is a {type_name(word.yields)}, not a {type_name(root)}{made}")
        if not self._comes("("):
            return self._made(word, [], {})
        positional: list[Any] = []
        by_name: dict[str, Any] = {}
        while not self._comes(")"):
            if positional or by_name:
                self._expect(",", f"`,` or `)` after what {word.name} takes")
            self._argument(word, positional, by_name)
        return self._made(word, positional, by_name)

    def _argument(self, word: Word, positional: list[Any], by_name: dict[str, Any]) -> None:
        takes = word.parameters
        if self._next.kind == "name" and self._tokens[self._at + 1].text == "=":
            name = self._take().text
            self._take()
            parameter = next((each for each in takes if each.name == name and not each.several), None)
            if parameter is None:
                known = [each.name for each in takes]
                raise BadBook(f"{word.signature} takes no {name!r}{did_you_mean(name, known)}")
            if name in by_name or parameter in takes[: len(positional)]:
                raise BadBook(f"{word.name} is given {name} twice")
            by_name[name] = self._value(parameter.type)
            return
        if by_name:
            raise BadBook(f"in {word.name}(...) what is named comes last")
        positional.append(self._value(_parameter(word, len(positional)).type))

    def _made(self, word: Word, positional: list[Any], by_name: dict[str, Any]) -> Any:
        given = {each.name for each in word.parameters[: len(positional)]} | by_name.keys()
        missing = [each.name for each in word.parameters if each.required and each.name not in given]
        if missing:
            raise BadBook(f"{word.name} needs {' and '.join(missing)}: {word.signature}")
        return word.make(*positional, **by_name)

    def _run(self) -> Ranks:
        token = self._take()
        if token.kind == "name" and token.text not in LETTERS:
            if token.text not in self._ranks:
                hint = did_you_mean(token.text, self._ranks)
                other = "; write a run such as 2-6 or J-A, or name one under [ranks]"
                raise BadBook(f"there are no ranks {token}{hint if hint.startswith(';') else other}")
            return self._ranks[token.text]
        lowest = self._rank(token)
        return Ranks(lowest, self._rank(self._take()) if self._comes("-") else lowest)

    def _rank(self, token: _Token) -> int:
        if token.text in LETTERS:
            return LETTERS[token.text]
        if token.kind != "number" or not (len(token.text) <= 2 and 2 <= int(token.text) <= 14):
            raise BadBook(f"a rank is 2 to 10, J, Q, K or A, not {token}")
        return int(token.text)

    def _choice(self, kind: type[enum.Enum]) -> enum.Enum:
        token = self._take()
        if token.text not in kind.__members__:
            raise BadBook(f"there is no {type_name(kind)} {token}{did_you_mean(token.text, kind.__members__)}")
        return kind[token.text]

    def _number(self) -> int:
        token = self._take()
        if token.kind != "number" or len(token.text) > 9:
            raise BadBook(f"a whole number is expected, not {token}")
        return int(token.text)


def _tokens(text: str) -> list[_Token]:
    found, at = [], 0
    while True:
        match = _TOKEN.match(text, at)
        if match is None:
            raise BadBook(f"{text[at:].lstrip()[:1]!r} has no meaning here")
        found.append(_Token(match.lastgroup or "", match[match.lastgroup or 0]))
        if match.lastgroup == "end":
            return found
        at = match.end()


def _parameter(word: Word, place: int) -> Parameter:
    takes = [each for each in word.parameters if not each.by_name]
    if takes and takes[-1].several:
        return takes[min(place, len(takes) - 1)]
    if place >= len(takes):
        by_name = [f"{each.name}=" for each in word.parameters if each.by_name]
        hint = f"; name what it takes: {', '.join(by_name)}" if by_name else ""
        raise BadBook(f"{word.signature} does not take so many values{hint}")
    return takes[place]
