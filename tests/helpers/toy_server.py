"""The `quincunx` command with the toy game, which has drafts, teams and hidden moves."""

from __future__ import annotations

import os
import sys
from functools import partial

from argon2 import PasswordHasher

from quincunx.cli import main
from quincunx.games.quatrefoil.rules import rules
from quincunx.registry import register
from quincunx.server.bots import bot_seats
from quincunx.server.bots.pools import BotPools
from quincunx.server.people.accounts import passwords
from tests.toy.game import TOY

# The bot processes import this module too, so the toy game is registered there as well.
register(TOY)

# Passwords are hashed as by the real server, with parameters that take little time.
QUICK_HASHER = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
setattr(passwords, "PasswordHasher", QUICK_HASHER)  # noqa: B010

# No person watches, so bots need not pause; and few tests need all bots to be loaded.
bot_seats.BOT_PAUSE_MS = 0
BotPools.warm_up = lambda self: None  # type: ignore[method-assign]

# No test can wait two minutes for Quatrefoil's clock.
if "TEST_CLOCK" in os.environ:
    rules.CLOCK_MS = int(os.environ["TEST_CLOCK"])  # type: ignore[misc]

if __name__ == "__main__":
    sys.exit(main())
