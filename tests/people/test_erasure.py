"""Personal data: sealed under a key of its own, and erased without touching the chain."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

pytest.importorskip("argon2", reason="the extra houseway[web] is not installed")

import pyotp

from houseway import books
from houseway.errors import BadSeal, NeedsAnother, Refused, WrongRole
from houseway.journal.backup import back_up
from houseway.journal.restore import restore
from houseway.journal.significant import events
from houseway.journal.store import Journal
from houseway.journal.verify import verify
from houseway.kept.settings import GIVEN, change_settings
from houseway.kept.tables import KeptTable
from houseway.people.erasure import RETENTION, erase, erase_expired
from houseway.people.personal import new_person, open_person
from houseway.people.players import Players, erasure_of
from houseway.people.positions import Position
from houseway.people.sessions import Sessions
from houseway.people.sign_in import SignIn
from houseway.people.staff import Staff
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from support.command import Run
from support.two_people import approved

PASSWORD = "correct horse battery"
OWN = "Ann Example-Person"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A journal of a house that gives names."""
    with Journal.open(str(tmp_path / "j" / "journal.db")) as opened:
        change_settings(opened, by="Grace", names=GIVEN)
        yield opened


def _files(tmp_path: Path) -> bytes:
    """Every byte of every file of the journal."""
    return b"".join(path.read_bytes() for path in sorted((tmp_path / "j").rglob("*")) if path.is_file())


def _registered(journal: Journal) -> tuple[Players, str, str]:
    players = Players(journal, clock=lambda: NOW)
    key, token = players.register(OWN)
    actor = players.find(token)
    assert actor is not None
    return players, actor.name, key


def _staff(journal: Journal) -> Staff:
    staff = Staff(journal)
    for name in ("Grace", "Hugo"):
        staff.add(name, Position.GAMING_SHIFT_MANAGER, by="the machine")
    staff.add("Dan", Position.DEALER, by="the machine")
    return staff


def test_a_given_name_tells_nobody_who_a_player_is(journal: Journal, tmp_path: Path) -> None:
    players, name, _ = _registered(journal)
    assert players.personal_name(name) == OWN
    assert OWN.encode() not in _files(tmp_path)
    assert not any(OWN.encode() in recorded.body for recorded in journal.read_all())
    assert new_person(OWN).name != new_person(OWN).name


def test_after_erasure_the_name_is_gone_and_the_journal_is_whole(journal: Journal, tmp_path: Path) -> None:
    players, name, key = _registered(journal)
    staff = _staff(journal)
    table = KeptTable.open(journal, "mbs-v4", books.get("mbs-v4"))
    table.ask(c.Sit(by=c.Actor(name, Role.PLAYER), position=1))
    head, secret, chips = journal.head(), journal.personal_keys()[name.casefold()], journal.balance(f"player:{name}")
    assert secret in _files(tmp_path)
    erase(journal, players, staff, name, by=staff.get("Grace"), confirmed_by=staff.get("Hugo"), why="a letter")
    kinds = [recorded.kind for recorded in journal.read("approvals:house")]
    assert kinds == ["approval asked", "approval confirmed", "approval carried out"]
    assert secret not in _files(tmp_path)
    assert players.personal_name(name) == ""
    report = verify(journal, head=head)
    assert report.whole, report.findings
    assert journal.balance(f"player:{name}") == chips
    assert KeptTable(journal, "mbs-v4", books.get("mbs-v4")).table == table.table
    with pytest.raises(Refused, match="unknown key"):
        players.sign_in(key)
    (noted,) = events(journal, kind="personal data erased")
    assert (noted.by, noted.what, noted.why) == ("Grace", f"player {name}", "a letter, confirmed by Hugo")
    with pytest.raises(Refused, match="erased already"):
        erase(journal, players, staff, name, by=staff.get("Grace"), confirmed_by=staff.get("Hugo"), why="again")


