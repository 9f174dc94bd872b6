"""The headers that tell a browser what the pages of this house may do: as little as they need.

Here: the headers of every answer, whatever made it. Not here: cookies (`cookies`), or how long a browser may keep a
page (the routes say so; what none of them says may not be kept at all).
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from houseway.web.http.cookies import is_tls

_YEAR = 365 * 24 * 60 * 60
_UNUSED = (
    "accelerometer",
    "autoplay",
    "camera",
    "display-capture",
    "encrypted-media",
    "fullscreen",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "picture-in-picture",
    "publickey-credentials-get",
    "screen-wake-lock",
    "serial",
    "usb",
    "xr-spatial-tracking",
)


def policy(*styles: str, scripts: str = "'none'") -> str:
    """The policy of a page that loads everything from this house.

    `styles` are style sheets within the page itself; `scripts` names the policy by which it may start a script that
    works without the page.
    """
    hashes = "".join(
        f" 'sha256-{base64.b64encode(hashlib.sha256(each.encode()).digest()).decode()}'" for each in styles
    )
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            f"style-src 'self'{hashes}",
            "img-src 'self'",
            "font-src 'self'",
            "connect-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            f"trusted-types {scripts}",
        )
    )


_ALWAYS = (
    ("content-security-policy", policy()),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "same-origin"),
    ("permissions-policy", ", ".join(f"{each}=()" for each in _UNUSED)),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-store"),
)


def security_headers(scope: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The headers of an answer, unless it has its own: over TLS a browser never comes back without it."""
    yield from _ALWAYS
    if is_tls(scope):
        yield "strict-transport-security", f"max-age={_YEAR}"
