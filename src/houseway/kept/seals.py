"""The seals of a table: what nobody may know while a round is in play is sealed until the round has ended.

Here: sealing the hidden parts of events, requests and decks, opening them again, and disclosing a round's key once the
round has ended. Not here: the encryption (`journal.sealing`), or what viewers are shown (`table.view`).

Each round has a key of its own, made from the journal's sealing key. A body keeps its open parts as they are; in place
of the hidden ones it has `sealed`: the round, the fingerprint of its key, the names of the fields, and the box. When
the round ends its key is kept in the open, in the same transaction. From then on the journal alone is enough to read
the round again; before, it takes the sealing key. The chain covers bodies as they are kept: verifying needs no key.

Bodies from before 0.3 are not sealed, and are read as they are.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, get_args

import msgspec

from houseway.errors import BadJournal, BadSeal
from houseway.journal.entry import Append, Entry, Recorded
from houseway.journal.facts import Asked, Facts
from houseway.journal.sealing import derived_key, fingerprint, seal, unseal
from houseway.journal.store import Journal
from houseway.table import events as e
from houseway.table.record import decode

STREAM: Final = "seals:"
"""The streams of round keys; the table's name follows."""
DISCLOSED, LOST = "round key disclosed", "round key lost"
HIDDEN_IN_A_DECK: Final = ("salt", "seed")
HIDDEN_IN_A_REQUEST: Final = ("deck", "hands", "low", "note")
HIDDEN_IN_AN_EVENT: Final = {str(event.__struct_config__.tag): event.hidden for event in get_args(e.AnyEvent)}
"""What is sealed, by the names of fields."""
_BLANK: Final[dict[str, object]] = {"cards": [], "low": [], "deck": [], "hands": {}, "was": [], "salt": "", "seed": ""}
"""What stands for sealed fields that cannot be opened and that a body must have."""
_NONE: Final = b""
"""In place of a key that is lost."""
_REMEMBERED, _AT_ONCE = 300, 100
"""How many keys of rounds are kept in mind, and how many are looked for together."""
_CARDS: Final = {"cards", "low", "deck", "hands", "seed", "salt"}
"""What takes as many bytes whatever the cards are."""
_ROUNDED, _ROUNDED_TEXT = 64, 128
"""Boxes hold a multiple of this many bytes, so that their size tells nothing about the cards in them."""


@dataclass(frozen=True, kw_only=True)
class Sealed:
    """A body that is sealed in part: what is open, and what the seal says about itself."""

    said: dict[str, Any]
    round: int
    key: str
    fields: tuple[str, ...]
    box: bytes


