"""Signing in as staff: a name, a password and a code; choosing and changing them.

Here: who may start a session, what happens after failures, and every change of credentials. A refusal never says which
of name, password and code was wrong, and an unknown name takes as long as a known one. Not here: HTTP, cookies.
"""

from __future__ import annotations

import msgspec

from houseway.errors import Refused
from houseway.journal.sealing import seal, unseal
from houseway.people import account as a
from houseway.people.account import StaffAccount
from houseway.people.failures import LOCKED_FOR, MOST_FAILURES, Failures, Guesses, failed_lately
from houseway.people.names import STAFF, new_secret
from houseway.people.passwords import Passwords, check_password
from houseway.people.second_factor import Picture, address_of, counter_of, derived_secret, drawn_secret, picture_of
from houseway.people.sessions import Sessions, StaffSession
from houseway.people.staff import Decided

WRONG = (
    "the name, the password or the code is wrong, or the account is locked: "
    f"{MOST_FAILURES} failures lock it for {LOCKED_FOR.seconds // 60} minutes"
)
_WRONG_CODE = "this code is not the one your app should show now: check the time of your phone, and wait for the next"
_OPENED_AGAIN = f"{_WRONG_CODE}; or open the invitation link again, and scan the new QR code"
_NOBODYS = "A" * 32


class Enrolment(msgspec.Struct, frozen=True, kw_only=True):
    """A second factor to be confirmed: its secret, and the picture an authenticator app scans."""

    name: str
    position_words: str
    secret: str
    picture: Picture
    """The QR code."""
    again: bool
    """Whether this person was enrolled before, and replaces what they had."""


