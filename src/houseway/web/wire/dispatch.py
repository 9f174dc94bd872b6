"""A page's message: decoded, carried out by the live table, and answered.

Here: which method of the live table each kind of message calls, and how an error is answered. A refusal changes
nothing. Not here: what a message looks like (`messages`), or what is done about it (`floor.live_table`).
"""

from __future__ import annotations

import logging

from houseway.errors import BadCards, HousewayError, Refused
from houseway.people.acts import HouseAct, Who, must_be_allowed, who_has
from houseway.table.commands import Actor
from houseway.web.floor.fields import FIELDS
from houseway.web.floor.journal_trouble import shown
from houseway.web.floor.live_table import LiveTable
from houseway.web.operations.metrics import MESSAGES, REFUSALS
from houseway.web.wire import messages as m
from houseway.web.wire.limits import RateLimit

_log = logging.getLogger(__name__)
AT_ONCE, A_SECOND = 40, 15
"""How many messages a page may send."""


def page_limit() -> RateLimit:
    """The rate limit of one page."""
    return RateLimit(AT_ONCE, A_SECOND)


async def answer(
    live: LiveTable, actor: Actor, text: str | bytes, limit: RateLimit, *, session: str = ""
) -> m.HouseMessage:
    """Answer a message as it came over the socket of a page that was opened with a session."""
    answered = await _answer(live, actor, text, limit, session)
    if isinstance(answered, m.NotDone):
        REFUSALS.labels("message", answered.reason).inc()
    else:
        MESSAGES.inc()
    return answered


async def _answer(live: LiveTable, actor: Actor, text: str | bytes, limit: RateLimit, session: str) -> m.HouseMessage:
    allowed = limit.allows()
    try:
        message = m.read(text)
    except m.BadMessage as bad:
        return m.NotDone(id=bad.id, reason=bad.reason, sentence=str(bad)) if allowed else _too_fast(bad.id)
    return await dispatch(live, actor, message, session) if allowed else _too_fast(message.id)


async def dispatch(live: LiveTable, actor: Actor, message: m.PageMessage, session: str = "") -> m.HouseMessage:
    """Carry out a page's message and answer it; a request to the table only while a session lasts."""
    try:
        _must_be_allowed(actor, message)
        return await _carry_out(live, actor, message, session)
    except m.BadMessage as bad:
        return m.NotDone(id=message.id, reason=bad.reason, sentence=str(bad))
    except Refused as refused:
        return m.refusal(message.id, refused)
    except BadCards as error:
        return m.NotDone(id=message.id, reason="rule", sentence=str(error))
    except HousewayError as error:
        return m.NotDone(id=message.id, reason="failed", sentence=shown(error))
    except Exception:  # a defect in Houseway: log it, and keep the connection
        _log.exception("a message from %s at %s could not be carried out", actor.name, live.name)
        return m.NotDone(
            id=message.id, reason="failed", sentence="something went wrong on our side; it has been logged"
        )


async def _carry_out(live: LiveTable, actor: Actor, message: m.PageMessage, session: str) -> m.HouseMessage:
    match message:
        case m.Do():
            command = m.read_command(message.command, actor)
            key = f"{actor.role.words} {actor.name!r} {message.id}"
            await live.ask(command, key=key, round=message.round, version=message.version, session=session)
        case m.Preview():
            command = m.read_command(message.command, actor)
            return m.Previewed(id=message.id, lines=await live.preview(command), confirms=live.confirmed_by(command))
        case m.Ready():
            live.ready(actor, message.round)
        case m.Cut():
            await live.cut(actor, message.words)
        case m.Decline():
            live.proposals.decline(actor.name)
        case m.Chips():
            await live.more_chips(actor)
        case m.Company():
            live.company.ask_for(actor, message.bots)
        case m.Say():
            live.talk.say(actor, message.phrase)
        case m.Run():
            await live.run(actor, dealer=message.dealer, deck=message.deck, open=message.open)
        case m.Ask() | m.Confirm() | m.DeclineRequest() | m.TakeBackRequest():
            await _about_a_request(live, actor, message)
    return m.Done(id=message.id)


async def _about_a_request(
    live: LiveTable, actor: Actor, message: m.Ask | m.Confirm | m.DeclineRequest | m.TakeBackRequest
) -> None:
    """Ask for what takes two people, or decide what somebody asked for, anywhere in the house."""
    desk, plays = live.house.approvals, live.plays(actor)
    match message:
        case m.Ask():
            if (run := m.read_run(message.command)) is not None:
                await live.ask_to_run(actor, dealer=run.dealer, deck=run.deck, open=run.open, plays=plays)
            else:
                command = m.read_command(message.command, actor)
                await live.ask_for(command, round=message.round, version=message.version, plays=plays)
        case m.Confirm():
            await desk.confirm(actor, message.request, message.digest, plays=plays, cards=message.cards)
        case m.DeclineRequest():
            if len(message.why) > FIELDS.note:
                raise m.BadMessage("too long", f"a reason has at most {FIELDS.note} characters")
            await desk.decline(actor, message.request, message.digest, message.why, plays=plays)
        case m.TakeBackRequest():
            await desk.take_back(actor, message.request)


def _must_be_allowed(actor: Actor, message: m.PageMessage) -> None:
    """Refuse a message, or the request in it, that the matrix does not let this person send."""
    who = {who_has(actor.role) if actor.name else Who.ANYONE}
    must_be_allowed(message.act, who)
    opens = message.open if isinstance(message, m.Run) else None
    if isinstance(message, m.Ask) and (run := m.read_run(message.command)) is not None:
        must_be_allowed(HouseAct.RUN_TABLE, who)
        opens = run.open
    if opens is not None:
        must_be_allowed(HouseAct.OPEN_OR_CLOSE_TABLE, who)
    if isinstance(message, m.Do | m.Preview | m.Ask) and (command := m.kind_of(message.command)) is not None:
        must_be_allowed(command, who)


def _too_fast(id: str) -> m.NotDone:
    return m.NotDone(id=id, reason="too fast", sentence=f"at most {A_SECOND} messages a second; wait a moment")
