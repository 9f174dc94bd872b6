"""Figures that others have published for a house way, to put beside ours.

Here: what a published figure is, and reading them from a file. Not here: the figures themselves (beside the books), or
our own (`maths.published`).
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from houseway.errors import BadBook

EXACT, SIMULATED = "exact", "simulated"
COLUMNS = ("figure", "published", "kind", "average_with", "why")

LOW_HAND = "low hand "
"""How a figure begins that counts the hands in which the dealer has a certain low hand; its two ranks follow."""
_NUMBER = re.compile(r"(?P<number>\d{1,3}(?:,\d{3})+|\d*(?:\.(?P<decimals>\d+))?)(?P<percent>%?)")


@dataclass(frozen=True, kw_only=True)
class Published:
    """One published figure: what it is, its value as printed, and how its source found it."""

    figure: str
    printed: str
    kind: str
    average_with: str
    """The ruling whose rejected reading the source seems to average with ours, or nothing."""
    why: str
    """Why ours differs, or what must be known to read the figure."""

    @property
    def value(self) -> Fraction:
        """The value as a number: 29.12% is 0.2912.

        >>> Published(figure="win", printed="29.12%", kind="exact", average_with="", why="").value
        Fraction(182, 625)
        """
        number = Fraction(self._parts["number"].replace(",", ""))
        return number / 100 if self._parts["percent"] else number

    @property
    def decimals(self) -> int:
        """How many digits after the point are printed."""
        return len(self._parts["decimals"] or "")

    @property
    def is_percent(self) -> bool:
        """Whether it is printed in per cent."""
        return bool(self._parts["percent"])

    @property
    def half_a_digit(self) -> Fraction:
        """Half a unit of the last digit printed: what rounding alone explains."""
        return Fraction(1, 2 * 10 ** (self.decimals + (2 if self.is_percent else 0)))

    def written(self, value: Fraction, more: int = 0) -> str:
        """Another value written as this one is printed, with some more digits.

        >>> Published(figure="win", printed="29.12%", kind="exact", average_with="", why="").written(Fraction(1, 3), 2)
        '33.3333%'
        """
        digits = self.decimals + more if self.decimals else 0
        return f"{float(value * 100):.{digits}f}%" if self.is_percent else f"{float(value):,.{digits}f}"

    @property
    def _parts(self) -> dict[str, str]:
        found = _NUMBER.fullmatch(self.printed)
        if not found or not found["number"]:
            raise BadBook(f"{self.figure}: {self.printed!r} is not a number")
        return found.groupdict()


def read_published(path: Path) -> tuple[Published, ...]:
    """The published figures of a file, in its order; none if there is no file."""
    if not path.is_file():
        return ()
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        missing = [column for column in COLUMNS if column not in (rows.fieldnames or ())]
        if missing:
            raise BadBook(f"{path.name}: there is no column {missing[0]!r}")
        return tuple(_figure(path, row) for row in rows)


def _figure(path: Path, row: dict[str, str | None]) -> Published:
    figure, printed, kind, average_with, why = ((row[column] or "").strip() for column in COLUMNS)
    if kind not in (EXACT, SIMULATED):
        raise BadBook(f"{path.name}, {figure!r}: {kind!r} is neither {EXACT} nor {SIMULATED}")
    found = Published(figure=figure, printed=printed, kind=kind, average_with=average_with, why=why)
    _ = found.value
    return found
