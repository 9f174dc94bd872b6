"""What of a table a player's own acts depend on.

Here: telling two tables apart only where `decide` may answer a player differently, so that it need not be asked again.
Not here: any answer (`decide`), or remembering it.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from houseway.table.state import DEALER, Table


def common(table: Table) -> Table:
    """What concerns every player: the table without its wagers and hands."""
    return replace(table, version=0, wagers={}, hands={}, played=frozenset(), viewed={})


def places(table: Table) -> dict[str, set[int]]:
    """The positions at which each player sits or has a stake.

    >>> places(Table(seats={1: "ann"}))
    {'ann': {1}}
    """
    found: dict[str, set[int]] = {}
    for at, seated in table.seats.items():
        found.setdefault(seated, set()).add(at)
    for at, wagers in table.wagers.items():
        for stakes in wagers.values():
            for stake in stakes:
                found.setdefault(stake.player, set()).add(at)
    return found


def concerns(table: Table, player: str, own: Collection[int]) -> tuple[object, ...]:
    """What concerns one player besides: while this and `common` are equal, `decide` answers the player alike.

    `own` are the player's `places`.
    Wagers on areas on which the player neither bets nor may bet are left out, unless they count against a cap or a
    bank; and so are the hands of others.

    >>> from houseway.table.state import Hand, Stake
    >>> one = Table(seats={1: "ann", 2: "bob"}, hands={1: Hand(cards=("Ac",)), 2: Hand(cards=("Kc",))})
    >>> two = replace(one, wagers={2: {"main": (Stake("bob", 100),)}})
    >>> [concerns(one, name, {at}) == concerns(two, name, {at}) for at, name in one.seats.items()]
    [True, False]
    """
    wagers, hands, viewed, shared = table.wagers, table.hands, table.viewed, table.shared
    if not (table.exposure_cap or table.bank or table.bank_offered or table.offer):
        wagers = {at: wager for at, wager in wagers.items() if at in own or at in shared}
    mine = {
        at: hand for at, hand in hands.items() if at in own or at in wagers or at == DEALER or hand.viewed_by == player
    }
    return wagers, mine, tuple(hands), viewed.get(player), bool(viewed)
