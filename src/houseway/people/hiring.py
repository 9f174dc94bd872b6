"""Who comes to the staff, who rises, and who gets new credentials: what of it takes two people.

Here: which of these acts take two people, who confirms each, and the request as both are shown it. Whoever works at a
table asks for or confirms what takes two people; so nobody alone makes such an account, raises somebody to it, or gets
a link by which they could become somebody else. Not here: doing it (`staff`), or the life of a request
(`kept.approvals`).

On the machine of the house one person is enough (`houseway staff`): that is how a house gets its second person.
"""

from __future__ import annotations

from typing import Final

from houseway.errors import Refused
from houseway.kept.approvals import HOUSE_PLACE
from houseway.kept.approved import ShownLine, Wanted, or_above
from houseway.people.acts import MANAGES
from houseway.people.positions import Position
from houseway.rulebook.procedure import Role

INVITE, AGAIN, MOVE = "invite", "new link", "move"
_DOES: Final = {
    INVITE: "{name} joins the staff by the link that {by} holds",
    AGAIN: "whoever opens the link that {by} holds becomes {name}; their password and second factor are replaced",
    MOVE: "{name} signs in again, and may then do what a {position} may",
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
    """Who confirms another position for somebody; None where they do not rise.

    >>> move_takes(Position.DEALER, Position.PIT_SUPERVISOR), move_takes(Position.PIT_MANAGER, Position.DEALER)
    (Role.PIT_MANAGER, None)
    """
    if after.role is None or (before.role is not None and after.role < before.role):
        return None
    return _manager_of(before, after)


def _manager_of(*positions: Position) -> Role:
    """The lowest position that manages all of these."""
    return min(by.role for by, managed in MANAGES.items() if by.role is not None and managed >= {*positions})


def content_of(act: str, name: str, position: Position) -> bytes:
    """What is asked for, exactly."""
    return repr((act, name.casefold(), position.option)).encode()


def staff_wanted(act: str, name: str, position: Position, confirms: Role, *, by: str) -> Wanted:
    """The request, as both people are shown it."""
    sentences = {
        INVITE: f"invite {name} as {position.words}",
        AGAIN: f"give {name}, {position.words}, a new link to sign in",
        MOVE: f"make {name} {position.words}",
    }
    does = _DOES[act].format(name=name, by=by, position=position.words)
    return Wanted(
        place=HOUSE_PLACE,
        act=act,
        content=content_of(act, name, position),
        sentence=sentences[act],
        confirms=confirms,
        lines=(ShownLine(sentence=does),),
    )


def nobody_to_confirm(confirms: Role) -> Refused:
    """The refusal where nobody else in the house could confirm a request."""
    return Refused(
        f"this takes two people, and no other {or_above(confirms)} here is independent of you: add a second person "
        "on the machine of the house, with `houseway staff add`"
    )
