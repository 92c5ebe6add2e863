"""What the rules themselves take at the hardest positions known, counted as in the cost kit."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from quincunx.games.pivit.grid import choose_wilds
from quincunx.games.qwirkle_cards.layouts.plays import can_play
from tests.cost.budgets import HARDEST
from tests.cost.meter import Meter
from tests.games.pivit.hands import HARDEST_WILDS
from tests.games.pivit.matches import cells
from tests.games.qwirkle_cards.hard_positions import HARD


def calls(work: Callable[[], object]) -> int:
    meter = Meter()
    meter.start()
    try:
        work()
    finally:
        meter.stop()
    return meter.work


def most_calls(game: str) -> int:
    """Return the most calls of one question that the rules must answer on the event loop."""
    if game == "qwirkle_cards":
        # Asked after each move, about the hand of the next player.
        return max(calls(partial(can_play, *hard.position)) for hard in HARD)
    # Asked for each draft and each claim.
    return max(calls(partial(choose_wilds, cells(text))) for text in HARDEST_WILDS)


@pytest.mark.parametrize("game", HARDEST)
def test_the_hardest_positions_stay_within_the_documented_cost(game: str) -> None:
    most = most_calls(game)
    assert most <= HARDEST[game]
    assert most >= HARDEST[game] / 4, "the budget is near what was measured"
