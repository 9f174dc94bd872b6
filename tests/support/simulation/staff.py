"""The staff of a table that people deal: a dealer, and two who see to faults with two pairs of eyes.

Here: what each of them does next. Not here: connecting and recording (`clients`, `reliability.player`).
"""

from __future__ import annotations

from random import Random
from typing import Any

from support.simulation.clients import Client

DEALER, SUPERVISOR, MANAGER = "Dan", "Pia", "Sam"
ACTS = 0.4
"""How often the supervisor does something when there is something new."""
NEEDS_CARDS = ("reconstruct",)
"""Remedies whose cards somebody would have to read from the table."""


class Staff(Client):
    """A member of staff at the console of a table."""

    def next_message(self, position: int, random: Random | None = None) -> dict[str, Any] | None:
        """What this member of staff does next; nothing while they have nothing to do."""
        del position, random
        if not self.scene:
            return None
        table = self.scene["table"]
        if self.name != DEALER and (message := self._second_pair_of_eyes()) is not None:
            return message
        if table["hold"]:
            return self._remedy() if self.name == SUPERVISOR else None
        if self.name == MANAGER:
            return self._lift_a_prohibition()
        if self.name == SUPERVISOR:
            return self._supervise()
        return self._deal()

    def _second_pair_of_eyes(self) -> dict[str, Any] | None:
        """Confirm what another asked for, or now and then decline it."""
        for waiting in self.scene["asked"]["waiting"]:
            if waiting["mine"] or waiting["refusal"] or waiting["cards_of"]:
                continue
            request = {"request": waiting["id"], "digest": waiting["digest"]}
            if self.mischief and self.random.random() < 0.2:
                return {"type": "decline-request", **request, "why": "look again"}
            return {"type": "confirm", **request}
        return None

    def _remedy(self) -> dict[str, Any] | None:
        """Choose a remedy that is printed for the fault on hold, or ask for it."""
        if any(waiting["mine"] for waiting in self.scene["asked"]["waiting"]):
            return None
        printed = [each for each in self.scene["can"]["remedies"] if each["name"] not in NEEDS_CARDS]
        if not printed or self.random.random() < 0.1:
            return self._do(type="retract")
        chosen = self.random.choice(printed)
        message = self._do(type="remedy", remedy=chosen["name"])
        return {**message, "type": "ask"} if chosen["two"] or chosen["confirms"] else message

    def _supervise(self) -> dict[str, Any] | None:
        """Report a fault, change who deals, correct a round or restrict a player, while there is trouble."""
        if self.calm:
            return self._put_in_order()
        if self.random.random() > ACTS:
            return None
        can, players = self.scene["can"], [*self.scene["table"]["seats"].values()]
        kind = self.random.choice(("report", "report", "report", "run", "correct", "restrict", "prohibit"))
        if kind == "run":
            return {"type": "run", "dealer": self.random.choice(("automatic", "person"))}
        choice = can.get(kind) if kind != "report" else None
        if kind == "report" or not choice or choice["refusal"]:
            return self._report()
        if kind == "correct":
            command = self._do(type=kind, round=self.scene["table"]["round"])
        elif players:
            command = self._do(type=kind, player=self.random.choice(players))
        else:
            return None
        return {**command, "type": "ask"} if choice["confirms"] else command

    def _put_in_order(self) -> dict[str, Any] | None:
        """Undo what would keep people from playing."""
        if self.scene["running"]["dealer"] != "person":
            return {"type": "run", "dealer": "person"}
        return None

    def _report(self) -> dict[str, Any] | None:
        """Report a fault that can have happened, with details that may be right."""
        possible = [each for each in self.scene["can"]["faults"] if not each["refusal"]]
        if not possible:
            return None
        fault = self.random.choice(possible)
        seats = self.scene["table"]["seats"]
        details: dict[str, Any] = {
            "position": int(self.random.choice([*seats, "0"])),
            "player": self.random.choice([*seats.values(), ""]),
            "wager": "main",
            "cents": 500,
            "cards": 6,
            "handled": self.random.random() < 0.5,
            "note": "as simulated",
        }
        given = {name: details[name] for name in (*fault["asks"], "note") if name in details}
        message = self._do(type="report", fault=fault["name"], **given)
        if self.random.random() < 0.2:
            return {"type": "preview", "command": message["command"]}
        return message

    def _lift_a_prohibition(self) -> dict[str, Any] | None:
        """Let a player play again."""
        for name in self.scene["table"]["prohibited"]:
            return self._do(type="prohibit", player=name, lift=True)
        return None

    def _deal(self) -> dict[str, Any] | None:
        """The dealer's next act; betting and setting last until the players are done, or a while longer."""
        table = self.scene["table"]
        acts = [each["name"] for each in self.scene["can"]["acts"] if not each["refusal"]]
        if "no more bets" in acts and not table["wagers"]:
            return None
        if "end setting" in acts and self.random.random() < 0.7 and not _all_set(table):
            return None
        if "offer the bank" in acts and len(acts) > 1 and self.random.random() < 0.7:
            acts.remove("offer the bank")
        return self._do(type=self.random.choice(acts)) if acts else None

    def _do(self, **command: Any) -> dict[str, Any]:
        return {"type": "do", "command": command, "version": self.scene["table"]["version"]}


def _all_set(table: dict[str, Any]) -> bool:
    """Whether every hand but the dealer's is set."""
    return all(hand["is_set"] for at, hand in table["hands"].items() if at != "0")
