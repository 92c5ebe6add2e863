"""`quincunx` with the toy game, for what only it has: drafts, teams, hidden moves."""

from __future__ import annotations

import sys

from quincunx.cli import main
from quincunx.registry import register
from tests.toy.game import TOY

# The bots' processes import this file too, and then know the toy as well.
register(TOY)

if __name__ == "__main__":
    sys.exit(main())
