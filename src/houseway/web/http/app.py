"""The web application: every route of a house, in one place.

Here: putting it together. Not here: what each route does, what stands before the application (`front_door`), any rule.
"""

from __future__ import annotations

from typing import Any

from litestar import Litestar, Request, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ControllerRouterHandler

import houseway
from houseway.errors import WrongRole
from houseway.people.acts import HouseAct
from houseway.web.floor.house import OpenHouse
from houseway.web.http.api import API
from houseway.web.http.approvals import APPROVALS
from houseway.web.http.audit import AUDIT
from houseway.web.http.cage import CAGE
from houseway.web.http.costs import Costs
from houseway.web.http.errors import EXCEPTION_HANDLERS
from houseway.web.http.files import PACKED, WORTH_PACKING
from houseway.web.http.guard import act, acts_of, guard
from houseway.web.http.health import HEALTH
from houseway.web.http.lobby import lobby
from houseway.web.http.owed import OWED
from houseway.web.http.pages import PAGES
from houseway.web.http.personal import PERSONAL
from houseway.web.http.protection import PROTECTION
from houseway.web.http.published import published
from houseway.web.http.rules import PAGES as RULES
from houseway.web.http.sign_in import SIGN_IN
from houseway.web.http.staff_list import STAFF_LIST
from houseway.web.http.staff_sign_in import STAFF_SIGN_IN
from houseway.web.http.tables import TABLES
from houseway.web.operations.watch import Watch
from houseway.web.wire.limits import RateLimits, SocketCounts
from houseway.web.wire.socket import same_origin, socket

ROUTES: list[ControllerRouterHandler] = [
    *PAGES,
    *SIGN_IN,
    *STAFF_SIGN_IN,
    *STAFF_LIST,
    *TABLES,
    *CAGE,
    *AUDIT,
    *OWED,
    *APPROVALS,
    *PROTECTION,
    *PERSONAL,
    *HEALTH,
    lobby,
    *RULES,
    published,
    socket,
    *API,
]
MOST_BODY = 16 * 1024
STRANGERS = 5
"""Of so many sockets of an address, one may belong to somebody without a name."""


def _from_this_house(request: Request[Any, Any, State]) -> None:
    """Refuse what another site's page sends with a visitor's cookies."""
    if request.method not in ("GET", "HEAD") and not same_origin(request):
        raise WrongRole("this page was not served by this house")


def make_branch_app(house: OpenHouse, *, sockets: int) -> Litestar:
    """The application of a process that runs tables of a house which another one has opened: their sockets alone."""
    counts = SocketCounts(most=sockets, strangers=max(1, sockets // STRANGERS))
    return Litestar(
        route_handlers=[socket],
        guards=[guard],
        state=State({"house": house, "sockets": counts}),
        exception_handlers=EXCEPTION_HANDLERS,
        openapi_config=None,
        logging_config=None,
        debug=False,
    )


def make_app(house: OpenHouse, *, entries: int, questions: int, sockets: int, watch: Watch | None = None) -> Litestar:
    """The application of a house; it refuses to start if a route names no act (`guard`).

    `entries` is how many times a minute one address may sign in or take a name, `questions` what it may ask (`costs`),
    `sockets` how many it may have open.
    """
    state = {
        "house": house,
        "watch": watch or Watch(house),
        "sign_in_limits": RateLimits(entries, entries / 60),
        "costs": Costs(questions),
        "sockets": SocketCounts(most=sockets, strangers=max(1, sockets // STRANGERS)),
    }
    app = Litestar(
        route_handlers=ROUTES,
        guards=[guard],
        state=State(state),
        on_startup=[house.start],
        before_request=_from_this_house,
        exception_handlers=EXCEPTION_HANDLERS,
        request_max_body_size=MOST_BODY,
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=WORTH_PACKING,
            gzip_compress_level=5,
            exclude=["/export$", "/proofs$", "/rounds$"],  # long, and compressed by the thread that plays
            exclude_opt_key=PACKED,
        ),
        openapi_config=OpenAPIConfig(
            title="Houseway",
            version=houseway.__version__,
            description="Printed Pai Gow Poker rulebooks, made executable.",
            openapi_router=Router("/api/schema", route_handlers=[], opt=act(HouseAct.LOOK)),
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
        debug=False,
    )
    acts_of(app)
    return app
