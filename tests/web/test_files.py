"""The files of the pages: compressed once, and not sent to a browser that has them."""

from __future__ import annotations

import gzip
import http.client
import os
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from houseway.web.http import files
from support.web_house import RunningHouse

SCRIPT, FONT = "/static/shared/dom.js", "/static/fonts/houseway-sans.b3aff93a95c8.woff2"


def _get(house: RunningHouse, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    asked = http.client.HTTPConnection(urlsplit(house.url).netloc)
    asked.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = asked.getresponse()
    body = answer.read()
    asked.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body


@pytest.mark.parametrize("path", [SCRIPT, "/", "/api", "/table/any"])
def test_a_file_is_the_same_compressed_and_plain(house: RunningHouse, path: str) -> None:
    _, plain, whole = _get(house, path)
    _, packed, body = _get(house, path, Accept_Encoding="gzip, br")
    assert "content-encoding" not in plain
    assert (packed["content-encoding"], packed["vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(body) == whole
    assert len(body) < len(whole)


def test_the_type_of_a_file(house: RunningHouse) -> None:
    assert _get(house, SCRIPT)[1]["content-type"] == "text/javascript; charset=utf-8"
    assert _get(house, FONT, Accept_Encoding="gzip")[1]["content-type"] == "font/woff2"


@pytest.mark.parametrize("path", [SCRIPT, FONT, "/", "/favicon.ico"])
def test_a_browser_that_has_a_file_is_not_sent_it_again(house: RunningHouse, path: str) -> None:
    status, given, _ = _get(house, path)
    assert status == 200
    for tags in (given["etag"], f'"other", W/{given["etag"]}'):
        status, again, body = _get(house, path, If_None_Match=tags)
        assert (status, body) == (304, b"")
        assert (again["etag"], again["cache-control"]) == (given["etag"], given["cache-control"])
    assert _get(house, path, If_None_Match='"other"')[0] == 200


def test_a_file_that_is_edited_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.js"
    path.write_text("one")
    first = files._read(path, path.stat().st_mtime_ns)
    assert files._read(path, path.stat().st_mtime_ns) is first
    path.write_text("two")
    os.utime(path, (1, 1))
    again = files._read(path, path.stat().st_mtime_ns)
    assert (first.body, again.body) == (b"one", b"two")
    assert first.tag != again.tag


def test_head_is_answered_like_get_without_a_body(house: RunningHouse) -> None:
    for path in ("/static/shared/room.css", "/", "/static/nowhere.css", "/favicon.ico"):
        (status, headers, body), (same, also, none) = (_get(house, path, method) for method in ("GET", "HEAD"))
        for each in (headers, also):
            del each["date"], each["x-request-id"]
        assert (same, also, none) == (status, headers, b""), path
        assert body


def test_a_page_names_its_files_by_their_version_and_a_browser_keeps_those_for_ever(house: RunningHouse) -> None:
    page = _get(house, "/table/any")[2].decode()
    named = re.findall(r'"(/static/[^"]+)"', page)
    assert len(named) > 5
    assert all(address.startswith(f"/static/{files.version()}/") for address in named)
    for address in named:
        status, headers, body = _get(house, address)
        assert (status, "immutable" in headers["cache-control"]) == (200, True)
        old = address.replace(files.version(), "v000000000000")  # asked for by a page from before an upgrade
        plain = address.replace(f"{files.version()}/", "")
        for other in (old, plain):
            status, headers, same = _get(house, other)
            assert (status, headers["cache-control"], same) == (200, "no-cache", body)


def test_a_script_names_what_it_imports_relative_to_itself() -> None:
    scripts = list(files.STATIC.rglob("*.js"))
    assert len(scripts) > 50
    for script in scripts:
        imported = re.findall(r"""(?:from|import)\s*\(?\s*["']([^"']+)["']""", script.read_text(encoding="utf-8"))
        assert all(each.startswith(".") for each in imported), script
        assert '"/static/' not in script.read_text(encoding="utf-8"), script
