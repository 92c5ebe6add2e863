"""Color Blocking: which seats are asked, simultaneous answers, and covered cards."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

import quincunx
from tests.games.events import event_args, event_kinds
from tests.games.quivvit.matches import (
    CELLS,
    EMPTY,
    MS_PER_SECOND,
    cards_on_grid,
    chance_streams,
    expect_refusal,
    legal_moves,
    play,
    rotate,
    set_fields,
    set_grid,
    table,
    uniform_grid,
)

BLOCKS = {f"block {cell}" for cell in CELLS}


def blocking(seats: int = 3, **options: object) -> quincunx.Match:
    return table(seats, color_blocking=True, **options)


def asked(match: quincunx.Match) -> tuple[int, ...]:
    """Return the seats that are awaited."""
    return match.awaited


def all_decline(match: quincunx.Match) -> None:
    for seat in match.view(None).waiting:
        match.play("decline", seat)


# Who is asked


@pytest.mark.rule("quivvit:L208", "quivvit:L266a", "quivvit:L262", "quivvit:R7")
def test_all_others_are_asked_before_the_first_turn_and_before_every_other() -> None:
    match = blocking(3)
    for current in (0, 1, 2, 1, 2, 0, 2, 0, 1):
        view = match.view(None)
        assert (view.phase, view.turn) == ("block", current)
        assert asked(match) == view.waiting == tuple(s for s in range(3) if s != current)
        for seat in view.waiting:
            assert legal_moves(match, seat) == {*BLOCKS, "decline", "quiet"}
        assert legal_moves(match, current) == {"quiet"}
        expect_refusal(match, current, "c3 left", "not_your_turn", "L211")
        expect_refusal(match, current, "block c3", "not_asked", "L262")
        expect_refusal(match, current, "decline", "not_asked", "L262")
        all_decline(match)
        assert (match.view(None).phase, asked(match)) == ("turn", (current,))
        rotate(match, linking=True)


@pytest.mark.rule("quivvit:L266b", "quivvit:R7")
@pytest.mark.parametrize("order", list(permutations([0, 1, 3])))
def test_answers_come_in_any_order_and_the_turn_begins_after_the_last(
    order: tuple[int, ...],
) -> None:
    match = table(4, 2, color_blocking=True)
    for number, seat in enumerate(order):
        assert match.view(None).phase == "block"
        assert set(asked(match)) == set(order[number:])
        match.play("decline", seat)
    assert (match.view(None).phase, asked(match)) == ("turn", (2,))


@pytest.mark.rule("quivvit:R7")
def test_declining_is_final_for_this_turn_and_for_no_other() -> None:
    match = blocking(3)
    match.play("decline", 1)
    expect_refusal(match, 1, "block c3", "not_asked", "L262")
    expect_refusal(match, 1, "decline", "not_asked", "L262")
    match.play("decline", 2)
    expect_refusal(match, 1, "block c3", "not_asked", "L262")
    play(match, "c3 left")
    assert asked(match) == (0, 2)


@pytest.mark.rule("quivvit:L262", "quivvit:R7")
def test_a_block_is_played_once() -> None:
    match = blocking(3)
    assert event_args(match.play("block c3", 2), "blocked") == [{"seat": 2, "cell": "c3"}]
    view = match.view(None)
    assert view.blocks == (None, None, "c3")
    assert view.may_block == (True, True, False)
    assert view.quiet == (False, False, False)
    with pytest.raises(quincunx.WrongSeat):
        match.play("block d3", 2)
    match.play("decline", 1)
    play(match, "a1 left")
    assert asked(match) == (0,), "a seat that has used its card is not asked"
    match.play("block d4", 0)
    play(match, "a1 left")
    assert (match.view(None).turn, asked(match)) == (2, (1,))


@pytest.mark.rule("quivvit:R7")
def test_two_may_block_before_one_turn() -> None:
    match = blocking(3)
    match.play("block c3", 2)
    match.play("block c4", 1)
    assert match.view(None).blocks == (None, "c4", "c3")
    assert asked(match) == (0,)


@pytest.mark.rule("quivvit:R19")
def test_color_blocking_needs_two_seats() -> None:
    with pytest.raises(quincunx.WrongSeats) as refusal:
        blocking(1)
    assert str(refusal.value) == "With these options quivvit is for 2 to 4 players, not 1."
    assert quincunx.new("quivvit", 1, options={"random_color": True}).seats == 1


# A covered card


@pytest.mark.rule("quivvit:L266c", "quivvit:R7", "quivvit:R17")
def test_a_block_on_a_card_just_covered_is_refused_and_asked_again() -> None:
    match = blocking(3)
    version = match.version
    match.play("block c3", 2, version=version)
    with pytest.raises(quincunx.IllegalMove) as caught:
        match.play("block c3", 1, version=version)
    assert (caught.value.reason, caught.value.offending) == ("covered", ("c3",))
    assert asked(match) == (1,)
    assert legal_moves(match, 1) == BLOCKS - {"block c3"} | {"decline", "quiet"}
    expect_refusal(match, 1, "block c3", "covered", "L266d")
    match.play("block d3", 1, version=version)
    assert match.view(None).blocks == (None, "d3", "c3")


@pytest.mark.rule("quivvit:L266c", "quivvit:L211")
@pytest.mark.parametrize("cell", CELLS)
def test_any_card_may_be_covered_and_is_not_rotated_then(cell: str) -> None:
    match = blocking(2)
    match.play(f"block {cell}", 1)
    assert legal_moves(match, 0) == {
        f"{other} {way}" for other in CELLS if other != cell for way in ("left", "right")
    } | {"quiet"}
    expect_refusal(match, 0, f"{cell} left", "covered", "L266d")


@pytest.mark.rule("quivvit:R11", "quivvit:L266c")
def test_a_gap_cannot_be_covered() -> None:
    match = set_grid(blocking(2), EMPTY, c3="RGBY1")
    assert legal_moves(match, 1) == {"block c3", "decline", "quiet"}
    expect_refusal(match, 1, "block c4", "no_card", "R11")


@pytest.mark.rule("quivvit:L266d", "quivvit:R7")
def test_a_covered_card_is_not_linked_and_no_bridge() -> None:
    match = set_grid(blocking(2), EMPTY, b2="YGBR1", c2="GBYR2", c3="RGBY3", e5="RGBY1")
    match.play("block c2", 1)
    play(match, "b2 left")
    assert match.view(None).points == (0, 0)
    assert set(cards_on_grid(match)) == {"b2", "c2", "c3", "e5"}


@pytest.mark.rule("quivvit:L266d", "quivvit:R7")
@pytest.mark.parametrize("seed", range(8))
def test_a_covered_card_stays_as_it_is_to_the_end(seed: int) -> None:
    rng = Random(seed)
    match = quincunx.new(
        "quivvit", seats=4, seed=seed, options={"color_blocking": True, "drain_the_deck": True}
    )
    covered: dict[str, str] = {}
    while match.outcome is None:
        seat = rng.choice(asked(match))
        match.play(match.legal_moves(seat).sample(rng), seat)
        for cell in match.view(None).blocks:
            if cell is not None:
                covered.setdefault(cell, cards_on_grid(match)[cell])
        assert {cell: cards_on_grid(match)[cell] for cell in covered} == covered
    assert len(covered) >= 2


@pytest.mark.rule("quivvit:L268")
def test_a_block_that_was_kept_is_worth_nothing() -> None:
    match = set_grid(blocking(2), EMPTY, a1="RGBY1", e5="RGBY1")
    match.play("block e5", 1)
    while match.outcome is None:
        for seat in match.view(None).waiting:
            match.play("decline", seat)
        if match.outcome is None:
            play(match, "a1 left")
    assert match.outcome.scores == (0, 0)
    assert match.outcome.winners == (0, 1)


# Time to answer


@pytest.mark.rule("quivvit:R7", "quivvit:R16")
@pytest.mark.parametrize(("options", "seconds"), [({}, 15), ({"answer_seconds": 5}, 5)])
def test_without_an_answer_in_time_it_counts_as_declined(
    options: dict[str, int], seconds: int
) -> None:
    match = blocking(3, **options)
    assert match.deadline == match.view(None).ends_at == seconds * MS_PER_SECOND
    match.play("block c3", 1, at=2 * MS_PER_SECOND)
    assert match.deadline == seconds * MS_PER_SECOND, (
        "one answer does not give the others more time"
    )
    match.tick(seconds * MS_PER_SECOND - 1)
    assert match.view(None).phase == "block"
    match.tick(seconds * MS_PER_SECOND)
    view = match.view(None)
    assert (view.phase, view.may_block, view.waiting) == ("turn", (True, False, True), ())
    assert match.deadline is None
    expect_refusal(match, 2, "block c4", "not_asked", "L262")
    match.play("a1 left", 0, at=100 * MS_PER_SECOND)
    assert asked(match) == (0, 2)
    assert match.deadline == (100 + seconds) * MS_PER_SECOND


@pytest.mark.rule("quivvit:R16", "quivvit:R7")
def test_an_answer_at_the_last_moment_is_too_late() -> None:
    match = blocking(2)
    with pytest.raises(quincunx.IllegalMove):
        match.play("block c3", 1, at=15 * MS_PER_SECOND)
    assert match.view(None).phase == "turn"
    match = blocking(2)
    match.play("block c3", 1, at=15 * MS_PER_SECOND - 1)
    assert match.view(None).blocks == (None, "c3")


# Do not ask me again


@pytest.mark.rule("quivvit:R15")
def test_quiet_answers_the_question_and_all_later_ones() -> None:
    match = blocking(3)
    assert event_kinds(match.play("quiet", 1)) == ["quiet"]
    assert asked(match) == (2,)
    match.play("decline", 2)
    play(match, "a1 left")
    assert asked(match) == (0, 2)
    all_decline(match)
    play(match, "a1 left")
    assert asked(match) == (0,), "seat 1 does not want to be asked by seat 2"
    assert match.view(None).may_block == (True, True, True)
    assert match.view(None).quiet == (False, True, False)


@pytest.mark.rule("quivvit:R15")
def test_asking_again_counts_from_the_next_question() -> None:
    match = blocking(3)
    match.play("quiet", 1)
    assert event_kinds(match.play("ask", 1)) == ["ask"]
    assert asked(match) == (2,), "this question is answered"
    expect_refusal(match, 1, "block c3", "not_asked", "L262")
    match.play("decline", 2)
    for _ in range(2):
        play(match, "a1 left")
        all_decline(match)
    play(match, "a1 left")
    assert match.view(None).turn == 1
    all_decline(match)
    play(match, "a1 left")
    assert match.view(None).turn == 2
    assert asked(match) == (0, 1)


@pytest.mark.rule("quivvit:R15")
def test_the_last_one_to_say_quiet_lets_the_turn_begin() -> None:
    match = blocking(2, random_color=True, timed=True)
    events = match.play("quiet", 1, at=3 * MS_PER_SECOND)
    assert event_kinds(events) == ["quiet", "die"]
    view = match.view(None)
    assert (view.phase, view.ends_at) == ("turn", 63 * MS_PER_SECOND)
    match.play("a1 left", 0)
    match.play("quiet", 0)
    match.play("a1 left", 1)
    assert match.view(None).phase == "turn", "nobody is left to be asked"


@pytest.mark.rule("quivvit:R15")
def test_a_seat_changes_its_mind_twice_a_round_and_may_always_decline() -> None:
    match = blocking(3)
    match.play("quiet", 1)
    match.play("ask", 1)
    expect_refusal(match, 1, "quiet", "said_often", "R15")
    assert 1 not in match.active, "there is nothing left to say"
    match.play("decline", 2)
    play(match, "a1 left")
    assert asked(match) == (0, 2), "seat 1 is on turn"
    all_decline(match)
    play(match, "a1 left")
    assert asked(match) == (0, 1)
    all_decline(match)
    play(match, "a1 left")
    assert match.view(None).round == 2
    assert "quiet" in legal_moves(match, 1), "in the next round it can be said again"


@pytest.mark.rule("quivvit:R15")
@pytest.mark.parametrize("seats", [2, 4])
def test_stop_asking_and_ask_again_cannot_exceed_the_log_limit(seats: int) -> None:
    options = {"color_blocking": True, "double_rotation": True}
    match = quincunx.new("quivvit", seats, seed=1, options=options)
    while match.outcome is None:
        talk = [(move, seat) for seat in match.active for move in ("quiet", "ask")]
        said = next((each for each in talk if each[0] in legal_moves(match, each[1])), None)
        if said is not None and (match.view(None).phase == "turn" or said[0] == "ask"):
            match.play(*said)
        elif match.view(None).phase == "turn":
            play(match, "a1 left")
        else:
            match.play("decline", match.awaited[0])
    assert len(match.log) <= match.rules.max_log_entries
    assert len(match.log) > match.rules.max_log_entries - 3 * seats, "the bound is hardly too large"


@pytest.mark.rule("quivvit:R15")
def test_a_holder_can_stop_the_question_at_any_time() -> None:
    match = blocking(3)
    assert match.active == (0, 1, 2)
    match.play("quiet", 0)
    assert asked(match) == (1, 2), "the seat on turn answers nothing by it"
    all_decline(match)
    assert (match.active, asked(match)) == ((0, 1, 2), (0,))
    assert legal_moves(match, 1) == {"quiet"}
    assert "ask" in legal_moves(match, 0)
    match.play("quiet", 1)
    assert (match.view(None).phase, asked(match)) == ("turn", (0,))
    match.play("ask", 0)
    assert match.view(None).quiet == (False, True, False)
    assert asked(match) == (0,)


@pytest.mark.rule("quivvit:R15")
def test_saying_it_twice_is_refused() -> None:
    match = blocking(3)
    expect_refusal(match, 1, "ask", "said_already", "R15")
    match.play("quiet", 1)
    expect_refusal(match, 1, "quiet", "said_already", "R15")


@pytest.mark.rule("quivvit:R15", "quivvit:L262")
def test_without_the_card_a_seat_cannot_stop_or_resume_the_question() -> None:
    match = blocking(3)
    match.play("block c3", 1)
    assert match.active == (0, 2)
    match.play("decline", 2)
    play(match, "a1 left")
    all_decline(match)
    expect_refusal(match, 1, "quiet", "no_block_card", "L262")
    assert not {"quiet", "ask"} & legal_moves(match, 1)


@pytest.mark.rule("quivvit:R15", "quivvit:L306")
def test_at_the_end_a_seat_cannot_stop_or_resume_the_question() -> None:
    match = blocking(2, double_rotation=True)
    match.play("decline", 1)
    set_fields(match, round=5, played=1)
    rotate(match, linking=False)
    assert match.view(None).phase == "bonus"
    expect_refusal(match, 0, "quiet", "not_asked", "L262")
    expect_refusal(match, 0, "block c3", "not_asked", "L262")


# Moves meant for another board


@pytest.mark.rule("quivvit:R17")
@pytest.mark.parametrize("other", ["decline", "quiet", "block a1"])
@pytest.mark.parametrize("mine", ["decline", "quiet", "block c3"])
def test_answers_cross_each_other(other: str, mine: str) -> None:
    match = blocking(3)
    match.play(other, 2, version=0)
    match.play(mine, 1, version=0)
    assert match.view(None).phase == "turn"


@pytest.mark.rule("quivvit:R17", "quivvit:R7")
@pytest.mark.parametrize("mine", ["decline", "block c3"])
def test_an_answer_to_an_earlier_question_is_void(mine: str) -> None:
    match = blocking(3)
    match.tick(15 * MS_PER_SECOND)
    match.play("a1 left", 0)
    assert asked(match) == (0, 2)
    for version in (0, 1):
        with pytest.raises(quincunx.StaleMove):
            match.play(mine, 2, version=version)
    match.play(mine, 2, version=2)


@pytest.mark.rule("quivvit:R17", "quivvit:R7")
def test_an_answer_is_void_if_only_time_has_passed_since_its_question() -> None:
    match = blocking(3, timed=True)
    match.tick(75 * MS_PER_SECOND)
    assert (match.view(None).turn, asked(match)) == (1, (0, 2))
    with pytest.raises(quincunx.StaleMove):
        match.play("block c3", 2, version=0)


@pytest.mark.rule("quivvit:R17")
def test_a_rotation_meant_for_another_grid_is_void() -> None:
    match = table(2)
    play(match, "a1 left")
    version = match.version
    play(match, "a1 left")
    play(match, "a1 left")
    with pytest.raises(quincunx.StaleMove):
        match.play("a1 left", match.awaited[0], version=version)


@pytest.mark.rule("quivvit:R17")
def test_a_rotation_chosen_before_a_card_was_covered_is_void() -> None:
    match = blocking(2)
    match.play("block c3", 1)
    with pytest.raises(quincunx.StaleMove):
        match.play("a1 left", 0, version=0)


@pytest.mark.rule("quivvit:R17", "quivvit:R9")
def test_a_rotation_chosen_before_the_answers_and_the_die_is_void() -> None:
    match = blocking(2, random_color=True)
    match.play("decline", 1)
    with pytest.raises(quincunx.StaleMove):
        match.play("a1 left", 0, version=0)


@pytest.mark.rule("quivvit:R17", "quivvit:R15")
@pytest.mark.parametrize("word", ["quiet", "ask"])
def test_other_seats_choices_about_being_asked_do_not_make_a_rotation_stale(word: str) -> None:
    match = blocking(3)
    if word == "ask":
        match.play("quiet", 1)
    all_decline(match)
    version = match.version
    match.play(word, 1)
    match.play("a1 left", 0, version=version)
    assert match.view(None).turn == 1


@pytest.mark.rule("quivvit:R17", "quivvit:R15")
def test_a_choice_about_being_asked_is_never_stale() -> None:
    match = blocking(3)
    match.tick(15 * MS_PER_SECOND)
    match.play("a1 left", 0)
    match.play("quiet", 1, version=0)
    assert match.view(None).quiet == (False, True, False)


@pytest.mark.rule("quivvit:R17")
def test_a_rotation_that_comes_after_its_time_is_void() -> None:
    match = table(2, timed=True)
    match.tick(60 * MS_PER_SECOND)
    match.tick(120 * MS_PER_SECOND)
    match.tick(180 * MS_PER_SECOND)
    assert asked(match) == (0,)
    with pytest.raises(quincunx.StaleMove):
        match.play("a1 left", 0, version=0)


@pytest.mark.rule("quivvit:L208", "quivvit:L209", "quivvit:L210", "quivvit:L270")
def test_nothing_is_rolled_and_no_timer_runs_while_others_answer() -> None:
    match = blocking(3, random_color=True, timed=True)
    set_grid(match, **uniform_grid("RGBY1"))
    assert (match.view(None).colour, match.view(None).ends_at) == (None, 15 * MS_PER_SECOND)
    match.play("decline", 1, at=4 * MS_PER_SECOND)
    assert match.view(None).colour is None
    assert chance_streams(match) == []
    match.play("block c3", 2, at=7 * MS_PER_SECOND)
    assert chance_streams(match) == ["die"]
    view = match.view(None)
    assert view.colour in "RGBY"
    assert (view.ends_at, match.deadline) == (67 * MS_PER_SECOND, 67 * MS_PER_SECOND)
