"""Names: what a name may look like, and where the journal keeps who has taken it.

Here: reading a name as somebody wrote it, and the streams of a person. A name belongs to one person, player or staff:
whoever takes it writes the first entry of its stream. Not here: what else is kept about that person (`players`,
`staff`).
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata

from houseway.errors import Refused
from houseway.journal.significant import SYSTEM
from houseway.kept.tables import HOUSE
from houseway.rulebook.procedure import Role

LONGEST_NAME = 20
LONGEST_FOLDED = 3 * LONGEST_NAME
"""Case folding turns one letter into at most three."""
NEWCOMER = "newcomer"
"""Stands in for somebody who has no name yet; nobody may be called that."""
AUDITOR = "auditor"
PERSON, STAFF = "person:", "staff:"
"""The streams of who has a name, and of a staff account; the name, case-folded, follows."""
SESSION_ENDED = "your session has ended: sign in again"
TAKEN = "name taken"
"""The kind of the first entry of a name."""
_NAME = re.compile(r"[^\W_](?:[\w .'-]*[\w.])?")
ON_THE_MACHINE = " on the machine"
"""How the journal names who works at the terminal: after their name there."""
_RESERVED = {HOUSE.name, SYSTEM, NEWCOMER, AUDITOR, *(role.words for role in Role)}
_TITLES = tuple(f"{words} " for words in (AUDITOR, *(role.words for role in Role if role is not Role.PLAYER)))
"""How the journal and pages name a member of staff: before their name."""
_LIKE_A_BOT = re.compile(r"bot\b.*|.*\bbot(?:[ .'-]*\d+)?")
"""Bots have names of their own, with brackets (`kept.bots`); nobody else is called like one."""
_JAPANESE = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"}
"""Japanese mixes these scripts; any other mix could make a name look like somebody else's."""


def read_name(written: str) -> str:
    """A name as it will be shown.

    >>> read_name("  Ann  B. ")
    'Ann B.'
    >>> read_name("\N{CYRILLIC SMALL LETTER A}nn")
    Traceback (most recent call last):
    houseway.errors.Refused: use visible letters of one script in a name
    >>> read_name("the <b>")
    Traceback (most recent call last):
    houseway.errors.Refused: a name has 1 to 20 letters, digits, spaces, dots, hyphens or apostrophes
    """
    name = " ".join(unicodedata.normalize("NFKC", written).split())
    if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
        raise Refused(f"a name has 1 to {LONGEST_NAME} letters, digits, spaces, dots, hyphens or apostrophes")
    folded = name.casefold()
    reserved = folded in _RESERVED or folded.endswith(ON_THE_MACHINE) or folded.startswith(_TITLES)
    if reserved or _LIKE_A_BOT.fullmatch(folded):
        raise Refused(f"the name {name} is reserved: choose another")
    scripts = {unicodedata.name(letter, "").split(" ")[0] for letter in name if letter.isalpha()}
    invisible = any("FILLER" in unicodedata.name(letter, "FILLER") for letter in name)
    if invisible or (len(scripts) > 1 and not scripts <= _JAPANESE):
        raise Refused("use visible letters of one script in a name")
    return name


# ---------------------------------------------------------------------------------------------------------------------
# Secrets that name their owner: keys, sessions, invitations


def new_secret(name: str) -> tuple[str, str]:
    """A new secret for somebody, and the digest of it that may be kept.

    192 random bits behind the name, in hex: the journal finds the person by the name and has only the digest.
    """
    secret = secrets.token_urlsafe(24)
    return f"{name.casefold().encode().hex()}.{secret}", digest(secret)


def read_secret(written: str) -> tuple[str, str]:
    """The case-folded name in a secret, and the secret's digest; the name is empty where it cannot be one.

    >>> read_secret(new_secret("Ann")[0])[0], read_secret("anything")[0]
    ('ann', '')
    """
    folded, _, secret = written.strip().partition(".")
    try:
        name = bytes.fromhex(folded).decode()
    except ValueError:
        name = ""
    return name if len(name) <= LONGEST_FOLDED and name.isprintable() else "", digest(secret)


def digest(secret: str) -> str:
    """What is kept of a secret with that much chance in it."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()
