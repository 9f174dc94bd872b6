"""Books compiled once and kept, so that the next process need not run their clauses over every shape.

Here: reading and writing what `Rulebook.compile` made. Not here: compiling.
"""

from __future__ import annotations

import hashlib

import numpy as np

from houseway.folders import source_fingerprint
from houseway.maths.cache import Cache
from houseway.rulebook.rulebook import Rulebook

_WHAT = "compiled"


def compile_or_read(book: Rulebook, cache: Cache) -> Rulebook:
    """Compile a book from what an earlier process kept, or now, and keep that."""
    if book.is_compiled:
        return book
    digest = hashlib.sha256(f"{book.digest} {source_fingerprint()}".encode()).hexdigest()
    kept = cache.read_arrays(_WHAT, digest)
    if kept is not None:
        return book.compile({name: array.tobytes() for name, array in kept.items()})
    tables = book.compile().lookup.tables
    cache.write_arrays(_WHAT, digest, {name: np.frombuffer(body, dtype=np.uint8) for name, body in tables.items()})
    return book
