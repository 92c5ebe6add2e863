"""Returns of the games' own bots in the environments: what a learner has to beat.

    .venv-lab/bin/python -m bench.baselines [GAMES]

For each game and preset, a bot sits where the learner would: with medium bots at the other seats,
among its like where all win or lose together, or alone. The return is that of `quincunx.envs`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import fmean, stdev

from quincunx.core.chance import FastChance
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.options import Options, make_options
from quincunx.envs.rewards import rewards
from quincunx.registry import find, game_names

GAMES = 100
BOTS = ("random", "medium", "expert")
OPPONENT = "medium"


def setups() -> Iterator[tuple[Game, str, Options, int]]:
    """Yield each game with each preset, alone and for as few as can play together."""
    for game in map(find, game_names()):
        for preset in game.presets:
            options = make_options(game.options, preset.options, game=game.name)
            allowed = game.seats(options)
            for seats in sorted({allowed[0], min(max(2, allowed[0]), allowed[-1])}):
                yield game, preset.name, options, seats


def returns(game: Game, options: Options, seats: int, bot: str, games: int) -> list[float]:
    """Return what the bot gets in so many games; the same deals for every bot."""
    found = []
    for number in range(games):
        match = Match(game, options, seats, chance=FastChance(Random(number)))
        seat = number % seats
        other = bot if game.cooperative else OPPONENT
        bots = {each: bot if each == seat else other for each in range(seats)}
        outcome = match.play_out(bots, seed=number)
        found.append(rewards(game, outcome)[seat])
    return found


def main(games: int) -> None:
    print("| game | preset | seats | " + " | ".join(BOTS) + " |")
    print("| --- | --- | ---: |" + " ---: |" * len(BOTS))
    for game, preset, options, seats in setups():
        cells = []
        for bot in BOTS:
            found = returns(game, options, seats, bot, games)
            error = 1.96 * stdev(found) / sqrt(games)
            cells.append(f"{fmean(found):.2f} ± {error:.2f}")
        print(f"| {game.name} | {preset} | {seats} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
