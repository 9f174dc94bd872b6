"""What a viewer is sent must not depend on cards hidden from them.

Here: replaying a game with its hidden cards shuffled, and comparing what one viewer is sent. Not here: tests.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random

import msgspec
from msgspec.structs import replace

from houseway.cards.card import Card
from houseway.errors import BadCards, Refused
from houseway.rulebook.procedure import Fault, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.rulebook.wagers import Judged
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.decide import decide, round_needed
from houseway.table.evolve import evolve, restore
from houseway.table.state import Table
from houseway.table.view import WATCHER, event_for, view
from support.drawn_commands import PLAYERS, STAFF
from support.table_machine import Done, Play

encode = msgspec.json.encode
VIEWERS = (WATCHER, *PLAYERS, *STAFF, c.Actor("eve", Role.PLAYER))


def check_nothing_hidden_shows(play: Play, viewer: c.Actor, upto: int) -> int:
    """Replay the first requests with the hidden cards shuffled, and check that the viewer is sent the same.

    Returns how many requests were compared: the replay ends where the hidden cards rightly change what happens in the
    open, such as a foul that would not be one.
    """
    done = play.history[:upto]
    seen = _cards_seen(done, viewer)
    exchange = {number: _shuffled(play.book, cards, play.random) for number, cards in seen.items()}
    here = there = restore([play.opened])
    past: dict[int, Table] = {}
    unseen: set[tuple[int, int, str]] = set()
    for number, step in enumerate(done):
        command = _exchanged(play.book, there, step, exchange)
        if isinstance(command, c.Settle):
            past[there.round] = there
        if command is None:
            return number
        try:
            before = past.get(round_needed(there, command))
            events = decide(play.book, there, command, past=before)
        except (Refused, BadCards):
            events = ()
        if [type(event) for event in events] != [type(event) for event in step.events]:
            assert _turns_on_hidden_cards(step, events), (command, step.events, events)
            return number
        unseen |= _settled_unseen(play.book, here, step)
        for mine, other in zip(step.events, events, strict=True):
            here, there = evolve(here, mine), evolve(there, other)
            if _pays_an_unseen_hand(mine, here.round, unseen):
                continue
            assert encode(event_for(here, mine, viewer)) == encode(event_for(there, other, viewer)), (
                viewer,
                mine,
                other,
            )
        assert encode(view(here, viewer)) == encode(view(there, viewer)), (viewer, command)
        if any(_is_foul_in_one(mine, other) for mine, other in zip(step.events, events, strict=True)):
            return number
    return len(done)


def _is_foul_in_one(mine: e.Event, other: e.Event) -> bool:
    """Whether a hand is set the house way in only one of two rounds: rightly shown once hands are compared."""
    if not isinstance(mine, e.HandSet) or not isinstance(other, e.HandSet):
        return False
    return bool(mine.house_way) != bool(other.house_way)


def _cards_seen(done: list[Done], viewer: c.Actor) -> dict[int, set[str]]:
    """The cards a viewer sees in each round: the dealer's, those compared, and those the viewer viewed."""
    seen: dict[int, set[str]] = {0: set()}
    hands: dict[int, c.Cards] = {}
    own: set[int] = set()
    number = 0
    for event in itertools.chain.from_iterable(step.events for step in done):
        match event:
            case e.BettingOpened(round=number):
                seen[number], hands, own = set(), {}, set()
            case (
                e.HandDealt(position=position, cards=cards)
                | e.HandReconstructed(position=position, cards=cards)
                | e.CardsKeyedAgain(position=position, cards=cards)
            ):
                hands[position] = cards
            case e.HandsMoved(moves=moves):
                hands = {moves.get(position, position): cards for position, cards in hands.items()}
            case e.HandViewed(position=position, player=player) if viewer == c.Actor(player, Role.PLAYER):
                own.add(position)
            case e.ConcededHandViewed(position=position, by=by) if viewer.role is not Role.PLAYER and viewer.name == by:
                own.add(position)
            case e.DealerRevealed(cards=cards):
                seen[number].update(cards)
            case e.HandShown(low=low, high=high):
                seen[number].update(low, high)
            case _:
                pass
        for position in own:
            seen[number].update(hands.get(position, ()))
    return seen


