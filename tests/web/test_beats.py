"""The heartbeat: what a process may take for granted of its lease by its own clock."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from houseway.errors import JournalFailed
from houseway.journal.lease import LASTS
from houseway.web.workers import beats


class _Lease:
    answers = True

    def beat(self) -> object:
        if not self.answers:
            raise JournalFailed("cut off")
        return SimpleNamespace(holder="somebody")


def test_nobody_relies_on_a_lease_for_longer_than_it_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    lease = _Lease()
    heart = beats.Beats(lease, lambda _standing: None)  # type: ignore[arg-type]
    heart._beat()
    assert heart.is_heard
    lease.answers = False
    now += LASTS - 0.1
    heart._beat()
    assert heart.is_heard  # the database knows of it for a moment yet
    now += 0.2
    assert not heart.is_heard
    lease.answers = True
    heart._beat()
    assert heart.is_heard
