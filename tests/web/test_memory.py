"""A house that plays round after round holds no more memory than before."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from support.command import ROOT


@pytest.mark.full
def test_the_memory_of_a_house_stays_flat() -> None:
    """A round has some seventy entries: whatever kept one thing for each would be far above the line drawn here.

    What is left are caches of a fixed size and the results of the last week, which fill up first.
    """
    words = [sys.executable, str(ROOT / "bench" / "memory.py"), "--rounds", "160", "--every", "40"]
    said = subprocess.run(words, check=True, capture_output=True, text=True, cwd=ROOT).stdout
    found = re.search(r"a round more: .* ([-\d.]+) objects", said)
    assert found, said
    assert float(found[1]) < 35, said
