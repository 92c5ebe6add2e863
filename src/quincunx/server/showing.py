"""What a viewer gets to see of a match, as it goes over the wire."""

from __future__ import annotations

from collections.abc import Mapping

from quincunx.core.match import Match
from quincunx.wire import Move, Position, Step


def position(match: Match, seat: int | None, now: int, limits: Mapping[int, int]) -> Position:
    """Where the game stands for that seat, or (none) for somebody who looks on."""
    legal = () if seat is None else match.moves(seat)
    return Position(
        version=match.version,
        now=now,
        view=match.view(seat),
        active=match.active,
        awaited=match.awaited,
        member=None if seat is None else match.rules.member(match.state, seat),
        moves=()
        if seat is None
        else tuple(
            Move(
                match.game.format_move(move),
                match.game.say_move(move),
                match.rules.effect(match.state, seat, move),
            )
            for move in legal
        ),
        all_moves=seat is None or match.moves(seat).complete,
        deadline=match.deadline,
        progress=match.progress,
        draft=None if seat is None else match.draft_of(seat),
        drafts=match.open_drafts,
        outcome=match.outcome,
        limits=dict(limits),
        can_take_back=seat is not None and match.can_take_back(seat),
    )


def steps(match: Match, seat: int | None, since: int | None) -> tuple[Step, ...]:
    """What that seat saw happen after version `since`; without one, all of it."""
    return tuple(
        Step(
            version=seen.version,
            at=seen.at,
            seat=seen.seat,
            move=None if seen.move is None else match.game.format_move(seen.move),
            events=seen.events,
            back=match.log[seen.version].back,
        )
        for seen in match.history(seat)[0 if since is None else max(0, since + 1) :]
    )
