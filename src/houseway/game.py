"""A table in memory: no database, no server, no accounts.

Here: one table that keeps its own events and, when asked, deals from its own deck. Not here: any rule (`table`), or a
table that outlives the process (`kept`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path

from houseway import books
from houseway.errors import Refused
from houseway.rulebook.procedure import MOST_POSITIONS, Act, Phase, Role
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.correct import set_right
from houseway.table.decide import decide, round_needed
from houseway.table.evolve import evolve, restore
from houseway.table.given import checked_actor, checked_command
from houseway.table.legal import legal_commands
from houseway.table.opening import open_table
from houseway.table.state import Table
from houseway.table.view import WATCHER, TableView, event_for, view


class Game:
    """A table at which you can do whatever its book allows. Money is whole cents.

    >>> game = Game("mbs-v4", seed=8)
    >>> ann = game.sit("ann")
    >>> game.bet(ann, 10_00)
    >>> game.deal()
    >>> game.finish()[-2].payout
    1000

    Every step is a command, and `legal_commands` lists those that an actor can give now:

    >>> for command in Game("five-card", positions=1).legal_commands(game.dealer):
    ...     print(command)
    AnnouncePlaceYourBets(own_deck=False, by=Actor(name='dealer', role=Role.GAMING_SHIFT_MANAGER))

    A command that is not allowed raises `Refused`, which names the clause, and changes nothing; so does an argument of
    the wrong type (`UnknownBook` if it is the book):

    >>> from houseway import commands
    >>> game.do(commands.Settle(by=game.dealer))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    houseway.errors.Refused: ...
    """

    def __init__(
        self,
        book: str | Path | Rulebook,
        *,
        seed: int | str | None = None,
        positions: int = MOST_POSITIONS,
        unit: int = 100,
        limits: Mapping[str, tuple[int, int]] | None = None,
        pay_tables: Mapping[str, str] | None = None,
        manual: bool = False,
        name: str = "table",
    ) -> None:
        """Open a table. The same `seed` deals the same cards; without one the operating system shuffles.

        `unit` is the smallest chip and `limits` the lowest and highest wager of each kind, in cents; `pay_tables`
        chooses among the pay tables of a side wager; `manual` deals one card at a time.
        """
        if not isinstance(seed, int | str | None) or isinstance(seed, bool):
            raise Refused(f"a seed is a whole number or text, not {seed!r}")
        if not isinstance(manual, bool):
            raise Refused(f"manual is True or False, not {manual!r}")
        self.book: Rulebook = book if isinstance(book, Rulebook) else books.get(book)
        self.dealer = c.Actor("dealer", Role.GAMING_SHIFT_MANAGER)
        """Gives the dealer's commands; a gaming shift manager may also decide on every irregularity."""
        opened = open_table(
            self.book,
            name=name,
            positions=positions,
            unit=unit,
            limits=limits,
            pay_tables=pay_tables,
            manual=manual,
        )
        self._random: random.Random = random.SystemRandom() if seed is None else random.Random(seed)
        self._steps: list[tuple[e.Event, ...]] = [(opened,)]
        self._table = restore([opened])
        self._settled: dict[int, Table] = {}
        """Each settled round with the table as it stood just before, for a correction."""
        self._correctable: dict[int, Table | None] = {}
        """The same for a round in which a hand was set wrong, and None for any other; looked up once."""

    def __repr__(self) -> str:
        return f"<Game {self.book.id}, round {self.table.round}, {self.table.phase.value}>"

    @property
    def table(self) -> Table:
        """The whole table, hidden cards included, for the program that runs the game; `view` is what a player sees.

        >>> Game("five-card").table.phase
        Phase.BETWEEN_ROUNDS
        """
        return self._table

    @property
    def events(self) -> tuple[e.Event, ...]:
        """Everything that has happened, first to last; iterating over the game gives the same.

        >>> [type(event).__name__ for event in Game("five-card")]
        ['TableOpened']
        """
        return tuple(self)

    def __iter__(self) -> Iterator[e.Event]:
        return (event for step in self._steps for event in step)

    def legal_commands(self, actor: c.Actor) -> tuple[c.Command, ...]:
        """The commands this actor can give now, each ready for `do`.

        A wager is listed with the smallest amount, a hand with every legal setting; `houseway.table.legal` lists what
        else is left out because there would be too many. To deal, use `deal`.

        >>> game = Game("mbs-v4", seed=8, positions=1)
        >>> ann = game.sit("ann")
        >>> [type(command).__name__ for command in game.legal_commands(ann)]
        ['Leave', 'ShareArea']
        >>> game.bet(ann, 10_00)
        >>> game.deal()
        >>> [type(command).__name__ for command in game.legal_commands(ann)]
        ['ViewHand']
        """
        actor = checked_actor(actor)
        return tuple(legal_commands(self.book, self.table, actor, past=self._worth_correcting))

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        """Carry out a command and return the events it leads to. `Refused` changes nothing.

        >>> from houseway import commands
        >>> game = Game("mbs-v4")
        >>> game.do(commands.AnnouncePlaceYourBets(by=game.dealer))
        (BettingOpened(round=1, own_deck=False, clause='3.1'),)
        """
        return self._do_all(command)[0]

    def view(self, viewer: c.Actor = WATCHER) -> TableView:
        """The table as this viewer sees it: face-down cards are a number and nothing else.

        >>> game = Game("mbs-v4", seed=8)
        >>> ann = game.sit("ann")
        >>> game.bet(ann, 10_00)
        >>> game.deal()
        >>> game.view(ann).hands[0]
        HandView(number=7, cards=(), low=(), house_way='', viewed_by='', is_set=False, conceded=False)
        """
        return view(self.table, checked_actor(viewer))

    def events_for(self, viewer: c.Actor = WATCHER) -> Iterator[e.Event]:
        """The events as a viewer sees them: hidden cards are left out.

        >>> game = Game("mbs-v4", seed=8)
        >>> game.bet(game.sit("ann"), 10_00)
        >>> game.deal()
        >>> [event.cards for event in game.events_for() if type(event).__name__ == "HandDealt"]
        [(), ()]
        """
        return self._events_for(checked_actor(viewer))

    # -----------------------------------------------------------------------------------------------------------------
    # Short ways to give the usual commands

    def player(self, name: str) -> c.Actor:
        """The actor who gives a player's commands.

        >>> Game("mbs-v4").player("ann")
        Actor(name='ann', role=Role.PLAYER)
        """
        return c.Actor(name, Role.PLAYER)

    def sit(self, name: str, position: int | None = None) -> c.Actor:
        """Seat a player, at the first free position unless you name one.

        >>> game = Game("mbs-v4")
        >>> _ = game.sit("ann"), game.sit("bob", position=4)
        >>> game.table.seats
        {1: 'ann', 4: 'bob'}
        """
        player = self.player(name)
        self.do(c.Sit(by=player, position=self._free_position() if position is None else position))
        return player

    def bet(self, player: c.Actor, cents: int, wager: str = "", position: int | None = None) -> None:
        """Place a wager, the main one unless you name another; opens betting if the last round has ended.

        >>> game = Game("mbs-v4")
        >>> ann = game.sit("ann")
        >>> game.bet(ann, 10_00)
        >>> game.bet(ann, 5_00, "fortune-bonus")
        >>> game.table.escrow()
        1500
        """
        seated = self.table.positions_of(checked_actor(player).name)
        if position is None and not seated:
            raise Refused(f"{player.name} is not seated")
        at = seated[0] if position is None else position
        placed = c.PlaceWager(by=player, position=at, wager=wager or self.book.main.key, cents=cents)
        opened = self.table.phase is not Phase.BETWEEN_ROUNDS
        self._do_all(*(() if opened else (c.AnnouncePlaceYourBets(by=self.dealer),)), placed)

    def deal(self) -> None:
        """Close betting if it is open, shuffle, and deal.

        >>> game = Game("mbs-v4", seed=8)
        >>> game.bet(game.sit("ann"), 10_00)
        >>> game.deal()
        >>> game.table.phase
        Phase.SETTING
        """
        closing = (c.AnnounceNoMoreBets(by=self.dealer),) if self.table.phase is Phase.BETTING else ()
        deck = [card.text for card in self.book.deck.cards]
        self._decide_all(*closing, c.Deal(by=self.dealer, deck=tuple(deck)))  # a refused deal shuffles nothing
        self._random.shuffle(deck)
        self._do_all(*closing, c.Deal(by=self.dealer, deck=tuple(deck)))

    def finish(self) -> tuple[e.Event, ...]:
        """Finish the round after the deal: set the remaining hands the house way, reveal, and settle.

        >>> game = Game("five-card", seed=8)
        >>> game.bet(game.sit("ann"), 10_00)
        >>> game.deal()
        >>> [type(event).__name__ for event in game.finish()]
        ['HandSet', 'HandShown', 'WagerSettled', 'RoundSettled']
        """
        steps: list[c.Command] = []
        if self.table.phase is Phase.SETTING:
            if any(not self.table.hands[at].is_set for at in self.table.in_play()):
                steps.append(c.EndSetting(by=self.dealer))
            if self.book.procedure.permission(Act.REVEAL) is not None:
                steps.append(c.Reveal(by=self.dealer))
        done = self._do_all(*steps, c.Settle(by=self.dealer))
        return tuple(event for events in done for event in events)

    def _decide_all(self, *commands: c.Command) -> list[tuple[Table, tuple[e.Event, ...]]]:
        """What each command in turn leads to, with the table before it; nothing is changed yet."""
        table, decided = self._table, []
        for given in commands:
            command = checked_command(given)
            past = self._before_settling(round_needed(table, command))
            events = decide(self.book, table, command, past=past)
            decided.append((table, events))
            for event in events:
                table = evolve(table, event)
        return decided

    def _do_all(self, *commands: c.Command) -> tuple[tuple[e.Event, ...], ...]:
        """Carry out several commands, or none of them if one is refused."""
        decided = self._decide_all(*commands)
        for before, events in decided:
            for event in events:
                self._table = evolve(self._table, event)
                if isinstance(event, e.RoundSettled):
                    self._settled[event.round] = before
            self._steps.append(events)
        return tuple(events for _, events in decided)

    def _events_for(self, viewer: c.Actor) -> Iterator[e.Event]:
        table = Table()
        for event in self:
            table = evolve(table, event)
            if (seen := event_for(table, event, viewer)) is not None:
                yield seen

    def _free_position(self) -> int:
        seats, prohibited = self.table.seats, self.table.prohibited
        for at in range(1, self.table.positions + 1):
            if at not in seats or seats[at] in prohibited:
                return at
        row = self.book.procedure.permission(Act.SIT)
        raise Refused("every position is taken", clause=row.cite if row else "")

    def _before_settling(self, number: int) -> Table | None:
        """The table as it stood when a round was settled, for its correction."""
        return self._settled.get(number)

    def _worth_correcting(self, number: int) -> Table | None:
        """The same, but only for a round in which a hand was not set the house way, or one that is on hold."""
        if number not in self._settled:
            return None
        if self.table.hold is not None and number == self.table.round:
            return self._settled[number]
        if number not in self._correctable:
            before = self._settled[number]
            self._correctable[number] = before if set_right(self.book, before) != before else None
        return self._correctable[number]
