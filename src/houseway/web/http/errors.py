"""Errors over HTTP: a status, one sentence, and the clause where there is one.

Here: which status goes with which error. Not here: the sentences, which come with the errors, as on the command line,
or the page a person's browser shows (`error_page`). No traceback is ever sent.
"""

from __future__ import annotations

import logging
import re
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, NotFoundException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from houseway.errors import HousewayError, Refused, UnknownBook, WrongRole, shortened
from houseway.web.floor.journal_trouble import TROUBLE, shown
from houseway.web.http.computing import Busy
from houseway.web.http.costs import TooManyQuestions
from houseway.web.http.error_page import error_page, wants_page
from houseway.web.past.history import UnknownRound
from houseway.web.wire.messages import reason_of

_log = logging.getLogger(__name__)
_STATUS: dict[type[HousewayError], int] = {
    UnknownBook: 404,
    UnknownRound: 404,
    WrongRole: 403,
    Refused: 409,
    TooManyQuestions: 429,
    Busy: 503,
    **dict.fromkeys(TROUBLE, 503),
    HousewayError: 400,
}
"""The first class that fits an error counts, so subclasses come first."""


class ErrorAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What went wrong, in one sentence, and the clause that refuses it where a book prints one."""

    error: str
    clause: str = ""
    reason: str = ""
    """Why a request was refused, in one word: `role`, `rule`, `chips`, `old` or `used`."""


MAY_REFUSE = {
    400: ResponseSpec(
        ErrorAnswer,
        description="The request or its cards cannot be read.",
        generate_examples=False,
    ),
    403: ResponseSpec(ErrorAnswer, description="You are not allowed to ask for this.", generate_examples=False),
    404: ResponseSpec(ErrorAnswer, description="There is no such book, table or round.", generate_examples=False),
    409: ResponseSpec(ErrorAnswer, description="The rules do not allow this now.", generate_examples=False),
    429: ResponseSpec(
        ErrorAnswer,
        description="You have asked too much in the last minute; the header Retry-After says when to ask again.",
        generate_examples=False,
    ),
    503: ResponseSpec(
        ErrorAnswer,
        description="The house is busy; the header Retry-After says when to ask again.",
        generate_examples=False,
    ),
}
"""The errors in the description of a route."""


def _refused(request: Request[Any, Any, Any], error: HousewayError) -> Response[Any]:
    status = next(status for kind, status in _STATUS.items() if isinstance(error, kind))
    if isinstance(error, TROUBLE):
        request.app.state.house.trouble.failed(error)
    reason = reason_of(error) if isinstance(error, Refused) else ""
    answer = _answer(request, status, shown(error), getattr(error, "clause", ""), reason)
    if isinstance(error, TooManyQuestions | Busy):
        answer.set_header("retry-after", str(error.retry_after))
    return answer


def _invalid(request: Request[Any, Any, Any], error: ValidationException) -> Response[Any]:
    """Say which parameters cannot be read, and why."""
    found = error.extra if isinstance(error.extra, list) else []
    parts = [_part(part) for part in found if isinstance(part, dict)]
    missing = "Missing required query parameter "
    if error.detail.startswith(missing):
        parts = [f"{error.detail.removeprefix(missing).split(' ')[0].strip(chr(39))} is missing"]
    return _answer(request, 400, shortened("; ".join(parts) or error.detail, 300))


_WORDS = (
    (r"Expected `str` of length <= (\d+)", r"may have at most \1 characters"),
    (r"Expected `str` matching regex .*", "has to be one line of visible characters"),
    (r"Expected `int` >= (\d+)", r"must be a whole number from \1"),
    (r"Expected `int` <= (\d+)", r"must be a whole number up to \1"),
    (r"Expected `int`, got `\w+`", "must be a whole number"),
    (r"Expected `bool`, got `\w+`", "must be true or false"),
    (r"Object missing required field `(\w+)`.*", r"needs \1"),
    (r"Object contains unknown field `(\w{1,60})`.*", r"has an unknown field \1"),
    (r"Object contains unknown field .*", "has an unknown field"),
    (r"Expected .*", "cannot be read"),
)


def _part(part: dict[str, Any]) -> str:
    """Say what is wrong with one parameter, or with the body."""
    said, name = str(part.get("message", "")), str(part.get("key") or "the body")
    name = "the body" if name == "data" else name.removesuffix("[...]")
    for pattern, words in _WORDS:
        if found := re.fullmatch(pattern, said, re.DOTALL):
            return f"{name} {found.expand(words)}"
    return f"{name}: {said}"


def _unknown(request: Request[Any, Any, Any], _error: NotFoundException) -> Response[Any]:
    return _answer(request, 404, f"there is nothing at {shortened(request.url.path, 80)}")


def _other(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """Answer what the server itself refuses, such as a wrong method or a body that is too long."""
    sentences = {
        405: f"{shortened(request.url.path, 80)} does not accept {request.method}",
        413: "the request is too long",
    }
    return _answer(request, error.status_code, sentences.get(error.status_code, shortened(error.detail, 200)))


def _too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Any]:
    """Refuse a body whose lists and objects are nested too deep to be read."""
    if request.method == "POST":
        return _answer(request, 400, "the body cannot be read: it is nested too deep")
    return _internal_error(request, error)


def _internal_error(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    _log.error("internal error at %s", request.url.path, exc_info=error)
    return _answer(request, 500, "something went wrong on our side; it has been logged")


def _answer(
    request: Request[Any, Any, Any], status: int, sentence: str, clause: str = "", reason: str = ""
) -> Response[Any]:
    if wants_page(request.scope):
        return Response(error_page(status, sentence), status_code=status, media_type=MediaType.HTML)
    answer = ErrorAnswer(error=sentence, clause=clause, reason=reason)
    return Response(answer, status_code=status, media_type="application/json")


EXCEPTION_HANDLERS: Any = {
    HousewayError: _refused,
    ValidationException: _invalid,
    NotFoundException: _unknown,
    HTTPException: _other,
    RecursionError: _too_deep,
    Exception: _internal_error,
}
