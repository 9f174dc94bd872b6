"""The fair decks of a table, kept in its journal.

Here: committing to a deck before betting closes, the players' words after that, dealing the deck, revealing it once the
round has ended, and checking proofs against the journal. An interrupted round is dealt the deck that was committed to.
Not here: the shuffle itself (`journal.shuffle`).

The secret is in the journal from the commitment on, sealed until the round has ended (`seals`).
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from houseway.cards.card import CARDS
from houseway.errors import BadBook, BadJournal, KeyReused, OldVersion, Refused, must_be_visible
from houseway.journal.entry import Entry, Recorded
from houseway.journal.shuffle import COMPLETED, DECKS, VOIDED, Proof, Secret, Words, commit, deck
from houseway.journal.store import Journal
from houseway.kept.found import find_round
from houseway.kept.seals import HIDDEN_IN_A_DECK, Seals, unopened_event
from houseway.kept.tables import STREAM
from houseway.rulebook.rulebook import Rulebook
from houseway.table import events as e
from houseway.table.dealing import in_order
from houseway.table.state import DEALER

DECK = "deck:"
"""The streams of decks; the table's name follows."""
COMMITTED, WORDS, REVEALED = "deck committed", "deck words", "deck revealed"


@dataclass
class _Round:
    """What the journal holds about one round; `committed` and `closed` are entry numbers, 0 for none."""

    committed: int = 0
    kept: Recorded | None = None
    """The entry that holds the secret, sealed."""
    commitment: str = ""
    words: list[tuple[int, Words]] = field(default_factory=list)
    proof: Proof | None = None
    closed: int = 0
    dealt: list[Recorded] = field(default_factory=list)
    """The entries of the hands dealt, sealed."""
    fault: str = ""
    ended: str = ""
    reason: str = ""

    @property
    def cut(self) -> tuple[Words, ...]:
        """The words kept before betting closed."""
        return tuple(words for number, words in self.words if not self.closed or number < self.closed)


class _Record:
    """The decks of a table and the rounds they were dealt in, up to where the journal has been read."""

    def __init__(self, journal: Journal, table: str, *, newest: bool = False) -> None:
        """All decks of a table, or the `newest`: those from the last one on that was revealed."""
        self.journal, self.table = journal, table
        self.tables, self.decks = STREAM + table, DECK + table
        self.seals = Seals(journal, table)
        self.rounds: dict[int, _Round] = {}
        self.opened: e.TableOpened | None = None
        self.version = 0
        self._table_version, self._round = 0, 0
        self.first = 1
        """The first round whose deck this has."""
        if newest:
            self._begin_at_the_newest()

    def _begin_at_the_newest(self) -> None:
        """Begin with the last round whose deck was revealed: decks are revealed in order, so none waits before it."""
        revealed = self.journal.last(self.decks, REVEALED)
        if revealed is None:
            return
        try:
            number = Proof.from_json(revealed.body.decode()).round
        except (ValueError, KeyError, TypeError):  # found again, and reported, by whoever reads all of them
            return
        committed = self.journal.find(_key(self.decks, number, COMMITTED))
        began = find_round(self.journal, self.table, number)
        first = next(self.journal.read(self.tables, upto=1), None)
        if committed and began and first:
            self._add_event(first)
            self.rounds = {}
            self.first, self._round = number, number - 1
            self.version, self._table_version = committed[0].version - 1, began.version - 1

    def catch_up(self) -> None:
        """Read what has been kept since the last time."""
        for recorded in self._unread(self.decks, self.version):
            self.version = recorded.version
            try:
                self._add_deck(recorded)
            except (ValueError, KeyError, TypeError) as error:
                raise BadJournal(f"version {recorded.version} of {recorded.stream} is damaged: not a deck") from error
        for recorded in self._unread(self.tables, self._table_version):
            self._table_version = recorded.version
            self._add_event(recorded)

    def _unread(self, stream: str, version: int) -> Iterable[Recorded]:
        """The entries of a stream after a version; it is not read where nothing has been kept since."""
        return () if self.journal.version_at_once(stream) == version else self.journal.read(stream, after=version)

    def _add_deck(self, recorded: Recorded) -> None:
        body = json.loads(recorded.body)
        one = self.rounds.setdefault(body["round"], _Round())
        if recorded.kind == COMMITTED:
            one.committed, one.commitment, one.kept = recorded.number, body["commitment"], recorded
        elif recorded.kind == WORDS:
            one.words.append((recorded.number, Words(body["player"], body["words"])))
        elif recorded.kind == REVEALED:
            one.proof = Proof.from_json(recorded.body.decode())

    def _add_event(self, recorded: Recorded) -> None:
        event = unopened_event(recorded)
        if isinstance(event, e.TableOpened):
            self.opened = event
        elif isinstance(event, e.BettingOpened):
            self._round = event.round
        one = self.rounds.setdefault(self._round, _Round())
        if isinstance(event, e.BettingClosed):
            one.closed = recorded.number
        elif isinstance(event, e.HandDealt):
            one.dealt.append(recorded)
        elif isinstance(event, e.IrregularityRemedied):
            one.fault = event.fault.value
        elif isinstance(event, e.RoundSettled):
            one.ended = COMPLETED
        elif isinstance(event, e.RoundVoided):
            one.ended, one.reason = VOIDED, f"{one.fault or 'voided'} ({event.clause})"

    def secret(self, one: _Round) -> Secret | None:
        """The secret of a round's deck; None where the key to it was lost."""
        assert one.kept is not None
        try:
            body = json.loads(self.seals.opened(one.kept))
            secret = Secret(bytes.fromhex(body["seed"]), bytes.fromhex(body["salt"]))
        except (ValueError, KeyError, TypeError) as error:
            place = f"version {one.kept.version} of {one.kept.stream}"
            raise BadJournal(f"{place} is damaged: not the secret of a deck") from error
        return secret if secret.seed else None

    def hands(self, one: _Round) -> list[e.HandDealt]:
        """The hands dealt in a round."""
        return [event for recorded in one.dealt if isinstance(event := self.seals.event(recorded), e.HandDealt)]


