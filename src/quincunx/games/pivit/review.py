"""Review a finished game: the race, what each hand allowed, and what mistakes cost.

Costs are measured in points: a token is one point, and a chance to lay all tiles is worth that
fraction of the highest stick that is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from quincunx.core.analysis import Judgement, Point, Review, turning_point
from quincunx.core.match import Match
from quincunx.core.messages import Arg, Message
from quincunx.games.pivit.grid import PlacedTiles, format_grid, min_line_length
from quincunx.games.pivit.moves import ClaimGrid, DeclareReady, PivitMove, TradeTile, VoteToStop
from quincunx.games.pivit.options import PivitOptions
from quincunx.games.pivit.rules import STICK_VALUES
from quincunx.games.pivit.state import HAND_SIZE, PivitState
from quincunx.games.pivit.tiles import TEXT, PivitTiles

# The solver loads numba, so it is imported only when a game is reviewed.

TRADE_TRIES: Final = 60
"""Grids grown for each hand that a trade can lead to: enough to compare trades."""
MAX_COMPARED_TRADES: Final = 6
"""How many trades of a game are compared with the best one; each comparison takes a while."""


def review(match: Match) -> Review:
    """Return the points (alone: the placed tiles) over time, and judge hands, trades and stops."""
    judgements = tuple(_judge_all(match))
    return Review(
        measure=Message(f"pivit.review.measure.{'points' if match.seats > 1 else 'tiles'}"),
        curve=tuple(_curve(match)),
        judgements=judgements,
        decided=_decided_contest(match) if match.seats > 1 else _decided_alone(match, judgements),
    )


def _curve(match: Match) -> Iterator[Point]:
    """Yield a point wherever the values change, and at the end."""
    measured = _points if match.seats > 1 else _tiles
    before: tuple[float, ...] | None = None
    for version in range(match.version + 1):
        values = measured(match, version)
        if match.is_in_effect(version) and (values != before or version == match.version):
            yield Point(version, values)
            before = values


def _tiles(match: Match, version: int) -> tuple[float, ...]:
    """Return how many tiles the single player had placed."""
    if _state(match, version).grids[0] is not None:
        return (float(HAND_SIZE),)
    drafts = [entry.draft for entry in match.draft_log if entry.version < version]
    return (float(match.rules.progress(drafts[-1])) if drafts else 0.0,)


def _points(match: Match, version: int) -> tuple[float, ...]:
    """Return the points by seat as if the round had ended there."""
    state = _state(match, version)
    points = list(state.scores)
    if state.phase in ("countdown", "build", "race"):
        points = [score + kept for score, kept in zip(points, state.tokens, strict=True)]
        for value, seat in zip(STICK_VALUES[match.seats], state.sticks, strict=True):
            if seat is not None:
                points[seat] += value
    return tuple(map(float, points))


# Judgements


def _judge_all(match: Match) -> Iterator[Judgement]:
    trades = 0
    for version in range(1, match.version + 1):
        move = match.log[version].move
        if not match.is_in_effect(version):
            continue
        if isinstance(move, DeclareReady):
            yield from _judge_hand(match, version)
        elif isinstance(move, TradeTile):
            yield _judge_trade(match, version, compare=trades < MAX_COMPARED_TRADES)
            trades += 1
        elif isinstance(move, VoteToStop):
            yield from _judge_stop(match, version)


def _judgement(
    match: Match,
    version: int,
    kind: str,
    args: dict[str, Arg],
    best: PivitMove | None = None,
    loss: float = 0,
) -> Judgement:
    """Judge a move; without a better one it was the best."""
    entry = match.log[version]
    return Judgement(
        version=version - 1,
        seat=cast(int, entry.seat),
        move=str(entry.move),
        best=(str(best or entry.move),),
        loss=loss,
        message=Message(f"pivit.review.{kind}", args),
    )


def _judge_hand(match: Match, version: int) -> Iterator[Judgement]:
    """Judge how the seat used the hand of the round that follows."""
    go = _next_event(match, version, "pivit.event.go")
    if go is None:
        return
    seat = cast(int, match.log[version].seat)
    yield _judgement(match, version, *_use_of_hand(match, go, seat))


def _use_of_hand(match: Match, go: int, seat: int) -> tuple[str, dict[str, Arg]]:
    """Return how the seat used its hand in the round that began at `go`, and the details."""
    took = _time_taken(match, go, seat)
    if took is not None:
        return "laid", _duration_args(took)
    grid, proved = _solution_at(match, go, seat)
    kind = "missed" if grid else "impossible" if proved else "undecided"
    return kind, {"grid": format_grid(grid or ())}


def _judge_trade(match: Match, version: int, *, compare: bool) -> Judgement:
    """Judge a trade by the chance that it leads to a hand that can be laid."""
    from quincunx.core.support.jit import HAS_NUMBA
    from quincunx.games.pivit.solver import trade_prospects, unseen_by

    seat, move = cast(int, match.log[version].seat), cast(TradeTile, match.log[version].move)
    grid, _ = _solution_at(match, version - 1, seat)
    if grid:
        return _judgement(match, version, "needless", {}, ClaimGrid(grid), loss=1)
    if not (compare and HAS_NUMBA):
        return _judgement(match, version, "traded", {})
    state = _state(match, version - 1)
    hand: PivitTiles = state.hands[seat]
    found = trade_prospects(hand, unseen_by((hand,)), _shortest(match), TRADE_TRIES)
    chance = {each.tile: each.solvable + each.undecided / 2 for each in found}
    best = found[0].tile
    loss = (chance[best] - chance[move.tile]) * _highest_left(match, state)
    args: dict[str, Arg] = {
        "tile": TEXT[best],
        "percent": round(100 * chance[best]),
        "own": round(100 * chance[move.tile]),
    }
    if loss == 0:
        return _judgement(match, version, "best_trade", args)
    return _judgement(match, version, "better_trade", args, TradeTile(best), loss)


def _judge_stop(match: Match, version: int) -> Iterator[Judgement]:
    """Judge a vote to stop that the player did not revoke."""
    seat = cast(int, match.log[version].seat)
    scored = _next_event(match, version - 1, "pivit.event.scored") or match.version
    if any(entry.seat == seat for entry in match.log[version + 1 : scored + 1]):
        return
    grid, _ = _solution_at(match, version - 1, seat)
    if grid:
        loss = _highest_left(match, _state(match, version - 1))
        yield _judgement(match, version, "gave_up", {}, ClaimGrid(grid), loss)


def _solution_at(match: Match, version: int, seat: int) -> tuple[PlacedTiles | None, bool]:
    """Return a correct grid of the seat's hand, and whether it is proved that there is none."""
    from quincunx.games.pivit.solver import solve

    solution = solve(_state(match, version).hands[seat], _shortest(match))
    return solution.grid, solution.certificate is not None


