"""The tables of the house at a glance."""

from __future__ import annotations

from typing import Any

from litestar import Request, get
from litestar.datastructures import State


@get("/lobby", include_in_schema=False)
async def lobby(request: Request[Any, Any, State]) -> dict[str, Any]:
    """The tables and what goes on at them."""
    return {
        "tables": [
            {
                "name": live.name,
                "book": live.book.id,
                "title": live.book.source.title,
                "printed": ", ".join(part for part in (live.book.source.house, live.book.source.version) if part),
                "source": str(live.book.source),
                "positions": live.table.positions,
                "seats": live.table.seats,
                "present": sorted(live.present),
                "watching": len({id(viewer) for viewer in live.viewers if viewer.actor.name not in live.present}),
                "limits": live.table.limits,
                "unit": live.table.unit,
                "phase": live.table.phase.value,
                "round": live.table.round,
                "hold": bool(live.table.hold),
                "dealer": live.running.now.dealer,
                "open": live.running.now.open,
            }
            for live in request.app.state.house.tables.values()
        ]
    }
