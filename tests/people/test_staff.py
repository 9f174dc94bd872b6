"""Staff accounts: invitations, signing in, locks, sessions, dismissal, and what the journal keeps of them."""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier

import pytest

pytest.importorskip("argon2", reason="the extra houseway[web] is not installed")

import pyotp
from argon2 import PasswordHasher

from houseway.errors import BadSeal, NeedsAnother, OldVersion, Refused, WrongRole
from houseway.journal.significant import events
from houseway.journal.store import Journal
from houseway.kept.approvals import Approvals
from houseway.kept.approved import Approval
from houseway.kept.withheld import ALWAYS, Withheld
from houseway.people import hiring
from houseway.people.account import INDEPENDENT_AFTER, MOST_ADDRESSES, PositionChanged, as_event
from houseway.people.failures import LOCKED_FOR, MOST_FAILURES, MOST_FROM_AN_ADDRESS
from houseway.people.independence import are_independent, dependents, why_dependent
from houseway.people.passwords import Passwords
from houseway.people.players import Players
from houseway.people.positions import Position
from houseway.people.sessions import IDLE, Sessions, StaffSession
from houseway.people.sign_in import WRONG, SignIn
from houseway.people.staff import ON_THE_FLOOR, ON_THE_MACHINE, Staff
from houseway.rulebook.procedure import Role
from houseway.table.commands import Actor

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PASSWORD, OTHER = "correct horse battery", "another long password"


@dataclass
class Desk:
    """A journal with staff, and a clock that the test moves."""

    journal: Journal
    now: datetime = datetime(2026, 3, 1, 12, tzinfo=UTC)
    secrets: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.staff = Staff(self.journal, clock=lambda: self.now)
        self.sessions = Sessions(self.staff, now=self._seconds)
        self.door = SignIn(self.sessions, passwords=Passwords(CHEAP))

    def _seconds(self) -> float:
        return self.now.timestamp()

    def later(self, **time: int) -> None:
        self.now += timedelta(**time)

    def code(self, name: str) -> str:
        """The code of somebody's app; each call is for the next thirty seconds, since a code works once."""
        self.later(seconds=30)
        return pyotp.TOTP(self.secrets[name]).at(self.now)

    def hire(self, name: str, position: Position = Position.GAMING_SHIFT_MANAGER, by: str = "the machine") -> str:
        """Add and enrol somebody; returns the token of their session."""
        approval = self.approval(hiring.INVITE, name, position) if self.staff.find(by) else None
        return self.enrol(self.staff.add(name, position, by=by, approval=approval), name)

    def approval(self, act: str, name: str, position: Position) -> Approval:
        """Another confirms what is done to an account."""
        approvals = Approvals(self.journal, why_dependent=lambda *_: "")
        wanted = hiring.staff_wanted(act, name, position, Role.GAMING_SHIFT_MANAGER, by="Asker")
        asked = approvals.ask(Actor("Asker", Role.GAMING_SHIFT_MANAGER), wanted)
        return approvals.approval(asked.id, Actor("Confirmer", Role.GAMING_SHIFT_MANAGER), asked.digest)

    def enrol(self, invitation: str, name: str) -> str:
        self.secrets[name] = self.door.enrolment(invitation).secret
        return self.door.enrol(invitation, PASSWORD, self.code(name))

    def session(self, token: str) -> StaffSession:
        found = self.sessions.find(token)
        assert found is not None
        return found

    def sign_in(self, name: str, password: str = PASSWORD, code: str = "") -> str:
        return self.door.sign_in(name, password, code or self.code(name))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """An empty journal with no staff."""
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        yield Desk(journal)


def test_a_member_of_staff_signs_in_with_name_password_and_code(desk: Desk) -> None:
    desk.hire("Sam")
    token = desk.sign_in(" sam ", code=desk.code("Sam"))
    session = desk.session(token)
    assert (session.account.name, session.account.position) == ("Sam", Position.GAMING_SHIFT_MANAGER)
    assert desk.staff.get("SAM").last_sign_in == desk.now
    desk.door.sign_out(session)
    assert desk.sessions.find(token) is None


def test_no_refusal_says_which_of_the_three_was_wrong(desk: Desk) -> None:
    desk.hire("Sam")
    desk.staff.add("Ivy", Position.DEALER, by="the machine")
    right = desk.code("Sam")
    wrong = "000000" if right != "000000" else "000001"
    tries = (
        ("Sam", "x" * 12, right),
        ("Sam", PASSWORD, wrong),
        ("Nobody", PASSWORD, right),
        ("Ivy", PASSWORD, right),
        ("", "", ""),
        ("\0", "y" * 100_000, "\ud800"),
    )
    for name, password, code in tries:
        with pytest.raises(Refused) as refused:
            desk.door.sign_in(name, password, code)
        assert str(refused.value) == WRONG


