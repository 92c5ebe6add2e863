"""An environment of one game on arrays, with the interface of pgx's environments."""

from __future__ import annotations

import dataclasses
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import jax
import jax.numpy as jnp

from .kernel import AnyKernel, Array
from .randomness import NEXT_DEAL, random_key
from .rounds import Round, after_action, asked_seat, begin_round, may_wait

ILLEGAL_REWARD: Final = -1.0
"""The reward of an action that the mask does not allow; it ends the game, and others get 0."""


@partial(
    jax.tree_util.register_dataclass,
    data_fields=(
        "current_player",
        "observation",
        "rewards",
        "terminated",
        "truncated",
        "legal_action_mask",
        "_step_count",
        "_table",
        "_round",
    ),
    meta_fields=("_kernel",),
)
@dataclasses.dataclass(frozen=True)
class BatchState:
    """What pgx's programs read of a table, and the table itself."""

    current_player: Array
    """The seat that is asked for an action, as int32."""
    observation: Array
    """What that seat may know, as int16."""
    rewards: Array
    """By seat, as float32: 0 until the game is over."""
    terminated: Array
    truncated: Array
    """Always false: every game ends by itself."""
    legal_action_mask: Array
    """By action, whether it is allowed; all of them when the game is over, as in pgx."""
    _step_count: Array
    _table: Any
    _round: Round | None
    """Whom the game still asks in this round; `None` if one seat acts after the other."""
    _kernel: AnyKernel

    @property
    def env_id(self) -> str:
        return self._kernel.name

    def replace(self, **changes: Any) -> Self:
        """Return the state with other values for some fields."""
        return dataclasses.replace(self, **changes)

    def to_svg(self) -> str:
        """Return a picture of the table; of a batch, its first table is drawn."""
        table = self._table
        for _ in self.terminated.shape:
            table = jax.tree.map(lambda array: array[0], table)
        return self._kernel.svg(table)

    def save_svg(self, filename: str | Path) -> None:
        """Write a picture of the table to a file."""
        Path(filename).write_text(self.to_svg(), encoding="utf-8")

    def _repr_html_(self) -> str:
        return self.to_svg()


class _Progress(NamedTuple):
    """What a state consists of, without what follows from it."""

    table: Any
    round_: Round | None
    seat: Array
    rewards: Array
    terminated: Array
    step_count: Array


class BatchEnv:
    """The environment of a kernel. Its functions work on one table: wrap them in `jax.vmap`."""

    version: Final = "v1"

    def __init__(self, kernel: AnyKernel) -> None:
        self.kernel = kernel

    @property
    def id(self) -> str:
        return self.kernel.name

    @property
    def num_players(self) -> int:
        return self.kernel.num_seats

    @property
    def num_actions(self) -> int:
        return self.kernel.num_actions

    @property
    def observation_shape(self) -> tuple[int, ...]:
        shape: tuple[int, ...] = jax.eval_shape(self.init, jax.random.key(0)).observation.shape
        return shape

    def init(self, key: Array) -> BatchState:
        """Return a new table."""
        return self._state(self._dealt(key))

    def step(self, state: BatchState, action: Array, key: Array | None = None) -> BatchState:
        """Return the table after an action; `key` decides what is drawn or rolled.

        An action that the mask does not allow ends the game. Once a game is over it stays as it
        is, and the rewards are 0.
        """
        return self._state(self._after(state, action, key))

    def step_and_reset(self, state: BatchState, action: Array, key: Array) -> BatchState:
        """Return the table after an action, or a new one if its game is over.

        After the last move of a game, `rewards` and `terminated` are those of its end, and
        everything else belongs to the new game, as with `auto_reset`. It takes less time, because
        only the table that is kept is observed.
        """
        in_play = state.replace(terminated=jnp.zeros_like(state.terminated))
        after = self._after(in_play, action, key)
        fresh = self._dealt(random_key(key, NEXT_DEAL))
        kept = self._state(_choose(after.terminated, fresh, after))
        return kept.replace(rewards=after.rewards, terminated=after.terminated)

    def _dealt(self, key: Array) -> _Progress:
        kernel = self.kernel
        table = kernel.deal(key)
        round_ = begin_round(kernel, table) if kernel.asks_in_rounds else None
        return _Progress(
            table=table,
            round_=round_,
            seat=kernel.turn(table) if round_ is None else asked_seat(round_),
            rewards=jnp.zeros(kernel.num_seats, jnp.float32),
            terminated=jnp.bool_(False),
            step_count=jnp.int32(0),
        )

    def _after(self, state: BatchState, action: Array, key: Array | None) -> _Progress:
        kernel, seat, was_over = self.kernel, state.current_player, state.terminated
        is_legal = state.legal_action_mask[action]
        acts = ~was_over & is_legal
        if kernel.wait is not None:
            acts &= action != kernel.wait
        played = kernel.play(state._table, seat, action, key)
        table = _choose(acts, played, state._table)
        round_ = self._next_round(state, table, acts)
        terminated = was_over | ~is_legal | kernel.is_over(table)
        next_seat = kernel.turn(table) if round_ is None else asked_seat(round_)
        penalty = jnp.zeros(kernel.num_seats, jnp.float32).at[seat].set(ILLEGAL_REWARD)
        rewards = jnp.where(is_legal, kernel.rewards(table), penalty)
        return _Progress(
            table=table,
            round_=round_,
            seat=jnp.where(terminated, seat, next_seat),
            rewards=jnp.where(terminated & ~was_over, rewards, 0.0),
            terminated=terminated,
            step_count=state._step_count + ~was_over,
        )

    def _state(self, progress: _Progress) -> BatchState:
        """Return a table with what the seat that is asked may know and do."""
        kernel, table, seat = self.kernel, progress.table, progress.seat
        return BatchState(
            current_player=seat,
            observation=kernel.observe(table, seat),
            rewards=progress.rewards,
            terminated=progress.terminated,
            truncated=jnp.bool_(False),
            legal_action_mask=self._legal(table, progress.round_, seat) | progress.terminated,
            _step_count=progress.step_count,
            _table=table,
            _round=progress.round_,
            _kernel=kernel,
        )

    def observe(self, state: BatchState, player_id: Array | None = None) -> Array:
        """Return what a seat may know; by default the one that is asked for an action."""
        seat = state.current_player if player_id is None else player_id
        return self.kernel.observe(state._table, seat)

    def _next_round(self, state: BatchState, table: Any, acted: Array) -> Round | None:
        if state._round is None:
            return None
        return after_action(self.kernel, table, state._round, state.current_player, acted)

    def _legal(self, table: Any, round_: Round | None, seat: Array) -> Array:
        kernel = self.kernel
        mask = kernel.legal(table, seat)
        if round_ is None or kernel.wait is None:
            return mask
        return mask.at[kernel.wait].set(may_wait(kernel, table, round_, seat))


def _choose(condition: Array, new: Any, old: Any) -> Any:
    """Return the new values if the condition holds and the old ones otherwise."""
    return jax.tree.map(partial(jnp.where, condition), new, old)
