"""How kernels are compiled: the decorator that every loop of `maths` is written under.

Here: numba's options, the sizes of a deck as the compiler needs them, and removing machine code that is out of date.
Not here: any loop.

Numba keeps machine code next to the file of a kernel and compiles again when that file changes, but not when something
changes that the kernel takes from another file. So the digest of all these files is kept beside the machine code; if it
is another one, everything is compiled again.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba

from houseway.cards.card import RANK_LETTERS, SUIT_LETTERS

RANKS, SUITS = len(RANK_LETTERS), len(SUIT_LETTERS)
_PACKAGE = Path(__file__).parent.parent
_IMPORT = re.compile(r"^from (houseway\.[\w.]+) import", re.MULTILINE)


def kernel(function: Callable[..., Any]) -> Any:
    """Compile for one thread, keep the machine code on disk, and release the interpreter lock while it runs."""
    return numba.njit(cache=True, nogil=True)(function)


def kernel_sources(package: Path) -> dict[str, bytes]:
    """The files with kernels, and those they import from, by their path in the package."""
    found: dict[str, bytes] = {}
    for file in sorted([*package.glob("maths/**/*.py"), *package.glob("env/*.py")]):
        text = file.read_text(encoding="utf-8")
        if "houseway.maths.jit import" not in text:
            continue
        modules = (package.joinpath(*name.split(".")[1:]).with_suffix(".py") for name in _IMPORT.findall(text))
        for each in (file, *(module for module in modules if module.exists())):
            found[each.relative_to(package).as_posix()] = each.read_bytes()
    return found


def digest_of(package: Path) -> str:
    """The digest of everything that kernels are made from."""
    return hashlib.sha256(repr(sorted(kernel_sources(package).items())).encode()).hexdigest()


def remove_stale_code(package: Path) -> bool:
    """Remove all machine code if anything that kernels are made from has changed since; true if it was removed."""
    digest = digest_of(package)
    stamp = package / "maths" / "__pycache__" / "kernels.sha256"
    with contextlib.suppress(OSError):
        if stamp.read_text(encoding="ascii") == digest:
            return False
    with contextlib.suppress(OSError):  # an installation that cannot be written holds no machine code either
        for code in package.glob("**/__pycache__/*.nb[ic]"):
            code.unlink(missing_ok=True)
        stamp.parent.mkdir(exist_ok=True)
        stamp.write_text(digest, encoding="ascii")
    return True


if numba.config.CACHE_DIR:  # $NUMBA_CACHE_DIR: other programs may use it too, so nothing is removed there
    numba.config.CACHE_DIR = str(Path(numba.config.CACHE_DIR) / f"houseway-{digest_of(_PACKAGE)[:16]}")
else:
    remove_stale_code(_PACKAGE)
