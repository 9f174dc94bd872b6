"""The cache of counts on disk.

Here: files named after a fingerprint of what they answer, written completely or not at all. Not here: what is in them.

A file holds its version and the fingerprint of its contents. One that is corrupt, or was written by another version of
Houseway, is never used: a sentence reports it, and the work is done again.

What only writing or long counts need is imported there: reading one result should be quick.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import houseway
from houseway.folders import cache_folder

__all__ = ["Arrays", "Cache", "PartsCache", "Tell", "cache_folder", "version"]

Arrays = dict[str, NDArray[np.generic]]
Tell = Callable[[str], None]
_FORMAT = 1


def version() -> str:
    """The version a cached file must carry to be used."""
    return f"houseway {houseway.__version__} format {_FORMAT}"


@dataclass(frozen=True)
class Cache:
    """A folder of results; `tell` gets one sentence when a file cannot be used or written."""

    folder: Path
    tell: Tell = lambda _sentence: None
    _reported: set[str] = field(default_factory=set, compare=False, repr=False)

    def path(self, what: str, digest: str) -> Path:
        """The file of a result."""
        return self.folder / f"{what}-{digest[:32]}"

    def read(self, what: str, digest: str) -> bytes | None:
        """A result, or None."""
        path = self.path(what, digest)
        try:
            written = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            self._unusable(error)
            return None
        head, _, body = written.partition(b"\n")
        written_by, _, checksum = head.decode(errors="replace").rpartition(" ")
        if written_by != version():
            self.tell(f"the cached result {path.name} is from another version of Houseway; counting again")
            return None
        if hashlib.sha256(body).hexdigest() != checksum:
            self.tell(f"the cached result {path.name} is corrupt; counting again")
            return None
        return body

    def write(self, what: str, digest: str, body: bytes) -> None:
        """Keep a result: the complete file appears at once, or none does."""
        import tempfile

        path = self.path(what, digest)
        head = f"{version()} {hashlib.sha256(body).hexdigest()}\n".encode()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self.folder, prefix=".part-", delete=False) as part:
                try:
                    part.write(head + body)
                    part.close()
                    Path(part.name).replace(path)
                except BaseException:
                    Path(part.name).unlink(missing_ok=True)
                    raise
        except OSError as error:
            self._unusable(error)

    def read_arrays(self, what: str, digest: str) -> Arrays | None:
        """Arrays by name, or None."""
        body = self.read(what, digest)
        if body is None:
            return None
        with np.load(io.BytesIO(body), allow_pickle=False) as found:
            return dict(found)

    def write_arrays(self, what: str, digest: str, arrays: Arrays) -> None:
        """Keep arrays by name."""
        body = io.BytesIO()
        np.savez(body, **arrays)  # type: ignore[arg-type]
        self.write(what, digest, body.getvalue())

    def remove(self, what: str, digest: str) -> None:
        """Delete a result."""
        try:
            self.path(what, digest).unlink(missing_ok=True)
        except OSError as error:
            self._unusable(error)

    def _unusable(self, error: OSError) -> None:
        """Report once that the folder cannot be used; everything is counted without it."""
        if not self._reported:
            self._reported.add(
                sentence := f"the cache folder {self.folder} cannot be used ({error.strerror}); nothing is cached"
            )
            self.tell(sentence)

    def parts(self, what: str, digest: str) -> PartsCache:
        """Where the finished parts of a long count are kept until all are finished."""
        return PartsCache(self, f"{what}-parts", digest)


@dataclass(frozen=True)
class PartsCache:
    """The finished parts of one long count: their names, and the sum of their counts."""

    cache: Cache
    what: str
    digest: str

    def finished(self, names: set[str]) -> tuple[frozenset[str], NDArray[np.int64] | None]:
        """The parts that need not be counted again, and their sum."""
        import msgspec

        arrays = self.cache.read_arrays(self.what, self.digest)
        if arrays is None:
            return frozenset(), None
        done = frozenset(msgspec.json.decode(arrays["done"].tobytes(), type=list[str]))
        if not done or not done <= names:
            return frozenset(), None
        return done, arrays["counts"].astype(np.int64)

    def save(self, done: frozenset[str], counts: NDArray[np.int64] | None) -> None:
        """Keep what is finished, if anything is."""
        import msgspec

        if counts is None:
            return
        names = np.frombuffer(msgspec.json.encode(sorted(done)), dtype=np.uint8)
        self.cache.write_arrays(self.what, self.digest, {"done": names, "counts": counts})

    def step(self, name: str) -> PartsCache:
        """Where the finished parts of one step of the count are kept."""
        return PartsCache(self.cache, f"{self.what}-{name}", self.digest)

    def forget(self, steps: Iterable[str] = ()) -> None:
        """Delete the parts, and those of the steps: the whole count is finished."""
        self.cache.remove(self.what, self.digest)
        for step in steps:
            self.cache.remove(f"{self.what}-{step}", self.digest)
