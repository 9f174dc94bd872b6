"""Counts that take long: each in its turn in a process of its own, kept once it is there, and followed meanwhile.

Here: asking for such a count, and how far it is. Not here: the queue (`computing`), or what is counted (`heavy`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeVar

import msgspec

from houseway.errors import HousewayError
from houseway.web.http.computing import COUNTS, each_in_a_process
from houseway.web.http.heavy import Told

T = TypeVar("T")
MOST_KEPT = 200
_kept: dict[Hashable, Any] = {}
_told: dict[Hashable, Told] = {}


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a count is: `waiting` for its turn, `counting`, or `idle` where nothing is being counted."""

    state: str
    what: str = ""
    done: float = 0.0


async def long_count(question: Hashable, work: Callable[..., Iterable[Told | T]], *arguments: object) -> T:
    """The answer to a question that takes long, worked out once."""
    if question not in _kept:
        found = await COUNTS.ask(question, functools.partial(_follow, question, work, *arguments))
        _kept[question] = found
        for oldest in list(_kept)[:-MOST_KEPT]:
            del _kept[oldest]
    answer: T = _kept[question]
    return answer


def progress_of(question: Hashable) -> Progress:
    """How far a question is."""
    told = _told.get(question)
    if told is not None:
        return Progress(state="counting", what=told.what, done=told.done)
    return Progress(state="waiting" if COUNTS.has(question) else "idle")


def _follow(question: Hashable, work: Callable[..., Iterable[Told | T]], *arguments: object) -> T:
    try:
        for told in each_in_a_process(work, *arguments):
            if not isinstance(told, Told):
                return told
            _told[question] = told
    finally:
        _told.pop(question, None)
    raise HousewayError("counting was interrupted; ask again")
