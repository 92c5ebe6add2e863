"""One game in play.

`match.py` applies the rules; `log.py` keeps what happened, `drafts.py` what seats build before they
move.
"""

from __future__ import annotations

from quincunx.core.match.log import LogEntry
from quincunx.core.match.match import TAKE_BACKS_PER_SEAT, Match, digest

__all__ = ["TAKE_BACKS_PER_SEAT", "LogEntry", "Match", "digest"]
