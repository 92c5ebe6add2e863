"""Games as pure functions on arrays, for JAX: thousands or millions of tables at once.

The interface is pgx's, so programs written for pgx run here: `init`, `step` and `observe`, wrapped
in `jax.vmap` and `jax.jit`, and `auto_reset`, or the faster `step_and_reset`. Observations and
actions are those of `quincunx.envs`.

    import jax
    from quincunx.batch import make

    env = make("quivvit", seats=2)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), 1024))

The rules engine stays the source of truth: the tests replay games with every option in it and
compare each step. Everything but `engine/` imports only JAX and NumPy, and its own modules by
relative imports, so that this folder also runs where nothing else is installed:
`PYTHONPATH=src/quincunx python -c "import batch"`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .auto_reset import auto_reset
from .environment import BatchEnv, BatchState
from .kernel import Kernel
from .random_actions import random_action

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["BatchEnv", "BatchState", "Kernel", "auto_reset", "make", "random_action"]


def make(
    game: str,
    *,
    seats: int | None = None,
    preset: str = "base",
    options: Mapping[str, Any] | None = None,
) -> BatchEnv:
    """Return the environment of a game with these options; needs the full package."""
    from .engine.making import make_environment

    return make_environment(game, seats=seats, preset=preset, options=options)
