"""What there is before a round, and how it begins: tiles, tokens, sticks, "ready" and "go"."""

from __future__ import annotations

from collections import Counter

import pytest

import quincunx
from quincunx.core.options import make_options
from quincunx.games.pivit import PIVIT
from quincunx.games.pivit.options import PivitOptions
from tests.games.events import event_kinds
from tests.games.pivit.matches import (
    ALL,
    COUNTDOWN,
    MINUTE,
    at_scoring,
    begin,
    block,
    chance_of,
    everywhere,
    expect_refusal,
    gained,
    hand,
    new,
    phase,
    right,
    stop_all,
    table,
    take,
    tiles_next,
    trade,
    wait,
)

WHOLE = Counter({**dict.fromkeys(ALL, 3), "**": 6})


@pytest.mark.rule("pivit:L57", "pivit:R1")
def test_three_tiles_of_each_kind_and_six_wild_ones() -> None:
    assert everywhere(new(2)) == WHOLE
    assert sum(WHOLE.values()) == new(2).view(None).middle == 114


@pytest.mark.rule("pivit:L49", "pivit:R1")
@pytest.mark.parametrize("seats", [0, 5, -1])
def test_at_most_four_play(seats: int) -> None:
    with pytest.raises(quincunx.WrongSeats):
        new(seats)


