"""`quincunx` with the toy game, for what only it has: drafts, teams, hidden moves."""

from __future__ import annotations

import os
import sys

from quincunx.cli import main
from quincunx.games.quatrefoil import rules
from quincunx.registry import register
from quincunx.server.bots import bot_seats
from quincunx.server.bots.pools import Thinkers
from tests.toy.game import TOY

# The bots' processes import this file too, and then know the toy as well.
register(TOY)

# Nobody needs to follow with their eyes here, and few games need every bot.
bot_seats.BOT_PAUSE = 0
Thinkers.warm_up = lambda self: None  # type: ignore[method-assign]

# Nor can a test wait two minutes for a clock.
if "TEST_CLOCK" in os.environ:
    rules.CLOCK = int(os.environ["TEST_CLOCK"])  # type: ignore[misc]

if __name__ == "__main__":
    sys.exit(main())
