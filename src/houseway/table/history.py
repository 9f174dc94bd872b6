"""Hand histories: an open text format for what was asked and what happened at a table.

Here: a history as plain values, reading it from TOML and writing it. `docs/history.md` documents the format. Not here:
where histories come from and what they become (`history_rounds`, `kept.histories`), or whether the events are right.

    format = "houseway-history"
    version = 1
    book = "mbs-v4"

    [[step]]
    by = "ann"
    asks = "sit at 1"
    events = [
      { type = "place taken", position = 1, player = "ann", clause = "Appendix B" },
    ]

    [end]
    steps = 1
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, get_args

import msgspec
from msgspec.structs import fields

from houseway.errors import HousewayError, shortened
from houseway.rulebook.procedure import Role
from houseway.table import events as e
from houseway.table import toml
from houseway.table.commands import Actor, Cards

FORMAT, VERSION = "houseway-history", 1
_ROLES = {role.words: role for role in Role}
_KINDS: dict[str, type[e.Event]] = {str(kind.__struct_config__.tag): kind for kind in get_args(e.AnyEvent)}
_OF_A_STEP = ("before", "by", "role", "asks", "refused", "events")


class BadHistory(HousewayError):
    """A hand history that cannot be read, or that does not hold."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """One request with what it led to: events, or a refusal.

    The request of a step is missing where only its events were kept, and at the opening of a table.
    """

    by: Actor | None = None
    asks: str = ""
    """The request in the words of a transcript, without the name of who asks."""
    refused: str = ""
    events: tuple[e.Event, ...] = ()
    before: tuple[str, ...] = ()
    """Comments and empty lines before the request, in a transcript."""
    own: Mapping[str, object] = field(default_factory=dict)
    """Fields of your own; their names begin with an underscore."""
    line: int = field(default=0, compare=False)
    """The line of the file it begins at."""


@dataclass(frozen=True, kw_only=True)
class History:
    """What happened at one table, from its opening on."""

    book: str
    steps: tuple[Step, ...]
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    """The lines before the name of the book and after the last request, in a transcript."""
    own: Mapping[str, object] = field(default_factory=dict)


def write_history(history: History) -> str:
    """A history as the text of a file.

    >>> opened = e.TableOpened(table="one", book="mine", digest="ab", positions=1, unit=100)
    >>> print(write_history(History(book="mine", steps=(Step(events=(opened,)),))), end="")
    format = "houseway-history"
    version = 1
    book = "mine"
    <BLANKLINE>
    [[step]]
    events = [
      { type = "table opened", table = "one", book = "mine", digest = "ab", positions = 1, unit = 100 },
    ]
    <BLANKLINE>
    [end]
    steps = 1
    """
    head = [toml.pair("format", FORMAT), toml.pair("version", VERSION), toml.pair("book", history.book)]
    head += [toml.pair("before", history.before)] if history.before else []
    head += [toml.pair(name, value) for name, value in history.own.items()]
    end = ["[end]", toml.pair("steps", len(history.steps))]
    end += [toml.pair("after", history.after)] if history.after else []
    blocks = [head, *([*_step(step)] for step in history.steps), end]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _step(step: Step) -> Iterator[str]:
    yield "[[step]]"
    if step.before:
        yield toml.pair("before", step.before)
    if step.by:
        yield toml.pair("by", step.by.name)
        if step.by != _usual(step.by.name):
            yield toml.pair("role", step.by.role.words)
    for name, value in (("asks", step.asks), ("refused", step.refused)):
        if value:
            yield toml.pair(name, value)
    if step.events:
        yield toml.rows("events", [toml.text(event_fields(event)) for event in step.events])
    yield from (toml.pair(name, value) for name, value in step.own.items())


def _usual(name: str) -> Actor:
    """Who a name means where no role is given: staff named by their role, or a player."""
    return Actor(name, _ROLES.get(name, Role.PLAYER))


def event_fields(event: e.Event) -> dict[str, Any]:
    """An event as the fields of a history: its type, then what differs from the usual; cards as text.

    >>> event_fields(e.HandSet(position=1, low=("Kd", "Qh"), clause="3.12.1"))
    {'type': 'hand set', 'position': 1, 'low': 'Kd Qh', 'clause': '3.12.1'}
    """
    built = msgspec.to_builtins(event, str_keys=True)
    found: dict[str, Any] = {"type": built["type"]}
    for each in sorted(fields(type(event)), key=lambda each: each.name == "clause"):
        value = getattr(event, each.name)
        if value != usual_value(each):
            found[each.name] = " ".join(value) if each.type == Cards else built[each.name]
    return found


def usual_value(each: msgspec.structs.FieldInfo) -> object:
    """The value that a field has where a history leaves it out; `msgspec.NODEFAULT` where it may not."""
    factory: Any = each.default_factory
    return factory() if factory is not msgspec.NODEFAULT else each.default


def read_history(text: str) -> History:
    """The history in a text.

    >>> read_history("format = 'houseway-history'")
    Traceback (most recent call last):
    houseway.table.history.BadHistory: line 1: the file ends without [end]: it is unfinished
    """
    return _Reader(text).history()


class _Reader:
    """Reads one file; knows at which line its steps and events are."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines() or [""]
        try:
            self._found = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # not TOML, nested too deep, or a number of thousands of digits
            where = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
            number = int(where[1]) if where and where[1] else len(self._lines)
            what = str(error)[: where.start()] if where else str(error)
            raise BadHistory(f"line {number}: this is not TOML: {what[:1].lower()}{shortened(what[1:], 200)}") from None

    def history(self) -> History:
        found = self._found
        if found.get("format") != FORMAT:
            raise BadHistory(f"line 1: this is not a hand history: it has no format = {FORMAT!r}")
        if "end" not in found:
            raise BadHistory(f"line {len(self._lines)}: the file ends without [end]: it is unfinished")
        version = found.get("version")
        if version != VERSION:
            odd = shortened(repr(version))
            raise BadHistory(f"line {self._at('version')}: version {odd} is not {VERSION}, the one that is known")
        self._only(found, ("format", "version", "book", "before", "step", "end"), 1)
        book = self._text(found, "book", self._at("book"))
        if not book:
            raise BadHistory(f"line {self._at('book')}: a history names its book")
        steps = found.get("step", [])
        if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
            raise BadHistory(f"line {self._at('step')}: steps are written as [[step]]")
        end = found["end"] if isinstance(found["end"], dict) else {}
        last = self._at(r"\[end\]")
        self._only(end, ("steps", "after"), last)
        if end.get("steps") != len(steps):
            odd = shortened(repr(end.get("steps")))
            raise BadHistory(f"line {last}: the end names {odd} steps, but there are {len(steps)}")
        starts = [number for number, line in enumerate(self._lines, 1) if re.match(r"\s*\[\[\s*step\s*\]\]", line)]
        starts += [last] * (len(steps) - len(starts))
        return History(
            book=book,
            steps=tuple(self._step(step, start) for step, start in zip(steps, starts, strict=False)),
            before=self._texts(found, "before", 1),
            after=self._texts(end, "after", last),
            own=_own(found),
        )

    def _step(self, found: dict[str, Any], line: int) -> Step:
        self._only(found, _OF_A_STEP, line)
        name, role = self._text(found, "by", line), self._text(found, "role", line)
        if role and role not in _ROLES:
            raise BadHistory(f"line {line}: {shortened(role)!r} is not a role; the roles are: {', '.join(_ROLES)}")
        by = (Actor(name, _ROLES[role]) if role else _usual(name)) if name else None
        asks, refused = self._text(found, "asks", line), self._text(found, "refused", line)
        events = found.get("events", [])
        if not isinstance(events, list):
            raise BadHistory(f"line {line}: the events of a step are a list")
        if bool(refused) == bool(events):
            raise BadHistory(f"line {line}: a step has either events or the reason why it was refused")
        places = self._places(line, len(events))
        return Step(
            by=by,
            asks=asks,
            refused=refused,
            events=tuple(_event(event, place) for event, place in zip(events, places, strict=True)),
            before=self._texts(found, "before", line),
            own=_own(found),
            line=line,
        )

    def _places(self, start: int, number: int) -> list[int]:
        """The lines of a step's events, where each is on a line of its own; otherwise where the step begins."""
        found: list[int] = []
        for at, line in enumerate(self._lines[start:], start + 1):
            if line.lstrip().startswith("[["):
                break
            if line.lstrip().startswith("{"):
                found.append(at)
        return found if len(found) == number else [start] * number

    def _at(self, start: str) -> int:
        """The first line that begins so, or line 1."""
        return next((number for number, line in enumerate(self._lines, 1) if re.match(rf"\s*{start}", line)), 1)

    def _only(self, found: Mapping[str, object], names: tuple[str, ...], line: int) -> None:
        for name in found:
            if name not in names and not name.startswith("_"):
                odd = shortened(name)
                raise BadHistory(f"line {line}: {odd!r} is not a field here; your own fields begin with an underscore")

    def _text(self, found: Mapping[str, object], name: str, line: int) -> str:
        value = found.get(name, "")
        if not isinstance(value, str):
            raise BadHistory(f"line {line}: {name} is text, not {shortened(repr(value))}")
        return value

    def _texts(self, found: Mapping[str, object], name: str, line: int) -> tuple[str, ...]:
        value = found.get(name, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise BadHistory(f"line {line}: {name} is a list of lines")
        return tuple(value)


def _own(found: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in found.items() if name.startswith("_")}


def _event(found: object, line: int) -> e.Event:
    if not isinstance(found, dict) or not isinstance(name := found.get("type"), str) or name not in _KINDS:
        raise BadHistory(f"line {line}: {shortened(repr(found))} is not an event of a known type")
    kind = _KINDS[name]
    known = {each.name: each for each in fields(kind)}
    for key in found:
        if key not in known and key != "type":
            raise BadHistory(f"line {line}: {name!r} has no field {shortened(key)!r}; it has {', '.join(known)}")
    cards = {key: value.split() for key, value in found.items() if isinstance(value, str) and _is_cards(known.get(key))}
    try:
        return msgspec.convert(found | cards, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise BadHistory(f"line {line}: {name!r}: {str(error)[:1].lower()}{shortened(str(error)[1:], 200)}") from None


def _is_cards(each: msgspec.structs.FieldInfo | None) -> bool:
    return each is not None and each.type == Cards
