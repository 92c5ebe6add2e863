"""The review of a finished game, judged by the expert's playouts.

Values are chances to win in percent; in a game for one they are points.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from quincunx.core.analysis import (
    Judgement,
    Point,
    Review,
    as_percentages,
    percent_change_args,
    turning_point,
    worst_decision,
)
from quincunx.core.match import Match
from quincunx.core.messages import Arg, Message
from quincunx.core.support.jit import HAS_NUMBA
from quincunx.games.quivvit.bots import QuivvitExpertBot
from quincunx.games.quivvit.moves import Block, ClaimFreeLink, Draw, QuivvitMove, Rotate
from quincunx.games.quivvit.notation import parse_move
from quincunx.games.quivvit.rules import QuivvitRules
from quincunx.games.quivvit.state import QuivvitView

if TYPE_CHECKING:
    from quincunx.games.quivvit.solver import QuivvitPlay

# The functions import what they need, so that `import quincunx` does not load NumPy and numba.

COMPARISON_DEALS: Final = 8000 if HAS_NUMBA else 10
"""The number of deals on which a play is compared with the best one."""
EQUAL_WITHIN: Final = {"chance": 1.0, "points": 0.1}
"""The largest difference between plays that are called equally good: playouts are noisy."""


def review(match: Match) -> Review:
    """Return the standing after each turn and what each rotation and claim gave away."""
    versions = [version for version in range(1, match.version + 1) if match.is_in_effect(version)]
    turns = [version for version in versions if _is_turn(match, version)]
    telling = [version for version in versions if _changes_standing(match, version)]
    curve = tuple(
        Point(version, _values(match, version))
        for version in sorted({0, *turns, *telling, match.version})
    )
    judgements = tuple(judge(match, version) for version in turns)
    if match.seats == 1:
        decided = _explain_alone(curve, judgements)
    else:
        decided = _explain_contest(match, curve, judgements)
    return Review(
        measure=Message(f"quivvit.review.measure.{_measure(match.seats)}"),
        curve=curve,
        judgements=judgements,
        decided=decided,
    )


def _measure(seats: int) -> str:
    return "points" if seats == 1 else "chance"


def _is_turn(match: Match, version: int) -> bool:
    return isinstance(match.log[version].move, Rotate | ClaimFreeLink)


def _changes_standing(match: Match, version: int) -> bool:
    """Return whether a card was covered or drawn, or a turn timed out."""
    entry = match.log[version]
    late = entry.seat is None and _view(match, version - 1).phase == "turn"
    return late or isinstance(entry.move, Block | Draw)


def _values(match: Match, version: int) -> tuple[float, ...]:
    """Return the value of the game for each seat."""
    view = _view(match, version)
    if match.seats == 1:
        return (_value(match, version, 0),)
    if view.phase == "over":
        return as_percentages([float(seat in view.winners) for seat in range(match.seats)])
    return as_percentages([_value(match, version, seat) for seat in range(match.seats)])


def _value(match: Match, version: int, seat: int) -> float:
    """Return the chance of the seat to win, or its points if it plays alone."""
    view: QuivvitView = match.view(seat, version)
    match view.phase:
        case "over":
            return float(view.points[seat])
        case "bonus":
            from quincunx.games.quivvit.search.bonus_draw import expected_result

            return expected_result(view)
        case _:
            from quincunx.games.quivvit.search.lookahead import Lookahead

            lookahead = Lookahead(cast(QuivvitRules, match.rules), view, seat, begun=False)
            # The seed gives every seat the same deals.
            return lookahead.value(QuivvitExpertBot.work, Random(version))


class PlayComparison(NamedTuple):
    """A rotation or claim compared with the best one."""

    played: QuivvitPlay
    best: QuivvitPlay
    """The best play, or the one made if nothing is noticeably better."""
    loss: float
    """In percent of the chance to win, or in points for a single player."""
    worth: tuple[float, float] | None
    """The values of the best play and of the one made; `None` if they take the same cards."""


def compare_with_best(
    rules: QuivvitRules, view: QuivvitView, move: QuivvitMove, rng: Random
) -> PlayComparison:
    """Compare a play of the seat on turn with the best one, on random deals."""
    from quincunx.games.quivvit.search.lookahead import compare_plays, rank_turn_moves
    from quincunx.games.quivvit.solver import plays_of_view

    plays: dict[QuivvitMove, QuivvitPlay] = {play.move: play for play in plays_of_view(view)}
    played = plays[move]
    seed = rng.getrandbits(64)
    best = plays[rank_turn_moves(rules, view, QuivvitExpertBot.work, Random(seed))[0].move]
    if (played.cells, played.spends) == (best.cells, best.spends):
        return PlayComparison(played, played, 0.0, None)
    values = compare_plays(rules, view, best, played, COMPARISON_DEALS, Random(seed))
    unit = 1 if rules.seats == 1 else 100
    worth = (unit * values[best.move], unit * values[played.move])
    loss = worth[0] - worth[1]
    if loss < EQUAL_WITHIN[_measure(rules.seats)]:
        return PlayComparison(played, played, 0.0, worth)
    return PlayComparison(played, best, loss, worth)


def judge(match: Match, version: int) -> Judgement:
    """Judge the rotation or claim that made that version."""
    entry, view = match.log[version], _view(match, version - 1)
    rules = cast(QuivvitRules, match.rules)
    played, best, loss, worth = compare_with_best(rules, view, entry.move, Random(version))
    args: dict[str, Arg] = {
        "taken": played.points,
        "better": best.points,
        "last": "yes" if _view(match, version).phase in ("bonus", "over") else "no",
        "left": _points_left(view, played),
        "less": _points_left(view, best),
    }
    if worth is not None:
        args |= {"best": round(worth[0]), "own": round(worth[1])}
    return Judgement(
        version=version - 1,
        seat=cast(int, entry.seat),
        move=str(entry.move),
        best=(str(best.move),),
        loss=loss,
        message=Message(f"quivvit.review.{_measure(match.seats) if loss else 'best'}", args),
    )


def _points_left(view: QuivvitView, played: QuivvitPlay) -> int:
    """Return the most points that a play left to the next player, before the refill."""
    from quincunx.games.quivvit.kernel import take_cards
    from quincunx.games.quivvit.solver import kernel_grid, most_points

    grid = kernel_grid(view.grid, view.blocks)
    take_cards(grid, played.number, played.mask)
    return most_points(grid)


def _explain_alone(curve: Sequence[Point], judgements: Sequence[Judgement]) -> Message:
    """Explain the points of a single player: expected, lost by mistakes, and the cards' luck."""
    (expected,), (points,) = curve[0].values, curve[-1].values
    expected, lost = round(expected, 1), round(sum(each.loss for each in judgements), 1)
    luck = round(points - expected + lost, 1)
    cards = "kind" if luck >= 0 else "unkind"
    return Message(
        "quivvit.review.decided.alone",
        {"expected": expected, "luck": abs(luck), "cards": cards, "lost": lost},
    )


