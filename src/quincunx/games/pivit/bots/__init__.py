"""The bots of Pivit: `bots` decides what they build, `draft_timing` how fast."""

from __future__ import annotations

from quincunx.games.pivit.bots.bots import BOTS

__all__ = ["BOTS"]
