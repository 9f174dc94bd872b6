"""Files of everything: sent page by page, while play goes on.

Here: sending the pages of an export one after another as they are read, and how many exports there may be at once. Not
here: what is in a page (`api_rounds`), or how often somebody may ask for one (`costs`).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from typing import TypeAlias

from litestar.response import Stream

from houseway.web.http.computing import HELD, READING, Busy

JSON_LINES = "application/x-ndjson"
MOST_EXPORTS = 8
Page: TypeAlias = Callable[[], bytes]


class _Open:
    """How many exports are being sent."""

    def __init__(self) -> None:
        self.number = 0


OPEN = _Open()


async def export(name: str, find: Callable[[], Sequence[Page]]) -> Stream:
    """A file to download, made of pages that are read as they are sent; `find` looks up which these are."""
    if OPEN.number >= MOST_EXPORTS:
        await asyncio.sleep(HELD)
        raise Busy(retry_after=10)
    pages = await READING.ask(object(), find)
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name)
    headers = {"content-disposition": f'attachment; filename="{plain}"'}
    return Stream(_sent(pages), media_type=JSON_LINES, headers=headers)


async def _sent(pages: Sequence[Page]) -> AsyncIterator[bytes]:
    OPEN.number += 1
    try:
        for page in pages:
            yield await READING.next(page)
    finally:
        OPEN.number -= 1