def _shortest(match: Match) -> int:
    return min_line_length(cast(PivitOptions, match.options).younger)


def _highest_left(match: Match, state: PivitState) -> float:
    """Return the value of the highest stick in the middle."""
    sticks = zip(STICK_VALUES[match.seats], state.sticks, strict=True)
    return next((float(value) for value, holder in sticks if holder is None), 0.0)


# The course of rounds


def _next_event(match: Match, version: int, event: str) -> int | None:
    """Return the next version with this event."""
    return next(
        (
            number
            for number in range(version + 1, match.version + 1)
            if any(said.public and said.public.id == event for said in match.log[number].events)
        ),
        None,
    )


def _winning_claim(match: Match, go: int, seat: int) -> int | None:
    """Return the version of the claim that won the seat a stick in that round, or `None`."""
    scored = _next_event(match, go, "pivit.event.scored") or match.version
    if seat not in _state(match, scored).sticks:
        return None
    claims = (
        version
        for version in range(go, scored + 1)
        if match.log[version].seat == seat and isinstance(match.log[version].move, ClaimGrid)
    )
    return max(claims)


def _time_taken(match: Match, go: int, seat: int) -> int | None:
    """Return the milliseconds from the start of the round to that claim."""
    claimed = _winning_claim(match, go, seat)
    return None if claimed is None else match.log[claimed].at - match.log[go].at


def _duration_args(milliseconds: int) -> dict[str, Arg]:
    minutes, seconds = divmod(round(milliseconds / 1000), 60)
    return {"minutes": minutes, "seconds": seconds}


# What decided the game


def _decided_alone(match: Match, judgements: Sequence[Judgement]) -> Message:
    """Say whether the hand could be laid, and what the player did."""
    trades = sum(isinstance(entry.move, TradeTile) for entry in match.log)
    if match.start_position is None:
        kind = judgements[0].message.id.rpartition(".")[2]
    else:
        # The round began with the match: nobody declared ready, and no judgement is about the hand.
        kind, _ = _use_of_hand(match, 0, 0)
    return Message(f"pivit.review.decided.{kind}", {"trades": trades})


def _decided_contest(match: Match) -> Message:
    """Name the round that put the winner out of reach."""
    assert match.outcome is not None
    winners = match.outcome.winners
    if len(winners) > 1:
        return Message("pivit.review.decided.shared", {"seats": winners})
    (winner,) = winners
    before, after = turning_point(_scores(match), winner)
    state = _state(match, after.version)
    args: dict[str, Arg] = {
        "seat": winner,
        "round": state.round,
        "points": round(after.values[winner] - before.values[winner]),
    }
    go = cast(int, _next_event(match, before.version, "pivit.event.go"))
    claimed = _winning_claim(match, go, winner)
    if claimed is None:
        return Message("pivit.review.decided.tokens", args)
    args |= _duration_args(match.log[claimed].at - match.log[go].at)
    rival, tiles = _closest_rival(match, go, claimed, winner)
    if tiles == 0:
        return Message("pivit.review.decided.stick", args)
    return Message("pivit.review.decided.race", {**args, "rival": rival, "tiles": tiles})


def _scores(match: Match) -> list[Point]:
    """Return the scores after each round."""
    points, version = [Point(0, (0.0,) * match.seats)], _next_event(match, 0, "pivit.event.scored")
    while version is not None:
        points.append(Point(version, tuple(map(float, _state(match, version).scores))))
        version = _next_event(match, version, "pivit.event.scored")
    return points


def _closest_rival(match: Match, go: int, claimed: int, winner: int) -> tuple[int, int]:
    """Return the other seat with the most placed tiles by then, and their number."""
    laid = dict.fromkeys((seat for seat in range(match.seats) if seat != winner), 0)
    for entry in match.draft_log:
        if go <= entry.version and entry.at <= match.log[claimed].at and entry.seat in laid:
            laid[entry.seat] = match.rules.progress(entry.draft)
    for seat, grid in enumerate(_state(match, claimed).grids):
        if seat in laid and grid is not None:
            laid[seat] = HAND_SIZE
    rival = max(laid, key=lambda seat: laid[seat])
    return rival, laid[rival]


def _state(match: Match, version: int) -> PivitState:
    return cast(PivitState, match.state_at(version))
