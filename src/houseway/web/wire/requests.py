"""Requests that take two people, as a page shows them to one member of staff.

Here: the shape of what waits and of what has ended. Not here: who may decide it (`kept.approvals`), or how it is put
together (`floor.approval_desk`).
"""

from __future__ import annotations

import msgspec

from houseway.kept.approved import ShownLine


class WaitingRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request that waits for a second pair of eyes."""

    id: str
    place: str
    """The table, or `house`."""
    at_a_table: bool
    act: str
    sentence: str
    lines: tuple[ShownLine, ...]
    """What it will do, as it was shown to whoever asked."""
    by: str
    role_words: str
    confirms_words: str
    """The lowest position that may confirm it, in words."""
    at: float
    """When it was asked for and when it expires, in seconds since 1970 (UTC)."""
    until: float
    digest: str
    """What a confirmation names: it holds for exactly this request and these lines."""
    cards_of: tuple[int, ...] = ()
    """The positions whose right cards it names: whoever confirms it keys them in too."""
    mine: bool = False
    """Whether the viewer asked for it, and may take it back."""
    refusal: str = ""
    """Why the viewer cannot confirm or decline it; empty where they can."""


class EndedRequest(msgspec.Struct, frozen=True, kw_only=True):
    """How a request of the viewer ended, a short time ago."""

    id: str
    place: str
    sentence: str
    how: str
    """`carried out`, `declined`, `taken back` or `expired`."""
    words: str
    at: float


class Requests(msgspec.Struct, frozen=True, kw_only=True):
    """What waits for a second pair of eyes, and how the viewer's own requests ended."""

    waiting: tuple[WaitingRequest, ...] = ()
    ended: tuple[EndedRequest, ...] = ()
