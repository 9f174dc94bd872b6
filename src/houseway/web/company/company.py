"""The bots at one table: they come when a player asks for company, play like people, and leave again.

Here: how many there are, what each of them has to do next, and when. Every request goes through `LiveTable.ask`, and is
chosen from the scene that a page of the bot would be sent. Not here: who they are (`characters`), what they choose
(`choices`), or how the dealer deals with them: the dealer waits for people alone.

Bots leave once nobody else is left at the table, when they are sent away, or to make room: whoever looks at the table
under a name finds a free seat after the round at the latest. Wagers on the layout are played out first.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from houseway.errors import HousewayError, Refused
from houseway.kept.bots import bot_name, is_bot, number_at
from houseway.kept.play_chips import first_chips
from houseway.rulebook.procedure import Phase, Role
from houseway.table import commands as c
from houseway.table.commands import Cards
from houseway.table.state import DEALER
from houseway.web.company import choices
from houseway.web.company.characters import CHARACTERS, character
from houseway.web.wire.scene import AUTOMATIC, HOUSE_DECK, Scene

if TYPE_CHECKING:
    from houseway.web.floor.live_table import LiveTable

_log = logging.getLogger(__name__)
GRACE: Final = 20.0
"""Seconds after which bots leave players whose page is closed."""
AFTER_A_REFUSAL, AFTER_A_DEFECT = 1.0, 10.0
"""Seconds until a bot tries again."""
USUAL_BETTING, USUAL_SETTING, USUAL_BETWEEN = 20.0, 60.0, 12.0
"""The longest waits of the dealer, in seconds, that a bot's pace follows."""
_COME, _LEAVE, _BET, _LOOK, _SET = "come", "leave", "bet", "look", "set"
_MOVES: Final = Phase.BETWEEN_ROUNDS, Phase.BETTING
"""When bots come and go."""
NOT_SEATED: Final = "take a seat first: bots keep company to whoever plays"


class Errand(NamedTuple):
    """Something that a bot has to do in a round."""

    bot: str
    what: str
    round: int


