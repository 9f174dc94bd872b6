"""What is drawn in a run: from one seed, a stream of numbers for each purpose.

Here: the streams. Not here: what is drawn from them. With a stream for each purpose, one more draw for one purpose
leaves the draws of all others as they are.
"""

from __future__ import annotations

from random import Random


class Chance:
    """The streams of one seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._streams: dict[str, Random] = {}

    def of(self, purpose: str) -> Random:
        """The stream of a purpose."""
        if purpose not in self._streams:
            self._streams[purpose] = Random(f"{self.seed} {purpose}")
        return self._streams[purpose]
