"""Gymnasium environments: one learner, alone or with bots at the other seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np

from quincunx.core.bots import BotSpec
from quincunx.core.encoding import AnyEncoding, Mask, Vector
from quincunx.core.errors import UnknownSeat
from quincunx.envs.bot_seats import BotSeats
from quincunx.envs.rendering import FRAMES_PER_SECOND, RENDER_MODES, Pixels, Renderer
from quincunx.envs.rewards import ILLEGAL_REWARD, rewards
from quincunx.envs.setups import GameOptions, action_space, make_table, observation_space
from quincunx.envs.table import STEP_MS

MASK = "action_mask"
"""The key of the mask in each info."""


class LearnerEnv(gymnasium.Env[Vector, int]):
    """A game in which one seat learns and bots play the others.

    An observation is a vector of whole numbers; `encoding.features.split` names its parts. The
    mask of allowed actions is in each info. The reward comes at the end; see
    `quincunx.envs.rewards`. An action that the mask does not allow ends the episode with
    `ILLEGAL_REWARD`. The info of the last step has the scores and the winners.
    """

    metadata = {  # noqa: RUF012 - Gymnasium declares it as an attribute of instances
        "render_modes": list(RENDER_MODES),
        "render_fps": FRAMES_PER_SECOND,
    }

    def __init__(
        self,
        game: str,
        *,
        bots: BotSpec | Mapping[int, BotSpec] = "medium",
        seats: int | None = None,
        seat: int = 0,
        preset: str = "base",
        options: GameOptions | None = None,
        render_mode: str | None = None,
        step_ms: int = STEP_MS,
    ) -> None:
        """`bots` is one bot for all other seats, or a bot for each: a name, a class or a bot."""
        self._table = make_table(game, seats, preset, options, step_ms)
        seats = self._table.seats
        if seat not in range(seats):
            raise UnknownSeat("core.error.unknown_seat", seat=str(seat), seats=seats)
        self.seat = seat
        others = [other for other in range(seats) if other != seat]
        chosen = bots if isinstance(bots, Mapping) else dict.fromkeys(others, bots)
        self._bots = BotSeats(self._table.game, {other: chosen[other] for other in others})
        self._table.bots = self._bots
        self.observation_space = observation_space(self.encoding)
        self.action_space = action_space(self.encoding)
        self.render_mode = render_mode
        self._mask: Mask = np.zeros(self.encoding.actions.size, np.int8)
        self._renderer = Renderer(render_mode)

    @property
    def encoding(self) -> AnyEncoding:
        """What the numbers of observations and actions mean."""
        return self._table.encoding

    def action_masks(self) -> Mask:
        """Return the mask of allowed actions, as MaskablePPO of sb3-contrib asks for it."""
        return self._mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Vector, dict[str, Any]]:
        super().reset(seed=seed)
        self._bots.seed = int(self.np_random.integers(2**62))
        self._table.deal(int(self.np_random.integers(2**62)))
        self._ask()
        return self._table.observe(self.seat), {MASK: self._mask}

    def step(self, action: int) -> tuple[Vector, float, bool, bool, dict[str, Any]]:
        if not (0 <= action < len(self._mask) and self._mask[action]):
            self._mask = np.zeros_like(self._mask)
            return self._table.observe(self.seat), ILLEGAL_REWARD, True, False, {MASK: self._mask}
        self._table.act(self.seat, int(action))
        self._ask()
        if self.render_mode == "human":
            self.render()
        info: dict[str, Any] = {MASK: self._mask}
        outcome, reward = self._table.match.outcome, 0.0
        if outcome is not None:
            reward = rewards(self._table.game, outcome)[self.seat]
            info |= {"scores": outcome.scores, "winners": outcome.winners}
        return self._table.observe(self.seat), reward, outcome is not None, False, info

    def _ask(self) -> None:
        """Go on until the learner is asked or the game is over."""
        seat = self._table.next_seat()
        self._mask = (
            self.encoding.mask(self._table.match.state, self.seat, self.encoding.no_draft)
            if seat is None
            else self._table.mask(self.seat)
        )

    def render(self) -> Pixels | str | None:  # type: ignore[override]
        """Show what the learner sees."""
        return self._renderer.render(self._table.game, self._table.match.view(self.seat))

    def close(self) -> None:
        self._renderer.close()
