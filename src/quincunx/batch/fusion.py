"""Keep XLA from computing the same numbers again and again.

XLA fuses the operations of a program and then recomputes an intermediate array wherever one of its
numbers is used. Where each number is used many times, that takes most of the time of a step.
`jax.lax.optimization_barrier` does not help: XLA removes it before it fuses operations.
"""

from __future__ import annotations

import jax
import jax.numpy as jnp
from jax.custom_batching import custom_vmap

from .kernel import Array


@custom_vmap
def computed_once(array: Array) -> Array:
    """Return an array of one dimension or more unchanged; its numbers are computed only once.

    XLA does not recompute the operand of a gather, so under `jax.vmap` each array is gathered from
    itself. That does not help if the only use of the array is another gather.
    """
    return array


@computed_once.def_vmap
def _of_all_tables(size: int, _is_batched: list[bool], arrays: Array) -> tuple[Array, bool]:
    """Return the arrays of all tables unchanged, and `True`, because they are a batch."""
    # XLA removes a slice that covers a whole array, as it would with a single table.
    on_cpu = _by_table if size > 1 else _by_number
    return jax.lax.platform_dependent(arrays, cpu=on_cpu, default=_by_number), True


def _by_number(arrays: Array) -> Array:
    """Gather one number of all tables at a time."""
    return arrays.at[:, jnp.arange(arrays.shape[1])].get(mode="promise_in_bounds")


def _by_table(arrays: Array) -> Array:
    """Gather all numbers of one table at a time.

    The numbers of a table are then next to each other in memory. Otherwise loops on a CPU would go
    through the tables first, which is several times as slow.
    """

    def look_up(array: Array, start: Array) -> Array:
        return jax.lax.dynamic_slice_in_dim(array, start, len(array))

    return jax.vmap(look_up)(arrays, jnp.zeros(len(arrays), jnp.int32))
