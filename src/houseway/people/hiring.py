"""Who joins the staff, who is promoted, demoted or dismissed, and who gets new credentials: what takes two people.

Here: which of these acts take two people, who confirms each, and the request as both are shown it. Whoever works at a
table asks for or confirms what takes two people; so nobody alone makes such an account, promotes somebody to it, or
gets a link by which they could become somebody else. Nor does anybody alone dismiss or demote an equal, and be left to
decide everything, or dismiss an auditor, who is there to read what they did. Not here: doing it (`staff`), or the life
of a request (`kept.approvals`).

On the machine of the house one person is enough (`houseway staff`): that is how a house gets its second person.
"""

from __future__ import annotations

import shlex
from typing import Final

from houseway.errors import Refused
from houseway.kept.approvals import HOUSE_PLACE
from houseway.kept.approved import ShownLine, Wanted, or_above
from houseway.people.acts import MANAGES
from houseway.people.positions import Position
from houseway.rulebook.procedure import Role

INVITE, AGAIN, MOVE, DISMISS = "invite", "new link", "move", "dismiss"
ADD_SOMEBODY: Final = "add a second person on the machine of the house, with `houseway staff add`"
_DOES: Final = {
    INVITE: "{name} joins the staff by the link that {by} holds",
    AGAIN: "whoever opens the link that {by} holds becomes {name}; their password and second factor are replaced",
    MOVE: "{name} signs in again, and may then do what a {position} may",
    DISMISS: "{name} can no longer sign in, and all their pages are closed",
}


def invitation_takes(position: Position, *, before: Position | None = None) -> Role | None:
    """Who confirms an invitation to a position; None where one person is enough.

    An auditor asks for nothing and confirms nothing. But a link for a name that somebody has, or had before they were
    dismissed, makes whoever opens it that person: `before` is their position.

    >>> invitation_takes(Position.DEALER), invitation_takes(Position.AUDITOR)
    (Role.PIT_MANAGER, None)
    >>> invitation_takes(Position.AUDITOR, before=Position.DEALER)
    Role.GAMING_SHIFT_MANAGER
    """
    if before is not None:
        return _manager_of(before, position)
    return _manager_of(position) if position.role is not None else None


def move_takes(before: Position, after: Position) -> Role | None:
    """Who confirms another position for somebody; None where one person is enough, as for most demotions.

    >>> move_takes(Position.DEALER, Position.PIT_SUPERVISOR), move_takes(Position.PIT_MANAGER, Position.DEALER)
    (Role.PIT_MANAGER, None)
    >>> move_takes(Position.GAMING_SHIFT_MANAGER, Position.DEALER)
    Role.GAMING_SHIFT_MANAGER
    """
    if after.role is None or (before.role is not None and after.role < before.role):
        return dismissal_takes(before)
    return _manager_of(before, after)


def dismissal_takes(position: Position) -> Role | None:
    """Who confirms that somebody is dismissed; None where one person is enough: below their equals, at a table.

    >>> dismissal_takes(Position.GAMING_SHIFT_MANAGER), dismissal_takes(Position.PIT_MANAGER)
    (Role.GAMING_SHIFT_MANAGER, None)
    >>> dismissal_takes(Position.AUDITOR)
    Role.GAMING_SHIFT_MANAGER
    """
    two = position.role is None or position in MANAGES.get(position, frozenset())
    return _manager_of(position) if two else None


def _manager_of(*positions: Position) -> Role:
    """The lowest position that manages all of these."""
    return min(by.role for by, managed in MANAGES.items() if by.role is not None and managed >= {*positions})


def content_of(act: str, name: str, position: Position, before: Position | None = None) -> bytes:
    """What is asked for, exactly; of somebody who is moved, with the position `before`."""
    return repr((act, name.casefold(), position.option, before.option if before else "")).encode()


def staff_wanted(
    act: str, name: str, position: Position, confirms: Role, *, by: str, before: Position | None = None
) -> Wanted:
    """The request, as both people are shown it."""
    sentences = {
        INVITE: f"invite {name} as {position.words}",
        AGAIN: f"give {name}, {position.words}, a new link to sign in",
        MOVE: f"move {name}{f' from {before.words}' if before else ''} to {position.words}",
        DISMISS: f"dismiss {name}, {position.words}",
    }
    does = _DOES[act].format(name=name, by=by, position=position.words)
    return Wanted(
        place=HOUSE_PLACE,
        act=act,
        content=content_of(act, name, position, before),
        sentence=sentences[act],
        confirms=confirms,
        lines=(ShownLine(sentence=does),),
        about=name,
    )


def otherwise(act: str, name: str, position: Position) -> str:
    """What to do on the machine of the house where nobody there could confirm it.

    >>> otherwise(MOVE, "Max Ray", Position.DEALER)
    "do it on the machine of the house, with `houseway staff move 'Max Ray' --role dealer`"
    """
    words = {DISMISS: ("dismiss", name), MOVE: ("move", name, "--role", position.option)}.get(act)
    if words is None:
        return ADD_SOMEBODY
    return f"do it on the machine of the house, with `{shlex.join(('houseway', 'staff', *words))}`"


def nobody_to_confirm(confirms: Role, otherwise: str) -> Refused:
    """The refusal where nobody else in the house could confirm a request."""
    others = f"no other {or_above(confirms)} here is independent of you"
    return Refused(f"this takes two people, and {others}: {otherwise}")
