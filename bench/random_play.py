"""Measure random play through `Match` on one core, next to other libraries' games."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import quincunx
from bench.contest import rates
from quincunx.core.chance import FastChance

GAMES = 300
GOALS = {"quatrefoil": 150_000, "coloryam": 60_000, "quivvit": 60_000, "qwirkle_cards": 2_000}
SEATS = {"quatrefoil": 4, "coloryam": 3, "quivvit": 4, "qwirkle_cards": 3}


def ours(game: str, *, verifiable: bool) -> Callable[[], int]:
    """Return a batch of our games, with verifiable or with fast chance."""

    def run() -> int:
        rng = Random(1)
        moves = 0
        for number in range(GAMES):
            match = (
                quincunx.new(game, SEATS[game], seed=number)
                if verifiable
                else quincunx.new(game, SEATS[game], chance=FastChance(rng))
            )
            while match.outcome is None:
                seat = match.active[0]
                match.play(match.legal_moves(seat).sample(rng), seat)
            moves += match.version
        return moves

    return run


def openspiel_hanabi() -> Callable[[], int]:
    import pyspiel

    game = pyspiel.load_game("hanabi", {"players": 4})

    def run() -> int:
        rng = Random(1)
        moves = 0
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, weights)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    moves += 1
        return moves

    return run


def catanatron() -> Callable[[], int]:
    from catanatron import Color, Game, RandomPlayer

    def run() -> int:
        moves = 0
        for seed in range(3):
            game = Game([RandomPlayer(color) for color in Color], seed=seed)
            game.play()
            moves += len(game.state.actions)
        return moves

    return run


def main() -> None:
    contenders = {"OpenSpiel hanabi": openspiel_hanabi(), "catanatron": catanatron()}
    for game in GOALS:
        contenders[f"{game}, verifiable deal"] = ours(game, verifiable=True)
        contenders[f"{game}, lab's chance"] = ours(game, verifiable=False)
    measured = rates(contenders)
    hanabi, catan = measured["OpenSpiel hanabi"], measured["catanatron"]
    print(f"{'':32}{'moves/s':>10}{'/ hanabi':>10}{'/ catanatron':>14}")
    for name, rate in measured.items():
        print(f"{name:32}{rate:>10,.0f}{rate / hanabi:>10.2f}{rate / catan:>14.2f}")
    for game, goal in GOALS.items():
        print(f"goal for {game}: {goal:,} moves/s on a quiet core")
