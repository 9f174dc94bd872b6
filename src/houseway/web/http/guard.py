"""The guard at every route: who asks, and whether the matrix lets them.

Here: finding out who a browser belongs to, refusing what its people may not do, and refusing to start with a route that
names no act. Not here: who may do what (`people.acts`), signing in (`sign_in`, `staff_sign_in`).
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Litestar, Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers.base import BaseRouteHandler
from litestar.routes import HTTPRoute

from houseway.errors import WrongRole
from houseway.people.acts import ACTS, EVERYBODY, HouseAct, Who, must_be_allowed, who_is
from houseway.people.sessions import StaffSession
from houseway.table.commands import Actor
from houseway.web.floor.house import OpenHouse
from houseway.web.http.cookies import read_cookie

PLAYER_COOKIE, STAFF_COOKIE = "houseway-player", "houseway-staff"
"""The cookies of a session: one browser can be signed in as a player and as staff at once."""
LOCKED = "your page is locked: show who you are to go on"
NOT_STAFF = "only staff may do this: sign in first"
Asked = Request[Any, Any, State]
Connection = ASGIConnection[Any, Any, Any, Any]
_ACT, _VISITOR = "act", "visitor"


class Visitor(msgspec.Struct, frozen=True, kw_only=True):
    """Whoever a browser belongs to: as a player, as staff, as both, or as nobody."""

    player: Actor | None
    staff: StaffSession | None
    """The session of a member of staff; there is none while it is locked."""
    locked: StaffSession | None
    """A session that waits for its owner to show who they are."""

    @property
    def who(self) -> frozenset[Who]:
        """The columns of the matrix that apply."""
        player = {Who.PLAYER} if self.player else set()
        return frozenset({Who.ANYONE, *player, *({who_is(self.staff.account.position)} if self.staff else ())})


def act(named: HouseAct) -> dict[str, HouseAct]:
    """What a route gives as its `opt`, to name its act."""
    return {_ACT: named}


def house_of(asker: Connection) -> OpenHouse:
    """The house that is asked."""
    house: OpenHouse = asker.app.state.house
    return house


def visitor_of(asker: Connection) -> Visitor:
    """Who asks, worked out once for each request; reads the journal, so call it in a thread.

    A browser that is both staff and a player shows under which name that member of staff plays: this is kept.
    """
    known: dict[str, Any] = asker.scope["state"]
    if _VISITOR not in known:
        house = house_of(asker)
        staff = house.sessions.find(read_cookie(asker, STAFF_COOKIE))
        player = house.people.find(read_cookie(asker, PLAYER_COOKIE))
        if staff and player and not staff.account.was_seen_as(player.name, house.staff.clock()):
            house.staff.see_player(staff.account.name, player.name)
        known[_VISITOR] = Visitor(
            player=player,
            staff=staff if staff and not staff.locked else None,
            locked=staff if staff and staff.locked else None,
        )
    found: Visitor = known[_VISITOR]
    return found


def player_of(asker: Connection) -> Actor:
    """The player who asks; refused for anybody else."""
    player = visitor_of(asker).player
    if player is None:
        raise WrongRole("you are not signed in: take a name in the lobby first")
    return player


def session_of(asker: Connection) -> StaffSession:
    """The session of the member of staff who asks; refused for anybody else."""
    visitor = visitor_of(asker)
    if visitor.staff is None:
        raise WrongRole(LOCKED if visitor.locked else NOT_STAFF)
    return visitor.staff


def staff_of(asker: Connection) -> Actor:
    """The member of staff who asks, with their role at a table; refused for anybody else."""
    actor = session_of(asker).actor
    if actor is None:
        raise WrongRole("an auditor only reads")
    return actor


async def guard(connection: Connection, handler: BaseRouteHandler) -> None:
    """Refuse a route to whoever may not do its act."""
    if connection.scope.get("method") == "OPTIONS":  # says only which methods a route has
        return
    named: HouseAct = handler.opt[_ACT]
    if ACTS[named] == EVERYBODY:
        return
    house = house_of(connection)
    visitor = await house.in_thread(visitor_of, connection)
    if visitor.locked is not None and ACTS[named] & {who_is(visitor.locked.account.position)}:
        raise WrongRole(LOCKED)
    must_be_allowed(named, visitor.who)
    if visitor.staff is not None and connection.scope.get("method") == "POST":
        house.sessions.use(visitor.staff)


def acts_of(app: Litestar) -> list[tuple[str, str, HouseAct]]:
    """The method, the path and the act of every route; `TypeError` where one names no act."""
    found = []
    for route in app.routes:
        handlers = route.route_handlers if isinstance(route, HTTPRoute) else [route.route_handler]
        for handler in handlers:
            methods = sorted(set(getattr(handler, "http_methods", {"SOCKET"})) - {"OPTIONS"})
            named = handler.opt.get(_ACT)
            if methods and not isinstance(named, HouseAct):
                raise TypeError(
                    f"{' '.join(methods)} {route.path} names no act: give the route opt=act(HouseAct....), and the act "
                    "its row in people/acts.py"
                )
            found += [(method, route.path, named) for method in methods if named]
    return sorted(found, key=lambda each: (each[1], each[0]))
