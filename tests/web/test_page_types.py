"""The types that the pages are checked against are those of the house."""

from __future__ import annotations

import runpy
from pathlib import Path

import houseway.web

ROOT = Path(__file__).resolve().parent.parent.parent


def test_the_types_of_the_pages_are_up_to_date() -> None:
    """To update them: scripts/page-types > src/houseway/web/static/shared/types.d.ts."""
    written = Path(houseway.web.__file__).parent / "static" / "shared" / "types.d.ts"
    assert runpy.run_path(str(ROOT / "scripts" / "page-types"))["page_types"]() == written.read_text(encoding="utf-8")


def test_the_page_of_the_protocol_names_every_field_of_a_scene() -> None:
    """To update it: scripts/write-protocol-fields."""
    script = runpy.run_path(str(ROOT / "scripts" / "write-protocol-fields"))
    written = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert script["page"]() == written
    assert "| `barred` | text | Why the viewer" in written
    assert "| `check` | Reality or null |" in written
