"""A turn says what a person at the seat could know, with or without the match's own state."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

import quincunx
from quincunx.core.bots import AnyTurn, Turn, decision_rng
from quincunx.registry import find, game_names
from tests.kit.play import new_match, random_step
from tests.kit.setups import covering, every_setup

POSITIONS = 12
"""How many positions of a game are compared."""


def summary(turn: AnyTurn) -> dict[str, Any]:
    active = next(iter(turn.legal_moves), None) is not None
    return {
        "seat": turn.seat,
        "moves": [*islice(turn.legal_moves, 200)],
        "awaited": turn.is_awaited,
        "deadline": turn.deadline,
        "last event": turn.last_event_at,
        "random move": quincunx.RandomBot().choose(turn) if active else None,
    }


@pytest.mark.parametrize("name", game_names())
def test_a_view_gives_the_same_turn_as_the_match(name: str) -> None:
    for game, options, seats in covering(every_setup(find(name)), 1):
        match, rng = new_match(game, options, seats, 2), Random(2)
        for _ in range(POSITIONS):
            if match.outcome is not None:
                break
            for seat in range(seats):
                view, seen = match.view(seat), match.observations(seat)
                without_state = Turn(match.rules, view, seen, decision_rng(0, match, seat))
                assert summary(without_state) == summary(match.turn(seat, seed=0))
            random_step(match, rng)


def test_a_turn_determinises_with_its_own_random_numbers_or_others() -> None:
    match = quincunx.new("quatrefoil", seed=1)
    first, again = match.turn(), match.turn()
    assert first.determinise() == again.determinise()
    assert first.determinise(Random(1)) == again.determinise(Random(1))
    deals = {first.determinise().positions for _ in range(30)}
    assert len(deals) > 1


def test_random_numbers_depend_on_the_deal_unless_a_seed_is_given() -> None:
    def draw(deal: int, seed: int | None = None) -> float:
        return quincunx.new("coloryam", seats=2, seed=deal).turn(0, seed=seed).rng.random()

    assert draw(1) == draw(1) != draw(2)
    assert draw(1, seed=5) == draw(2, seed=5)


def test_the_seat_may_be_left_out_where_one_is_awaited() -> None:
    match = quincunx.new("coloryam", seats=2, seed=1)
    assert match.turn().seat == match.awaited[0]
    with pytest.raises(quincunx.AmbiguousSeat):
        quincunx.new("pivit", seats=2, seed=1).turn()
