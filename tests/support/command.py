"""What the `houseway` command answers, checked."""

from __future__ import annotations

import subprocess


def one_sentence(done: subprocess.CompletedProcess[str], *parts: str, code: int = 1) -> None:
    assert done.returncode == code, done
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("houseway: ")
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    for part in parts:
        assert part in done.stderr
