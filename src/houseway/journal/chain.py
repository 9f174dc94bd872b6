"""The hash chain: each entry's SHA-256 covers its content and the hash of the entry before.

Here: the canonical bytes and their hash. Not here: reading or writing them (`store`), walking the chain (`verify`).

Canonical bytes are the fields one after the other, each preceded by its length in eight bytes, big-endian; numbers are
written in decimal. The order is: hash of the entry before, number, stream, version, key, part, kind, body, then account
and cents of each posting. No other entry has the same bytes, and any language can write them.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable

from houseway.journal.entry import Entry


def beginning(identity: str, public_key: str) -> bytes:
    """The hash before entry 1: it ties the chain to this journal and to the key that signs its heads."""
    return hashlib.sha256(canonical([b"houseway journal", identity.encode(), public_key.encode()])).digest()


def link(previous: bytes, *, number: int, stream: str, version: int, key: str, part: int, entry: Entry) -> bytes:
    """The hash of an entry that follows the one whose hash is `previous`."""
    fields = [
        previous,
        b"%d" % number,
        stream.encode(),
        b"%d" % version,
        key.encode(),
        b"%d" % part,
        entry.kind.encode(),
        entry.body,
    ]
    for posting in entry.postings:
        fields += (posting.account.encode(), b"%d" % posting.cents)
    return hashlib.sha256(canonical(fields)).digest()


def canonical(fields: Iterable[bytes]) -> bytes:
    """Fields one after the other, each preceded by its length.

    >>> canonical([b"ab", b""])
    b'\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02ab\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00'
    """
    parts: list[bytes] = []
    for field in fields:
        parts += (struct.pack(">Q", len(field)), field)
    return b"".join(parts)
