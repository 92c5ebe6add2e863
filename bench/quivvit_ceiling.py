"""How often Quivvit's bots win against players who take the most points, and how often anyone can.

A player who takes other plays wins more often by the sum, over its turns, of what its play gains:
the chance to win after it, minus that after the play with the most points, if everybody takes the
most points from then on. This holds for every player (the performance difference lemma). So nobody
gains more than the best plays do in the positions that the player meets.

Playouts to the end of the game find the best play of each turn of `expert`. Other playouts, with
the same cards for every play, then measure what it gains. Selected plays look better than they are
in the playouts that selected them, so those give a bound from above. All this has far less luck in
it than the result of a game. With options other than
Random Color, playouts would only estimate the end of the game.

    python -m bench.quivvit_ceiling [--seats 2 3 4] [--games 500] [--deals 8000] [--random-color]
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple
from unittest.mock import patch

import quincunx
from quincunx.core.bots import Turn
from quincunx.games.quivvit.bots import BOTS
from quincunx.games.quivvit.moves import QuivvitMove
from quincunx.games.quivvit.rules import QuivvitRules
from quincunx.games.quivvit.search import lookahead
from quincunx.games.quivvit.solver import QuivvitPlay, plays_of_view, points_order
from quincunx.games.quivvit.state import QuivvitView

EXHAUSTIVE: Final = {"LOOKAHEAD_TURNS": 99, "MAX_POINTS_BELOW_BEST": 99, "MAX_CANDIDATES": 99}
"""The playouts last to the end of the game and try all plays."""
MEASURED: Final = ("forecast", "expert")
"""The bots whose plays are measured; the last one decides how the games go on."""
OTHERS: Final = "most-points"


class Gains(NamedTuple):
    """What plays add to the chance to win of a player who takes the most points instead."""

    by_bot: tuple[float, ...]
    best: float
    best_at_most: float


def gains_in_game(seats: int, number: int, deals: int, *, random_color: bool) -> Gains:
    """Return the gains over a whole game, in the positions that the last bot meets."""
    match = quincunx.new(
        "quivvit", seats=seats, options={"random_color": random_color}, seed=number
    )
    seat = number % seats
    measured = [BOTS[name]() for name in MEASURED]
    other, rng = BOTS[OTHERS](), Random(number)
    gains = []
    while match.outcome is None:
        turn = match.turn(seed=number)
        if turn.view.turn != seat:
            match.play(other.choose(turn))
            continue
        moves = [bot.choose(turn) for bot in measured]
        gains.append(gains_in_turn(turn, moves, deals, rng))
        match.play(moves[-1])
    return Gains(
        by_bot=tuple(sum(each) for each in zip(*(gain.by_bot for gain in gains), strict=True)),
        best=sum(gain.best for gain in gains),
        best_at_most=sum(gain.best_at_most for gain in gains),
    )


def gains_in_turn(
    turn: Turn[QuivvitMove, QuivvitView], moves: Sequence[QuivvitMove], deals: int, rng: Random
) -> Gains:
    """Return what some moves and the best one gain."""
    rules, view = turn.rules, turn.view
    assert isinstance(rules, QuivvitRules)
    plays: dict[QuivvitMove, QuivvitPlay] = {play.move: play for play in plays_of_view(view)}
    greedy = max(plays.values(), key=points_order)
    with patch.dict(vars(lookahead), EXHAUSTIVE):
        best = lookahead.rank_turn_moves(rules, view, deals, rng)[0]
        found: dict[QuivvitMove, tuple[float, float]] = {
            play.move: value_and_gain(rules, view, play, greedy, deals, rng)
            for play in {plays[move] for move in (best.move, *moves)}
        }
    value, gain = found[best.move]
    at_most = gain + best.value - value if plays[best.move].cells != greedy.cells else 0.0
    return Gains(tuple(found[move][1] for move in moves), gain, at_most)


def value_and_gain(
    rules: QuivvitRules,
    view: QuivvitView,
    play: QuivvitPlay,
    greedy: QuivvitPlay,
    deals: int,
    rng: Random,
) -> tuple[float, float]:
    """Return the chance to win after a play, and how much higher it is than after another one."""
    if play.cells == greedy.cells:
        return 0.0, 0.0
    values = lookahead.compare_plays(rules, view, play, greedy, deals, rng)
    return values[play.move], values[play.move] - values[greedy.move]


def show(name: str, gains: Sequence[float], share: float = 0) -> None:
    margin = 1.96 * stdev(gains) / sqrt(len(gains))
    print(f"  {name:24} {share + fmean(gains):.2%} ± {margin:.2%}", flush=True)


def main(options: Namespace) -> None:
    for seats in options.seats:
        games = [
            gains_in_game(seats, number, options.deals, random_color=options.random_color)
            for number in range(options.games)
        ]
        print(f"{seats} seats, {len(games)} games, {options.deals} deals; wins:")
        for bot, name in enumerate(MEASURED):
            show(name, [game.by_bot[bot] for game in games], 1 / seats)
        show("the best plays", [game.best for game in games], 1 / seats)
        show("the best, less expert", [game.best - game.by_bot[-1] for game in games])
        show("the same, at most", [game.best_at_most - game.by_bot[-1] for game in games])


def parsed() -> Namespace:
    parser = ArgumentParser(prog="python -m bench.quivvit_ceiling")
    parser.add_argument("--seats", nargs="+", type=int, default=[2, 3, 4])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--deals", type=int, default=8000)
    parser.add_argument("--random-color", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main(parsed())
