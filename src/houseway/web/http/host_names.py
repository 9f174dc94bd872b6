"""The names this house answers to.

Here: whether the Host of a request is one of them. A page that reaches the house under another name (DNS rebinding) is
refused before anything is looked up. Not here: refusing it (`front_door`).
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable

from houseway.errors import Refused

LOCAL = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("", "0.0.0.0", "::")
_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]{1,253}?)\.?)(?::\d{1,5})?")


class HostNames:
    """The names and addresses under which a house may be asked; `named` are those the operator gives.

    >>> names = HostNames("127.0.0.1", ["tables.example"])
    >>> [names.allow(host) for host in ("tables.example", "Tables.Example:8443", "localhost:8000", "elsewhere.example")]
    [True, True, True, False]
    """

    def __init__(self, listening: str, named: Iterable[str] = ()) -> None:
        given = [_read(each) for each in named]
        own = (socket.gethostname(),) if listening in EVERYWHERE else (listening,)
        self.names = frozenset(name.lower() for name in (*LOCAL, *own, *given))

    def allow(self, host: str, at: str = "") -> bool:
        """Whether a request with this Host is for this house; `at` is the address at which it arrived."""
        name = host_name(host)
        return bool(name) and (name in self.names or (name == at and _is_address(at)))


def host_name(host: str) -> str:
    """The name in a Host header, in small letters and without the port; empty if it is not a name.

    >>> host_name("Tables.Example.:8000"), host_name("[::1]:8000"), host_name("a b"), host_name("")
    ('tables.example', '::1', '', '')
    """
    found = _HOST.fullmatch(host)
    return (found[1] or found[2]).lower() if found else ""


def _read(written: str) -> str:
    name = host_name(f"[{written}]" if ":" in written and not written.startswith("[") else written)
    if not name:
        raise Refused(f"--host-name takes a name such as tables.example, not {written[:60]!r}")
    return name


def _is_address(written: str) -> bool:
    try:
        ipaddress.ip_address(written)
    except ValueError:
        return False
    return True
