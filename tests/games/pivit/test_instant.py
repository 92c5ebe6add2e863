"""Claims that are checked at once: who is first, who was wrong, and whose line is slow."""

from __future__ import annotations

import pytest

from quincunx.games.pivit.moves import ClaimGrid, TradeTile
from tests.games.events import event_args, event_kinds
from tests.games.pivit.matches import (
    CAP,
    another_right,
    block,
    claim,
    expect_refusal,
    gained,
    of,
    phase,
    right,
    shown,
    sticks,
    table,
    take,
    trade,
    wait,
    wrong,
)

PAIR = ".. .. r3 r4 r5 r6 / " + right(0).partition(" / ")[2] + " / r1 r2"
"""All 24 tiles of seat 0, right but for a last row of two."""
TORN_WILD = (
    ".. .. .. .. .. y1 / .. .. .. .. .. p1 / .. .. .. .. .. b1 / r1 r2 r3 r4 r5 ** /"
    " o1 o2 o3 o4 o5 / y1 y2 y3 y4 y5 / g1 g2 g3 g4 g5"
)
"""The row wants the red 6, the column a 1."""


def set_out(grid: str) -> list[str]:
    """The tiles of the grid."""
    return [word for word in grid.split() if word not in ("..", "/")]


# Right or wrong


@pytest.mark.rule("pivit:L68", "pivit:L100a", "pivit:R7", "pivit:R9")
def test_the_first_right_grid_takes_the_highest_stick_a_moment_later() -> None:
    match = table(3)
    wait(match, 60_000)
    assert event_kinds(claim(match, 1)) == ["done"]
    view = match.view(None)
    assert (view.pending, view.claimed, view.sticks) == ((1,), (False, True, False), (None, None))
    assert match.deadline == match.now + CAP
    assert wait(match, CAP - 1) == ()
    events = wait(match, 1)
    assert event_args(events, "stick") == [{"seat": 1, "value": 4}]
    view = match.view(None)
    assert (view.pending, view.sticks, view.first_took) == ((), (1, None), 60_000)
    assert phase(match) == "build"


@pytest.mark.rule("pivit:R7", "pivit:L21b", "pivit:L82")
def test_a_wrong_grid_is_refused_and_costs_nothing() -> None:
    match = table(3)
    expect_refusal(match, 0, f"claim {wrong(0)}", "mixed", "L82", "0,0 0,1 0,2 0,3")
    expect_refusal(match, 0, f"claim {wrong(0)}", "mixed", "L82", "0,0 0,1 0,2 0,3")
    assert match.view(None).tokens == (2, 2, 2)
    assert match.view(None).withdrawn == (False,) * 3
    take(match, 0)
    assert sticks(match) == (0, None)


@pytest.mark.rule("pivit:R7", "pivit:L86a", "pivit:L86b", "pivit:R2", "pivit:R3", "pivit:R4")
@pytest.mark.parametrize(
    ("grid", "reason", "rule", "offending"),
    [
        (right(0).replace("r6 /", ".. r6 /"), "apart", "R3", "6,0"),
        (PAIR, "short", "L86a", "0,4 1,4"),
        (right(0).replace("r6", "r1"), "twice", "L86b", "0,0 5,0"),
        (
            right(0).replace("g6", "").replace("r6", "r6 **"),
            "long",
            "R2",
            "0,0 1,0 2,0 3,0 4,0 5,0 6,0",
        ),
        (TORN_WILD, "wild", "R4", "5,3"),
    ],
)
def test_a_fault_is_named_with_its_rule_and_its_cells(
    grid: str, reason: str, rule: str, offending: str
) -> None:
    match = table(1, " ".join(set_out(grid)))
    expect_refusal(match, 0, f"claim {grid}", reason, rule, offending)


@pytest.mark.rule("pivit:L68", "pivit:R3", "pivit:L19a")
def test_a_claim_needs_all_24_tiles() -> None:
    match = table(3)
    expect_refusal(match, 0, f"claim {right(0)[:-3]}", "unused", "L68", "g6")
    expect_refusal(match, 0, "claim r1 r2 r3", "unused", "L68", " ".join(block(0).split()[3:]))


