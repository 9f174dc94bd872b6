"""What processes of one house tell each other about a connection: requests and sockets as ASGI has them.

Here: the letters and their encoding. Not here: who sends them (`front`, `host`), or how (`journal.mail`).
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any, Final, TypeAlias

import msgspec

Message: TypeAlias = MutableMapping[str, Any]
"""An event of ASGI."""
_PASSED_ON: Final = (
    "type",
    "asgi",
    "http_version",
    "method",
    "scheme",
    "path",
    "raw_path",
    "root_path",
    "query_string",
    "headers",
    "client",
    "server",
    "subprotocols",
    "request_id",
)
"""What of a request is passed on: what it says, and who asks; nothing that belongs to the process that took it."""
AHEAD: Final = 64
"""How many messages of one connection may be on their way, in either direction, to an end that has not read them."""
NOTED: Final = 16
"""After so many messages the other process hears how far they were read."""


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """Somebody asks for something at the process that took their connection."""

    connection: int
    scope: dict[str, Any]


class Received(msgspec.Struct, frozen=True, tag="received"):
    """What that somebody sends."""

    connection: int
    message: dict[str, Any]


class Delivered(msgspec.Struct, frozen=True, tag="delivered"):
    """How many answers were handed to them so far, so that no more are sent than they read."""

    connection: int
    count: int


class Taken(msgspec.Struct, frozen=True, tag="taken"):
    """How much of what they send was read so far, so that no more is taken from them than the house reads."""

    connection: int
    count: int


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """What the house sends them."""

    connection: int
    message: dict[str, Any]


class Look(msgspec.Struct, frozen=True, tag="look"):
    """A table has changed hands, or is wanted back: look now, and not only at the next heartbeat."""

    connection: int = 0
    """None."""


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """Nothing follows; `failed` says that the answer is not complete."""

    connection: int
    failed: bool = False
    answers: bool = False
    """Whether this is the end of the answers, and not of what somebody sends."""


Letter: TypeAlias = Opened | Received | Delivered | Answered | Taken | Ended | Look
_encoder, _decoder = msgspec.msgpack.Encoder(), msgspec.msgpack.Decoder(Letter)


def encode(letter: Letter) -> bytes:
    """A letter as it is sent."""
    return _encoder.encode(letter)


def read(body: bytes) -> Letter:
    """A letter as it arrived; bytes stay bytes, and headers are pairs as ASGI has them.

    >>> read(encode(Answered(7, {"type": "http.response.start", "headers": [(b"a", b"b")]}))).message["headers"]
    [(b'a', b'b')]
    """
    letter: Letter = _decoder.decode(body)
    match letter:
        case Opened():
            _with_pairs(letter.scope)
            for who in ("client", "server"):
                letter.scope[who] = tuple(letter.scope[who]) if letter.scope.get(who) else None
        case Answered() | Received():
            _with_pairs(letter.message)
        case Delivered() | Taken() | Ended() | Look():
            pass
    return letter


def _with_pairs(said: dict[str, Any]) -> None:
    if "headers" in said:
        said["headers"] = [tuple(pair) for pair in said["headers"]]


def passed_on(scope: Message) -> dict[str, Any]:
    """What of a request is passed on."""
    return {name: scope[name] for name in _PASSED_ON if name in scope}
