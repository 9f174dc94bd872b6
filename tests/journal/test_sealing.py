"""Secrets that the journal keeps sealed."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from houseway.errors import BadSeal
from houseway.journal.sealing import make_sealing_key, new_key, seal, unseal
from houseway.journal.store import Journal


def test_a_seal_opens_only_with_its_key_and_its_context() -> None:
    key = new_key()
    sealed = seal(key, b"secret", "staff:ann")
    assert b"secret" not in sealed
    assert seal(key, b"secret", "staff:ann") != sealed
    assert unseal(key, sealed, "staff:ann") == b"secret"
    changed = sealed[:-1] + bytes([sealed[-1] ^ 1])
    for other in ((new_key(), sealed, "staff:ann"), (key, sealed, "staff:bob"), (key, changed, "staff:ann")):
        with pytest.raises(BadSeal):
            unseal(*other)
    for damaged in (b"", b"\x01", b"\x02" + sealed[1:]):
        with pytest.raises(BadSeal):
            unseal(key, damaged, "staff:ann")


def test_the_sealing_key_lies_beside_the_signing_key_for_its_owner_alone(tmp_path: Path) -> None:
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        key = journal.sealing_key()
        assert journal.sealing_key() == key
    file = tmp_path / "journal.db.sealing"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert bytes.fromhex(file.read_text()) == key
    with Journal.open(str(tmp_path / "journal.db"), read_only=True) as journal:
        assert journal.sealing_key() == key
        file.chmod(0o640)
        with pytest.raises(BadSeal, match="other users may read"):
            journal.sealing_key()


def test_a_sealing_key_that_exists_is_never_replaced(tmp_path: Path) -> None:
    file = tmp_path / "key"
    assert make_sealing_key(file) == make_sealing_key(file)
    file.write_text("no key")
    with pytest.raises(BadSeal, match="is not a sealing key"):
        make_sealing_key(file)
    assert [each.name for each in tmp_path.iterdir()] == ["key"]
