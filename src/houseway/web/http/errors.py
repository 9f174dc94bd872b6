"""Errors as answers over HTTP: one sentence, the clause where there is one, and a status.

Here: which status goes with which error. Not here: the sentences, which come with the errors, as on the command line.
Nothing else ever leaves the house: no traceback, no page of an error.
"""

from __future__ import annotations

import logging
import re
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, NotFoundException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from houseway.errors import HousewayError, JournalFailed, Refused, UnknownBook, WrongRole, shortened
from houseway.web.past.history import UnknownRound

_log = logging.getLogger(__name__)
_STATUS: dict[type[HousewayError], int] = {
    UnknownBook: 404,
    UnknownRound: 404,
    WrongRole: 403,
    Refused: 409,
    JournalFailed: 503,
    HousewayError: 400,
}
"""The first that an error is; the more particular stand first."""


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What went wrong, in one sentence, and the clause that refuses it where a book prints one."""

    error: str
    clause: str = ""


MAY_REFUSE = {
    400: ResponseSpec(Said, description="Something in the request cannot be read or dealt.", generate_examples=False),
    403: ResponseSpec(Said, description="It takes somebody else to ask that.", generate_examples=False),
    404: ResponseSpec(Said, description="There is no such book, table or round.", generate_examples=False),
    409: ResponseSpec(Said, description="The books, as they are, do not allow it.", generate_examples=False),
}
"""The same for the description of a route."""


def _refused(_request: Request[Any, Any, Any], error: HousewayError) -> Response[Said]:
    status = next(status for kind, status in _STATUS.items() if isinstance(error, kind))
    return _answer(status, str(error), getattr(error, "clause", ""))


def _invalid(_request: Request[Any, Any, Any], error: ValidationException) -> Response[Said]:
    """Parameters that cannot be read: which of them, and why."""
    found = error.extra if isinstance(error.extra, list) else []
    parts = [_part(part) for part in found if isinstance(part, dict)]
    missing = "Missing required query parameter "
    if error.detail.startswith(missing):
        parts = [f"{error.detail.removeprefix(missing).split(' ')[0].strip(chr(39))} is missing"]
    return _answer(400, shortened("; ".join(parts) or error.detail, 300))


_WORDS = (
    (r"Expected `str` of length <= (\d+)", r"has at most \1 letters"),
    (r"Expected `int` >= (\d+)", r"must be a whole number from \1"),
    (r"Expected `int` <= (\d+)", r"must be a whole number up to \1"),
    (r"Expected `int`, got `\w+`", "must be a whole number"),
    (r"Expected `bool`, got `\w+`", "must be true or false"),
    (r"Expected `(?:str|array|object|float)`, got `\w+`.*", "cannot be read"),
    (r"Object missing required field `(\w+)`.*", r"lacks \1"),
    (r"Object contains unknown field `(\w+)`.*", r"has \1 too many"),
)


def _part(part: dict[str, Any]) -> str:
    """What is wrong with one parameter, or with the body."""
    said, name = str(part.get("message", "")), str(part.get("key") or "the body")
    for pattern, words in _WORDS:
        if found := re.fullmatch(pattern, said):
            return f"{name} {found.expand(words)}"
    return f"{name}: {said}"


def _unknown(request: Request[Any, Any, Any], _error: NotFoundException) -> Response[Said]:
    return _answer(404, f"there is nothing at {shortened(request.url.path, 80)}")


def _other(request: Request[Any, Any, Any], error: HTTPException) -> Response[Said]:
    """What the server refuses by itself, such as another method or a body too long."""
    sentences = {
        405: f"{shortened(request.url.path, 80)} cannot be asked that way ({request.method})",
        413: "the request is too long",
    }
    return _answer(error.status_code, sentences.get(error.status_code, shortened(error.detail, 200)))


def _defect(request: Request[Any, Any, Any], error: Exception) -> Response[Said]:
    _log.error("a defect at %s", request.url.path, exc_info=error)
    return _answer(500, "something went wrong in the house itself; it was noted")


def _answer(status: int, sentence: str, clause: str = "") -> Response[Said]:
    return Response(Said(error=sentence, clause=clause), status_code=status, media_type="application/json")


EXCEPTION_HANDLERS: Any = {
    HousewayError: _refused,
    ValidationException: _invalid,
    NotFoundException: _unknown,
    HTTPException: _other,
    Exception: _defect,
}
