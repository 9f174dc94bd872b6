"""Heads in a second place: a file, a folder on another disk, or a web address, out of reach of whoever has the journal.

Here: writing heads to such a place, reading them back, and remembering the place. Not here: when they are written
(`guard`), or comparing a journal with them (`verify`).

A file has one head after another; a folder has one such file a day. A web address gets each head as the body of a POST,
as plain text, and answers a GET with the heads it has. `$HOUSEWAY_HEADS_TOKEN` is sent to it as a bearer token, or the
name and the password in the address.
"""

from __future__ import annotations

import base64
import os
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import unquote, urlsplit, urlunsplit

from houseway.errors import BadHead, BadJournal
from houseway.journal.head import TITLE, Head
from houseway.journal.private_files import FILE, create_folder
from houseway.journal.significant import STREAM, SYSTEM, note, read
from houseway.journal.store import Journal

TOKEN: Final = "HOUSEWAY_HEADS_TOKEN"
NOWHERE: Final = "none"
"""What is given in place of a place to keep heads nowhere any more."""
KIND: Final = "heads kept elsewhere"
PATIENCE: Final = 10
MOST: Final = 32 * 1024 * 1024
"""Seconds to wait for a web address, and bytes to read from it."""


class Place(Protocol):
    """Where heads are kept; `name` may be shown, and holds no password."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    def write(self, head: Head) -> None:
        """Keep a head there; `BadHead` where that fails."""
        ...

    def read(self) -> str:
        """Everything that is kept there; empty where nothing is, `BadHead` where it cannot be read."""
        ...


@dataclass(frozen=True)
class File:
    """A file to which heads are added."""

    path: Path

    @property
    def name(self) -> str:
        """Its path."""
        return str(self.path)

    def write(self, head: Head) -> None:
        """Add a head; on disk when this returns."""
        try:
            with os.fdopen(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, FILE), "w") as opened:
                opened.write(str(head))
                opened.flush()
                os.fsync(opened.fileno())
        except OSError as error:
            raise BadHead(f"the head cannot be written to {self.path}: {error.strerror}") from None

    def read(self) -> str:
        """All of it."""
        try:
            return self.path.read_text(encoding="ascii", errors="replace")
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise BadHead(f"the heads in {self.path} cannot be read: {error.strerror}") from None


@dataclass(frozen=True)
class Folder:
    """A folder with a file of heads for each day."""

    path: Path

    @property
    def name(self) -> str:
        """Its path, with a slash at the end."""
        return f"{self.path}/"

    def write(self, head: Head) -> None:
        """Add a head to the file of the day."""
        try:
            create_folder(self.path)
        except OSError as error:
            raise BadHead(f"the folder {self.path} cannot be created: {error.strerror}") from None
        File(self.path / f"{datetime.now(UTC):%Y-%m-%d}.heads").write(head)

    def read(self) -> str:
        """All its files, in order."""
        try:
            files = sorted(path for path in self.path.iterdir() if path.suffix == ".heads")
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise BadHead(f"the heads in {self.path} cannot be read: {error.strerror}") from None
        return "".join(File(path).read() for path in files)


@dataclass(frozen=True)
class Web:
    """A web address that takes heads."""

    url: str

    @property
    def name(self) -> str:
        """The address without a password or a query."""
        parts = urlsplit(self.url)
        return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", ""))

    def write(self, head: Head) -> None:
        """Send a head."""
        self._ask(str(head).encode("ascii"))

    def read(self) -> str:
        """Ask for the heads; an address that knows of none may answer 404."""
        return self._ask(None).decode("ascii", errors="replace")

    def _ask(self, body: bytes | None) -> bytes:
        parts = urlsplit(self.url)
        bare = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], fragment=""))
        request = urllib.request.Request(bare, data=body, headers={"content-type": "text/plain; charset=us-ascii"})
        if token := os.environ.get(TOKEN):
            request.add_header("authorization", f"Bearer {token}")
        elif parts.username:
            pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
            request.add_header("authorization", f"Basic {base64.b64encode(pair.encode()).decode()}")
        try:
            with _opener.open(request, timeout=PATIENCE) as answer:
                return bytes(answer.read(MOST))
        except urllib.error.HTTPError as error:
            error.close()
            if body is None and error.code == 404:
                return b""
            raise BadHead(f"{self.name} answered {error.code}") from None
        except (OSError, ValueError) as error:
            raise BadHead(f"{self.name} cannot be reached: {getattr(error, 'reason', None) or error}") from None


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A head goes where it was sent, or nowhere."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Do not follow."""


_opener = urllib.request.build_opener(_NoRedirect)


def read_place(text: str) -> Place:
    """A place as it is typed: a web address, a folder (there already, or with a slash at the end), or a file."""
    if text.startswith(("http://", "https://")):
        if not urlsplit(text).hostname:
            raise BadHead(f"{text!r} is not a web address")
        return Web(text)
    if "://" in text or not text:
        raise BadHead(f"{text!r} is not a place for heads: give a file, a folder, or an http or https address")
    path = Path(os.path.abspath(Path(text).expanduser()))
    return Folder(path) if text.endswith("/") or path.is_dir() else File(path)


def heads_at(place: Place, journal: Journal) -> tuple[Head, ...]:
    """The heads of a journal that a place holds, in order of their entries; one whose signature is wrong is refused.

    A head without its last line, as a full disk leaves it, does not count.
    """
    found = [head for head in _read(place.read()) if head.journal == journal.identity]
    return tuple(sorted(found, key=lambda head: head.entries))


def remembered(journal: Journal) -> str:
    """The place where the journal's heads are kept, as its significant events say; empty where there is none."""
    last = journal.last(STREAM, KIND)
    return str(read(last).after or "") if last else ""


def remember(journal: Journal, place: Place | None) -> None:
    """Remember where the heads are kept from now on."""
    before, after = remembered(journal), place.name if place else ""
    if before != after:
        note(journal, KIND, by=SYSTEM, what="the heads of this journal", before=before, after=after or None)


def _read(text: str) -> Iterator[Head]:
    for part in text.split(TITLE)[1:]:
        if re.search(r"^signature [0-9a-f]{128}$", part, re.MULTILINE):
            yield Head.read(TITLE + part)


def heads_to_compare(
    journal: Journal, head: Head | None = None, place: str = ""
) -> tuple[tuple[Head, ...], tuple[str, ...]]:
    """The heads to compare with, in order, and what is wrong with where they should be."""
    found: tuple[Head, ...] = (head,) if head else ()
    trouble: tuple[str, ...] = ()
    try:
        if place := place or ("" if head else remembered(journal)):
            there = heads_at(read_place(place), journal)
            found += there
            trouble = () if there else (f"there is no head of this journal at {place}",)
    except (BadHead, BadJournal) as error:
        trouble = (f"the heads of this journal cannot be read: {error}",)
    return tuple(sorted(found, key=lambda each: each.entries)), trouble
