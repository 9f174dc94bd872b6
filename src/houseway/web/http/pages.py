"""The pages: static files that draw what the house sends them."""

from __future__ import annotations

from pathlib import Path

from litestar import get
from litestar.response import File

STATIC = Path(__file__).resolve().parent.parent / "static"


def _page(name: str) -> File:
    return File(STATIC / name, media_type="text/html", content_disposition_type="inline")


@get("/", include_in_schema=False)
async def lobby_page() -> File:
    """The lobby."""
    return _page("lobby/lobby.html")


@get("/table/{name:str}", include_in_schema=False)
async def table_page(name: str) -> File:
    """A table."""
    del name
    return _page("player/table.html")


@get(["/staff", "/staff/{name:str}"], include_in_schema=False)
async def staff_page(name: str = "") -> File:
    """The staff console."""
    del name
    return _page("staff/staff.html")


@get(["/history", "/history/{name:str}"], include_in_schema=False)
async def history_page(name: str = "") -> File:
    """The last rounds."""
    del name
    return _page("history/history.html")


@get("/favicon.ico", include_in_schema=False)
async def icon() -> File:
    """The icon browsers ask for."""
    return File(STATIC / "shared" / "favicon.svg", media_type="image/svg+xml", content_disposition_type="inline")


PAGES = [lobby_page, table_page, staff_page, history_page, icon]
