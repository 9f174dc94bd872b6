"""Signed heads: a few lines that record how long a journal was, to be stored away from it.

Here: the head as a value and as text, and the Ed25519 key that signs it. Not here: checking a journal against a head
(`verify`).

With a stored head, anyone can later show whether entries up to it were removed or rewritten. The private key is in a
file next to the journal, readable only by its owner, and never in the database; the public key is part of the chain.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from houseway.errors import BadHead
from houseway.journal.key_files import read_key_file, write_key_file

_WHAT: Final = "signing key"
TITLE: Final = "houseway journal head 1"
_FIELDS: Final = (("journal", 32), ("entries", 0), ("hash", 64), ("public-key", 64), ("signature", 128))


@dataclass(frozen=True, kw_only=True)
class Head:
    """The journal `journal` had `entries` entries, the last with this hash; signed. All but `entries` are in hex.

    `str` gives the text to keep, `Head.read` reads it.
    """

    journal: str
    entries: int
    hash: str
    public_key: str
    signature: str

    def __str__(self) -> str:
        return f"{self._signed}\nsignature {self.signature}\n"

    @property
    def _signed(self) -> str:
        return (
            f"{TITLE}\njournal {self.journal}\nentries {self.entries}\nhash {self.hash}\npublic-key {self.public_key}"
        )

    @classmethod
    def sign(cls, key: Ed25519PrivateKey, *, journal: str, entries: int, hash: bytes) -> Head:
        """The head of a journal, signed."""
        bare = cls(journal=journal, entries=entries, hash=hash.hex(), public_key=public_key(key), signature="")
        return cls(**{**vars(bare), "signature": key.sign(bare._signed.encode()).hex()})

    @classmethod
    def read(cls, text: str) -> Head:
        """Read a stored head; refused unless it is complete and its signature is valid."""
        title, *lines = text.strip().splitlines() or [""]
        if title.strip() != TITLE:
            raise BadHead(f"this is not a journal head: it begins with {title[:40]!r}, not {TITLE!r}")
        found = dict(line.strip().partition(" ")[::2] for line in lines)
        for name, digits in _FIELDS:
            if not re.fullmatch(rf"[0-9a-f]{{{digits}}}" if digits else r"0|[1-9]\d{0,17}", found.get(name, "")):
                raise BadHead(f"the head's line {name!r} is missing or cannot be read")
        head = cls(
            journal=found["journal"],
            entries=int(found["entries"]),
            hash=found["hash"],
            public_key=found["public-key"],
            signature=found["signature"],
        )
        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(head.public_key))
            key.verify(bytes.fromhex(head.signature), head._signed.encode())
        except (InvalidSignature, ValueError):
            raise BadHead(f"the signature of the head at entry {head.entries} is not valid") from None
        return head


def public_key(key: Ed25519PrivateKey) -> str:
    """The public half, in hex."""
    return key.public_key().public_bytes_raw().hex()


def read_key(file: Path) -> Ed25519PrivateKey:
    """The private key in a file; refused where other users may read it."""
    return Ed25519PrivateKey.from_private_bytes(read_key_file(file, _WHAT, BadHead))


def make_key(file: Path) -> Ed25519PrivateKey:
    """The key in a file; if there is none, a new one, on disk before this returns."""
    if not file.exists():
        write_key_file(file, Ed25519PrivateKey.generate().private_bytes_raw(), _WHAT, BadHead)
    return read_key(file)
