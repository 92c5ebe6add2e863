"""Precompute everything that can happen in Quivvit's introduction.

The page contains no rules; its introduction looks everything up in introduction.json:

    python web/src/games/quivvit/introduction/make_introduction.py           writes the file
    python web/src/games/quivvit/introduction/make_introduction.py --check   fails if it is stale

A lesson is seat 0's view and, by move, how the view changes (`after`: paths and values as in
`core/records/view_changes.py`, as one
text). `goals` are the moves that solve it. If another seat plays next,
`best` is the most points that it can take, by move.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from quincunx.core.chance import FastChance
from quincunx.core.records.view_changes import ViewChange, diff_views
from quincunx.games.quivvit.cards import CARD_BY_TEXT, KINDS, NO_CARD
from quincunx.games.quivvit.grid import CELLS, SIDE
from quincunx.games.quivvit.moves import AskAgain, ClaimFreeLink, QuivvitMove, Rotate, StopAsking
from quincunx.games.quivvit.options import QuivvitOptions
from quincunx.games.quivvit.rules import QuivvitRules
from quincunx.games.quivvit.state import BLOCK_HELD, NO_BLOCK_CARD, QuivvitState

FILE = Path(__file__).with_name("introduction.json")
SEATS = 2

LESSONS = (
    # The middle card links two ways when it is rotated to the right, and not at all to the left.
    ("link", "GYRB1 YGBR1 RYGB2 / BGYR2 RBGY1 YGRB3 / RYBG1 GRYB2 RYGB1"),
    # Only the middle card, rotated to the right, takes a card diagonal to it.
    ("diagonal", "RGBY2 RBGY3 YGRB1 / BYRG1 RBYG3 RGYB3 / BYGR2 RGYB2 BYRG2"),
    # The most cards are five for 4 points, including two minus cards; three others score 8.
    ("most", "BGRY1 GBYR-1 BGRY1 / YRGB2 YGRB3 BGRY-1 / RBGY1 GRYB2 YRBG3"),
    # A blue square; claiming the card at its upper right scores 14 points, any rotation fewer.
    ("claim", "YGBR1 YGBR3 YRGB1 / RYBG1 RYGB2 RYBG3 / RBGY2 BGRY3 YRGB2"),
    # Ada could take 10 points; 4 if the middle card is covered, at least 7 with any other.
    ("block", "GRBY1 BYGR2 BYRG1 / YGBR2 GYBR2 YRGB2 / RGYB2 BGYR1 RGBY2"),
)


def main() -> None:
    text = json.dumps({"lessons": [_lesson(*lesson) for lesson in LESSONS]}, indent=2) + "\n"
    if "--check" not in sys.argv:
        FILE.write_text(text, "utf-8")
    elif json.loads(FILE.read_text("utf-8")) != json.loads(text):
        sys.exit(f"{FILE.name} is stale: run {Path(__file__).name}")


def _lesson(goal: str, cards: str) -> dict[str, Any]:
    options = QuivvitOptions(color_blocking=goal == "block", double_rotation=goal == "claim")
    rules = QuivvitRules(options, SEATS)
    start = _start(cards, goal)
    view = _view(rules, start)
    moves = [
        move for move in rules.legal_moves(start, 0) if not isinstance(move, StopAsking | AskAgain)
    ]
    ends = {move: rules.apply(start, 0, move, 0, FastChance(Random(0)))[0] for move in moves}
    lesson = {
        "view": view,
        "after": {
            str(move): _as_text(diff_views(view, _view(rules, end))) for move, end in ends.items()
        },
    }
    if goal == "block":
        best = {str(move): _best(rules, end) for move, end in ends.items()}
        return {**lesson, "best": best, "goals": _lowest(best)}
    goals = [str(move) for move in moves if _reaches(goal, rules, start, move)]
    return {**lesson, "goals": goals}


def _start(cards: str, goal: str) -> QuivvitState:
    """Return a state with cards in a corner of the grid and an empty deck."""
    grid = [NO_CARD] * (CELLS + 1)
    for row, line in enumerate(cards.split(" / ")):
        for column, text in enumerate(line.split()):
            grid[row * SIDE + column] = CARD_BY_TEXT[text]
    may_block = goal == "block"
    return QuivvitState(
        grid=tuple(grid),
        deck=(0,) * KINDS,
        piles=((),) * SEATS,
        apart=((),) * SEATS,
        blocks=(BLOCK_HELD, NO_BLOCK_CARD) if may_block else (NO_BLOCK_CARD, NO_BLOCK_CARD),
        doubles=(goal == "claim",) * SEATS,
        first=1 if may_block else 0,
        quiet=(False,) * SEATS,
        changes=(0,) * SEATS,
        bonuses=(None,) * SEATS,
        phase="block" if may_block else "turn",
        waiting=(0,) if may_block else (),
    )


def _view(rules: QuivvitRules, state: QuivvitState) -> Any:
    """Return seat 0's view as JSON data."""
    return msgspec.json.decode(msgspec.json.encode(rules.view(state, 0)))


def _as_text(steps: list[ViewChange]) -> str:
    return " ".join(
        f"{'.'.join(map(str, path))}={json.dumps(value, separators=(',', ':'))}"
        for path, value in steps
    )


def _reaches(goal: str, rules: QuivvitRules, state: QuivvitState, move: QuivvitMove) -> bool:
    if not isinstance(move, ClaimFreeLink if goal == "claim" else Rotate):
        return False
    effect = rules.effect(state, 0, move)
    match goal:
        case "link":
            return len(effect["cells"]) > 0
        case "diagonal":
            return any(_across(move.cell, other) for other in effect["cells"])
        case _:
            return int(effect["points"]) == _best(rules, state)


def _across(cell: str, other: str) -> bool:
    return cell[0] != other[0] and cell[1] != other[1]


def _best(rules: QuivvitRules, state: QuivvitState) -> int:
    """Return the most points that the seat on turn can take."""
    (seat,) = rules.awaited(state)
    moves = [
        move for move in rules.legal_moves(state, seat) if isinstance(move, Rotate | ClaimFreeLink)
    ]
    return max(int(rules.effect(state, seat, move)["points"]) for move in moves)


def _lowest(best: dict[str, int]) -> list[str]:
    return [move for move, points in best.items() if points == min(best.values())]


if __name__ == "__main__":
    main()
