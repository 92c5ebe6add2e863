"""How long Qwirkle Cards' bots take for a decision, over whole games, and what games are like."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, median
from time import process_time
from typing import Final

import msgspec

import quincunx
from quincunx.core.bots import choose_move

GAMES: Final = 20
LEVELS: Final = ("easy", "medium", "most-qwirkles-fewest-cards", "expert")
NOBODY: Final[frozenset[int]] = frozenset()


class Played(msgspec.Struct):
    """What games of one bot against itself were like."""

    taken: list[float] = []
    """Milliseconds of each decision."""
    turns: list[int] = []
    qwirkles: list[int] = []
    """Of all seats together."""
    redraws: int = 0
    first: float = 0.0
    """The share of the wins of whoever began."""
    at_once: Counter[int] = msgspec.field(default_factory=Counter)
    """How many turns made so many Qwirkles."""


def games(level: str, seats: int) -> Played:
    played = Played()
    for seed in range(GAMES):
        match = quincunx.new("qwirkle_cards", seats=seats, seed=seed)
        bots = [quincunx.bot(match, level) for _ in range(seats)]
        first = match.active[0]
        while match.outcome is None:
            seat = match.active[0]
            start = process_time()
            move = choose_move(bots[seat], match, seat, seed="bench", partners=NOBODY, work=None)
            played.taken.append(1000 * (process_time() - start))
            played.redraws += match.state.phase == "redraw"
            before = len(match.state.qwirkles[seat])
            match.play(seat, move)
            played.at_once[len(match.state.qwirkles[seat]) - before] += 1
        played.turns.append(match.version)
        played.qwirkles.append(sum(match.outcome.scores))
        played.first += (first in match.outcome.winners) / len(match.outcome.winners) / GAMES
    return played


def main() -> None:
    games("expert", 2)  # Once to warm up: what is compiled is loaded.
    for seats in (2, 4):
        for level in LEVELS:
            played = games(level, seats)
            taken = sorted(played.taken)
            print(
                f"{seats} seats, {level:26}: median {median(taken):5.1f} ms a decision, "
                f"mean {fmean(taken):5.1f} ms, slowest {taken[-1]:5.0f} ms; "
                f"{fmean(played.turns):5.1f} turns, {fmean(played.qwirkles):4.1f} Qwirkles, "
                f"{played.redraws / GAMES:.2f} redraws a game, first seat {played.first:.0%}, "
                f"turns by Qwirkles {sorted(played.at_once.items())}"
            )
