"""Hand histories from transcripts, and transcripts from hand histories.

Here: both conversions, and playing a history: every request is asked again, and must lead to the events of its step.
Not here: the format of the file (`history`), or journals (`kept.histories`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import msgspec

from houseway.errors import BadCards, HousewayError, Refused, shortened
from houseway.money import money
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.history import BadHistory, History, Step, event_fields
from houseway.table.opening import open_table
from houseway.table.record import kind
from houseway.table.requests import actor_in_words, request_for
from houseway.table.transcript import BadTranscript, Part, Session, lines, read_actor, read_opening, read_request
from houseway.table.words import say

Find = Callable[[str], Rulebook]


def from_transcript(text: str, find_book: Find) -> History:
    """The history of a transcript, as its requests play out."""
    found: list[Step] = []
    before: tuple[str, ...] = ()
    head: tuple[str, ...] = ()
    book = ""
    for line in lines(text, find_book):
        words = line.text.strip()
        if line.part is Part.COMMENT:
            before += (line.text,)
            continue
        if line.part is Part.BOOK:
            book, head = words.removeprefix("book").strip(), before
        elif line.part is Part.TABLE:
            found.append(Step(asks=words, events=line.events, before=before))
        elif line.session:
            if not found:
                found.append(Step(events=(line.session.history[0],)))
            who, _, asks = words.partition(":")
            by = read_actor(who.strip())
            found.append(Step(by=by, asks=asks.strip(), refused=line.refused, events=line.events, before=before))
        before = ()
    return History(book=book, steps=tuple(found), before=head, after=before)


def to_transcript(history: History, find_book: Find) -> str:
    """The transcript of a history; where a request was not kept, one that leads to the same events."""
    return "\n".join(_lines(history, find_book)) + "\n"


def _lines(history: History, find_book: Find) -> Iterator[str]:
    yield from (*history.before, f"book {history.book}")
    for step, _, session in played(history, find_book):
        yield from step.before
        if step.by is None:
            yield from [step.asks] if step.asks else []
            continue
        yield f"{actor_in_words(step.by)}: {step.asks}"
        yield from [f"  ! {step.refused}"] if step.refused else []
        yield from (f"  - {say(session.book, event)}" for event in step.events)
    yield from history.after


def played(history: History, find_book: Find) -> Iterator[tuple[Step, c.Command | None, Session]]:
    """Each step with its command, and the table after it, once the command has led to the events of the step.

    A step without its request is given one that leads to its events, or several steps where it takes several.
    `BadHistory` where a step does not hold.
    """
    session = Session(find_book(history.book))
    for step in history.steps:
        if not session.history:
            yield _opened(session, step), None, session
        elif step.asks and step.by:
            yield step, _asked(session, step), session
        elif step.refused:
            raise BadHistory(f"line {step.line}: what was refused is not in the history")
        else:
            yield from _rebuilt(session, step)


def _opened(session: Session, step: Step) -> Step:
    event = step.events[0] if len(step.events) == 1 else None
    if not isinstance(event, e.TableOpened):
        raise BadHistory(f"line {step.line}: a history begins with the opening of its table")
    if event.book != session.book.id:
        raise BadHistory(f"line {step.line}: the table is opened under {shortened(event.book)}, not {session.book.id}")
    try:
        usual = open_table(session.book, name="one")
        asks = step.asks or ("" if _alike(event, usual) else opening_in_words(event))
        same = read_opening(session.book, asks, step.line) if asks else usual
    except HousewayError as error:
        raise BadHistory(str(error) if isinstance(error, BadTranscript) else f"line {step.line}: {error}") from None
    if not _alike(event, same):
        differs = _different_field(msgspec.structs.replace(same, digest=event.digest), event)
        raise BadHistory(f"line {step.line}: the table does not open as it says: {differs}")
    session.apply((event,))
    return replace(step, asks=asks)


def _alike(event: e.TableOpened, other: e.TableOpened) -> bool:
    """Whether two tables open alike, whatever edition of the book they are opened under."""
    return msgspec.structs.replace(event, digest=other.digest) == other


def opening_in_words(event: e.TableOpened) -> str:
    """The line of a transcript that opens such a table.

    >>> opening_in_words(e.TableOpened(table="two", book="mine", digest="", positions=3, unit=500, manual=True))
    'table called two, positions 3, unit 5.00, manual'
    """
    parts = [f"called {event.table}", f"positions {event.positions}", f"unit {money(event.unit)}"]
    parts += [f"{key} {money(least)} to {money(most)}" for key, (least, most) in event.limits.items()]
    parts += [f"{key} pay table {name}" for key, name in event.pay_tables.items()]
    return f"table {', '.join([*parts, *(['manual'] if event.manual else [])])}"


def _asked(session: Session, step: Step) -> c.Command | None:
    assert step.by
    command = None
    try:
        command = read_request(session, step.by, step.asks)
        if command is None:
            raise BadHistory(f"line {step.line}: {shortened(step.asks)!r} is not a request")
        events = session.ask(command)
    except (Refused, BadCards) as refusal:
        if not step.refused:
            raise BadHistory(f"line {step.line}: {shortened(step.asks)!r} is refused: {refusal}") from None
        return command
    except BadTranscript as error:
        raise BadHistory(f"line {step.line}: {shortened(step.asks)!r}: {error}") from None
    if events != step.events:
        raise BadHistory(f"line {step.line}: {shortened(step.asks)!r} {_difference(events, step)}")
    return command


def _difference(events: Sequence[e.Event], step: Step) -> str:
    if step.refused:
        return "is not refused"
    pairs = enumerate(zip(events, step.events, strict=False), 1)
    at = next((at for at, (one, other) in pairs if one != other), min(len(events), len(step.events)) + 1)
    if at > len(events):
        return f"leads to no event {at} of the step"
    leads = events[at - 1]
    if at > len(step.events) or type(leads) is not type(step.events[at - 1]):
        return f"does not lead to event {at} of the step, but to {kind(leads)!r}"
    return f"does not lead to event {at} of the step, {kind(leads)!r}: {_different_field(leads, step.events[at - 1])}"


def _different_field(event: e.Event, written: e.Event) -> str:
    """The first field of an event that a history has otherwise."""
    ours, theirs = event_fields(event), event_fields(written)
    name = next(name for name in [*ours, *theirs] if ours.get(name) != theirs.get(name))
    first, second = (shortened(repr(fields[name])) if name in fields else "left out" for fields in (ours, theirs))
    return f"`{name}` is {first}, not {second}"


def _rebuilt(session: Session, step: Step) -> Iterator[tuple[Step, c.Command, Session]]:
    left, before = step.events, step.before
    while left:
        found = request_for(session, left)
        if found is None:
            raise BadHistory(f"line {step.line}: no request leads to {kind(left[0])!r} here")
        command, words, number = found
        session.ask(command)
        one = Step(by=command.by, asks=words, events=left[:number], before=before, line=step.line)
        yield one, command, session
        left, before = left[number:], ()
