"""Files of everything: sent page by page, while play goes on.

Here: reading the pages of all exports in one thread of their own, one page after another, and how many exports there
may be at once. Not here: what is in a page (`api_rounds`), or how often somebody may ask for one (`costs`).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

from litestar.response import Stream

from houseway.web.http.computing import Busy

JSON_LINES = "application/x-ndjson"
MOST_EXPORTS = 8
PAUSE = 0.01
"""Seconds after each page, so that fast readers leave time for the tables."""
Page: TypeAlias = Callable[[], bytes]
_reading = ThreadPoolExecutor(1, thread_name_prefix="exports")


class _Open:
    """How many exports are being sent."""

    def __init__(self) -> None:
        self.number = 0


OPEN = _Open()


def export(name: str, pages: Sequence[Page]) -> Stream:
    """A file to download, made of pages that are read as they are sent."""
    if OPEN.number >= MOST_EXPORTS:
        raise Busy(retry_after=10)
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name)
    headers = {"content-disposition": f'attachment; filename="{plain}"'}
    return Stream(_sent(pages), media_type=JSON_LINES, headers=headers)


async def _sent(pages: Sequence[Page]) -> AsyncIterator[bytes]:
    loop = asyncio.get_running_loop()
    OPEN.number += 1
    try:
        for page in pages:
            yield await loop.run_in_executor(_reading, page)
            await asyncio.sleep(PAUSE)
    finally:
        OPEN.number -= 1
