"""Requests in the words of a transcript, and the requests that events must have come from.

Here: a command as words that `transcript` reads back as the same command; and for events whose request was not kept,
a request that leads to exactly these events. Not here: reading words (`transcript`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence

from houseway.errors import HousewayError, Refused
from houseway.money import money
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.decide import decide, round_needed
from houseway.table.state import DEALER
from houseway.table.transcript import Session, deck_of, read_actor, read_request

_STAFF = tuple(c.Actor(role.words, role) for role in Role if role is not Role.PLAYER)


def actor_in_words(by: c.Actor) -> str:
    """Who asks, as `transcript.read_actor` reads it.

    >>> actor_in_words(c.Actor("carol", Role.PIT_SUPERVISOR)), actor_in_words(c.Actor("dealer", Role.DEALER))
    ('carol as pit supervisor', 'dealer')
    """
    return by.name if by.role is Role.PLAYER or by.name == by.role.words else f"{by.name} as {by.role.words}"


def in_words(session: Session, command: c.Command) -> str:
    """A command in words; an empty string if the words of transcripts cannot say it."""
    words = _words(command)
    try:
        same = read_request(session, command.by, words) == command and read_actor(actor_in_words(command.by))
    except HousewayError:
        return ""
    return words if same == command.by and ":" not in command.by.name and "\n" not in words else ""


def _words(command: c.Command) -> str:  # noqa: PLR0912 - one case for each command
    match command:
        case c.Sit(position=position):
            return f"sit at {position}"
        case c.PlaceWager():
            player = f" for {command.player}" if command.player else ""
            return f"wager {money(command.cents)} on {command.wager} at {command.position}{player}"
        case c.WithdrawWager():
            return f"withdraw {command.wager} at {command.position}"
        case c.ShareArea(stop=stop):
            return f"stop sharing {command.position}" if stop else f"share {command.position}"
        case c.AnnouncePlaceYourBets(own_deck=True):
            return "place your bets, from the house's own deck"
        case c.Deal():
            return f"deal a deck of {' '.join(command.deck)}"
        case c.KeyIn(hands=hands):
            return f"key in {_hands(hands)}"
        case c.KeyAgain(hands=hands):
            return f"key again {_hands(hands)}"
        case c.SetHand() | c.SetHouseWay():
            word = "set" if isinstance(command, c.SetHand) else "house way"
            low = f" low {' '.join(command.low)}" if command.low or isinstance(command, c.SetHand) else ""
            return f"{word} {command.position}{low}"
        case c.Reveal(low=low):
            return f"reveal low {' '.join(low)}" if low else "reveal"
        case c.Restrict() | c.Prohibit():
            word = "restrict" if isinstance(command, c.Restrict) else "prohibit"
            of = "restriction" if isinstance(command, c.Restrict) else "prohibition"
            return f"lift the {of} of {command.player}" if command.lift else f"{word} {command.player}"
        case c.AllowMore(player=player, lift=lift):
            return f"allow {player} one hand" if lift else f"allow {player} more hands"
        case c.Report():
            return _report(command)
        case c.RemedyFault():
            moves = ", ".join(f"{_place(start)} to {_place(to)}" for start, to in command.moves.items())
            more = f", move {moves}" if moves else f", {_hands(command.hands)}" if command.hands else ""
            return f"remedy {command.remedy.value}{more}"
        case c.Retract():
            return "take the report back"
        case c.Correct(round=number):
            return f"correct round {number}"
        case c.SetLimits():
            parts = [f"{key} {money(least)} to {money(most)}" for key, (least, most) in command.limits.items()]
            parts += [f"exposure {money(command.exposure)}"] if command.exposure or not parts else []
            return f"set limits {', '.join(parts)}"
        case c.TakeBank():
            word = "share" if command.shared else "take"
            return f"{word} the bank at {command.position} with {money(command.cents)}"
        case c.PassBank():
            return f"pass the bank at {command.position}"
        case c.Leave() | c.ViewHand() | c.TakeBack() | c.Concede() | c.ViewConceded():
            return f"{command.__struct_config__.tag} {command.position}"
        case _:
            return str(command.__struct_config__.tag)


def _report(command: c.Report) -> str:
    parts = [f"report {command.fault.value}"]
    if command.position >= 0:
        parts.append("dealer" if command.position == DEALER else f"position {command.position}")
    parts += [f"{name} {value}" for name in ("wager", "player") if (value := getattr(command, name))]
    parts += [f"amount {money(command.cents)}"] if command.cents else []
    parts += [f"{command.cards} cards"] if command.cards else []
    parts += ["handled"] if command.handled else []
    return ", ".join([*parts, *([f"note {command.note}"] if command.note else [])])


def _hands(hands: Mapping[int, c.Cards]) -> str:
    return " / ".join(f"{_place(position)}: {' '.join(cards)}" for position, cards in hands.items())


def _place(position: int) -> str:
    return "dealer" if position == DEALER else str(position)


def request_for(session: Session, events: Sequence[e.Event]) -> tuple[c.Command, str, int] | None:
    """A request that leads to the first of these events, with its words and how many events it leads to."""
    for command in _candidates(session, events):
        past = session.before_settling.get(round_needed(session.table, command))
        try:
            found = decide(session.book, session.table, command, past=past)
        except (Refused, LookupError):
            continue
        if found and found == tuple(events[: len(found)]):
            hands = {event.position: event.cards for event in found if isinstance(event, e.HandDealt)}
            words = f"deal {_hands(hands)}" if isinstance(command, c.Deal) else in_words(session, command)
            if words:
                return command, words, len(found)
    return None


def _candidates(session: Session, events: Sequence[e.Event]) -> Iterator[c.Command]:
    """Requests that may have led to the first of some events, the likeliest first."""
    remedied = next((event for event in events if isinstance(event, e.IrregularityRemedied)), None)
    if remedied and session.table.hold:
        yield from _remedies(remedied, events)
    for event in events:
        yield from _from(session, event, events)


def _remedies(remedied: e.IrregularityRemedied, events: Sequence[e.Event]) -> Iterator[c.Command]:
    moves = next((event.moves for event in events if isinstance(event, e.HandsMoved)), {})
    hands = {event.position: event.cards for event in events if isinstance(event, e.HandReconstructed)}
    for by in _as_staff(remedied.by):
        yield c.RemedyFault(by=by, remedy=remedied.remedy, moves=moves, hands=hands)


def _as_staff(name: str) -> list[c.Actor]:
    """Somebody named, in every role that name can have."""
    return [by for by in _STAFF if by.name == name] or [c.Actor(name, by.role) for by in _STAFF]


def _from(session: Session, event: e.Event, events: Sequence[e.Event]) -> Iterator[c.Command]:  # noqa: PLR0912, PLR0915
    table, size = session.table, session.book.dealt - session.book.high_size
    player = c.Actor(getattr(event, "player", ""), Role.PLAYER)
    staff = _as_staff(by) if (by := getattr(event, "by", "")) else _STAFF
    match event:
        case e.BettingOpened(own_deck=own):
            yield from (c.AnnouncePlaceYourBets(by=by, own_deck=own) for by in _STAFF)
        case e.PlaceTaken(position=at):
            yield c.Sit(by=player, position=at)
        case e.PlaceLeft(position=at):
            yield from (c.Leave(by=by, position=at) for by in (player, *_STAFF))
        case e.WagerPlaced(position=at, wager=wager, cents=cents) if event.by:
            yield from (c.PlaceWager(by=by, position=at, wager=wager, cents=cents, player=player.name) for by in staff)
        case e.WagerPlaced(position=at, wager=wager, cents=cents):
            yield c.PlaceWager(by=player, position=at, wager=wager, cents=cents)
        case e.WagerWithdrawn(position=at, wager=wager):
            yield c.WithdrawWager(by=player, position=at, wager=wager)
        case e.WagerSettled():
            yield c.WithdrawRemaining(by=player)
        case e.AreaShared(position=at, stopped=stop):
            yield c.ShareArea(by=player, position=at, stop=stop)
        case e.HandDealt():
            hands = {one.position: one.cards for one in events if isinstance(one, e.HandDealt)}
            yield from (c.KeyIn(by=by, hands=hands) for by in _STAFF)
            if all(len(hands.get(place, ())) == session.book.dealt for place in (*table.wagers, DEALER)):
                yield from (c.Deal(by=by, deck=deck_of(session, hands)) for by in _STAFF)
        case e.CardsKeyedAgain():
            again = {one.position: one.cards for one in events if isinstance(one, e.CardsKeyedAgain)}
            yield from (c.KeyAgain(by=by, hands=again) for by in staff)
        case e.HandViewed(position=at):
            yield c.ViewHand(by=player, position=at)
        case e.FoulDeclared(position=at):
            for low in itertools.combinations(table.hands[at].cards if at in table.hands else (), size):
                yield c.SetHand(by=player, position=at, low=low)
        case e.HandSet(position=at, low=low):
            people = [c.Actor(name, Role.PLAYER) for name in (table.controller(at), *table.seats.values())]
            yield from (c.SetHand(by=by, position=at, low=low) for by in people)
            yield from (c.EndSetting(by=by) for by in _STAFF)
            for chosen in ((), low):
                yield from (c.SetHouseWay(by=by, position=at, low=chosen) for by in (*_STAFF, *people))
        case e.SettingTakenBack(position=at):
            yield c.TakeBack(by=player, position=at)
        case e.DealerRevealed(low=low):
            yield from (c.Reveal(by=by, low=chosen) for chosen in ((), low) for by in _STAFF)
        case e.HandConceded(position=at):
            yield c.Concede(by=player, position=at)
        case e.ConcededHandViewed(position=at):
            yield from (c.ViewConceded(by=by, position=at) for by in staff)
        case e.PlayerRestricted(player=name, lifted=lift):
            yield from (c.Restrict(by=by, player=name, lift=lift) for by in _STAFF)
        case e.MoreHandsAllowed(player=name, lifted=lift):
            yield from (c.AllowMore(by=by, player=name, lift=lift) for by in _STAFF)
        case e.PlayerProhibited(player=name, lifted=lift):
            yield from (c.Prohibit(by=by, player=name, lift=lift) for by in _STAFF)
        case e.IrregularityReported():
            for by in (*staff, c.Actor(event.by, Role.PLAYER)):
                yield c.Report(
                    by=by,
                    fault=event.fault,
                    position=event.position,
                    wager=event.wager,
                    player=event.player,
                    cents=event.cents,
                    cards=event.cards,
                    handled=event.handled,
                    note=event.note,
                )
        case e.BankTaken(position=at, cents=cents, shared=shared):
            yield c.TakeBank(by=player, position=at, cents=cents, shared=shared)
        case e.BankPassed(position=at):
            yield c.PassBank(by=player, position=at)
        case e.LimitsSet(limits=limits, exposure=capped):
            yield from (c.SetLimits(by=by, limits=limits, exposure=capped) for by in staff)
        case e.RoundCorrected(round=number):
            yield from (c.Correct(by=by, round=number) for by in staff)
        case _:
            kind = _ALONE.get(type(event))
            yield from (kind(by=by) for by in staff) if kind else ()


_ALONE: dict[type[e.Event], type[c.Command]] = {
    e.BankOffered: c.OfferBank,
    e.BettingClosed: c.AnnounceNoMoreBets,
    e.RoundSettled: c.Settle,
    e.ReportRetracted: c.Retract,
    e.WithdrawalOffered: c.PermitWithdrawal,
}
"""Requests that hold nothing but who asks, by an event each leads to."""
