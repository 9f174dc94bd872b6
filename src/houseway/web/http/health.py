"""Whether the house lives, whether it is ready, and the alarms that staff are shown.

Here: the routes. Not here: what is looked at (`operations.watch`).
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.datastructures import State

from houseway.people.acts import HouseAct
from houseway.web.http.guard import act
from houseway.web.operations.alarms import Alarm
from houseway.web.operations.watch import Readiness, Watch

Asked = Request[Any, Any, State]


class Live(msgspec.Struct, frozen=True, kw_only=True):
    """The process answers."""

    live: bool = True


class RaisedAlarms(msgspec.Struct, frozen=True, kw_only=True):
    """The alarms that are raised now, the oldest first."""

    alarms: tuple[Alarm, ...]


def _watch(request: Asked) -> Watch:
    watch: Watch = request.app.state.watch
    return watch


@get("/health/live", include_in_schema=False, opt=act(HouseAct.LOOK))
async def live() -> Live:
    """The process answers: an answer is all there is to it."""
    return Live()


@get("/health/ready", include_in_schema=False, opt=act(HouseAct.LOOK))
async def ready(request: Asked) -> Response[Readiness]:
    """Whether the house is ready to play: status 200, or 503 with what is missing."""
    found = _watch(request).readiness()
    return Response(found, status_code=200 if found.ready else 503)


@get("/staff/alarms", include_in_schema=False, opt=act(HouseAct.SEE_ALARMS))
async def alarms(request: Asked) -> RaisedAlarms:
    """The alarms that are raised now."""
    return RaisedAlarms(alarms=_watch(request).alarms.raised())


HEALTH = [live, ready, alarms]
