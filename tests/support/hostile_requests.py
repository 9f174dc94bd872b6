"""What hostile clients send: requests of every role, messages of every kind, and requests over HTTP.

Here: the requests, and making hostile texts and cookies from them, the same for the same seed. Not here: who sends them
(`hostile`), or whether one may be carried out (`hostile_rules`).
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

from houseway.cards.card import CARDS
from houseway.rulebook.procedure import Fault, Remedy
from support.mutated import mutated

TABLE = "mbs-v4"
_FOUR_ACES = ["Ac", "Ad", "Ah", "As", "Jk", "Kc", "Kd"]
_WORST = ["2c", "3d", "4h", "6s", "7c", "8d", "9h"]
_FAULT_OF = {"position": 1, "wager": "main", "player": "Eve", "cents": 100_000, "cards": 2, "note": "it happened"}

OF_PLAYERS: list[dict[str, Any]] = [
    *({"type": kind, "position": at} for kind in ("sit", "leave", "view", "take back") for at in (1, 2, 5)),
    *({"type": kind, "position": at} for kind in ("concede", "share") for at in (1, 2)),
    *({"type": "wager", "position": at, "wager": "main", "cents": 1000} for at in (1, 2, 5)),
    {"type": "wager", "position": 1, "wager": "fortune-bonus", "cents": 500},
    {"type": "wager", "position": 1, "wager": "fortune-bonus", "cents": 10**9},
    {"type": "wager", "position": 1, "wager": "main", "cents": -1000},
    {"type": "wager", "position": 1, "wager": "main", "cents": 10**30},
    {"type": "withdraw", "position": 1, "wager": "main"},
    {"type": "withdraw", "position": 5, "wager": "main"},
    {"type": "set", "position": 1, "low": ["Ac", "Kd"]},
    {"type": "withdraw remaining"},
    {"type": "take the bank", "position": 1, "cents": 100_000},
    {"type": "pass the bank", "position": 1},
]
OF_STAFF: list[dict[str, Any]] = [
    *({"type": kind} for kind in ("place your bets", "no more bets", "end setting", "reveal", "settle", "retract")),
    {"type": "place your bets", "own_deck": False},
    {"type": "wager", "position": 5, "wager": "main", "cents": 10_000, "player": "Honest"},
    {"type": "wager", "position": 1, "wager": "main", "cents": 1000, "player": "Eve"},
    {"type": "deal", "deck": [card.text for card in CARDS]},
    {"type": "key in", "hands": {"0": _WORST, "1": _FOUR_ACES}},
    {"type": "key in", "hands": {"0": _WORST, "1": _FOUR_ACES, "2": ["2d", "3c", "5h", "6c", "8c", "9d", "Tc"]}},
    *({"type": "house way", "position": at} for at in (1, 2, 5)),
    {"type": "house way", "position": 1, "low": ["Ac", "Ad"]},
    {"type": "reveal", "low": ["2c", "3d"]},
    *({"type": "view conceded", "position": at} for at in (1, 2, 5)),
    *({"type": "report", "fault": fault.value, **_FAULT_OF} for fault in Fault),
    *({"type": "report", "fault": fault.value} for fault in Fault),
    *({"type": "remedy", "remedy": remedy.value} for remedy in Remedy),
    {"type": "remedy", "remedy": "reconstruct", "hands": {"1": _FOUR_ACES}},
    {"type": "remedy", "remedy": "void", "moves": {"1": 2, "2": 1}},
    {"type": "permit withdrawal"},
    *({"type": "correct", "round": number} for number in (1, 2, 3)),
    {"type": "set limits", "limits": {"main": [1000, 200_000]}, "exposure": 0},
    {"type": "set limits", "limits": {"main": [1000, 10**12]}, "exposure": 0},
    {"type": "prohibit", "player": "Honest"},
    {"type": "restrict", "player": "Honest"},
    {"type": "allow more", "player": "Eve"},
    {"type": "offer the bank"},
]
OTHERS: list[dict[str, Any]] = [
    {"type": "ping"},
    {"type": "ready", "round": 1},
    {"type": "decline"},
    {"type": "cut", "words": "as you like it"},
    {"type": "chips"},
    {"type": "run", "dealer": "person"},
    {"type": "run", "dealer": "person", "deck": "physical"},
    {"type": "run", "deck": "physical"},
    {"type": "run", "open": False},
]
POSTS: list[tuple[str, dict[str, Any]]] = [
    *(
        ("/staff/cage", {"id": "1", "kind": kind, **more})
        for more in ({}, {"table": TABLE})
        for kind in ("shift opened", "shift closed")
    ),
    *(
        ("/staff/cage", {"id": "2", "kind": kind, "player": "Eve", "cents": cents})
        for kind in ("buy-in", "cash-out")
        for cents in (100, 50_000, 100_000_00)
    ),
    ("/staff/cage", {"id": "3", "kind": "buy-in", "player": "Mallory", "cents": 5000, "table": TABLE}),
    *(
        ("/staff/cage", {"id": "4", "kind": kind, "table": TABLE, "cents": cents})
        for kind in ("fill", "credit", "float counted")
        for cents in (1000, 100_000_00)
    ),
    ("/staff/tables", {"book": TABLE, "limits": {}}),
    ("/staff/tables", {"name": TABLE, "book": TABLE, "limits": {}}),
    ("/staff/tables/retire", {"id": "5", "table": "nowhere", "why": "spite"}),
    ("/staff/stops", {"scope": "house", "why": "spite", "rounds": "finish"}),
    ("/staff/stops", {"scope": "player", "name": "Honest", "why": "spite"}),
    ("/staff/dismiss", {"name": "Sam"}),
    ("/staff/position", {"name": "Sam", "position": "dealer"}),
    ("/staff/invitations", {"name": "Sam"}),
    ("/staff/players/new-key", {"player": "Honest"}),
    ("/staff/owed/write-off", {"id": "6", "player": "Eve", "cents": 5}),
    ("/staff/owed/cash", {"id": "7", "player": "Eve", "cents": 5}),
    ("/staff/exclusions", {"player": "Honest", "why": "spite"}),
    ("/staff/prohibitions/lift", {"player": "Eve"}),
    ("/staff/sign-in", {"name": "Sam", "password": "correct horse battery staple", "code": "000000"}),
    ("/staff/invitation", {"invitation": "73616d.abc"}),
    ("/staff/enrol", {"invitation": "73616d.abc", "password": "correct horse battery staple", "code": "000000"}),
    ("/staff/password", {"password": "correct horse battery staple", "code": "000000", "new": "another long one"}),
    ("/staff/second-factor", {"password": "correct horse battery staple", "code": "000000"}),
    ("/staff/second-factor/confirm", {"code": "000000"}),
    ("/enter", {"name": "Sam"}),
    ("/enter", {"name": "house"}),
    ("/return", {"key": "73616d.abc"}),
    ("/owed/pay", {"id": "8", "cents": 5}),
    ("/protection/return", {}),
]
READS = (
    "/staff/list", "/staff/cage", "/staff/cage/report/1", "/staff/owed", "/staff/stops", "/staff/alarms",
    "/staff/exclusions", "/api/rounds", f"/api/tables/{TABLE}/rounds?last=2", f"/api/tables/{TABLE}/rounds/1",
    f"/api/tables/{TABLE}/rounds?last=1", "/static/%00", "/static/..%2f..%2fhouse.py", "/metrics",
)  # fmt: skip


def hostile_text(random: Random, sent: list[str]) -> str:
    """One message: a request of any role, mutated or not, or one that somebody sent before."""
    if random.random() < 0.2 and sent:
        return random.choice(sent)
    if random.random() < 0.08:
        said = _one_of(OTHERS, random)
    else:
        command = _one_of(OF_PLAYERS if random.random() < 0.4 else OF_STAFF, random)
        said = {"type": "preview" if random.random() < 0.15 else "do", "command": command}
        if random.random() < 0.1:
            said |= {"round": random.randrange(1, 50), "version": random.randrange(1, 2000)}
    text = json.dumps({**said, "id": f"h{random.randrange(10**9)}"})
    if random.random() < 0.2:
        text = mutated(text, random).encode(errors="replace").decode()
    return text


def _one_of(requests: list[dict[str, Any]], random: Random) -> dict[str, Any]:
    """Any kind of request as often as any other, however many of that kind there are."""
    kind = random.choice(sorted({each["type"] for each in requests}))
    return random.choice([each for each in requests if each["type"] == kind])


def hostile_request(random: Random) -> tuple[str, str]:
    """A path and the body posted to it; no body where it is only read."""
    if random.random() < 0.35:
        return random.choice(READS), ""
    path, body = random.choice(POSTS)
    text = json.dumps(body | ({"id": f"h{random.randrange(10**6)}"} if "id" in body and random.random() < 0.5 else {}))
    return path, mutated(text, random) if random.random() < 0.2 else text


def forged(cookies: dict[str, str], random: Random) -> dict[str, str]:
    """The cookies of somebody's browser, changed so that they are nobody's."""
    name, value = random.choice(sorted(cookies.items()))
    owner, _, secret = value.partition(".")
    other = "houseway-player" if name == "houseway-staff" else "houseway-staff"
    match random.randrange(5):
        case 0:  # of another person
            return {name: f"{b'grace'.hex()}.{secret}"}
        case 1:  # of a player as of staff, or the other way round
            return {other: value}
        case 2:
            return {name: f"{owner}.{secret[:-1]}"}
        case 3:
            return {name: owner + "."}
        case _:
            return {name: f"{owner}.{secret[::-1]}"}
