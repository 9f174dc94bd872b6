"""What of a scene a page has not been sent yet.

Here: telling two scenes of one page apart, field by field, and joining what changed to what the page has. Not here:
making a scene (`viewer_scene`), or sending anything (`audience`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias, TypeVar, cast

import msgspec

from houseway.web.wire.scene import Scene

SceneChanges: TypeAlias = dict[str, Any]
"""The fields of a scene that are not as they were; of those in `NESTED`, the fields within them."""
NESTED: Final = ("table", "can")
ALWAYS: Final = "clock"
"""What is sent each time unless there is none: the seconds left are those of the moment it is sent."""
_FIELDS = tuple(field for field in Scene.__struct_fields__ if field not in NESTED)
T = TypeVar("T")
_encode = msgspec.json.Encoder().encode


class Changes:
    """What changes in the scenes of several pages at once; what is the same for many is worked out once.

    A field is unchanged only where its value is equal, so what a page is not sent is what it already has.
    """

    def __init__(self) -> None:
        self._nested: dict[tuple[int, int], tuple[object, object, msgspec.Raw | None]] = {}
        """What changed from one value to another, by their ids; both are kept too."""
        self._encoded: dict[int, tuple[object, msgspec.Raw]] = {}
        """What was encoded, by the `id` of each value; the values are kept, so that they keep it."""

    def encoded(self, value: T) -> T:
        """A value that several pages share, encoded once: it can be sent, and not read.

        >>> shared = ("ann", "bob")
        >>> msgspec.json.encode([Changes().encoded(shared), 1])
        b'[["ann","bob"],1]'
        """
        if id(value) not in self._encoded:
            self._encoded[id(value)] = value, msgspec.Raw(_encode(value))
        return cast(T, self._encoded[id(value)][1])

    def between(self, before: Scene, after: Scene) -> SceneChanges:
        """The fields of a scene that differ from those of the scene before it; encoded where they are nested."""
        found: SceneChanges = {}
        for field in NESTED:
            was, now = getattr(before, field), getattr(after, field)
            if was is not now and (changed := self._changed(was, now)) is not None:
                found[field] = changed
        for field in _FIELDS:
            was, now = getattr(before, field), getattr(after, field)
            if was is not now and was != now:
                found[field] = now
        if after.clock is not None:
            found[ALWAYS] = after.clock
        return found

    def _changed(self, was: msgspec.Struct, now: msgspec.Struct) -> msgspec.Raw | None:
        key = id(was), id(now)
        if key not in self._nested:
            fields = {
                field: value
                for field in now.__struct_fields__
                if (value := getattr(now, field)) is not (old := getattr(was, field)) and value != old
            }
            self._nested[key] = was, now, msgspec.Raw(_encode(fields)) if fields else None
        return self._nested[key][2]


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
