"""Measure how often ColorYam's expert wins against medium bots, without the luck of the dice.

The chance to win before a roll is the mean of those after it, so the difference that a roll makes
is luck, zero on average however good the estimate is. A regression of the wins on this luck leaves
the same mean with a seventh to a tenth of the variance (AIVAT does this for poker).
"""

from __future__ import annotations

from typing import Final

import numpy as np

import quincunx
from quincunx.games.coloryam.dice import ROLLS_PER_ATTEMPT
from quincunx.games.coloryam.moves import KeepDice, RollAll
from quincunx.games.coloryam.sheet import SHEETS
from quincunx.games.coloryam.solver import AttemptSolution, decision_context
from quincunx.games.coloryam.solver.rated_moves import dice_values
from quincunx.games.coloryam.solver.win_chances import solve_to_win
from quincunx.games.coloryam.state import ColorYamView

DEALS: Final = 60


def play(sheet: str, seats: int, seed: int, expert: int) -> tuple[float, float, float]:
    """Return the expert's share of the win, its luck, and what the others' luck cost it."""
    match = quincunx.new("coloryam", options={"sheet": sheet}, seats=seats, seed=seed)
    bots = [quincunx.bot("coloryam", "medium") for _ in range(seats)]
    bots[expert] = quincunx.bot("coloryam", "expert")
    chances = np.full(seats, 1 / seats)
    own = others = 0.0
    while match.outcome is None:
        seat = match.active[0]
        view = match.view(seat)
        move = bots[seat].choose(match.turn(seat, seed="bench"))
        match.play(move, seat)
        if not isinstance(move, RollAll | KeepDice):
            continue
        attempt = solve_to_win(decision_context(view))[1]
        after = chance_after(attempt, match.view(seat), view.rolls + 1)
        luck = after - chance_before(attempt, view, move)
        share = chances[expert] / (1 - chances[seat])
        own, others = (own + luck, others) if seat == expert else (own, others + luck * share)
        # A rise of one seat's chance is a fall of all others, in proportion.
        after = min(max(after, 0.001), 0.999)
        chances *= (1 - after) / (1 - chances[seat])
        chances[seat] = after
    winners = match.outcome.winners
    return (expert in winners) / len(winners), own, others


def chance_before(attempt: AttemptSolution, view: ColorYamView, move: RollAll | KeepDice) -> float:
    """Return the chance to win when the dice are about to be rolled."""
    if not view.rolls:
        return attempt.value
    kept = tuple(isinstance(move, KeepDice) and face in move.faces for face in view.faces)
    return attempt.choices(dice_values(view.faces), ROLLS_PER_ATTEMPT - view.rolls)[kept]


def chance_after(attempt: AttemptSolution, view: ColorYamView, rolls: int) -> float:
    """Return the chance to win with the dice that were just rolled."""
    faces = view.faces
    if not faces:
        # The third roll completed the line.
        assert view.last is not None
        faces = view.last.faces
    return max(attempt.choices(dice_values(faces), ROLLS_PER_ATTEMPT - rolls).values())


def share_without_luck(games: list[tuple[float, float, float]]) -> tuple[float, float]:
    """Return the mean share of wins, and half of its 95% interval."""
    wins, *luck = np.array(games).T
    terms = np.stack([np.ones(len(wins)), *luck], axis=1)
    coefficients = np.linalg.lstsq(terms, wins)[0]
    error = (wins - terms @ coefficients).std(ddof=3) / len(wins) ** 0.5
    return float(coefficients[0]), float(1.96 * error)


def main() -> None:
    sheets = tuple(SHEETS)
    for seats in range(2, 6):
        games = [
            play(sheets[deal % len(sheets)], seats, deal, expert)
            for deal in range(DEALS)
            for expert in range(seats)
        ]
        share, error = share_without_luck(games)
        print(
            f"{seats} seats: {100 * share:.1f}% ± {100 * error:.1f} of {len(games)} games, "
            f"without adjustment {100 * np.mean([win for win, *_ in games]):.1f}%; "
            f"an equal share is {100 / seats:.1f}%"
        )
