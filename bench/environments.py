"""Steps per second of the environments, next to PettingZoo's connect_four and RLCard's uno.

Needs the packages of the lab's environment: `.venv-lab/bin/python -m bench.environments`. A step is
one action of one agent, with everything that a learner asks for: the observation, the mask, the
reward and the end. All agents act at random.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from bench.contest import rates
from quincunx.envs import env

STEPS = 4_000
LIGHT_GAMES = {"quatrefoil": 4, "coloryam": 3, "quivvit": 4}
"""With the numbers of seats at which they are measured."""
GOAL = 2
"""How many times as fast as connect_four the light games are to be."""


def pettingzoo_steps(table: Any) -> Callable[[], int]:
    """Return a batch of steps of a PettingZoo environment."""

    def run() -> int:
        rng, steps, seed = Random(1), 0, 0
        while steps < STEPS:
            seed += 1
            table.reset(seed=seed)
            for _ in table.agent_iter():
                observation, _, terminated, truncated, info = table.last()
                if terminated or truncated:
                    table.step(None)
                    continue
                mask = info if "action_mask" in info else observation
                allowed = np.flatnonzero(mask["action_mask"])
                table.step(int(allowed[int(rng.random() * len(allowed))]))
                steps += 1
        return steps

    return run


def rlcard_steps(name: str) -> Callable[[], int]:
    """Return a batch of steps of an RLCard environment."""
    import rlcard

    table = rlcard.make(name, config={"seed": 1})

    def run() -> int:
        rng, steps = Random(1), 0
        while steps < STEPS:
            state, _ = table.reset()
            while not table.is_over():
                state, _ = table.step(rng.choice([*state["legal_actions"]]))
                steps += 1
        return steps

    return run


def main() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import connect_four_v3
    contenders = {
        "PettingZoo connect_four": pettingzoo_steps(connect_four_v3.env()),
        "RLCard uno": rlcard_steps("uno"),
        **{
            f"{game}, {seats} seats": pettingzoo_steps(env(game, seats=seats))
            for game, seats in LIGHT_GAMES.items()
        },
        "qwirkle_cards, 2 seats": pettingzoo_steps(env("qwirkle_cards", max_cycles=STEPS)),
        "pivit, 2 seats": pettingzoo_steps(env("pivit", max_cycles=STEPS)),
    }
    measured = rates(contenders)
    connect_four = measured["PettingZoo connect_four"]
    print(f"{'':28}{'steps/s':>10}{'/ connect_four':>16}")
    for name, rate in measured.items():
        print(f"{name:28}{rate:>10,.0f}{rate / connect_four:>16.2f}")
    print(f"goal for {', '.join(LIGHT_GAMES)}: {GOAL} times connect_four")


if __name__ == "__main__":
    main()
