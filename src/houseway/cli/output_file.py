"""The files that commands write with `--output`.

Here: whether a file can be written, asked before the work that it is for. Not here: writing it.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from houseway.errors import Refused


def must_be_writable(output: Path | None, suffix: str = "", *, replaced: bool = False) -> None:
    """Refuse a file that cannot be written, before the work of minutes that it is for; nothing is left behind.

    A file that is `replaced` is written under another name first, so its folder must be writable even if it exists.
    """
    if output is None:
        return
    if suffix and output.suffix != suffix:
        raise Refused(f"the name of the file must end in {suffix}, not {str(output)!r}")
    try:
        folder = output.absolute().parent
        if not folder.is_dir():
            raise Refused(f"there is no folder {str(output.parent)!r} to write {output.name} in")
        if output.is_dir():
            raise Refused(f"{str(output)!r} is a folder; name a file to write")
        if output.exists() and not os.access(output, os.W_OK):
            raise Refused(f"{str(output)!r} cannot be written: it is read-only")
        if replaced or not output.exists():
            with tempfile.TemporaryFile(dir=folder):
                pass
    except OSError as error:
        raise Refused(f"{str(output)!r} cannot be written: {error.strerror}") from error
