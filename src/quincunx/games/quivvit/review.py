"""A finished game looked at again, by the deals that the expert imagines.

With others everything is measured in percent of the chance to win, alone in points.
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
from quincunx.games.quivvit.notation import format_move, parse_move
from quincunx.games.quivvit.rules import QuivvitRules
from quincunx.games.quivvit.state import QuivvitView

if TYPE_CHECKING:
    from quincunx.games.quivvit.solver import QuivvitPlay

# Who looks back waits for the compiler and NumPy; nobody else does.

COMPARED: Final = 8000 if HAS_NUMBA else 10
"""On how many deals a play is compared with the best."""
EQUAL: Final = {"chance": 1.0, "points": 0.1}
"""What two plays may differ by and still be called equally good: deals are luck."""


def review(match: Match) -> Review:
    """How everybody stood after each turn, and what each rotation and claim gave away."""
    versions = [version for version in range(1, match.version + 1) if match.is_in_effect(version)]
    turns = [version for version in versions if _is_turn(match, version)]
    telling = [version for version in versions if _changes_chances(match, version)]
    curve = tuple(
        Point(version, _values(match, version))
        for version in sorted({0, *turns, *telling, match.version})
    )
    judgements = tuple(_judged(match, version, is_last=version == turns[-1]) for version in turns)
    alone = match.seats == 1
    return Review(
        measure=Message(f"quivvit.review.measure.{_measure(match.seats)}"),
        curve=curve,
        judgements=judgements,
        decided=_alone(curve, judgements) if alone else _contest(match, curve, judgements),
    )


def _measure(seats: int) -> str:
    return "points" if seats == 1 else "chance"


def _is_turn(match: Match, version: int) -> bool:
    return isinstance(match.log[version].move, Rotate | ClaimFreeLink)


def _changes_chances(match: Match, version: int) -> bool:
    """Whether a card was covered or drawn, or a turn was late."""
    entry = match.log[version]
    late = entry.seat is None and _view(match, version - 1).phase == "turn"
    return late or isinstance(entry.move, Block | Draw)


def _values(match: Match, version: int) -> tuple[float, ...]:
    """By seat."""
    view = _view(match, version)
    if match.seats == 1:
        return (_value(match, version, 0),)
    if view.phase == "over":
        return as_percentages([float(seat in view.winners) for seat in range(match.seats)])
    return as_percentages([_value(match, version, seat) for seat in range(match.seats)])


def _value(match: Match, version: int, seat: int) -> float:
    """A chance to win; alone, points."""
    view: QuivvitView = match.view(seat, version)
    match view.phase:
        case "over":
            return float(view.points[seat])
        case "bonus":
            from quincunx.games.quivvit.search.bonus_draw import hope

            return hope(view)
        case _:
            from quincunx.games.quivvit.search.lookahead import Lookahead

            outlook = Lookahead(cast(QuivvitRules, match.rules), view, seat, begun=False)
            # The same deals for every seat.
            return outlook.value(QuivvitExpertBot.work, Random(version))


class PlayComparison(NamedTuple):
    """A rotation or claim compared with the best one."""

    played: QuivvitPlay
    best: QuivvitPlay
    """The play itself if nothing is noticeably better."""
    loss: float
    """In percent of the chance to win; alone, in points."""
    worth: tuple[float, float] | None
    """What the best and the played one are worth, if they had to be compared."""


def judged(
    rules: QuivvitRules, view: QuivvitView, move: QuivvitMove, rng: Random
) -> PlayComparison:
    """Compare a play of the seat on turn with the best one, on imagined deals."""
    from quincunx.games.quivvit.search.lookahead import compared, turn_options
    from quincunx.games.quivvit.solver import plays_of

    plays: dict[QuivvitMove, QuivvitPlay] = {play.move: play for play in plays_of(view)}
    played = plays[move]
    seed = rng.getrandbits(64)
    best = plays[turn_options(rules, view, QuivvitExpertBot.work, Random(seed))[0].move]
    if (played.cells, played.spends) == (best.cells, best.spends):
        return PlayComparison(played, played, 0.0, None)
    values = compared(rules, view, best, played, COMPARED, Random(seed))
    unit = 1 if rules.seats == 1 else 100
    worth = (unit * values[best.move], unit * values[played.move])
    loss = worth[0] - worth[1]
    if loss < EQUAL[_measure(rules.seats)]:
        return PlayComparison(played, played, 0.0, worth)
    return PlayComparison(played, best, loss, worth)


def _judged(match: Match, version: int, *, is_last: bool) -> Judgement:
    entry, view = match.log[version], _view(match, version - 1)
    verdict = judged(cast(QuivvitRules, match.rules), view, entry.move, Random(version))
    played, best, loss, worth = verdict
    args: dict[str, Arg] = {
        "taken": played.points,
        "better": best.points,
        "last": "yes" if is_last else "no",
        "left": _left(view, played),
        "less": _left(view, best),
    }
    if worth is not None:
        args |= {"best": round(worth[0]), "own": round(worth[1])}
    return Judgement(
        version=version - 1,
        seat=cast(int, entry.seat),
        move=format_move(entry.move),
        best=(format_move(best.move),),
        loss=loss,
        message=Message(f"quivvit.review.{_measure(match.seats) if loss else 'best'}", args),
    )


def _left(view: QuivvitView, played: QuivvitPlay) -> int:
    """The most points that lay there for the next player before new cards came up."""
    from quincunx.games.quivvit.kernel import take
    from quincunx.games.quivvit.solver import grid_of, most_points

    grid = grid_of(view.grid, view.blocks)
    take(grid, played.number, played.mask)
    return most_points(grid)


def _alone(curve: Sequence[Point], judgements: Sequence[Judgement]) -> Message:
    """The points are what was to be expected, less what was given away; the cards did the rest."""
    (expected,), (points,) = curve[0].values, curve[-1].values
    expected, lost = round(expected, 1), round(sum(each.loss for each in judgements), 1)
    luck = round(points - expected + lost, 1)
    cards = "kind" if luck >= 0 else "unkind"
    return Message(
        "quivvit.review.decided.alone",
        {"expected": expected, "luck": abs(luck), "cards": cards, "lost": lost},
    )


def _contest(match: Match, curve: Sequence[Point], judgements: Sequence[Judgement]) -> Message:
    """Say what took the winner out of reach, and what the loser could have done instead."""
    assert match.outcome is not None
    winners = match.outcome.winners
    if len(winners) > 1:
        return Message("quivvit.review.decided.shared", {"seats": winners})
    (winner,) = winners
    before, after = turning_point(curve, winner)
    entry, then = match.log[after.version], _view(match, after.version - 1)
    actor = then.turn if entry.seat is None else entry.seat
    assert actor is not None, "either somebody acts or a turn is late"
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
                better = parse_move(missed.best[0])
                assert isinstance(better, Rotate | ClaimFreeLink)
                args |= _described(entry.move) | {"better": missed.message.args["better"]}
                args |= {f"better_{name}": value for name, value in _described(better).items()}
                args |= percent_change_args(
                    cast(float, missed.message.args["own"]),
                    cast(float, missed.message.args["best"]),
                )
                kind = "missed"
        case Block(cell):
            args["cell"], kind = cell, "block"
        case None:
            kind = "late"
        case _:
            kind = "draw"
    return Message(f"quivvit.review.decided.{kind}", args)


def _described(move: Rotate | ClaimFreeLink) -> dict[str, Arg]:
    """Return the arguments that describe a turn in the catalogue."""
    return {"cell": move.cell, "way": move.way if isinstance(move, Rotate) else "claim"}


def _view(match: Match, version: int) -> QuivvitView:
    """What everybody saw."""
    return cast(QuivvitView, match.view(None, version))
