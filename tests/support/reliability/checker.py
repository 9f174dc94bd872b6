"""The checker: whether all that clients recorded and all that the journal kept fit one order of events.

Here: putting the parts together, and counting. Not here: any of the parts (`acts`, `told_right`, `chips`), the clients,
or the faults.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from houseway.rulebook.procedure import Role
from support.reliability import kept as journals
from support.reliability.acts import Acts
from support.reliability.chips import Chips
from support.reliability.history import History
from support.reliability.kept import Kept
from support.reliability.tables import records
from support.reliability.told_right import ToldRight


@dataclass
class Report:
    """What was wrong, and how much was looked at."""

    wrong: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)


def check(
    history: History, kept: list[Kept], *, doubling: bool = False, roles: Mapping[str, Role] | None = None
) -> Report:
    """Hold a history against a journal; with `doubling`, messages may have arrived twice and late (`acts`).

    `roles` are those of clients who are no players.
    """
    tables, wrong = records(kept)
    acts, told, chips = Acts(history, kept, roles), ToldRight(tables, kept, roles), Chips(tables, kept)
    wrong += acts.once(doubling=doubling)
    wrong += acts.of_players(tables)
    wrong += acts.in_order(tables)
    wrong += told.check(history)
    wrong += chips.check()
    wrong += chips.shown(history)
    counts = acts.counts() | Counter(
        {
            "acts lost": _beginning(wrong, "LOST"),
            "acts doubled": _beginning(wrong, "DOUBLED"),
            "acts out of order": _beginning(wrong, "REORDERED"),
            "cards leaked": _beginning(wrong, "LEAK"),
            "cents created or destroyed": chips.created,
            "messages looked at": told.messages,
            "cards looked at": told.cards,
            "entries": len(kept),
            "rounds": sum(len(table.at_the_end) for table in tables.values()),
        }
    )
    return Report(wrong, counts)


def check_journal(history: History, url: str) -> Report:
    """The same for the journal at a place, which has to be whole in itself too."""
    report = check(history, journals.read(url))
    report.wrong += journals.wrong_in_itself(url)
    return report


def _beginning(wrong: list[str], word: str) -> int:
    return sum(sentence.startswith(word) for sentence in wrong)
