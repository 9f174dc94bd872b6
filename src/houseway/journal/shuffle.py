"""The fair deck: a shuffle the house commits to before betting closes and anyone can check afterwards.

Here: commitment, cut, shuffle, reveal, and checking them. Books and tables are only names in a proof.
This file needs only Python's standard library: copy it to another machine and run `python shuffle.py FILE` to check
proofs there.

1. `commit`: 256 bits of seed and of salt from the operating system; the SHA-256 of salt and seed is published.
2. Players add words to the cut, after the commitment and before betting closes. The house cannot have chosen the seed
   to suit words it did not know yet; the player who adds the last words must not know the seed.
3. `deck`: HMAC-DRBG with SHA-256 (NIST SP 800-90A), seeded with the seed as entropy, the salt as nonce and the cut as
   personalization, drives a Fisher-Yates shuffle. A draw takes the lowest bits of one byte, as few as can hold the
   number of places, and is repeated while the result is too high. Bytes are generated 64 at a time.
4. `Proof`: after the round, seed and salt are revealed, whether the round was completed or openly voided.
5. `verify_proof`, `verify_proofs`: the commitment, the deck, and that no round is missing.

A proof alone shows that a deck belongs to a commitment. Players compare the commitment with the one they were shown
before betting closed; `houseway fair verify --db` checks in the journal that the deck was dealt.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Final

FORMAT: Final = "houseway fair deck 1"
COMPLETED, VOIDED = "completed", "voided"
DECKS: Final = (52, 53)
"""Cards are numbered 0 (2 of clubs), 1 (2 of diamonds) ... 51 (ace of spades), 52 (the Joker)."""
Bits = Callable[[int], int]
"""A source of randomness: returns the given number of random bits, as an integer."""


@dataclass(frozen=True)
class Secret:
    """What the house keeps until the round has ended: 32 bytes of seed and 32 of salt. Not shown when printed."""

    seed: bytes
    salt: bytes

    def __repr__(self) -> str:
        return "Secret(...)"

    @property
    def commitment(self) -> str:
        """What is published: it binds the house to the secret and reveals nothing about it."""
        return hashlib.sha256(_joined([FORMAT.encode(), self.salt, self.seed])).hexdigest()


@dataclass(frozen=True)
class Words:
    """What a player adds to the cut."""

    player: str
    words: str


def commit() -> tuple[Secret, str]:
    """A new secret and its commitment, to be published before betting closes.

    >>> secret, commitment = commit()
    >>> len(commitment), secret.commitment == commitment, secret
    (64, True, Secret(...))
    """
    secret = Secret(seed=secrets.token_bytes(32), salt=secrets.token_bytes(32))
    return secret, secret.commitment


def deck(secret: Secret, cut: Sequence[Words] = (), cards: int = 53) -> tuple[int, ...]:
    """The deck made from a secret and the players' words, top card first.

    >>> deck(Secret(bytes(32), bytes(32)), [Words("ann", "lucky seven")])[:7]
    (9, 28, 18, 50, 17, 22, 21)
    """
    if cards not in DECKS:
        raise ValueError(f"a deck has 52 or 53 cards, not {cards}")
    words = _joined([part.encode() for added in cut for part in (added.player, added.words)])
    return tuple(shuffled(cards, HmacDrbg(secret.seed, secret.salt, words).bits))


def shuffled(cards: int, bits: Bits) -> list[int]:
    """The cards 0 to `cards` - 1 in random order, every order equally likely (Fisher-Yates)."""
    order = list(range(cards))
    for last in range(cards - 1, 0, -1):
        place = below(last + 1, bits)
        order[last], order[place] = order[place], order[last]
    return order


def below(places: int, bits: Bits) -> int:
    """A number from 0 to `places` - 1, each equally likely: draw again while it is too high."""
    width = (places - 1).bit_length()
    while (drawn := bits(width)) >= places:
        pass
    return drawn


class HmacDrbg:
    """HMAC-DRBG with SHA-256 as in NIST SP 800-90A, 10.1.2, without reseeding."""

    def __init__(self, entropy: bytes, nonce: bytes, personalization: bytes = b"") -> None:
        """Instantiate (10.1.2.3)."""
        self._key, self._value = bytes(32), b"\x01" * 32
        self._update(entropy + nonce + personalization)
        self._block = b""

    def generate(self, size: int) -> bytes:
        """Generate bytes, as one request (10.1.2.5)."""
        made = b""
        while len(made) < size:
            self._value = hmac.digest(self._key, self._value, "sha256")
            made += self._value
        self._update(b"")
        return made[:size]

    def bits(self, width: int) -> int:
        """The lowest bits, at most eight, of the next byte; bytes are generated 64 at a time."""
        if not self._block:
            self._block = self.generate(64)
        byte, self._block = self._block[0], self._block[1:]
        return byte & ((1 << width) - 1)

    def _update(self, data: bytes) -> None:
        for mark in (b"\x00", b"\x01"):
            self._key = hmac.digest(self._key, self._value + mark + data, "sha256")
            self._value = hmac.digest(self._key, self._value, "sha256")
            if not data:
                return


@dataclass(frozen=True, kw_only=True)
class Proof:
    """Everything needed to check one round's deck. `seed`, `salt` and `commitment` are in hex, `deck` top card first.

    `ended` is `completed`, or `voided` with the reason: the secret is revealed in both cases, so that no round can be
    dropped because the house did not like its deck.
    """

    table: str
    book: str
    round: int
    cards: int
    commitment: str
    seed: str
    salt: str
    cut: tuple[Words, ...]
    deck: tuple[int, ...]
    ended: str = COMPLETED
    reason: str = ""

    @classmethod
    def of(
        cls,
        secret: Secret,
        *,
        table: str,
        book: str,
        round: int,
        cards: int = 53,
        cut: Sequence[Words] = (),
        voided: str = "",
    ) -> Proof:
        """Reveal a secret once its round has ended; `voided` is the reason if the round was not completed."""
        return cls(
            table=table,
            book=book,
            round=round,
            cards=cards,
            commitment=secret.commitment,
            seed=secret.seed.hex(),
            salt=secret.salt.hex(),
            cut=tuple(cut),
            deck=deck(secret, cut, cards),
            ended=VOIDED if voided else COMPLETED,
            reason=voided,
        )

    def to_json(self) -> str:
        """The proof on one line."""
        return json.dumps({"format": FORMAT, **asdict(self)}, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Proof:
        """Read a proof; `ValueError` says in a sentence why it is not one."""
        return _proof(json.loads(text))


def verify_proof(proof: Proof) -> tuple[str, ...]:
    """One sentence for each problem with a proof; none if it is valid."""
    found = []
    secret = Secret(bytes.fromhex(proof.seed), bytes.fromhex(proof.salt))
    if secret.commitment != proof.commitment:
        found.append("the revealed seed and salt do not match the commitment")
    if deck(secret, proof.cut, proof.cards) != proof.deck:
        found.append("the deck does not follow from the seed, the salt and the cut")
    if proof.ended not in (COMPLETED, VOIDED):
        found.append(f"the round must be {COMPLETED} or {VOIDED}, not {proof.ended!r}")
    if (proof.ended == VOIDED) != bool(proof.reason):
        found.append("a voided round needs a reason, and no other round has one")
    return tuple(f"table {proof.table}, round {proof.round}: {what}" for what in found)


def verify_proofs(proofs: Iterable[Proof]) -> tuple[str, ...]:
    """Check proofs one by one and together: no round of a table is missing, and no commitment is used twice."""
    found: list[str] = []
    rounds: dict[str, int] = {}
    commitments: dict[str, str] = {}
    for proof in proofs:
        found += verify_proof(proof)
        here = f"table {proof.table}, round {proof.round}"
        if proof.round != rounds.get(proof.table, proof.round - 1) + 1:
            found.append(f"{here}: follows round {rounds[proof.table]}")
        if proof.commitment in commitments:
            found.append(f"{here}: uses the commitment of {commitments[proof.commitment]} again")
        rounds[proof.table] = proof.round
        commitments[proof.commitment] = here
    return tuple(found)


def read_proofs(text: str) -> tuple[Proof, ...]:
    """Read one proof, a JSON array of proofs, or one proof per line; `ValueError` says which cannot be read."""
    try:
        whole = json.loads(text)
        found = [(f"proof {n}", one) for n, one in enumerate(whole if isinstance(whole, list) else [whole], 1)]
    except json.JSONDecodeError:
        lines = [(f"line {n}", line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
        found = [(place, _json(place, line)) for place, line in lines]
    except RecursionError:
        raise ValueError("this is not a proof: it is nested too deeply") from None
    if not found:
        raise ValueError("the file has no proof in it")
    proofs = []
    for place, one in found:
        try:
            proofs.append(_proof(one))
        except ValueError as error:
            raise ValueError(f"{place}: {error}") from None
    return tuple(proofs)


def _json(place: str, line: str) -> object:
    try:
        return json.loads(line)
    except (json.JSONDecodeError, RecursionError):
        raise ValueError(f"{place}: this is not JSON") from None


def _proof(read: object) -> Proof:
    """A proof from decoded JSON, with every field checked."""
    if not isinstance(read, dict) or read.get("format") != FORMAT:
        raise ValueError(f"this is not a proof: its format is not {FORMAT!r}")
    names = {field.name for field in fields(Proof)}
    if odd := sorted(set(read) ^ (names | {"format"})):
        raise ValueError(f"missing or unknown fields: {', '.join(repr(name[:40]) for name in odd[:12])}")
    for name in ("table", "book", "commitment", "seed", "salt", "ended", "reason"):
        if not is_text(read[name]):
            raise ValueError(f"{name} must be text")
    for name in ("commitment", "seed", "salt"):
        if len(read[name]) != 64 or set(read[name]) - set("0123456789abcdef"):
            raise ValueError(f"{name} must be 64 hexadecimal digits")
    if type(read["round"]) is not int or read["round"] < 1:
        raise ValueError("round must be a whole number from 1")
    if type(read["cards"]) is not int or read["cards"] not in DECKS:
        raise ValueError("cards must be 52 or 53")
    if not isinstance(read["deck"], list) or any(type(card) is not int for card in read["deck"]):
        raise ValueError("deck must be a list of card numbers")
    if not isinstance(read["cut"], list) or not all(_is_words(added) for added in read["cut"]):
        raise ValueError("cut must be a list of players and their words")
    cut = tuple(Words(**added) for added in read["cut"])
    return Proof(**{name: read[name] for name in names - {"cut", "deck"}}, cut=cut, deck=tuple(read["deck"]))


def is_text(read: object) -> bool:
    """Whether a value is text that can be encoded as UTF-8."""
    return isinstance(read, str) and not any("\ud800" <= letter <= "\udfff" for letter in read)


def _is_words(read: object) -> bool:
    return isinstance(read, dict) and set(read) == {"player", "words"} and all(map(is_text, read.values()))


def _joined(parts: Iterable[bytes]) -> bytes:
    """Parts one after the other, each preceded by its length in eight bytes: different lists give different bytes."""
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def main(files: Sequence[str]) -> int:
    """Check the proofs in files; returns 0 if all are valid."""
    proofs: list[Proof] = []
    try:
        for file in files:
            proofs += read_proofs(Path(file).read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    found = verify_proofs(proofs)
    for proof in proofs:
        print(f"table {proof.table}, round {proof.round}, {proof.ended}: committed to {proof.commitment}")
    for what in found:
        print(what)
    if len(proofs) == 1:
        print(f"1 proof: {'wrong' if found else 'it holds'}")
    else:
        print(f"{len(proofs)} proofs: {f'{len(found)} wrong' if found else 'all hold'}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
