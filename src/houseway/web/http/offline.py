"""The script that keeps the trainer in a browser, so that it works without the house.

Here: which files the trainer needs, found from its page, and the script with their list. Not here: what the script does
(`static/learn/worker.js`), or the files themselves (`files`).
"""

from __future__ import annotations

import functools
import json
import posixpath
import re

from houseway.web.http.files import STATIC, version
from houseway.web.http.frame import framed

PAGE, WORKER = "learn/train.html", "learn/worker.js"
SCOPE = "/train"
"""The addresses at which the script works: the trainer's page, and no other."""
_IN_A_PAGE = re.compile(r'(?:href|src)="/static/([^"]+)"')
_IN_A_SCRIPT = re.compile(r'(?:\bfrom|^import) "(\.[^"]+)"|new URL\("([^"]+)", import\.meta\.url\)', re.MULTILINE)
_IN_A_STYLE = re.compile(r'url\("/static/([^"]+)"\)')
_WITH_VERSIONED_NAMES = "fonts/"


def files_of(page: str) -> list[str]:
    """The files of a page: what it names, and what those import and load.

    >>> {"learn/train.js", "shared/dom.js", "shared/cards.svg", "shared/room.css"} <= {*files_of(PAGE)}
    True
    """
    found: set[str] = set()
    wanted = _IN_A_PAGE.findall(framed((STATIC / page).read_text(encoding="utf-8")))
    while wanted:
        name = wanted.pop()
        if name not in found:
            found.add(name)
            wanted += _named_in(name)
    return sorted(found)


def _named_in(name: str) -> list[str]:
    """The files that a script or a style sheet loads."""
    if not name.endswith((".js", ".css")):
        return []
    text = (STATIC / name).read_text(encoding="utf-8")
    if name.endswith(".css"):
        return _IN_A_STYLE.findall(text)
    beside = (first or second for first, second in _IN_A_SCRIPT.findall(text))
    return [posixpath.normpath(posixpath.join(posixpath.dirname(name), each)) for each in beside]


def address_of(name: str) -> str:
    """The address under which a page loads a file."""
    return f"/static/{name}" if name.startswith(_WITH_VERSIONED_NAMES) else f"/static/{version()}/{name}"


def script() -> bytes:
    """The script as a browser is sent it: any changed file is another version, and so another script."""
    return _script(version())


@functools.lru_cache(maxsize=4)
def _script(version: str) -> bytes:
    text = (STATIC / WORKER).read_text(encoding="utf-8")
    addresses = [address_of(name) for name in files_of(PAGE)]
    for before, after in (('VERSION = "version"', json.dumps(version)), ("FILES = []", json.dumps(addresses))):
        assert text.count(before) == 1
        text = text.replace(before, f"{before.partition(' ')[0]} = {after}")
    return text.encode()
