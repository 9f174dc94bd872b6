"""Sealing: secrets that a journal keeps, unreadable to anyone who has only the journal.

Here: sealing and unsealing bytes (AES-256-GCM), keys made from a key (HKDF), and the journal's own key: in a file
beside the key that signs heads, or wherever the operator says. Not here: what is sealed. A seal is bound to its
context, a few words that say what was sealed and for whom: a secret sealed for one place cannot be moved to another.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from houseway.errors import BadSeal
from houseway.journal.key_files import SIZE, read_key_file, write_key_file

GIVEN: Final = "HOUSEWAY_SEALING_KEY"
GIVEN_FILE: Final = "HOUSEWAY_SEALING_KEY_FILE"
"""The variables with which an operator gives the key itself, in hex, or the file that holds it."""
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


def derived_key(key: bytes, context: str) -> bytes:
    """A key made from a key for one purpose: whoever learns it learns nothing about the key, or about others."""
    return HKDF(algorithm=SHA256(), length=SIZE, salt=None, info=b"houseway " + context.encode()).derive(key)


def fingerprint(key: bytes) -> str:
    """What identifies a key without revealing it: no two keys have the same."""
    return hashlib.sha256(b"houseway sealing key " + key).hexdigest()


def given_key() -> bytes | None:
    """The key that the operator gives in the environment; None where there is none."""
    if text := os.environ.get(GIVEN):
        try:
            key = bytes.fromhex(text.strip())
        except ValueError:
            key = b""
        if len(key) != SIZE:
            raise BadSeal(f"${GIVEN} is not a {_WHAT}: give {2 * SIZE} hexadecimal digits")
        return key
    file = os.environ.get(GIVEN_FILE)
    return read_sealing_key(Path(file)) if file else None


def read_sealing_key(file: Path) -> bytes:
    """The key in a file; refused where other users may read it."""
    return read_key_file(file, _WHAT, BadSeal)


def make_sealing_key(file: Path) -> bytes:
    """The key in a file; if there is none, a new one, on disk before this returns."""
    if not file.exists():
        write_key_file(file, new_key(), _WHAT, BadSeal)
    return read_sealing_key(file)
