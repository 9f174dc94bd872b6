"""The second factor: six digits that an authenticator app shows for thirty seconds (TOTP).

Here: secrets, the picture an app scans, and comparing a code. A code counts once: whoever accepts one keeps its
counter, and asks for a later one next time. Not here: whose secret it is (`account`), sealing it (`journal.sealing`).
"""

from __future__ import annotations

import base64
import hmac
import re
import secrets
from datetime import datetime

import msgspec
import pyotp
import segno

DIGITS, SECONDS = 6, 30
_NEIGHBOURS = (0, -1, 1)
"""The code before and the one after count too: clocks differ."""
_BYTES = 20
_MARGIN = 4


def drawn_secret() -> str:
    """A secret that nobody has seen before."""
    return base64.b32encode(secrets.token_bytes(_BYTES)).decode()


def derived_secret(key: bytes, context: str) -> str:
    """A secret for one occasion, the same each time it is asked for; only who has the key can work it out."""
    return base64.b32encode(hmac.digest(key, context.encode(), "sha256")[:_BYTES]).decode()


def counter_of(secret: str, code: str, now: datetime, *, after: int = -1) -> int | None:
    """The counter of the code, if it is right now and later than the last one that was used.

    >>> from datetime import UTC
    >>> now, secret = datetime(2026, 1, 1, tzinfo=UTC), "A" * 32
    >>> code = pyotp.TOTP(secret).at(now)
    >>> used = counter_of(secret, code, now)
    >>> used, counter_of(secret, code, now, after=used)
    (58907520, None)
    """
    one_time, written = pyotp.HOTP(secret, digits=DIGITS), "".join(code.split())[:DIGITS].encode(errors="replace")
    counter = int(now.timestamp()) // SECONDS
    found = [at for at in _NEIGHBOURS if hmac.compare_digest(one_time.at(counter + at).encode(), written)]
    return next((counter + at for at in found if counter + at > after), None)


def address_of(secret: str, name: str) -> str:
    """The address that an authenticator app reads from the picture."""
    return pyotp.TOTP(secret, digits=DIGITS, interval=SECONDS).provisioning_uri(name, issuer_name="Houseway")


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """A QR code as a drawing: a square of so many units, and the SVG path of everything dark in it."""

    size: int
    path: str


def picture_of(address: str) -> Picture:
    """The QR code of an address, with the white margin that cameras need.

    >>> picture = picture_of(address_of("A" * 32, "Ann"))
    >>> picture.size, picture.path[:24]
    (45, 'M4 4h7v1h-7zM13 4h1v1h-1')
    """
    code = segno.make(address, error="m", micro=False)
    rows = [bytes(row) for row in code.matrix_iter(border=_MARGIN)]
    runs = [
        f"M{run.start()} {y}h{len(run[0])}v1h-{len(run[0])}z"
        for y, row in enumerate(rows)
        for run in re.finditer(rb"\x01+", row)
    ]
    return Picture(size=len(rows), path="".join(runs))
