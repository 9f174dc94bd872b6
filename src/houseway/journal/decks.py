"""The fair decks of a table, kept in its journal.

Here: committing to a deck before the betting closes, dealing it, and revealing it after the round, so that an
interrupted round is dealt the very deck that was committed to. Not here: the shuffle itself (`shuffle`).
"""

from __future__ import annotations

import json
from typing import Any

from houseway.errors import BadJournal
from houseway.journal.entry import Entry
from houseway.journal.shuffle import Proof, Secret, Words, commit, deck
from houseway.journal.store import Journal
from houseway.rulebook.rulebook import Rulebook

COMMITTED, REVEALED = "deck committed", "deck revealed"


class KeptDecks:
    """The decks of one table, each committed to and revealed once."""

    def __init__(self, journal: Journal, table: str, book: Rulebook) -> None:
        self.journal, self.table, self.book = journal, table, book
        self.stream = f"deck:{table}"

    def commit(self, number: int, player: str = "", words: str = "") -> str:
        """Commit to the deck of a round, with a player's words for the cut; asked again, the same commitment."""
        kept = self._kept(COMMITTED, number)
        if kept is not None:
            return str(kept["commitment"])
        secret, commitment = commit()
        body = {
            "round": number,
            "commitment": commitment,
            "seed": secret.seed.hex(),
            "salt": secret.salt.hex(),
            "cut": [[player, words]] if words else [],
        }
        self._keep(COMMITTED, body, key=f"{self.stream} {number} committed")
        return commitment

    def deck(self, number: int) -> tuple[int, ...]:
        """The deck of a round that was committed to."""
        secret, cut = self._secret(number)
        return deck(secret, cut, self.book.deck.size)

    def reveal(self, number: int, *, voided: str = "") -> Proof | None:
        """The proof of a round that has ended; nothing for a round without a deck."""
        if self._kept(COMMITTED, number) is None:
            return None
        kept = self._kept(REVEALED, number)
        if kept is not None:
            return Proof.from_json(json.dumps(kept))
        secret, cut = self._secret(number)
        proof = Proof.of(
            secret,
            table=self.table,
            book=self.book.id,
            round=number,
            cards=self.book.deck.size,
            cut=cut,
            voided=voided,
        )
        self._keep(REVEALED, json.loads(proof.to_json()), key=f"{self.stream} {number} revealed")
        return proof

    def _secret(self, number: int) -> tuple[Secret, tuple[Words, ...]]:
        kept = self._kept(COMMITTED, number)
        if kept is None:
            raise BadJournal(f"no deck is committed to for round {number} of table {self.table}")
        cut = tuple(Words(player, words) for player, words in kept["cut"])
        return Secret(bytes.fromhex(kept["seed"]), bytes.fromhex(kept["salt"])), cut

    def _kept(self, kind: str, number: int) -> dict[str, Any] | None:
        what = "committed" if kind == COMMITTED else "revealed"
        found = self.journal.find(f"{self.stream} {number} {what}")
        return json.loads(found[0].body) if found else None

    def _keep(self, kind: str, body: dict[str, object], *, key: str) -> None:
        entry = Entry(kind, json.dumps(body, sort_keys=True, separators=(",", ":")).encode())
        self.journal.append(self.stream, [entry], expected_version=self.journal.version(self.stream), key=key)
