"""Who asks, where a reverse proxy passes requests on: only a trusted proxy is believed.

Here: which proxies are trusted, and reading `X-Forwarded-For`, `X-Forwarded-Proto` and `Forwarded` (RFC 7239). Not
here: what an address may do (`costs`, `connections`).
"""

from __future__ import annotations

import functools
import ipaddress
from collections.abc import Iterable, Iterator, MutableMapping
from typing import Any, TypeAlias

from houseway.errors import Refused
from houseway.people.addresses import read_address

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
_SCHEMES = ("http", "https")


class Contradiction(Exception):
    """A proxy passed on two headers that name different clients."""


class Proxies:
    """The reverse proxies that are trusted, by address or network.

    >>> "10.1.2.3" in Proxies(["10.0.0.0/8"]), "127.0.0.1" in Proxies([])
    (True, False)
    """

    def __init__(self, trusted: Iterable[str]) -> None:
        self._networks = tuple(_network(each) for each in trusted)
        self._holds = functools.lru_cache(maxsize=4096)(self._look)

    def __contains__(self, address: object) -> bool:
        return bool(self._networks) and self._holds(str(address)[:64])

    def _look(self, address: str) -> bool:
        found = read_address(address)
        return found is not None and any(found in network for network in self._networks)

    def apply(self, scope: MutableMapping[str, Any]) -> None:
        """Set the client and the scheme of a request that a trusted proxy passed on; leave any other as it is."""
        if not scope.get("client") or scope["client"][0] not in self:
            return
        given: dict[bytes, list[str]] = {}
        for name, value in scope["headers"]:
            if name in (b"x-forwarded-for", b"x-forwarded-proto", b"forwarded"):
                given.setdefault(name, []).extend(_split(value.decode("latin-1"), ","))
        elements = [_parameters(each) for each in given.get(b"forwarded", ())]
        client = self._client(given.get(b"x-forwarded-for", []))
        other = self._client([each.get("for", "") for each in elements])
        if client and other and client != other:
            raise Contradiction
        schemes = given.get(b"x-forwarded-proto") or [each["proto"] for each in elements if "proto" in each]
        if client or other:
            scope["client"] = (client or other, 0)
        if len(schemes) == 1 and (scheme := schemes[0].lower()) in _SCHEMES:
            scope["scheme"] = scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme

    def _client(self, hops: list[str]) -> str:
        """The nearest address that is not a trusted proxy; whatever stands before it may be made up."""
        for hop in reversed(hops):
            address = read_address(_without_port(hop))
            if address is None:
                return ""
            if str(address) not in self:
                return str(address)
        return ""


def _network(written: str) -> Network:
    try:
        return ipaddress.ip_network(written)
    except ValueError:
        raise Refused(
            f"--trusted-proxy takes an address or a network such as 10.0.0.0/8, not {written[:60]!r}"
        ) from None


def _without_port(written: str) -> str:
    """An address of a header, which may have a port, and brackets where it is of IPv6."""
    if written.startswith("["):
        return written[1:].partition("]")[0]
    return written.partition(":")[0] if written.count(":") == 1 else written


def _split(text: str, at: str) -> Iterator[str]:
    return (part.strip() for part in text.split(at) if part.strip())


def _parameters(element: str) -> dict[str, str]:
    """One hop of `Forwarded`, such as `for="[2001:db8::1]:4711";proto=https`."""
    pairs = (part.partition("=") for part in _split(element, ";"))
    return {name.strip().lower(): value.strip().strip('"') for name, _, value in pairs}
