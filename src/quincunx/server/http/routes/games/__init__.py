"""Routes of games and tables: lists, tables, the lobby, daily games, deals, puzzles."""

from __future__ import annotations

from quincunx.server.http.routes.games import (
    daily,
    deals,
    games,
    lobby,
    mistakes,
    puzzles,
    tables,
)

ROUTES = (
    *games.ROUTES,
    *tables.ROUTES,
    *lobby.ROUTES,
    *daily.ROUTES,
    *deals.ROUTES,
    *puzzles.ROUTES,
    *mistakes.ROUTES,
)
