"""Snapshots of the lobby for tests."""

from __future__ import annotations

from quincunx.wire import (
    LobbySnapshot,
)

EMPTY_LOBBY = LobbySnapshot((), (), ())
