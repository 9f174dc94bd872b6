"""The bodies of entries, read into typed values.

Here: the one way in which a body that cannot be read is refused. Not here: what any body holds.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from houseway.errors import BadJournal
from houseway.journal.entry import Recorded

Body = TypeVar("Body")


def read_body(recorded: Recorded, decoder: msgspec.json.Decoder[Body], what: str = "it cannot be read") -> Body:
    """What an entry holds; `BadJournal` with its place, and `what` is wrong, where that cannot be read."""
    try:
        return decoder.decode(recorded.body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadJournal(f"version {recorded.version} of {recorded.stream} is damaged: {what}") from error
