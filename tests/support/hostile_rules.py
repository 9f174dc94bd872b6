"""Whether the house was right to do what a hostile client asked for: a second opinion, written from the documents.

Here: who may do what at a table of mbs-v4 (its clauses 3, 5 and 6, and the rulings R87 and R97), in the cage and on the
floor, in plain words and numbers. Nothing of it comes from houseway's own matrix. Not here: whether it was possible at
that moment (`hostile_checks` reads the journal for that).
"""

from __future__ import annotations

from typing import Any

PLAYER, DEALER, SUPERVISOR, MANAGER, SHIFT_MANAGER = range(5)
WATCHER, AUDITOR = -1, -2
RANKS = {
    "watcher": WATCHER,
    "auditor": AUDITOR,
    "player": PLAYER,
    "dealer": DEALER,
    "pit-supervisor": SUPERVISOR,
    "pit-manager": MANAGER,
    "gaming-shift-manager": SHIFT_MANAGER,
}
OF_PLAYERS = {
    "sit", "leave", "wager", "withdraw", "share", "view", "set", "take back", "concede", "withdraw remaining",
}  # fmt: skip
LOWEST = {
    **dict.fromkeys(("place your bets", "no more bets", "deal", "key in", "house way", "end setting"), DEALER),
    **dict.fromkeys(("reveal", "settle", "report", "retract", "remedy", "wager"), DEALER),
    "view conceded": SUPERVISOR,  # 3.16.1.1
    "permit withdrawal": SUPERVISOR,  # 5.10, R93
    "correct": SUPERVISOR,  # 5.17.1, R87
    "restrict": MANAGER,  # 3.9
    "prohibit": SHIFT_MANAGER,  # 5.15, R97
    "set limits": SHIFT_MANAGER,
}
"""The lowest position that may ask for each request of staff; banks and several hands are not in this book."""
REMEDIES = {
    **dict.fromkeys((("wrong deck", "void"), ("misdeal", "void"), ("misdeal", "reconstruct")), SUPERVISOR),
    **dict.fromkeys((("dealer's count", "void"), ("dealer's count", "reconstruct")), SUPERVISOR),
    **dict.fromkeys((("player's count", "remove the hand"), ("player's count", "reconstruct")), SUPERVISOR),
    ("cards exposed", "void"): SUPERVISOR,
    ("cards exposed", "continue"): DEALER,
    ("late wager", "refuse the wager"): DEALER,
    ("late withdrawal", "let the wager stand"): DEALER,
    ("wagered position without cards", "return the wagers"): SUPERVISOR,
    ("cards at an unwagered position", "discard the cards"): DEALER,
    ("device count", "void"): SUPERVISOR,
    ("device count", "continue"): DEALER,
    ("under minimum", "let the wager stand"): SUPERVISOR,
    ("over maximum", "let the wager stand"): SUPERVISOR,
    ("confidentiality", "prohibit the player"): SHIFT_MANAGER,
    ("confidentiality", "continue"): SHIFT_MANAGER,
    ("second hand viewed", "remove the hand"): SUPERVISOR,
    ("wrong house way", "set right"): DEALER,
    ("other", "continue"): SHIFT_MANAGER,
    ("other", "return the wagers"): SHIFT_MANAGER,
    ("other", "void"): SHIFT_MANAGER,
}
"""The lowest position for each remedy of each fault (5, 6.1, R87)."""
NEVER_WITH_OWN_DECK = {
    "wrong deck", "misdeal", "dealer's count", "cards exposed", "player's count", "wagered position without cards",
    "cards at an unwagered position", "device count", "under minimum", "over maximum",
}  # fmt: skip
"""What cannot go wrong where the house dealt the cards and holds the chips."""
TAKES_TWO = {"void", "reconstruct", "remove the hand", "return the wagers", "offer withdrawal"}
"""Remedies that move money or cards: once cards are dealt, one person asks and another confirms."""
AMOUNTS = {"under minimum", "over maximum"}


def may_say(rank: int, said: dict[str, Any]) -> bool:
    """Whether somebody of a position may have had a message of a socket carried out."""
    match said.get("type"):
        case "ping":
            return True
        case "ready" | "cut" | "decline" | "chips":
            return rank == PLAYER
        case "run":
            return rank >= (DEALER if said.get("open") is None else SUPERVISOR)
        case "preview":
            return rank >= DEALER
        case "do":
            kind = said["command"].get("type")
            return kind in OF_PLAYERS if rank == PLAYER else rank >= LOWEST.get(kind, 9)
    return False


STAFF = {DEALER, SUPERVISOR, MANAGER, SHIFT_MANAGER}
_READERS = {
    "/staff/list": {SUPERVISOR, MANAGER, SHIFT_MANAGER, AUDITOR},
    "/staff/cage/report/1": {SUPERVISOR, MANAGER, SHIFT_MANAGER, AUDITOR},
    "/api/rounds": {PLAYER},
    **dict.fromkeys(
        ("/staff/cage", "/staff/owed", "/staff/stops", "/staff/alarms", "/staff/exclusions"), STAFF | {AUDITOR}
    ),
}
_WRITERS = {
    "/staff/stops": {SHIFT_MANAGER},
    "/staff/exclusions": {SHIFT_MANAGER},
    "/staff/prohibitions/lift": {SHIFT_MANAGER},
    "/staff/owed/write-off": {SHIFT_MANAGER},
    "/staff/owed/cash": STAFF,
    "/staff/players/new-key": {MANAGER, SHIFT_MANAGER},
    "/owed/pay": {PLAYER},
}
TAKEN = {"sam", "house"}
"""Names that hostile clients try to take."""
_CAGE = {"shift opened": SHIFT_MANAGER, "shift closed": SHIFT_MANAGER}
_AT_THE_CAGE = ("buy-in", "cash-out", "fill", "credit", "float counted")


def may_read(rank: int, path: str) -> bool:
    """Whether somebody of a position may have had a page read to them."""
    plain = path.partition("?")[0]
    if plain.startswith("/api/tables/"):
        return rank in {PLAYER, AUDITOR, *STAFF}
    return rank in _READERS.get(plain, set())


def may_post(rank: int, path: str, body: dict[str, Any], *, play_money: bool) -> bool:
    """Whether somebody of a position may have had this carried out over HTTP."""
    if path == "/enter":  # a name that is still free is anybody's
        return str(body.get("name", "")).strip().casefold() not in TAKEN
    if path != "/staff/cage":
        return rank in _WRITERS.get(path, set())
    kind = body.get("kind")
    if kind in _AT_THE_CAGE:
        if play_money and kind in ("buy-in", "cash-out"):
            return False
        return rank >= (DEALER if kind == "buy-in" and body.get("table") else SUPERVISOR)
    return rank >= _CAGE.get(str(kind), 9)
