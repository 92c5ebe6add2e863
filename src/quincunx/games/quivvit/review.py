"""A finished game looked at again, by the deals that the expert imagines.

With others everything is measured in percent of the chance to win, alone in points.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final, cast

from quincunx.core.advice import Judgement, Point, Review, mistake, shares, swing, turning_point
from quincunx.core.compiled import COMPILES
from quincunx.core.match import Match
from quincunx.core.messages import Arg, Message
from quincunx.games.quivvit.bots import ExpertBot
from quincunx.games.quivvit.moves import Block, Claim, Draw, Move, Rotate
from quincunx.games.quivvit.notation import format_move, parse_move
from quincunx.games.quivvit.rules import QuivvitRules
from quincunx.games.quivvit.state import View

if TYPE_CHECKING:
    from quincunx.games.quivvit.solver import Play

# Who looks back waits for the compiler and NumPy; nobody else does.

COMPARED: Final = 8000 if COMPILES else 10
"""On how many deals a play is compared with the best."""
EQUAL: Final = {"chance": 1.0, "points": 0.1}
"""What two plays may differ by and still be called equally good: deals are luck."""


def review(match: Match) -> Review:
    """How everybody stood after each turn, and what each rotation and claim gave away."""
    versions = [version for version in range(1, match.version + 1) if match.stands(version)]
    turns = [version for version in versions if _is_turn(match, version)]
    telling = [version for version in versions if _changes_chances(match, version)]
    curve = tuple(
        Point(version, _values(match, version))
        for version in sorted({0, *turns, *telling, match.version})
    )
    judgements = tuple(_judged(match, version, is_last=version == turns[-1]) for version in turns)
    alone = match.seats == 1
    return Review(
        measure=Message(f"quivvit.review.measure.{_measure(match)}"),
        curve=curve,
        judgements=judgements,
        decided=_alone(curve, judgements) if alone else _contest(match, curve, judgements),
    )


def _measure(match: Match) -> str:
    return "points" if match.seats == 1 else "chance"


def _is_turn(match: Match, version: int) -> bool:
    return isinstance(match.log[version].move, Rotate | Claim)


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
        return shares([float(seat in view.winners) for seat in range(match.seats)])
    return shares([_value(match, version, seat) for seat in range(match.seats)])


def _value(match: Match, version: int, seat: int) -> float:
    """A chance to win; alone, points."""
    view: View = match.view(seat, version)
    match view.phase:
        case "over":
            return float(view.points[seat])
        case "bonus":
            from quincunx.games.quivvit.ending import hope

            return hope(view)
        case _:
            from quincunx.games.quivvit.outlook import Outlook

            outlook = Outlook(cast(QuivvitRules, match.rules), view, seat, begun=False)
            # The same deals for every seat.
            return outlook.value(ExpertBot.work, Random(version))


def _judged(match: Match, version: int, *, is_last: bool) -> Judgement:
    from quincunx.games.quivvit.outlook import compared, turn_options
    from quincunx.games.quivvit.solver import plays_of

    entry = match.log[version]
    rules, view = cast(QuivvitRules, match.rules), _view(match, version - 1)
    plays: dict[Move, Play] = {play.move: play for play in plays_of(view)}
    played = plays[entry.move]
    best = plays[turn_options(rules, view, ExpertBot.work, Random(version))[0].move]
    measure, unit = _measure(match), 1 if match.seats == 1 else 100
    loss, args = 0.0, dict[str, Arg]()
    if (played.cells, played.spends) != (best.cells, best.spends):
        worth = compared(rules, view, best, played, COMPARED, Random(version))
        loss = unit * (worth[best.move] - worth[played.move])
        args = {"best": round(unit * worth[best.move]), "own": round(unit * worth[played.move])}
    if loss < EQUAL[measure]:
        loss, best = 0.0, played
    args |= {"taken": played.points, "better": best.points, "last": "yes" if is_last else "no"}
    args |= {"left": _left(view, played), "less": _left(view, best)}
    return Judgement(
        version=version - 1,
        seat=cast(int, entry.seat),
        move=format_move(entry.move),
        best=(format_move(best.move),),
        loss=loss,
        message=Message(f"quivvit.review.{measure if loss else 'best'}", args),
    )


def _left(view: View, played: Play) -> int:
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
        **swing(before.values[winner], after.values[winner]),
    }
    match entry.move:
        case Rotate() | Claim():
            last = _view(match, after.version).last
            args["points"] = 0 if last is None else last.points
            kind = "own" if actor == winner else "other"
            missed = None if actor == winner else mistake(judgements, actor, before, after)
            if missed is not None:
                better = parse_move(missed.best[0])
                assert isinstance(better, Rotate | Claim)
                args |= _described(entry.move) | {"better": missed.message.args["better"]}
                args |= {f"better_{name}": value for name, value in _described(better).items()}
                args |= swing(
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


def _described(move: Rotate | Claim) -> dict[str, Arg]:
    """Return the arguments that describe a turn in the catalogue."""
    return {"cell": move.cell, "way": move.way if isinstance(move, Rotate) else "claim"}


def _view(match: Match, version: int) -> View:
    """What everybody saw."""
    return cast(View, match.view(None, version))
