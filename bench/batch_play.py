"""Random moves at all tables of a batch, as one function that can be compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax


def random_play(
    step: Callable[[Any, Any, Any], Any],
    random_action: Callable[[Any, Any], Any],
    *,
    tables: int,
    steps: int,
) -> Callable[[Any, Any], Any]:
    """Return a function of the states of all tables, and of a key, that returns later states."""

    def each(state: Any, key: Any) -> Any:
        choice_key, step_key = jax.random.split(key)
        return step(state, random_action(choice_key, state.legal_action_mask), step_key)

    def all_tables(states: Any, key: Any) -> Any:
        return jax.vmap(each)(states, jax.random.split(key, tables)), None

    def play(states: Any, key: Any) -> Any:
        return jax.lax.scan(all_tables, states, jax.random.split(key, steps))[0]

    return play
