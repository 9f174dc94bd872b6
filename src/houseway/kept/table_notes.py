"""What is noted about significant events of a table: who, at which table and round, before, after and why.

Here: the note of each such event, to be written together with it. Cards, and what staff write about a fault while the
round is in play, are never in a note. Not here: which events are significant (`significance`).

An event that the house only passes on, such as a prohibition decided at another table, is noted where it was decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houseway.journal.entry import Append
from houseway.journal.significant import to_append
from houseway.kept.looks import LOOKED
from houseway.kept.significance import significant
from houseway.table import events as e
from houseway.table.commands import HOUSE, Actor
from houseway.table.evolve import evolve
from houseway.table.record import kind
from houseway.table.state import Table


def notes(name: str, table: Table, events: Sequence[e.Event], by: Actor) -> Iterator[Append]:
    """The notes of a request's events at a table that stood at `table` before them."""
    who = by.name if by == HOUSE else f"{by.role.words} {by.name}"
    wanted = set(map(id, significant(events)))
    for event in events:
        passed_on = by == HOUSE and isinstance(event, e.PlayerProhibited)
        if id(event) in wanted and not passed_on:
            yield _note(name, table, events, event, who)
        table = evolve(table, event)


def _note(name: str, table: Table, events: Sequence[e.Event], event: e.Event, who: str) -> Append:
    what, before, after = _said(table, events, event)
    round = getattr(event, "round", table.round)
    place = name if isinstance(event, e.TableOpened | e.LimitsSet) else f"{name}, round {round}"
    named = LOOKED if isinstance(event, e.ConcededHandViewed) else kind(event)
    what = f"{place}, {what}" if what else place
    why = "a conceded hand, at the table" if named == LOOKED else _why(events, event)
    return to_append(named, by=who, what=what, before=before, after=after, why=why)


def _why(events: Sequence[e.Event], event: e.Event) -> str:
    """The reason: the fault that is dealt with, and the clause."""
    remedied = next((each for each in events if isinstance(each, e.IrregularityRemedied)), None)
    fault = getattr(event, "fault", None) or (remedied.fault if remedied else None)
    return ", ".join(filter(None, (fault.value if fault else "", event.clause)))


def _said(table: Table, events: Sequence[e.Event], event: e.Event) -> tuple[str, object, object]:
    """What an event is about, what was before, and what is after."""
    match event:
        case e.TableOpened():
            return "", None, {"book": event.book, "limits": event.limits, "positions": event.positions}
        case e.LimitsSet():
            before = {"limits": table.limits, "exposure": table.exposure_cap}
            return "", before, {"limits": event.limits, "exposure": event.exposure}
        case e.RoundVoided():
            return "", _staked(events), _returned(events)
        case e.RoundCorrected():
            return "", *_corrected(events)
        case e.PlayerProhibited() | e.PlayerRestricted() | e.MoreHandsAllowed():
            states = _states(event)
            return f"player {event.player}", *(states[::-1] if event.lifted else states)
    return _at_a_position(table, event)


def _at_a_position(table: Table, event: e.Event) -> tuple[str, object, object]:
    """The same for what happens to a hand or a wager, and for faults."""
    match event:
        case e.WagerFound():
            return f"{event.wager} of {event.player} at position {event.position}", event.was, event.cents
        case e.HandsMoved():
            return "", None, {str(start): end for start, end in event.moves.items()}
        case (
            e.HandReconstructed(position=position, number=number) | e.CardsKeyedAgain(position=position, number=number)
        ):
            had = len(table.hands[position].cards) if position in table.hands else 0
            return f"position {position}", f"{had} cards", f"{number} cards"
        case e.HandRemoved() | e.ConcededHandViewed():
            return f"position {event.position}", None, None
        case e.IrregularityReported():
            about = {"position": event.position, "wager": event.wager, "player": event.player, "cents": event.cents}
            return "", None, {key: value for key, value in about.items() if value not in (-1, 0, "")} or "on hold"
        case e.IrregularityRemedied():
            return "", "on hold", event.remedy.value
        case e.ReportRetracted():
            return "", "on hold", "withdrawn"
        case e.WithdrawalOffered():
            return "", None, "players may withdraw their wagers"
    return "", None, None


def _states(event: e.PlayerProhibited | e.PlayerRestricted | e.MoreHandsAllowed) -> tuple[str, str]:
    if isinstance(event, e.PlayerProhibited):
        return "may play", "prohibited"
    return (
        ("may play", "one area only") if isinstance(event, e.PlayerRestricted) else ("one hand", "more than one hand")
    )


def _staked(events: Sequence[e.Event]) -> list[dict[str, object]]:
    found = (event for event in events if isinstance(event, e.WagerSettled))
    return [{"player": each.player, "wager": each.wager, "staked": each.stake} for each in found]


def _returned(events: Sequence[e.Event]) -> list[dict[str, object]]:
    found = (event for event in events if isinstance(event, e.WagerSettled))
    return [{"player": each.player, "wager": each.wager, "returned": each.received} for each in found]


def _corrected(events: Sequence[e.Event]) -> tuple[object, object]:
    before, after = list[dict[str, object]](), list[dict[str, object]]()
    for event in events:
        if isinstance(event, e.SettlementCorrected):
            place: dict[str, object] = {"player": event.player, "position": event.position, "wager": event.wager}
            before.append(place | {"result": event.was.value})
            after.append(place | {"result": event.result.value, "cents": event.cents})
        elif isinstance(event, e.EnvyCorrected):
            after.append({"player": event.player, "position": event.position, "envy": event.cents})
    return before or None, after or None
