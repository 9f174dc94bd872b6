"""What is done once a second person has confirmed it, as plain data: any process of the house can carry it out.

Here: the kinds of deeds, and their encoding. Not here: carrying them out (`carrying_out`), which acts take two people
(`table.two_eyes`), or refusing what nobody has confirmed (`kept.approved`): a deed allows nothing by itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

import msgspec

from houseway.cage.acts import AnyAct
from houseway.kept.approved import Wanted
from houseway.people.positions import Position


class Deed(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Something that waits for a second person."""


class AtTheTable(Deed, frozen=True, tag="command"):
    """A request at a table; the content of what is asked for is the request itself."""


class Run(Deed, frozen=True, tag="run"):
    """A change of how a table is run."""

    dealer: str
    deck: str
    open: bool | None


class InTheCage(Deed, frozen=True, tag="cage"):
    """An act of the cage, under the key of whoever asks."""

    act: AnyAct
    key: str


class Debt(Deed, frozen=True, tag="debt"):
    """A debt that is paid in cash, or written off."""

    way: str
    name: str
    cents: int
    key: str


class Erasure(Deed, frozen=True, tag="erasure"):
    """A player's personal data is erased."""

    name: str
    why: str


class Hiring(Deed, frozen=True, tag="hiring"):
    """Somebody is invited, moved or dismissed; of an invitation the digest of its link is known here, and no more."""

    act: str
    name: str
    position: Position
    link: str = ""


class NewKey(Deed, frozen=True, tag="new key"):
    """A player gets another key; its digest."""

    name: str
    digest: str


AnyDeed: TypeAlias = AtTheTable | Run | InTheCage | Debt | Erasure | Hiring | NewKey
_decoder: Final = msgspec.json.Decoder[AnyDeed](AnyDeed)


def to_do(wanted: Wanted, deed: AnyDeed) -> Wanted:
    """A request together with what carries it out."""
    return replace(wanted, deed=msgspec.json.encode(deed))


def read(wanted: Wanted) -> AnyDeed:
    """What carries a request out."""
    return _decoder.decode(wanted.deed)
