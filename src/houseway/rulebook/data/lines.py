"""The line of every key of a TOML file.

Python's own TOML reader checks a file and gives its content, but not where anything stands. Here: one more pass over a
text that the reader has accepted, which follows headings, keys, lists and tables and notes their lines. Not here:
deciding what is valid TOML, or what a value means.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

Path = tuple[str | int, ...]

_TOKEN = re.compile(
    r"""
    (?P<skip>[ \t]+|\#[^\n]*)
    |(?P<newline>\n)
    |(?P<text>\"{3}(?:[^\\]|\\.)*?\"{3,5}|'{3}.*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')
    |(?P<sign>[\[\]{},=.])
    |(?P<bare>[^\s\[\]{},=."'\#]+)
    """,
    re.VERBOSE | re.DOTALL,
)


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


@dataclass(frozen=True)
class Lines:
    """The line of each key, list item and table of a file by the path that leads to it."""

    found: dict[Path, int]

    def of(self, path: Path) -> int:
        """The line of a place, or of what is around it.

        >>> lines = lines_of('[a]\\nb = [\\n  1,\\n  {c = 2},\\n]')
        >>> lines.of(("a",)), lines.of(("a", "b", 1, "c")), lines.of(("a", "nothing"))
        (1, 4, 1)
        """
        while path not in self.found and path:
            path = path[:-1]
        return self.found.get(path, 1)


def lines_of(text: str) -> Lines:
    """The lines of a text that is valid TOML."""
    return Lines(_Pass(text).found)


class _Pass:
    def __init__(self, text: str) -> None:
        self._tokens = [*_tokens(text.replace("\r\n", "\n")), _Token("end", "", 0)]
        self._at = 0
        self._sizes: dict[Path, int] = {}
        self.found: dict[Path, int] = {(): 1}
        here: Path = ()
        while self._tokens[self._at].kind != "end":
            token = self._tokens[self._at]
            if token.kind == "newline":
                self._at += 1
            elif token.text == "[":
                here = self._heading()
            else:
                self._pair(here)

    def _take(self) -> _Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _comes(self, text: str) -> bool:
        token = self._tokens[self._at]
        if token.kind != "sign" or token.text != text:
            return False
        self._at += 1
        return True

    def _skip_newlines(self) -> None:
        while self._tokens[self._at].kind == "newline":
            self._at += 1

    def _heading(self) -> Path:
        line = self._take().line
        several = self._comes("[")
        *before, last = self._key()
        self._at += 2 if several else 1
        path: Path = ()
        for key in before:
            path = self._into((*path, key), line)
        path = (*path, last)
        if not several:
            self.found.setdefault(path, line)
            return path
        self.found.setdefault(path, line)
        number = self._sizes[path] = self._sizes.get(path, -1) + 1
        self.found[*path, number] = line
        return (*path, number)

    def _into(self, path: Path, line: int) -> Path:
        """The table at a path: the last one where there are several."""
        self.found.setdefault(path, line)
        return (*path, self._sizes[path]) if path in self._sizes else path

    def _key(self) -> list[str]:
        parts = []
        while True:
            token = self._take()
            parts.append(tomllib.loads(f"x = {token.text}")["x"] if token.kind == "text" else token.text)
            if not self._comes("."):
                return parts

    def _pair(self, here: Path) -> None:
        line = self._tokens[self._at].line
        for key in self._key():
            here = (*here, key)
            self.found.setdefault(here, line)
        self._take()
        self._value(here)

    def _value(self, path: Path) -> None:
        if self._comes("["):
            number = 0
            self._skip_newlines()
            while not self._comes("]"):
                self.found[*path, number] = self._tokens[self._at].line
                self._value((*path, number))
                number += 1
                self._skip_newlines()
                self._comes(",")
                self._skip_newlines()
        elif self._comes("{"):
            self._skip_newlines()
            while not self._comes("}"):
                self._pair(path)
                self._skip_newlines()
                self._comes(",")
                self._skip_newlines()
        else:
            while self._tokens[self._at].text not in (",", "]", "}") and self._tokens[self._at].kind in (
                "text", "sign", "bare",
            ):  # fmt: skip
                self._at += 1


def _tokens(text: str) -> Iterator[_Token]:
    at, line = 0, 1
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:  # not in valid TOML
            return
        if match.lastgroup != "skip":
            yield _Token(match.lastgroup or "", match[0], line)
        line += match[0].count("\n")
        at = match.end()
