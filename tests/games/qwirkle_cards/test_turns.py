"""A turn is one move: new sets, additions and switches, and then drawing."""

from __future__ import annotations

import pytest

import quincunx
from tests.games.events import event_args, event_kinds
from tests.games.qwirkle_cards.matches import (
    cards,
    chance_of,
    deal,
    expect_refusal,
    hand_text,
    is_valid_set,
    play,
    position,
    script_draws,
    table_text,
)

OTHER = "Rl Rx Ra Oc Os Yd Gc Bs Pd"
"""A hand that can always play: it has three reds."""
FOUR = (
    "Oc Os Od Rl Rl Rl Ba Ba Ba",
    "Gc Gs Gd Yl Yl Yl Pa Pa Pa",
    "Rc Rs Rd Yx Yx Yx Oa Oa Oa",
    "Yc Ys Yd Px Px Px Ga Ga Ga",
)
"""Hands that begin with a set, each of another colour."""


@pytest.mark.rule("qwirkle_cards:L17c")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("first", [0, 1])
def test_turns_go_round_clockwise(seats: int, first: int) -> None:
    match = position(*FOUR[:seats], turn=first)
    order = [seat % seats for seat in range(first, first + seats)]
    for seat in order:
        assert match.awaited == match.active == (seat,)
        assert match.view(None).turn == seat
        for other in set(range(seats)) - {seat}:
            assert list(match.legal_moves(other)) == []
            with pytest.raises(quincunx.WrongSeat):
                match.play(f"[{FOUR[other][:8]}]", other)
        play(match, f"[{FOUR[seat][:8]}]")
    assert match.view(None).turn == first


# New sets


@pytest.mark.rule("qwirkle_cards:L23", "qwirkle_cards:L30b", "qwirkle_cards:L30i")
@pytest.mark.parametrize(
    "started",
    [
        "[Rc Rs Rd]",
        "[Rc Rs Rd Rl]",
        "[Rc Rs Rd Rl Rx]",
        "[Rc Oc Yc]",
        "[Rl Ol Yl]",
    ],
)
def test_a_new_set(started: str) -> None:
    match = position("Rc Rs Rd Rl Rx Oc Yc Ol Yl", OTHER)
    assert match.game.parse_move(started) in match.legal_moves(0)
    events = play(match, started)
    assert table_text(match) == started
    assert event_args(events, "played") == [{"seat": 0, "cards": cards(started)}]


@pytest.mark.rule("qwirkle_cards:L30c", "qwirkle_cards:R3")
def test_several_new_sets_at_once() -> None:
    match = position("Rc Rs Rd Oc Os Od Ya Ga Ba", OTHER)
    play(match, "[Ya Ga Ba] [Rc Rs Rd] [Oc Os Od]")
    assert table_text(match) == "[Rc Rs Rd] [Oc Os Od] [Ya Ga Ba]"
    assert match.view(None).sizes == (9, 9)


@pytest.mark.rule("qwirkle_cards:R3")
def test_two_equal_sets_may_lie_there() -> None:
    match = position("Rc Rs Rd Ol Ol Yx Yx Ga Ba", OTHER, sets="[Rc Rs Rd]")
    play(match, "[Rc Rs Rd]")
    assert table_text(match) == "[Rc Rs Rd] [Rc Rs Rd]"


@pytest.mark.rule("qwirkle_cards:L30f", "qwirkle_cards:L30i")
@pytest.mark.parametrize("few", ["[Rc]", "[Rc Rs]", "[Rc Oc]"])
def test_fewer_than_three_are_no_set(few: str) -> None:
    match = position("Rc Rs Rd Oc Yl Yx Ya Gl Bx", OTHER)
    expect_refusal(match, few, "too_few", "L30f", few)
    expect_refusal(match, f"{few} [Yx Ya Yl]", "too_few", "L30f", few)


@pytest.mark.rule("qwirkle_cards:L30f", "qwirkle_cards:L30i")
@pytest.mark.parametrize("mixed", ["[Rc Rs Oc]", "[Rc Os Yd]", "[Rc Rs Rd Ol]", "[Rc Oc Os]"])
def test_a_set_shares_one_colour_or_one_shape(mixed: str) -> None:
    match = position("Rc Rs Rd Oc Os Ol Yd Gx Ba", OTHER)
    expect_refusal(match, mixed, "mixed", "L30f", mixed)


@pytest.mark.rule("qwirkle_cards:L30g", "qwirkle_cards:L30h", "qwirkle_cards:L30i")
@pytest.mark.parametrize(
    ("twice", "which"),
    [
        ("[Rs Rs Os Ys]", "Rs"),
        ("[Rs Rs Rc]", "Rs"),
        ("[Rs Rs Os]", "Rs"),
        ("[Rs Rs Os Os Ys]", "Rs Os"),
        ("[Rs Rs Rs]", "Rs"),
    ],
)
def test_no_card_twice_in_a_set(twice: str, which: str) -> None:
    match = position("Rc Rs Rs Rs Rd Os Os Ys Ga", OTHER)
    expect_refusal(match, twice, "twice", "L30g", which)


