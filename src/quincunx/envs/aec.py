"""PettingZoo environments: every seat is an agent, and the agents act one after the other."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from quincunx.core.encoding import AnyEncoding, Vector
from quincunx.core.viewers import OMNISCIENT
from quincunx.envs.rendering import FRAMES_PER_SECOND, RENDER_MODES, Pixels, Renderer
from quincunx.envs.rewards import ILLEGAL_REWARD, rewards
from quincunx.envs.setups import GameOptions, action_space, make_table, observation_space
from quincunx.envs.table import STEP_MS

MASK = "action_mask"
"""The key of the mask in the info of the agent that acts next."""


def env(game: str, **settings: Any) -> QuincunxAEC:
    """Return a PettingZoo environment; see `QuincunxAEC` for the settings."""
    return QuincunxAEC(game, **settings)


class QuincunxAEC(AECEnv[str, Vector, int]):
    """A game in which every seat is an agent, `player_0` and so on.

    An observation is a vector of whole numbers; `encoding.features.split` names its parts. The
    mask of allowed actions is in the info of the agent that acts next. Rewards come at the end; see
    `quincunx.envs.rewards`. An action that the mask does not allow ends the game: the agent gets
    `ILLEGAL_REWARD`, the others 0.
    """

    metadata = {  # noqa: RUF012 - PettingZoo declares it as an attribute of instances
        "render_modes": list(RENDER_MODES),
        "render_fps": FRAMES_PER_SECOND,
        "is_parallelizable": False,
        "name": "quincunx",
    }

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        preset: str = "base",
        options: GameOptions | None = None,
        render_mode: str | None = None,
        step_ms: int = STEP_MS,
        max_cycles: int | None = None,
    ) -> None:
        """`options` change the preset. `max_cycles` truncates games that take longer."""
        super().__init__()
        self._table = make_table(game, seats, preset, options, step_ms)
        self.metadata = {**type(self).metadata, "name": f"quincunx_{game}_v0"}
        self.render_mode = render_mode
        self._max_cycles = max_cycles
        self._renderer = Renderer(render_mode)
        self._rng = np.random.default_rng()
        self.possible_agents = [f"player_{seat}" for seat in range(self._table.seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: observation_space(self.encoding) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(self.encoding) for agent in self.possible_agents}

    @property
    def encoding(self) -> AnyEncoding:
        """What the numbers of observations and actions mean."""
        return self._table.encoding

    def observation_space(self, agent: str) -> spaces.Space[Vector]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[int]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: with a seed the same one, otherwise the next one of the last seed."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self._table.deal(int(self._rng.integers(2**62)))
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def observe(self, agent: str) -> Vector:
        return self._table.observe(self._seat_of[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        mask, self.infos[agent] = self.infos[agent][MASK], {}
        # A game rewards only its end, so until then there is nothing to accumulate or to clear.
        if action is None or not (0 <= action < len(mask) and mask[action]):
            self._end({agent: ILLEGAL_REWARD})
            return
        self._table.act(self._seat_of[agent], int(action))
        self._steps += 1
        outcome = self._table.match.outcome
        if outcome is None and self._steps == self._max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        if outcome is None:
            outcome = self._ask()
        if outcome is not None:
            self._end(dict(zip(self.agents, rewards(self._table.game, outcome), strict=True)))
        if self.render_mode == "human":
            self.render()

    def _ask(self) -> Any:
        """Select the agent that acts next; return the outcome if time has ended the game."""
        seat = self._table.next_seat()
        if seat is None:
            return self._table.match.outcome
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = {MASK: self._table.mask(seat)}
        return None

    def _end(self, earned: dict[str, float]) -> None:
        self.rewards = {agent: earned.get(agent, 0.0) for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> Pixels | str | None:
        """Show the table with all its secrets: this is for people who watch."""
        return self._renderer.render(self._table.game, self._table.match.view(OMNISCIENT))

    def close(self) -> None:
        self._renderer.close()
