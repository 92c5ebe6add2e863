"""The bots of Pivit.

`levels` has the three levels, `pace` says how fast they are, `round_plan` plans a round, and
`draft_timing` how a grid grows.
"""

from __future__ import annotations

from quincunx.games.pivit.bots.levels import BOTS

__all__ = ["BOTS"]
