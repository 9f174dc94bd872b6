"""What `houseway serve` does before it opens: verify program and journal, and find the place for heads."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from houseway.errors import BadHead
from houseway.journal.head import Head
from houseway.journal.heads import NOWHERE, File, Folder, Place, heads_at, read_place, remember, remembered
from houseway.journal.opening import verify_to_open
from houseway.journal.store import Journal
from houseway.journal.verify import Report
from houseway.kept.program import must_be

_log = logging.getLogger(__name__)
NEAR = (
    "The heads of the journal are kept beside the journal itself: whoever can change one can change the other. Give "
    "--heads a place on another disk or another machine."
)
NO_HEADS = "No head of the journal is kept elsewhere, so entries cut off its end would not be noticed: see --heads."


def verified(journal: Journal, *, heads: str, anyway: str, program: str = "") -> tuple[Report, Place | None]:
    """Verify a journal before a house opens on it; returns what was found, and where heads are kept from now on.

    Without `heads` they are kept where they were before. A journal that is not intact is refused, unless there is a
    reason to open it `anyway`. `program` is the digest of the approved program; any other is refused.
    """
    if program:
        must_be(program)
    place = _place(heads or remembered(journal))
    report = verify_to_open(journal, heads=_heads(journal, place), anyway=anyway)
    remember(journal, place)
    return report, place


def about_heads(journal: Journal, place: Place | None) -> str:
    """What is wrong with where heads are kept, as a warning; empty where nothing is."""
    if place is None:
        return NO_HEADS
    if not isinstance(place, File | Folder) or journal.server is not None:
        return ""
    folder = Path(journal.name).resolve().parent
    return NEAR if folder in (place.path.resolve(), *place.path.resolve().parents) else ""


def _place(text: str) -> Place | None:
    return None if text in ("", NOWHERE) else read_place(text)


def _heads(journal: Journal, place: Place | None) -> Sequence[Head]:
    """The heads kept so far; that they cannot be read is an alarm, and does not stop the house."""
    try:
        return heads_at(place, journal) if place else ()
    except BadHead as error:
        _log.error("ALARM: the heads of the journal cannot be compared: %s", error)
        return ()
