"""A state of an OpenSpiel game: the steps so far, and what is chosen of the next one.

The state keeps the results of chance that were chosen for the next step. While that step needs
another one, the state is a chance node; when it has all of them, the step is made.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from quincunx.core.encoding import AnyEncoding, Vector
from quincunx.core.events import Events, visible_messages
from quincunx.core.observation import Observation
from quincunx.envs.openspiel.explicit_chance import ExplicitChance, UndecidedResult, Weighted
from quincunx.envs.rewards import rewards

if TYPE_CHECKING:
    from quincunx.envs.openspiel.game import OpenSpielGame, OpenSpielTable


@dataclass(frozen=True, eq=False)
class Step:
    """A step that was made, and the state after it; the first is the deal.

    It never changes, so copies of states share it.
    """

    seat: int | None
    action: int | None
    move: Any
    state: Any
    events: Events
    seen: dict[int, Vector] = field(default_factory=dict)
    """By player, what it saw after the step, as far as that was asked for."""

    def __deepcopy__(self, memo: object) -> Step:
        return self

    def observed(self, encoding: AnyEncoding, player: int) -> tuple[int, Vector]:
        """Return the player's own action in this step (or −1) and what it saw after it."""
        if player not in self.seen:
            self.seen[player] = encoding.observe(self.state, player, None, 0)
        action = self.action if self.seat == player else None
        return -1 if action is None else action, self.seen[player]


class OpenSpielState(pyspiel.State):
    """One point of a game."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.table: OpenSpielTable = game.table
        self.steps: tuple[Step, ...] = ()
        self._chosen: tuple[int, ...] = ()
        """The results of chance that were chosen for the next step."""
        self._seat: int | None = None
        self._action: int | None = None
        self._possible: Weighted = ()
        """The results to choose from, at a chance node."""
        self._go_on()

    @property
    def _state(self) -> Any:
        return self.steps[-1].state

    @property
    def _outcome(self) -> Any:
        return self.table.rules.outcome(self._state) if self.steps else None

    def _go_on(self) -> None:
        """Make the next step if all its results of chance have been chosen."""
        rules, chance, move = self.table.rules, ExplicitChance(self._chosen), None
        try:
            if not self.steps:
                state, events = self.table.set_up(chance)
            else:
                assert self._seat is not None
                assert self._action is not None
                _, move = self.table.encoding.step(self._state, self._seat, None, self._action)
                state, events = rules.apply(self._state, self._seat, move, 0, chance)
        except UndecidedResult as undecided:
            self._possible = undecided.possible
            return
        self.steps += (Step(self._seat, self._action, move, state, events),)
        self._chosen, self._possible, self._seat, self._action = (), (), None, None

    # What OpenSpiel asks for

    def current_player(self) -> int:
        if self._possible:
            return int(pyspiel.PlayerId.CHANCE)
        if self._outcome is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        seat: int = self.table.rules.active(self._state)[0]
        return seat

    def _legal_actions(self, player: int) -> list[int]:
        mask = self.table.encoding.mask(self._state, player, None)
        return [int(action) for action in np.flatnonzero(mask)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        total = sum(weight for _, weight in self._possible)
        return [(value, weight / total) for value, weight in self._possible]

    def _apply_action(self, action: int) -> None:
        if self._possible:
            self._chosen += (action,)
        else:
            self._seat, self._action = self.current_player(), action
        self._go_on()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self.table.encoding.name(action)

    def is_terminal(self) -> bool:
        return not self._possible and self._outcome is not None

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * self.table.seats
        return [*rewards(self.table.game, self._outcome)]

    def __str__(self) -> str:
        made = [f"{step.seat}: {step.move}" for step in self.steps[1:]]
        return f"{'; '.join(made)} | {' '.join(map(str, self._chosen))}"

    # What a player knows

    def observed(self, player: int) -> list[tuple[int, Vector]]:
        """Return for each step the player's own action in it (or −1) and what it saw after it."""
        return [step.observed(self.table.encoding, player) for step in self.steps]

    def resample_from_infostate(self, player: int, sampler: Any) -> OpenSpielState:
        """Return a random state that the player cannot tell from this one; IS-MCTS needs it."""
        rules = self.table.rules
        seen = [
            Observation(
                version,
                0,
                step.seat,
                step.move,
                visible_messages(step.events, player),
            )
            for version, step in enumerate(self.steps)
        ]
        rng = Random(sampler())
        state = rules.determinise(rules.view(self._state, player), seen, rng)
        other: OpenSpielState = self.clone()
        last = replace(other.steps[-1], state=state)
        other.steps = (*other.steps[:-1], last)
        return other