class KeptDecks:
    """The decks of one table, each committed to and revealed once."""

    def __init__(self, journal: Journal, table: str, book: Rulebook) -> None:
        """The decks of a table that may be in the journal already."""
        if book.deck.size not in DECKS:
            raise BadBook(f"{book.id} is played with {book.deck.size} cards; a fair deck has 52 or 53")
        self.journal, self.table, self.book = journal, table, book
        self._record = _Record(journal, table, newest=True)

    def commit(self, number: int) -> str:
        """Commit to the deck of a round before its betting closes; asked again, it returns the same commitment."""
        while not (one := self._round(number)).committed:
            if one.closed or one.ended:
                raise Refused(f"betting in round {number} is closed: too late to commit to a deck")
            secret, commitment = commit()
            seed, salt = secret.seed.hex(), secret.salt.hex()
            body = {"round": number, "commitment": commitment, "seed": seed, "salt": salt}
            self._keep(COMMITTED, body, round=number, key=_key(self._record.decks, number, COMMITTED))
        return one.commitment

    def commitment(self, number: int) -> str:
        """The house's commitment for a round; empty where it has not committed to a deck."""
        return self._round(number).commitment

    def add_words(self, number: int, player: str, words: str) -> None:
        """Keep a player's words for the cut: after the commitment, before betting closes, once a round."""
        must_be_visible("what you add to the cut", words)
        kept = False
        while not kept:
            one = self._round(number)
            if not one.committed:
                raise Refused(f"round {number} has no commitment yet; words for the cut come after it")
            if one.closed or one.ended:
                raise Refused(f"betting in round {number} is closed: too late to cut the deck")
            if any(added.player == player for _, added in one.words):
                raise Refused(f"{player} has already added words to the cut of round {number}")
            body = {"round": number, "player": player, "words": words}
            kept = self._keep(WORDS, body, round=number, key=uuid.uuid4().hex)

    def words(self, number: int) -> tuple[Words, ...]:
        """The words that go into a round's cut, in the order they came."""
        return self._round(number).cut

    def deck(self, number: int) -> tuple[int, ...]:
        """The deck of a round that was committed to."""
        one = self._round(number)
        if not one.committed:
            raise BadJournal(f"the house has not committed to a deck for round {number} of table {self.table}")
        secret = self._record.secret(one)
        if secret is None:
            raise BadJournal(f"the deck of round {number} of table {self.table} cannot be known: its key was lost")
        return deck(secret, one.cut, self.book.deck.size)

    def must_be_readable(self, number: int) -> None:
        """Refuse a round that has not ended and whose deck is sealed with a key that is not here (`BadSeal`)."""
        if (one := self._round(number)).committed and not one.ended:
            self._record.secret(one)

    def reveal(self, number: int) -> Proof | None:
        """Keep and return the proof of a round that has ended; nothing for a round without a deck, or a lost one."""
        while (one := self._round(number)).committed and one.proof is None:
            proof = self._proof(number, one)
            if proof is None:
                return None
            body = json.loads(proof.to_json())
            self._keep(REVEALED, body, round=number, key=_key(self._record.decks, number, REVEALED))
        return one.proof

    def reveal_ended(self) -> tuple[Proof, ...]:
        """Reveal every round that has ended, completed or voided, and is not revealed yet."""
        self._record.catch_up()
        waiting = [number for number, one in self._ended(self._record) if one.proof is None]
        return tuple(proof for number in waiting if (proof := self.reveal(number)) is not None)

    def forget(self) -> None:
        """Forget rounds that are revealed, or ended without a house deck: nothing more happens to them.

        After this only the round in play is in memory; the journal still has all of them.
        """
        rounds = self._record.rounds
        done = [number for number, one in rounds.items() if one.proof or (one.ended and not one.committed)]
        for number in done:
            del rounds[number]

    def proofs(self) -> tuple[Proof, ...]:
        """The proofs of all rounds that have ended; nothing is written."""
        every = _Record(self.journal, self.table)
        every.catch_up()
        found = (one.proof or self._proof(number, one) for number, one in self._ended(every))
        return tuple(proof for proof in found if proof is not None)

    def _ended(self, record: _Record) -> Iterator[tuple[int, _Round]]:
        rounds = record.rounds.items()
        return ((number, one) for number, one in sorted(rounds) if one.committed and one.ended)

    def _proof(self, number: int, one: _Round) -> Proof | None:
        if not one.ended:
            raise Refused(f"round {number} has not ended; its deck is revealed after that")
        secret = self._record.secret(one)
        if secret is None:
            return None
        return Proof.of(
            secret,
            table=self.table,
            book=self.book.id,
            round=number,
            cards=self.book.deck.size,
            cut=one.cut,
            voided=one.reason,
        )

    def _round(self, number: int) -> _Round:
        record = self._record if number >= self._record.first else _Record(self.journal, self.table)
        record.catch_up()
        return record.rounds.get(number, _Round())

    def _keep(self, kind: str, body: dict[str, object], *, round: int, key: str) -> bool:
        """Keep an entry, with the secret of a deck sealed; false if another process was faster."""
        stream, text = self._record.decks, json.dumps(body, sort_keys=True, separators=(",", ":")).encode()
        if kind == COMMITTED:
            text = self._record.seals.sealed(text, HIDDEN_IN_A_DECK, stream=stream, kind=kind, round=round)
        try:
            self.journal.append(stream, [Entry(kind, text)], expected_version=self._record.version, key=key)
        except (OldVersion, KeyReused):
            return False
        return True