class Company:
    """The bots of one table."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self.random = Random()
        self.wanted = 0
        """How many bots were asked for."""
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._due: dict[Errand, float] = {}
        self._not_before: dict[Errand, float] = {}
        self._sits_out: set[Errand] = set()
        self._counting: dict[tuple[str, Cards], asyncio.Task[Cards]] = {}
        """What counts the values of the hands of some bots, by the bot and its cards."""
        self._alone_since = math.inf
        self._seats: dict[int, str] | None = None
        self._names: frozenset[str] = frozenset()

    # -----------------------------------------------------------------------------------------------------------------
    # Who is there

    @property
    def names(self) -> frozenset[str]:
        """The bots that are seated."""
        seats = self._live.table.seats
        if seats is not self._seats:
            self._seats, self._names = seats, frozenset(name for name in seats.values() if is_bot(name))
        return self._names

    @property
    def shown(self) -> dict[str, str]:
        """The bots that are seated, each with how it plays, in words."""
        return {name: character(name).words for name in sorted(self.names)}

    @property
    def most(self) -> int:
        """How many bots there is room for beside the people, those included who are here without a seat; 0 for none."""
        if self.why_not():
            return 0
        table = self._live.table
        by_people = sum(name not in self.names for name in table.seats.values())
        standing = len(self._live.audience.players.difference(table.seats.values()))
        return max(0, min(len(CHARACTERS), table.positions - by_people - standing))

    def why_not(self) -> str:
        """Why there are no bots at this table, as a sentence; empty where there may be."""
        live = self._live
        house, mode = live.house, live.mode.now
        if house.why_no_bots:
            return house.why_no_bots
        if mode.dealer != AUTOMATIC or mode.deck != HOUSE_DECK:
            return "there are no bots at a table where a person deals"
        if live.table.exposure_cap or house.at_stake.cap:
            return (
                "there are no bots where a cap on what a round may cost would count their wagers with those of people"
            )
        return "" if mode.open else "the table is closed"

    def ask_for(self, actor: c.Actor, bots: int) -> None:
        """Ask for so many bots on behalf of a player who is seated; none sends them away."""
        if (over := self._live.turn.over) is not None:  # it is run no longer, or by another process
            raise type(over)(str(over))
        if actor.role is not Role.PLAYER or not self._live.table.positions_of(actor.name):
            raise Refused(NOT_SEATED)
        if bots and (why_not := self.why_not()):
            raise Refused(why_not)
        if not 0 <= bots <= self.most:
            raise Refused(f"there is room for {self.most} bots at this table")
        self.wanted = bots
        self._begin()
        self._live.show()

    def adopt(self) -> None:
        """Go on with the bots that were seated when the table was last run; they leave if nobody comes back."""
        if self.names:
            self.wanted = len(self.names)
            self._begin()

    def wake(self) -> None:
        """Look again at what there is to do: something has changed."""
        self._changed.set()

    def close(self) -> None:
        """Do nothing any more: the table is run no longer, or by another process."""
        for task in (self._task, *self._counting.values()):
            if task is not None:
                task.cancel()

    def _begin(self) -> None:
        self.wake()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    # -----------------------------------------------------------------------------------------------------------------
    # What there is to do

    async def _run(self) -> None:
        """Do one errand after another until no bot is left, and none is wanted."""
        for name in self.names:
            with contextlib.suppress(HousewayError):
                await self._live.count_chips(name)
        while True:
            self._changed.clear()
            now = time.monotonic()
            found = dict(self._errands(now))
            if not self.names and not self._target(now):
                self.wanted = 0
                self._live.show()
                return
            self._due = {
                errand: min(self._due.get(errand, now + self.random.uniform(*within)), now + within[1])
                for errand, within in found.items()
            }
            self._not_before = {errand: at for errand, at in self._not_before.items() if errand in found}
            self._sits_out = {errand for errand in self._sits_out if errand.round == self._live.table.round}
            errand = min(self._due, key=self._when, default=None)
            if errand is not None and self._when(errand) <= now:
                await self._carry_out(errand)
                continue
            ends = [at for at in (self._when(errand) if errand else math.inf, self._gone_at()) if at > now]
            due = min(ends, default=math.inf)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(due - now if due < math.inf else None):
                    await self._changed.wait()

    def _when(self, errand: Errand) -> float:
        return max(self._due[errand], self._not_before.get(errand, 0))

    def _people(self) -> frozenset[str]:
        """The people who are seated."""
        return frozenset(self._live.table.seats.values()) - self.names

    def _is_left_alone(self, now: float) -> bool:
        return not self._people() or now >= self._gone_at()

    def _gone_at(self) -> float:
        """When bots have waited long enough for people whose pages are closed."""
        return self._alone_since + GRACE

    def _target(self, now: float) -> int:
        """How many bots there should be now."""
        people = self._people()
        if people & self._live.audience.players:
            self._alone_since = math.inf
        elif self._alone_since == math.inf:
            self._alone_since = now
        if self._is_left_alone(now):
            return 0
        return min(self.wanted, self.most)

    def _errands(self, now: float) -> Iterator[tuple[Errand, tuple[float, float]]]:
        """What each bot has to do, and between how many seconds from now it does so."""
        live, table = self._live, self._live.table
        pace, target = live.house.pace, self._target(now)
        if table.hold is not None or live.house.stops.at(live.name) is not None:
            return
        moving = min(pace.between, USUAL_BETWEEN)
        seated = sorted((at in table.wagers, at, name) for at, name in table.seats.items() if name in self.names)
        leaving = seated[: max(0, len(seated) - target)]
        if table.phase in _MOVES:
            for has_wagers, _, name in leaving:
                if not has_wagers or self._may_withdraw(now):
                    yield Errand(name, _LEAVE, table.round), (moving * 0.02, moving * 0.15)
            if len(seated) < target and not live.draining:
                yield Errand("", _COME, table.round), (moving * 0.02, moving * 0.15)
        for has_wagers, at, name in seated:
            if table.phase is Phase.BETTING and (False, at, name) not in leaving:
                bet = Errand(name, _BET, table.round)
                if not has_wagers and table.bank is None and bet not in self._sits_out and not live.draining:
                    betting = min(pace.betting, USUAL_BETTING)
                    yield bet, (betting * 0.01, betting * 0.1)
            elif table.phase is Phase.SETTING and (what := self._next_with_hand(at, name)):
                setting = min(pace.setting, USUAL_SETTING)
                if self._people_wait():
                    yield Errand(name, what, table.round), (setting * 0.003, setting * 0.01)
                elif what == _LOOK:
                    yield Errand(name, what, table.round), (setting * 0.01, setting * 0.04)
                else:
                    yield Errand(name, what, table.round), (setting * 0.03, setting * 0.15)

    def _next_with_hand(self, at: int, name: str) -> str:
        """What a bot does next with the hand at its position."""
        table = self._live.table
        hand = table.hands.get(at)
        if hand is None or hand.is_set or table.controller(at) != name:
            return ""
        if hand.viewed_by != name:
            return _LOOK
        counting = self._counting.get((name, hand.cards))
        return "" if counting is not None and not counting.done() else _SET

    def _may_withdraw(self, now: float) -> bool:
        """Whether bots that leave take their wagers back: where that disturbs no round of a person."""
        staked = self._live.table.on_layouts().keys() - self.names
        return not staked or self._is_left_alone(now) or bool(self.why_not())

    def _people_wait(self) -> bool:
        """Whether the hands of all people are set, so that the round waits for bots alone."""
        table = self._live.table
        theirs = [at for at in table.set_by_players() if at == DEALER or not is_bot(table.controller(at))]
        return all(table.hands[at].is_set for at in theirs)

    # -----------------------------------------------------------------------------------------------------------------
    # Doing it

    async def _carry_out(self, errand: Errand) -> None:
        self._due.pop(errand, None)
        try:
            match errand.what:
                case "come":
                    await self._come()
                case "leave":
                    await self._leave(errand.bot)
                case "bet":
                    self._sits_out.add(errand)  # once it has bet, or cannot, it does not try again in this round
                    await self._bet(errand.bot)
                case "look" | "set":
                    await self._play(errand.bot)
        except HousewayError:  # refused, or the journal failed: try again a little later
            self._not_before[errand] = time.monotonic() + AFTER_A_REFUSAL
        except Exception:  # a defect in Houseway: log it, and keep the table going
            _log.exception("the bot %s at %s could not %s", errand.bot, self._live.name, errand.what)
            self._not_before[errand] = time.monotonic() + AFTER_A_DEFECT

    async def _come(self) -> None:
        """Have the next character take a free seat; its first chips are those of any new player."""
        live = self._live
        number = await live.house.in_thread(number_at, live.kept.journal, live.name)
        name = next(name for each in CHARACTERS if (name := bot_name(each.name, number)) not in self.names)
        await live.house.in_thread(self._keep_purse, name)
        await live.count_chips(name)
        free = self._scene(name).can.sit
        if not free:
            raise Refused("no position is free")
        await self._ask(c.Sit(by=_by(name), position=self.random.choice(free)))

    def _keep_purse(self, name: str) -> None:
        journal = self._live.kept.journal
        if not journal.version(f"cage:{name}"):
            journal.append_many(first_chips(journal, name), together=True)

    async def _leave(self, name: str) -> None:
        scene = self._scene(name)
        for at, wagers in scene.can.withdraw.items():
            for key in sorted(wagers, key=lambda key: key == self._live.book.main.key):  # the main wager goes last
                await self._ask(c.WithdrawWager(by=_by(name), position=at, wager=key))
        for at in scene.you.positions:
            await self._ask(c.Leave(by=_by(name), position=at))

    async def _bet(self, name: str) -> None:
        live, who = self._live, character(name)
        scene = self._scene(name)
        if scene.can.chips:
            await live.more_chips(_by(name))
            scene = self._scene(name)
        for key, cents in choices.wagers(scene, live.book.main.key, who, self.random):
            if amount := cents or choices.least_of(self._scene(name), key):
                at = scene.you.positions[0]
                await self._ask(c.PlaceWager(by=_by(name), position=at, wager=key, cents=amount))

    async def _play(self, name: str) -> None:
        """Look at the hand, or set it."""
        live, who = self._live, character(name)
        scene = self._scene(name)
        if scene.can.view:
            await self._ask(c.ViewHand(by=_by(name), position=scene.can.view[0]))
            if choices.needs_values(who):
                self._count(name)
            return
        if (hand := scene.arranging) is None:
            raise Refused("there is no hand to set")
        counted = self._counting.pop((name, scene.table.hands[hand.position].cards), None)
        low = choices.low(live.book, hand, who, self.random)
        best = counted.result() if counted is not None else ()
        await self._ask(c.SetHand(by=_by(name), position=hand.position, low=best or low))

    def _count(self, name: str) -> None:
        """Count the values of the hand that a bot has just viewed, while the others go on."""
        live, scene = self._live, self._scene(name)
        if scene.arranging is not None:
            dealer = scene.table.hands[DEALER].cards if live.book.procedure.dealer_exposed else ()
            cards = scene.table.hands[scene.arranging.position].cards
            counting = asyncio.create_task(live.house.best_setting(live.book, cards, dealer))
            counting.add_done_callback(lambda _: self.wake())
            self._counting = {of: each for of, each in self._counting.items() if of[0] != name} | {
                (name, cards): counting
            }

    def _scene(self, name: str) -> Scene:
        """The table as a page of the bot would be shown it: it knows nothing else."""
        return self._live.scene_of(_by(name))

    async def _ask(self, command: c.Command) -> None:
        await self._live.ask(command, round=self._live.table.round)


def _by(name: str) -> c.Actor:
    return c.Actor(name, Role.PLAYER)