@pytest.mark.rule("pivit:L49", "pivit:R1", "pivit:R7")
def test_seats_are_one_to_four_and_checking_at_scoring_needs_three() -> None:
    assert [table(seats).seats for seats in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert [at_scoring(seats).seats for seats in (3, 4)] == [3, 4]
    for seats in (1, 2, 5):
        with pytest.raises(quincunx.WrongSeats):
            new(seats, referee="at-scoring")


@pytest.mark.rule("pivit:R7", "pivit:R8", "pivit:L13a")
def test_grids_are_checked_at_once_without_a_limit_and_by_the_full_rules_unless_chosen() -> None:
    options = PivitOptions()
    assert (options.referee, options.younger, options.limit) == ("instant", False, None)
    for wrong in ({"limit": 0}, {"limit": 61}, {"referee": "nobody"}, {"younger": "a little"}):
        with pytest.raises(quincunx.BadOption):
            make_options(PIVIT.options, wrong, game="pivit")


@pytest.mark.rule("pivit:L58", "pivit:L74c")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_everybody_has_two_tokens(seats: int) -> None:
    assert new(seats).view(None).tokens == table(seats).view(None).tokens == (2,) * seats


@pytest.mark.rule("pivit:L59", "pivit:L78a", "pivit:L78b", "pivit:L17a", "pivit:R6")
@pytest.mark.parametrize(("seats", "values"), [(1, (4,)), (2, (4, 2)), (3, (4, 2)), (4, (4, 2, 1))])
def test_the_sticks_lie_in_the_middle(seats: int, values: tuple[int, ...]) -> None:
    view = table(seats).view(None)
    assert view.values == values
    assert view.sticks == (None,) * len(values)


# Ready, and go


@pytest.mark.rule("pivit:L74a", "pivit:L80a")
def test_nobody_has_seen_a_tile_before_go() -> None:
    match = new(3)
    assert chance_of(match).draws == []
    for seat in (0, 1, 2):
        match.play("ready", seat)
    assert phase(match) == "countdown"
    assert match.active == match.awaited == ()
    wait(match, COUNTDOWN - 1)
    assert phase(match) == "countdown"
    assert chance_of(match).draws == []
    assert match.state.hands == ((),) * 3
    assert match.view(None).middle == 114


@pytest.mark.rule("pivit:L80a", "pivit:L80b", "pivit:L80c", "pivit:R11")
def test_three_seconds_after_the_last_ready_all_turn_their_tiles_over() -> None:
    match = new(3)
    assert event_kinds(match.log[0].events) == ["face_down"]
    for seat in (2, 0, 1):
        assert match.deadline is None
        assert event_kinds(match.play("ready", seat, at=match.now + 5_000)) == ["ready"]
    assert match.deadline == match.view(None).ends_at == 15_000 + COUNTDOWN
    assert event_kinds(wait(match, COUNTDOWN)) == ["go"]
    view = match.view(None)
    assert (view.phase, view.round, view.began_at, view.ends_at) == ("build", 1, 18_000, None)
    assert match.deadline is None
    assert match.active == match.awaited == (0, 1, 2)


@pytest.mark.rule("pivit:L80b", "pivit:R11")
def test_everyone_is_ready_once_and_the_round_waits_for_all() -> None:
    match = new(2)
    assert match.awaited == (0, 1)
    assert [str(move) for move in match.legal_moves(0)] == ["ready"]
    match.play("ready", 0)
    assert [*match.active] == [*match.awaited] == [1]
    assert match.view(None).ready == (True, False)
    assert list(match.legal_moves(0)) == []
    with pytest.raises(quincunx.WrongSeat):
        match.play("ready", 0)
    wait(match, 10 * MINUTE)
    assert phase(match) == "ready"


@pytest.mark.rule("pivit:L80b")
@pytest.mark.parametrize("move", ["trade r1", f"claim {right(0)}", "stop", "resume", "withdraw"])
def test_before_go_there_is_nothing_to_build(move: str) -> None:
    match = new(2)
    expect_refusal(match, 0, move, "not_now", "L80b")
    begin(match)
    stop_all(match)
    expect_refusal(match, 0, move, "not_now", "L80b")


@pytest.mark.rule("pivit:L80b")
def test_after_go_there_is_nothing_to_be_ready_for() -> None:
    expect_refusal(table(2), 0, "ready", "not_now", "L80b")


@pytest.mark.rule("pivit:L80a", "pivit:L74b", "pivit:R1")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_seat_draws_24_tiles_and_the_rest_stays_in_the_middle(seats: int) -> None:
    match = table(seats)
    assert [len(hand(match, seat).split()) for seat in range(seats)] == [24] * seats
    assert match.view(None).middle == 114 - 24 * seats
    assert everywhere(match) == WHOLE
    left = list(WHOLE.values())
    for seat, (count, to, deck) in enumerate(chance_of(match).draws):
        assert (count, to, deck) == (24, seat, tuple(left))
        for tile in match.view(seat).hands[seat]:
            left[ALL.index(tile)] -= 1


@pytest.mark.rule("pivit:L74b")
def test_the_tiles_are_mixed_anew_for_every_game() -> None:
    def dealt(seed: int) -> str:
        match = quincunx.Match(PIVIT, PIVIT.options(), 1, seed=quincunx.Seed.of(seed))
        match.play("ready", 0)
        match.tick(COUNTDOWN)
        return hand(match, 0)

    assert dealt(1) == dealt(1)
    assert len({dealt(seed) for seed in range(20)}) == 20


# The next round


@pytest.mark.rule("pivit:L110a", "pivit:L110b", "pivit:L74a")
def test_before_the_next_round_everything_goes_back_to_where_it_was() -> None:
    match = table(3)
    trade(match, 2, "y1", "**")
    match.play("stop", 2)
    take(match, 0)
    take(match, 1)
    assert phase(match) == "ready"
    assert gained(match) == (6, 4, 1)
    for seat in range(3):
        match.play("ready", seat)
    view = match.view(None)
    assert (view.tokens, view.sticks, view.grids) == ((2, 2, 2), (None, None), (None,) * 3)
    assert (view.hands, view.middle, view.gained, view.first_took) == (
        (None, None, None),
        114,
        (),
        None,
    )
    assert view.ready == view.stops == view.claimed == (False,) * 3
    assert match.state.hands == ((), (), ())
    assert everywhere(match) == WHOLE
    tiles_next(match, f"{block(1)} {block(0)} {block(2)}")
    wait(match, COUNTDOWN)
    view = match.view(0)
    assert (view.round, view.scores) == (2, (6, 4, 1))
    assert set(view.hands[0]) == set(block(1).split())
    assert everywhere(match) == WHOLE
    take(match, 1, right(0))
    assert match.view(None).sticks == (1, None)


@pytest.mark.rule("pivit:L110a", "pivit:R7")
def test_what_was_put_back_is_forgotten_with_the_round() -> None:
    match = at_scoring(3)
    take(match, 0)
    match.play("withdraw", 0)
    stop_all(match)
    begin(match)
    assert match.view(None).withdrawn == (False,) * 3
    take(match, 0)
    assert match.view(None).sticks == (0, None)
