"""The pages and their files: HTML that draws itself from what the house sends, scripts, style sheets and fonts.

Here: what is served from the static folder, and how long a browser may keep it. Not here: what is on a page.
"""

from __future__ import annotations

import mimetypes
from pathlib import Path

from litestar import Router, get
from litestar.datastructures import CacheControlHeader
from litestar.response import File
from litestar.static_files import create_static_files_router
from litestar.types import ControllerRouterHandler

from houseway.people.acts import HouseAct
from houseway.web.http.guard import act

STATIC = Path(__file__).resolve().parent.parent / "static"
_FONTS = STATIC / "fonts"
_YEAR = 365 * 24 * 60 * 60

PRELOAD = {
    "link": ", ".join(
        f'</static/fonts/{font.name}>; rel="preload"; as="font"; type="font/woff2"; crossorigin'
        for font in sorted(_FONTS.glob("*.woff2"))
    )
}
"""The header that lets a browser fetch the fonts while it still reads the page."""
FOR_ALL = {"cache-control": "no-cache"}
"""The header of what is the same for everybody: a browser may keep it, and asks each time whether it has changed."""

mimetypes.add_type("font/woff2", ".woff2")  # not every system knows it


def page(name: str) -> File:
    """A page of the static folder."""
    return File(
        STATIC / name, media_type="text/html", content_disposition_type="inline", headers={**PRELOAD, **FOR_ALL}
    )


@get("/", include_in_schema=False, opt=act(HouseAct.LOOK))
async def lobby_page() -> File:
    """The lobby."""
    return page("lobby/lobby.html")


@get("/table/{name:str}", include_in_schema=False, opt=act(HouseAct.LOOK))
async def table_page(name: str) -> File:
    """A table."""
    del name
    return page("player/table.html")


@get(["/staff", "/staff/{name:str}"], include_in_schema=False, opt=act(HouseAct.LOOK))
async def staff_page(name: str = "") -> File:
    """The floor, or the console of a table."""
    del name
    return page("staff/staff.html")


@get("/cage", include_in_schema=False, opt=act(HouseAct.LOOK))
async def cage_page() -> File:
    """The cage."""
    return page("cage/cage.html")


@get(["/history", "/history/{name:str}"], include_in_schema=False, opt=act(HouseAct.LOOK))
async def history_page(name: str = "") -> File:
    """The last rounds."""
    del name
    return page("history/history.html")


@get("/favicon.ico", include_in_schema=False, opt=act(HouseAct.LOOK))
async def icon() -> File:
    """The icon browsers ask for."""
    return File(
        STATIC / "shared" / "favicon.svg",
        media_type="image/svg+xml",
        content_disposition_type="inline",
        headers=FOR_ALL,
    )


def _files(path: str, folder: Path, cache: CacheControlHeader) -> Router:
    name = path.removeprefix("/").replace("/", "-")
    return create_static_files_router(
        path=path,
        directories=[folder],
        cache_control=cache,
        include_in_schema=False,
        name=name,
        opt=act(HouseAct.LOOK),
    )


PAGES: list[ControllerRouterHandler] = [
    lobby_page,
    table_page,
    staff_page,
    cage_page,
    history_page,
    icon,
    # a browser asks each time whether a file has changed, but never about a font, whose name contains its digest
    _files("/static", STATIC, CacheControlHeader(no_cache=True)),
    _files("/static/fonts", _FONTS, CacheControlHeader(public=True, max_age=_YEAR, immutable=True)),
]
