"""What of a scene a page has not been sent yet.

Here: telling two scenes of one page apart, field by field, and joining what changed to what the page has. Not here:
making a scene (`viewer_scene`), or sending the message (`audience`).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Final, cast

import msgspec

from houseway.web.wire import messages as m
from houseway.web.wire.scene import Line, Own, Scene, SceneChanges, Shown

NESTED: Final = ("table", "can")
ALWAYS: Final = "clock"
"""What is sent each time unless there is none: the seconds left are those of the moment it is sent."""
_COMMON = tuple(field for field in Scene.__struct_fields__ if field not in (*Own.__struct_fields__, ALWAYS))
_OWN = Own.__struct_fields__
_encode = msgspec.json.Encoder().encode


class Changes:
    """What changes in the scenes of several pages at once; what is the same for many is worked out and encoded once.

    A field is left out only where its value is equal, so what a page is not sent is what it already has. Values are
    found again by their `id`, so everything that is found so is kept here.
    """

    def __init__(self) -> None:
        self._fields: dict[tuple[int, int], tuple[object, object, SceneChanges]] = {}
        self._lines: dict[int, tuple[object, msgspec.Raw]] = {}
        self._messages: dict[tuple[object, ...], bytes] = {}

    def message(self, before: Shown, after: Shown, lines: tuple[Line, ...] | None = None) -> bytes:
        """The message that turns one scene into another, encoded: what happened, or a change around the table."""
        own = None if before.own is after.own else (id(before.own), id(after.own))
        key = id(before.common), id(after.common), own, id(lines)
        if key not in self._messages:
            found = self.between(before, after)
            made = m.SceneChanged(scene=found) if lines is None else m.Happened(lines=self._told(lines), scene=found)
            self._messages[key] = m.encode(made)
        return self._messages[key]

    def _told(self, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        """Lines that several pages are sent, encoded once: they can be sent, and not read."""
        if id(lines) not in self._lines:
            self._lines[id(lines)] = lines, msgspec.Raw(_encode(lines))
        return cast(tuple[Line, ...], self._lines[id(lines)][1])

    def between(self, before: Shown, after: Shown) -> SceneChanges:
        """The fields of a scene that differ from those of the scene before it."""
        own = self._changed(before.own, after.own, _OWN)
        common = self._changed(before.common, after.common, _COMMON, always=ALWAYS)
        return {**common, **own} if own else common

    def _changed(
        self, was: msgspec.Struct, now: msgspec.Struct, fields: tuple[str, ...], *, always: str = ""
    ) -> SceneChanges:
        key = id(was), id(now)
        if key not in self._fields:
            found = _different(was, now, fields) if was is not now else {}
            for field in NESTED:
                if field in found:
                    within = _different(getattr(was, field), found[field], found[field].__struct_fields__)
                    found[field] = msgspec.Raw(_encode(within))
            if always and not (getattr(was, always) is getattr(now, always) is None):
                found[always] = getattr(now, always)
            self._fields[key] = was, now, found
        return self._fields[key][2]


def _different(was: msgspec.Struct, now: msgspec.Struct, fields: tuple[str, ...]) -> SceneChanges:
    """The fields that are not equal, with their values now."""
    values = _values_of(fields)
    return {
        field: new
        for field, old, new in zip(fields, values(was), values(now), strict=True)
        if old is not new and old != new
    }


@functools.cache
def _values_of(fields: tuple[str, ...]) -> Callable[[object], tuple[object, ...]]:
    """Reads two fields or more at once, in a third of the time."""
    return attrgetter(*fields)


def heard(message: dict[str, Any], scene: Mapping[str, Any]) -> dict[str, Any]:
    """A message of the house that was read, with a whole scene where it has one; `scene` is that of the one before."""
    if "scene" in message and message["type"] != "hello":
        return {**message, "scene": joined(scene, message["scene"])}
    return message


def joined(scene: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """A scene that was read, with the changes that follow it; `static/shared/socket.js` does the same.

    >>> joined({"table": {"round": 1, "unit": 100}, "ready": ["ann"]}, {"table": {"round": 2}, "ready": []})
    {'table': {'round': 2, 'unit': 100}, 'ready': []}
    """
    nested = {field: {**scene.get(field, {}), **changes[field]} for field in NESTED if field in changes}
    return {**scene, **changes, **nested}
