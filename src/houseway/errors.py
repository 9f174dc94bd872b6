"""Every exception Houseway raises on purpose.

    HousewayError                 somebody outside can put this right; its text is one sentence
    +-- BadCards                  the cards as written: an unknown card, a duplicate, a wrong number
    +-- UnknownBook               no book of that name, no such file
    +-- BadBook                   a book that cannot be used, or that its check finds wrong
    |   +-- NoClause              a hand for which no clause speaks
    |   +-- ClausesConflict       a hand for which two clauses speak and neither is an exception to the other
    +-- Refused                   a request that the books, as they are, do not allow
    |   +-- WrongRole             an act that takes another position than that of whoever asks
    |   +-- OldVersion            an append that was decided on a stream which has moved on since
    |   +-- KeyReused             an idempotency key that was used before, for something else
    |   +-- NotEnoughChips        postings that would take a player or an escrow below zero
    +-- BadEntry                  an entry that cannot be journalled: a bad name, postings that do not sum to zero
    +-- BadJournal                a journal that cannot be used: damaged, no journal at all, of a newer version
    +-- BadHead                   a signed head, or the key for one, that cannot be read or does not fit
    +-- BadProof                  a file of proofs of a fair deck that cannot be read
    +-- ClusterFailed             a cluster that does not answer, or that lost the work
    +-- JournalFailed             the place where the journal is kept failed: disk full, connection lost, locked

Anything else that escapes is a defect of Houseway itself.
"""


def shortened(text: str, most: int = 60) -> str:
    """Text that is safe to quote in one sentence: one line, not too long.

    >>> shortened("a" * 100, 10)
    'aaaaaaa...'
    """
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 3] + "..."


class HousewayError(Exception):
    """Something a person can put right; the text is one sentence that names the input and the place."""


class BadCards(HousewayError):
    """Cards that cannot be read or cannot be dealt."""


class UnknownBook(HousewayError):
    """A book that is neither shipped nor a readable file."""


class BadBook(HousewayError):
    """A rulebook that cannot be used."""


class NoClause(BadBook):
    """No clause speaks for a hand."""


class ClausesConflict(BadBook):
    """Two clauses speak for one hand and neither is an exception to the other."""


class Refused(HousewayError):
    """A request that is understood and not allowed, with the clause that refuses it where the book prints one."""

    def __init__(self, reason: str, *, clause: str = "") -> None:
        super().__init__(f"{reason} ({clause})" if clause else reason)
        self.clause = clause


def not_installed(what: str, extra: str) -> Refused:
    """The refusal of something whose packages are left out of a small installation.

    >>> str(not_installed("a cluster", "cluster"))
    "a cluster needs packages that are not installed: make setup, or pip install 'houseway[cluster]'"
    """
    return Refused(f"{what} needs packages that are not installed: make setup, or pip install 'houseway[{extra}]'")


class WrongRole(Refused):
    """An act of somebody else's position."""


class OldVersion(Refused):
    """The stream has moved on since the append was decided; nothing was written."""


class KeyReused(Refused):
    """The idempotency key stands for something else already; nothing was written."""


class NotEnoughChips(Refused):
    """The postings would take an account below zero; nothing was written."""


class BadEntry(HousewayError):
    """An entry that no journal takes."""


class BadJournal(HousewayError):
    """A journal that is damaged, is no journal, or is of a newer version."""


class BadHead(HousewayError):
    """A signed head, or a signing key, that cannot be used."""


class BadProof(HousewayError):
    """A file that holds no proof of a fair deck."""


class JournalFailed(HousewayError):
    """The place where the journal is kept failed; whatever was acknowledged before is still there."""


class ClusterFailed(HousewayError):
    """A cluster that does not answer; nothing was counted by it."""
