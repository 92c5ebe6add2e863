"""Moves per second of the batch backend on a graphics card or another device, and what limits them.

Needs JAX and NumPy alone, so the folder `src/quincunx/batch`, this file and `batch_play.py` are
enough:

    PYTHONPATH=src/quincunx python -m bench.batch_device [--games …] [--sizes …] [--largest]

A size is the power of two of tables in a batch. All tables begin with the same deal, make random
moves, and are dealt anew when a game is over. So every step of every table is a move, and it is
counted with its share of the deals. Each step computes what a learner asks for: observation, mask,
rewards and end. Times are those of a clock on the wall, the median of several measurements, without
compiling. XLA counts the bytes and the operations of a step. Small batches fit into the device's
caches, so their share of the copying speed may be above 100%.

By default JAX takes three quarters of a graphics card's memory. It takes more if the command begins
with `XLA_PYTHON_CLIENT_MEM_FRACTION=.95`.
"""

# mypy: disallow-untyped-calls=False

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from statistics import median
from time import perf_counter
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp

from bench.batch_play import random_play

# By name, because type checkers know the folder as `quincunx.batch` only.
batch: Final[Any] = import_module("batch")

SHEET: Final = (2, 46, 82, 81, 146, 207)
"""The challenges of ColorYam's first sheet."""
GAMES: Final[dict[str, tuple[str, str, dict[str, Any]]]] = {
    "quatrefoil": ("Quatrefoil, 4 seats", "QuatrefoilKernel", {}),
    "coloryam": ("ColorYam, 3 seats", "ColorYamKernel", {"seats": 3, "challenges": SHEET}),
    "quivvit": ("Quivvit, 4 seats", "QuivvitKernel", {"seats": 4}),
}
"""By name: what is measured, and the kernel with its options."""
SIZES: Final = (0, 4, 8, 12, 16, 18, 20)

STEPS: Final = 64
"""The steps of a compiled program."""
MEASUREMENTS: Final = 5
MEASUREMENT_S: Final = 0.1
"""About how long each measurement takes, unless one call of the program takes longer."""
GB: Final = 1e9


# The programs


class Program(NamedTuple):
    """The compiled functions that deal and play all tables of a batch."""

    game: str
    tables: int
    steps: int
    deal: Any
    play: Any

    @property
    def bytes_in_use(self) -> int:
        """The device memory that playing takes."""
        memory = self.play.memory_analysis()
        # Results may lie where the arguments were.
        results = memory.output_size_in_bytes - memory.alias_size_in_bytes
        in_use: int = memory.argument_size_in_bytes + results + memory.temp_size_in_bytes
        return in_use


def environment(game: str) -> Any:
    _, kernel, options = GAMES[game]
    return batch.BatchEnv(getattr(import_module(f"batch.{game}"), kernel)(**options))


def compiled(game: str, tables: int, steps: int = STEPS) -> Program:
    """Compile what deals and plays so many tables for so many steps."""
    env = environment(game)

    def deal(table: Any) -> Any:
        return jax.tree.map(lambda array: jnp.broadcast_to(array, (tables, *array.shape)), table)

    play = random_play(env.step_and_reset, batch.random_action, tables=tables, steps=steps)
    key = jax.random.key(0)
    table = jax.eval_shape(env.init, key)
    deals = jax.jit(deal).lower(table).compile()
    plays = jax.jit(play, donate_argnums=0).lower(jax.eval_shape(deal, table), key).compile()
    return Program(game, tables, steps, deals, plays)


# Speed


class Speeds(NamedTuple):
    """What a device does in a second at most, measured."""

    copied_bytes: float
    operations: float


def seconds_a_call(function: Any, value: Any) -> float:
    """Return how long a function takes that is called with its own results.

    The calls of a measurement wait for each other on the device, not in Python.
    """
    value = jax.block_until_ready(function(value))
    start = perf_counter()
    value = jax.block_until_ready(function(value))
    calls = max(1, round(MEASUREMENT_S / (perf_counter() - start)))
    times = []
    for _ in range(MEASUREMENTS):
        start = perf_counter()
        for _ in range(calls):
            value = function(value)
        jax.block_until_ready(value)
        times.append((perf_counter() - start) / calls)
    return median(times)


def device_speeds() -> Speeds:
    """Measure how fast the device copies a large array, and calculates with 32-bit numbers."""
    copied, calculated, rounds = 2**27, 2**24, 64

    def plus_one(numbers: Any) -> Any:
        return numbers + 1

    def calculate(numbers: Any) -> Any:
        for _ in range(rounds):
            numbers = (numbers ^ numbers >> jnp.uint32(7)) + jnp.uint32(5)
        return numbers

    numbers = jnp.zeros(copied, jnp.uint32)
    moved = 2 * numbers.nbytes
    copying = seconds_a_call(jax.jit(plus_one, donate_argnums=0), numbers)
    numbers = jnp.arange(calculated, dtype=jnp.uint32)
    calculating = seconds_a_call(jax.jit(calculate, donate_argnums=0), numbers)
    return Speeds(moved / copying, 3 * rounds * calculated / calculating)


