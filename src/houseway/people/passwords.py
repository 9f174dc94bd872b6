"""Passwords: which are accepted, and their argon2id hashes.

Here: checking a new password, hashing, and comparing. The parameters are part of each hash, so that they can be raised
later; a hash with lower ones is made again when its owner signs in. Not here: whose password it is (`account`).
"""

from __future__ import annotations

import secrets
import threading

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from houseway.errors import Refused

SHORTEST, LONGEST = 12, 200
"""The fewest and the most characters of a password."""
_FEWEST_DIFFERENT = 5
_AT_ONCE = threading.BoundedSemaphore(2)
"""Each comparison takes much memory on purpose: only so many run at once."""


class Passwords:
    """Hashes with one set of parameters: those the library recommends, unless others are given."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._nobodys = ""

    def hash(self, password: str) -> str:
        """The hash to keep."""
        with _AT_ONCE:
            return self._hasher.hash(password)

    def matches(self, kept: str, password: str) -> bool:
        """Whether this is the password; where none is kept, the answer is no and takes as long."""
        if len(password) > LONGEST:
            password = ""
        try:
            with _AT_ONCE:
                return self._hasher.verify(kept or self._nobody(), password) and bool(kept)
        except (VerificationError, InvalidHashError):
            return False

    def is_outdated(self, kept: str) -> bool:
        """Whether a hash has lower parameters than a new one would have."""
        return self._hasher.check_needs_rehash(kept)

    def _nobody(self) -> str:
        if not self._nobodys:
            self._nobodys = self._hasher.hash(secrets.token_urlsafe())
        return self._nobodys


def check_password(password: str, name: str) -> None:
    """Refuse a password that is easily guessed.

    >>> check_password("short", "Ann")
    Traceback (most recent call last):
    houseway.errors.Refused: a password has 12 to 200 characters
    >>> check_password("aaaaaaaaaaaaaaaa", "Ann")
    Traceback (most recent call last):
    houseway.errors.Refused: use at least 5 different characters in a password
    >>> check_password("ann's password", "Ann")
    Traceback (most recent call last):
    houseway.errors.Refused: leave your name out of your password
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refused(f"a password has {SHORTEST} to {LONGEST} characters")
    if len(set(password)) < _FEWEST_DIFFERENT:
        raise Refused(f"use at least {_FEWEST_DIFFERENT} different characters in a password")
    if name.casefold() in password.casefold():
        raise Refused("leave your name out of your password")
