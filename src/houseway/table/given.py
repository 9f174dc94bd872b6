"""Checking what a program hands to a table, before any rule is looked up.

Here: whether something is a command or an actor at all, and has values of the right types. Not here: whether the
command is allowed (`decide`). Whatever is wrong is `Refused`, in one sentence.
"""

from __future__ import annotations

import enum
from typing import Any

import msgspec

from houseway.errors import Refused, shortened
from houseway.rulebook.procedure import Role
from houseway.table import commands as c
from houseway.table.decide import HANDLERS

_COMMANDS = {*HANDLERS, c.Correct, c.RemedyFault}
_KINDS: dict[Any, str] = {int: "a whole number", str: "text", bool: "True or False", c.Actor: "an actor"}


def checked_command(given: object) -> c.Command:
    """A command with values of the right types.

    >>> checked_command(c.Sit(by=c.Actor("ann", Role.PLAYER), position="1"))
    Traceback (most recent call last):
    houseway.errors.Refused: Sit needs a whole number for position, not '1'
    """
    if not isinstance(given, c.Command) or type(given) not in _COMMANDS:
        raise Refused(f"give a command from houseway.commands, made with its values, not {_shown(given)}")
    checked_actor(given.by)
    try:
        return msgspec.convert(msgspec.to_builtins(given), type(given))
    except (msgspec.ValidationError, TypeError, ValueError) as error:
        raise Refused(_wrong_field(given)) from error


def checked_actor(given: object) -> c.Actor:
    """Who acts or looks; a name alone is not enough, because it does not tell the role.

    >>> checked_actor("ann")
    Traceback (most recent call last):
    houseway.errors.Refused: give an actor, such as game.player("ann"), not 'ann'
    """
    if not isinstance(given, c.Actor):
        raise Refused(f'give an actor, such as game.player("ann"), not {_shown(given)}')
    if not isinstance(given.name, str) or not isinstance(given.role, Role):
        raise Refused(f"an actor has a name and a Role, not {_shown(given.name)} and {_shown(given.role)}")
    return given


def _wrong_field(command: c.Command) -> str:
    name = type(command).__name__
    for field in msgspec.structs.fields(command):
        value = getattr(command, field.name)
        try:
            msgspec.convert(msgspec.to_builtins(value), field.type)
        except (msgspec.ValidationError, TypeError, ValueError):
            return f"{name} needs {_kind(field.type)} for {field.name}, not {_shown(value)}"
    return f"{name} has values of the wrong types"


def _kind(wanted: Any) -> str:
    if isinstance(wanted, type) and issubclass(wanted, enum.Enum):
        return f"a {wanted.__name__}"
    if wanted == c.Cards:
        return "a tuple of cards"
    return _KINDS.get(wanted, "a dictionary by position")


def _shown(value: object) -> str:
    return shortened(repr(value))
