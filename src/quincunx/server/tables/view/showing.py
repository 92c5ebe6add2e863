"""Positions and steps of a match, as they are sent to one viewer."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec

from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.moves import Moves
from quincunx.core.outcome import Outcome
from quincunx.wire import LegalMove, Step, ViewerPosition

MAX_STEPS_AT_ONCE: Final = 100
"""Steps in a welcome or in one page of the history: clients fetch the rest page by page."""

MAX_STEP_BYTES_AT_ONCE: Final = 48 * 1024
"""Bytes of such steps: in some games one step has dozens of events."""

MAX_CACHED_MOVES: Final = 4096
"""Moves whose texts are cached: positions of one game list the same moves again and again."""


class Moment(msgspec.Struct, frozen=True):
    """The part of a position that is the same for all viewers."""

    version: int
    now: int
    active: tuple[int, ...]
    awaited: tuple[int, ...]
    deadline: int | None
    progress: dict[int, int]
    drafts: dict[int, Any]
    outcome: Outcome | None
    limits: dict[int, int]
    clocks: dict[int, int]

    @classmethod
    def of(cls, match: Match, now: int, limits: dict[int, int], clocks: dict[int, int]) -> Moment:
        return cls(
            version=match.version,
            now=now,
            active=match.active,
            awaited=match.awaited,
            deadline=match.deadline,
            progress=match.progress,
            drafts=match.public_drafts,
            outcome=match.outcome,
            limits=limits,
            clocks=clocks,
        )


def position(match: Match, seat: int | None, moment: Moment, *, can_undo: bool) -> ViewerPosition:
    """Return the position as that seat sees it; `None` is a spectator.

    `can_undo`: moves may be taken back at this table.
    """
    legal = None if seat is None else match.legal_moves(seat)
    return ViewerPosition(
        version=moment.version,
        now=moment.now,
        view=match.view(seat),
        active=moment.active,
        awaited=moment.awaited,
        member=None if seat is None else match.rules.member(match.state, seat),
        moves=() if seat is None or legal is None else _listed(match, seat, legal),
        all_moves=legal is None or legal.complete,
        deadline=moment.deadline,
        progress=moment.progress,
        draft=None if seat is None else match.draft_of(seat),
        drafts=moment.drafts,
        outcome=moment.outcome,
        limits=moment.limits,
        clocks=moment.clocks,
        can_take_back=can_undo and seat is not None and match.can_take_back(seat),
    )


def _listed(match: Match, seat: int, legal: Moves[Any]) -> tuple[LegalMove, ...]:
    game, state, effect = match.game, match.state, match.rules.effect
    return tuple([LegalMove(*_in_words(game, move), effect(state, seat, move)) for move in legal])


@lru_cache(MAX_CACHED_MOVES)
def _in_words(game: Game, move: Any) -> tuple[str, Message]:
    """Return the move in notation, and in words."""
    return str(move), game.describe_move(move)


def steps(match: Match, seat: int | None, since: int) -> tuple[Step, ...]:
    """Return what that seat saw happen after version `since`."""
    return tuple([_step(match, seat, version) for version in range(since + 1, match.version + 1)])


def latest_steps(match: Match, seat: int | None, since: int | None) -> tuple[Step, ...]:
    """Return the last page of what that seat saw happen after version `since`."""
    first = 0 if since is None else max(0, since + 1)
    return _page(match, seat, first, match.version + 1)


def earlier_steps(match: Match, seat: int | None, before: int, count: int) -> tuple[Step, ...]:
    """Return the last page of what that seat saw happen before version `before`."""
    stop = max(0, min(before, match.version + 1))
    return _page(match, seat, max(0, stop - max(0, count)), stop)


def _page(match: Match, seat: int | None, first: int, stop: int) -> tuple[Step, ...]:
    """Return the last of the versions from `first` up to `stop` that fit into one message."""
    if stop - first == 1:
        # The usual case after a move: one step always fits.
        return (_step(match, seat, first),)
    page: list[Step] = []
    size = 0
    for version in range(stop - 1, max(first, stop - MAX_STEPS_AT_ONCE) - 1, -1):
        step = _step(match, seat, version)
        size += len(msgspec.json.encode(step))
        if page and size > MAX_STEP_BYTES_AT_ONCE:
            break
        page.append(step)
    return tuple(reversed(page))


def _step(match: Match, seat: int | None, version: int) -> Step:
    seen = match.observation(seat, version)
    return Step(
        version=version,
        at=seen.at,
        seat=seen.seat,
        move=None if seen.move is None else _in_words(match.game, seen.move)[0],
        events=seen.events,
        back=match.log[version].back,
    )
