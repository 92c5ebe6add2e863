"""A player who cannot play redraws; whether a play exists is decided exactly."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from quincunx.games.qwirkle_cards.cards import CardTexts
from quincunx.games.qwirkle_cards.state import QwirkleCardsDraft
from tests.games.events import event_args, event_kinds
from tests.games.qwirkle_cards.matches import (
    all_cards_of,
    cards,
    chance_of,
    expect_refusal,
    format_sets,
    hand_text,
    is_playable,
    is_valid_set,
    play,
    position,
    script_draws,
    table_text,
)

STUCK = "Oc Oc Oc Od Od Od Ys Ys Ys"
STUCK_TOO = "Gl Gl Gl Gx Gx Gx Ba Ba Ba"
"""Hands that cannot play while three reds lie there."""
REDS = "Rc Rs Rd Bl Bl Px Px Ya Ya"
"""Three reds to lay first."""


def stuck(drawn: str = "Pl Pa Ps", deck: int | None = None, seats: int = 2) -> quincunx.Match:
    """Three reds have been laid, and the next seat cannot play."""
    match = position(REDS, *[STUCK, STUCK_TOO][: seats - 1], deck=deck)
    play(script_draws(match, drawn), "[Rc Rs Rd]")
    assert not is_playable(cards("Rc Rs Rd"), cards(STUCK))
    return match


@pytest.mark.rule("qwirkle_cards:R5")
def test_a_player_who_cannot_play_can_only_redraw() -> None:
    match = stuck()
    assert event_kinds(match.log[-1].events) == ["played", "drew", "stuck"]
    assert match.awaited == (1,)
    assert (match.view(None).phase, match.view(None).redrawn) == ("redraw", False)
    moves = match.legal_moves(1)
    assert moves.complete
    assert [str(move) for move in moves] == ["redraw"]
    expect_refusal(match, "[Oc Od Ol]", "redraw", "R5")
    expect_refusal(match, "[Rc Rs Rd] > [Rc Rs Rd Rl]", "redraw", "R5")
    with pytest.raises(quincunx.NoDraft):
        match.draft(1, QwirkleCardsDraft(((),)))


@pytest.mark.rule("qwirkle_cards:R5")
def test_a_player_who_can_play_cannot_redraw() -> None:
    match = position(REDS, STUCK)
    expect_refusal(match, "redraw", "can_play", "R5")


@pytest.mark.rule("qwirkle_cards:R5")
def test_the_whole_hand_goes_into_the_deck_and_as_many_cards_come_back() -> None:
    match = stuck()
    before, there = match.view(None).deck, all_cards_of(match)
    events = play(script_draws(match, "Rl Rx Ra Oc Oc Gd Gs Pc Pd"), "redraw")
    assert hand_text(match, 1) == "Rl Rx Ra Oc Oc Gs Gd Pc Pd"
    assert chance_of(match).draws[-1][:2] == (9, 1)
    assert match.view(None).deck == before
    assert all_cards_of(match) == there
    assert event_kinds(events) == ["redrew", "drew"]
    assert event_args(events, "redrew") == event_args(events, "drew") == [{"seat": 1, "count": 9}]


@pytest.mark.rule("qwirkle_cards:R5")
def test_then_one_plays_and_draws_as_in_any_turn() -> None:
    match = stuck()
    play(script_draws(match, "Rl Rx Ra Oc Oc Gd Gs Pc Pd"), "redraw")
    assert match.awaited == (1,)
    assert (match.view(None).phase, match.view(None).redrawn) == ("play", True)
    expect_refusal(match, "redraw", "can_play", "R5")
    play(match, "[Rc Rs Rd] > [Rc Rs Rd Rl]")
    assert table_text(match) == "[Rc Rs Rd Rl]"
    view = match.view(None)
    assert (view.sizes, view.turn, view.redrawn) == ((9, 9), 0, False)
    assert (view.last.seat, view.last.redrawn, view.last.cards) == (1, True, ("Rl",))


@pytest.mark.rule("qwirkle_cards:R5", "qwirkle_cards:R6")
def test_a_second_hand_that_cannot_play_ends_the_turn() -> None:
    match = stuck(drawn="Rl Rx Ra")
    events = play(script_draws(match, STUCK), "redraw")
    assert event_kinds(events) == ["redrew", "drew", "still_stuck"]
    view = match.view(None)
    assert (view.turn, view.phase, view.redrawn, view.idle) == (0, "play", False, 0)
    assert (view.last.seat, view.last.cards, view.last.redrawn) == (1, (), True)
    assert table_text(match) == "[Rc Rs Rd]"
    assert view.sizes == (9, 9)


@pytest.mark.rule("qwirkle_cards:R5")
def test_the_next_seat_may_be_stuck_as_well() -> None:
    match = stuck(seats=3)
    events = play(script_draws(match, STUCK), "redraw")
    assert event_kinds(events) == ["redrew", "drew", "still_stuck", "stuck"]
    assert match.awaited == (2,)
    assert (match.view(None).phase, match.view(None).redrawn) == ("redraw", False)


@pytest.mark.rule("qwirkle_cards:R5")
@pytest.mark.parametrize("left", [1, 8])
def test_with_a_deck_smaller_than_the_hand_the_turn_just_ends(left: int) -> None:
    match = stuck(drawn="", deck=3 + left, seats=2)
    assert event_kinds(match.log[-1].events)[:3] == ["played", "drew", "no_play"]
    view = match.view(None)
    assert view.deck == left
    assert view.last.seat == 0, "what was played last stays in sight"


@pytest.mark.rule("qwirkle_cards:R5", "qwirkle_cards:R6")
def test_a_deck_as_large_as_the_hand_is_large_enough() -> None:
    match = stuck(drawn="", deck=12)
    assert (match.view(None).deck, match.view(None).phase) == (9, "redraw")
    play(match, "redraw")
    assert (match.view(None).deck, match.view(None).turns_left) == (9, None)


# Whether there is a play


def next_phase(sets: str, held: str) -> str:
    """What awaits a seat that has this hand while these sets and three purples lie there."""
    match = position("Pl Px Pa Pc Pc Ps Ps Pd Pd", held, sets=sets)
    play(match, "[Pl Px Pa]")
    assert match.awaited == (1,)
    phase: str = match.view(None).phase
    return phase


@pytest.mark.rule("qwirkle_cards:R5", "qwirkle_cards:R8")
@pytest.mark.parametrize(
    ("sets", "held", "phase"),
    [
        ("", "Rc Rs Rd", "play"),
        ("", "Rc Rs Od", "redraw"),
        ("", "Rc Rc Rs Rs", "redraw"),
        ("[Rc Rs Rd]", "Rl", "play"),
        ("[Rc Rs Rd]", "Rc", "redraw"),
        ("[Rc Rs Rd]", "Oc Yc", "redraw"),
        ("[Rc Rs Rd Rl]", "Oc Yc", "play"),
        ("[Rc Rs Rd Rl]", "Oc Os", "redraw"),
        ("[Rc Rs Rd Rl] [Oc Os Od Ol]", "Yc", "play"),
        ("[Rc Rs Rd] [Oc Os Od] [Yc Ys Yd]", "Gd", "play"),
        ("[Rc Rs Rd] [Oc Os Od] [Yc Ys Yd]", "Gl", "redraw"),
        ("[Rc Rs Rd] [Rl Rx Ra]", "Rc", "play"),
        ("[Rc Rs Rd] [Rc Rs Rd]", "Rc", "redraw"),
        ("[Rc Rs Rd] [Rc Rs Rl] [Oc Yc Gc]", "Rc", "play"),
    ],
)
def test_a_play_is_found_however_much_is_rearranged(sets: str, held: str, phase: str) -> None:
    assert is_playable(cards(f"{sets} Pl Px Pa"), cards(held)) == (phase == "play")
    assert next_phase(sets, held) == phase


def world(colours: str, shapes: str) -> CardTexts:
    return tuple(colour + shape for colour, shape in product(colours, shapes))


WORLDS = [world("ROY", "csd"), world("ROYG", "csdl"), world("RO", "csdlxa")]
"""Few cards get into each other's way more often."""


