"""Review a finished game with the expert bot's solver.

Against others everything is measured in percent of the chance to win, alone in the total.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

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
from quincunx.games.coloryam.notation import move_args, parse_move
from quincunx.games.coloryam.state import ColorYamAttempt, ColorYamState, ColorYamView

# The solver loads NumPy, so it is imported only when a game is reviewed.

EQUAL_WITHIN: Final = 0.05
"""Choices whose values differ by less count as equal: figures are shown with one decimal."""


def review(match: Match) -> Review:
    """Return every seat's value between attempts, and what each decision cost."""
    versions = [version for version in range(match.version + 1) if match.is_in_effect(version)]
    curve = tuple(
        Point(version, _values(match, version))
        for version in versions
        if not _state(match, version).rolls
    )
    judgements = tuple(judge(match, version) for version in _decisions(match, versions))
    alone = match.seats == 1
    return Review(
        measure=Message(f"coloryam.review.measure.{_measure(match)}"),
        curve=curve,
        judgements=judgements,
        decided=_decided_alone(curve, judgements)
        if alone
        else _decided_contest(match, curve, judgements),
    )


def _measure(match: Match) -> str:
    return "total" if match.seats == 1 else "chance"


def _decisions(match: Match, versions: Sequence[int]) -> Iterator[int]:
    """Yield the versions after decisions: all moves except first rolls."""
    return (version for version in versions[1:] if _state(match, version - 1).rolls)


def _values(match: Match, version: int) -> tuple[float, ...]:
    """Return the value of every seat between two attempts."""
    from quincunx.games.coloryam.solver import chance_to_win, decision_context

    views: list[ColorYamView] = [match.view(seat, version) for seat in range(match.seats)]
    view, winners = views[0], views[0].winners
    if match.seats > 1 and winners:
        return as_percentages([seat in winners for seat in range(match.seats)])
    if match.seats > 1:
        return as_percentages([chance_to_win(decision_context(view)) for view in views])
    written = sum(entry or 0 for entry in view.entries[0])
    now = decision_context(view)
    return (float(written) if winners else written + now.plan.expected_gain(now.place(0)),)


def judge(match: Match, version: int) -> Judgement:
    """Judge the decision that made that version."""
    from quincunx.games.coloryam.solver import rate_for_win

    entry = match.log[version]
    unit = 1 if match.seats == 1 else 100
    worth = {
        each.move: unit * each.worth for each in rate_for_win(match.view(entry.seat, version - 1))
    }
    most, own = max(worth.values()), worth[entry.move]
    best = [move for move, each in worth.items() if most - each < EQUAL_WITHIN]
    loss = 0.0 if entry.move in best else most - own
    args: dict[str, Arg] = {"loss": round(loss, 1), "best": round(most, 1), "own": round(own, 1)}
    return Judgement(
        version=version - 1,
        seat=cast(int, entry.seat),
        move=str(entry.move),
        best=tuple(map(str, best)),
        loss=loss,
        message=Message(f"coloryam.review.{_measure(match) if loss else 'best'}", args),
    )


def _decided_alone(curve: Sequence[Point], judgements: Sequence[Judgement]) -> Message:
    """Split the total into what was expected, what mistakes cost, and luck."""
    (expected,), (total,) = curve[0].values, curve[-1].values
    expected, lost = round(expected, 1), round(sum(each.loss for each in judgements), 1)
    luck = round(total - expected + lost, 1)
    return Message(
        "coloryam.review.decided.alone",
        {
            "expected": expected,
            "luck": abs(luck),
            "dice": "kind" if luck >= 0 else "unkind",
            "lost": lost,
        },
    )


def _decided_contest(
    match: Match, curve: Sequence[Point], judgements: Sequence[Judgement]
) -> Message:
    """Name the attempt that put the winner out of reach, and what the loser could have done."""
    assert match.outcome is not None
    winners = match.outcome.winners
    if len(winners) > 1:
        return Message("coloryam.review.decided.shared", {"seats": winners})
    (winner,) = winners
    before, after = turning_point(curve, winner)
    attempt = cast(ColorYamAttempt, _state(match, after.version).last)
    args: dict[str, Arg] = {
        "seat": winner,
        "actor": attempt.seat,
        "entry": attempt.entry,
        "line": attempt.line,
    }
    missed = (
        None if attempt.seat == winner else worst_decision(judgements, attempt.seat, before, after)
    )
    if missed is None:
        kind = "own" if attempt.seat == winner else "other"
        args |= percent_change_args(before.values[winner], after.values[winner])
    else:
        kind, found = "missed", missed.message.args
        args |= move_args(parse_move(missed.move))
        better = move_args(parse_move(missed.best[0]))
        args |= {f"better_{name}": value for name, value in better.items()}
        args |= percent_change_args(cast(float, found["own"]), cast(float, found["best"]))
    return Message(f"coloryam.review.decided.{kind}", args)


def _state(match: Match, version: int) -> ColorYamState:
    return cast(ColorYamState, match.state_at(version))
