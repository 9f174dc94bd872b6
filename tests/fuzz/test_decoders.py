"""Everything that reads what others wrote answers with a value or a refusal of one sentence, at once."""

from __future__ import annotations

import functools
import itertools
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from houseway import books
from houseway.cage import acts
from houseway.cards.card import Card, read_cards
from houseway.errors import BadProof, HousewayError
from houseway.journal.entry import Entry, Recorded
from houseway.journal.head import Head
from houseway.journal.sealing import new_key, seal, unseal
from houseway.journal.shuffle import Proof, Words, commit, read_proofs, verify_proofs
from houseway.journal.significant import read_moment
from houseway.journal.store import Journal
from houseway.kept import debts
from houseway.kept.decks import DECK, KeptDecks
from houseway.kept.seals import unopened_event
from houseway.kept.settings import settings as house_settings
from houseway.people import account
from houseway.people.names import new_secret as new_token
from houseway.people.names import read_name, read_secret
from houseway.people.players import Players
from houseway.people.positions import Position
from houseway.people.sessions import Sessions
from houseway.people.sign_in import SignIn
from houseway.people.staff import Staff
from houseway.rulebook.data.reading import read_book
from houseway.rulebook.data.writing import as_toml
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.table import record
from houseway.table.history import read_history, write_history
from houseway.table.history_rounds import from_transcript, played
from houseway.table.transcript import play
from houseway.web.wire import messages as m
from support.mutated import as_bytes, mutants

ROUNDS = Path(__file__).resolve().parent.parent / "rounds"
SOME = settings(max_examples=25, deadline=None, derandomize=True, database=None)
SLOW = 1.0
"""Seconds that no answer may take; all take milliseconds."""
EVE = c.Actor("Eve", Role.PLAYER)


@dataclass(frozen=True, kw_only=True)
class Decoder:
    """Something that reads what others wrote, and what it is given."""

    name: str
    read: Callable[[str], object]
    examples: tuple[str, ...]
    quick: int = 150
    """How many mutated examples it is given in the quick tier; forty times as many in the full one."""


def _rounds() -> tuple[str, ...]:
    files = sorted((ROUNDS / "mbs-v4").glob("*.round"))
    texts = [file.read_text(encoding="utf-8") for file in files]
    return tuple(text for text in texts if len(text) < 2500)[::6]


def _bodies() -> tuple[str, ...]:
    """One event of each kind that some rounds lead to, as the journal keeps it."""
    steps = itertools.chain.from_iterable(from_transcript(text, books.get).steps for text in _rounds())
    found = {type(event): event for step in steps for event in step.events}
    return tuple(record.encode(event).decode() for event in found.values())


def _messages() -> tuple[str, ...]:
    """Each message that a page may send, and each request that it may hold."""
    requests: list[dict[str, object]] = [
        {"type": "sit", "position": 1},
        {"type": "wager", "position": 1, "wager": "main", "cents": 1000, "player": "Ann"},
        {"type": "key in", "hands": {"1": ["Ac", "Td"], "0": ["Kh"]}},
        {"type": "set", "position": 1, "low": ["Ac", "Td"]},
        {"type": "deal", "deck": ["Ac", "Td"]},
        {"type": "report", "fault": "misdeal", "position": 1, "cents": 5, "cards": 6, "handled": True, "note": "a"},
        {"type": "remedy", "remedy": "void", "moves": {"1": 2}, "hands": {"1": ["Ac"]}},
        {"type": "set limits", "limits": {"main": [1000, 50000]}, "exposure": 2000000},
        {"type": "take the bank", "position": 1, "cents": 5, "shared": True},
        {"type": "correct", "round": 3},
    ]
    said: list[dict[str, object]] = [
        *({"type": "do", "id": "1", "command": each, "round": 1, "version": 7} for each in requests),
        {"type": "preview", "id": "2", "command": requests[0]},
        {"type": "ready", "id": "3", "round": 1},
        {"type": "cut", "id": "4", "words": "as you like it"},
        {"type": "run", "id": "5", "dealer": "person", "deck": "physical", "open": False},
        {"type": "chips", "id": "6"},
        {"type": "ping", "id": "7"},
    ]
    return tuple(map(json.dumps, said))


def _read_message(text: str) -> object:
    said = m.read(text)
    return m.read_command(said.command, EVE) if isinstance(said, m.Do | m.Preview) else said


def _read_body(text: str) -> object:
    return record.decode(as_bytes(text), "version 1 of table:one")


def _recorded(text: str, stream: str, kind: str) -> Recorded:
    body = as_bytes(text)
    return Recorded(number=1, stream=stream, version=1, key="k", part=0, kind=kind, body=body, postings=(), hash=b"")


def _read_history(text: str) -> object:
    return list(played(read_history(text), books.get))


