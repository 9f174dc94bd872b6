"""Whether a fault can have happened by now, whatever the details of its report.

Here: the phases of a fault; what cannot go wrong where the house itself dealt the cards and holds the chips; and what
nobody can have done yet. Not here: the details of a report (`reports`), or its remedies (`irregular`).
"""

from __future__ import annotations

from houseway.errors import Refused
from houseway.rulebook.procedure import Fault, Irregularity, Phase
from houseway.table.commands import HOUSE, Actor
from houseway.table.state import Table

OWN_DECK = "the house dealt this round from its own deck: nothing can have been dealt wrongly"
_DECK = "this round is dealt from the house's own deck: nothing can be wrong with it"
_EXPOSED = "this round is dealt from the house's own deck: no card of it can be exposed"
_CHIPS = "the house holds the chips of this round: every wager is what was recorded"
_POWER = "the house declares a power failure itself when it opens again"
ONLY_BY_HAND: dict[Fault, str] = {
    Fault.WRONG_DECK: _DECK,
    Fault.MISDEAL: OWN_DECK,
    Fault.DEALER_COUNT: OWN_DECK,
    Fault.CARDS_EXPOSED: _EXPOSED,
    Fault.PLAYER_COUNT: OWN_DECK,
    Fault.NO_CARDS: OWN_DECK,
    Fault.UNWAGERED_CARDS: OWN_DECK,
    Fault.DEVICE_COUNT: _DECK,
    Fault.DECK_COUNT: _DECK,
    Fault.UNDER_MINIMUM: _CHIPS,
    Fault.OVER_MAXIMUM: _CHIPS,
    Fault.POWER_FAILURE: _POWER,
}
"""Faults of a physical deck and its layout, each with the reason why the house's own deck cannot have them."""
OF_THE_LAST_ROUND = {Fault.DEALER_COUNT, Fault.PLAYER_COUNT}
"""Faults that are corrected in the last round when they are found between rounds."""


def must_be_possible(table: Table, known: Irregularity, by: Actor) -> None:
    """Refuse a fault that cannot have happened by now, or that only the house itself can know of."""
    fault = known.fault
    over = table.phase is Phase.BETWEEN_ROUNDS and table.round > 0
    if over and table.phase not in known.phases and known.afterwards:
        raise Refused(f"{fault.value} cannot be reported now: earlier rounds stand as settled", clause=known.afterwards)
    if table.phase not in known.phases:
        raise Refused(f"{fault.value} cannot be reported now: {table.phase.state}", clause=known.cite)
    if table.phase is Phase.BETWEEN_ROUNDS and fault in OF_THE_LAST_ROUND and not table.settled:
        why = "the last round is void" if table.round else "no round has been played"
        raise Refused(f"{fault.value} cannot be reported now: {why}", clause=known.cite)
    if table.own_deck and fault in ONLY_BY_HAND and not (fault is Fault.POWER_FAILURE and by == HOUSE):
        raise Refused(ONLY_BY_HAND[fault], clause=known.cite)
    if fault is Fault.SECOND_HAND_VIEWED and not table.viewed:
        raise Refused(f"{fault.value} cannot be reported now: nobody has viewed a hand", clause=known.cite)
    if fault is Fault.WRONG_HOUSE_WAY and not any(hand.house_way for hand in table.hands.values()):
        raise Refused(f"{fault.value} cannot be reported now: no hand is set the house way", clause=known.cite)