# Adding


@pytest.mark.rule("qwirkle_cards:L30b", "qwirkle_cards:L36a")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[Rc Rs Rd]", "[Rc Rs Rd Rl]"),
        ("[Rc Rs Rd]", "[Rc Rs Rd Rl Rx]"),
        ("[Rc Oc Yc]", "[Rc Oc Yc Gc]"),
        ("[Rc Rs Rd Ra]", "[Rc Rs Rd Rl Ra]"),
    ],
)
def test_adding_to_a_set(before: str, after: str) -> None:
    match = position("Rl Rx Gc Os Ol Yd Ga Ba Pa", OTHER, sets=f"{before} [Bl Pl Gl]")
    play(match, f"{before} > {after}")
    assert table_text(match) == f"{after} [Gl Bl Pl]"


@pytest.mark.rule("qwirkle_cards:L36a")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[Rc Rs Rd]", "[Rc Rs Rd Oc]"),
        ("[Rc Oc Yc]", "[Rc Rx Oc Yc]"),
        ("[Rc Oc Yc]", "[Rc Oc Os Yc]"),
    ],
)
def test_what_is_added_fits_all_cards_of_the_set(before: str, after: str) -> None:
    match = position("Rl Rx Oc Os Ol Yd Ga Ba Pa", OTHER, sets=before)
    expect_refusal(match, f"{before} > {after}", "mixed", "L30f", after)


@pytest.mark.rule("qwirkle_cards:L36b", "qwirkle_cards:L30g")
def test_what_is_added_is_not_there_yet() -> None:
    match = position("Rc Rl Rx Os Ol Yd Ga Ba Pa", OTHER, sets="[Rc Rs Rd]")
    expect_refusal(match, "[Rc Rs Rd] > [Rc Rc Rs Rd]", "twice", "L30g", "Rc")
    expect_refusal(match, "[Rc Rs Rd] > [Rc Rc Rs Rd Rl]", "twice", "L30g", "Rc")


@pytest.mark.rule("qwirkle_cards:L30d", "qwirkle_cards:L30c")
def test_a_new_set_and_an_addition() -> None:
    match = position("Rl Oc Os Od Ga Ba Yl Yx Pd", OTHER, sets="[Rc Rs Rd]")
    play(match, "[Rc Rs Rd] > [Rc Rs Rd Rl] [Oc Os Od]")
    assert table_text(match) == "[Rc Rs Rd Rl] [Oc Os Od]"


@pytest.mark.rule("qwirkle_cards:L30e", "qwirkle_cards:L30c")
def test_additions_to_several_sets() -> None:
    match = position("Rl Ga Ba Yl Yx Pd Pd Oc Oc", OTHER, sets="[Rc Rs Rd] [Ra Oa Ya] [Gl Bl Pl]")
    play(match, "[Rc Rs Rd] [Ra Oa Ya] [Gl Bl Pl] > [Rc Rs Rd Rl] [Ra Oa Ya Ga Ba] [Gl Bl Pl Yl]")
    assert table_text(match) == "[Rc Rs Rd Rl] [Ra Oa Ya Ga Ba] [Yl Gl Bl Pl]"


# Switching


@pytest.mark.rule("qwirkle_cards:L42", "qwirkle_cards:L39a", "qwirkle_cards:L24")
def test_the_example_of_the_blue_square() -> None:
    match = position("Rs Os Ol Yd Yx Ga Gc Px Pl", OTHER, sets="[Bc Bs Bd Bx]")
    events = play(match, "[Bc Bs Bd Bx] > [Bc Bd Bx] [Bs Rs Os]")
    assert table_text(match) == "[Rs Os Bs] [Bc Bd Bx]"
    assert event_args(events, "played") == [{"seat": 0, "cards": ("Rs", "Os")}]
    assert event_args(events, "drew") == [{"seat": 0, "count": 2}]


