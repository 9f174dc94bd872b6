"""The second factor: six digits that an authenticator app shows for thirty seconds (TOTP).

Here: secrets, the picture an app scans, and comparing a code. A code counts once: whoever accepts one keeps its
counter, and asks for a later one next time. Not here: whose secret it is (`account`), sealing it (`journal.sealing`).
"""

from __future__ import annotations

import base64
import hmac
from datetime import datetime

import pyotp
import segno

DIGITS, SECONDS = 6, 30
_NEIGHBOURS = (0, -1, 1)
"""The code before and the one after count too: clocks differ."""
_BYTES = 20


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


def picture_of(address: str) -> str:
    """The QR code of an address, as SVG."""
    return segno.make(address, error="m", micro=False).svg_inline(
        omitsize=True, svgclass=None, lineclass=None, border=2
    )
