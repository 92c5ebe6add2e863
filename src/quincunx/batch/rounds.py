"""Ask several seats for an action, one after the other, as `quincunx.envs.table` does.

In a round every seat that may act is asked once: first those whose move is optional, then those
that the game waits for, each group in the order of the seats. A seat that is no longer allowed to
act when its turn comes is passed over.
"""

from __future__ import annotations

import jax.numpy as jnp

from .kernel import AnyKernel, Array, Table, arrays


@arrays
class Round:
    """The seats that are still to be asked in this round."""

    optional: Array
    """By seat, whether it is still to be asked although its move is optional."""
    awaited: Array
    """By seat, whether it is still to be asked and the game waited for it when the round began."""
    has_acted: Array
    """Whether a seat has acted in this round."""


def begin_round(kernel: AnyKernel, table: Table) -> Round:
    """Return a round in which nobody has been asked yet."""
    awaited = kernel.awaited(table)
    return Round(kernel.active(table) & ~awaited, awaited, jnp.bool_(False))


def asked_seat(round_: Round) -> Array:
    """Return the seat that is asked now, as int32."""
    first = jnp.where(round_.optional.any(), round_.optional, round_.awaited)
    return jnp.argmax(first).astype(jnp.int32)


def may_wait(kernel: AnyKernel, table: Table, round_: Round, seat: Array) -> Array:
    """Return whether the seat that is asked now may wait.

    The last seat that the game waits for has to act, unless another seat has acted in this round:
    otherwise the game would stand still.
    """
    waits_for = kernel.awaited(table)
    others = (round_.optional | round_.awaited) & (jnp.arange(kernel.num_seats) != seat)
    is_free = ~waits_for[seat] | (others & waits_for).any()
    return round_.has_acted | (others.any() & is_free)


def after_action(
    kernel: AnyKernel, table: Table, round_: Round, seat: Array, acted: Array
) -> Round:
    """Return the round after the seat was asked; `table` is the table after its action."""
    seats = jnp.arange(kernel.num_seats)
    optional = round_.optional & (seats != seat)
    awaited = round_.awaited & (seats != seat)
    active = kernel.active(table)
    places = jnp.concatenate((optional, awaited))
    may_act = places & jnp.concatenate((active, active))
    # Seats at the front that may no longer act are passed over; those further back are kept.
    places &= jnp.arange(2 * kernel.num_seats) >= jnp.argmax(may_act)
    fresh = begin_round(kernel, table)
    is_over = ~may_act.any()
    return Round(
        jnp.where(is_over, fresh.optional, places[: kernel.num_seats]),
        jnp.where(is_over, fresh.awaited, places[kernel.num_seats :]),
        ~is_over & (round_.has_acted | acted),
    )
