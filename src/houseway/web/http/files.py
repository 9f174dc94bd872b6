"""The files of the pages: read and compressed once, and sent only to a browser that does not have them yet.

A page names its scripts and style sheets by addresses that contain the version of all files together, so a browser may
keep them for ever and never asks whether one has changed; what a script imports it names relative to itself.

Here: what the static folder holds, its version, and how a file is answered. Not here: which page is which (`pages`), or
how long a browser may keep a file (the routes say so).
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import NotFoundException

from houseway.web.http.frame import framed

STATIC = Path(__file__).resolve().parent.parent / "static"
WORTH_PACKING = 1000
"""Bytes below which compression gains nothing."""
PACKED = "packed"
"""The mark of a route whose answers are already compressed."""
_TEXT = ("text/", "image/svg")
_NAMED = {path.relative_to(STATIC).as_posix(): path for path in sorted(STATIC.rglob("*")) if path.is_file()}
"""Every file by its address: no other path of the machine can be asked for."""

mimetypes.add_type("font/woff2", ".woff2")  # not every system knows it


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """A file in memory."""

    media_type: str
    body: bytes
    packed: bytes
    """The same compressed; nothing where that is not worthwhile."""
    tag: str
    """What tells this version of the file from others."""


@functools.lru_cache(maxsize=4)
def _version(changed: tuple[int, ...]) -> str:
    del changed  # files that are edited are read again
    digest = hashlib.sha256()
    for name, path in _NAMED.items():
        body = path.read_bytes()
        digest.update(f"{name} {len(body)} ".encode() + body)
    return f"v{digest.hexdigest()[:12]}"


def version() -> str:
    """The version of all files together, by what they contain: the same on every machine."""
    return _version(tuple(path.stat().st_mtime_ns for path in _NAMED.values()))


def without_version(name: str) -> tuple[str, bool]:
    """A name without the version in front of it, and whether that is the version of the files as they are now.

    >>> without_version("shared/dom.js")
    ('shared/dom.js', False)
    >>> without_version("v0123456789ab/shared/dom.js")
    ('shared/dom.js', False)
    >>> without_version(f"{version()}/shared/dom.js")
    ('shared/dom.js', True)
    """
    first, _, rest = name.partition("/")
    return (rest, first == version()) if re.fullmatch("v[0-9a-f]{12}", first) else (name, False)


@functools.lru_cache(maxsize=500)
def _read(path: Path, changed: int, version: str = "") -> Kept:
    """A file as it is sent; `version` goes into the addresses of a page."""
    del changed  # a file that is edited is read again
    body = path.read_bytes()
    if version:
        body = framed(body.decode()).encode().replace(b'"/static/', f'"/static/{version}/'.encode())
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    worth = kind.startswith(_TEXT) and len(body) >= WORTH_PACKING
    return Kept(
        media_type=kind,
        body=body,
        packed=gzip.compress(body, mtime=0) if worth else b"",
        tag=f'"{hashlib.sha256(body).hexdigest()[:32]}"',
    )


def file(name: str, request: Request[Any, Any, State], headers: Mapping[str, str]) -> Response[bytes]:
    """The answer to a request for a file of the static folder: the file, or that the browser's own is still right."""
    path = _NAMED.get(name)
    if path is None:
        raise NotFoundException("there is nothing at this address")
    kept = _read(path, path.stat().st_mtime_ns, version() if path.suffix == ".html" else "")
    given = {**headers, "etag": kept.tag, "vary": "Accept-Encoding"}
    if kept.tag in (each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")):
        return Response(b"", status_code=304, headers=given)
    if kept.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(kept.packed, media_type=kept.media_type, headers={**given, "content-encoding": "gzip"})
    return Response(kept.body, media_type=kept.media_type, headers=given)
