"""Hints before a move, which lead step by step to what the expert would do."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from quincunx.core.analysis import Hint
from quincunx.core.bots import Turn
from quincunx.core.messages import Arg, Message
from quincunx.core.rules import AnyRules
from quincunx.games.quivvit.bots import EXPERT
from quincunx.games.quivvit.cards import CARD_BY_TEXT, CARD_VALUES, VALUE_OF_KIND
from quincunx.games.quivvit.grid import CELL_NAMES, Link
from quincunx.games.quivvit.moves import Block, Draw, QuivvitMove, Rotate
from quincunx.games.quivvit.rules import ROUNDS, QuivvitRules
from quincunx.games.quivvit.state import QuivvitView

if TYPE_CHECKING:
    from quincunx.games.quivvit.solver import QuivvitPlay


def hints(rules: AnyRules, view: QuivvitView) -> tuple[Hint, ...]:
    """Return up to three hints: how much can be taken, where to look, and what to do."""
    match view.phase:
        case "turn" if view.seat is not None and view.seat == view.turn:
            return _turn_hints(rules, view)
        case "block" if view.seat in view.waiting:
            return _block_hints(rules, view)
        case "bonus" if view.seat in view.waiting[:1]:
            return (_bonus_hint(rules, view),)
        case _:
            return ()


def _expert_move(rules: AnyRules, view: QuivvitView) -> QuivvitMove:
    """Return the expert's move; the fixed seed makes it the same each time."""
    return EXPERT().choose(Turn(rules, view, (), Random(0)))


def _turn_hints(rules: AnyRules, view: QuivvitView) -> tuple[Hint, ...]:
    from quincunx.games.quivvit.solver import plays_of_view, points_order

    found = plays_of_view(view)
    most = max(found, key=points_order)
    advice = _expert_move(rules, view)
    best = next(play for play in found if play.move == advice)
    amount = _amount_hint(most)
    if not best.cards:
        kind = "nothing" if most.cards else "any"
        return amount, Hint(Message(f"quivvit.hint.{kind}", _play_args(best)), str(advice))
    args = _play_args(best) | {
        "less": most.points - best.points,
        "alone": "yes" if len(view.points) == 1 else "no",
    }
    return (
        amount,
        _place_hint(rules, view, best),
        Hint(Message("quivvit.hint.best", args), str(advice)),
    )


def _amount_hint(most: QuivvitPlay) -> Hint:
    """Say how much can be taken at most."""
    if not most.cards:
        return Hint(Message("quivvit.hint.no_link"))
    return Hint(Message("quivvit.hint.most", {"points": most.points, "cards": most.cards}))


def _place_hint(rules: AnyRules, view: QuivvitView, best: QuivvitPlay) -> Hint:
    """Name the row of the best play and the colour of its most valuable link.

    With Random Color the die has already named the colour.
    """
    state = rules.determinise(view, (), Random(0))
    links: tuple[Link, ...] = rules.effect(state, view.turn or 0, best.move)["links"]
    args: dict[str, Arg] = {"row": best.move.cell[1], "others": best.cards - 1}
    if view.colour is not None:
        return Hint(Message("quivvit.hint.where.die", args))
    colours = {link.colour for link in links}
    worths = {
        cell: CARD_VALUES[CARD_BY_TEXT[text]]
        for cell, text in zip(CELL_NAMES, view.grid, strict=True)
        if text
    }
    largest = max(links, key=lambda link: (sum(worths[cell] for cell in link.cells), link.colour))
    args |= {"colours": len(colours), "colour": largest.colour}
    return Hint(Message("quivvit.hint.where", args))


def _play_args(play: QuivvitPlay) -> dict[str, Arg]:
    """Return the arguments that describe a play in the catalogue."""
    way = play.move.way if isinstance(play.move, Rotate) else "claim"
    return {"cell": play.move.cell, "way": way, "points": play.points, "cards": play.cards}


def _block_hints(rules: AnyRules, view: QuivvitView) -> tuple[Hint, ...]:
    from quincunx.games.quivvit.search.lookahead import block_costs, expected_threat

    assert view.turn is not None
    assert isinstance(rules, QuivvitRules)
    points = expected_threat(rules, view)
    cost = max(block_costs(rules, view).values())
    advice = _expert_move(rules, view)
    die = "die" if view.random_color else "grid"
    args: dict[str, Arg] = {"seat": view.turn, "points": round(points, 1)}
    left: dict[str, Arg] = {"left": round(points - cost, 1), "cost": round(cost, 1)}
    if isinstance(advice, Block):
        plain = Message("quivvit.hint.block", {"cell": advice.cell})
    else:
        plain = _reason_to_keep(rules, view)
    return (
        Hint(Message(f"quivvit.hint.threat.{die}", args)),
        Hint(Message("quivvit.hint.cost", left)),
        Hint(plain, str(advice)),
    )


def _reason_to_keep(rules: QuivvitRules, view: QuivvitView) -> Message:
    """Say why the Color Block card should be kept, naming later turns only if they are certain.

    The turns of the five rounds are certain. How many turns Drain the Deck adds is an estimate from
    the cards that are left.
    """
    from quincunx.games.quivvit.search.turn_statistics import future_turns

    later = [turn for turn in future_turns(rules, view)[1:] if turn.seat != view.seat]
    certain = [turn for turn in later if turn.round <= ROUNDS]
    if certain:
        return Message("quivvit.hint.wait", {"turns": len(certain)})
    return Message("quivvit.hint.wait.drain" if later else "quivvit.hint.no_use")


def _bonus_hint(rules: AnyRules, view: QuivvitView) -> Hint:
    advice = _expert_move(rules, view)
    total = sum(VALUE_OF_KIND[kind] * count for kind, count in enumerate(view.deck))
    mean = total / sum(view.deck)
    kind = "draw" if isinstance(advice, Draw) else "decline"
    return Hint(Message(f"quivvit.hint.{kind}", {"mean": round(mean, 2)}), str(advice))
