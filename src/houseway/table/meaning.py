"""What a transcript means, whatever its wording.

Here: whether two transcripts mean the same: the same requests, and for each the same events and refusals with the same
clauses, amounts, cards, players and comparisons. So a transcript worded by an earlier version still holds. Not
here: playing a transcript (`transcript`).
"""

from __future__ import annotations

import itertools
import re

from houseway.rulebook.procedure import Role

_REQUEST = re.compile(r"^([^\s:]+):", re.MULTILINE)
_CLAUSE = re.compile(r" \(([^()]*)\)$")
_PHASE = re.compile(r" \((?:between rounds|betting|no more bets|setting|revealed)\)")
"""Refusals used to name the phase in brackets."""
_ADDED = re.compile(r", (?:added to the wager there|a higher position acting) under [^,()]+")
_NOT_WRITTEN_BEFORE = re.compile(r"^  - \S+ receives no Envy Bonus .*\n", re.MULTILINE)
"""What earlier versions did not write: parts of a sentence, and an event."""
_FACT = re.compile(
    r"-?\d+(?:,\d{3})*(?:\.\d+)*"  # an amount, a number, or a clause within the sentence
    r"|\b(?:[2-9TJQKA][cdhs]|Jk)\b"  # a card
    r"|\b(?:high|low) (?:won|lost|copy)\b"
)


def first_difference(written: str, played: str) -> int:
    """The number of the first line that means something else, or 0 where both transcripts mean the same.

    >>> request = "ann: sit at 1\\n"
    >>> first_difference(request + "  - ann takes position 1 (2.2)", request + "  - position 1: ann (2.2)")
    0
    >>> first_difference(request + "  - ann takes position 1 (2.2)", request + "  - ann takes position 2 (2.2)")
    2
    """
    if not _NOT_WRITTEN_BEFORE.search(written):
        played = _NOT_WRITTEN_BEFORE.sub("", played)
    players = frozenset(_REQUEST.findall(written)) - {role.words for role in Role}
    lines = itertools.zip_longest(written.splitlines(), played.splitlines(), fillvalue="")
    for number, (one, other) in enumerate(lines, 1):
        if one != other and _meaning(one, players) != _meaning(other, players):
            return number
    return 0


def _meaning(line: str, players: frozenset[str]) -> tuple[str, ...]:
    """An event or a refusal as its sign, its clause and its facts in any order; any other line unchanged."""
    sign, sentence = line.strip()[:2], _PHASE.sub("", line.strip()[2:])
    if sign not in ("- ", "! "):
        return (line.rstrip(),)
    clause = match[1] if (match := _CLAUSE.search(sentence)) else ""
    sentence = _ADDED.sub("", _CLAUSE.sub("", sentence))
    named = [word for word in re.findall(r"\w+", sentence) if word in players]
    return (sign, clause, *sorted([*_FACT.findall(sentence), *named]))
