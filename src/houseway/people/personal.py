"""Personal data: who a player is, kept so that it can be erased without touching the chain.

Here: the name that the house gives a player, and their own name sealed under a key of its own. The journal's entries
hold the given name and the sealed one; the key is in a table that is not part of the chain (`journal.schema.personal`).
Once the key is destroyed nobody can read the name again, and every entry is as it was. Not here: who may erase it
(`erasure`).
"""

from __future__ import annotations

import base64
import json
import secrets
import unicodedata
from typing import Final, NamedTuple

from houseway.errors import BadSeal, Refused, is_visible
from houseway.journal.sealing import new_key, seal, unseal

LONGEST: Final = 60
"""The most letters of a person's own name."""
_ROUNDED: Final = 256
"""Boxes hold this many bytes, so that their size tells nothing about the name."""
_FIRST: Final = (
    *("Amber", "Azure", "Bold", "Brave", "Bright", "Calm", "Clear", "Coral", "Crisp", "Gentle", "Golden", "Grand"),
    *("Green", "Happy", "Ivory", "Jade", "Keen", "Kind", "Lucky", "Merry", "Misty", "Noble", "Quick", "Quiet"),
    *("Ruby", "Silver", "Snowy", "Sunny", "Swift", "Violet", "Warm", "Wise"),
)
_SECOND: Final = (
    *("Badger", "Bear", "Crane", "Dove", "Eagle", "Falcon", "Finch", "Fox", "Gull", "Hare", "Hawk", "Heron"),
    *("Ibis", "Jay", "Koi", "Lark", "Lion", "Lynx", "Moth", "Otter", "Owl", "Panda", "Pike", "Raven"),
    *("Robin", "Seal", "Stork", "Swan", "Tiger", "Tuna", "Whale", "Wren"),
)


class Person(NamedTuple):
    """A new player: the name they are given, the key of their own name, and that name sealed."""

    name: str
    key: bytes
    sealed: str


def new_person(written: str) -> Person:
    """A given name for somebody, which is drawn by chance, and their own name sealed.

    >>> person = new_person(" Ann   Example ")
    >>> open_person(person.name, person.sealed, person.key)
    'Ann Example'
    """
    own = " ".join(unicodedata.normalize("NFKC", written).split())
    if not 1 <= len(own) <= LONGEST or not own.isprintable() or not is_visible(own):
        raise Refused(f"write your name in 1 to {LONGEST} visible letters")
    name = f"{secrets.choice(_FIRST)} {secrets.choice(_SECOND)} {secrets.randbelow(9000) + 1000}"
    key = new_key()
    text = json.dumps({"name": own}, ensure_ascii=False).encode()
    text += b" " * (-len(text) % _ROUNDED)
    return Person(name, key, base64.b64encode(seal(key, text, _context(name))).decode())


def open_person(name: str, sealed: str, key: bytes) -> str:
    """The own name of a player; `BadSeal` where the key is not theirs, or what is sealed was changed."""
    try:
        return str(json.loads(unseal(key, base64.b64decode(sealed), _context(name)))["name"])
    except (ValueError, KeyError, TypeError) as error:
        raise BadSeal(f"the personal data of {name} is damaged") from error


def _context(name: str) -> str:
    return f"personal data of {name}"
