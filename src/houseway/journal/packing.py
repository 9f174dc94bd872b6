r"""Bodies and keys of entries as they are stored: packed, and read back byte for byte.

Here: packing and unpacking bodies, and keys. Not here: what a body means, or its hash, which is of the body itself and
never of its form.

A body is stored in one of three forms, told apart by its first byte:

* `\x01`: packed. Hexadecimal digests and boxes in base 64 are taken out and stand first, as bytes; what is left is
  deflated, as its difference from words that are common (`packing_words`).
* `\x00`: the body follows as it is.
* any other: the body as it is, as in journals of every earlier version. They hold JSON, which begins with neither.

A body that would not come back byte for byte is stored as it is, and so is one that is very long: nothing that is
packed becomes longer than that, so no changed row fills the memory of whoever reads the journal.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import zlib
from typing import Final

from houseway.errors import BadJournal
from houseway.journal.packing_words import WORDS

_PLAIN, _PACKED = b"\x00", b"\x01"
_HEX, _BOX = b'"\x01"', b'"box":"\x02"'
_TAKEN_OUT: Final = re.compile(
    rb'"((?:[0-9a-f]{2}){16,2000})"|"box":"((?:[A-Za-z0-9+/]{4}){10,4000}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)"'
)
_UUID: Final = re.compile(rb"([0-9a-f]{32})|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_PLACES: Final = re.compile(b"\x01|\x02")
_WINDOW: Final = -12
_deflate: Final = zlib.compressobj(6, zlib.DEFLATED, _WINDOW, 5, zlib.Z_DEFAULT_STRATEGY, WORDS)
_MOST: Final = 127
"""How many runs of bytes are taken out of a body."""
LONGEST: Final = 2**24
"""How many bytes a body may have that is packed: far more than any has that a house writes."""


def pack(body: bytes) -> bytes:
    """A body as it is stored."""
    if body[:1] == b"{" and len(body) <= LONGEST and b"\x01" not in body and b"\x02" not in body:
        taken: list[bytes] = []

        def take(found: re.Match[bytes]) -> bytes:
            if found[1] is not None:
                taken.append(binascii.unhexlify(found[1]))
                return _HEX
            taken.append(base64.b64decode(found[2]))
            return _BOX

        left = _TAKEN_OUT.sub(take, body)
        if len(taken) <= _MOST:
            deflate = _deflate.copy()
            lengths = b"".join(_length(len(run)) for run in taken)
            packed = b"".join((_PACKED, bytes([len(taken)]), lengths, *taken, deflate.compress(left), deflate.flush()))
            if len(packed) < len(body) and (not taken or unpack(packed) == body):
                return packed
    return _PLAIN + body if body[:1] in (_PLAIN, _PACKED) else body


def unpack(stored: bytes) -> bytes:
    """The body of what is stored.

    >>> stored = pack(b'{"clause":"3.2","type":"betting closed"}')
    >>> len(stored) < 12
    True
    >>> unpack(stored)
    b'{"clause":"3.2","type":"betting closed"}'
    """
    if stored[:1] == _PLAIN:
        return stored[1:]
    if stored[:1] != _PACKED:
        return stored
    try:
        at, lengths = 2, list[int]()
        for _ in range(stored[1]):
            length = stored[at]
            at += 1
            if length > 127:
                length = (length & 127) << 8 | stored[at]
                at += 1
            lengths.append(length)
        runs = []
        for length in lengths:
            runs.append(stored[at : at + length])
            at += length
        inflate = zlib.decompressobj(_WINDOW, WORDS)
        left = inflate.decompress(stored[at:], LONGEST + 1)
        if not inflate.eof or len(left) > LONGEST:
            raise ValueError("it is cut off, or too long")
        if not runs:
            return left
        run = iter(runs)
        return _PLACES.sub(lambda found: _text(found[0], next(run)), left)
    except (IndexError, ValueError, zlib.error, StopIteration) as error:
        raise BadJournal(f"a body cannot be unpacked: {error}") from None


def pack_key(key: str) -> bytes:
    """A key as it is stored: UUIDs are taken out and stand behind it, as bytes. Keys hold no control characters."""
    taken: list[bytes] = []

    def take(found: re.Match[bytes]) -> bytes:
        taken.append(binascii.unhexlify(found[0].replace(b"-", b"")))
        return b"\x02" if found[1] else b"\x01"

    left = _UUID.sub(take, key.encode())
    return b"".join((left, b"\x00", *taken)) if taken else left


def unpack_key(stored: bytes | str | None) -> str:
    """The key of what is stored; as it is in journals of earlier versions, and empty where it is not there."""
    if stored is None or isinstance(stored, str):
        return stored or ""
    left, _, taken = stored.partition(b"\x00")
    runs = iter([taken[at : at + 16] for at in range(0, len(taken), 16)])

    def put(found: re.Match[bytes]) -> bytes:
        run = binascii.hexlify(next(runs, b""))
        return run if found[0] == b"\x02" else b"-".join((run[:8], run[8:12], run[12:16], run[16:20], run[20:]))

    return _PLACES.sub(put, left).decode(errors="replace")


def digest_of(key: str) -> int:
    """The number by which a key is found; others may have the same."""
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big", signed=True)


def _text(place: bytes, run: bytes) -> bytes:
    return binascii.hexlify(run) if place == b"\x01" else binascii.b2a_base64(run, newline=False)


def _length(number: int) -> bytes:
    """A length below 2**15 in one byte or two."""
    return bytes([number]) if number <= 127 else bytes([number >> 8 | 128, number & 255])
