"""Addresses that people come from, and what of them counts as one client.

Here: reading an address, and its network. Not here: which proxies are believed about it (`web.http.proxies`), or what
an address may do (`failures`, `web.http`).
"""

from __future__ import annotations

import functools
import ipaddress


def network_of(address: str) -> str:
    """What counts as one client: an IPv4 address, or the /64 network that one subscriber of IPv6 has.

    >>> network_of("192.0.2.1"), network_of("2001:db8::5:1"), network_of("::ffff:192.0.2.1")
    ('192.0.2.1', '2001:db8::/64', '192.0.2.1')
    """
    found = read_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((found, 64), strict=False))
    return str(found) if found else address


@functools.lru_cache(maxsize=4096)
def read_address(written: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address as it is written; nothing where it is none."""
    try:
        found = ipaddress.ip_address(written.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