def kept_deck(journal: Journal, table: str, number: int, kind: str) -> Recorded | None:
    """The entry of a round's commitment, or of its proof; nothing where there is none."""
    return next(iter(journal.find(_key(DECK + table, number, kind))), None)


def _key(stream: str, number: int, kind: str) -> str:
    """Under which key the commitment to a deck, or its proof, is kept."""
    return f"{stream} {number} {kind.removeprefix('deck ')}"


def check_against_journal(journal: Journal, proofs: Iterable[Proof]) -> tuple[str, ...]:
    """One sentence for every difference between proofs and the journal.

    Each commitment must have been kept before betting closed, the words after it and before betting closed; the cards
    dealt must be those of the deck in dealing order; the round must have ended as the proof says.
    """
    records: dict[str, _Record] = {}
    found: list[str] = []
    for proof in proofs:
        if proof.table not in records:
            records[proof.table] = _Record(journal, proof.table)
            records[proof.table].catch_up()
        here = f"table {proof.table}, round {proof.round}"
        found += (f"{here}: {what}" for what in _differences(records[proof.table], proof))
    return tuple(found)


def _differences(record: _Record, proof: Proof) -> Iterator[str]:
    one = record.rounds.get(proof.round)
    if record.opened is None:
        yield "the journal has no such table"
        return
    if one is None or not one.committed:
        yield "the journal has no commitment for this round"
        return
    if record.opened.book != proof.book:
        yield f"the table is kept under {record.opened.book}, not {proof.book}"
    if one.commitment != proof.commitment:
        yield f"the journal has a different commitment, {one.commitment}"
    if not one.committed < (one.closed or one.committed + 1):
        yield "the commitment was made after betting had closed"
    if one.cut != proof.cut or any(number < one.committed for number, _ in one.words):
        yield "the cut is not the words kept between the commitment and the close of betting"
    if (one.ended, one.reason) != (proof.ended, proof.reason):
        yield f"in the journal the round is {one.ended or 'not ended'}{f', {one.reason}' if one.reason else ''}"
    dealt = record.hands(one)
    places = [*sorted(hand.position for hand in dealt if hand.position != DEALER), DEALER]
    if dealt:
        cards = [CARDS[card].text if 0 <= card < len(CARDS) else "" for card in proof.deck]
        given = in_order(cards, places, dealt[0].number, manual=record.opened.manual)
        if given != {hand.position: hand.cards for hand in dealt}:
            yield "the cards dealt are not those of the deck"
    elif one.ended == COMPLETED:
        yield "the round was completed, but no cards were dealt"
