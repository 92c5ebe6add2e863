"""The toy game, ready for the house."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from quincunx.core.advice import Judgement, Solution
from quincunx.core.bots import RandomBot
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.messages import Message, publish
from tests.toy.rules import ToyOptions, ToyRules, format_move, parse_move


def _review(match: Match) -> tuple[Judgement, ...]:
    return tuple(
        Judgement(
            version=version,
            seat=entry.seat,
            move=format_move(entry.move),
            best=(),
            loss=0,
            message=Message("toy.review.played"),
        )
        for version, entry in enumerate(match.log)
        if entry.seat is not None
    )


TOY = Game(
    name="toy",
    version=1,
    folder=Path(__file__).parent,
    options=ToyOptions,
    seats=lambda options: range(2, 4),
    rules=ToyRules,
    parse_move=parse_move,
    format_move=format_move,
    say_move=lambda move: Message("toy.move", {"move": format_move(move)}),
    board=str,
    bots={"random": RandomBot},
    hints=lambda rules, view: (),
    review=_review,
    solve=lambda text: Solution(data={}, lines=()),
)
publish("toy", TOY.folder / "messages")


def toy_with(rules: type[ToyRules]) -> Game:
    """The toy game with other rules: a mutant."""
    return replace(TOY, rules=rules)
