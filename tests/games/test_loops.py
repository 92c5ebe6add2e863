"""The loops that a reader of the documentation writes end in every game, with every option."""

from __future__ import annotations

from random import Random

import pytest

from quincunx.core.match import Match
from quincunx.registry import find, game_names
from tests.games.pivit import kit_setups as pivit
from tests.games.quivvit import kit_setups as quivvit
from tests.kit.play import new_match
from tests.kit.setups import KitSetup, covering, every_setup, setup_name

CHOSEN = {"quivvit": quivvit.SOME, "pivit": pivit.SOME}
SETUPS: list[KitSetup] = [
    setup
    for name in game_names()
    for setup in covering(CHOSEN.get(name) or every_setup(find(name)), size=1)
]


def play_awaited_seats(match: Match, rng: Random) -> None:
    """The loop of docs/tutorial/library.md."""
    while match.outcome is None:
        if match.awaited:
            seat = match.awaited[0]
            match.play(match.legal_moves(seat).sample(rng), seat)
        else:
            match.tick()


def play_active_seats(match: Match, rng: Random) -> None:
    """The same with every seat that may act, also where the game does not wait for it."""
    while match.outcome is None:
        if match.active:
            seat = rng.choice(match.active)
            match.play(match.legal_moves(seat).sample(rng), seat)
        else:
            match.tick()


@pytest.mark.parametrize("loop", [play_awaited_seats, play_active_seats])
@pytest.mark.parametrize("setup", SETUPS, ids=setup_name)
def test_the_obvious_loop_ends(setup: KitSetup, loop: object) -> None:
    assert callable(loop)
    game, options, seats = setup
    match = new_match(game, options, seats, 1)
    loop(match, Random(1))
    assert match.outcome is not None
    assert len(match.log) <= match.rules.max_log_entries
