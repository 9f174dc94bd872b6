"""What every request passes before the application sees it.

Here: who asks (through trusted proxies only), which house is meant, paths that name nothing, the headers of every
answer, and a line of the log and a measure for each. Not here: whose turn it is (`turns`), how long a request may take
to arrive (`connections`), or what it is answered (`app`).
"""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

from houseway.errors import shortened
from houseway.people.addresses import network_of
from houseway.web.http.error_page import error_page, wants_page
from houseway.web.http.host_names import HostNames, host_name
from houseway.web.http.proxies import Contradiction, Proxies
from houseway.web.http.security_headers import security_headers
from houseway.web.http.turns import Turns
from houseway.web.operations.logs import request_id
from houseway.web.operations.metrics import REFUSALS, REQUESTS, SECONDS

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Application: TypeAlias = Callable[..., Awaitable[None]]
_log = logging.getLogger(__name__)
_METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE", "socket")
LONGEST_PATH = 1000
LONGEST_PART = 200
"""Characters of a path, and of one part of it; no table, book or file has a longer name."""


class FrontDoor:
    """An application behind these checks."""

    def __init__(self, app: Application, *, names: HostNames, proxies: Proxies) -> None:
        self._app, self._names, self._proxies = app, names, proxies
        self._turns = Turns()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        scope["request_id"] = secrets.token_hex(8)
        token, began = request_id.set(scope["request_id"]), time.monotonic()
        answered = 0

        async def with_headers(message: Message) -> None:
            nonlocal answered
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                _complete(message, scope)
                answered = message["status"]
            await send(message)

        try:
            status, sentence = self._refusal(scope)
            if scope["type"] == "http":
                await self._turns.wait(network_of(scope["client"][0] if scope.get("client") else ""))
            if status:
                await _refuse(scope, with_headers, status, sentence)
            else:
                await self._app(scope, receive, with_headers)
        finally:
            if answered:
                _note(scope, answered, time.monotonic() - began)
            request_id.reset(token)

    def _refusal(self, scope: Scope) -> tuple[int, str]:
        """Why a request goes no further; 0 if it does."""
        try:
            self._proxies.apply(scope)
        except Contradiction:
            return 400, "X-Forwarded-For and Forwarded name different clients"
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or not host_name(hosts[0]):
            return 400, "a request names one host"
        if not self._names.allow(hosts[0], scope["server"][0] if scope.get("server") else ""):
            return 421, "this house is not open under that name; its operator can add the name with --host-name"
        if scope["type"] == "http" and (sentence := _framing(scope)):
            return 400, sentence
        if scope.get("method") == "POST" and not _is_json(scope):
            return 415, "send the body of a request as application/json"
        if _names_nothing(scope["path"]):
            return 404, "there is nothing at this address"
        return 0, ""


def _note(scope: Scope, status: int, seconds: float) -> None:
    """Measure an answer, and log it unless it is an everyday one. The query of a request is never logged."""
    method = scope.get("method", "socket")
    REQUESTS.labels(str(status)).inc()
    SECONDS.observe(seconds)
    if status >= 400:
        REFUSALS.labels("request", str(status)).inc()
    everyday = method in ("GET", "HEAD") and status < 400
    _log.log(
        logging.DEBUG if everyday else logging.INFO,
        f"{method if method in _METHODS else 'another method'} answered with {status}",
        extra={
            "path": shortened(scope["path"], 100),
            "address": scope["client"][0] if scope.get("client") else "",
            "ms": round(seconds * 1000, 1),
        },
    )


def _framing(scope: Scope) -> str:
    """Why nobody can be sure where a request ends: a proxy and the house could read another request into it."""
    names = {name for name, _ in scope["headers"]}
    both = b"content-length" in names and b"transfer-encoding" in names
    return "a request says how long it is in one way: Content-Length or Transfer-Encoding" if both else ""


def _is_json(scope: Scope) -> bool:
    """Whether a request has no body, or one that another site's form cannot send without being asked first."""
    found = dict(scope["headers"])
    if b"transfer-encoding" not in found and found.get(b"content-length", b"0") == b"0":
        return True
    return bytes(found.get(b"content-type", b"")).split(b";")[0].strip().lower() == b"application/json"


def _names_nothing(path: str) -> bool:
    """Whether no file, table or book can be meant: odd letters, or names that are too long."""
    return (
        not path.isprintable()
        or "\\" in path
        or "\N{REPLACEMENT CHARACTER}" in path
        or len(path) > LONGEST_PATH
        or any(len(part) > LONGEST_PART for part in path.split("/"))
    )


def _complete(message: Message, scope: Scope) -> None:
    """Add the headers that every answer has, unless it has its own."""
    headers = list(message.get("headers", ()))
    known = {name.lower() for name, _ in headers}
    for name, value in (*security_headers(scope), ("x-request-id", scope["request_id"])):
        if name.encode() not in known:
            headers.append((name.encode(), value.encode()))
    message["headers"] = headers


async def _refuse(scope: Scope, send: Send, status: int, sentence: str) -> None:
    if wants_page(scope):
        kind, body = "text/html; charset=utf-8", error_page(status, sentence).encode()
    else:
        kind, body = "application/json", json.dumps({"error": sentence, "clause": ""}).encode()
    headers = [
        (b"content-type", kind.encode()),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    before = "websocket." if scope["type"] == "websocket" else ""
    await send({"type": f"{before}http.response.start", "status": status, "headers": headers})
    await send({"type": f"{before}http.response.body", "body": b"" if scope.get("method") == "HEAD" else body})
