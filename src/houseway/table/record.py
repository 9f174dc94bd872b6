"""Events as bytes, and back.

Here: the canonical form in which an event is kept: JSON with its fields in a fixed order, its kind among them.
"""

from __future__ import annotations

import msgspec

from houseway.errors import BadJournal, shortened
from houseway.table.events import AnyEvent, Event

_encoder = msgspec.json.Encoder(order="sorted")
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode(event: Event) -> bytes:
    """An event as canonical bytes.

    >>> from houseway.table.events import BettingOpened
    >>> encode(BettingOpened(round=1, clause="3.1"))
    b'{"clause":"3.1","round":1,"type":"betting opened"}'
    """
    return _encoder.encode(event)


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


def kind(event: Event) -> str:
    """What kind of event it is, in words."""
    return str(event.__struct_config__.tag)