@pytest.mark.rule("qwirkle_cards:L39a", "qwirkle_cards:L30b", "qwirkle_cards:R3")
@pytest.mark.parametrize(
    ("sets", "move", "after"),
    [
        ("[Rc Rs Rd] [Oc Os Od] [Yc Ys Yd]", "Gc", "[Rc Oc Yc Gc] [Rs Os Ys] [Rd Od Yd]"),
        ("[Rc Rs Rd] [Rl Rx Ra]", "Rc", "[Rc Rs Rd] [Rc Rl Rx Ra]"),
        ("[Rc Rs Rd Rl] [Oc Os Od Ol]", "Gc Gl", "[Rc Oc Gc] [Rs Rd] [Rl Ol Gl] [Os Od]"),
        ("[Rc Rs Rd Rl Rx]", "Gc", "[Rc Gc] [Rs Rd Rl Rx]"),
        ("[Rc Rs Rd Rl] [Rx Ox Yx Gx]", "Gc Ga", "[Rc Rs Rd Rl Rx] [Ox Yx] [Gx Gc Ga]"),
        ("[Rc Rs Rd Rl] [Rx Ox Yx Gx]", "Gc Ga", "[Rc Rs Rd Rl] [Rx Ox Yx] [Gx Gc Ga]"),
        ("[Rc Rs Rd] [Ra Oa Ya]", "Ga", "[Rc Rs Rd Ra] [Oa Ya Ga]"),
    ],
)
def test_any_rearrangement_is_right_if_every_set_is(sets: str, move: str, after: str) -> None:
    match = position("Gc Gl Ga Rc Ps Pd Px Bl Bx", OTHER, sets=sets)
    wrong = [each for each in after[1:-1].split("] [") if not is_valid_set(each.split())]
    if wrong:
        expect_refusal(match, f"{sets} > {after}", "too_few", "L30f", wrong[0])
    else:
        events = play(match, f"{sets} > {after}")
        assert {*event_args(events, "played")[0]["cards"]} == {*cards(move)}
        assert {frozenset(each) for each in match.view(None).table} == {
            frozenset(each.split()) for each in after[1:-1].split("] [")
        }


@pytest.mark.rule("qwirkle_cards:L39b", "qwirkle_cards:R3")
@pytest.mark.parametrize(
    ("move", "reason", "wrong"),
    [
        ("[Rc Rs Rd] > [Rc Rs] [Rd Od Yd]", "too_few", "Rc Rs"),
        ("[Rc Rs Rd] > [Rc] [Rs] [Rd Od Yd]", "too_few", "Rc"),
        ("[Rc Rs Rd] > [Rc Rs Od] [Rd Yd]", "mixed", "Rc Rs Od"),
    ],
)
def test_every_card_is_in_a_set_in_the_end(move: str, reason: str, wrong: str) -> None:
    match = position("Od Yd Gl Gl Bx Bx Pa Pa Yc", OTHER, sets="[Rc Rs Rd] [Rl Ol Yl]")
    expect_refusal(match, move, reason, "L30f", wrong)


@pytest.mark.rule("qwirkle_cards:L30c", "qwirkle_cards:R3")
def test_everything_at_once() -> None:
    match = position(
        "Rs Os Ga Pc Pd Px Gl Yl Bl", OTHER, sets="[Bc Bs Bd Bx] [Ra Oa Ya] [Yc Ys Yd]"
    )
    play(
        match,
        "[Bc Bs Bd Bx] [Ra Oa Ya] [Yc Ys Yd] > "
        "[Bc Bd Bx] [Bs Rs Os] [Ra Oa Ya Ga] [Yc Ys Yd Yl] [Pc Pd Px]",
    )
    assert table_text(match) == "[Rs Os Bs] [Ra Oa Ya Ga] [Yc Ys Yd Yl] [Bc Bd Bx] [Pc Pd Px]"


# What may not be done


@pytest.mark.rule("qwirkle_cards:L30a")
@pytest.mark.parametrize(
    "move",
    [
        "[Rc Rs Rd] [Rl Rx Ra] > [Rc Rs Rd Rl Rx Ra]",
        "[Rc Rs Rd] [Oc Os Od] [Yc Ys Yd] > [Rc Oc Yc] [Rs Os Ys] [Rd Od Yd]",
        "[Rc Rs Rd] > [Rc Rs Rd]",
    ],
)
def test_rearranging_without_playing_a_card_is_refused(move: str) -> None:
    match = position(
        "Ga Ba Pa Gc Gc Bs Bs Pd Pd", OTHER, sets="[Rc Rs Rd] [Rl Rx Ra] [Oc Os Od] [Yc Ys Yd]"
    )
    expect_refusal(match, move, "nothing_played", "L30a")


@pytest.mark.rule("qwirkle_cards:L30a")
@pytest.mark.parametrize(
    ("move", "foreign"),
    [
        ("[Rl Rx Ra]", "Rl Rx Ra"),
        ("[Oc Os Od]", "Od"),
        ("[Rc Rs Rd] > [Rc Rs Rd Rl]", "Rl"),
        ("[Oc Yc Gc] [Oc Os Ox]", "Oc"),
        ("[Rc Rs Rd] > [Rc Rs Rd Rx] [Oc Yc Gc]", "Rx"),
    ],
)
def test_only_cards_of_ones_own_hand_are_played(move: str, foreign: str) -> None:
    match = position("Oc Os Ox Yc Gc Bl Bl Pa Pa", f"{OTHER[:-2]}Od", sets="[Rc Rs Rd]")
    expect_refusal(match, move, "not_in_hand", "L30a", foreign)


