"""The records of the house, over HTTP, for whoever audits it: they read, and change nothing.

Here: the routes of the page of records: significant events, the state of the journal and of the program, the evidence,
and files of all of it. Not here: rounds (`api_rounds`), what is significant (`kept.significance`), or verifying
(`journal.verify`).
"""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Iterable
from datetime import datetime
from itertools import islice
from typing import Annotated, Any

import msgspec
from litestar import Response, get
from litestar.params import FromQuery, Parameter
from litestar.response import Stream

from houseway import __version__
from houseway.errors import HousewayError, as_cell
from houseway.journal.heads import heads_to_compare, remembered
from houseway.journal.significant import Event, events, read_moment
from houseway.journal.verify import not_shown, verify
from houseway.kept.tables import kept_tables
from houseway.kept.withheld import Withheld
from houseway.people.acts import HouseAct
from houseway.web.floor.fields import FIELDS
from houseway.web.floor.house import OpenHouse
from houseway.web.http.costs import COUNTED, EXPORTED, LOOKED_UP, costs
from houseway.web.http.exports import Page, export
from houseway.web.http.guard import Asked, act, house_of
from houseway.web.operations.evidence import Row, read_evidence

MOST = 200
ENTRIES_A_PAGE = 500
_COLUMNS = ("number", "when", "kind", "by", "what", "before", "after", "why")
_MAY = act(HouseAct.AUDIT)
Words = Annotated[str, Parameter(max_length=FIELDS.search)]
Last = Annotated[int, Parameter(ge=1, le=MOST)]


class AuditedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table, its book by digest, and how many rounds it has had."""

    name: str
    book: str
    digest: str
    rounds: int
    open: bool
    """Whether it is on the floor now."""


class AuditView(msgspec.Struct, frozen=True, kw_only=True):
    """The state of the journal and of the program."""

    journal: str
    entries: int
    hash: str
    verified: int
    """Up to which entry the house has verified it."""
    findings: tuple[str, ...]
    heads: str
    """Where heads are kept; empty for nowhere."""
    head_at: int
    head_failures: int
    version: str
    program: str
    changed: tuple[str, ...]
    """Files of the program that are no longer what was loaded."""
    tables: tuple[AuditedTable, ...]
    kinds: tuple[str, ...]
    """Every kind of significant event that there has been."""


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """What verifying all of the journal found, and what it cannot show."""

    entries: int
    hash: str
    heads: int
    newest: int
    findings: tuple[str, ...]
    not_shown: tuple[str, ...]


class SeenEvent(msgspec.Struct, frozen=True, kw_only=True):
    """A significant event."""

    number: int
    when: datetime
    kind: str
    by: str
    what: str
    before: Any
    after: Any
    why: str


class SeenEvents(msgspec.Struct, frozen=True, kw_only=True):
    """Significant events, newest first, and whether there are older ones."""

    events: tuple[SeenEvent, ...]
    more: bool


class EvidenceRow(msgspec.Struct, frozen=True, kw_only=True):
    """A topic of a standard."""

    standard: str
    number: str
    topic: str
    state: str
    how: str
    shown: tuple[str, ...]
    tests: tuple[str, ...]


@get("/staff/audit", include_in_schema=False, sync_to_thread=True, guards=[costs(LOOKED_UP)], opt=_MAY)
def look(request: Asked) -> AuditView:
    """The state of the journal and of the program."""
    house = house_of(request)
    journal, guard = house.journal, house.trouble.guard
    entries, last = journal.tip()
    try:
        checkpoint = journal.checkpoint()
    except HousewayError:  # the file beside the journal is damaged: nothing counts as verified
        checkpoint = None
    return AuditView(
        journal=journal.identity,
        entries=entries,
        hash=last.hex(),
        verified=checkpoint.entries if checkpoint else 0,
        findings=guard.findings if guard else (),
        heads=remembered(journal),
        head_at=guard.head_at if guard else 0,
        head_failures=guard.head_failures if guard else 0,
        version=__version__,
        program=house.program.now.program,
        changed=house.program.changes(),
        tables=tuple(_tables(house)),
        kinds=tuple(sorted({event.kind for event in events(journal)})),
    )


@get("/staff/audit/verify", include_in_schema=False, sync_to_thread=True, guards=[costs(EXPORTED)], opt=_MAY)
def verify_now(request: Asked) -> Verified:
    """Verify all of the journal now, against the heads that are kept elsewhere."""
    journal = house_of(request).journal
    known, trouble = heads_to_compare(journal)
    report = verify(journal, heads=known)
    newest = max((head.entries for head in known), default=None)
    return Verified(
        entries=report.entries,
        hash=report.hash,
        heads=len(known),
        newest=newest or 0,
        findings=(*trouble, *report.findings),
        not_shown=tuple(not_shown(report, newest)),
    )


@get("/staff/audit/events", include_in_schema=False, sync_to_thread=True, guards=[costs(LOOKED_UP)], opt=_MAY)
def seen_events(
    request: Asked,
    since: Words = "",
    kind: Words = "",
    by: Words = "",
    about: Words = "",
    before: FromQuery[int] = 0,
    last: Last = 50,
) -> SeenEvents:
    """Significant events, newest first: those that fit what is given."""
    found = _events(request, since, kind, by, about)
    older = [event for event in reversed(found) if not before or event.number < before]
    return SeenEvents(events=tuple(map(_seen, older[:last])), more=len(older) > last)


@get("/staff/audit/events/export", include_in_schema=False, sync_to_thread=True, guards=[costs(EXPORTED)], opt=_MAY)
def export_events(
    request: Asked, since: Words = "", kind: Words = "", by: Words = "", about: Words = ""
) -> Response[bytes]:
    """The same as CSV, oldest first."""
    written = io.StringIO()
    rows = csv.writer(written, quoting=csv.QUOTE_NONNUMERIC)
    rows.writerow(_COLUMNS)
    for event in _events(request, since, kind, by, about):
        rows.writerow([_cell(each) for each in msgspec.structs.astuple(_seen(event))])
    headers = {"content-disposition": 'attachment; filename="events.csv"'}
    return Response(written.getvalue().encode(), media_type="text/csv; charset=utf-8", headers=headers)


@get("/staff/audit/evidence", include_in_schema=False, sync_to_thread=True, guards=[costs(LOOKED_UP)], opt=_MAY)
def evidence() -> list[EvidenceRow]:
    """What standards ask, what Houseway does, and what shows it."""
    return [_row(row) for row in read_evidence()]


@get("/staff/audit/journal/export", include_in_schema=False, guards=[costs(COUNTED)], opt=_MAY)
async def export_journal(request: Asked) -> Stream:
    """Every entry, one per line; what nobody may know while a round is in play is withheld."""
    journal = house_of(request).journal

    def find() -> list[Page]:
        withheld = Withheld(journal)

        def lines(after: int) -> bytes:
            some = islice(journal.read_all(after=after), ENTRIES_A_PAGE)
            shown = (withheld.line(recorded) for recorded in some if recorded.number <= withheld.upto)
            return b"".join(msgspec.json.encode(line) + b"\n" for line in shown)

        return [functools.partial(lines, after) for after in range(0, withheld.upto, ENTRIES_A_PAGE)]

    return await export("journal.jsonl", find)


def _tables(house: OpenHouse) -> Iterable[AuditedTable]:
    for name, book in sorted(kept_tables(house.journal).items()):
        yield AuditedTable(
            name=name,
            book=book,
            digest=house.program.now.books.get(book, ""),
            rounds=len(house.history.rounds(name)),
            open=house.is_open(name),
        )


def _events(request: Asked, since: str, kind: str, by: str, about: str) -> list[Event]:
    first = read_moment(since) if since else None
    return list(events(house_of(request).journal, since=first, kind=kind, by=by, about=about))


def _seen(event: Event) -> SeenEvent:
    return SeenEvent(**{name: getattr(event, name) for name in _COLUMNS})


def _cell(value: object) -> object:
    """A value for a cell of a spreadsheet, where no text becomes a formula."""
    if isinstance(value, datetime):
        return value.isoformat(timespec="milliseconds")
    if value is None or isinstance(value, int):
        return value
    return as_cell(value if isinstance(value, str) else msgspec.json.encode(value).decode())


def _row(row: Row) -> EvidenceRow:
    return EvidenceRow(
        standard=row.standard,
        number=row.number,
        topic=row.topic,
        state=row.state,
        how=row.how,
        shown=row.shown,
        tests=row.tests,
    )


AUDIT = [look, verify_now, seen_events, export_events, evidence, export_journal]
