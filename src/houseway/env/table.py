"""A table of players, for PettingZoo.

Here: the environment `TableEnv`, one round after the bets are placed, played at a real table (`houseway.game`). Not
here: any rule; the table deals, sets fouled hands and settles.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

from houseway.cards.card import CARDS, JOKER_INDEX, Card, draw_cards
from houseway.cards.shapes import canonical
from houseway.env.hand import DEFAULT
from houseway.env.hands import hand_tables
from houseway.errors import Refused
from houseway.game import Game
from houseway.rulebook.procedure import MOST_POSITIONS, Phase
from houseway.rulebook.rulebook import Rulebook
from houseway.table import commands as c
from houseway.table import events as e
from houseway.table.state import DEALER

_STAKE = 100_00


class TableEnv(AECEnv[str, dict[str, NDArray[Any]], int]):  # type: ignore[misc]
    """Players at one table set their hands in turn; then the dealer's hand is turned and every wager is settled.

    A player sees only their own cards, and the dealer's where the book shows them first. The reward, after the last
    player has set, is what the main wager wins per unit bet.

    >>> env = TableEnv("mbs-v4", players=2)
    >>> env.reset(seed=3)
    >>> for agent in env.agent_iter():
    ...     seen, reward, terminated, truncated, info = env.last()
    ...     env.step(None if terminated else int(seen["action_mask"].argmax()))
    ...     if terminated:
    ...         print(agent, reward)
    player_1 0.0
    player_2 -1.0
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi"],
        "render_fps": 1,
        "name": "houseway_table_v0",
        "is_parallelizable": False,
    }

    def __init__(self, book: str | Path | Rulebook = "", *, players: int = 3, render_mode: str | None = "ansi") -> None:
        """A table of one book, mbs-v4 unless you name another, with one to six players."""
        super().__init__()
        if not 1 <= players <= MOST_POSITIONS:
            raise Refused(f"a table has 1 to {MOST_POSITIONS} players, not {players}")
        self.tables = hand_tables(book or DEFAULT)
        self.possible_agents = [f"player_{position}" for position in range(1, players + 1)]
        self.agents: list[str] = []
        self.render_mode = render_mode
        shown = {"observation": spaces.Box(0, JOKER_INDEX, (self.tables.book.dealt,), np.uint8)}
        if self.tables.book.procedure.dealer_exposed:
            shown["dealer"] = spaces.Box(0, JOKER_INDEX, (self.tables.book.dealt,), np.uint8)
        mask = spaces.Box(0, 1, (len(self.tables.places),), np.int8)
        self._seen = {agent: spaces.Dict({**shown, "action_mask": mask}) for agent in self.possible_agents}
        self._acts = {agent: spaces.Discrete(len(self.tables.places)) for agent in self.possible_agents}
        self._random: np.random.Generator | None = None
        self.game: Game

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What a player sees."""
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Which two cards a player puts low."""
        return self._acts[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Seat the players, take their bets and deal."""
        del options
        if self._random is None or seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.game = Game(
            self.tables.book, seed=int(self._random.integers(1 << 62)), positions=len(self.possible_agents)
        )
        self.agents = list(self.possible_agents)
        for agent in self.agents:
            self.game.bet(self.game.sit(agent), _STAKE)
        self.game.deal()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._hands = {agent: self._ordered(self._position(agent)) for agent in self.agents}
        self._dealers = self._ordered(DEALER)
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What a player sees now; once the hand is set, no action is legal."""
        cards, shape = self._hands[agent]
        mask = self.tables.legal[shape] * np.int8(self._to_set(agent))
        dealer = {"dealer": self._dealers[0]} if "dealer" in self._seen[agent].spaces else {}
        return {"observation": cards, **dealer, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Set the hand of the player whose turn it is."""
        if not hasattr(self, "agent_selection"):
            raise Refused("there is no hand to set: call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise Refused(f"{agent} has a hand to set")
        chosen = int(self.tables.checked(np.atleast_1d(action), 1)[0])
        self._cumulative_rewards[agent] = 0.0
        if self.game.table.phase is Phase.SETTING:  # a dealer who is seen first and does not qualify ends it at once
            self._set(agent, chosen)
        following = self.agents.index(agent) + 1
        self._clear_rewards()
        if following < len(self.agents):
            self.agent_selection = self.agents[following]
        else:
            for event in self.game.finish():
                if isinstance(event, e.WagerSettled):
                    self.rewards[event.player] += (event.received - event.stake) / event.stake
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        self._accumulate_rewards()

    def _set(self, agent: str, action: int) -> None:
        player, position = self.game.player(agent), self._position(agent)
        if not self.game.table.hands[position].viewed_by:
            self.game.do(c.ViewHand(by=player, position=position))
        low = tuple(CARDS[self._hands[agent][0][place]].text for place in self.tables.places[action])
        self.game.do(c.SetHand(by=player, position=position, low=low))

    def close(self) -> None:
        """Nothing is held open."""

    def render(self) -> str:
        """Every hand in words; those not set yet as cards."""
        lines = []
        for agent in self.possible_agents:
            hand = self.game.table.hands.get(self._position(agent))
            cards = tuple(Card(card) for card in (hand.cards if hand else ()))
            low = tuple(Card(card) for card in (hand.low if hand else ()))
            lines.append(f"{agent}: {draw_cards(cards)}{f', low {draw_cards(low)}' if low else ''}")
        return "\n".join(lines)

    def _position(self, agent: str) -> int:
        return self.possible_agents.index(agent) + 1

    def _to_set(self, agent: str) -> bool:
        hand = self.game.table.hands.get(self._position(agent))
        return hand is not None and not hand.is_set and not self.terminations.get(agent, True)

    def _ordered(self, position: int) -> tuple[NDArray[np.uint8], int]:
        """The cards of a position in canonical order, and their shape."""
        cards = self.game.table.hands[position].cards
        row = np.array([[Card(card).index for card in cards]], dtype=np.uint8)
        return canonical(row, self.tables.book.high_size)[0], int(self.tables.shapes_of(row)[0])
