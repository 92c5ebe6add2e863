"""The `quincunx` command with deals from fixed seeds, so that pictures of games can be repeated."""

from __future__ import annotations

import sys
from itertools import count

from quincunx.cli import main
from quincunx.core.seeds import Seed

_numbers = count(1)
_seed_of = Seed.of


def _next_seed(seed: int | Seed | None) -> Seed:
    """Return the seed for a number, or for the next number instead of a random seed."""
    return _seed_of(next(_numbers) if seed is None else seed)


Seed.of = _next_seed  # type: ignore[method-assign]

if __name__ == "__main__":
    sys.exit(main())
