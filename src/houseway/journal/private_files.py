"""Files and folders of a journal that only their owner may read: 0600 and 0700, from the first byte on.

Here: creating them so, and putting right, or refusing, what is open to other users. Not here: what the files hold.
Systems without such modes are left alone.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from houseway.errors import JournalFailed

FILE: Final = 0o600
FOLDER: Final = 0o700
OTHERS: Final = 0o077
"""What neither the group nor anybody else may have of a journal's files."""


def create_private(file: Path) -> None:
    """Create an empty file for its owner alone, unless it is there already."""
    try:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))
    except FileExistsError:
        pass
    except OSError as error:
        raise JournalFailed(f"{file} cannot be opened: {error.strerror}") from error


def write_private(file: Path, text: str) -> None:
    """Write a whole file for its owner alone: whoever reads it finds all of the new text, or all of the old."""
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE), "w", encoding="utf-8") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
        os.replace(draft, file)
    finally:
        draft.unlink(missing_ok=True)


def create_folder(folder: Path) -> None:
    """Create a folder for its owner alone, unless it is there already; folders above it have the usual mode."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)


def make_private(files: Iterable[Path]) -> tuple[str, ...]:
    """Close files to other users and say which were open; a file of another user that is open is refused."""
    return tuple(said for file in files if (said := _closed(file, FILE)))


def make_folder_private(folder: Path, *, holding: str, own: bool = False) -> tuple[str, ...]:
    """Close a folder to other users where it is ours and holds nothing but files named `holding...`, or is `own`.

    A folder that is open and cannot be closed, because it is another user's or holds other things too, is refused.
    """
    if os.name != "posix" or not (mode := folder.stat().st_mode) & OTHERS:
        return ()
    shared = mode & stat.S_ISVTX or not (own or all(path.name.startswith(holding) for path in folder.iterdir()))
    if shared or folder.stat().st_uid != os.geteuid():
        raise JournalFailed(
            f"other users may enter the folder {folder}; keep the journal of a house in a folder of its own that only "
            "you may enter (mode 0700)"
        )
    said = _closed(folder, FOLDER)
    return (said,) if said else ()


def _closed(path: Path, mode: int) -> str:
    """Take away what others may do with a file or folder; what was done, in a sentence."""
    try:
        found = path.stat()
    except OSError:  # there is none yet, or opening it will say what is wrong
        return ""
    before = stat.S_IMODE(found.st_mode)
    if os.name != "posix" or not before & OTHERS:
        return ""
    if found.st_uid != os.geteuid():
        raise JournalFailed(
            f"{path} belongs to another user and is open to others (mode {before:04o}); have its owner set mode "
            f"{mode:04o}"
        )
    path.chmod(mode)
    return f"{path} was open to other users: mode {before:04o}, now {mode:04o}"
