"""The names of bots: which names are those of bots, and which of them play at which table.

Here: how such a name looks, and the number that keeps the bots of one table apart from those of another, so that each
has a purse of its own. Not here: who they are and how they play (`web.company`).

A name ends in "(bot)", on every page, in the journal and in hand histories. Nobody can take such a name, because names
have no brackets (`people.names`).
"""

from __future__ import annotations

import re
import uuid
from typing import Final

import msgspec

from houseway.errors import OldVersion
from houseway.journal.entry import Append, Entry, Recorded
from houseway.journal.store import Journal
from houseway.kept.bodies import read_body

STREAM: Final = "bots"
_KIND: Final = "bots named"
_NAME = re.compile(r"(.+) \(bot(?: [1-9]\d*)?\)")


class _Named(msgspec.Struct, frozen=True, kw_only=True):
    """The bots of a table have the number of this entry in their names."""

    table: str


_decoder = msgspec.json.Decoder(_Named)


def bot_name(character: str, number: int) -> str:
    """The name of a character at the table whose bots have this number.

    >>> bot_name("Ada", 1), bot_name("Ada", 12)
    ('Ada (bot)', 'Ada (bot 12)')
    """
    return f"{character} (bot)" if number == 1 else f"{character} (bot {number})"


def is_bot(name: str) -> bool:
    """Whether a name is that of a bot.

    >>> [is_bot(name) for name in ("Ada (bot)", "Ada (bot 12)", "Ada", "(bot)", "Ada (bot) B.")]
    [True, True, False, False, False]
    """
    return name.endswith(")") and _NAME.fullmatch(name) is not None


def character_of(name: str) -> str:
    """Which character a bot is; empty for anybody else.

    >>> character_of("Ada (bot 12)"), character_of("Ada")
    ('Ada', '')
    """
    found = _NAME.fullmatch(name)
    return found[1] if found else ""


def number_at(journal: Journal, table: str) -> int:
    """The number that the bots of a table have in their names; the first time, the next one is kept for it."""
    while True:
        version = 0
        for recorded in journal.read(STREAM):
            version = recorded.version
            if _read(recorded).table == table:
                return version
        entry = Entry(_KIND, msgspec.json.encode(_Named(table=table)))
        named = Append(stream=STREAM, entries=(entry,), expected_version=version, key=uuid.uuid4().hex)
        try:
            journal.append_many([named], together=True)
        except OldVersion:  # another process has just named those of another table
            continue
        return version + 1


def _read(recorded: Recorded) -> _Named:
    return read_body(recorded, _decoder)
