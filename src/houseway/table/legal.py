"""Every command that somebody could give now.

Here: listing the commands that `decide` accepts as the table stands, each complete and ready to give. Not here: any
rule; a command is listed because `decide` accepts it, and for no other reason.

Where there would be endless commands, or far too many, the list is shortened:

* a wager appears once for each position and kind of wager, with the smallest amount the table accepts;
* `Deal` appears only if you give a deck, and `KeyIn` and `KeyAgain` never do: the cards come from you; neither does
  `SetLimits`;
* a hand is listed with every legal setting; fouls, which a dealer would set the house way, are left out;
* a report appears with every position, wager and player that fits, with the smallest amount, and with one card or two;
  a remedy that needs to know which cards or which hands is left out, and so are notes that are not
  needed.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from houseway.errors import BadCards, Refused
from houseway.rulebook.procedure import Fault, Irregularity, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import banking
from houseway.table import commands as c
from houseway.table.betting import least
from houseway.table.decide import round_needed, why_refused
from houseway.table.irregular import details, remedies
from houseway.table.playing import must_not_be_foul
from houseway.table.state import DEALER, Table

Past = Callable[[int], Table | None]
"""The table as it stood when a round was about to be settled, by the number of the round."""


def legal_commands(
    book: Rulebook, table: Table, actor: c.Actor, *, deck: c.Cards = (), past: Past | None = None
) -> Iterator[c.Command]:
    """The commands that `decide` accepts from somebody now; `past` is needed to list corrections.

    >>> from houseway import books
    >>> from houseway.table.opening import open_table
    >>> from houseway.table.evolve import restore
    >>> book = books.get("mbs-v4")
    >>> table = restore([open_table(book, name="one", positions=2)])
    >>> for command in legal_commands(book, table, c.Actor("ann", Role.PLAYER)):
    ...     print(command)
    Sit(position=1, by=Actor(name='ann', role=Role.PLAYER))
    Sit(position=2, by=Actor(name='ann', role=Role.PLAYER))
    """
    for command in _candidates(book, table, actor, deck):
        if _accepted(book, table, command, past):
            yield command
    for number in range(1, table.round + 1) if past else ():
        if _accepted(book, table, c.Correct(by=actor, round=number), past):
            yield c.Correct(by=actor, round=number)


def _accepted(book: Rulebook, table: Table, command: c.Command, past: Past | None) -> bool:
    needed = round_needed(table, command)
    return not why_refused(book, table, command, past=past(needed) if needed and past else None)


def _candidates(book: Rulebook, table: Table, by: c.Actor, deck: c.Cards) -> Iterator[c.Command]:
    """Every command worth trying, in the order of a round."""
    positions = range(1, table.positions + 1)
    players = _players(table)
    yield from (c.Sit(by=by, position=at) for at in positions if table.seats.get(at) != by.name)
    yield from (c.Leave(by=by, position=at) for at in positions)
    yield c.OfferBank(by=by)
    yield from (command for at in positions for command in _banks(book, table, by, at))
    yield c.AnnouncePlaceYourBets(by=by)
    yield from _wagers(book, table, by, players)
    yield from (c.ShareArea(by=by, position=at, stop=stop) for at in positions for stop in (False, True))
    yield from (
        c.WithdrawWager(by=by, position=at, wager=wager) for at, wagers in table.wagers.items() for wager in wagers
    )
    yield c.AnnounceNoMoreBets(by=by)
    if deck:
        yield c.Deal(by=by, deck=deck)
    yield from (c.ViewHand(by=by, position=at) for at in (DEALER, *positions))
    yield from (command for at in (DEALER, *positions) for command in _settings(book, table, by, at))
    yield from (c.TakeBack(by=by, position=at) for at in (DEALER, *positions))
    yield from (c.SetHouseWay(by=by, position=at) for at in (DEALER, *positions))
    yield from (c.EndSetting(by=by), c.Reveal(by=by))
    yield from (c.Concede(by=by, position=at) for at in positions)
    yield from (c.ViewConceded(by=by, position=at) for at in positions)
    yield c.Settle(by=by)
    for player in players:
        yield from (c.Restrict(by=by, player=player, lift=lift) for lift in (False, True))
        yield from (c.AllowMore(by=by, player=player, lift=lift) for lift in (False, True))
        yield from (c.Prohibit(by=by, player=player, lift=lift) for lift in (False, True))
    for known in book.procedure.irregularities:
        yield from _reports(book, table, by, known, players)
    yield from (c.RemedyFault(by=by, remedy=printed.remedy) for printed in remedies(book, table))
    yield c.Retract(by=by)
    yield c.PermitWithdrawal(by=by)
    yield c.WithdrawRemaining(by=by)


def _banks(book: Rulebook, table: Table, by: c.Actor, at: int) -> Iterator[c.Command]:
    """The bank with the smallest amount that covers a wager, alone and with the house; and passing it."""
    for shared in (False, True):
        yield c.TakeBank(by=by, position=at, cents=banking.least(book, table, shared=shared), shared=shared)
    yield c.PassBank(by=by, position=at)


def _players(table: Table) -> tuple[str, ...]:
    staked = (s.player for wagers in table.wagers.values() for stakes in wagers.values() for s in stakes)
    return tuple(dict.fromkeys([*table.seats.values(), *staked]))


def _wagers(book: Rulebook, table: Table, by: c.Actor, players: tuple[str, ...]) -> Iterator[c.Command]:
    """Each wager with its smallest amount; staff place it for a player."""
    for at in table.seats:
        for key in (book.main.key, *(side.key for side in book.side_wagers)):
            for player in ("",) if by.role is Role.PLAYER else players:
                yield c.PlaceWager(by=by, position=at, wager=key, cents=least(table, key, at), player=player)


def _settings(book: Rulebook, table: Table, by: c.Actor, at: int) -> Iterator[c.Command]:
    """Every legal setting of a hand that its player has viewed; nobody else may know the cards."""
    hand = table.hands.get(at)
    if hand is None or by.role is not Role.PLAYER or hand.viewed_by != by.name:
        return
    for low in itertools.combinations(hand.cards, book.dealt - book.high_size):
        try:
            must_not_be_foul(book, low, tuple(card for card in hand.cards if card not in low))
        except (Refused, BadCards, KeyError):
            continue
        yield c.SetHand(by=by, position=at, low=low)


def _reports(
    book: Rulebook, table: Table, by: c.Actor, known: Irregularity, players: tuple[str, ...]
) -> Iterator[c.Command]:
    """A report with each combination of the details it needs."""
    asked = details(known, table.phase)
    wagers = (book.main.key, *(side.key for side in book.side_wagers))
    positions = range(1 if "wager" in asked else 0, table.positions + 1)
    for at, wager, player, cards, handled in itertools.product(
        positions if "position" in asked else (-1,),
        wagers if "wager" in asked else ("",),
        players if "player" in asked else ("",),
        (1, 2, book.deck.size) if "cards" in asked else (0,),
        (False, True) if "handled" in asked else (False,),
    ):
        yield c.Report(
            by=by,
            fault=known.fault,
            position=at,
            wager=wager,
            player=player,
            cents=table.unit if "cents" in asked else 0,
            cards=cards,
            handled=handled,
            note=known.fault.value if known.fault is Fault.OTHER else "",
        )