def _shuffled(book: Rulebook, seen: set[str], random: Random) -> dict[str, str]:
    """A random exchange of the hidden cards that leaves the seen ones in place."""
    hidden = [card.text for card in book.deck.cards if card.text not in seen]
    others = hidden.copy()
    random.shuffle(others)
    return dict(zip(hidden, others, strict=True)) | {card: card for card in seen}


def _exchanged(book: Rulebook, table: Table, step: Done, exchange: dict[int, dict[str, str]]) -> c.Command | None:
    """The same request for the exchanged cards; `None` if there is no such request."""
    instead = exchange[table.round]

    def other(cards: c.Cards) -> c.Cards:
        return tuple(instead[Card(card).text] for card in cards)

    match step.command:
        case c.Deal(deck=deck):
            return replace(step.command, deck=other(deck))
        case c.KeyIn(hands=hands) | c.KeyAgain(hands=hands) | c.RemedyFault(hands=hands) if hands:
            return replace(step.command, hands={at: other(cards) for at, cards in hands.items()})
        case c.SetHouseWay(low=low) | c.Reveal(low=low):
            return replace(step.command, low=other(low))
        case c.SetHand(position=position, low=low):
            foul = any(isinstance(event, e.FoulDeclared) for event in step.events)
            lows = (other(low), *_every_low(table.hands[position].cards))
            fitting = (two for two in lows if _is_foul(book, table.hands[position].cards, two) is foul)
            chosen = next(fitting, None)
            return replace(step.command, low=chosen) if chosen else None
    return step.command


def _every_low(cards: c.Cards) -> Iterator[c.Cards]:
    return itertools.combinations(cards, 2)


def _is_foul(book: Rulebook, cards: c.Cards, low: c.Cards) -> bool:
    high = [Card(card) for card in cards if card not in low]
    return not book.rank_of(high).outranks_or_equals(book.rank_of([Card(card) for card in low]))


def _turns_on_hidden_cards(step: Done, events: tuple[e.Event, ...]) -> bool:
    """Whether the result of a request may rightly depend on hidden cards."""
    settled = isinstance(step.command, c.Settle)
    if settled:
        return [type(x) for x in step.events if not isinstance(x, e.EnvyPaid | e.EnvyBarred)] == [
            type(x) for x in events if not isinstance(x, e.EnvyPaid | e.EnvyBarred)
        ]
    wrong_setting = isinstance(step.command, c.Report) and step.command.fault is Fault.WRONG_HOUSE_WAY
    by_hand = isinstance(step.command, c.SetHouseWay | c.Reveal) and bool(step.command.low)
    corrected = any(isinstance(event, e.RoundCorrected) for event in step.events)
    return wrong_setting or by_hand or corrected


def _settled_unseen(book: Rulebook, table: Table, step: Done) -> set[tuple[int, int, str]]:
    """The side wagers on hands that are never turned, with their round: conceded, or the dealer did not qualify.

    With an empty name, the hand itself: a correction pays all of its wagers by the cards.
    """
    if not isinstance(step.command, c.Settle):
        return set()
    shown = {event.position for event in step.events if isinstance(event, e.HandShown)}
    judged = [side.key for side in book.side_wagers if side.judged is Judged.PLAYER_CARDS]
    hidden = [position for position in table.in_play() if position not in shown]
    return {(table.round, position, wager) for position in hidden for wager in (*judged, "")}


def _pays_an_unseen_hand(event: e.Event, current: int, unseen: set[tuple[int, int, str]]) -> bool:
    """Whether an event pays a hand that stays face down, or corrects that: the payment is public, the cards are not."""
    number = event.round if isinstance(event, e.SettlementCorrected | e.EnvyCorrected) else current
    if isinstance(event, e.EnvyPaid | e.EnvyBarred | e.EnvyCorrected):
        return any(number == dealt for dealt, _, _ in unseen)
    match event:
        case e.SettlementCorrected(position=position):
            return (number, position, "") in unseen
        case e.WagerSettled(position=position, wager=wager):
            return (number, position, wager) in unseen
        case _:
            return False
