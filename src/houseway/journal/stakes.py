"""What lies on the layouts of tables that several processes run, kept beside the chain, a row a table.

Here: the rows, and setting and comparing them in the transaction that writes to the table: so no two processes use what
is left of one cap. Not here: who may write to a table (`tenancy`), or what a round costs (the caller knows).

A row never says anything else than the journal does: it changes in the transaction that changes the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from houseway.errors import OldVersion, Refused
from houseway.journal.postgres_tools import WORKERS
from houseway.money import money

MAKE: Final = (
    f"CREATE TABLE IF NOT EXISTS {WORKERS}.costs (name text PRIMARY KEY, cents bigint NOT NULL, lowest bigint)",
    f"CREATE TABLE IF NOT EXISTS {WORKERS}.laid (player text, name text, cents bigint NOT NULL, "
    "PRIMARY KEY (player, name))",
    f"CREATE INDEX IF NOT EXISTS laid_name ON {WORKERS}.laid (name)",
)


class StakesMoved(OldVersion):
    """What a player has on other layouts is not what a request was decided by."""


@dataclass(frozen=True, kw_only=True)
class AtTable:
    """What a table has at stake once a request is written."""

    table: str
    cost: int
    """What its round can cost the house."""
    laid: Mapping[str, int] = field(default_factory=dict)
    """What each player has on its layout."""
    lowest: int | None = None
    """The lowest minimum of its main wager; none while it is closed."""
    cap: int = 0
    """The most that all tables may cost together, where this request raises it; 0 for no cap."""
    what: str = "this wager"


@dataclass(frozen=True, kw_only=True)
class Elsewhere:
    """What a player has on all layouts but one, as a request was decided by it; refused where it is another amount."""

    player: str
    cents: int
    but: str = ""


@dataclass(frozen=True, kw_only=True)
class Holds:
    """What an account holds, as a request was decided by it; refused where it is another amount by then."""

    account: str
    cents: int


Beside: TypeAlias = AtTable | Elsewhere | Holds

_READ: Final = sa.text(f"""
    SELECT 'all' AS what, '' AS player, '' AS name, coalesce(sum(cents), 0)::bigint AS cents FROM {WORKERS}.costs
    UNION ALL SELECT 'cost', '', name, cents FROM {WORKERS}.costs WHERE name = ANY(:tables)
    UNION ALL SELECT 'laid', player, name, cents FROM {WORKERS}.laid WHERE player = ANY(:players)
""").bindparams(
    sa.bindparam("tables", type_=postgresql.ARRAY(sa.Text)), sa.bindparam("players", type_=postgresql.ARRAY(sa.Text))
)
_SET: Final = sa.text(f"""
    WITH gone AS (DELETE FROM {WORKERS}.laid WHERE name = ANY(:tables) AND NOT (player, name) IN
        (SELECT * FROM unnest(:players, :places)))
    INSERT INTO {WORKERS}.costs (name, cents, lowest) SELECT * FROM unnest(:tables, :costs, :lowest)
    ON CONFLICT (name) DO UPDATE SET cents = excluded.cents, lowest = excluded.lowest
""")
_LAY: Final = sa.text(f"""
    INSERT INTO {WORKERS}.laid (player, name, cents) SELECT * FROM unnest(:players, :places, :cents)
    ON CONFLICT (player, name) DO UPDATE SET cents = excluded.cents
""")
_TEXTS, _NUMBERS = postgresql.ARRAY(sa.Text), postgresql.ARRAY(sa.BigInteger)


class Stakes:
    """The rows that the requests of one transaction rest on and set."""

    def __init__(self, connection: sa.Connection, beside: Iterable[Beside]) -> None:
        """Read them; nobody else writes meanwhile."""
        self._connection = connection
        self._together, self._costs = 0, dict[str, int]()
        self._laid: dict[str, dict[str, int]] = {}
        self._set: dict[str, AtTable] = {}
        every = tuple(beside)
        if not any(isinstance(each, AtTable | Elsewhere) for each in every):
            return
        tables = {each.table for each in every if isinstance(each, AtTable)}
        players = {each.player for each in every if isinstance(each, Elsewhere)}
        self._costs |= dict.fromkeys(tables, 0)
        self._laid |= {player: {} for player in players}
        for what, player, name, cents in connection.execute(
            _READ, {"tables": sorted(tables), "players": sorted(players)}
        ):
            if what == "all":
                self._together = cents
            elif what == "cost":
                self._costs[name] = cents
            else:
                self._laid[player][name] = cents

    def take(self, beside: Sequence[Beside]) -> None:
        """Count what a request sets; refused, with nothing counted, where it rests on what is no longer so."""
        for each in beside:
            if isinstance(each, Elsewhere):
                now = sum(cents for name, cents in self._laid[each.player].items() if name != each.but)
                if now != each.cents:
                    raise StakesMoved(f"{each.player} has {money(now)} on other layouts, and not {money(each.cents)}")
            elif (
                isinstance(each, AtTable)
                and each.cap
                and (cost := self._together - self._costs[each.table] + each.cost) > each.cap
            ):
                raise Refused(beyond(each.what, cost, each.cap))
        for each in beside:
            if isinstance(each, AtTable):
                self._count(each)

    def _count(self, one: AtTable) -> None:
        self._together += one.cost - self._costs[one.table]
        self._costs[one.table] = one.cost
        for player, laid in self._laid.items():
            laid.pop(one.table, None)
            if player in one.laid:
                laid[one.table] = one.laid[player]
        self._set[one.table] = one

    def write(self) -> None:
        """Set the rows."""
        put(self._connection, self._set.values())


def put(connection: sa.Connection, every: Iterable[AtTable]) -> None:
    """Set the rows of tables."""
    rows = list(every)
    laid = [(player, one.table, cents) for one in rows for player, cents in one.laid.items()]
    if not rows:
        return
    players, places, cents = (list(column) for column in zip(*laid, strict=True)) if laid else ([], [], [])
    tables, costs = [one.table for one in rows], [one.cost for one in rows]
    setting = _SET.bindparams(
        sa.bindparam("tables", tables, type_=_TEXTS),
        sa.bindparam("costs", costs, type_=_NUMBERS),
        sa.bindparam("lowest", [one.lowest for one in rows], type_=_NUMBERS),
        sa.bindparam("players", players, type_=_TEXTS),
        sa.bindparam("places", places, type_=_TEXTS),
    )
    connection.execute(setting)
    if laid:
        laying = _LAY.bindparams(
            sa.bindparam("players", players, type_=_TEXTS),
            sa.bindparam("places", places, type_=_TEXTS),
            sa.bindparam("cents", cents, type_=_NUMBERS),
        )
        connection.execute(laying)


def forget(connection: sa.Connection, name: str) -> None:
    """Forget a table that has closed for good."""
    for kind in ("costs", "laid"):
        connection.execute(sa.text(f"DELETE FROM {WORKERS}.{kind} WHERE name = :name"), {"name": name})


def beyond(what: str, together: int, cap: int) -> str:
    """Why a wager is refused that would exceed the cap of the house."""
    return (
        f"with {what} the rounds in play could cost the house {money(together)}, more than the {money(cap)} it accepts"
    )
