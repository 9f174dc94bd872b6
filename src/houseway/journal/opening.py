"""Verifying a journal before a house opens on it: fast, because only what is new is verified where there is much.

Here: how much is verified, and the refusal. Not here: verifying itself (`verify`), or what goes on while the house is
open (`guard`).

A journal of up to `ALL` entries is verified whole at every start. A longer one is verified from its last checkpoint on,
and the rest of it while the house is open.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

from houseway.errors import BadHead, BadJournal
from houseway.journal.head import Head
from houseway.journal.significant import SYSTEM, note
from houseway.journal.store import Journal
from houseway.journal.verify import Report, verify

_log = logging.getLogger(__name__)
ALL: Final = 100_000
"""Entries that are verified again at every start: about two seconds."""


def verify_to_open(journal: Journal, *, heads: Sequence[Head] = (), anyway: str = "") -> Report:
    """Verify a journal, and refuse one that is not intact; with a reason for opening it `anyway`, note that instead."""
    report = _verified(journal, heads)
    if report.whole:
        return report
    more = f" (and {len(report.findings) - 1:,} more)" if len(report.findings) > 1 else ""
    if not anyway:
        raise BadJournal(
            f"the journal {journal.name} was changed from outside and is not opened: {report.findings[0]}{more}; "
            "--open-anyway REASON opens it all the same"
        )
    for finding in report.findings[:20]:
        _log.error("ALARM: opened all the same: %s", finding)
    note(
        journal,
        "opened in spite of findings",
        by=SYSTEM,
        what=f"{report.findings[0]}{more}",
        why=anyway,
    )
    return report


def _verified(journal: Journal, heads: Sequence[Head]) -> Report:
    try:
        checkpoint = journal.checkpoint()
    except BadHead as error:
        _log.error("ALARM: %s; the journal is verified from the start", error)
        checkpoint = None
    if checkpoint is None:
        return verify(journal, heads=heads)
    new = verify(journal, heads=heads, since=checkpoint)
    if not new.whole or new.entries > ALL:
        return new
    return verify(journal, heads=heads)
