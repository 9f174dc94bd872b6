"""What the public interface answers about books and hands, as typed values.

Here: the fields of the answers, in the order the command line prints them with `--json`; both are made from the same
plain values. Not here: counting, setting, or any route.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType


class BookLine(msgspec.Struct, frozen=True, kw_only=True):
    """A shipped book."""

    book: str
    title: str
    version: str
    house: str
    effective: str
    deck: int
    dealt: int
    hands: int
    wheel: str
    clauses: int
    rulings: list[str]
    wagers: list[str]
    group: str
    """The heading under which it is listed."""
    summary: str
    """How it differs from the others."""
    digest: str


class AppliedClause(msgspec.Struct, frozen=True, kw_only=True):
    """A clause that applied to a hand, and what overrode it."""

    clause: str
    when: str
    permits: str
    low: list[str]
    overridden_by: list[str]


class SetHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand set the house way, by the clause that decided it."""

    book: str
    hand: list[str]
    low: list[str]
    high: list[str]
    clause: str
    rulings: list[str]
    why: list[AppliedClause] | UnsetType = UNSET


class WeighedSetting(msgspec.Struct, frozen=True, kw_only=True):
    """A legal setting, the deals it wins, pushes and loses, and the expected value per unit bet."""

    low: list[str]
    high: list[str]
    win: int
    standoff: int
    lose: int
    ev: str
    ev_float: float


class BestSetting(msgspec.Struct, frozen=True, kw_only=True):
    """Every legal setting of a hand, best first; `house_way` and `best` are places in `settings`."""

    book: str
    dealer: str
    hand: list[str]
    deals: int
    settings: list[WeighedSetting]
    house_way: int
    best: int
    cost: str
    cost_float: float


class OddsLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a pay table, the hands it pays, and what it adds to the return."""

    name: str
    hands: int
    pays: int
    share: str = msgspec.field(name="return")
    share_float: float = msgspec.field(name="return_float")


class PayTableCounts(msgspec.Struct, frozen=True, kw_only=True):
    """A side wager under one of its pay tables."""

    pay_table: str
    hands: int
    lines: list[OddsLine]
    losing: int
    house_edge: str
    house_edge_float: float
    variance: float
    variance_exact: str
    hit_rate: str
    hit_rate_float: float


class EnvyCounts(msgspec.Struct, frozen=True, kw_only=True):
    """What a player receives for the hands of `others` other positions in a round, on average."""

    others: int
    cents: str
    cents_float: float


class WagerCounts(msgspec.Struct, frozen=True, kw_only=True):
    """A wager: the main wager by its deals, a side wager by the hands of its pay table."""

    player: str | UnsetType = UNSET
    deals: int | UnsetType = UNSET
    win: int | UnsetType = UNSET
    standoff: int | UnsetType = UNSET
    lose: int | UnsetType = UNSET
    judged: str | UnsetType = UNSET
    pay_table: str | UnsetType = UNSET
    hands: int | UnsetType = UNSET
    lines: list[OddsLine] | UnsetType = UNSET
    losing: int | UnsetType = UNSET
    house_edge: str
    house_edge_float: float
    variance: float
    variance_exact: str
    hit_rate: str
    hit_rate_float: float
    pay_tables: dict[str, PayTableCounts] | UnsetType = UNSET
    envy_not_counted: str | UnsetType = UNSET
    envy: list[EnvyCounts] | UnsetType = UNSET


class BookOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The exact odds of every wager of a book, by the wager's key."""

    book: str
    digest: str
    wagers: dict[str, WagerCounts]
