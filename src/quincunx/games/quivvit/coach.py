"""Hints before a move: they lead to what the expert would do."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from quincunx.core.advice import Hint
from quincunx.core.bots import AnyBot
from quincunx.core.messages import Arg, Message
from quincunx.core.rules import AnyRules
from quincunx.games.quivvit.bots import ExpertBot
from quincunx.games.quivvit.cards import value_of_kind
from quincunx.games.quivvit.grid import Link
from quincunx.games.quivvit.moves import Block, Draw, Move, Rotate
from quincunx.games.quivvit.notation import format_move
from quincunx.games.quivvit.rules import QuivvitRules
from quincunx.games.quivvit.state import View

if TYPE_CHECKING:
    from quincunx.games.quivvit.solver import Play


def hints(rules: AnyRules, view: View) -> tuple[Hint, ...]:
    """How much there is, where to look, and what to do."""
    match view.phase:
        case "turn" if view.seat is not None and view.seat == view.turn:
            return _turn_hints(rules, view)
        case "block" if view.seat in view.waiting:
            return _block_hints(rules, view)
        case "bonus" if view.seat in view.waiting[:1]:
            return (_bonus_hint(rules, view),)
        case _:
            return ()


def _advice(rules: AnyRules, view: View) -> Move:
    """What the expert would do; asked again it says the same."""
    expert: AnyBot = ExpertBot(rules)
    move: Move = expert.choose(view, (), frozenset(), expert.work, Random(0))
    return move


def _turn_hints(rules: AnyRules, view: View) -> tuple[Hint, ...]:
    from quincunx.games.quivvit.solver import plays_of, worth

    found = plays_of(view)
    most = max(found, key=worth)
    advice = _advice(rules, view)
    best = next(play for play in found if play.move == advice)
    gentle = Hint(Message("quivvit.hint.most", {"points": most.points, "cards": most.cards}))
    if not best.cards:
        return gentle, Hint(Message("quivvit.hint.nothing"), format_move(advice))
    links: tuple[Link, ...] = rules.effect(
        rules.determinise(view, (), Random(0)), view.turn or 0, advice
    )["links"]
    colours = tuple(dict.fromkeys(link.colour for link in links))
    where: dict[str, Arg] = {"row": best.move.cell[1], "colours": colours}
    plain = {**_described(best), "less": most.points - best.points}
    return (
        gentle,
        Hint(Message("quivvit.hint.where", where)),
        Hint(Message("quivvit.hint.best", plain), format_move(advice)),
    )


def _described(play: Play) -> dict[str, Arg]:
    """The play as the catalogue wants it."""
    way = play.move.way if isinstance(play.move, Rotate) else "claim"
    return {"cell": play.move.cell, "way": way, "points": play.points, "cards": play.cards}


def _block_hints(rules: AnyRules, view: View) -> tuple[Hint, ...]:
    from quincunx.games.quivvit.outlook import costs_of_blocks
    from quincunx.games.quivvit.solver import plays_of

    assert view.turn is not None
    assert isinstance(rules, QuivvitRules)
    most = max(play.points for play in plays_of(view))
    cost = round(max(costs_of_blocks(rules, view).values()), 1)
    points = int(cost) if cost.is_integer() else cost
    advice = _advice(rules, view)
    blocks = isinstance(advice, Block)
    args: dict[str, Arg] = {"cell": advice.cell if isinstance(advice, Block) else ""}
    return (
        Hint(Message("quivvit.hint.threat", {"seat": view.turn, "points": most})),
        Hint(Message("quivvit.hint.cost", {"points": points})),
        Hint(Message(f"quivvit.hint.{'block' if blocks else 'wait'}", args), format_move(advice)),
    )


def _bonus_hint(rules: AnyRules, view: View) -> Hint:
    advice = _advice(rules, view)
    total = sum(value_of_kind(kind) * count for kind, count in enumerate(view.deck))
    mean = total / sum(view.deck)
    kind = "draw" if isinstance(advice, Draw) else "decline"
    return Hint(Message(f"quivvit.hint.{kind}", {"mean": round(mean, 2)}), format_move(advice))
