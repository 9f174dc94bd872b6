"""Players of a journal that several processes use: whether a session still holds, asked without waiting."""

from __future__ import annotations

from pathlib import Path

from houseway.journal.store import Journal
from houseway.people.names import read_secret
from houseway.people.players import Players


def test_a_session_that_another_process_ends_is_over_at_once(tmp_path: Path) -> None:
    path = str(tmp_path / "journal.db")
    with Journal.open(path) as here, Journal.open(path) as elsewhere:
        players, others = Players(here), Players(elsewhere)
        key, token = players.register("Ann")
        session = read_secret(token)[1]
        assert players.has_session("Ann", session)
        assert players.has_session_at_once("Ann", session) is True
        assert players.has_session_at_once("Ann", "another") is False
        others.sign_in(key)
        assert players.has_session_at_once("Ann", session) is None  # something was written: look
        assert players.has_session("Ann", session)
        assert players.has_session_at_once("Ann", session) is True
        others.sign_out(token)
        assert not players.has_session_at_once("Ann", session)
        assert not players.has_session("Ann", session)
        assert players.has_session_at_once("Ann", session) is False
        assert players.has_session_at_once("Nobody", session) is None
