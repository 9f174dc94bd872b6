"""Places in a book file, and what is wrong there.

Here: the path of a key, the sentences about it, and collecting all of them. Not here: what may stand at a place
(`kinds`).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from houseway.errors import BadBook, shortened
from houseway.rulebook.data.lines import Lines, Path, lines_of
from houseway.rulebook.ranks import Ranks

NAMES = ("act", "fault", "remedy", "name", "id", "cite", "key", "ruling")
"""Keys by which a table is called in a sentence."""

MOST_NUMBER = 10**18
MOST_WRONG = 20


class Wrong(Exception):
    """A value that cannot be read; what is wrong with it has been noted at its place."""


@dataclass(frozen=True)
class Reading:
    """One file being read: its name, content and text, the ranks it names, and what is wrong with it so far."""

    name: str
    content: Mapping[str, Any]
    text: str | None
    """The text of the file; nothing where what is read is no file, so that no sentence names a line."""
    ranks: dict[str, Ranks] = field(default_factory=dict)
    wrong: dict[str, int] = field(default_factory=dict)
    """Each sentence with its line."""

    @functools.cached_property
    def lines(self) -> Lines:
        """The line of every key, found when the first sentence needs one."""
        return lines_of(self.text or "")

    def place(self, *path: str | int) -> Place:
        """A place in the file."""
        return Place(self, path)

    def refuse_if_wrong(self) -> None:
        """Raise `BadBook` with the first thing that is wrong, and the lines of the others."""
        if not self.wrong:
            return
        (first, _), *others = sorted(self.wrong.items(), key=lambda item: item[1])
        lines = list(dict.fromkeys(str(line) for _, line in others))
        where = f": line{'s' if len(lines) > 1 else ''} {', '.join(lines)}" if self.text is not None else ""
        more = f" (and {len(others)} more{where})" if others else ""
        raise BadBook(first + more)


@dataclass(frozen=True)
class Place:
    """A place in a file: the keys and numbers that lead to it."""

    reading: Reading
    path: Path

    def at(self, key: str | int) -> Place:
        """A place inside this one."""
        return Place(self.reading, (*self.path, key))

    @property
    def ranks(self) -> Mapping[str, Ranks]:
        """The runs of ranks that the file names."""
        return self.reading.ranks

    def wrong(self, sentence: str) -> Wrong:
        """Note what is wrong here; where there is too much of it already, the file is refused at once."""
        if len(self.reading.wrong) >= MOST_WRONG:
            self.reading.refuse_if_wrong()
        line = self.reading.lines.of(self.path)
        said = "".join(char if char.isprintable() else "?" for char in f"{self._called()}: {sentence}")
        where = f", line {line}" if self.reading.text is not None else ""
        self.reading.wrong[f"{self.reading.name}{where}{said}"] = line
        return Wrong()

    def expected(self, what: str, value: object) -> Wrong:
        """Note that a value is of the wrong kind."""
        return self.wrong(f"must be {what}, not {_shown(value)}")

    def each(self, parts: Iterable[tuple[str | int, Callable[[Any, Place], Any], Any]]) -> list[Any]:
        """Read every part, even if some are wrong, so that all of them are noted."""
        read, wrong = [], False
        for key, how, value in parts:
            try:
                read.append(how(value, self.at(key)))
            except Wrong:
                wrong = True
        if wrong:
            raise Wrong
        return read

    def made(self, how: Callable[..., Any], values: Mapping[str, Any]) -> Any:
        """Make a part of the book; what the part itself objects to is noted here."""
        try:
            return how(**values)
        except BadBook as error:
            name = next((values[name] for name in NAMES if values.get(name)), "")
            raise self.wrong(str(error).removeprefix(f"{name}: ")) from error

    def missing(self, keys: Sequence[str]) -> Wrong:
        """Note keys that must be there."""
        *most, last = map(repr, keys)
        return self.wrong(f"{', '.join(most)} and {last} are missing" if most else f"{last} is missing")

    def _called(self) -> str:
        """The tables around this place by name, and the key: `, clause 'No pair', when`."""
        said: list[str] = []
        here: Any = self.reading.content
        for key in self.path:
            here = here[key] if isinstance(key, int) or key in here else {}
            if isinstance(key, str):
                said.append(key if re.fullmatch(r"[\w-]{1,60}", key) else repr(shortened(key)))
            elif isinstance(here, dict):
                called = next((here[name] for name in NAMES if here.get(name)), key + 1)
                said[-1] = f"{_singular(said[-1])} {shortened(str(called))!r}"
        return "".join(f", {each}" for each in said)


def _shown(value: object) -> str:
    """A value as the file has it."""
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) > MOST_NUMBER:
        return "a number of many digits"
    return shortened(repr(value) if isinstance(value, str) else str(value))


def _singular(name: str) -> str:
    """One of several.

    >>> _singular("pay_tables"), _singular("irregularities")
    ('pay table', 'irregularity')
    """
    one = f"{name[:-3]}y" if name.endswith("ies") else name.removesuffix("s")
    return one.replace("_", " ")
