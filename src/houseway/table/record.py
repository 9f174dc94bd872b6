"""Events as bytes, and back.

Here: the canonical form in which an event is kept: JSON with its fields in a fixed order, its kind among them.
"""

from __future__ import annotations

import msgspec

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


def decode(body: bytes) -> Event:
    """The event that bytes say."""
    return _decoder.decode(body)


def kind(event: Event) -> str:
    """What kind of event it is, in words."""
    return str(event.__struct_config__.tag)
