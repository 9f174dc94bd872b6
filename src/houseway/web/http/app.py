"""The application: every way into a house over HTTP, in one place.

Here: putting it together, and what every answer carries. Not here: what each way does, any rule.
"""

from __future__ import annotations

from typing import Any

from litestar import Litestar, Request, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import CacheControlHeader, MutableScopeHeaders, State
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router
from litestar.types import Message, Scope

import houseway
from houseway.errors import WrongRole
from houseway.web.floor.house import OpenHouse
from houseway.web.http.api import API
from houseway.web.http.errors import EXCEPTION_HANDLERS
from houseway.web.http.lobby import lobby
from houseway.web.http.pages import PAGES, STATIC
from houseway.web.http.rules import rules
from houseway.web.http.sign_in import ENTERING
from houseway.web.wire.limits import RateLimits
from houseway.web.wire.socket import same_origin, socket

MOST_BODY = 16 * 1024
_GUARDS = {
    "content-security-policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cache-control": "no-cache",
}


async def _guarded(message: Message, scope: Scope) -> None:
    """What every answer carries: nothing is loaded from elsewhere, and nobody frames a page."""
    del scope
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in _GUARDS.items():
            headers.setdefault(name, value)


def _from_this_house(request: Request[Any, Any, State]) -> None:
    """Refuse what another site's page sends in a visitor's name."""
    if request.method not in ("GET", "HEAD") and not same_origin(request):
        raise WrongRole("this page is not of this house")


def make_app(house: OpenHouse, *, entries: int) -> Litestar:
    """The application of a house; `entries` is how often a minute an address may take a name or return."""
    return Litestar(
        route_handlers=[*PAGES, *ENTERING, lobby, rules, socket, *API, _static()],
        state=State({"house": house, "entering": RateLimits(entries, entries / 60)}),
        on_startup=[house.start],
        before_request=_from_this_house,
        before_send=[_guarded],
        exception_handlers=EXCEPTION_HANDLERS,
        request_max_body_size=MOST_BODY,
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000),
        openapi_config=OpenAPIConfig(
            title="Houseway",
            version=houseway.__version__,
            description="Printed Pai Gow Poker rulebooks, made executable.",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
        debug=False,
    )


def _static() -> Router:
    """The files of the pages; a browser asks each time whether one has changed."""
    fresh = CacheControlHeader(no_cache=True)
    return create_static_files_router(
        path="/static", directories=[STATIC], cache_control=fresh, include_in_schema=False
    )
