"""The page of published figures: it has them counted, says so, and then shows ours."""

from __future__ import annotations

import time

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from houseway.errors import HousewayError
from houseway.web.http import published as page

SOON = 60.0
"""Seconds within which everything must be compared: the counts themselves are cached."""


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch, cache_folder: object) -> TestClient[Litestar]:
    del cache_folder  # it holds the counts
    monkeypatch.setattr(page, "_counting", page._Counting())
    monkeypatch.setattr(page, "each_in_a_process", lambda work, *arguments: work(*arguments))
    return TestClient(Litestar(route_handlers=[page.published]))


def test_the_page_looks_again_until_everything_is_counted(client: TestClient[Litestar]) -> None:
    first = client.get("/published").text
    assert "40.4958%" in first
    assert ("http-equiv" in first) is ("Counting every deal" in first)
    until = time.monotonic() + SOON
    while "http-equiv" in (text := client.get("/published").text):
        assert time.monotonic() < until
        time.sleep(0.05)
    assert "40.495774%" in text
    assert "counting" not in text.lower()


def test_the_page_says_why_nothing_is_counted(client: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise HousewayError("counting needs houseway[maths]")

    monkeypatch.setattr(page, "each_in_a_process", refuse)
    client.get("/published")
    until = time.monotonic() + SOON
    while "houseway[maths]" not in (text := client.get("/published").text):
        assert time.monotonic() < until
        time.sleep(0.05)
    assert "http-equiv" not in text
