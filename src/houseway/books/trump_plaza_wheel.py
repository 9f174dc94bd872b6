"""The house way of Trump Plaza with A-2-3-4-5 as the second highest straight, as other public descriptions count it."""

from __future__ import annotations

from dataclasses import replace

from houseway.books import trump_plaza
from houseway.cards.ranking import Wheel
from houseway.rulebook.citation import Source

BOOK = replace(
    trump_plaza.BOOK,
    id="trump-plaza-wheel",
    source=Source(title="Trump Plaza house way", version="A-2-3-4-5 second highest", house="public descriptions"),
    wheel=Wheel.SECOND_HIGHEST,
    summary="Trump Plaza, but A-2-3-4-5 is the second highest straight.",
)
