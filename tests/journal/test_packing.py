"""What is stored packed is read back byte for byte, and a migration to it changes nothing that is read."""

from __future__ import annotations

import base64
import hashlib
import random
import secrets
import uuid
import zlib

import pytest

from houseway.errors import BadJournal
from houseway.journal.packing import LONGEST, digest_of, pack, pack_key, unpack, unpack_key
from houseway.journal.packing_words import WORDS
from houseway.journal.store import Entry, Journal
from houseway.journal.verify import verify

_HEX, _BOX = secrets.token_hex(32), base64.b64encode(secrets.token_bytes(157)).decode()
BODIES = [
    b"",
    b"{}",
    b"forged",
    b"\x00",
    b"\x01\x02",
    b"{\x01\x02}",
    b"\xff" * 100,
    b'{"clause":"3.2","type":"betting closed"}',
    f'{{"key":"{_HEX}","odd":"{_HEX}0","upper":"{_HEX.upper()}"}}'.encode(),
    f'{{"sealed":{{"box":"{_BOX}","key":"{_HEX}","round":7}}}}'.encode(),
    f'{{"box":"{_BOX[:-4]}QR=="}}'.encode(),  # base 64 that no encoder writes
    f'{{"box":"{_BOX}","unicode":"é \\u0001"}}'.encode(),
    b'{"many":[' + b",".join(b'"%b"' % secrets.token_hex(16).encode() for _ in range(300)) + b"]}",
    b'{"long":"' + b"ab" * 5000 + b'"}',
]


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
def test_a_body_comes_back_byte_for_byte(body: bytes) -> None:
    stored = pack(body)
    assert unpack(stored) == body
    assert len(stored) <= len(body) + 1


def test_bodies_at_random_come_back() -> None:
    chance = random.Random(7)
    pieces = [b'"box":"', b'"', _HEX.encode(), _BOX.encode(), b"\x00", b"\x01", b"{", b"}", WORDS[90:140], b"\xc3\xa9"]
    for _ in range(500):
        body = b"".join(chance.choices(pieces, k=chance.randrange(8)))
        assert unpack(pack(body)) == body


def test_what_houses_write_most_takes_much_less_room() -> None:
    sealed = f'{{"clause":"3.10","number":7,"position":3,"sealed":{{"box":"{_BOX}","fields":["cards"],"key":"{_HEX}",'
    sealed += '"round":5150},"type":"hand dealt"}'
    assert len(pack(sealed.encode())) < 157 + 32 + 30
    assert len(pack(b'{"by":{"name":"Bo","role":0},"position":2,"type":"view"}')) < 20


@pytest.mark.parametrize("cut", range(1, 40))
def test_what_was_cut_off_is_refused(cut: int) -> None:
    stored = pack(f'{{"key":"{_HEX}","type":"hand viewed"}}'.encode())
    with pytest.raises(BadJournal, match="cannot be unpacked"):
        unpack(stored[:-cut])


def test_a_small_row_does_not_become_a_huge_body() -> None:
    """Whoever can change a row could otherwise fill the memory of everybody who reads the journal."""
    longest = b"{" + bytes(LONGEST - 2) + b"}"
    assert len(pack(longest)) < LONGEST // 100
    assert unpack(pack(longest)) == longest
    longer = longest + b" "
    assert pack(longer) == longer
    deflate = zlib.compressobj(9, zlib.DEFLATED, -12, 5, zlib.Z_DEFAULT_STRATEGY, WORDS)
    with pytest.raises(BadJournal, match="cannot be unpacked: it is cut off, or too long"):
        unpack(b"\x01\x00" + deflate.compress(longer) + deflate.flush())


def test_keys_come_back_and_are_found_by_their_digests() -> None:
    for key in (
        "a",
        "é",
        f"table 'one' player 'Ann' {uuid.uuid4()}",
        uuid.uuid4().hex,
        f"{uuid.uuid4()} {_HEX}",
        "0" * 31,
    ):
        assert unpack_key(pack_key(key)) == key
        assert unpack_key(key) == key  # of a journal of an earlier version
    assert len(pack_key(uuid.uuid4().hex)) == 18
    assert digest_of("a") != digest_of("b")
    assert unpack_key(None) == ""
    unpack_key(b"\x01 \x02\x00short")  # damaged: another key, and no error


def test_the_words_never_change() -> None:
    """Whatever was packed with them could not be read again."""
    assert hashlib.sha256(WORDS).hexdigest() == "4273ebd86ba03d502bc967d51f54be670e5e931b976fc8eaac5626a834cfccef"


@pytest.mark.both_stores
def test_entries_are_found_by_key_also_where_digests_are_the_same(
    journal_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("rows", "queries"):
        monkeypatch.setattr(f"houseway.journal.{module}.digest_of", lambda _key: 5)
    with Journal.open(journal_url) as journal:
        one, two = Entry("k", b"1"), Entry("k", b"2")
        journal.append("s", [one, two], expected_version=0, key="a")
        journal.append("s", [one], expected_version=2, key="b")
        assert [recorded.body for recorded in journal.find("a")] == [b"1", b"2"]
        assert [(recorded.key, recorded.part) for recorded in journal.read("s")] == [("a", 0), ("a", 1), ("b", 0)]
        assert [recorded.number for recorded in journal.find("b")] == [3]
        assert journal.find("c") == ()
        assert journal.append("s", [one], expected_version=2, key="b").repeated
        assert verify(journal).whole