def _histories() -> tuple[str, ...]:
    return tuple(write_history(from_transcript(text, books.get)) for text in _rounds()[:4])


def _read_proofs(text: str) -> object:
    try:
        return verify_proofs(read_proofs(text))
    except ValueError as error:  # the verifier stands alone, without the errors of Houseway
        if type(error) is not ValueError:
            raise
        raise BadProof(str(error)) from None


def _proofs() -> tuple[str, ...]:
    cut = (Words("Ann", "as you like it"),)
    proofs = [Proof.of(commit()[0], table="one", book="mbs-v4", round=n, cut=cut).to_json() for n in (1, 2)]
    return (proofs[0], "\n".join(proofs), f"[{','.join(proofs)}]")


def _head() -> str:
    return str(Head.sign(Ed25519PrivateKey.generate(), journal="0" * 32, entries=12, hash=b"h" * 32))


def _unsealed() -> Decoder:
    key = new_key()
    box = seal(key, b"open sesame", "the cave").hex()

    def read(text: str) -> object:
        return unseal(key, bytes.fromhex(text) if set(text) <= set("0123456789abcdef") and not len(text) % 2 else b"x",
                      "the cave")  # fmt: skip

    return Decoder(name="sealed", read=read, examples=(box,))


_ACT = {"type": "buy-in", "by": "Sam", "player": "Ann", "cents": 5}
_SEALED = (
    '{"clause":"3.10","number":7,"position":1,"sealed":{"box":"AAAA","fields":["cards"],"key":"ab","round":1},'
    '"type":"hand dealt"}'
)


def decoders() -> Iterator[Decoder]:
    """Every decoder."""
    cards = ("Ac", "Ac Td Jk", "A♣, 10♦; @", "AcTdJkKsQh2c3d", "Ac Kd 10h 9s 5c 4d 2h")
    mbs = books.get("mbs-v4")
    yield Decoder(name="card", read=Card, examples=("Ac", "10♦", "Jk", "joker"))
    yield Decoder(name="cards", read=read_cards, examples=cards)
    yield Decoder(name="hand", read=mbs.read_hand, examples=cards)
    yield Decoder(name="messages", read=_read_message, examples=_messages(), quick=600)
    yield Decoder(name="transcripts", read=lambda text: play(text, books.get), examples=_rounds(), quick=30)
    yield Decoder(name="histories", read=_read_history, examples=_histories(), quick=30)
    yield Decoder(name="events", read=_read_body, examples=_bodies(), quick=600)
    yield Decoder(
        name="sealed events",
        read=lambda text: unopened_event(_recorded(text, "table:one", "hand dealt")),
        examples=(_SEALED, *_bodies()[:3]),
    )
    yield Decoder(
        name="staff events",
        read=lambda text: account.as_event(_recorded(text, "staff:sam", "staff")),
        examples=('{"type":"staff session locked","at":"2026-11-17T00:00:00Z","session":"ab"}',),
    )
    yield Decoder(
        name="acts of the cage",
        read=lambda text: acts.read(_recorded(text, "cage", "buy-in")),
        examples=(json.dumps(_ACT),),
    )
    yield Decoder(
        name="debts",
        read=lambda text: debts.read(_recorded(text, "owed:ann", "debt paid")),
        examples=(msgspec.json.encode(debts.DebtPaid(player="ann", cents=400, left=0)).decode(),),
    )
    yield Decoder(name="heads", read=Head.read, examples=(_head(),))
    yield Decoder(name="proofs", read=_read_proofs, examples=_proofs())
    yield Decoder(name="moments", read=read_moment, examples=("2026-11-17", "2026-11-17T20:30+01:00"))
    yield Decoder(name="names", read=read_name, examples=("Ann", "Ann B.", "O'Neil-Smith", "山田太郎"))
    yield Decoder(name="positions", read=Position.read, examples=("dealer", "gaming-shift-manager"))
    yield _unsealed()
    small = as_toml(books.get("five-card"))
    change = 'format = 1\nbased_on = "five-card"\nid = "mine"\nname = "Mine"\nwithout = ["2.1"]\n'
    yield Decoder(
        name="books",
        read=lambda text: read_book(as_bytes(text), "mine.toml", books.get),
        examples=(small, change),
        quick=25,
    )


NAMES = (
    "card", "cards", "hand", "messages", "transcripts", "histories", "events", "sealed events", "staff events",
    "acts of the cage", "debts", "heads", "proofs", "moments", "names", "positions", "sealed", "books",
)  # fmt: skip


@functools.cache
def _all() -> dict[str, Decoder]:
    """Every decoder by its name; made when the first test needs it."""
    found = {decoder.name: decoder for decoder in decoders()}
    assert tuple(found) == NAMES
    return found


