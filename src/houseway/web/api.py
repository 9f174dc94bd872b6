"""The public interface over HTTP."""

from __future__ import annotations

from typing import Any

API: list[Any] = []
