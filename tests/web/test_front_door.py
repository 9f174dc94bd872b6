"""What every request passes first: trusted proxies, the names of the house, odd paths, security headers."""

from __future__ import annotations

import asyncio
import http.client
import json
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from houseway.errors import Refused
from houseway.web.http.front_door import FrontDoor
from houseway.web.http.host_names import HostNames
from houseway.web.http.proxies import Proxies
from houseway.web.http.sign_in import not_too_often
from houseway.web.wire.limits import RateLimits
from support.web_house import RunningHouse


class _Seen:
    """An application that keeps what reaches it."""

    scope: dict[str, Any]

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        self.scope = scope
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def _ask(
    *headers: tuple[str, str],
    client: str = "10.0.0.1",
    proxies: tuple[str, ...] = ("10.0.0.0/8",),
    path: str = "/",
    method: str = "GET",
) -> tuple[int, dict[str, str], dict[str, Any]]:
    """The status, the headers of the answer, and what the application saw."""
    seen, sent = _Seen(), []
    given = headers if any(name == "host" for name, _ in headers) else (("host", "house.example"), *headers)
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "scheme": "http",
        "client": (client, 5000),
        "server": ("192.0.2.7", 8000),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in given],
    }

    async def send(message: Any) -> None:
        sent.append(message)

    door = FrontDoor(seen, names=HostNames("0.0.0.0", ["house.example"]), proxies=Proxies(proxies))
    asyncio.run(door(scope, None, send))  # type: ignore[arg-type]
    answered = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], answered, getattr(seen, "scope", {})


@pytest.mark.parametrize(
    ("headers", "client", "scheme"),
    [
        ({"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}, "203.0.113.9", "https"),
        ({"x-forwarded-for": "6.6.6.6, 203.0.113.9"}, "203.0.113.9", "http"),
        ({"x-forwarded-for": "6.6.6.6, 203.0.113.9, 10.0.0.3"}, "203.0.113.9", "http"),
        ({"x-forwarded-for": "203.0.113.9:4711"}, "203.0.113.9", "http"),
        ({"forwarded": 'for="[2001:db8::1]:4711";proto=https'}, "2001:db8::1", "https"),
        ({"forwarded": "for=6.6.6.6, for=203.0.113.9;proto=https"}, "203.0.113.9", "https"),
        ({"forwarded": "for=203.0.113.9", "x-forwarded-for": "203.0.113.9"}, "203.0.113.9", "http"),
        ({"forwarded": "for=_hidden"}, "10.0.0.1", "http"),
        ({"x-forwarded-for": "not an address"}, "10.0.0.1", "http"),
        ({"x-forwarded-for": ""}, "10.0.0.1", "http"),
        ({"x-forwarded-proto": "https, http"}, "10.0.0.1", "http"),
        ({"x-forwarded-proto": "gopher"}, "10.0.0.1", "http"),
    ],
)
def test_a_trusted_proxy_is_believed_about_its_client(headers: dict[str, str], client: str, scheme: str) -> None:
    status, _, scope = _ask(*headers.items())
    assert (status, scope["client"][0], scope["scheme"]) == (200, client, scheme)


@pytest.mark.parametrize("proxies", [(), ("10.0.0.2",), ("192.0.2.0/24",)])
def test_nobody_else_is_believed(proxies: tuple[str, ...]) -> None:
    claims = {
        "x-forwarded-for": "203.0.113.9",
        "x-forwarded-proto": "https",
        "forwarded": "for=203.0.113.9;proto=https",
    }
    _, _, scope = _ask(*claims.items(), proxies=proxies)
    assert (scope["client"][0], scope["scheme"]) == ("10.0.0.1", "http")


def test_two_headers_that_contradict_each_other_are_refused() -> None:
    """A proxy sets one of them and may pass the other on as the client sent it."""
    assert _ask(("x-forwarded-for", "203.0.113.9"), ("forwarded", "for=6.6.6.6"))[0] == 400


def test_a_trusted_proxy_must_be_an_address_or_a_network() -> None:
    with pytest.raises(Refused, match="--trusted-proxy takes an address or a network"):
        Proxies(["proxy.example"])
    with pytest.raises(Refused, match="--host-name takes a name"):
        HostNames("0.0.0.0", ["a/b"])


@pytest.mark.parametrize(
    ("hosts", "status"),
    [
        (["house.example"], 200),
        (["HOUSE.EXAMPLE:8443"], 200),
        (["localhost:8000"], 200),
        (["[::1]:8000"], 200),
        (["192.0.2.7:8000"], 200),  # the address at which the request arrived
        (["192.0.2.8"], 421),
        (["rebound.example"], 421),
        (["house.example.evil.example"], 421),
        (["house.example@evil.example"], 400),
        ([""], 400),
        (["a b"], 400),
        (["house.example", "house.example"], 400),
    ],
)
def test_the_house_answers_only_under_its_own_names(hosts: list[str], status: int) -> None:
    assert _ask(*(("host", host) for host in hosts))[0] == status


def test_a_request_whose_end_is_ambiguous_is_refused_and_its_connection_closed() -> None:
    length, chunked = ("content-length", "4"), ("transfer-encoding", "chunked")
    status, answered, seen = _ask(length, chunked, ("content-type", "application/json"), method="POST")
    assert (status, answered["connection"], seen) == (400, "close", {})


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ([("content-length", "2"), ("content-type", "application/json")], 200),
        ([("content-length", "2"), ("content-type", "Application/JSON; charset=utf-8")], 200),
        ([("content-length", "0")], 200),
        ([], 200),
        ([("content-length", "2")], 415),
        ([("content-length", "2"), ("content-type", "text/plain")], 415),
        ([("content-length", "2"), ("content-type", "text/plain; application/json")], 415),
        ([("transfer-encoding", "chunked"), ("content-type", "application/x-www-form-urlencoded")], 415),
        ([("content-length", "2"), ("content-type", "multipart/form-data; boundary=x")], 415),
    ],
)
def test_only_json_is_read_so_that_no_form_of_another_site_can_send_it(
    headers: list[tuple[str, str]], status: int
) -> None:
    assert _ask(*headers, method="POST")[0] == status


