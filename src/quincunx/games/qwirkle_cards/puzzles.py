"""Qwirkle Cards' puzzles: make all possible Qwirkles in one play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.puzzles import Puzzle, PuzzleSetup, Verdict
from quincunx.core.seeds import Seed
from quincunx.games.qwirkle_cards.moves import QwirkleCardsMove, QwirkleCardsPlay
from quincunx.games.qwirkle_cards.options import QwirkleCardsOptions
from quincunx.games.qwirkle_cards.position import position_of
from quincunx.games.qwirkle_cards.puzzle.deal import most_qwirkles
from quincunx.games.qwirkle_cards.sets import is_qwirkle
from quincunx.games.qwirkle_cards.solver import choice_order, find_choices, lay_out

if TYPE_CHECKING:
    from quincunx.core.game import Game


def generate(game: Game, seed: Seed, level: int) -> Puzzle | None:
    """Deal a turn; accept it if it can make one Qwirkle, two, or three and more, by level."""
    match = Match(game, QwirkleCardsOptions(puzzle=True), 1, seed=seed)
    possible = _possible(match)
    if min(possible, 3) != level + 1:
        return None
    return Puzzle(
        match=match,
        question=Message("qwirkle_cards.puzzle.question", {"qwirkles": possible}),
        solution=lambda: _best(match),
    )


def judge(puzzle: Puzzle, match: Match, move: QwirkleCardsMove) -> Verdict:
    """Compare the Qwirkles of a play with those that are possible."""
    made = sum(map(is_qwirkle, cast(QwirkleCardsPlay, move).new))
    possible = _possible(match)
    is_best = made == possible
    return Verdict(
        loss=float(possible - made),
        best=(str(move) if is_best else puzzle.solution(),),
        message=Message(
            f"qwirkle_cards.puzzle.{'right' if is_best else 'wrong'}",
            {"made": made, "possible": possible},
        ),
        solved=is_best,
    )


def _possible(match: Match) -> int:
    possible = most_qwirkles(match.state.table, match.state.hands[0])
    assert possible is not None, "a deal that is too hard to decide is not dealt"
    return possible


def _best(match: Match) -> str:
    """Return the play with the most Qwirkles that uses the fewest cards."""
    table, hand = position_of(match.view(0))
    choice = min(find_choices(table, hand).choices, key=choice_order)
    return str(lay_out(table, choice)[0])


PUZZLES: Final = PuzzleSetup(generate=generate, judge=judge)