def check(decoder: Decoder, text: str) -> bool:
    """Whether a text is read; otherwise it was refused in one sentence. Anything else is a defect."""
    start = time.process_time()
    try:
        decoder.read(text)
        read = True
    except (HousewayError, m.BadMessage) as refused:
        read = False
        sentence = str(refused)
        assert sentence.strip(), (decoder.name, text)
        assert len(sentence) < 2000, (decoder.name, len(sentence))
    except Exception as error:
        raise AssertionError(f"{decoder.name}: {type(error).__name__}: {error}: {text[:3000]!r}") from error
    assert time.process_time() - start < SLOW, (decoder.name, text)
    return read


@pytest.mark.parametrize("name", NAMES)
def test_mutated_examples_are_read_or_refused(name: str) -> None:
    decoder = _all()[name]
    read = [check(decoder, text) for text in mutants(decoder.examples, decoder.quick, seed=1)]
    assert all(read[: len(decoder.examples)]) or name in ("hand", "books"), "the examples are valid"
    assert not all(read)


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
def test_many_mutated_examples_are_read_or_refused(name: str) -> None:
    for text in mutants(_all()[name].examples, 40 * _all()[name].quick, seed=2):
        check(_all()[name], text)


@pytest.mark.parametrize("name", NAMES)
@SOME
@given(st.one_of(st.text(max_size=60), st.from_regex(r"[\[\]{}\":,.a-zA-Z0-9 /-]{0,60}", fullmatch=True)))
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    check(_all()[name], text)


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=5000, deadline=None, database=None)
@given(st.text(max_size=400))
def test_any_long_text_is_read_or_refused(name: str, text: str) -> None:
    check(_all()[name], text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("transcripts", "book m" + "9" * 5000),
        ("transcripts", "book m/" + "9" * 5000),
        ("histories", 'format = "houseway-history"\nversion = ' + "[" * 3000),
        ("histories", 'format = "houseway-history"\nversion = ' + "9" * 5000),
        ("sealed events", '{"sealed":{"a":' + '{"a":' * 3000),
        ("histories", 'format = "houseway-history"\nversion = 1\n' + "b" * 5000 + " = 1\n[end]\n"),
        ("histories", 'format = "houseway-history"\nversion = "' + "9" * 5000 + '"\n[end]\nsteps = 0\n'),
        ("sealed events", _SEALED.replace("position", "posit\\ud800ion")),
        ("proofs", _proofs()[0].replace('"seed"', '"' + "[" * 3000 + '"')),
    ],
)
def test_what_once_broke_a_decoder_is_refused(name: str, text: str) -> None:
    assert not check(_all()[name], text)


DECK_BODY = '{"round":1,"commitment":"ab","seed":"00","salt":"11","player":"Ann","words":"as you like it"}'


@pytest.mark.parametrize("kind", ["deck committed", "deck words", "deck revealed"])
def test_damaged_entries_of_decks_are_refused(kind: str, tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        for number, text in enumerate(mutants((DECK_BODY, *_proofs()[:1]), 15, seed=3)):
            body = as_bytes(text)
            journal.append(f"{DECK}t{number}", [Entry(kind, body)], expected_version=0, key=f"{kind} {number}")
            decks = KeptDecks(journal, f"t{number}", books.get("mbs-v4"))
            check(Decoder(name=kind, read=lambda _, decks=decks: decks.proofs(), examples=()), text)  # type: ignore[misc]


def test_damaged_settings_of_the_house_are_refused(tmp_path: Path) -> None:
    for number, text in enumerate(mutants(('{"money":"play","exposure":5,"by":"Sam"}',), 5, seed=4)):
        with Journal.open(str(tmp_path / f"{number}.db")) as journal:
            body = as_bytes(text)
            journal.append("settings", [Entry("settings", body)], expected_version=0, key="k")
            check(Decoder(name="settings", read=lambda _, j=journal: house_settings(j), examples=()), text)  # type: ignore[misc]


def test_no_mutated_secret_opens_anything(tmp_path: Path) -> None:
    """Sessions of staff and players, keys and invitations: only the very text that was given out is good."""
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        staff, players = Staff(journal), Players(journal)
        sessions = Sessions(staff)
        door = SignIn(sessions)
        invitation, new = staff.add("Sam", Position.DEALER, by="the tests"), players.register("Ann")
        right = (invitation, new.key, new.token)
        for text in mutants((*right, new_token("Ann")[0], new_token("Sam")[0]), 150, seed=5):
            read_secret(text)
            if text.strip() in right:
                continue
            assert sessions.find(text) is None
            assert players.find(text) is None
            for use in (staff.invited, players.sign_in, door.enrolment, players.new_key):
                with pytest.raises(HousewayError):
                    use(text)
