"""What of a table a player's own acts depend on.

Here: telling two tables apart only where `decide` may answer a player differently, so that it need not be asked again.
Not here: any answer (`decide`), or remembering it.
"""

from __future__ import annotations

from msgspec.structs import replace

from houseway.table.state import DEALER, Table


def common(table: Table) -> Table:
    """What concerns every player: the table without its wagers and hands."""
    return replace(table, version=0, wagers={}, hands={}, played=frozenset(), viewed={})


def concerns(table: Table, player: str) -> tuple[object, ...]:
    """What concerns one player besides: while this and `common` are equal, `decide` answers the player alike.

    Wagers on areas on which the player neither bets nor may bet are left out, unless they count against a cap or a
    bank; and so are the hands of others.

    >>> from houseway.table.state import Hand, Stake
    >>> one = Table(seats={1: "ann", 2: "bob"}, hands={1: Hand(cards=("Ac",)), 2: Hand(cards=("Kc",))})
    >>> two = replace(one, wagers={2: {"main": (Stake("bob", 100),)}})
    >>> [concerns(one, name) == concerns(two, name) for name in ("ann", "bob")]
    [True, False]
    """
    wagers, hands, viewed, seats, shared = table.wagers, table.hands, table.viewed, table.seats, table.shared
    if not (table.exposure_cap or table.bank or table.bank_offered or table.offer):
        wagers = {
            at: wager
            for at, wager in wagers.items()
            if seats.get(at) == player or at in shared or _has_a_stake(table, at, player)
        }
    mine = {at: hand for at, hand in hands.items() if at in wagers or at == DEALER or seats.get(at) == player}
    return wagers, mine, tuple(hands), viewed.get(player), bool(viewed)


def _has_a_stake(table: Table, position: int, player: str) -> bool:
    return any(stake.player == player for stakes in table.wagers[position].values() for stake in stakes)