class SignIn:
    """The door for staff. Threads may share this object."""

    def __init__(self, sessions: Sessions, *, passwords: Passwords | None = None) -> None:
        self.sessions, self.staff = sessions, sessions.staff
        self._passwords = passwords or Passwords()
        self._failures = Failures(before=failed_lately(self.staff))
        self._guesses = Guesses(self.staff)
        self._key = b""
        self._opened: dict[str, tuple[str, str]] = {}
        """By name: the invitation that was opened last, and the secret that it showed then."""

    # -----------------------------------------------------------------------------------------------------------------
    # A session

    def sign_in(self, name: str, password: str, code: str, *, address: str = "") -> str:
        """Start a session; returns its token. At an address that is closed nothing is looked at."""
        self._failures.must_be_open(address)
        account = self._enrolled(name)
        if account is None:
            self._shown(None, password, code)
            self._failures.add(address)
            raise Refused(WRONG)
        with self._guesses.one(account.name, address) as account:
            return self._sign_in(account, password, code, address)

    def _sign_in(self, account: StaffAccount | None, password: str, code: str, address: str) -> str:
        """Start a session, by a guess that counts; without an account it is one too many, and takes as long."""
        right, counter = self._shown(account, password, code)
        if account is None:
            raise Refused(WRONG)
        if not right or counter is None:
            self._failed(account, address)
        assert counter is not None
        if self._failures.are_too_many(address):
            raise Refused(WRONG)
        token, digest = new_secret(account.name)

        def decide(now: StaffAccount) -> Decided:
            if now.is_locked(self.staff.clock(), address):
                raise Refused(WRONG)
            if now.counter >= counter or now.password != account.password:
                self._failed(now, address)
            at = self.staff.clock()
            return [a.StaffSignedIn(at=at, session=digest, counter=counter, address=address)]

        self.staff.change(account.name, decide)
        if self._passwords.is_outdated(account.password):
            again = a.PasswordChanged(at=self.staff.clock(), password=self._passwords.hash(password), again=True)
            self.staff.change(account.name, lambda now: [again] if now.password == account.password else [])
        return token

    def sign_out(self, session: StaffSession, *, everywhere: bool = False) -> None:
        """End a session, or all of its owner's."""
        which = "" if everywhere else session.digest
        self.staff.change(session.account.name, lambda _: [a.StaffSignedOut(at=self.staff.clock(), session=which)])

    def unlock(self, session: StaffSession, *, password: str, address: str = "") -> None:
        """Go on with a session that was idle, by the password; too many failures end it.

        A code alone would not do: whoever else knows the secret of the app could go on as this person. Failures of
        others at the same address do not count: the session is there already, and too many failures of its own end it.
        """
        wrong = Refused("the password is wrong; after too many failures you have to sign in again")

        def decide(now: StaffAccount) -> Decided:
            if session.digest not in now.sessions or now.password != session.account.password:
                raise wrong
            return [a.SessionUnlocked(at=self.staff.clock(), session=session.digest)]

        with self._guesses.one(session.account.name, address) as account:
            if account is None or session.digest not in account.sessions:
                raise wrong
            if not self._passwords.matches(account.password, password):
                if self._note_failure(account, address).is_locked(self.staff.clock(), address):
                    self.sign_out(session)
                raise wrong
            self.sessions.use(session)
            self.staff.change(account.name, decide)

    # -----------------------------------------------------------------------------------------------------------------
    # Credentials

    def enrolment(self, invitation: str) -> Enrolment:
        """What an invited person needs for their second factor, drawn again each time: only the newest enrols.

        Whoever else has the link and opened it before does not know the second factor that is chosen in the end.
        """
        return self._enrolment(self.staff.invited(invitation), self.invited_secret(invitation))

    def invited_secret(self, invitation: str) -> str:
        """The secret of that second factor alone, without its picture; drawn again too."""
        account, secret = self.staff.invited(invitation), drawn_secret()
        assert account.invitation is not None
        self._opened[account.name] = (account.invitation.digest, secret)
        return secret

    def enrol(self, invitation: str, password: str, code: str, *, address: str = "") -> str:
        """Choose a password and confirm the second factor by a code; returns the token of a first session."""
        account = self.staff.invited(invitation)
        assert account.invitation is not None
        opened, secret = self._opened.get(account.name, ("", ""))
        check_password(password, account.name)
        now = self.staff.clock()
        counter = counter_of(secret, code, now) if opened == account.invitation.digest else None
        if counter is None:
            raise Refused(_OPENED_AGAIN)
        token, digest = new_secret(account.name)
        sealed = self._sealed(account.name, secret)
        enrolled = a.StaffEnrolled(
            at=now, password=self._passwords.hash(password), second_factor=sealed, counter=counter
        )
        signed_in = a.StaffSignedIn(at=now, session=digest, counter=counter, address=address)

        def decide(latest: StaffAccount) -> Decided:
            if latest.invitation != account.invitation or latest.dismissed:
                raise Refused("this invitation is unknown, was used before or has expired; ask for a new one")
            return [enrolled, signed_in]

        self.staff.change(account.name, decide)
        self._opened.pop(account.name, None)
        return token

    def change_password(self, session: StaffSession, *, password: str, code: str, new: str, address: str = "") -> str:
        """Choose another password; all sessions end, and the token of a new one is returned."""
        account, counter = self._shown_again(session, password, code, address)
        check_password(new, account.name)
        if new == password:
            raise Refused("choose a password that is not the one you have")
        changed = a.PasswordChanged(at=self.staff.clock(), password=self._passwords.hash(new))
        return self._restart(account, changed, counter, address)

    def ask_second_factor(self, session: StaffSession, *, password: str, code: str, address: str = "") -> Enrolment:
        """What is needed for another second factor; nothing changes before it is confirmed."""
        account, counter = self._shown_again(session, password, code, address)
        asked = a.SecondFactorAsked(at=self.staff.clock(), counter=counter)
        account = self.staff.change(account.name, lambda _: [asked])
        return self._enrolment(account, self._asked_secret(session, account))

    def change_second_factor(self, session: StaffSession, *, code: str, address: str = "") -> str:
        """Confirm another second factor by its first code; all sessions end, and a new token is returned."""
        account = session.account
        if account.asked < 0:
            raise Refused("ask for a new second factor first")
        secret = self._asked_secret(session, account)
        counter = counter_of(secret, code, self.staff.clock())
        if counter is None:
            raise Refused(_WRONG_CODE)
        sealed = self._sealed(account.name, secret)
        changed = a.SecondFactorChanged(at=self.staff.clock(), second_factor=sealed, counter=counter)
        return self._restart(account, changed, counter, address)

    def _restart(self, account: StaffAccount, changed: a.AnyStaffEvent, counter: int, address: str) -> str:
        token, digest = new_secret(account.name)
        signed_in = a.StaffSignedIn(at=self.staff.clock(), session=digest, counter=counter, address=address)
        self.staff.change(account.name, lambda _: [changed, signed_in])
        return token

    # -----------------------------------------------------------------------------------------------------------------
    # Checks

    def _enrolled(self, name: str) -> StaffAccount | None:
        found = self.staff.find(" ".join(name.split())[:60])
        return found if found and found.enrolled else None

    def _shown(self, account: StaffAccount | None, password: str, code: str) -> tuple[bool, int | None]:
        """Whether the password is right, and the counter of the code if it is; both are always worked out."""
        right = self._passwords.matches(account.password if account else "", password)
        secret = self._secret(account) if account else _NOBODYS
        counter = counter_of(secret, code, self.staff.clock(), after=account.counter if account else -1)
        return right, counter if account else None

    def _shown_again(self, session: StaffSession, password: str, code: str, address: str) -> tuple[StaffAccount, int]:
        """Both again, before credentials change."""
        self._failures.must_be_open(address)
        wrong = Refused("the password or the code is wrong; a code works once, so wait for the next")
        with self._guesses.one(session.account.name, address) as account:
            if account is None or session.digest not in account.sessions:
                raise wrong
            right, counter = self._shown(account, password, code)
            if not right or counter is None:
                self._note_failure(account, address)
                raise wrong
            if account.is_locked(self.staff.clock(), address) or self._failures.are_too_many(address):
                raise wrong
            return account, counter

    def _failed(self, account: StaffAccount, address: str) -> None:
        self._note_failure(account, address)
        raise Refused(WRONG)

    def _note_failure(self, account: StaffAccount, address: str) -> StaffAccount:
        """Keep a failure; the account is locked after too many of them."""
        self._failures.add(address)

        def decide(now: StaffAccount) -> Decided:
            at = self.staff.clock()
            if now.is_locked(at, address):
                return []
            until = at + LOCKED_FOR if now.failures_at(address) + 1 >= MOST_FAILURES else None
            return [a.SignInFailed(at=at, address=address, locked_until=until)]

        return self.staff.change(account.name, decide)

    # -----------------------------------------------------------------------------------------------------------------
    # Secrets of second factors

    def _sealing_key(self) -> bytes:
        self._key = self._key or self.staff.journal.sealing_key()
        return self._key

    def _sealed(self, name: str, secret: str) -> str:
        return seal(self._sealing_key(), secret.encode(), STAFF + name.casefold()).hex()

    def _secret(self, account: StaffAccount) -> str:
        sealed = bytes.fromhex(account.second_factor)
        return unseal(self._sealing_key(), sealed, STAFF + account.name.casefold()).decode()

    def _asked_secret(self, session: StaffSession, account: StaffAccount) -> str:
        return derived_secret(self._sealing_key(), f"second factor {session.digest} {account.asked}")

    def _enrolment(self, account: StaffAccount, secret: str) -> Enrolment:
        return Enrolment(
            name=account.name,
            position_words=account.position.words,
            secret=secret,
            picture=picture_of(address_of(secret, account.name)),
            again=bool(account.password),
        )
