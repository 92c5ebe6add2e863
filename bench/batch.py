"""Moves per second of `quincunx.batch`, next to the engine and to pgx's 2048 and tic_tac_toe.

Needs the packages of the lab's environment: `.venv-lab/bin/python -m bench.batch [SIZE …]`. A size
is the power of two of tables in a batch. All tables make random moves and are dealt anew when a
game is over, so every step of every table is a move, and it is counted with its share of the deals.
Each step computes what a learner asks for: observation, mask, rewards and end. Times are CPU time,
which counts all cores: `taskset -c 0` before the command measures one of them. Compiling is
measured apart.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from bench.batch_play import random_play
from bench.contest import rates
from bench.random_play import SEATS
from bench.random_play import ours as engine
from quincunx.batch import make, random_action

SIZES: Final = (0, 5, 10, 15, 20)
GAMES: Final = ("quatrefoil", "coloryam", "quivvit")
PGX: Final = ("2048", "tic_tac_toe")
PGX_SIZES: Final = (10, 15)
MOVES: Final = {"quatrefoil": 2**19, "coloryam": 2**17, "quivvit": 2**15, "pgx": 2**17}
"""About how many moves a batch makes in each round of the measurement."""
MAX_STEPS: Final = 2048
GOALS: Final = (10, 2)
"""How many times as fast as the engine and as pgx's 2048 each game is to be."""


@dataclass
class Batch:
    """Tables of one environment, and the compiled function that plays them."""

    states: Any
    play: Any
    steps: int
    size: int
    compile_s: float

    def __call__(self) -> int:
        self.states = jax.block_until_ready(self.play(self.states, jax.random.key(1)))
        return self.steps * self.size


def batch(env: Any, step: Any, size: int, moves: int) -> Batch:
    """Return a batch of `size` tables that makes about so many moves each time it is called."""
    steps = min(max(moves // size, 1), MAX_STEPS)

    play = random_play(step, random_action, tables=size, steps=steps)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(0), size))
    start = process_time()
    compiled = jax.jit(play, donate_argnums=0).lower(states, jax.random.key(1)).compile()
    return Batch(states, compiled, steps, size, process_time() - start)


def ours(game: str, size: int) -> Batch:
    env = make(game, seats=SEATS[game])
    return batch(env, env.step_and_reset, size, MOVES[game])


def pgx(game: str, size: int) -> Batch:
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(game)
    return batch(env, auto_reset(env.step, env.init), size, MOVES["pgx"])


# What limits each


def bytes_per_second() -> float:
    """Return how many bytes this machine reads and writes when it copies large arrays."""
    source, target = np.ones((2, 2**26), np.int32)

    def copy() -> int:
        np.copyto(target, source)
        return 2 * source.nbytes

    return rates({"copy": copy})["copy"]


def operations_per_second() -> float:
    """Return how many operations on whole numbers of 32 bits compiled code does in cache."""
    size, rounds, unrolled = 2**10, 2**12, 16

    @jax.jit
    def work(numbers: Any) -> Any:
        def one(_: Any, numbers: Any) -> Any:
            for _ in range(unrolled):
                numbers = (numbers ^ numbers >> 7) + 5
            return numbers

        return jax.lax.fori_loop(0, rounds, one, numbers)

    numbers = jnp.arange(size)

    def run() -> int:
        work(numbers).block_until_ready()
        return size * rounds * unrolled * 3

    return rates({"work": run})["work"]


def size_of(tree: Any) -> int:
    """Return the bytes of all arrays of one table."""
    return sum(leaf.size * leaf.dtype.itemsize for leaf in jax.tree.leaves(tree))


def costs(game: str, size: int = 2**12) -> dict[str, float]:
    """Return the bytes of a table, and what XLA says about a step, by table."""
    env = make(game, seats=SEATS[game])
    keys = jax.eval_shape(lambda: jax.random.split(jax.random.key(0), size))
    states = jax.eval_shape(jax.vmap(env.init), keys)
    actions = jax.ShapeDtypeStruct((size,), jnp.int32)
    compiled = jax.jit(jax.vmap(env.step_and_reset)).lower(states, actions, keys).compile()
    analysis: Any = compiled.cost_analysis()
    memory: Any = compiled.memory_analysis()
    state = jax.eval_shape(env.init, jax.random.key(0))
    peak = memory.argument_size_in_bytes + memory.output_size_in_bytes + memory.temp_size_in_bytes
    return {
        "rules": size_of(state._table),
        "state": size_of(state),
        "peak": peak / size,
        "operations": analysis["flops"] / size,
        "bytes": analysis["bytes accessed"] / size,
    }


def show_limits(fastest: dict[str, float]) -> None:
    bandwidth, operations = bytes_per_second(), operations_per_second()
    print(
        f"\ncopying {bandwidth / 1e9:.1f} GB/s, calculating {operations / 1e9:.1f} G operations/s"
    )
    columns = ("rules B", "state B", "in a step B", "B/move", "operations", "of copying", "of both")
    print(" " * 12 + "".join(f"{column:>13}" for column in columns))
    for game, rate in fastest.items():
        found = costs(game)
        copying = rate * found["bytes"] / bandwidth
        calculating = rate * found["operations"] / operations
        cells = [
            f"{found[name]:,.0f}" for name in ("rules", "state", "peak", "bytes", "operations")
        ]
        cells += [f"{copying:.0%}", f"{copying + calculating:.0%}"]
        print(f"{game:12}" + "".join(f"{cell:>13}" for cell in cells), flush=True)


def main(sizes: tuple[int, ...]) -> None:
    contenders: dict[str, Callable[[], int]] = {
        f"engine {game}": engine(game, verifiable=False) for game in GAMES
    }
    made = {f"{game} 2^{power}": ours(game, 2**power) for power in sizes for game in GAMES}
    theirs = {f"pgx {game} 2^{power}": pgx(game, 2**power) for power in PGX_SIZES for game in PGX}
    contenders |= theirs | made
    measured = rates(contenders)
    pgx_2048 = max(measured[f"pgx 2048 2^{power}"] for power in PGX_SIZES)
    print(f"{'':24}{'moves/s':>14}{'/ engine':>10}{'/ pgx 2048':>12}{'compiling s':>12}")
    for name, rate in measured.items():
        engines = measured.get(f"engine {name.partition(' ')[0]}")
        ratio = "" if engines is None else f"{rate / engines:.1f}"
        found = contenders[name]
        seconds = f"{found.compile_s:.1f}" if isinstance(found, Batch) else ""
        print(f"{name:24}{rate:>14,.0f}{ratio:>10}{rate / pgx_2048:>12.2f}{seconds:>12}")
    print(f"goals: {GOALS[0]} times the engine, {GOALS[1]} times pgx's 2048")
    show_limits({game: max(measured[f"{game} 2^{power}"] for power in sizes) for game in GAMES})


if __name__ == "__main__":
    main(tuple(map(int, sys.argv[1:])) or SIZES)
