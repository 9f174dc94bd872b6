"""Other clocks in this process: for tests whose clock is wrong, or whose time passes only as they say.

Here: replacing what the product and the standard library ask for the time, and putting it back. Not here: what the
clocks say.
"""

from __future__ import annotations

import datetime
import sys
import time
import types
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import ModuleType
from typing import Any

import msgspec


class Replaced:
    """Attributes that have another value, until `undo`."""

    def __init__(self) -> None:
        self._before: list[tuple[Any, str, Any]] = []

    def set(self, owner: Any, name: str, value: Any) -> None:
        """Give an attribute another value."""
        self._before.append((owner, name, vars(owner)[name] if isinstance(owner, type) else getattr(owner, name)))
        setattr(owner, name, value)

    def undo(self) -> None:
        """Put everything back, the last one first."""
        while self._before:
            setattr(*self._before.pop())


class _OfAnyTime(type):
    """Whatever is a time of the standard library is one of these too."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, datetime.datetime)


def replace_clocks(replaced: Replaced, *, day: Callable[[], float], steady: Callable[[], float] | None = None) -> None:
    """Have the product, in modules that are loaded, take the time of the day from `day`, and other time from `steady`.

    Both are in seconds; `day` since 1970.
    """

    class Other(datetime.datetime, metaclass=_OfAnyTime):
        def __new__(cls, *given: Any, **named: Any) -> Any:
            return datetime.datetime(*given, **named)

        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Any:
            return datetime.datetime.fromtimestamp(day(), tz)

    clocks: dict[Any, Callable[[], float]] = {time.time: day}
    if steady is not None:
        clocks |= {time.monotonic: steady, time.perf_counter: steady}
    _read_annotations()
    for module in our_modules():
        for name, value in list(vars(module).items()):
            if value is datetime.datetime:
                replaced.set(module, name, Other)
            functions = vars(value).values() if isinstance(value, type) else (value,)
            for function in functions:
                if isinstance(function, types.FunctionType):
                    _replace_defaults(replaced, function, clocks)
    for clock, other in clocks.items():
        replaced.set(time, clock.__name__, other)


def our_modules() -> Iterator[ModuleType]:
    """Every module of the product that is loaded."""
    return iter([module for name, module in sorted(sys.modules.items()) if name.startswith("houseway.")])


def _read_annotations() -> None:
    """Have messages understood with the true type of a time, before that name stands for something else."""
    for module in our_modules():
        for value in list(vars(module).values()):
            if isinstance(value, type) and issubclass(value, msgspec.Struct):
                with suppress(TypeError):  # not every value is ever read
                    msgspec.json.Decoder(value)


def _replace_defaults(replaced: Replaced, function: types.FunctionType, clocks: dict[Any, Callable[[], float]]) -> None:
    """Give a function another default for its clock."""
    positional, named = function.__defaults__ or (), function.__kwdefaults__ or {}
    if any(_is_clock(each, clocks) for each in (*positional, *named.values())):
        replaced.set(function, "__defaults__", tuple(_other(each, clocks) for each in positional) or None)
        replaced.set(function, "__kwdefaults__", {name: _other(each, clocks) for name, each in named.items()} or None)


def _is_clock(value: Any, clocks: dict[Any, Callable[[], float]]) -> bool:
    return isinstance(value, types.BuiltinFunctionType) and value in clocks


def _other(value: Any, clocks: dict[Any, Callable[[], float]]) -> Any:
    return clocks[value] if _is_clock(value, clocks) else value