def test_every_answer_has_the_security_headers_and_only_tls_is_kept() -> None:
    _, plain, _ = _ask()
    assert "strict-transport-security" not in plain
    _, tls, _ = _ask(("x-forwarded-proto", "https"))
    assert tls["strict-transport-security"] == "max-age=31536000"
    assert plain["content-security-policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in plain["content-security-policy"]
    assert plain["cross-origin-opener-policy"] == plain["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in plain["permissions-policy"]
    assert plain["cache-control"] == "no-store"
    assert plain["x-request-id"] != tls["x-request-id"]


# ---------------------------------------------------------------------------------------------------------------------
# The same at a real house


def _get(house: RunningHouse, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
    connection = http.client.HTTPConnection(urlsplit(house.url).netloc, timeout=30)
    connection.putrequest("GET", path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read().decode()
    connection.close()
    return found


ODD = [
    "/static/%00",
    "/static/a%00b.css",
    "/static/fonts/%00",
    "/static/" + "a" * 300,
    "/static/" + "a/" * 600,
    "/static/%ff%fe",
    "/static/..%2f..%2f..%2fetc/passwd",
    "/static/%2e%2e/%2e%2e/http/app.py",
    "/static/..%5c..%5capp.py",
    "/static",
    "/static/",
    "/static/shared",
    "/rules/%00",
    "/rules/%0d%0aset-cookie:x=1",
    "/api/books/%00",
    "/api/books/" + "%F0%9F%82%A1" * 60,
    "/api/tables/%00/rounds",
    "/api/tables/x%00/proofs",
    "/socket/%00",
    "/socket/mbs-v4",
    "/nowhere",
    "//",
    "/%",
    "/%2",
    "/lobby/",
]


@pytest.mark.parametrize("path", ODD)
def test_an_odd_path_is_never_our_fault(house: RunningHouse, path: str) -> None:
    status, _, body = _get(house, path)
    assert 200 <= status < 500, (path, status, body)
    assert "root:" not in body
    assert "import" not in body
    if status >= 400:
        assert json.loads(body)["error"]


def test_a_person_gets_a_page_with_a_way_back_and_a_program_gets_json(house: RunningHouse) -> None:
    for path in ("/nowhere", "/static/%00", "/rules/nowhere"):
        status, headers, body = _get(house, path, Accept="text/html,application/xhtml+xml,*/*;q=0.8")
        assert (status, headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert 'href="/"' in body
        assert _get(house, path, Accept="*/*")[1]["content-type"] == "application/json"
    assert _get(house, "/api/nowhere", Accept="text/html")[1]["content-type"] == "application/json"
    followed = {"Accept": "text/html", "Sec-Fetch-Mode": "navigate"}  # the link of an export, by somebody signed out
    assert _get(house, "/api/rounds", **followed)[1]["content-type"] == "text/html; charset=utf-8"
    _, _, body = _get(house, "/%3Cscript%3E", Accept="text/html")
    assert "<script>" not in body


def test_a_real_house_checks_its_name_also_for_sockets(house: RunningHouse) -> None:
    status, _, body = _get(house, "/", Host="rebound.example")
    assert status == 421
    assert "--host-name" in body
    url = house.url.replace("http", "ws", 1)
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(f"{url}/socket/x", additional_headers={"host": "evil.example"}),
    ):
        pass
    assert refused.value.response.status_code in (400, 421)


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("/", "no-cache"),
        ("/rules/five-card", "no-cache"),
        ("/static/shared/room.css", "no-cache"),
        ("/api/books/mbs-v4", "no-cache"),
        ("/me", "no-store"),
        ("/lobby", "no-store"),
        ("/api/rounds", "no-store"),
        ("/key", "no-store"),
        ("/staff/owed", "no-store"),
    ],
)
def test_only_what_is_the_same_for_everybody_may_be_kept(house: RunningHouse, path: str, kept: str) -> None:
    assert _get(house, path)[1]["cache-control"] == kept


@pytest.mark.parametrize(
    ("path", "has_style"),
    [
        *((path, False) for path in ("/", "/api", "/staff", "/history", "/rules/five-card")),
        pytest.param("/published", True, marks=pytest.mark.full),  # asking has the figures of all books counted
    ],
)
def test_no_policy_allows_anything_inline_but_the_style_of_the_page_itself(
    house: RunningHouse, path: str, has_style: bool
) -> None:
    found = _get(house, path)[1]["content-security-policy"]
    assert "unsafe" not in found
    assert found.startswith("default-src 'none'")
    assert ("'sha256-" in found) is has_style


def test_names_are_taken_no_faster_by_whoever_has_a_whole_network_of_ipv6() -> None:
    app = SimpleNamespace(state=SimpleNamespace(sign_in_limits=RateLimits(3, 1e-9)))
    for number in range(5):
        request: Any = SimpleNamespace(app=app, client=SimpleNamespace(host=f"2001:db8::{number}"))
        if number < 3:
            not_too_often(request)
            continue
        with pytest.raises(Refused, match="too many attempts from your address"):
            not_too_often(request)
