"""Which clocks a new table can have."""

from __future__ import annotations

from typing import Final

from quincunx.core.game import Game
from quincunx.server.common.errors import NotAllowed, TableError
from quincunx.wire import TotalTime

PACES_S: Final = range(5, 14 * 24 * 3600 + 1)
"""Seconds for a move: from a few to two weeks."""

TOTAL_BASES_S: Final = range(30, 14 * 24 * 3600 + 1)
"""Seconds for all moves of a game: from half a minute to two weeks."""

INCREMENTS_S: Final = range(24 * 3600 + 1)
"""Seconds that a player gets after a move: up to a day."""


def check_clock(game: Game, seats: int, pace: int | None, total: TotalTime | None) -> None:
    """Refuse a time limit that the game cannot have, or that is too short or too long."""
    if pace is None and total is None:
        return
    if game.race:
        raise NotAllowed("table.refusal.race_has_no_pace")
    if pace is not None:
        if total is not None:
            raise NotAllowed("table.refusal.one_clock")
        if pace not in PACES_S:
            raise TableError("table.refusal.pace", fewest=PACES_S.start, most=PACES_S.stop - 1)
    if total is not None:
        _check_total(game, seats, total)


def _check_total(game: Game, seats: int, total: TotalTime) -> None:
    if game.cooperative or seats == 1:
        raise NotAllowed("table.refusal.total_needs_opponents")
    if total.base not in TOTAL_BASES_S or total.increment not in INCREMENTS_S:
        raise TableError(
            "table.refusal.total",
            fewest=TOTAL_BASES_S.start,
            most=TOTAL_BASES_S.stop - 1,
            increment=INCREMENTS_S.stop - 1,
        )