def moves_per_second(program: Program, first_table: Any) -> float:
    """Return how many moves the tables of a batch make."""
    play = partial(_play, program)
    return program.tables * program.steps / seconds_a_call(play, program.deal(first_table))


def _play(program: Program, states: Any) -> Any:
    return program.play(states, jax.random.key(1))


# Memory

STEPS_OF_LARGEST: Final = 4
OF_MEMORY: Final = (0.98, 0.95, 0.9)
"""The shares of the memory that are tried for the largest batch."""


def device_memory() -> int:
    """Return the bytes of memory that JAX may use on this device."""
    stats = jax.devices()[0].memory_stats()
    if stats and "bytes_limit" in stats:
        return int(stats["bytes_limit"])
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def largest_batch(game: str, tables_that_fit: float, first_table: Any) -> tuple[int, float]:
    """Play the largest batch that fits; return its tables and moves per second, or zeros."""
    for share in OF_MEMORY:
        try:
            program = compiled(game, int(share * tables_that_fit), STEPS_OF_LARGEST)
            states = jax.block_until_ready(_play(program, program.deal(first_table)))
            start = perf_counter()
            jax.block_until_ready(_play(program, states))
        except jax.errors.JaxRuntimeError as error:
            if "RESOURCE_EXHAUSTED" not in str(error):
                raise
        else:
            return program.tables, program.tables * program.steps / (perf_counter() - start)
    return 0, 0.0


# What is printed, as tables in Markdown

COLUMNS: Final = (
    "tables",
    "moves/s",
    "µs/step",
    "state B",
    "in use B",
    "B/move",
    "operations/move",
    "of copying",
    "of calculating",
)


def show_header(*columns: str) -> None:
    show_row(*columns)
    show_row(*("---:" for _ in columns))


def show_row(*cells: str) -> None:
    print("|", " | ".join(cells), "|", flush=True)


def show_game(game: str, sizes: Sequence[int], speeds: Speeds) -> float:
    """Measure a game with batches of all sizes; return the memory for a table of the largest."""
    start = perf_counter()
    # Compiling takes most of the time, and XLA does it without holding Python's lock.
    with ThreadPoolExecutor() as pool:
        programs = list(pool.map(partial(compiled, game), (2**size for size in sizes)))
    print(f"\n{GAMES[game][0]} (compiled in {perf_counter() - start:.1f} s)\n")
    show_header(*COLUMNS)
    first_table = jax.jit(environment(game).init)(jax.random.key(0))
    for program in programs:
        show_size(program, first_table, speeds)
    return programs[-1].bytes_in_use / programs[-1].tables


def show_size(program: Program, first_table: Any, speeds: Speeds) -> None:
    """Measure a batch and show all that is known of it, bytes and operations by table."""
    rate, tables = moves_per_second(program, first_table), program.tables
    # Of a loop, XLA counts one step.
    costs = program.play.cost_analysis()
    moved, operations = costs["bytes accessed"] / tables, costs["flops"] / tables
    state_bytes = sum(leaf.nbytes for leaf in jax.tree.leaves(first_table))
    show_row(
        f"2^{tables.bit_length() - 1}",
        f"{rate:,.0f}",
        f"{tables / rate * 1e6:,.1f}",
        f"{state_bytes:,}",
        f"{program.bytes_in_use / tables:,.0f}",
        f"{moved:,.0f}",
        f"{operations:,.0f}",
        f"{rate * moved / speeds.copied_bytes:.0%}",
        f"{rate * operations / speeds.operations:.0%}",
    )


def show_largest(needed: dict[str, float], memory: float, *, plays: bool) -> None:
    """Show how many tables of each game fit into the memory; if `plays`, also by playing them."""
    print(f"\nThe largest batches, with {memory / GB:.1f} GB of memory\n")
    show_header("game", "in use B", "tables that fit", *(["played", "moves/s"] if plays else []))
    for game, each in needed.items():
        fit = memory / each
        cells = [GAMES[game][0], f"{each:,.0f}", f"{fit:,.0f}"]
        if plays:
            first_table = jax.jit(environment(game).init)(jax.random.key(0))
            cells += [f"{number:,.0f}" for number in largest_batch(game, fit, first_table)]
        show_row(*cells)


def main(options: Namespace) -> None:
    device, speeds = jax.devices()[0], device_speeds()
    copies, calculates = (f"{speed / GB:,.0f}" for speed in speeds)
    print(f"{device.device_kind}, JAX {jax.__version__}")
    print(f"It copies {copies} GB/s and does {calculates} billion operations/s.", flush=True)
    needed = {game: show_game(game, sorted(options.sizes), speeds) for game in options.games}
    memory = options.memory * GB if options.memory else device_memory()
    show_largest(needed, memory, plays=options.largest)


def parsed() -> Namespace:
    parser = ArgumentParser(prog="python -m bench.batch_device")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument(
        "--sizes", nargs="+", type=int, default=SIZES, help="powers of two of tables in a batch"
    )
    parser.add_argument("--largest", action="store_true", help="play the largest batches too")
    parser.add_argument("--memory", type=float, help="GB for the largest batches; default: all")
    return parser.parse_args()


if __name__ == "__main__":
    main(parsed())
