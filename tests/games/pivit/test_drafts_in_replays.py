"""A replay shows how each grid grew, although only some of the drafts are kept."""

from __future__ import annotations

from quincunx.core.bots import AnyBot
from quincunx.core.match import Match
from quincunx.core.seeds import Seed
from quincunx.games.pivit import PIVIT
from quincunx.games.pivit.options import PivitOptions
from quincunx.games.pivit.state import HAND_SIZE


def dealt() -> Match:
    return Match(PIVIT, PivitOptions(), 1, seed=Seed.of(3), table="replay")


def sizes(match: Match) -> list[int]:
    """Of the grids in the record, in order."""
    return [len(step.draft["tiles"]) for step in match.record(0).drafts]


def test_every_tile_that_a_bot_lays_is_seen() -> None:
    match = dealt()
    bots: dict[int, AnyBot] = {0: PIVIT.bots["expert"]()}
    match.play_out(bots, seed="replay", work=50)
    assert set(sizes(match)) >= set(range(1, HAND_SIZE + 1))
    assert sizes(match)[-1] == HAND_SIZE, "the last draft before the claim is kept"


def test_the_grid_of_a_quick_builder_grows_second_by_second() -> None:
    match = dealt()
    match.play("ready", 0)
    match.tick(match.deadline or 0)
    go, hand = match.now, match.view(0).hands[0]
    for count in range(1, HAND_SIZE + 1):
        tiles = tuple((x, 0, tile) for x, tile in enumerate(hand[:count]))
        match.draft(0, match.rules.draft_type(tiles), at=go + 250 * count)
    assert sizes(match) == [3, 7, 11, 15, 19, 23, 24]