@pytest.mark.rule("pivit:R5")
def test_a_claim_is_made_of_ones_own_tiles() -> None:
    match = table(3)
    expect_refusal(
        match, 0, f"claim {right(2)}", "foreign", "R3", "b1 b2 b3 b4 b5 b6 p1 p2 p3 p4 p5 p6"
    )
    expect_refusal(match, 0, f"claim {right(0)} b1", "foreign", "R3", "b1")
    expect_refusal(match, 0, f"claim {right(0).replace('g6', 'g5')}", "foreign", "R3", "g5")


@pytest.mark.rule("pivit:L80c")
def test_no_cell_holds_two_tiles() -> None:
    match = table(3)
    whole = of(right(0))
    expect_refusal(match, 0, ClaimGrid((*whole, (0, 0, 35))), "not_placed", "L80c")
    expect_refusal(match, 0, ClaimGrid(whole[::-1]), "not_placed", "L80c")
    expect_refusal(
        match, 0, ClaimGrid(tuple((x + 1, y, t) for x, y, t in whole)), "not_placed", "L80c"
    )


@pytest.mark.rule("pivit:L13a", "pivit:L13b", "pivit:R2")
def test_younger_players_may_claim_matching_lines_of_two_with_all_tiles() -> None:
    match = table(1, block(0), younger=True)
    expect_refusal(match, 0, f"claim {PAIR[:-3]}", "unused", "L68", "r2")
    take(match, 0, PAIR)
    assert sticks(match) == (0,)
    mixed = PAIR[:-2] + "b2"
    match = table(1, " ".join(set_out(mixed)), younger=True)
    expect_refusal(match, 0, f"claim {mixed}", "mixed", "L82", "0,4 1,4")


# Who goes on


@pytest.mark.rule("pivit:L100b", "pivit:L102a", "pivit:L102b", "pivit:L102c", "pivit:L108a")
@pytest.mark.parametrize(
    ("order", "points"),
    [
        ((2, 0), (4, 2, 6)),
        ((1, 2), (2, 6, 4)),
        ((3, 1, 0), (3, 4, 2, 6)),
        ((0, 2, 1), (6, 3, 4, 2)),
    ],
)
def test_sticks_go_by_the_order_of_claims_until_all_are_taken(
    order: tuple[int, ...], points: tuple[int, ...]
) -> None:
    match = table(len(points))
    for place, seat in enumerate(order):
        assert phase(match) == "build"
        assert sticks(match)[: place + 1] == (*order[:place], None)
        assert seat in match.awaited
        take(match, seat)
    assert event_kinds(match.log[-1].events) == ["stick", "scored"]
    assert phase(match) == "ready"
    assert gained(match) == points
    assert match.view(None).scores == points


@pytest.mark.rule("pivit:R7")
def test_a_player_with_a_stick_has_no_moves_left() -> None:
    match = table(3)
    take(match, 0)
    assert 0 not in match.active
    assert list(match.legal_moves(0)) == []
    for move in ("withdraw", f"claim {right(0)}", "stop", "trade r1"):
        expect_refusal(match, 0, move, "has_finished", "R7")


@pytest.mark.rule("pivit:R7")
def test_there_is_nothing_to_put_back_without_a_stick() -> None:
    expect_refusal(table(3), 0, "withdraw", "no_stick", "R7")


@pytest.mark.rule("pivit:R12")
def test_a_claimed_grid_is_open_to_all_at_once() -> None:
    match = table(3)
    trade(match, 0, "r1", "**")
    claim(match, 0, right(0).replace("r1", "**"))
    for viewer in (None, 0, 1, 2):
        view = match.view(viewer)
        assert view.grids == (shown(right(0).replace("r1", "**")), None, None)
        assert view.wilds == (((0, 0, "r1"),), (), ())
    assert isinstance(match.observations(1)[-1].move, ClaimGrid)


# Who was first


@pytest.mark.rule("pivit:R9")
def test_a_later_claim_with_more_credit_goes_first() -> None:
    match = table(3)
    claim(match, 0, credit=20)
    claim(match, 1, credit=150, after=100)
    assert match.view(None).pending == (0, 1)
    events = wait(match, CAP - 100)
    assert event_args(events, "stick") == [{"seat": 1, "value": 4}, {"seat": 0, "value": 2}]
    assert gained(match) == (4, 6, 2)


@pytest.mark.rule("pivit:R9")
def test_without_credit_the_order_is_that_of_arrival() -> None:
    match = table(3)
    claim(match, 2)
    claim(match, 0, after=1)
    events = wait(match, CAP)
    assert event_args(events, "stick") == [{"seat": 2, "value": 4}, {"seat": 0, "value": 2}]
    assert [entry.at for entry in match.log if "stick" in event_kinds(entry.events)] == [
        3_200,
        3_201,
    ]


