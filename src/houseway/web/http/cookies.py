"""The cookies that keep a browser signed in.

Here: how a cookie is named, written, read and deleted. Over TLS a cookie is `Secure` and its name begins with
`__Host-`, so that a browser takes it only from this very host, over TLS, for every path: no neighbouring host and no
page without encryption can plant one. Not here: what a cookie holds (`sign_in`), or who it belongs to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol

from litestar.datastructures import Cookie

PREFIX = "__Host-"


class Asker(Protocol):
    """A request or a socket, with the browser's cookies."""

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies by name."""
        ...

    @property
    def scope(self) -> Any:
        """The connection as the server describes it."""
        ...


def is_tls(scope: Mapping[str, Any]) -> bool:
    """Whether the browser speaks TLS, with this server or with a proxy it trusts."""
    return scope.get("scheme") in ("https", "wss")


def cookie_name(asker: Asker, name: str) -> str:
    """The name of a cookie on this connection: over TLS it begins with `__Host-`."""
    return PREFIX + name if is_tls(asker.scope) else name


def read_cookie(asker: Asker, name: str) -> str:
    """The value of a cookie, empty if there is none. Over TLS a cookie that was set without it does not count."""
    return asker.cookies.get(cookie_name(asker, name), "")


def write_cookie(
    asker: Asker, name: str, value: str, *, seconds: int | None = None, same_site: Literal["lax", "strict"] = "lax"
) -> Cookie:
    """A cookie that no script can read; without `seconds` it goes when the browser is closed."""
    return Cookie(
        key=cookie_name(asker, name),
        value=value,
        httponly=True,
        secure=is_tls(asker.scope),
        samesite=same_site,
        path="/",
        max_age=seconds,
    )


def delete_cookie(asker: Asker, name: str, *, same_site: Literal["lax", "strict"] = "lax") -> Cookie:
    """The cookie that deletes another of its name."""
    return write_cookie(asker, name, "", seconds=0, same_site=same_site)
