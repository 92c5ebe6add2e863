"""The analysis of finished games: each is made once, however many ask for it."""

from __future__ import annotations

import asyncio
from typing import Final

from quincunx.core import advice
from quincunx.core.game import Game
from quincunx.server.errors import WrongPhase
from quincunx.server.live import LiveTable
from quincunx.server.thinking import Thinkers
from quincunx.wire import Judged, Move, Review

KEPT: Final = 100
"""So many games are looked at again and again; the others rest."""


async def review_of(table: LiveTable, thinkers: Thinkers, asker: str = "") -> Review:
    """Return the analysis of the table's game; refused before its end."""
    record = table.finished().archive()
    if record.outcome is None:
        raise WrongPhase("table.refusal.not_over")
    # What was decided before it was played on belongs to another game.
    since = 0 if record.origin is None else record.origin.version
    return _shown(await thinkers.review(record, asker), table.sheet.game, since)


class Reviews:
    """The analyses that were asked for last."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._made: dict[str, asyncio.Task[Review]] = {}
        """By table, the one that was asked for last at the end."""

    async def of(self, table: LiveTable, asker: str = "") -> Review:
        """Return the analysis; requests for one that is being made wait for the same one."""
        name = table.sheet.id
        task = self._made.pop(name, None) or self._begin(name, table, asker)
        self._made[name] = task
        while len(self._made) > KEPT:
            del self._made[next(iter(self._made))]
        # Others may be waiting for it when one of them goes.
        return await asyncio.shield(task)

    def _begin(self, name: str, table: LiveTable, asker: str) -> asyncio.Task[Review]:
        task = asyncio.create_task(review_of(table, self._thinkers, asker))

        def forget_if_it_failed(task: asyncio.Task[Review]) -> None:
            if (task.cancelled() or task.exception()) and self._made.get(name) is task:
                del self._made[name]

        task.add_done_callback(forget_if_it_failed)
        return task


def _shown(review: advice.Review, game: Game, since: int) -> Review:
    return Review(
        measure=review.measure,
        curve=review.curve,
        judged=tuple(
            Judged(
                version=judgement.version,
                seat=judgement.seat,
                played=_said(judgement.move, game),
                better=_said(judgement.best[0], game),
                loss=judgement.loss,
                message=judgement.message,
            )
            for judgement in review.judgements
            if judgement.version >= since
        ),
        decided=None if since else review.decided,
    )


def _said(move: str, game: Game) -> Move:
    return Move(move, game.say_move(game.parse_move(move)))
