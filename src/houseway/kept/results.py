"""What players won or lost, with the time: kept beside the events of a table, which have none.

Here: the result of each player in a request's events, the stream `played:NAME` it is kept in, and reading the newest
back. It is written together with the events, so that neither is without the other. Not here: what follows from it
(`people.protection`).
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

import msgspec

from houseway.journal.entry import Append, Appended, Entry, Recorded
from houseway.journal.facts import Facts
from houseway.journal.store import Journal
from houseway.kept.bodies import read_body
from houseway.kept.bots import is_bot
from houseway.table import events as e

STREAM, KIND = "played:", "result"
CHUNK = 500
"""How many results are read at once, the newest first."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What a player won, or lost where it is negative, in cents, when it was settled or corrected."""

    at: datetime
    table: str
    round: int
    cents: int


def net(event: e.Event) -> int:
    """What an event adds to a player's result of the round: winnings positive, losses negative.

    >>> net(e.WagerSettled(position=1, wager="main", player="ann", stake=100, result="lose"))
    -100
    """
    match event:
        case e.WagerSettled():
            return event.received - event.stake
        case e.BankSettled():
            return event.received - event.cents
        case e.EnvyPaid() | e.SettlementCorrected() | e.EnvyCorrected():
            return event.cents
        case _:
            return 0


def results(events: Iterable[e.Event]) -> dict[str, int]:
    """The result of every player that events settle or correct, also where it is nothing; bots have none.

    >>> won = e.WagerSettled(
    ...     position=1, wager="main", player="ann", stake=1000, result="win", payout=1000, commission=50, back=1000
    ... )
    >>> results([won, e.EnvyPaid(player="bob", position=1, line="", cents=500), e.BettingClosed()])
    {'ann': 950, 'bob': 500}
    """
    found: dict[str, int] = {}
    for event in events:
        if isinstance(event, e.WagerSettled | e.BankSettled | e.EnvyPaid | e.SettlementCorrected | e.EnvyCorrected):
            found[event.player] = found.get(event.player, 0) + net(event)
    return {name: cents for name, cents in found.items() if not is_bot(name)}


def to_append(facts: Facts, table: str, round: int, events: Iterable[e.Event], *, key: str) -> Iterator[Append]:
    """The results of a request's events, to be written together with them; `key` is that of the events."""
    now = datetime.now(UTC)
    for name, cents in results(events).items():
        body = msgspec.json.encode(Result(at=now, table=table, round=round, cents=cents), order="sorted")
        stream = STREAM + name
        yield Append(
            stream=stream,
            entries=(Entry(KIND, body),),
            expected_version=facts.version(stream),
            key=f"result {name!r} {key}",
        )


def written(appends: Iterable[Append], answers: Iterable[Appended]) -> Iterator[tuple[str, int, Result]]:
    """The results among appends that were written: whose, the version of their stream with it, and the result."""
    for append, answer in zip(appends, answers, strict=True):
        if append.stream.startswith(STREAM) and append.entries and not answer.repeated:
            yield append.stream.removeprefix(STREAM), answer.version, _decoder().decode(append.entries[0].body)


def newest(journal: Journal, name: str, *, since: datetime) -> tuple[int, list[Result]]:
    """A player's results since a moment, in order, and the version of the stream they were read at."""
    stream = STREAM + name
    last = upto = journal.version(stream)
    found: list[Result] = []
    while upto:
        after = max(0, upto - CHUNK)
        chunk = [_read(recorded) for recorded in journal.read(stream, after=after, upto=upto)]
        found = [each for each in chunk if each.at >= since] + found
        if chunk[0].at < since:
            break
        upto = after
    return last, found


def after(journal: Journal, name: str, version: int) -> tuple[int, list[Result]]:
    """A player's results after a version of the stream, and the version they were read at."""
    if journal.newest(STREAM + name) == version:
        return version, []
    found = []
    for recorded in journal.read(STREAM + name, after=version):
        version = recorded.version
        found.append(_read(recorded))
    return version, found


@functools.cache
def _decoder() -> msgspec.json.Decoder[Result]:
    return msgspec.json.Decoder(Result)


def _read(recorded: Recorded) -> Result:
    return read_body(recorded, _decoder(), "it is not a result")
