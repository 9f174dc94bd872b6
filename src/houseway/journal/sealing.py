"""Sealing: secrets that a journal keeps, unreadable to anyone who has only the journal.

Here: sealing and unsealing bytes (AES-256-GCM), and the key for it, in a file beside the key that signs heads. Not
here: what is sealed. A seal is bound to its context, a few words that say what was sealed and for whom: a secret
sealed for one place cannot be moved to another.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from houseway.errors import BadSeal
from houseway.journal.key_files import SIZE, read_key_file, write_key_file

_WHAT: Final = "sealing key"
_FORMAT: Final = b"\x01"
_NONCE: Final = 12


def seal(key: bytes, secret: bytes, context: str) -> bytes:
    """Seal a secret.

    >>> key = new_key()
    >>> unseal(key, seal(key, b"open sesame", "the cave"), "the cave")
    b'open sesame'
    """
    nonce = secrets.token_bytes(_NONCE)
    return _FORMAT + nonce + AESGCM(key).encrypt(nonce, secret, context.encode())


def unseal(key: bytes, sealed: bytes, context: str) -> bytes:
    """The secret again; `BadSeal` where the key or the context is another, or the seal was changed."""
    if sealed[:1] != _FORMAT:
        raise BadSeal(f"the secret of {context} is not sealed in a way this Houseway knows")
    nonce, rest = sealed[1 : 1 + _NONCE], sealed[1 + _NONCE :]
    try:
        return AESGCM(key).decrypt(nonce, rest, context.encode())
    except (InvalidTag, ValueError):
        raise BadSeal(f"the sealing key does not fit the secret of {context}") from None


def new_key() -> bytes:
    """A new key."""
    return secrets.token_bytes(SIZE)


def read_sealing_key(file: Path) -> bytes:
    """The key in a file; refused where other users may read it."""
    return read_key_file(file, _WHAT, BadSeal)


def make_sealing_key(file: Path) -> bytes:
    """The key in a file; if there is none, a new one, on disk before this returns."""
    if not file.exists():
        write_key_file(file, new_key(), _WHAT, BadSeal)
    return read_sealing_key(file)
