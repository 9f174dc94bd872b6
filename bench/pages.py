"""What a page of the benchmarks reads of the messages that it is sent.

Here: the few fields that a player who plays by the clock looks at, of whole scenes (protocol 1) and of those that hold
only what changed. Not here: playing (`web`, `requests`).
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from msgspec import UNSET, UnsetType


class _Table(msgspec.Struct):
    phase: str | UnsetType = UNSET
    round: int | UnsetType = UNSET


class _Arranging(msgspec.Struct):
    house_way: list[str]


class _Can(msgspec.Struct):
    view: list[int] | UnsetType = UNSET
    ready: bool | UnsetType = UNSET


class _Scene(msgspec.Struct):
    table: _Table | UnsetType = UNSET
    can: _Can | UnsetType = UNSET
    arranging: _Arranging | UnsetType | None = UNSET


class Message(msgspec.Struct):
    """A message of the house."""

    type: str
    id: str = ""
    sentence: str = ""
    scene: _Scene | None = None


read = msgspec.json.Decoder(Message).decode


class Seen:
    """What a page was told so far."""

    phase = ""
    round = 0
    house_way: list[str] | None = None
    """How the house would set the hand that lies before the player."""

    def __init__(self) -> None:
        self.view: list[int] = []
        self.ready = False

    def hear(self, scene: _Scene) -> None:
        """Take in a scene, or what changed in it."""
        if scene.table is not UNSET:
            self.phase = self.phase if scene.table.phase is UNSET else scene.table.phase
            self.round = self.round if scene.table.round is UNSET else scene.table.round
        if scene.can is not UNSET:
            self.view = self.view if scene.can.view is UNSET else scene.can.view
            self.ready = self.ready if scene.can.ready is UNSET else scene.can.ready
        if scene.arranging is not UNSET:
            self.house_way = scene.arranging.house_way if scene.arranging else None


def protocol(source: Path) -> str:
    """The version of the protocol that a checkout speaks."""
    found = re.search(r"^PROTOCOL = (\d+)", (source / "src/houseway/web/wire/messages.py").read_text(), re.MULTILINE)
    assert found, source
    return found[1]
