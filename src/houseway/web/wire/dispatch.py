"""What pages say to a table, carried out.

Here: each kind of message, and its answer. A refusal changes nothing. Not here: requests themselves (`live`), reading
messages (`messages`).
"""

from __future__ import annotations

from houseway.errors import BadCards, HousewayError, OldVersion, Refused, WrongRole
from houseway.rulebook.procedure import Phase, Role
from houseway.table import commands as c
from houseway.table.decide import decide
from houseway.web.floor.live_table import LiveTable, course_of
from houseway.web.wire import messages as m
from houseway.web.wire.permissions import lacks_chips
from houseway.web.wire.scene import AUTOMATIC
from houseway.web.wire.viewer_scene import lines

PREVIEWED = (c.Report, c.RemedyFault, c.Retract, c.Restrict, c.AllowMore, c.Correct)
"""What staff may ask about beforehand; nothing that turns cards."""


async def hear(live: LiveTable, actor: c.Actor, said: m.Said) -> m.Told:
    """Carry out what a page says; the answer to its message."""
    try:
        if isinstance(said, m.Do):
            command = m.read_command(said, actor)
            await _known(live, command)
            key = f"{actor.role.words} {actor.name!r} {said.id}"
            await live.ask(command, key=key, round=said.round, version=said.version)
        elif isinstance(said, m.Preview):
            return await _preview(live, actor, said)
        elif isinstance(said, m.Ready):
            _ready(live, actor, said.round)
        elif isinstance(said, m.Cut):
            await _cut(live, actor, said.words)
        elif isinstance(said, m.Chips):
            await _chips(live, actor)
        elif isinstance(said, m.Run):
            await _run(live, actor, said)
    except m.BadMessage as bad:
        return m.NotDone(id=said.id, reason=bad.reason, sentence=str(bad))
    except Refused as refused:
        return m.refusal(said.id, refused)
    except BadCards as error:
        return m.NotDone(id=said.id, reason="rule", sentence=str(error))
    except HousewayError as error:
        return m.NotDone(id=said.id, reason="failed", sentence=str(error))
    return m.Done(id=said.id)


async def _known(live: LiveTable, command: c.Command) -> None:
    """Refuse what staff do for somebody who is not there to ask for it, or who is nobody."""
    if isinstance(command, c.PlaceWager) and command.by.role is not Role.PLAYER:
        if command.player not in live.present:
            raise Refused(f"{command.player or 'nobody'} is not at this table to ask for a wager")
    elif isinstance(command, c.Restrict | c.AllowMore) and not command.lift:
        known = await live.house.in_thread(live.house.people.is_player, command.player)
        if not known:
            raise Refused(f"there is no player {command.player!r} in this house")


async def _preview(live: LiveTable, actor: c.Actor, said: m.Preview) -> m.Told:
    """What a request would lead to, for staff who ask before they act."""
    command = m.read_command(m.Do(id=said.id, command=said.command), actor)
    if actor.role is Role.PLAYER or not isinstance(command, PREVIEWED):
        raise WrongRole("only staff may ask beforehand, and of what turns no cards")
    past = None
    if isinstance(command, c.Correct):
        past = await live.house.in_thread(live.kept.before_settling, command.round)
    table = live.table
    events = await live.house.in_thread(decide, live.book, table, command, past=past)
    return m.Previewed(id=said.id, lines=lines(live.book, course_of(table, events), actor))


def _ready(live: LiveTable, actor: c.Actor, round: int) -> None:
    if round != live.table.round:
        raise OldVersion(f"that was for round {round}; the table is at round {live.table.round}")
    if actor.role is not Role.PLAYER or actor.name not in live.clock.awaited:
        raise Refused("nobody waits for you")
    live.clock.ready.add(actor.name)
    live.look()
    live.show()


async def _cut(live: LiveTable, actor: c.Actor, words: str) -> None:
    _must_be_a_player(actor, "adds to the cut")
    async with live.turn:
        await live.house.in_thread(live.deck.add_words, live.table, actor.name, words)
        live.show()


async def _chips(live: LiveTable, actor: c.Actor) -> None:
    _must_be_a_player(actor, "takes chips")
    async with live.house.cage, live.turn:
        await live.count_chips({actor.name})
        if live.house.staked(actor.name) or not lacks_chips(live.book, live.table, actor.name, live.around()):
            raise Refused("you have enough for a wager, or chips on a layout; take more when you have not")
        await live.house.in_thread(live.house.people.more_chips, actor.name)
        await live.count_chips({actor.name})
        live.show()


async def _run(live: LiveTable, actor: c.Actor, said: m.Run) -> None:
    if actor.role is Role.PLAYER:
        raise WrongRole("only staff decide how a table is run")
    if said.open is not None and actor.role < Role.PIT_SUPERVISOR:
        raise WrongRole("to open or close a table takes the pit supervisor or a higher position")
    async with live.turn:
        by = f"{actor.role.words} {actor.name}"
        physical = live.table.phase is not Phase.BETWEEN_ROUNDS and not live.deck.commitment
        if said.dealer == AUTOMATIC and physical and live.table.phase is not Phase.BETTING:
            raise Refused("this round is dealt from a physical deck, which a person deals; end it first")
        await live.house.in_thread(live.running.change, by, dealer=said.dealer, deck=said.deck, open=said.open)
        if said.dealer == AUTOMATIC and physical:
            await live.house.in_thread(live.deck.bind, live.table, live.running.now)
        live.look()
        live.show()


def _must_be_a_player(actor: c.Actor, does: str) -> None:
    if actor.role is not Role.PLAYER or not actor.name:
        raise WrongRole(f"only a player {does}")
