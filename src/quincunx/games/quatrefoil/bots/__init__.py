"""The bots of Quatrefoil.

`levels` has the three levels. Without a convention they choose by `ad_hoc_play`, which weighs every
deal that is possible.
"""

from __future__ import annotations

from quincunx.games.quatrefoil.bots.levels import BOTS

__all__ = ["BOTS"]
