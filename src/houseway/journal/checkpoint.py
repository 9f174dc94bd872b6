"""Verified checkpoints: how far a journal was found intact, so that next time only what is new is verified.

Here: the checkpoint as a value and as a signed file beside the journal. Not here: verifying (`verify`).

A checkpoint is for speed, not for evidence. It lies beside the journal, so whoever can replace both can lie with it; a
head that is stored elsewhere (`heads`) cannot be replaced like that.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from houseway.errors import BadHead
from houseway.journal.chain import canonical
from houseway.journal.private_files import write_private

_TITLE: Final = "houseway journal checkpoint 1"
_LINES: Final = re.compile(
    rf"{_TITLE}\njournal ([0-9a-f]{{32}})\nentries (\d{{1,18}})\nhash ([0-9a-f]{{64}})\nbalances ([0-9a-f]{{64}})\n"
    r"signature ([0-9a-f]{128})\n"
)


@dataclass(frozen=True, kw_only=True)
class Checkpoint:
    """The journal was intact up to `entries`, whose hash is `hash`; `balances` is the digest of all balances there."""

    journal: str
    entries: int
    hash: str
    balances: str

    def __str__(self) -> str:
        return f"{_TITLE}\njournal {self.journal}\nentries {self.entries}\nhash {self.hash}\nbalances {self.balances}\n"

    def write(self, file: Path, key: Ed25519PrivateKey) -> None:
        """Sign the checkpoint and write it in place of the one before."""
        write_private(file, f"{self}signature {key.sign(str(self).encode()).hex()}\n")

    @classmethod
    def read(cls, file: Path, *, journal: str, public_key: str) -> Checkpoint | None:
        """The checkpoint of a journal; None where there is none, refused where it is not what the journal signed."""
        try:
            text = file.read_text(encoding="ascii")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError):
            raise BadHead(f"the checkpoint {file} cannot be read") from None
        found = _LINES.fullmatch(text)
        if found is None or found[1] != journal:
            raise BadHead(f"{file} is not a checkpoint of this journal")
        read = cls(journal=found[1], entries=int(found[2]), hash=found[3], balances=found[4])
        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))
            key.verify(bytes.fromhex(found[5]), str(read).encode())
        except (InvalidSignature, ValueError):
            raise BadHead(f"the signature of the checkpoint {file} is not valid") from None
        return read


def balances_digest(balances: Mapping[str, int]) -> str:
    """The digest of balances; accounts at zero do not count, so that one never used is as one emptied.

    >>> balances_digest({"player:ann": 5, "cage": 0}) == balances_digest({"player:ann": 5})
    True
    """
    fields = [
        part
        for account in sorted(balances)
        if balances[account]
        for part in (account.encode(), b"%d" % balances[account])
    ]
    return hashlib.sha256(canonical(fields)).hexdigest()
