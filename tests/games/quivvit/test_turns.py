"""How turns and rounds follow each other, and how the grid is filled again."""

from __future__ import annotations

import pytest

import quincunx
from tests.games.events import event_args, event_kinds
from tests.games.quivvit.matches import (
    CELLS,
    EMPTY,
    cards_on_grid,
    chance_streams,
    deck_of,
    deck_size,
    expect_refusal,
    legal_moves,
    play,
    rotate,
    script_chance,
    set_grid,
    table,
    uniform_grid,
)

IDLE = {"a1": "RGBY1", "e5": "RGBY1"}
"""Two cards that never link: with an empty deck nothing is ever taken."""
DIRECTIONS = pytest.mark.parametrize(
    ("direction", "step"), [("clockwise", 1), ("counter-clockwise", -1)]
)


def turns_of(match: quincunx.Match, rounds: int) -> list[list[int]]:
    """Return the seats on turn, round by round."""
    order: list[list[int]] = []
    for _ in range(rounds):
        order.append([])
        for _ in range(match.seats):
            view = match.view(None)
            order[-1].append(view.turn)
            assert view.order[view.played] == view.turn
            rotate(match, linking=False)
    return order


# A turn


@pytest.mark.rule("quivvit:L211", "quivvit:L137", "quivvit:L382")
def test_one_rotation_and_the_turn_is_over() -> None:
    match = table(3)
    assert match.awaited == match.active == (0,)
    play(match, "c3 left")
    assert match.awaited == match.active == (1,)
    with pytest.raises(quincunx.WrongSeat):
        match.play("a1 left", 0)


@pytest.mark.rule("quivvit:L211", "quivvit:R6")
def test_any_card_may_be_rotated_and_nobody_may_pass() -> None:
    match = table(2)
    assert legal_moves(match, 0) == {f"{cell} {way}" for cell in CELLS for way in ("left", "right")}
    assert legal_moves(match, 1) == set()
    expect_refusal(match, 0, "decline", "not_asked", "L262")


@pytest.mark.rule("quivvit:L262", "quivvit:L302", "quivvit:L167", "quivvit:L306")
def test_without_optional_rules_there_is_nothing_but_quarter_turns() -> None:
    match = set_grid(table(2), b2="RGYB1", c2="RGBY1", c3="YRGB1", b3="RYGB1")
    expect_refusal(match, 0, "b2 half", "no_double", "L302")
    expect_refusal(match, 0, "claim b2", "no_double", "L177a")
    expect_refusal(match, 0, "block b2", "not_asked", "L262")
    expect_refusal(match, 0, "quiet", "no_block_card", "L262")
    expect_refusal(match, 0, "ask", "no_block_card", "L262")
    expect_refusal(match, 0, "draw", "draw_at_the_end", "L306")
    view = match.view(None)
    assert (view.colour, view.ends_at, match.deadline) == (None, None, None)


# Rounds


@pytest.mark.rule("quivvit:L195b", "quivvit:L223", "quivvit:L224", "quivvit:R10")
@DIRECTIONS
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("first", [0, 1])
def test_the_beginning_moves_on_by_one_seat(
    direction: str, step: int, seats: int, first: int
) -> None:
    match = set_grid(table(seats, first, direction=direction), EMPTY, **IDLE)
    assert turns_of(match, 5) == [
        [(first + step * (number + turn)) % seats for turn in range(seats)] for number in range(5)
    ]
    assert match.outcome is not None


@pytest.mark.rule("quivvit:L224", "quivvit:R10")
def test_a_new_round_is_announced_with_its_first_seat() -> None:
    match = set_grid(table(3, 2), EMPTY, **IDLE)
    assert event_kinds(play(match, "a1 left")) == ["turned"]
    play(match, "a1 left")
    assert event_args(play(match, "a1 left"), "round") == [{"seat": 0, "round": 2}]
    assert (match.view(None).round, match.view(None).played) == (2, 0)


@pytest.mark.rule("quivvit:L232")
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_after_five_rounds_the_game_is_over(seats: int) -> None:
    match = table(seats)
    for turn in range(5 * seats):
        assert match.outcome is None
        assert match.view(None).round == turn // seats + 1
        rotate(match, linking=turn % 2 == 0)
    assert match.outcome is not None
    assert event_kinds(match.log[-1].events)[-1] == "over"
    assert match.active == match.awaited == ()
    assert match.view(None).phase == "over"
    with pytest.raises(quincunx.FinishedGame):
        match.play("c3 left", 0)


# The grid is filled again