def _explain_contest(
    match: Match, curve: Sequence[Point], judgements: Sequence[Judgement]
) -> Message:
    """Name the move that decided the game, and what its player could have done instead."""
    assert match.outcome is not None
    winners = match.outcome.winners
    if len(winners) > 1:
        return Message("quivvit.review.decided.shared", {"seats": winners})
    (winner,) = winners
    before, after = turning_point(curve, winner)
    entry, then = match.log[after.version], _view(match, after.version - 1)
    actor = then.turn if entry.seat is None else entry.seat
    assert actor is not None, "without a seat the entry is a turn that timed out"
    args: dict[str, Arg] = {
        "seat": winner,
        "actor": actor,
        "round": then.round,
        **percent_change_args(before.values[winner], after.values[winner]),
    }
    match entry.move:
        case Rotate() | ClaimFreeLink():
            last = _view(match, after.version).last
            args["points"] = 0 if last is None else last.points
            kind = "own" if actor == winner else "other"
            missed = None if actor == winner else worst_decision(judgements, actor, before, after)
            if missed is not None:
                args |= _missed_args(entry.move, missed)
                kind = "missed"
        case Block(cell):
            args["cell"], kind = cell, "own_block" if actor == winner else "block"
        case None:
            kind = "own_late" if actor == winner else "late"
        case _:
            kind = "draw"
    return Message(f"quivvit.review.decided.{kind}", args)


def _missed_args(move: Rotate | ClaimFreeLink, missed: Judgement) -> dict[str, Arg]:
    """Return the arguments that compare a turn with the better one that was missed."""
    better, args = parse_move(missed.best[0]), missed.message.args
    assert isinstance(better, Rotate | ClaimFreeLink)
    return {
        **_turn_args(move),
        "better": args["better"],
        **{f"better_{name}": value for name, value in _turn_args(better).items()},
        **percent_change_args(cast(float, args["own"]), cast(float, args["best"])),
    }


def _turn_args(move: Rotate | ClaimFreeLink) -> dict[str, Arg]:
    """Return the arguments that describe a turn in the catalogue."""
    return {"cell": move.cell, "way": move.way if isinstance(move, Rotate) else "claim"}


def _view(match: Match, version: int) -> QuivvitView:
    """Return the view of a spectator."""
    return cast(QuivvitView, match.view(None, version))
