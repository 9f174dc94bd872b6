"""Errors as answers over HTTP."""

from __future__ import annotations

from typing import Any

from litestar import Response

from houseway.errors import HousewayError


def _said(_request: Any, error: HousewayError) -> Response[Any]:
    return Response({"error": str(error), "clause": getattr(error, "clause", "")}, status_code=409)


EXCEPTION_HANDLERS: Any = {HousewayError: _said}