@pytest.mark.rule("quivvit:L91", "quivvit:L97", "quivvit:L213", "quivvit:L79", "quivvit:L125")
def test_new_cards_come_up_row_by_row_as_they_fall() -> None:
    match = set_grid(table(), **uniform_grid("RGBY1"))
    script_chance(match, "GBYR2 BRYG3 YRBG-1 RYBG1 GRYB2")
    before = deck_size(match)
    play(match, "c3 left")
    assert match.view(None).last.laid == ("c2", "b3", "c3", "d3", "c4")
    assert cards_on_grid(match) == uniform_grid(
        "RGBY1", c2="GBYR2", b3="BRYG3", c3="YRBG-1", d3="RYBG1", c4="GRYB2"
    )
    assert deck_size(match) == before - 5


@pytest.mark.rule("quivvit:L213")
def test_nothing_is_drawn_when_nothing_was_taken() -> None:
    match = table()
    before = deck_size(match)
    events = rotate(match, linking=False)
    assert chance_streams(match) == []
    assert deck_size(match) == before
    assert event_kinds(events) == ["turned"]


@pytest.mark.rule("quivvit:R11")
def test_a_deck_that_runs_out_fills_the_first_free_cells() -> None:
    match = set_grid(table(), deck_of("RGBY2", "RGBY2", "RGBY3"), **uniform_grid("RGBY1"))
    script_chance(match, "RGBY2 RGBY3 RGBY2")
    events = play(match, "c3 left")
    assert event_kinds(events) == ["turned", "deck_empty"]
    expected = uniform_grid("RGBY1", c2="RGBY2", b3="RGBY3", c3="RGBY2")
    del expected["d3"], expected["c4"]
    assert cards_on_grid(match) == expected
    assert deck_size(match) == 0
    assert match.outcome is None


@pytest.mark.rule("quivvit:R11")
def test_a_deck_that_is_just_large_enough_is_no_trouble() -> None:
    match = set_grid(table(), deck_of(RGBY2=5), **uniform_grid("RGBY1"))
    assert event_kinds(play(match, "c3 left")) == ["turned"]
    assert (len(cards_on_grid(match)), deck_size(match)) == (25, 0)


@pytest.mark.rule("quivvit:R11", "quivvit:R5")
def test_play_goes_on_among_gaps() -> None:
    match = set_grid(table(), EMPTY, c3="RGBY1", d3="YBRG2", a1="RGBY1")
    assert legal_moves(match, 0) == {
        f"{cell} {way}" for cell in cards_on_grid(match) for way in ("left", "right")
    }
    expect_refusal(match, 0, "b2 left", "no_card", "R11")
    play(match, "c3 left", "c3 left")
    assert set(cards_on_grid(match)) == {"a1"}
    assert match.view(None).cards == (0, 2)
    expect_refusal(match, 1, "c3 left", "no_card", "R11")


# Turns without a card


@pytest.mark.rule("quivvit:R6")
def test_without_any_card_all_turns_are_skipped_to_the_end() -> None:
    match = set_grid(table(2), EMPTY, c3="GBYR1", d3="YBRG2")
    events = play(match, "c3 left")
    assert event_args(events, "skipped") == [{"seat": seat} for seat in (1, 1, 0, 0, 1, 1, 0, 0, 1)]
    assert event_kinds(events)[-1] == "over"
    assert match.outcome is not None
    assert match.outcome.scores == (3, 0)


@pytest.mark.rule("quivvit:R6", "quivvit:R7")
def test_if_only_covered_cards_are_left_turns_are_skipped() -> None:
    match = set_grid(table(2, color_blocking=True), EMPTY, c3="GBYR1")
    events = match.play("block c3", 1)
    assert event_kinds(events)[:3] == ["blocked", "skipped", "skipped"]
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1)


@pytest.mark.rule("quivvit:R6", "quivvit:R7", "quivvit:R9")
def test_a_skipped_turn_has_no_blocking_and_no_die() -> None:
    match = table(2, color_blocking=True, random_color=True, timed=True)
    set_grid(match, EMPTY, c3="GBYR1", d3="YBRG2")
    script_chance(match, die="Y")
    match.play("decline", 1)
    assert match.view(None).colour == "Y"
    events = play(match, "c3 left")
    assert chance_streams(match) == []
    assert event_kinds(events).count("skipped") == 9
    assert match.outcome is not None


@pytest.mark.rule("quivvit:R9", "quivvit:R1")
def test_results_of_chance_come_in_the_order_of_play() -> None:
    match = table(2, random_color=True)
    assert chance_streams(match) == ["first", "deck", "flip", "die"]
    rotate(match, linking=True)
    assert chance_streams(match) == ["deck", "flip", "die"]
    rotate(match, linking=False)
    assert chance_streams(match) == ["die"]
