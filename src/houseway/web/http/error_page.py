"""An error as the browser of a person shows it: what happened, and the way back.

Here: the page, and who gets it; programs and the pages' own requests get the same sentence as JSON. Not here: which
error has which status and sentence (`errors`).
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

from houseway.web.http.files import STATIC
from houseway.web.http.frame import framed

_TEMPLATE = framed((STATIC / "error" / "error.html").read_text(encoding="utf-8"))
_HEADINGS = {
    400: "This request cannot be read",
    403: "Not for you",
    404: "There is nothing here",
    421: "This is not the house you asked for",
    429: "Too many requests",
    500: "Something went wrong on our side",
    503: "The house is busy",
}


def wants_page(scope: Mapping[str, Any]) -> bool:
    """Whether a person's browser is asking for a page.

    >>> wants_page({"method": "GET", "path": "/nowhere", "headers": [(b"accept", b"text/html,*/*")]})
    True
    >>> wants_page({"method": "GET", "path": "/api/nowhere", "headers": [(b"accept", b"text/html,*/*")]})
    False

    What programs ask for is shown as a page only where somebody followed a link to it, such as that of an export.
    """
    if scope.get("method") not in ("GET", "HEAD"):
        return False
    followed = any(name == b"sec-fetch-mode" and value == b"navigate" for name, value in scope["headers"])
    if scope["path"].startswith("/api/") and not followed:
        return False
    return any(name == b"accept" and b"text/html" in value for name, value in scope["headers"])


def error_page(status: int, sentence: str) -> str:
    """The page of an error."""
    heading = _HEADINGS.get(status, "This cannot be done")
    words = sentence[:1].upper() + sentence[1:]
    return _TEMPLATE.replace("{heading}", html.escape(heading)).replace(
        "{sentence}", html.escape(words if words.endswith(".") else f"{words}.")
    )