@pytest.mark.rule("pivit:R9")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_equal_times_count_in_the_order_of_arrival(order: tuple[int, int]) -> None:
    match = table(3)
    claim(match, order[0])
    claim(match, order[1])
    wait(match, CAP)
    assert sticks(match) == order
    match = table(3)
    claim(match, order[0])
    claim(match, order[1], credit=70, after=70)
    wait(match, CAP)
    assert sticks(match) == order


@pytest.mark.rule("pivit:R9")
@pytest.mark.parametrize(("after", "first"), [(CAP - 1, 1), (CAP, 0), (CAP + 1, 0), (5_000, 0)])
def test_a_claim_counts_when_no_earlier_one_can_arrive(after: int, first: int) -> None:
    match = table(3)
    claim(match, 0)
    claim(match, 1, credit=CAP, after=after)
    wait(match, CAP)
    assert sticks(match) == (first, 1 - first)


@pytest.mark.rule("pivit:R9")
def test_the_credit_is_capped_whatever_the_text_says() -> None:
    match = table(3)
    claim(match, 0)
    match.play(f"claim {right(1)} credit 999999", 1, at=match.now + 199)
    wait(match, CAP)
    assert sticks(match) == (1, 0)
    assert match.view(None).first_took == -1
    match = table(3)
    claim(match, 0, credit=100)
    match.play(f"claim {right(1)} credit 999999", 1, at=match.now + 150)
    wait(match, CAP)
    assert sticks(match) == (0, 1)


@pytest.mark.rule("pivit:R9")
@pytest.mark.parametrize(
    ("delay", "credit"), [(0, 0), (40, 40), (200, 200), (201, 200), (9_000, 200)]
)
def test_the_table_gives_the_credit_and_caps_it(delay: int, credit: int) -> None:
    rules = table(3).rules
    asked = ClaimGrid(of(right(0)), 150)
    assert rules.with_latency_credit(asked, delay) == ClaimGrid(of(right(0)), credit)
    assert rules.with_latency_credit(TradeTile(0), delay) == TradeTile(0)


@pytest.mark.rule("pivit:R9")
def test_what_is_made_is_recorded_with_its_credit() -> None:
    match = table(3)
    claim(match, 0, credit=70)
    assert match.log[-1].move.credit == 70
    again = match.game.parse_move(str(match.log[-1].move))
    assert again == match.log[-1].move


@pytest.mark.rule("pivit:R9", "pivit:R15", "pivit:L102c")
def test_of_claims_for_one_stick_the_earliest_gets_it_and_nobody_two() -> None:
    match = table(3)
    take(match, 0)
    claim(match, 1, after=5_000)
    claim(match, 2, credit=60, after=50)
    events = wait(match, CAP)
    assert event_args(events, "stick") == [{"seat": 2, "value": 2}]
    assert (sticks(match), gained(match), phase(match)) == ((0, 2), (6, 2, 4), "ready")
    assert match.view(None).pending == ()
    match = table(3)
    take(match, 0)
    claim(match, 1, after=5_000)
    claim(match, 2, credit=40, after=50)
    assert event_args(wait(match, CAP), "stick") == [{"seat": 1, "value": 2}]
    assert (sticks(match), gained(match), phase(match)) == ((0, 1), (6, 4, 2), "ready")
    assert match.view(None).pending == ()


@pytest.mark.rule("pivit:R9")
def test_nobody_claims_twice() -> None:
    match = table(3)
    claim(match, 0)
    expect_refusal(match, 0, f"claim {another_right(0)}", "claim_pending", "R9")
    wait(match, CAP)
    expect_refusal(match, 0, f"claim {another_right(0)}", "has_finished", "R7")
    assert sticks(match) == (0, None)


@pytest.mark.rule("pivit:R9", "pivit:L102b")
def test_four_at_once_get_three_sticks() -> None:
    match = table(4)
    for seat, credit in ((3, 0), (1, 120), (0, 10), (2, 60)):
        claim(match, seat, credit=credit, after=10)
    assert match.awaited == ()
    wait(match, CAP)
    # Made at 10, 20 - 120, 30 - 10 and 40 - 60.
    assert sticks(match) == (1, 2, 3)
    assert gained(match) == (2, 6, 4, 3)