@st.composite
def small_tables(draw: st.DrawFn) -> tuple[str, str]:
    """Sets and a hand from a small world, no card there more than three times."""
    few = draw(st.sampled_from(WORLDS))
    sets = [some for size in (3, 4) for some in combinations(few, size) if is_valid_set(some)]
    laid: list[CardTexts] = []
    for each in draw(st.lists(st.sampled_from(sets), max_size=4)):
        if max(Counter(card for some in (*laid, each) for card in some).values()) <= 3:
            laid.append(each)
    left = Counter(few * 3) - Counter(card for some in laid for card in some)
    held = draw(st.permutations([*left.elements()]))[: draw(st.integers(1, 5))]
    return format_sets(laid), " ".join(held)


def found_as_by_trying_everything(sets: str, held: str) -> None:
    expected = is_playable(cards(f"{sets} Pl Px Pa"), cards(held))
    assert next_phase(sets, held) == ("play" if expected else "redraw")


@pytest.mark.rule("qwirkle_cards:R5")
@given(small=small_tables())
@settings(max_examples=150)
def test_plays_are_found_as_by_trying_everything(small: tuple[str, str]) -> None:
    found_as_by_trying_everything(*small)


@pytest.mark.exhaustive
@pytest.mark.rule("qwirkle_cards:R5")
@given(small=small_tables())
@settings(max_examples=5000)
def test_plays_are_found_as_by_trying_everything_at_length(small: tuple[str, str]) -> None:
    found_as_by_trying_everything(*small)


@pytest.mark.rule("qwirkle_cards:R8")
@given(held=st.sets(st.sampled_from(cards("Gc Gs Gd Rl Ol Yl Rx Ox Ga Rc Os Yd")), min_size=1))
@settings(max_examples=40)
def test_only_which_cards_lie_there_matters(held: set[str]) -> None:
    rows, columns = "[Rc Rs Rd] [Oc Os Od] [Yc Ys Yd]", "[Rc Oc Yc] [Rs Os Ys] [Rd Od Yd]"
    own = " ".join(sorted(held))
    assert next_phase(rows, own) == next_phase(columns, own)