def test_an_unknown_name_costs_a_comparison_too(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.hire("Sam")
    compared: list[str] = []
    real: Callable[[Passwords, str, str], bool] = Passwords.matches

    def counting(passwords: Passwords, kept: str, password: str) -> bool:
        compared.append(password)
        return real(passwords, kept, password)

    monkeypatch.setattr(Passwords, "matches", counting)
    for name in ("Sam", "Nobody"):
        with pytest.raises(Refused):
            desk.door.sign_in(name, "wrong password", "123456")
    assert len(compared) == 2


def test_a_code_works_once(desk: Desk) -> None:
    desk.hire("Sam")
    code = desk.code("Sam")
    desk.sign_in("Sam", code=code)
    with pytest.raises(Refused):
        desk.sign_in("Sam", code=code)


def test_five_failures_lock_an_account_for_a_quarter_of_an_hour(desk: Desk) -> None:
    on_duty = desk.hire("Sam")
    for _ in range(MOST_FAILURES):
        with pytest.raises(Refused):
            desk.sign_in("Sam", "wrong password")
    assert desk.staff.get("Sam").is_locked(desk.now)
    with pytest.raises(Refused):
        desk.sign_in("Sam")
    assert desk.session(on_duty).locked is False  # nobody is thrown out by somebody else's guesses
    desk.now += LOCKED_FOR
    desk.sign_in("Sam")
    assert desk.staff.get("Sam").failures == 0


def test_guesses_from_elsewhere_do_not_keep_the_owner_out_where_they_sign_in(desk: Desk) -> None:
    desk.hire("Sam")
    here, elsewhere = "192.0.2.1", "198.51.100.7"
    desk.door.sign_in("Sam", PASSWORD, desk.code("Sam"), address=here)
    for _ in range(MOST_FAILURES):
        with pytest.raises(Refused):
            desk.door.sign_in("Sam", "wrong password", desk.code("Sam"), address=elsewhere)
    assert desk.staff.get("Sam").is_locked(desk.now)
    for address in (elsewhere, "203.0.113.5"):  # also with the right password: it may have been guessed
        with pytest.raises(Refused):
            desk.door.sign_in("Sam", PASSWORD, desk.code("Sam"), address=address)
    desk.door.sign_in("Sam", PASSWORD, desk.code("Sam"), address=here)
    assert desk.staff.get("Sam").is_locked(desk.now, elsewhere)  # a success here does not open it there
    for _ in range(MOST_FAILURES):
        with pytest.raises(Refused):
            desk.door.sign_in("Sam", "wrong password", desk.code("Sam"), address=here)
    with pytest.raises(Refused):
        desk.door.sign_in("Sam", PASSWORD, desk.code("Sam"), address=here)
    desk.staff.unlock("Sam", by="Ann")
    assert not desk.staff.get("Sam").is_locked(desk.now, here)
    assert not desk.staff.get("Sam").is_locked(desk.now, elsewhere)


def test_an_account_is_unlocked_by_somebody_who_is_named(desk: Desk) -> None:
    desk.hire("Sam")
    with pytest.raises(Refused, match="not locked"):
        desk.staff.unlock("Sam", by="Ann")
    for _ in range(MOST_FAILURES):
        with pytest.raises(Refused):
            desk.sign_in("Sam", "wrong password")
    desk.staff.unlock("Sam", by="Ann")
    desk.sign_in("Sam")
    assert [each.body for each in desk.journal.read("staff:sam") if b'"by":"Ann"' in each.body]


def test_an_address_is_closed_after_many_failures_with_any_names(desk: Desk) -> None:
    desk.hire("Sam")
    for number in range(MOST_FROM_AN_ADDRESS):
        with pytest.raises(Refused):
            desk.door.sign_in(f"Guess {number}", PASSWORD, "000000", address="192.0.2.1")
    with pytest.raises(Refused):
        desk.door.sign_in("Sam", PASSWORD, desk.code("Sam"), address="192.0.2.1")
    desk.door.sign_in("Sam", PASSWORD, desk.code("Sam"), address="192.0.2.2")


def test_a_network_of_ipv6_is_one_address_whatever_one_chooses_in_it(desk: Desk) -> None:
    desk.hire("Sam")
    for number in range(MOST_FROM_AN_ADDRESS):
        with pytest.raises(Refused, match="is wrong"):
            desk.door.sign_in(f"Guess {number}", PASSWORD, "000000", address=f"2001:db8::{number:x}")
    with pytest.raises(Refused, match="too many failures from this address"):
        desk.door.sign_in("Sam", PASSWORD, desk.code("Sam"), address="2001:db8::ffff")
    at_home = "2001:db8:0:1::1"
    desk.door.sign_in("Sam", PASSWORD, desk.code("Sam"), address=at_home)
    for _ in range(MOST_FAILURES):
        with pytest.raises(Refused):
            desk.door.sign_in("Sam", "wrong password", desk.code("Sam"), address="203.0.113.5")
    desk.door.sign_in("Sam", PASSWORD, desk.code("Sam"), address="2001:db8:0:1::2")  # of the same network


def test_one_network_of_ipv6_pushes_out_no_other_address_that_somebody_is_known_at(desk: Desk) -> None:
    """At home their machine chooses another address every day; in the pit nobody keeps them out all the same."""
    desk.hire("Sam")
    in_the_pit = "192.0.2.7"
    desk.door.sign_in("Sam", PASSWORD, desk.code("Sam"), address=in_the_pit)
    for number in range(MOST_ADDRESSES + 1):
        desk.door.sign_in("Sam", PASSWORD, desk.code("Sam"), address=f"2001:db8:0:1::{number:x}")
    for _ in range(MOST_FAILURES):
        with pytest.raises(Refused):
            desk.door.sign_in("Sam", "wrong password", desk.code("Sam"), address="203.0.113.5")
    desk.door.sign_in("Sam", PASSWORD, desk.code("Sam"), address=in_the_pit)


def test_an_invitation_is_used_once_and_expires(desk: Desk) -> None:
    invitation = desk.staff.add("Ivy", Position.DEALER, by="the machine")
    desk.enrol(invitation, "Ivy")
    for used in (invitation, invitation + "x", "", "zz.zz"):
        with pytest.raises(Refused, match="ask for a new one"):
            desk.door.enrol(used, PASSWORD, "000000")
    late = desk.staff.add("Joe", Position.DEALER, by="the machine")
    desk.now += ON_THE_MACHINE
    with pytest.raises(Refused, match="expired"):
        desk.enrol(late, "Joe")
    again = desk.staff.invite_again("Joe", by="the machine", valid=ON_THE_FLOOR)
    desk.now += ON_THE_MACHINE
    desk.enrol(again, "Joe")


def test_an_invitation_shows_a_new_secret_each_time_and_only_the_newest_enrols(desk: Desk) -> None:
    invitation = desk.staff.add("Ivy", Position.DEALER, by="Max")
    copied = desk.door.enrolment(invitation).secret  # by whoever hands the link over
    desk.secrets["Ivy"] = desk.door.enrolment(invitation).secret
    assert copied != desk.secrets["Ivy"]
    with pytest.raises(Refused, match="open the invitation link again"):
        desk.door.enrol(invitation, PASSWORD, pyotp.TOTP(copied).at(desk.now))
    desk.door = SignIn(desk.sessions, passwords=Passwords(CHEAP))  # the house is opened again
    with pytest.raises(Refused, match="open the invitation link again"):
        desk.door.enrol(invitation, PASSWORD, desk.code("Ivy"))
    desk.enrol(invitation, "Ivy")


def test_the_secret_of_an_invitation_before_is_not_that_of_the_next(desk: Desk) -> None:
    old = desk.door.enrolment(desk.staff.add("Ivy", Position.DEALER, by="Max")).secret
    invitation = desk.staff.invite_again("Ivy", by="the machine")
    with pytest.raises(Refused, match="code"):
        desk.door.enrol(invitation, PASSWORD, pyotp.TOTP(old).at(desk.now))


def test_enrolling_needs_a_good_password_and_a_right_code(desk: Desk) -> None:
    invitation = desk.staff.add("Ivy", Position.DEALER, by="the machine")
    desk.secrets["Ivy"] = desk.door.enrolment(invitation).secret
    for password in ("short", "aaaaaaaaaaaaaa", "ivy is my name", "x" * 201):
        with pytest.raises(Refused, match=r"password|name"):
            desk.door.enrol(invitation, password, desk.code("Ivy"))
    with pytest.raises(Refused, match="code"):
        desk.door.enrol(invitation, PASSWORD, "12345")
    desk.door.enrol(invitation, PASSWORD, desk.code("Ivy"))


def test_a_name_belongs_to_one_person(desk: Desk) -> None:
    players = Players(desk.journal)
    players.register("Ann")
    desk.hire("Sam")
    with pytest.raises(Refused, match="taken"):
        desk.staff.add("ANN", Position.DEALER, by="x")
    with pytest.raises(Refused, match="taken"):
        players.register("sam")
    with pytest.raises(Refused, match="already on the staff"):
        desk.staff.add("sam", Position.DEALER, by="x")
    assert not players.is_player("Sam")
    assert desk.staff.find("Ann") is None
    assert [each.name for each in desk.staff.everybody()] == ["Sam"]


@pytest.mark.parametrize("name", ["system", "Root on the machine", "dealer Dee", "Pit Supervisor Al", "auditor Al"])
def test_nobody_takes_a_name_by_which_the_journal_names_others(desk: Desk, name: str) -> None:
    with pytest.raises(Refused, match="is reserved"):
        desk.staff.add(name, Position.AUDITOR, by="x")
    with pytest.raises(Refused, match="is reserved"):
        Players(desk.journal).register(name)


def test_dismissal_ends_everything_at_once_also_from_another_process(desk: Desk) -> None:
    token = desk.hire("Sam")
    pending = desk.staff.invite_again("Sam", by="Ann")
    Staff(desk.journal).dismiss("Sam", by="Ann")
    assert desk.sessions.find(token) is None
    with pytest.raises(Refused):
        desk.sign_in("Sam")
    with pytest.raises(Refused):
        desk.enrol(pending, "Sam")
    with pytest.raises(Refused, match="dismissed"):
        desk.staff.invite_again("Sam", by="Ann")
    desk.enrol(desk.staff.add("Sam", Position.DEALER, by="Ann"), "Sam")
    assert desk.staff.get("Sam").position is Position.DEALER


def test_a_new_position_ends_the_sessions(desk: Desk) -> None:
    token = desk.hire("Ivy", Position.DEALER)
    desk.staff.move("Ivy", Position.PIT_MANAGER, by="the machine")
    assert desk.sessions.find(token) is None
    with pytest.raises(Refused, match="already pit manager"):
        desk.staff.move("Ivy", Position.PIT_MANAGER, by="the machine")


def test_a_new_password_replaces_the_old_one_and_every_session(desk: Desk) -> None:
    tokens = [desk.hire("Sam"), desk.sign_in("Sam")]
    with pytest.raises(Refused, match="wrong"):
        desk.door.change_password(desk.session(tokens[0]), password=OTHER, code=desk.code("Sam"), new=OTHER)
    with pytest.raises(Refused, match="not the one you have"):
        desk.door.change_password(desk.session(tokens[0]), password=PASSWORD, code=desk.code("Sam"), new=PASSWORD)
    fresh = desk.door.change_password(desk.session(tokens[0]), password=PASSWORD, code=desk.code("Sam"), new=OTHER)
    assert [desk.sessions.find(token) for token in tokens] == [None, None]
    assert desk.session(fresh).account.name == "Sam"
    with pytest.raises(Refused):
        desk.sign_in("Sam")
    desk.sign_in("Sam", OTHER)


def test_a_new_second_factor_replaces_the_old_one_and_every_session(desk: Desk) -> None:
    token = desk.hire("Sam")
    with pytest.raises(Refused, match="ask for a new"):
        desk.door.change_second_factor(desk.session(token), code="123456")
    asked = desk.door.ask_second_factor(desk.session(token), password=PASSWORD, code=desk.code("Sam"))
    with pytest.raises(Refused, match="code"):
        desk.door.change_second_factor(desk.session(token), code=desk.code("Sam"))
    old, desk.secrets["Sam"] = desk.secrets["Sam"], asked.secret
    fresh = desk.door.change_second_factor(desk.session(token), code=desk.code("Sam"))
    assert desk.sessions.find(token) is None
    assert desk.session(fresh)
    desk.sign_in("Sam")
    desk.secrets["Sam"] = old
    with pytest.raises(Refused):
        desk.sign_in("Sam")


def test_an_invitation_is_the_way_back_for_whoever_lost_password_or_phone(desk: Desk) -> None:
    token = desk.hire("Sam")
    invitation = desk.staff.invite_again("Sam", by="Ann")
    assert desk.door.enrolment(invitation).again is True
    desk.enrol(invitation, "Sam")
    assert desk.sessions.find(token) is None
    desk.sign_in("Sam")


def test_an_idle_session_is_locked_until_its_owner_shows_who_they_are(desk: Desk) -> None:
    token = desk.hire("Sam")
    assert desk.session(token).locked is False
    desk.now += IDLE / 2
    desk.sessions.use(desk.session(token))
    desk.now += IDLE / 2
    assert desk.session(token).locked is False
    desk.now += IDLE
    assert desk.session(token).locked is True
    again = Sessions(Staff(desk.journal, clock=lambda: desk.now))  # the house is opened again
    assert (found := again.find(token)) is not None
    assert found.locked
    with pytest.raises(Refused, match="wrong"):
        desk.door.unlock(desk.session(token), password="wrong password")
    desk.door.unlock(desk.session(token), password=PASSWORD)
    assert desk.session(token).locked is False
    assert [each.kind for each in events(desk.journal)].count("staff session unlocked") == 1


def test_no_code_unlocks_a_page(desk: Desk) -> None:
    token = desk.hire("Sam")
    desk.sessions.lock(desk.session(token))
    with pytest.raises(Refused, match="wrong"):
        desk.door.unlock(desk.session(token), password=desk.code("Sam"))
    assert desk.session(token).locked
    assert desk.staff.get("Sam").failures_at("") == 1


def test_an_address_stays_closed_when_a_house_opens_again(desk: Desk) -> None:
    names, here = [f"Sam {letter}" for letter in "ABCDE"], "192.0.2.1"
    for name in names:
        desk.hire(name)
    for name in names:
        for _ in range(MOST_FAILURES - 1):
            with pytest.raises(Refused, match="wrong"):
                desk.door.sign_in(name, "wrong password", "000000", address=here)
        desk.now += timedelta(minutes=1)
    again = SignIn(Sessions(desk.staff), passwords=Passwords(CHEAP))
    closed = "^too many failures from this address; try again in 14 minutes$"
    with pytest.raises(Refused, match=closed):
        again.sign_in("Sam A", PASSWORD, desk.code("Sam A"), address=here)
    with pytest.raises(Refused, match="wrong"):
        again.sign_in("Sam A", "wrong password", "000000", address="192.0.2.2")
    desk.now += LOCKED_FOR
    SignIn(Sessions(desk.staff), passwords=Passwords(CHEAP)).sign_in(
        "Sam A", PASSWORD, desk.code("Sam A"), address=here
    )


def close_address(desk: Desk, address: str) -> None:
    """Strangers fail at an address, with names that nobody has."""
    for number in range(MOST_FROM_AN_ADDRESS):
        with pytest.raises(Refused):
            desk.door.sign_in(f"Guess {number}", PASSWORD, "000000", address=address)


def test_strangers_at_an_address_keep_nobody_from_unlocking_their_page(desk: Desk) -> None:
    token, here = desk.hire("Sam"), "192.0.2.1"
    desk.sessions.lock(desk.session(token))
    close_address(desk, here)
    desk.door.unlock(desk.session(token), password=PASSWORD, address=here)
    assert desk.session(token).locked is False
    desk.sessions.lock(desk.session(token))
    for _ in range(MOST_FAILURES):
        with pytest.raises(Refused):
            desk.door.unlock(desk.session(token), password="wrong password", address=here)
    assert desk.sessions.find(token) is None


def test_right_credentials_are_no_failure_though_the_address_is_closed(desk: Desk) -> None:
    token, here = desk.hire("Sam"), "192.0.2.1"
    close_address(desk, here)
    closed = "^too many failures from this address; try again in 15 minutes$"  # says nothing about any password
    for password in (PASSWORD, "wrong password") * MOST_FAILURES:
        for name in ("Sam", "Nobody"):
            with pytest.raises(Refused, match=closed):
                desk.door.sign_in(name, password, desk.code("Sam"), address=here)
        with pytest.raises(Refused, match=closed):
            desk.door.change_password(
                desk.session(token), password=password, code=desk.code("Sam"), new=OTHER, address=here
            )
    assert "staff sign-in failed" not in [each.kind for each in desk.journal.read("staff:sam")]
    assert not desk.staff.get("Sam").is_locked(desk.now, here)


def test_too_many_failures_at_a_locked_page_end_the_session(desk: Desk) -> None:
    token = desk.hire("Sam")
    desk.now += IDLE
    desk.sessions.lock_idle()
    for _ in range(MOST_FAILURES):
        with pytest.raises(Refused, match="wrong"):
            desk.door.unlock(desk.session(token), password="wrong password")
    assert desk.sessions.find(token) is None


def counting_slowly(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every password that is compared, each a little slowly."""
    compared: list[str] = []
    real: Callable[[Passwords, str, str], bool] = Passwords.matches

    def matches(passwords: Passwords, kept: str, password: str) -> bool:
        if kept:
            compared.append(password)
            time.sleep(0.2)
        return real(passwords, kept, password)

    monkeypatch.setattr(Passwords, "matches", matches)
    return compared


def refusals(attempts: Sequence[Callable[[], object]]) -> int:
    """How many attempts made at once are refused."""

    together = Barrier(len(attempts))

    def is_refused(attempt: Callable[[], object]) -> bool:
        together.wait()
        try:
            attempt()
        except Refused:
            return True
        return False

    with ThreadPoolExecutor(len(attempts)) as threads:
        return sum(threads.map(is_refused, attempts))


def test_guesses_made_at_once_at_a_locked_page_are_no_more_than_those_one_after_another(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = desk.hire("Sam")
    desk.sessions.lock(desk.session(token))
    session, compared = desk.session(token), counting_slowly(monkeypatch)
    guess = functools.partial(desk.door.unlock, session, password="wrong password")
    assert refusals([guess] * 20) == 20
    assert len(compared) == MOST_FAILURES
    assert desk.sessions.find(token) is None
    with pytest.raises(Refused, match="wrong"):
        desk.door.unlock(session, password=PASSWORD)  # found before it ended: the answer says nothing
    assert len(compared) == MOST_FAILURES


def test_guesses_made_at_once_at_a_name_or_a_change_are_no_more_than_those_one_after_another(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, compared = desk.session(desk.hire("Sam")), counting_slowly(monkeypatch)
    guess: Callable[[], object] = functools.partial(desk.door.sign_in, "Sam", "wrong password", "000000")
    assert refusals([guess] * 20) == 20
    assert len(compared) == MOST_FAILURES
    desk.later(minutes=16)
    guess = functools.partial(
        desk.door.change_password, session, password="wrong password", code="000000", new="another password"
    )
    assert refusals([guess] * 20) == 20
    assert len(compared) == 2 * MOST_FAILURES


def test_a_page_is_not_unlocked_by_a_session_that_ended_meanwhile(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    token = desk.hire("Sam")
    desk.sessions.lock(desk.session(token))
    session = desk.session(token)

    def matches(*_: object) -> bool:
        desk.door.sign_out(session)
        return True

    monkeypatch.setattr(Passwords, "matches", matches)
    with pytest.raises(Refused, match="sign in again"):
        desk.door.unlock(session, password=PASSWORD)


def test_a_session_ends_after_twelve_hours(desk: Desk) -> None:
    token = desk.hire("Sam")
    for _ in range(12 * 6 - 1):
        desk.later(minutes=10)
        desk.sessions.use(desk.session(token))
    desk.later(minutes=10)
    assert desk.sessions.find(token) is None


def test_the_journal_holds_no_secret_of_anybody(desk: Desk, tmp_path: Path) -> None:
    invitation = desk.staff.add("Sam", Position.DEALER, by="x")
    token = desk.enrol(invitation, "Sam")
    fresh = desk.door.change_password(desk.session(token), password=PASSWORD, code=desk.code("Sam"), new=OTHER)
    players = Players(desk.journal)
    key, session = players.register("Ann")
    kept = b"\n".join(each.body for each in desk.journal.read_all())
    secrets = (*(each.partition(".")[2] for each in (invitation, token, fresh, key, session)), desk.secrets["Sam"])
    for secret in (PASSWORD, OTHER, *secrets):
        assert secret.encode() not in kept
    assert b"$argon2id$" in kept
    (tmp_path / "journal.db.sealing").write_text("00" * 32 + "\n")
    with pytest.raises(BadSeal):
        SignIn(desk.sessions, passwords=Passwords(CHEAP)).sign_in("Sam", OTHER, "123456")


def test_what_happens_to_accounts_is_significant(desk: Desk) -> None:
    desk.hire("Sam", by="root on the machine")
    for _ in range(MOST_FAILURES):
        with pytest.raises(Refused):
            desk.door.sign_in("Sam", "wrong password", desk.code("Sam"), address="192.0.2.7")
    desk.staff.unlock("Sam", by="Ann")
    desk.staff.move("Sam", Position.DEALER, by="Ann")
    desk.staff.dismiss("Sam", by="Ann")
    noted = [(event.kind, event.by, event.what) for event in events(desk.journal)]
    assert noted[0] == ("staff invited", "root on the machine", "Sam")
    assert noted[1] == ("staff enrolled", "Sam", "Sam")
    assert noted[2:7] == [("staff sign-in failed", "unknown (192.0.2.7)", "Sam")] * 5
    assert [(kind, by) for kind, by, _ in noted[7:]] == [
        ("staff unlocked", "Ann"),
        ("staff position changed", "Ann"),
        ("staff dismissed", "Ann"),
    ]


def test_a_hash_with_low_parameters_is_made_again_at_the_next_sign_in(desk: Desk) -> None:
    token = desk.hire("Sam")
    before = desk.staff.get("Sam").password
    desk.door = SignIn(desk.sessions, passwords=Passwords(PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)))
    desk.sign_in("Sam")
    assert desk.staff.get("Sam").password != before
    assert desk.session(token)
    desk.sign_in("Sam")


def test_whoever_gave_somebody_their_credentials_is_no_second_pair_of_eyes(desk: Desk) -> None:
    desk.hire("Sam")
    desk.hire("Ann")
    desk.hire("Ivy", Position.PIT_SUPERVISOR, by="Sam")
    assert are_independent(desk.staff, "Sam", "Ann")
    assert are_independent(desk.staff, "Ann", "Ivy")
    assert not are_independent(desk.staff, "Sam", "Ivy")
    assert not are_independent(desk.staff, "Ivy", "Sam")
    assert not are_independent(desk.staff, "Sam", "sam")
    assert why_dependent(desk.staff, "Ivy", "Sam") == "Sam invited Ivy in the last day"
    desk.later(days=1)
    assert are_independent(desk.staff, "Sam", "Ivy")
    desk.staff.name_player("Sam", "Lucky")
    desk.staff.name_player("Ivy", "Lucky")
    assert why_dependent(desk.staff, "Sam", "Ivy") == "Sam and Ivy share the player's name Lucky today"
    desk.staff.name_player("Ivy", "")
    assert not are_independent(desk.staff, "Sam", "Ivy")
    desk.later(days=1)
    assert are_independent(desk.staff, "Sam", "Ivy")


def test_a_name_that_somebody_was_seen_with_counts_for_a_day(desk: Desk) -> None:
    desk.hire("Sam")
    desk.hire("Ivy")
    assert desk.staff.see_player("Sam", "Lucky")
    assert not desk.staff.see_player("Sam", "Lucky")  # noted a moment ago
    again = Staff(desk.journal, clock=lambda: desk.now)  # the house is opened again
    assert again.known_to_play("Sam") == frozenset()  # nobody has read the account yet
    assert again.get("Sam").plays_as(desk.now) == again.known_to_play("Sam") == {"Lucky"}
    desk.later(hours=23)
    assert desk.staff.known_to_play("sam") == {"Lucky"}
    assert desk.staff.see_player("Sam", "Lucky")
    assert desk.staff.see_player("Ivy", "Lucky")
    assert not are_independent(desk.staff, "Sam", "Ivy")
    desk.later(hours=23)
    assert desk.staff.get("Sam").plays_as(desk.now) == {"Lucky"}
    desk.later(hours=1)
    assert desk.staff.known_to_play("Sam") == frozenset()
    assert are_independent(desk.staff, "Sam", "Ivy")
    desk.staff.name_player("Sam", "Ann")
    assert not desk.staff.see_player("Sam", "Ann")  # they said so themself
    assert [each.what for each in events(desk.journal, kind="staff seen as player")] == ["Sam", "Sam", "Ivy"]
    assert desk.staff.see_player("Sam", "Zoe")
    assert [each.name for each in desk.staff.get("Sam").played] == ["Zoe"]  # what no longer counts is forgotten
    (also,) = desk.staff.get("Sam").also_plays_as(desk.now)
    assert (also.name, also.until) == ("Zoe", desk.now + INDEPENDENT_AFTER)
    desk.staff.forget_players("Sam", by="root on the machine")
    assert desk.staff.known_to_play("Sam") == {"Ann"}  # as they said themself
    (noted,) = events(desk.journal, kind="staff players forgotten")
    assert (noted.by, noted.what, noted.before) == ("root on the machine", "Sam", ["Zoe"])
    with pytest.raises(Refused, match="no player's name was linked to Sam in the last day"):
        desk.staff.forget_players("Sam", by="root on the machine")


def test_no_export_has_what_staff_sign_in_with(desk: Desk) -> None:
    """Neither hashes to try passwords on, nor sealed secrets; the hash of the entry stays, for the chain."""
    desk.hire("Sam")
    invited, enrolled, *_ = desk.journal.read("staff:sam")
    assert b"$argon2id$" in enrolled.body
    shown = Withheld(desk.journal).line(enrolled)
    said = json.loads(str(shown["body"]))
    assert (said["password"], said["second_factor"], said["type"]) == (ALWAYS, ALWAYS, "staff enrolled")
    assert (shown["withheld"], shown["hash"]) == (["password", "second_factor"], enrolled.hash.hex())
    assert "withheld" not in Withheld(desk.journal).line(invited)


def test_two_people_whom_one_person_invited_are_no_two_pairs_of_eyes(desk: Desk) -> None:
    desk.hire("Sam")
    desk.hire("Ann")
    desk.hire("Ivy", by="Sam")
    desk.hire("Uma", by="Sam")
    desk.hire("Zoe", by="Ivy")
    for one, other in (("Ivy", "Uma"), ("Sam", "Zoe"), ("Zoe", "Uma")):
        assert not are_independent(desk.staff, one, other)
        assert not are_independent(desk.staff, other, one)
    assert why_dependent(desk.staff, "Zoe", "Sam") == "Sam invited whoever invited Zoe in the last day"
    assert why_dependent(desk.staff, "Ivy", "Uma") == "Sam invited both Ivy and Uma in the last day"
    assert are_independent(desk.staff, "Ann", "Zoe")
    assert dependents(desk.staff, "Zoe").keys() == {"Sam", "Ivy", "Uma", "Zoe"}
    desk.staff.dismiss("Sam", by="the machine")
    assert why_dependent(desk.staff, "Ann", "Sam") == "Sam no longer works here"
    assert not are_independent(desk.staff, "Ivy", "Uma")
    desk.later(days=1)
    assert are_independent(desk.staff, "Ivy", "Uma")


def test_a_new_link_does_not_hide_who_gave_somebody_their_credentials(desk: Desk) -> None:
    desk.hire("Sam")
    desk.hire("Ivy", by="Sam")
    desk.hire("Zoe", by="Ivy")
    approval = desk.approval(hiring.AGAIN, "Ivy", Position.GAMING_SHIFT_MANAGER)
    link = desk.staff.invite_again("Ivy", by="Zoe", approval=approval)
    assert not are_independent(desk.staff, "Sam", "Ivy")
    desk.enrol(link, "Ivy")
    assert not are_independent(desk.staff, "Sam", "Ivy")
    desk.later(days=1)
    assert are_independent(desk.staff, "Sam", "Ivy")


def test_nobody_on_the_staff_makes_raises_or_takes_over_an_account_alone(desk: Desk) -> None:
    for name in ("Sam", "Ann"):
        desk.hire(name)
    desk.hire("Dan", Position.DEALER)
    alone: tuple[Callable[[], object], ...] = (
        *(
            functools.partial(desk.staff.add, "Ivy", position, by="Sam")
            for position in Position
            if position is not Position.AUDITOR
        ),
        lambda: desk.staff.invite_again("Dan", by="Sam"),
        lambda: desk.staff.invite_again("Ann", by="Sam"),
        lambda: desk.staff.move("Dan", Position.PIT_SUPERVISOR, by="Sam"),
        lambda: desk.staff.move("Ann", Position.DEALER, by="Sam"),
        lambda: desk.staff.move("Ann", Position.AUDITOR, by="Sam"),
        lambda: desk.staff.dismiss("Ann", by="Sam"),
    )
    for act in alone:
        with pytest.raises(NeedsAnother, match="this takes two people"):
            act()
    assert desk.staff.find("Ivy") is None
    assert desk.staff.get("Dan").position is Position.DEALER
    desk.staff.add("Ada", Position.AUDITOR, by="Sam")  # only reads
    assert desk.staff.get("Ann").position is Position.GAMING_SHIFT_MANAGER
    desk.staff.move("Ann", Position.PIT_MANAGER, by="the machine")
    desk.staff.move("Ann", Position.DEALER, by="Sam")  # falls
    desk.staff.dismiss("Ann", by="Sam")
    with pytest.raises(NeedsAnother):
        desk.staff.invite_again("Ada", by="Sam")
    with pytest.raises(NeedsAnother):
        desk.staff.move("Ada", Position.DEALER, by="Sam")


def test_another_position_is_recorded_with_the_one_before_also_in_entries_without_it(desk: Desk) -> None:
    desk.hire("Ivy", Position.DEALER)
    desk.staff.move("Ivy", Position.PIT_MANAGER, by="the machine")
    kept = list(desk.journal.read("staff:ivy"))[-1]
    said = json.loads(kept.body)
    assert (said["before"], said["position"]) == ("dealer", "pit manager")
    noted = list(events(desk.journal))[-1]
    assert (noted.kind, noted.before, noted.after) == (kept.kind, "dealer", "pit manager")
    old = json.dumps({name: value for name, value in said.items() if name != "before"}).encode()
    event = as_event(replace(kept, body=old))
    assert isinstance(event, PositionChanged)
    assert (event.before, event.position) == (None, Position.PIT_MANAGER)


def test_a_confirmation_holds_for_one_account_and_position(desk: Desk) -> None:
    desk.hire("Sam")
    approval = desk.approval(hiring.INVITE, "Ivy", Position.DEALER)
    for name, position in (("Ivy", Position.PIT_MANAGER), ("Eve", Position.DEALER)):
        with pytest.raises(OldVersion, match="what was confirmed is not what is asked for now"):
            desk.staff.add(name, position, by="Sam", approval=approval)
    desk.staff.add("Ivy", Position.DEALER, by="Sam", approval=approval)
    assert desk.staff.get("Ivy").invited_by == "Sam"
    kinds = [(event.kind, event.by) for event in events(desk.journal)]
    assert ("approval confirmed", "gaming shift manager Confirmer") in kinds
    desk.hire("Confirmer")
    with pytest.raises(WrongRole, match="this is about you"):
        desk.approval(hiring.AGAIN, "Confirmer", Position.GAMING_SHIFT_MANAGER)