@pytest.mark.rule("qwirkle_cards:L39b", "qwirkle_cards:R3")
@pytest.mark.parametrize(
    ("move", "vanished"),
    [
        ("[Rc Rs Rd Rl] > [Rc Rs Rd]", "Rl"),
        ("[Rc Rs Rd Rl] > [Rc Rs Rd] [Oc Os Od]", "Rl"),
        ("[Rc Rs Rd Rl] > [Oc Os Od]", "Rc Rs Rd Rl"),
        ("[Rc Rs Rd Rl] > ", "Rc Rs Rd Rl"),
        ("[Rc Rs Rd Rl] > [Rc Rs Rd Rx]", "Rl"),
    ],
)
def test_no_card_leaves_the_table_for_a_hand(move: str, vanished: str) -> None:
    match = position("Oc Os Od Rx Gc Bl Bl Pa Pa", OTHER, sets="[Rc Rs Rd Rl]")
    expect_refusal(match, move, "vanished", "L39b", vanished)


@pytest.mark.rule("qwirkle_cards:L39a")
@pytest.mark.parametrize(
    ("move", "missing"),
    [
        ("[Oc Os Od] > [Oc Os Od Ol]", "Oc Os Od"),
        ("[Rc Rs Rd] > [Rc Rs Rd Rx]", "Rc Rs Rd"),
        ("[Rc Rs Rd Rl] [Rc Rs Rd Rl] > [Rc Rs Rd Rl Rx]", "Rc Rs Rd Rl"),
        ("[Rc Rs Rd Rl] [Rx Ox Yx] > [Rc Rs Rd Rl Rx] [Ox Yx Gx]", "Rx Ox Yx"),
    ],
)
def test_only_sets_that_lie_there_are_taken_apart(move: str, missing: str) -> None:
    match = position("Oc Os Od Rx Ol Ox Yx Pa Pa", OTHER, sets="[Rc Rs Rd Rl] [Bl Gl Pl]")
    expect_refusal(match, move, "not_on_the_table", "L39a", missing)


# Afterwards


@pytest.mark.rule("qwirkle_cards:L26", "qwirkle_cards:L70")
@pytest.mark.parametrize(
    ("move", "kept", "drawn"),
    [
        ("[Rc Rs Rd] > [Rc Rs Rd Rl]", "Oc Os Od Ya Ga Ba Pa Bx", "Pc"),
        ("[Oc Os Od]", "Rl Ya Ga Ba Pa Bx", "Pc Ps Pd"),
        ("[Oc Os Od] [Ya Ga Ba Pa]", "Rl Bx", "Pc Ps Pd Pl Px Gd Gs"),
    ],
)
def test_the_hand_is_filled_up_to_nine(move: str, kept: str, drawn: str) -> None:
    match = position("Rl Oc Os Od Ya Ga Ba Pa Bx", OTHER, sets="[Rc Rs Rd]")
    before = match.view(None).deck
    events = play(script_draws(match, drawn), move)
    count = len(drawn.split())
    assert sorted(cards(hand_text(match, 0))) == sorted(cards(kept + drawn))
    assert match.view(None).sizes == (9, 9)
    assert match.view(None).deck == before - count
    assert chance_of(match).draws[-1][:2] == (count, 0)
    assert event_kinds(events) == ["played", "drew"]


@pytest.mark.rule("qwirkle_cards:R3", "qwirkle_cards:R11")
def test_everybody_can_see_the_last_turn() -> None:
    match = position("Rs Os Ol Yd Yx Ga Gc Px Pl", OTHER, sets="[Bc Bs Bd Bx] [Gl Bl Pl]")
    play(match, "[Bc Bs Bd Bx] > [Bc Bd Bx] [Bs Rs Os]")
    last = match.view(None).last
    assert (last.seat, last.cards, last.drawn, last.redrawn) == (0, ("Rs", "Os"), 2, False)
    assert last.old == (cards("Bc Bs Bd Bx"),)
    assert last.new == (cards("Rs Os Bs"), cards("Bc Bd Bx"))
    assert last.qwirkles == ()


def test_a_move_for_an_earlier_table_is_refused() -> None:
    match = deal("Rc Rs Rd Rl Oc Os Od Bl Px", "Yc Ys Yd Ga Ba Pa Gx Bx Px")
    play(match, "[Rc Rs Rd]")
    play(match, "[Yc Ys Yd]")
    before = match.digest()
    for version in (0, 1):
        with pytest.raises(quincunx.StaleMove):
            match.play("[Oc Os Od]", 0, version=version)
    assert match.digest() == before
    match.play("[Oc Os Od]", 0, version=2)
