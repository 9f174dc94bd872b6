"""What tests share: the books, and running the real command."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def houseway(tmp_path: Path) -> Run:
    """Run the `houseway` command as a person would, in an empty folder."""

    def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(Path(sys.executable).parent / "houseway"), *words],
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
            env={"PATH": "/usr/bin:/bin", "COLUMNS": "100", "LANG": "C.UTF-8", "HOME": str(tmp_path)},
        )

    return run
