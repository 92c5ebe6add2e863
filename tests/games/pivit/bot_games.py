"""Games that bots play."""

from __future__ import annotations

from collections.abc import Sequence

import quincunx
from quincunx.core.options import make_options
from quincunx.core.seeds import Seed
from quincunx.games.pivit import PIVIT


def played(lineup: Sequence[str], seed: int, **options: object) -> quincunx.Match:
    """A whole game of these bots."""
    made = make_options(PIVIT.options, options, game="pivit")
    match = quincunx.Match(PIVIT, made, len(lineup), seed=Seed(f"{seed:064x}"))
    match.play_out(dict(enumerate(lineup)), seed="test")
    return match
