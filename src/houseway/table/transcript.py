"""Transcripts: `.round` files with requests in words, the events they led to, and the refusals.

Here: reading the requests of a transcript, playing them, and writing the transcript with every event and refusal. Not
here: the words of events (`words`), or whether two transcripts mean the same (`meaning`).

    book mbs-v4                              the first lines give the book and the table
    table main 10.00 to 500.00
    ann: sit at 1                            who asks for what; staff by their role, or `carol as pit supervisor`
      - ann takes position 1 (Appendix B)    what happened
      ! ...                                  or why it was refused
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from houseway.cards.card import read_cards
from houseway.errors import BadCards, HousewayError, Refused, shortened
from houseway.rulebook.procedure import Act, Fault, Phase, Remedy, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.decide import decide, round_needed
from houseway.table.evolve import evolve
from houseway.table.opening import open_table
from houseway.table.state import DEALER, Table
from houseway.table.words import say

STAFF = {role.words: role for role in Role if role is not Role.PLAYER}


@dataclass
class Session:
    """A table in play, and what is needed to correct its earlier rounds."""

    book: Rulebook
    table: Table = field(default_factory=Table)
    history: list[e.Event] = field(default_factory=list)
    before_settling: dict[int, Table] = field(default_factory=dict)

    def apply(self, events: tuple[e.Event, ...]) -> None:
        """Apply events to the table."""
        if any(isinstance(event, e.RoundSettled) for event in events):
            self.before_settling[self.table.round] = self.table
        for event in events:
            self.table = evolve(self.table, event)
            self.history.append(event)

    def ask(self, command: c.Command) -> tuple[e.Event, ...]:
        """Decide a command and apply its events."""
        past = self.before_settling.get(round_needed(self.table, command))
        events = decide(self.book, self.table, command, past=past)
        self.apply(events)
        return events


class BadTranscript(HousewayError):
    """A transcript that cannot be read."""


class Part(enum.Enum):
    """What a line of a transcript is: events and refusals belong to the request before them."""

    COMMENT = "comment"
    BOOK = "book"
    TABLE = "table"
    REQUEST = "request"


class Line(NamedTuple):
    """A line of a transcript with what it leads to; `session` is there from the name of the book on."""

    part: Part
    text: str
    session: Session | None = None
    events: tuple[e.Event, ...] = ()
    refused: str = ""


def lines(text: str, find_book: Callable[[str], Rulebook]) -> Iterator[Line]:
    """Every line of a transcript but its events and refusals, with what it leads to now."""
    session: Session | None = None
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped.startswith(("- ", "! ")):
            continue
        if not stripped or stripped.startswith("#"):
            yield Line(Part.COMMENT, line.rstrip(), session)
        elif _is_head(stripped, "book"):
            if session is not None:
                raise BadTranscript(f"line {number}: a transcript names only one book")
            session = Session(find_book(stripped.removeprefix("book").strip()))
            yield Line(Part.BOOK, line.rstrip(), session)
        elif session is None:
            raise BadTranscript(f"line {number}: a transcript must name its book first")
        elif _is_head(stripped, "table"):
            if session.history:
                raise BadTranscript(f"line {number}: the table line comes once, before the first request")
            session.apply((read_opening(session.book, stripped, number),))
            yield Line(Part.TABLE, line.rstrip(), session, tuple(session.history))
        else:
            if not session.history:
                session.apply((open_table(session.book, name="one"),))
            try:
                events, refused = session.ask(read_command(session, stripped, number)), ""
            except (Refused, BadCards) as refusal:
                events, refused = (), str(refusal)
            yield Line(Part.REQUEST, line.rstrip(), session, events, refused)


def play(text: str, find_book: Callable[[str], Rulebook]) -> str:
    """Play a transcript and write it out with the events and refusals its requests lead to."""
    return "\n".join(_written(text, find_book)) + "\n"


def steps(text: str, find_book: Callable[[str], Rulebook]) -> Iterator[tuple[str, tuple[e.Event, ...], Session]]:
    """Each request of a transcript with the events it led to; a refused request has none."""
    for line in lines(text, find_book):
        if line.part is Part.REQUEST and line.session:
            said = line.text.strip()
            yield f"{said}\n  ! {line.refused}" if line.refused else said, line.events, line.session


def _is_head(line: str, word: str) -> bool:
    """Whether a line gives the book or the table, rather than a request by somebody of that name."""
    return line == word or (line.startswith(f"{word} ") and ":" not in line)


def _written(text: str, find_book: Callable[[str], Rulebook]) -> Iterator[str]:
    for line in lines(text, find_book):
        yield line.text
        if line.refused:
            yield f"  ! {line.refused}"
        if line.part is Part.REQUEST and line.session:
            yield from (f"  - {say(line.session.book, event)}" for event in line.events)


def read_opening(book: Rulebook, line: str, number: int) -> e.TableOpened:
    """The opening of a table as the line that begins with `table` asks for it."""
    return open_table(book, **_table_options(line.removeprefix("table").strip(), number))


def _table_options(written: str, number: int) -> dict[str, Any]:
    options: dict[str, Any] = {"name": "one"}
    limits: dict[str, tuple[int, int]] = {}
    pay_tables: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in re.split(r",(?!\d{3}\b)", written))):  # not within 1,000.00
        if part == "manual":
            options["manual"] = True
        elif match := re.fullmatch(r"called (.+)", part):
            options["name"] = match[1]
        elif match := re.fullmatch(r"unit (\S+)", part):
            options["unit"] = cents(match[1])
        elif match := re.fullmatch(r"positions (\d)", part):
            options["positions"] = int(match[1])
        elif match := re.fullmatch(r"(\S+) (\S+) to (\S+)", part):
            limits[match[1]] = (cents(match[2]), cents(match[3]))
        elif match := re.fullmatch(r"(\S+) pay table (\S+)", part):
            pay_tables[match[1]] = match[2]
        else:
            raise BadTranscript(f"line {number}: {shortened(part)!r} is not an option of a table")
    return options | {"limits": limits, "pay_tables": pay_tables}


def cents(written: str) -> int:
    """An amount of money as people write it, in cents.

    >>> cents("1,250.50")
    125050
    """
    match = re.fullmatch(r"(-?)(\d[\d,]{0,60})(?:\.(\d\d))?", written)
    if not match:
        raise BadTranscript(f"{shortened(written)!r} is not an amount of money")
    amount = int(match[2].replace(",", "")) * 100 + int(match[3] or 0)
    return -amount if match[1] else amount


def _hands(written: str) -> dict[int, c.Cards]:
    """`1: cards / dealer: cards`."""
    hands = {}
    for part in written.split("/"):
        who, _, cards = part.partition(":")
        if who.strip() != "dealer" and not re.fullmatch(_NUMBER, who.strip()):
            raise BadTranscript(f"{shortened(who)!r} is not a position")
        position = DEALER if who.strip() == "dealer" else int(who)
        hands[position] = tuple(card.text for card in read_cards(cards)) if cards.strip() else ()
    return hands


def deck_of(session: Session, hands: Mapping[int, c.Cards]) -> c.Cards:
    """A whole deck from which the table deals these hands; the other cards follow in order."""
    places = [*sorted(session.table.wagers), DEALER]
    size = session.book.dealt
    extra = sorted(set(hands) - set(places))
    if extra and session.table.phase is Phase.CLOSED:
        row = session.book.procedure.permission(Act.DEAL)
        raise Refused(
            f"position {extra[0]} has no wager: no cards are dealt there; use `key in` for a wrong deal",
            clause=row.cite if row else "",
        )
    for place in places:
        if len(hands.get(place, ())) != size:
            where = "the dealer" if place == DEALER else f"position {place}"
            raise BadTranscript(f"give the {size} cards for {where}")
    if session.table.manual:
        front = [hands[place][card] for card in range(size) for place in places]
    else:
        front = [card for place in places for card in hands[place]]
    rest = [card.text for card in session.book.deck.cards if card.text not in front]
    return (*front, *rest)


_NUMBER = r"(\d{1,9})"
_GRAMMAR: list[tuple[str, Callable[[Session, c.Actor, re.Match[str]], c.Command]]] = [
    (rf"sit at {_NUMBER}", lambda _, by, m: c.Sit(by=by, position=int(m[1]))),
    (rf"leave {_NUMBER}", lambda _, by, m: c.Leave(by=by, position=int(m[1]))),
    (
        r"place your bets(, from the house's own deck)?",
        lambda _, by, m: c.AnnouncePlaceYourBets(by=by, own_deck=bool(m[1])),
    ),
    (
        rf"wager (\S+) on (\S+) at {_NUMBER}(?: for (.+))?",
        lambda _, by, m: c.PlaceWager(by=by, cents=cents(m[1]), wager=m[2], position=int(m[3]), player=m[4] or ""),
    ),
    (
        rf"withdraw (\S+) at {_NUMBER}",
        lambda _, by, m: c.WithdrawWager(by=by, wager=m[1], position=int(m[2])),
    ),
    (rf"share {_NUMBER}", lambda _, by, m: c.ShareArea(by=by, position=int(m[1]))),
    (rf"stop sharing {_NUMBER}", lambda _, by, m: c.ShareArea(by=by, position=int(m[1]), stop=True)),
    (r"no more bets", lambda _, by, _m: c.AnnounceNoMoreBets(by=by)),
    (r"deal a deck of (.*)", lambda _, by, m: c.Deal(by=by, deck=tuple(m[1].split()))),
    (r"deal (.*)", lambda s, by, m: c.Deal(by=by, deck=deck_of(s, _hands(m[1])))),
    (r"key again (.*)", lambda _, by, m: c.KeyAgain(by=by, hands=_hands(m[1]))),
    (r"key in (.*)", lambda _, by, m: c.KeyIn(by=by, hands=_hands(m[1]))),
    (rf"view {_NUMBER}", lambda _, by, m: c.ViewHand(by=by, position=int(m[1]))),
    (rf"set {_NUMBER} low (.*)", lambda _, by, m: c.SetHand(by=by, position=int(m[1]), low=tuple(m[2].split()))),
    (rf"take back {_NUMBER}", lambda _, by, m: c.TakeBack(by=by, position=int(m[1]))),
    (
        rf"house way {_NUMBER}(?: low (.*))?",
        lambda _, by, m: c.SetHouseWay(by=by, position=int(m[1]), low=tuple((m[2] or "").split())),
    ),
    (r"end setting", lambda _, by, _m: c.EndSetting(by=by)),
    (r"reveal(?: low (.*))?", lambda _, by, m: c.Reveal(by=by, low=tuple((m[1] or "").split()))),
    (rf"concede {_NUMBER}", lambda _, by, m: c.Concede(by=by, position=int(m[1]))),
    (rf"view conceded {_NUMBER}", lambda _, by, m: c.ViewConceded(by=by, position=int(m[1]))),
    (r"settle", lambda _, by, _m: c.Settle(by=by)),
    (r"restrict (.+)", lambda _, by, m: c.Restrict(by=by, player=m[1])),
    (r"lift the restriction of (.+)", lambda _, by, m: c.Restrict(by=by, player=m[1], lift=True)),
    (r"prohibit (.+)", lambda _, by, m: c.Prohibit(by=by, player=m[1])),
    (r"lift the prohibition of (.+)", lambda _, by, m: c.Prohibit(by=by, player=m[1], lift=True)),
    (r"allow (.+) more hands", lambda _, by, m: c.AllowMore(by=by, player=m[1])),
    (r"allow (.+) one hand", lambda _, by, m: c.AllowMore(by=by, player=m[1], lift=True)),
    (r"report ([^,]+)(.*)", lambda _, by, m: c.Report(by=by, fault=_fault(m[1].strip()), **_details(m[2]))),
    (
        r"remedy reconstruct, (move .*)",
        lambda _, by, m: c.RemedyFault(by=by, remedy=Remedy.RECONSTRUCT, moves=_moves(m[1])),
    ),
    (r"remedy reconstruct, (.*)", lambda _, by, m: c.RemedyFault(by=by, remedy=Remedy.RECONSTRUCT, hands=_hands(m[1]))),
    (r"remedy (.*)", lambda _, by, m: c.RemedyFault(by=by, remedy=_remedy(m[1]))),
    (r"take the report back", lambda _, by, _m: c.Retract(by=by)),
    (r"permit withdrawal", lambda _, by, _m: c.PermitWithdrawal(by=by)),
    (r"withdraw remaining", lambda _, by, _m: c.WithdrawRemaining(by=by)),
    (r"offer the bank", lambda _, by, _m: c.OfferBank(by=by)),
    (
        rf"(take|share) the bank at {_NUMBER} with (\S+)",
        lambda _, by, m: c.TakeBank(by=by, position=int(m[2]), cents=cents(m[3]), shared=m[1] == "share"),
    ),
    (rf"pass the bank at {_NUMBER}", lambda _, by, m: c.PassBank(by=by, position=int(m[1]))),
    (r"set limits (.+)", lambda _, by, m: _set_limits(by, m[1])),
    (rf"correct round {_NUMBER}", lambda _, by, m: c.Correct(by=by, round=int(m[1]))),
]


def _set_limits(by: c.Actor, written: str) -> c.SetLimits:
    """`main 10.00 to 500.00, exposure 20,000.00`; amounts have no comma followed by a space."""
    limits: dict[str, tuple[int, int]] = {}
    capped = 0
    for part in written.split(", "):
        if match := re.fullmatch(r"exposure (\S+)", part):
            capped = cents(match[1])
        elif match := re.fullmatch(r"(\S+) (\S+) to (\S+)", part):
            limits[match[1]] = (cents(match[2]), cents(match[3]))
        else:
            raise BadTranscript(f"{shortened(part)!r} is not a limit")
    return c.SetLimits(by=by, limits=limits, exposure=capped)


def read_command(session: Session, line: str, number: int) -> c.Command:
    """A request in words, such as `ann: wager 10.00 on main at 1`."""
    who, colon, words = line.partition(":")
    try:
        found = read_request(session, read_actor(who.strip()), words.strip()) if colon else None
    except (BadCards, BadTranscript) as error:
        raise BadTranscript(f"line {number}: {shortened(line)!r}: {error}") from error
    if found is None:
        raise BadTranscript(f"line {number}: {shortened(line)!r} is not a request")
    return found


def read_actor(who: str) -> c.Actor:
    """Who asks: a player by name, staff by their role or as `carol as pit supervisor`."""
    name, _, role = who.rpartition(" as ")
    return c.Actor(name, STAFF[role]) if name and role in STAFF else c.Actor(who, STAFF.get(who, Role.PLAYER))


def read_request(session: Session, by: c.Actor, words: str) -> c.Command | None:
    """What somebody asks for, in words such as `wager 10.00 on main at 1`; nothing where these are no request."""
    for pattern, make in _GRAMMAR:
        if match := re.fullmatch(pattern, words):
            return make(session, by, match)
    return None


def _fault(written: str) -> Fault:
    try:
        return Fault(written)
    except ValueError:
        known = ", ".join(fault.value for fault in Fault)
        raise Refused(f"{shortened(written)!r} is not an irregularity; the irregularities are: {known}") from None


def _remedy(written: str) -> Remedy:
    try:
        return Remedy(written)
    except ValueError:
        raise Refused(
            f"{shortened(written)!r} is not a remedy; the remedies are: {', '.join(r.value for r in Remedy)}"
        ) from None


def _details(written: str) -> dict[str, Any]:
    """The details of a report; each may be given once, and everything else is its note, as is all after `note`."""
    written, _, note = written.partition(", note ")
    found: dict[str, Any] = {}
    notes = []
    for part in filter(None, (part.strip() for part in written.split(","))):
        detail: tuple[str, Any]
        if part == "handled":
            detail = ("handled", True)
        elif match := re.fullmatch(rf"position {_NUMBER}|dealer", part):
            detail = ("position", int(match[1] or DEALER))
        elif match := re.fullmatch(r"(-?\d{1,9}) cards?", part):
            detail = ("cards", int(match[1]))
        elif match := re.fullmatch(r"(wager|player) (.+)", part):
            detail = (match[1], match[2])
        elif match := re.fullmatch(r"amount (\S+)", part):
            detail = ("cents", cents(match[1]))
        else:
            notes.append(part)
            continue
        if detail[0] in found:
            what = {"cents": "amount", "cards": "number of cards"}.get(detail[0], detail[0])
            raise Refused(f"give the {what} once: a report is of one thing")
        found |= [detail]
    notes += [note] if note else []
    return found | ({"note": ", ".join(notes)} if notes else {})


def _moves(written: str) -> dict[int, int]:
    found = re.findall(r"(?<!\d)(\d{1,9}) to (\d{1,9})(?!\d)", written.replace("dealer", str(DEALER)))
    return {int(start): int(to) for start, to in found}
