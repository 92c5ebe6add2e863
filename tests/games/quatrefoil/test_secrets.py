"""Hidden cards: what a viewer may not know is nowhere in what the viewer is given.

Two tables differ in hidden cards alone; whatever a viewer gets must then be the same, to the byte.
"""

from __future__ import annotations

from typing import Any

import pytest

import quincunx
from tests.games.quatrefoil.matches import START, all_look, deal, play

FixedDeal = dict[str, Any]

MINE: FixedDeal = {"target": "PB/YR G", "positions": "SE NW SW NE"}
"""Seat 0 has the southeast and red."""
OTHERS_COLOURS: FixedDeal = {"target": "YG/BR P", "positions": "SE NW SW NE"}
OTHERS_POSITIONS: FixedDeal = {"target": "BY/PR G", "positions": "SE SW NE NW"}
"""The same colours as `MINE`, for each seat."""
OTHERS_BOTH: FixedDeal = {"target": "GB/PR Y", "positions": "SE SW NE NW"}
NOT_MINE: FixedDeal = {"target": "GB/PR Y", "positions": "NW SE NE SW"}


def everything(match: quincunx.Match, viewer: int | None) -> list[object]:
    """All that the library gives that viewer in the middle of a game."""
    given: list[object] = [
        match.view(viewer),
        list(match.observations(viewer)),
        match.record(viewer).to_json(),
    ]
    if viewer is not None:
        given += [list(match.legal_moves(viewer)), match.hints(viewer)]
    return given


def same_for(
    viewer: int | None, one: FixedDeal, other: FixedDeal, *, hand: bool, **options: Any
) -> None:
    """`hand`: signals are given by hand, and nobody gives one."""
    if hand:
        options["signals"] = "by-hand"
    first, second = (deal(START, first=1, **table, **options) for table in (one, other))
    assert first.view(quincunx.OMNISCIENT) != second.view(quincunx.OMNISCIENT)
    for action in ("twist clockwise", "push north from west", "twist anticlockwise"):
        assert everything(first, viewer) == everything(second, viewer)
        for match in (first, second):
            if options.get("variant") == "dual":
                match.play("twist clockwise", 0)
            else:
                play(match, action)
    assert everything(first, viewer) == everything(second, viewer)


@pytest.mark.rule("quatrefoil:L35b")
@pytest.mark.parametrize("other", [OTHERS_COLOURS, OTHERS_POSITIONS, OTHERS_BOTH])
def test_nothing_given_to_a_seat_holds_others_cards(other: FixedDeal) -> None:
    same_for(0, MINE, other, hand=True)


@pytest.mark.rule("quatrefoil:R25")
@pytest.mark.parametrize("other", [OTHERS_COLOURS, OTHERS_POSITIONS, OTHERS_BOTH])
def test_nothing_given_to_a_bystander_holds_cards(other: FixedDeal) -> None:
    same_for(None, MINE, other, hand=True)


@pytest.mark.rule("quatrefoil:L102c")
@pytest.mark.parametrize("viewer", [None, 0])
def test_half_and_half_keeps_the_closed_half(viewer: int | None) -> None:
    half = {"variant": "half-and-half"}
    same_for(viewer, MINE, OTHERS_POSITIONS, hand=True, half="colours", **half)
    same_for(viewer, MINE, OTHERS_COLOURS, hand=True, half="positions", **half)


@pytest.mark.rule("quatrefoil:R20")
@pytest.mark.parametrize("viewer", [None, 0])
def test_dual_keeps_others_positions(viewer: int | None) -> None:
    other = {**MINE, "positions": "SE SW NE NW"}
    same_for(viewer, MINE, other, hand=False, variant="dual")


@pytest.mark.rule("quatrefoil:L36a")
@pytest.mark.parametrize("viewer", [None, 0, 1, 3])
def test_nothing_given_to_anyone_holds_the_north_card(viewer: int | None) -> None:
    exchanged_with_seat_2 = {**MINE, "target": "PB/GR Y"}
    same_for(viewer, MINE, exchanged_with_seat_2, hand=True)


@pytest.mark.rule("quatrefoil:R15")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_race_nobody_is_given_cards_that_it_has_not_looked_at(viewer: int | None) -> None:
    first, second = (deal(START, clock=True, **table) for table in (MINE, NOT_MINE))
    assert everything(first, viewer) == everything(second, viewer)
    for seat in (2, 3):
        for match in (first, second):
            match.play("look", seat)
        assert everything(first, viewer) == everything(second, viewer)


@pytest.mark.rule("quatrefoil:R24")
def test_no_secret_of_the_deal_is_in_a_record_before_the_end() -> None:
    match = all_look(quincunx.new("quatrefoil", seed=3, options={"clock": True}))
    for viewer in (None, 0, 1, 2, 3):
        told = match.record(viewer)
        assert (told.whole, told.seed) == (False, None)
        assert all(step.digest is None for step in told.steps), "a digest would betray the cards"
