"""Events and commands as bytes, and events read back.

Here: the canonical form in which they are kept: JSON with its fields, including the kind, in a fixed order.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from houseway.errors import BadJournal, shortened
from houseway.table.commands import AnyCommand, Command
from houseway.table.events import AnyEvent, Event, LimitRule, WagerSettled

_encoder = msgspec.json.Encoder(order="sorted")
_commands: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode(item: Event | Command) -> bytes:
    """An event or a command as canonical bytes.

    >>> from houseway.table.events import BettingOpened
    >>> encode(BettingOpened(round=1, clause="3.1"))
    b'{"clause":"3.1","own_deck":false,"round":1,"type":"betting opened"}'
    """
    try:
        return _encoder.encode(item)
    except TypeError:  # positions as keys of a dictionary, which JSON has as text
        return _encoder.encode(msgspec.to_builtins(item, str_keys=True))


def decode_command(body: bytes) -> Command:
    """Read a command from the bytes that `encode` made of it."""
    command: Command = _commands.decode(body)
    return command


def decode(body: bytes, place: str = "a body") -> Event:
    """Read an event from bytes; `place` says where they are kept, for the error message if they are damaged.

    >>> decode(b"{}", "version 3 of table:one")
    Traceback (most recent call last):
    houseway.errors.BadJournal: version 3 of table:one is damaged: Object missing required field `type`
    """
    try:
        event = _decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        why = "it is not text" if isinstance(error, UnicodeDecodeError) else shortened(str(error), 120)
        raise BadJournal(f"{place} is damaged: {why}") from error
    return _with_limit(event) if isinstance(event, WagerSettled) else event


def _with_limit(event: WagerSettled) -> WagerSettled:
    """An old event in today's form: before 0.2 only the wording of its reason showed which limit applied."""
    for words, limit in _LIMITS_IN_WORDS.items():
        if event.limit is LimitRule.NONE and words in event.reason:
            return replace(event, limit=limit)
    return event


_LIMITS_IN_WORDS = {
    "under the minimum, settled once": LimitRule.UNDER_MINIMUM,
    "under the minimum once already": LimitRule.UNDER_MINIMUM_AGAIN,
    "over the maximum, the excess returned": LimitRule.OVER_MAXIMUM,
}


def kind(item: Event | Command) -> str:
    """What kind of event or command it is, in words."""
    return str(item.__struct_config__.tag)
