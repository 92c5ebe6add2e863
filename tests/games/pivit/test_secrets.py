"""Who knows what: hands after "go", grids before the check, trades."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

import quincunx
from quincunx.games.pivit.moves import ClaimGrid, TradeTile
from tests.games.events import event_kinds
from tests.games.pivit.matches import (
    ALL,
    another_right,
    at_scoring,
    block,
    hand,
    phase,
    right,
    shown,
    stop_all,
    table,
    take,
    trade,
    wrong,
)

ANYBODY = (None, 0, 1, 2)


def written(value: Any) -> str:
    return msgspec.json.encode(value).decode()


@pytest.mark.rule("pivit:L80a", "pivit:L80c")
def test_a_hand_is_seen_by_its_owner_alone() -> None:
    match = table(3)
    for viewer in ANYBODY:
        hands = match.view(viewer).hands
        assert [seat for seat in range(3) if hands[seat] is not None] == [
            seat for seat in range(3) if seat == viewer
        ]
    assert hand(match, 1) == " ".join(sorted(block(1).split(), key=ALL.index))
    assert match.view(quincunx.OMNISCIENT).hands == tuple(
        match.view(seat).hands[seat] for seat in range(3)
    )


@pytest.mark.rule("pivit:L80a")
def test_nothing_that_others_see_depends_on_a_hand() -> None:
    one = table(2, block(0), block(1))
    other = table(2, block(2), block(1))
    trade(one, 0, "r1")
    trade(other, 0, "p1")
    for viewer in (None, 1):
        assert written(one.view(viewer)) == written(other.view(viewer))
        assert written(one.observations(viewer)[-1]) == written(other.observations(viewer)[-1])


@pytest.mark.rule("pivit:R12")
def test_after_the_round_hands_and_grids_are_open() -> None:
    match = table(3)
    take(match, 1)
    stop_all(match)
    for viewer in ANYBODY:
        view = match.view(viewer)
        assert all(view.hands)
        assert view.grids == (None, shown(right(1)), None)


@pytest.mark.rule("pivit:R7", "pivit:R12")
def test_at_scoring_nobody_sees_a_claimed_grid_before_the_check() -> None:
    match = at_scoring(3)
    take(match, 0, wrong(0))
    match.play("withdraw", 0)
    take(match, 0, right(0))
    for viewer in (None, 1, 2):
        view = match.view(viewer)
        assert view.grids == (None, None, None)
        assert view.wilds == ((), (), ())
        assert view.refused is None
        assert view.claimed == (True, False, False)
        assert view.hands[0] is None
        seen = match.observations(viewer)
        assert not any(isinstance(entry.move, ClaimGrid) for entry in seen)
    assert not any(tile in written(match.record(None)) for tile in ALL)
    own = match.view(0)
    assert own.grids == (shown(right(0)), None, None)
    assert own.refused == shown(wrong(0))
    assert any(isinstance(entry.move, ClaimGrid) for entry in match.observations(0))


@pytest.mark.rule("pivit:R7", "pivit:R12")
def test_at_scoring_a_right_claim_and_a_wrong_one_look_the_same() -> None:
    one, other = at_scoring(3), at_scoring(3)
    assert event_kinds(take(one, 0, right(0))) == event_kinds(take(other, 0, wrong(0)))
    for viewer in (None, 1, 2):
        assert written(one.view(viewer)) == written(other.view(viewer))
    for seat in (1, 2):
        assert list(one.legal_moves(seat)) == list(other.legal_moves(seat))


@pytest.mark.rule("pivit:R7")
def test_at_scoring_a_player_does_not_learn_whether_a_grid_is_right() -> None:
    match = at_scoring(3)
    moves = match.legal_moves(0)
    for grid in (right(0), wrong(0), another_right(0)):
        assert match.game.parse_move(f"claim {grid}") in moves
    assert match.game.parse_move(f"claim {right(0)[:-3]}") not in moves


@pytest.mark.rule("pivit:R13")
def test_a_trade_tells_nobody_its_tiles() -> None:
    match = table(3)
    trade(match, 0, "r1", "b1")
    for viewer in (None, 1, 2):
        seen = match.observations(viewer)
        assert not any(isinstance(entry.move, TradeTile) for entry in seen)
        assert match.view(viewer).tokens == (1, 2, 2)
        if viewer is None:
            assert "r1" not in written(match.record(viewer))


@pytest.mark.rule("pivit:R12")
@pytest.mark.parametrize("viewer", ANYBODY)
def test_what_a_viewer_imagines_agrees_with_what_it_has_seen(viewer: int | None) -> None:
    match = at_scoring(3)
    trade(match, 1, "b1", "**")
    take(match, 0, wrong(0))
    take(match, 1, right(1).replace("b1", "**"))
    assert phase(match) == "race"
    trade(match, 0, "r1")
    trade(match, 0, "r2")
    for version in range(match.version + 1):
        view = match.view(viewer, version)
        seen = match.observations(viewer)[: version + 1]
        for seed in range(3):
            world = match.rules.determinise(view, seen, Random(seed))
            match.rules.audit(world)
            assert match.rules.view(world, viewer) == view
    shown_before = [tile for _, _, tile in match.view(viewer).wrong[0] or ()]
    if viewer != 0:
        for seed in range(3):
            world = match.rules.determinise(
                match.view(viewer), match.observations(viewer), Random(seed)
            )
            kept = Counter(ALL[tile] for tile in world.hands[0]) & Counter(shown_before)
            assert kept.total() >= 22, "all tiles of the wrong grid but the two that were traded"
