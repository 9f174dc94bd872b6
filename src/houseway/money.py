"""Money: integer cents, and the one way it is written."""

from __future__ import annotations


def money(cents: int) -> str:
    """Money as it is written.

    >>> money(123456), money(-50)
    ('1,234.56', '-0.50')
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02d}"
