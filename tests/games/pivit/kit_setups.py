"""The options and seats with which the conformance kit plays Pivit."""

from __future__ import annotations

from collections.abc import Iterator

from quincunx.core.game import Game
from quincunx.core.options import Options
from quincunx.games.pivit import PIVIT
from quincunx.games.pivit.options import PivitOptions
from tests.kit.play import every_options

KitSetup = tuple[Game, Options, int]

SOME: tuple[KitSetup, ...] = (
    (PIVIT, PivitOptions(), 2),
    (PIVIT, PivitOptions(limit=4), 1),
    (PIVIT, PivitOptions(referee="at-scoring"), 3),
    (PIVIT, PivitOptions(referee="at-scoring", younger=True, limit=4), 4),
)
"""Every number of seats and every value of every option."""


def others() -> Iterator[KitSetup]:
    """Every combination of options with every number of seats."""
    for options in every_options(PIVIT):
        for seats in PIVIT.seats(options):
            if (PIVIT, options, seats) not in SOME:
                yield PIVIT, options, seats


OTHERS = tuple(others())
PLAYTHROUGHS: tuple[KitSetup, ...] = (
    (PIVIT, PivitOptions(), 2),
    (PIVIT, PivitOptions(younger=True), 1),
    (PIVIT, PivitOptions(limit=4), 3),
    (PIVIT, PivitOptions(referee="at-scoring"), 4),
)
"""Each value of each option, each number of seats."""