class Seals:
    """The seals of one table."""

    def __init__(self, journal: Journal, table: str, *, without_key: bool = False) -> None:
        """The seals of a table; `without_key`, what cannot be opened is blank instead of refused."""
        self._journal, self._table, self.without_key = journal, table, without_key
        self._own: bytes | None = None
        self._version = -1
        """How far the stream of keys was read; -1 before it was asked for the first time."""
        self._rounds: dict[int, bytes] = {}
        """The keys of rounds that were asked for or have ended lately; empty where a key is lost."""
        self._found = 0
        """The last round whose key was looked for and found."""
        self._open: set[int] = set()
        """The rounds asked for whose keys were not disclosed as far as the stream was read."""

    def sealed(self, body: bytes, hidden: Sequence[str], *, stream: str, kind: str, round: int) -> bytes:
        """A body with its hidden fields sealed; as it is where it has none."""
        said = json.loads(body) if hidden else {}
        secret = {name: said.pop(name) for name in hidden if name in said}
        if not any(secret.values()) or self._rounds.get(round) == _NONE:
            return body
        key = self._own_key(round)
        text = msgspec.json.encode(secret, order="sorted")
        text += b" " * (-len(text) % (_ROUNDED if secret.keys() <= _CARDS else _ROUNDED_TEXT))
        box = base64.b64encode(seal(key, text, _context(stream, kind, round))).decode()
        about = {"round": round, "key": fingerprint(key), "fields": sorted(secret), "box": box}
        return _encoded(said | {"sealed": about})

    def opened(self, recorded: Recorded, *, disclosed_only: bool = False) -> bytes:
        """A body with its hidden fields in place; `BadSeal` where its round is not over and the key is not here.

        Rounds whose key was lost have their hidden fields blank. With `disclosed_only` the sealing key is not used.
        """
        found = find_seal(recorded)
        if found is None:
            return recorded.body
        key = self._key(found, disclosed_only=disclosed_only)
        if key is None:
            return _blank(found)
        secret = json.loads(unseal(key, found.box, _context(recorded.stream, recorded.kind, found.round)))
        return _encoded(found.said | secret)

    def event(self, recorded: Recorded) -> e.Event:
        """The event that an entry of the table's stream holds."""
        return decode(self.opened(recorded), _place(recorded))

    def needs_key(self, recorded: Recorded) -> bool:
        """Whether an entry holds something sealed that cannot be opened now."""
        try:
            self.opened(recorded)
        except BadSeal:
            return True
        return False

    def disclosure(self, round: int, facts: Facts) -> Append:
        """The append that discloses the key of a round, to be written together with the round's end."""
        return self._append(DISCLOSED, {"round": round, "key": self._own_key(round).hex()}, facts)

    def give_up(self, round: int) -> Append:
        """The append that says the key of a round is lost, to be written with the round's end."""
        self._rounds[round] = _NONE
        return self._append(LOST, {"round": round}, Asked(self._journal))

    def _append(self, kind: str, body: dict[str, object], facts: Facts) -> Append:
        stream = STREAM + self._table
        return Append(
            stream=stream,
            entries=(Entry(kind, _encoded(body)),),
            expected_version=facts.version(stream),
            key=self._named(kind, body["round"]),
        )

    def _named(self, kind: str, round: object) -> str:
        """Under which key the journal has what became of a round's key."""
        return f"{STREAM}{self._table} {round} {kind}"

    def _own_key(self, round: int) -> bytes:
        """The key of a round, made from the sealing key."""
        if self._own is None:
            self._own = self._journal.sealing_key()
        return derived_key(self._own, f"round {round} of table {self._table} in journal {self._journal.identity}")

    def _key(self, found: Sealed, *, disclosed_only: bool) -> bytes | None:
        """The key of a sealed body; None where its fields are to be blank."""
        round = found.round
        key = self._disclosed(round)
        if key == _NONE:
            return None
        if key is None and not disclosed_only:
            try:
                key = self._own_key(round)
            except BadSeal:
                key = None
        if key is None or fingerprint(key) != found.key:
            if self.without_key:
                return None
            raise BadSeal(
                f"round {round} at table {self._table} is sealed, and the key it was sealed with is not here: put it "
                f"back at {self._journal.sealing_key_place}"
            )
        return key

    def _disclosed(self, round: int) -> bytes | None:
        """The key of a round as it was disclosed, empty where it is lost; nothing while the round is in play."""
        if round not in self._rounds:
            if self._version < 0:
                self._version = self._journal.version(STREAM + self._table)
            for recorded in self._journal.read(STREAM + self._table, after=self._version):
                self._version = recorded.version
                self._note(recorded)
        if round not in self._rounds and round not in self._open:
            self._find(round)
        return self._rounds.get(round)

    def _find(self, round: int) -> None:
        """Look for what became of a round's key; where rounds are read one after another, for the next ones too."""
        for kind in (DISCLOSED, LOST):
            for recorded in self._journal.find(self._named(kind, round)):
                upto = recorded.version + (_AT_ONCE if round == self._found + 1 else 0)
                for one in self._journal.read(recorded.stream, after=recorded.version - 1, upto=upto):
                    self._note(one)
        if round in self._rounds:
            self._found = max(self._rounds)
        else:
            self._open.add(round)

    def _note(self, recorded: Recorded) -> None:
        try:
            body = json.loads(recorded.body)
            round, key = int(body["round"]), _NONE if recorded.kind == LOST else bytes.fromhex(body["key"])
        except (ValueError, KeyError, TypeError) as error:
            raise BadJournal(f"{_place(recorded)} is damaged: not the key of a round") from error
        self._rounds[round] = key
        self._open.discard(round)
        while len(self._rounds) > _REMEMBERED:
            del self._rounds[next(iter(self._rounds))]


def unopened_event(recorded: Recorded) -> e.Event:
    """An event with its sealed fields blank: for those who need no card."""
    found = find_seal(recorded)
    return decode(_blank(found) if found else recorded.body, _place(recorded))


def find_seal(recorded: Recorded) -> Sealed | None:
    """The seal of a body; None where nothing in it is sealed."""
    if b'"sealed":{' not in recorded.body:
        return None
    try:
        said = msgspec.json.decode(recorded.body)
        seal = said.pop("sealed", None)
        if seal is None:  # these words are in a text
            return None
        return Sealed(
            said=said,
            round=int(seal["round"]),
            key=str(seal["key"]),
            fields=tuple(map(str, seal["fields"])),
            box=base64.b64decode(seal["box"], validate=True),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, msgspec.MsgspecError) as error:
        raise BadJournal(f"{_place(recorded)} is damaged: its seal cannot be read") from error


def _blank(found: Sealed) -> bytes:
    return _encoded({name: _BLANK[name] for name in found.fields if name in _BLANK} | found.said)


def _context(stream: str, kind: str, round: int) -> str:
    return f"{kind} in round {round} of {stream}"


def _encoded(body: dict[str, Any]) -> bytes:
    return msgspec.json.encode(body, order="sorted")


def _place(recorded: Recorded) -> str:
    return f"version {recorded.version} of {recorded.stream}"