def test_erasing_takes_two_gaming_shift_managers_and_a_reason(journal: Journal) -> None:
    players, name, _ = _registered(journal)
    staff = _staff(journal)
    grace, hugo, dan = (staff.get(each) for each in ("Grace", "Hugo", "Dan"))
    with pytest.raises(WrongRole, match="two people"):
        erase(journal, players, staff, name, by=grace, confirmed_by=grace, why="a letter")
    with pytest.raises(WrongRole, match="Dan is dealer"):
        erase(journal, players, staff, name, by=grace, confirmed_by=dan, why="a letter")
    with pytest.raises(Refused, match="say why"):
        erase(journal, players, staff, name, by=grace, confirmed_by=hugo, why=" ")
    assert players.personal_name(name) == OWN


def test_a_name_that_a_player_chose_cannot_be_erased(journal: Journal) -> None:
    change_settings(journal, by="Grace", names="chosen")
    players, staff = Players(journal), _staff(journal)
    players.register("Bob")
    with pytest.raises(Refused, match="chose this name themselves"):
        erase(journal, players, staff, "Bob", by=staff.get("Grace"), confirmed_by=staff.get("Hugo"), why="a letter")


def test_what_is_due_is_erased_by_the_house(journal: Journal) -> None:
    _, name, _ = _registered(journal)
    players = Players(journal, clock=lambda: NOW + timedelta(days=30))
    assert erase_expired(journal, players, keep=timedelta(days=31)) == ()
    assert erase_expired(journal, players, keep=timedelta(days=30)) == (name,)
    (noted,) = events(journal, kind="personal data erased")
    assert (noted.by, noted.why) == ("system", RETENTION)
    assert erase_expired(journal, players, keep=timedelta(days=30)) == ()


@pytest.mark.parametrize("portable", [False, True])
def test_a_restored_journal_reads_what_was_not_erased(journal: Journal, tmp_path: Path, *, portable: bool) -> None:
    players, name, _ = _registered(journal)
    back_up(journal, tmp_path / "before", with_keys=True, portable=portable)
    with pytest.raises(NeedsAnother):
        players.erase(name, by="Grace")
    players.erase(
        name, by="Grace", approval=approved(journal, erasure_of(name, ""), confirms=Role.GAMING_SHIFT_MANAGER)
    )
    back_up(journal, tmp_path / "after", with_keys=True, portable=portable)
    for folder, own in (("before", OWN), ("after", "")):
        restore(tmp_path / folder, str(tmp_path / f"{folder}.db"))
        with Journal.open(str(tmp_path / f"{folder}.db")) as restored:
            assert Players(restored).personal_name(name) == own


def test_another_key_or_another_person_opens_nothing() -> None:
    ann, bob = new_person(OWN), new_person("Bob")
    for name, key in ((ann.name, bob.key), (bob.name, ann.key)):
        with pytest.raises(BadSeal):
            open_person(name, ann.sealed, key)
    with pytest.raises(Refused, match="1 to 60 visible letters"):
        new_person(" ")


def test_two_people_sign_in_at_the_terminal_to_erase(houseway: Run, journal: Journal, tmp_path: Path) -> None:
    _, name, _ = _registered(journal)
    before = datetime.now(UTC) - timedelta(minutes=10)  # a code works once, and enrolling takes one
    door = SignIn(Sessions(Staff(journal, clock=lambda: before)))
    told = ""
    for who in ("Grace", "Hugo"):
        link = door.staff.add(who, Position.GAMING_SHIFT_MANAGER, by="the machine")
        app = pyotp.TOTP(door.enrolment(link).secret)
        door.enrol(link, PASSWORD, app.at(before))
        told += f"{who}\n{PASSWORD}\n{app.now()}\n"
    db = str(tmp_path / "j" / "journal.db")
    assert houseway("people", "list", "--db", db).stdout.startswith(f"{name}, last signed in 2026-03-01")
    wrong = houseway("people", "erase", name, "--db", db, stdin="Hugo\nx\n000000\n")
    assert "the name, the password or the code is wrong" in wrong.stderr
    done = houseway("people", "erase", name, "--why", "a letter", "--db", db, stdin=told)
    assert done.stdout.endswith(f"the personal data of {name} is erased\n"), done.stderr
    assert houseway("people", "list", "--db", db).stdout == "no personal data is kept\n"
    (noted,) = events(journal, kind="personal data erased")
    assert (noted.by, noted.why) == ("Grace", "a letter, confirmed by Hugo")
    assert houseway("people", "expire", "--days", "1", "--db", db).stdout == "nothing was due\n"
