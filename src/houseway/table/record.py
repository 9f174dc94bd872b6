"""Events and commands as bytes, and events back.

Here: the canonical form in which they are kept: JSON with the fields in a fixed order, the kind among them.
"""

from __future__ import annotations

import msgspec

from houseway.errors import BadJournal, shortened
from houseway.table.commands import Command
from houseway.table.events import AnyEvent, Event

_encoder = msgspec.json.Encoder(order="sorted")
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode(said: Event | Command) -> bytes:
    """An event or a command as canonical bytes.

    >>> from houseway.table.events import BettingOpened
    >>> encode(BettingOpened(round=1, clause="3.1"))
    b'{"clause":"3.1","round":1,"type":"betting opened"}'
    """
    try:
        return _encoder.encode(said)
    except TypeError:  # positions as keys of a dictionary, which JSON has as text
        return _encoder.encode(msgspec.to_builtins(said, str_keys=True))


def decode(body: bytes, place: str = "a body") -> Event:
    """The event that bytes say; `place` is where they are kept, for the sentence that refuses bytes which say none.

    >>> decode(b"{}", "version 3 of table:one")
    Traceback (most recent call last):
    houseway.errors.BadJournal: version 3 of table:one is damaged: Object missing required field `type`
    """
    try:
        return _decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        why = "it is no text" if isinstance(error, UnicodeDecodeError) else shortened(str(error), 120)
        raise BadJournal(f"{place} is damaged: {why}") from error


def kind(said: Event | Command) -> str:
    """What kind of event or command it is, in words."""
    return str(said.__struct_config__.tag)
