"""Measures the decision times of the Qwirkle Cards bots over whole games, and the games."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, median
from time import process_time
from typing import Final

import msgspec

import quincunx

GAMES: Final = 20
LEVELS: Final = ("easy", "medium", "most-qwirkles-fewest-cards", "expert")


class Played(msgspec.Struct):
    """Statistics over games of one bot against itself."""

    decision_ms: list[float] = []
    turns: list[int] = []
    qwirkles: list[int] = []
    """By game, of all seats together."""
    redraws: int = 0
    first: float = 0.0
    """The share of wins of the first seat."""
    turns_by_qwirkles: Counter[int] = msgspec.field(default_factory=Counter)
    """The number of turns that made so many Qwirkles."""


def games(level: str, seats: int) -> Played:
    played = Played()
    for seed in range(GAMES):
        match = quincunx.new("qwirkle_cards", seats=seats, seed=seed)
        bots = [quincunx.bot(match.game.name, level) for _ in range(seats)]
        first = match.active[0]
        while match.outcome is None:
            seat = match.active[0]
            start = process_time()
            move = bots[seat].choose(match.turn(seat, seed="bench"))
            played.decision_ms.append(1000 * (process_time() - start))
            played.redraws += match.state.phase == "redraw"
            before = len(match.state.qwirkles[seat])
            match.play(move, seat)
            played.turns_by_qwirkles[len(match.state.qwirkles[seat]) - before] += 1
        played.turns.append(match.version)
        played.qwirkles.append(sum(match.outcome.scores))
        played.first += (first in match.outcome.winners) / len(match.outcome.winners) / GAMES
    return played


def main() -> None:
    games("expert", 2)  # Loads the compiled code.
    for seats in (2, 4):
        for level in LEVELS:
            played = games(level, seats)
            taken = sorted(played.decision_ms)
            print(
                f"{seats} seats, {level:26}: median {median(taken):5.1f} ms a decision, "
                f"mean {fmean(taken):5.1f} ms, slowest {taken[-1]:5.0f} ms; "
                f"{fmean(played.turns):5.1f} turns, {fmean(played.qwirkles):4.1f} Qwirkles, "
                f"{played.redraws / GAMES:.2f} redraws a game, first seat {played.first:.0%}, "
                f"turns by Qwirkles {sorted(played.turns_by_qwirkles.items())}"
            )
