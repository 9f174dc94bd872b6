"""Money: integer cents, and how amounts are printed."""

from __future__ import annotations

from typing import Final

MOST_CENTS: Final = 10**15
"""No wager, account or posting may be larger: far above any bankroll, while sums still fit a database integer."""


def money(cents: int) -> str:
    """An amount in the table's currency, always with its cents.

    >>> money(123456), money(-50)
    ('1,234.56', '-0.50')
    """
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def dollars(cents: int) -> str:
    """A prize on a pay table: whole dollars where there are no cents.

    >>> dollars(500000), dollars(50)
    ('$5,000', '$0.50')
    """
    return f"${cents // 100:,}" if cents % 100 == 0 else f"${money(cents)}"
