"""Cookies: only for this host, only over TLS where TLS is spoken, and never for scripts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from houseway.web.http.cookies import Asker, delete_cookie, read_cookie, write_cookie
from houseway.web.wire.socket import same_origin


def _asker(scheme: str, **cookies: str) -> Asker:
    return SimpleNamespace(scope={"scheme": scheme}, cookies=cookies)


@pytest.mark.parametrize("scheme", ["https", "wss"])
def test_over_tls_a_cookie_is_secure_and_bound_to_this_host(scheme: str) -> None:
    header = write_cookie(_asker(scheme), "houseway-staff", "x", same_site="strict").to_header(header="")
    assert header.startswith("__Host-houseway-staff=x;")
    assert {part.strip() for part in header.split(";")[1:]} == {"HttpOnly", "Path=/", "SameSite=strict", "Secure"}


@pytest.mark.parametrize("scheme", ["http", "ws"])
def test_without_tls_a_cookie_keeps_its_plain_name(scheme: str) -> None:
    header = write_cookie(_asker(scheme), "houseway-player", "x", seconds=60).to_header(header="")
    assert header.startswith("houseway-player=x;")
    assert {part.strip() for part in header.split(";")[1:]} == {"HttpOnly", "Path=/", "SameSite=lax", "Max-Age=60"}


def test_over_tls_a_cookie_that_a_neighbour_could_have_planted_does_not_count() -> None:
    planted = {"houseway-player": "planted"}
    assert read_cookie(_asker("https", **planted), "houseway-player") == ""
    assert read_cookie(_asker("https", **planted, **{"__Host-houseway-player": "own"}), "houseway-player") == "own"
    assert read_cookie(_asker("http", **planted), "houseway-player") == "planted"


def test_a_cookie_is_deleted_under_the_name_it_was_set_with() -> None:
    header = delete_cookie(_asker("https"), "houseway-player").to_header(header="")
    assert header.startswith('__Host-houseway-player="";') or header.startswith("__Host-houseway-player=;")
    assert "Max-Age=0" in header
    assert "Secure" in header


@pytest.mark.parametrize(
    ("scheme", "origin", "same"),
    [
        ("http", "http://house.example", True),
        ("http", "https://house.example", True),  # a proxy that is not trusted speaks TLS
        ("https", "https://house.example", True),
        ("https", "http://house.example", False),
        ("wss", "http://house.example", False),
        ("https", "https://other.example", False),
        ("http", "null", False),
    ],
)
def test_a_page_without_tls_is_not_of_the_same_origin(scheme: str, origin: str, same: bool) -> None:
    asker: Any = SimpleNamespace(scope={"scheme": scheme}, headers={"host": "house.example", "origin": origin})
    assert same_origin(asker) is same
