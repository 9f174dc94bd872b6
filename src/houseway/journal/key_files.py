"""Files that hold a secret key: 32 bytes in hex, readable by their owner alone.

Here: reading such a file and making a new one. Not here: what a key is for (`head`, `sealing`).
"""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from houseway.errors import HousewayError

SIZE = 32
"""The bytes of every key."""


def read_key_file(file: Path, what: str, error: type[HousewayError]) -> bytes:
    """The key in a file; refused where other users may read it. `what` names the key in a refusal."""
    try:
        if file.stat().st_mode & 0o077:
            raise error(f"other users may read the {what} {file}; make it readable by you alone (mode 0600)")
        key = bytes.fromhex(file.read_text(encoding="ascii").strip())
    except FileNotFoundError:
        raise error(f"there is no {what} {file}") from None
    except OSError as failed:
        raise error(f"the {what} {file} cannot be read: {failed.strerror}") from None
    except ValueError:
        raise error(f"{file} is not a {what}") from None
    if len(key) != SIZE:
        raise error(f"{file} is not a {what}")
    return key


def write_key_file(file: Path, key: bytes, what: str, error: type[HousewayError]) -> None:
    """Write a new key, unless there is one now; on disk before this returns, and never half of it."""
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as opened:
            opened.write(key.hex() + "\n")
            opened.flush()
            os.fsync(opened.fileno())
        with contextlib.suppress(FileExistsError):  # another process was faster: its key counts
            os.link(draft, file)
    except OSError as failed:
        raise error(f"the {what} {file} cannot be written: {failed.strerror}") from None
    finally:
        draft.unlink(missing_ok=True)
