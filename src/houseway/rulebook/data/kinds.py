"""What the keys of a book file may hold, derived from the fields of the classes a book is made of.

Here: for each kind of value how it is read from TOML, how it is written, and its JSON Schema. A new field is in all
three as soon as its type is one of these. Not here: the file as a whole (`reading`, `writing`, `schema`).
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import functools
import inspect
import itertools
import re
import textwrap
import types
import typing
from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.errors import BadBook, did_you_mean, shortened
from houseway.rulebook.data.expressions import read_expression
from houseway.rulebook.data.phrases import write_expression
from houseway.rulebook.data.places import MOST_NUMBER, Place, Wrong
from houseway.rulebook.data.words import LETTERS, roots, type_name, words
from houseway.rulebook.ranks import Rank, Ranks
from houseway.rulebook.wagers import Cents

MOST_TEXT = 2_000
MOST_ITEMS = 1_000
Schema = dict[str, Any]


class Money(int):
    """An amount in cents, which is written as 250_00."""


class Kind(ABC):
    """A kind of value."""

    expected: str
    """What must be written, in words."""

    @abstractmethod
    def read(self, value: object, place: Place) -> Any:
        """The value that TOML holds as a value of a book; raises `Wrong`."""

    @abstractmethod
    def write(self, value: Any) -> Any:
        """A value of a book as TOML holds it."""

    @abstractmethod
    def schema(self) -> Schema:
        """What an editor is told about it."""


@dataclass(frozen=True)
class Text(Kind):
    """Any text."""

    expected = "text in quotes"

    def read(self, value: object, place: Place) -> str:
        if not isinstance(value, str):
            raise place.expected(self.expected, value)
        if len(value) > MOST_TEXT:
            raise place.wrong(f"the text is longer than {MOST_TEXT:,} characters")
        return value

    def write(self, value: str) -> str:
        return value

    def schema(self) -> Schema:
        return {"type": "string", "maxLength": MOST_TEXT}


@dataclass(frozen=True)
class Whole(Kind):
    """A whole number, perhaps an amount in cents."""

    cents: bool = False
    expected = "a whole number"

    def read(self, value: object, place: Place) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MOST_NUMBER:
            raise place.expected(self.expected, value)
        return value

    def write(self, value: int) -> int:
        return Money(value) if self.cents else value

    def schema(self) -> Schema:
        return {"type": "integer"}


@dataclass(frozen=True)
class Flag(Kind):
    """True or false."""

    expected = "true or false"

    def read(self, value: object, place: Place) -> bool:
        if not isinstance(value, bool):
            raise place.expected(self.expected, value)
        return value

    def write(self, value: bool) -> bool:
        return value

    def schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Share(Kind):
    """An exact part of a wager, as a percentage or a fraction."""

    expected = 'an exact part such as "5%" or "1/20"'
    _written = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)\s*%|(\d{1,9})/(\d{1,9})")

    def read(self, value: object, place: Place) -> Fraction:
        if value == 0 and isinstance(value, int) and not isinstance(value, bool):
            return Fraction(0)
        found = self._written.fullmatch(value) if isinstance(value, str) else None
        if not found or (found[3] and not int(found[3])):
            raise place.expected(self.expected, value)
        return Fraction(found[1]) / 100 if found[1] else Fraction(int(found[2]), int(found[3]))

    def write(self, value: Fraction) -> str:
        percent = value * 100
        tenths = percent * 10**9
        if tenths.denominator > 1:
            return f"{value.numerator}/{value.denominator}"
        whole, part = divmod(tenths.numerator, 10**9)
        return f"{whole}.{part:09}".rstrip("0").rstrip(".") + "%"

    def schema(self) -> Schema:
        text = {"type": "string", "pattern": r"^([0-9]+(\.[0-9]+)? *%|[0-9]+/[0-9]+)$"}
        return {"anyOf": [text, {"enum": [0]}]}


@dataclass(frozen=True)
class Card(Kind):
    """One rank."""

    expected = 'a rank: 2 to 10, "J", "Q", "K" or "A"'

    def read(self, value: object, place: Place) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and 2 <= value <= 10:
            return value
        if value in ("J", "Q", "K", "A"):
            return LETTERS[str(value)]
        raise place.expected(self.expected, value)

    def write(self, value: int) -> int | str:
        return value if value <= 10 else next(letter for letter, rank in LETTERS.items() if rank == value)

    def schema(self) -> Schema:
        return {"enum": [*range(2, 11), "J", "Q", "K", "A"]}


@dataclass(frozen=True)
class Choice(Kind):
    """One of a list of names, with spaces between their words."""

    names: type[enum.Enum]

    @property
    def expected(self) -> str:  # type: ignore[override]
        """The kind of name."""
        return f"the name of {'an' if self.names.__name__[0] in 'AEIOU' else 'a'} {self.names.__name__.lower()}"

    @property
    def _by_name(self) -> dict[str, enum.Enum]:
        return {each.name.lower().replace("_", " "): each for each in self.names}

    def read(self, value: object, place: Place) -> enum.Enum:
        if not isinstance(value, str):
            raise place.expected(self.expected, value)
        if value not in self._by_name:
            raise place.wrong(f"{shortened(value)!r} is not {self.expected}{did_you_mean(value, self._by_name)}")
        return self._by_name[value]

    def write(self, value: enum.Enum) -> str:
        return value.name.lower().replace("_", " ")

    def schema(self) -> Schema:
        return {"enum": list(self._by_name)}


@dataclass(frozen=True)
class Expression(Kind):
    """A condition or a low hand, in the words of the vocabulary."""

    root: type

    @property
    def expected(self) -> str:  # type: ignore[override]
        """The kind of expression."""
        return f"a {type_name(self.root)} in quotes"

    def read(self, value: object, place: Place) -> Any:
        if not isinstance(value, str):
            raise place.expected(self.expected, value)
        try:
            return read_expression(value, self.root, place.ranks)
        except BadBook as error:
            raise place.wrong(str(error)) from error

    def write(self, value: Any) -> str:
        return write_expression(value, self.root)

    def schema(self) -> Schema:
        known = [name for name, word in words().items() if name.islower()]
        named = {each.name for word in words().values() for each in word.parameters if each.by_name}
        token = rf"[\s()&|~,=0-9-]|\b(?:{'|'.join(sorted({*known, *named}))}|[A-Z][A-Z0-9_]*)\b"
        return {"type": "string", "pattern": f"^(?:{token})+$"}


@dataclass(frozen=True)
class Many(Kind):
    """A list of values of one kind."""

    of: Kind

    expected = "a list in square brackets"

    def read(self, value: object, place: Place) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise place.expected(self.expected, value)
        if len(value) > MOST_ITEMS:
            raise place.wrong(f"the list is longer than {MOST_ITEMS:,} items")
        return tuple(place.each((number, self.of.read, item) for number, item in enumerate(value)))

    def write(self, value: tuple[Any, ...]) -> list[Any]:
        return [self.of.write(item) for item in value]

    def schema(self) -> Schema:
        return {"type": "array", "items": self.of.schema()}


@dataclass(frozen=True)
class ByName(Kind):
    """Pairs of a name from a list and a value, as a table."""

    names: Choice
    of: Kind

    @property
    def expected(self) -> str:  # type: ignore[override]
        """The kind of table."""
        return f"a table by {self.names.expected.removeprefix('the name of ')}"

    def read(self, value: object, place: Place) -> tuple[tuple[Any, Any], ...]:
        if not isinstance(value, dict):
            raise place.expected(self.expected, value)
        names = place.each((key, self.names.read, key) for key in value)
        read = place.each((key, self.of.read, part) for key, part in value.items())
        return tuple(zip(names, read, strict=True))

    def write(self, value: tuple[tuple[Any, Any], ...]) -> dict[str, Any]:
        written = {self.names.write(name): self.of.write(part) for name, part in value}
        if len(written) < len(value):
            raise BadBook(f"a book file cannot hold two of the same name: {shortened(repr(value))}")
        return written

    def schema(self) -> Schema:
        names = self.names.schema()["enum"]
        return {
            "type": "object",
            "properties": {name: self.of.schema() for name in names},
            "additionalProperties": False,
        }


@dataclass(frozen=True)
class Field:
    """One key of a table: its name, its kind, its default where it may be left out, and what it means."""

    name: str
    kind: Kind
    default: Any
    meaning: str

    @property
    def required(self) -> bool:
        """Whether the key must be there."""
        return self.default is dataclasses.MISSING


@dataclass(frozen=True)
class Table(Kind):
    """A table with one key for each field of a class."""

    of: type

    expected = "a table"

    @property
    def fields(self) -> tuple[Field, ...]:
        """The keys of the table, in the order they are written."""
        return _fields(self.of)

    def read(self, value: object, place: Place) -> Any:
        return self.made_of(self.values(value, place), place)

    def made_of(self, values: dict[str, Any], place: Place) -> Any:
        """The part of the book that these values are, if none is missing."""
        missing = [field.name for field in self.fields if field.required and field.name not in values]
        if missing:
            raise place.missing(missing)
        return place.made(self.of, values)

    def values(self, value: object, place: Place) -> dict[str, Any]:
        """The keys that are there, each read."""
        if not isinstance(value, dict):
            raise place.expected(self.expected, value)
        known = {field.name: field for field in self.fields}
        for key in value.keys() - known.keys():
            place.at(key).wrong(f"there is no such key{did_you_mean(key, known.keys() - value.keys())}")
        read = place.each((key, known[key].kind.read, value[key]) for key in value if key in known)
        if value.keys() - known.keys():
            raise Wrong
        return dict(zip(value, read, strict=True))

    def write(self, value: Any) -> dict[str, Any]:
        given = ((field, getattr(value, field.name)) for field in self.fields)
        return {field.name: field.kind.write(part) for field, part in given if field.required or part != field.default}

    def schema(self) -> Schema:
        return {"$ref": f"#/definitions/{self.of.__name__}"}

    def definition(self, *, partial: bool = False) -> Schema:
        """The schema that `schema` refers to; a partial table may leave out any key."""
        required = [field.name for field in self.fields if field.required and not partial]
        return {
            "type": "object",
            "description": meaning(self.of),
            "properties": {field.name: described(field.kind.schema(), field.meaning) for field in self.fields},
            **({"required": required} if required else {}),
            "additionalProperties": False,
        }


def described(schema: Schema, text: str) -> Schema:
    """A schema with a description; a reference keeps its own, since nothing may stand beside it."""
    return schema if not text or "$ref" in schema else {"description": text, **schema}


def kind_of(hint: Any) -> Kind:
    """The kind of value that a field of this type holds.

    >>> kind_of(tuple[str, ...])
    Many(of=Text())
    """
    if hint in (Rank, Cents):
        return Card() if hint == Rank else Whole(cents=True)
    if typing.get_origin(hint) is types.UnionType:
        return kind_of(next(each for each in typing.get_args(hint) if each is not types.NoneType))
    if typing.get_origin(hint) is tuple and typing.get_args(hint)[1:] == (...,):
        item = typing.get_args(hint)[0]
        names = kind_of(typing.get_args(item)[0]) if typing.get_origin(item) is tuple else None
        return ByName(names, kind_of(typing.get_args(item)[1])) if isinstance(names, Choice) else Many(kind_of(item))
    simple: dict[Any, Kind] = {str: Text(), int: Whole(), bool: Flag(), Fraction: Share()}
    if hint in simple:
        return simple[hint]
    if hint in roots():
        return Expression(hint)
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return Choice(hint)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint) and hint is not Ranks:
        return Table(hint)
    raise BadBook(f"the text format has no way to write {hint}")


def meaning(of: type) -> str:
    """What a class stands for: the first paragraph of its docstring."""
    return " ".join(inspect.cleandoc(of.__doc__ or "").partition("\n\n")[0].split())


@functools.cache
def _fields(of: type) -> tuple[Field, ...]:
    hints = typing.get_type_hints(of, include_extras=True)
    meanings = _meanings(of)
    return tuple(
        Field(each.name, kind_of(hints[each.name]), _default(each), meanings.get(each.name, ""))
        for each in dataclasses.fields(of)
    )


def _default(field: dataclasses.Field[Any]) -> Any:
    return field.default if field.default_factory is dataclasses.MISSING else field.default_factory()


def _meanings(of: type) -> dict[str, str]:
    """The sentence written under each field of a class."""
    try:
        body = typing.cast(ast.ClassDef, ast.parse(textwrap.dedent(inspect.getsource(of))).body[0]).body
    except OSError:
        return {}
    return {
        field.target.id: " ".join(str(said.value.value).split())
        for field, said in itertools.pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(said, ast.Expr)
        and isinstance(said.value, ast.Constant)
    }
