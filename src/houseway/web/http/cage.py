"""The cage over HTTP: what it shows staff, what they record there, and the reports of shifts.

Here: the routes. Not here: what an act takes and moves (`cage.desk`, `cage.acts`), or the figures (`cage.report`).
Every request has an `id` that the page chooses: sent again, it is carried out once.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from houseway.cage import acts as a
from houseway.cage.report_pdf import as_pdf
from houseway.cage.report_text import as_csv, as_json, as_text
from houseway.errors import Refused
from houseway.money import MOST_CENTS
from houseway.people.acts import HouseAct
from houseway.web.floor.cage_floor import CageView, cage_view, report_of
from houseway.web.floor.conflicts import must_be_anothers
from houseway.web.floor.fields import FIELDS
from houseway.web.floor.house_requests import ask_the_cage
from houseway.web.http.approvals import plays_of
from houseway.web.http.guard import Asked, act, house_of, staff_of
from houseway.web.http.owed import Id

Amount = Annotated[int, msgspec.Meta(ge=0, le=MOST_CENTS)]
Table = Annotated[str, msgspec.Meta(max_length=FIELDS.table)]
Player = Annotated[str, msgspec.Meta(max_length=FIELDS.name)]
MAKES: dict[str, type[a.AnyAct]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (a.ShiftOpened, a.ShiftClosed, a.BoughtIn, a.CashedOut, a.Filled, a.Credited, a.Counted)
}
"""The acts that a page can ask for, by name."""
FORMS = {
    "txt": ("text/plain; charset=utf-8", lambda report: as_text(report).encode()),
    "csv": ("text/csv; charset=utf-8", lambda report: as_csv(report).encode()),
    "json": ("application/json", lambda report: msgspec.json.encode(as_json(report))),
    "pdf": ("application/pdf", as_pdf),
}


class CageAct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something to record: its kind, as slips name it, and the details that kind has."""

    id: Id
    kind: str
    cents: Amount = 0
    table: Table = ""
    player: Player = ""
    when: str = a.BETWEEN
    ask: bool = False
    """Whether to ask for it where it takes two people."""


@get("/staff/cage", include_in_schema=False, opt=act(HouseAct.SEE_CAGE))
async def look(request: Asked) -> CageView:
    """The floats of all tables, the shift and its last slips."""
    house = house_of(request)
    return await cage_view(house)


@post("/staff/cage", include_in_schema=False, status_code=200, opt=act(HouseAct.RECORD_IN_CAGE))
async def record(request: Asked, data: JSONBody[CageAct]) -> CageView:
    """Record an act of the cage, or ask for it."""
    house = house_of(request)
    staff = await house.in_thread(staff_of, request)
    if not data.id.isprintable():
        raise Refused("the id of a request has to be visible letters and digits")
    asked, plays = None, await house.in_thread(plays_of, request)
    must_be_anothers(data.player, plays)
    if data.ask:
        asked = await ask_the_cage(house, staff, act_asked(data), key=data.id, plays=plays)
    else:
        await house.record_in_cage(staff, act_asked(data), key=data.id)
    return msgspec.structs.replace(await cage_view(house), asked=asked is not None)


@get("/staff/cage/report/{shift:int}", include_in_schema=False, opt=act(HouseAct.READ_REPORTS))
async def report(request: Asked, shift: FromPath[int], form: FromQuery[str] = "txt") -> Response[bytes]:
    """The report of a shift as text, CSV, JSON or PDF."""
    house = house_of(request)
    if form not in FORMS:
        raise Refused(f"a report has the forms {', '.join(FORMS)}, not {form!r}")
    kind, written = FORMS[form]
    found = await house.in_thread(report_of, house, shift)
    body = await house.in_thread(written, found)
    name = f'inline; filename="shift-{shift}.{form}"'
    return Response(body, media_type=kind, headers={"content-disposition": name})


def act_asked(data: CageAct) -> a.AnyAct:
    """The act that a page asks for; a detail that its kind does not have must be left out."""
    kind = MAKES.get(data.kind)
    if kind is None:
        raise Refused(f"the cage records {', '.join(MAKES)}, not {data.kind!r}")
    given: dict[str, Any] = {"cents": data.cents, "table": data.table, "player": data.player, "when": data.when}
    usual = {"cents": 0, "table": "", "player": "", "when": a.BETWEEN}
    fields = {field.name for field in msgspec.structs.fields(kind)}
    for name, value in given.items():
        if name not in fields and value != usual[name]:
            raise Refused(f"a {data.kind} has no {name}")
    for name in ("table", "player"):
        if name in fields and not given[name] and not (kind is a.BoughtIn and name == "table"):
            raise Refused(f"a {data.kind} needs a {name}")
    return kind(**{name: value for name, value in given.items() if name in fields})


CAGE = [look, record, report]
