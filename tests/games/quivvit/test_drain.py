"""Drain the Deck: rounds after the fifth."""

from __future__ import annotations

from itertools import product

import pytest

import quincunx
from tests.games.events import event_args, event_kinds
from tests.games.quivvit.matches import (
    EMPTY,
    MS_PER_SECOND,
    deck_of,
    deck_size,
    legal_moves,
    play,
    rotate,
    set_fields,
    set_grid,
    table,
    uniform_grid,
)


def drain(seats: int = 2, number: int = 6, **options: object) -> quincunx.Match:
    """At the beginning of that round, with 60 cards left and a grid in which c3 takes five."""
    match = set_fields(table(seats, drain_the_deck=True, **options), round=number)
    return set_grid(match, deck_of(RGBY1=60), **uniform_grid("RGBY1"))


def end_of_round(match: quincunx.Match, cards: int) -> list[str]:
    """The last turn of a round, after which so many cards are left; what is said."""
    set_fields(match, played=match.seats - 1, deck=deck_of(RGBY1=cards))
    return event_kinds(rotate(match, linking=False))


# Whether another round is played


@pytest.mark.rule("quivvit:L233", "quivvit:L288", "quivvit:L292b", "quivvit:L296", "quivvit:R12")
@pytest.mark.parametrize("seats", [1, 2, 4])
@pytest.mark.parametrize(("cards", "goes_on"), [(123, True), (16, True), (15, False), (0, False)])
def test_after_five_rounds_more_than_15_cards_make_another(
    seats: int, cards: int, goes_on: bool
) -> None:
    match = drain(seats, number=5)
    words = end_of_round(match, cards)
    assert words == ["turned", "deck_counted", "round" if goes_on else "over"]
    assert (match.outcome is None) == goes_on
    assert match.view(None).draining == goes_on


@pytest.mark.rule("quivvit:R12", "quivvit:L292c")
def test_the_threshold_does_not_grow_with_the_seats_and_decks() -> None:
    for cards in (15, 16):
        match = set_fields(drain(8, number=5, decks=4), played=7)
        end_of_round(match, cards)
        assert (match.outcome is None) == (cards == 16)


@pytest.mark.rule("quivvit:L233", "quivvit:L232")
def test_without_the_rule_five_rounds_are_all() -> None:
    match = set_fields(table(2), round=5, played=1)
    assert deck_size(match) > 15
    assert event_kinds(rotate(match, linking=False)) == ["turned", "over"]


@pytest.mark.rule("quivvit:L298", "quivvit:L297a", "quivvit:L296")
@pytest.mark.parametrize("number", [6, 7, 9])
@pytest.mark.parametrize(("cards", "goes_on"), [(16, True), (15, False)])
def test_the_deck_is_counted_after_every_further_round(
    number: int, cards: int, goes_on: bool
) -> None:
    match = drain(2, number=number)
    set_fields(match, played=1, deck=deck_of(RGBY1=cards + 5))
    events = play(match, "c3 left")
    assert event_args(events, "deck_counted") == [{"left": cards}]
    assert (match.outcome is None) == goes_on


@pytest.mark.rule("quivvit:L296")
def test_before_the_fifth_round_is_over_nobody_counts() -> None:
    match = drain(2, number=4)
    assert end_of_round(match, 3) == ["turned", "round"]


@pytest.mark.rule("quivvit:R12")
def test_a_further_round_in_which_nobody_took_a_card_is_the_last() -> None:
    match = drain(2)
    play(match, "c3 left")
    assert event_kinds(rotate(match, linking=False))[-1] == "round"
    rotate(match, linking=False)
    assert event_kinds(rotate(match, linking=False)) == ["turned", "nothing_taken", "over"]
    assert match.outcome is not None
    assert deck_size(match) > 15


@pytest.mark.rule("quivvit:R12")
@pytest.mark.parametrize(("decks", "number"), [(1, 50), (2, 100)])
def test_after_100_turns_a_deck_no_further_round_begins(decks: int, number: int) -> None:
    for last in (False, True):
        match = drain(2, number=number if last else number - 1, decks=decks)
        play(match, "c3 left")
        words = event_kinds(rotate(match, linking=False))
        ends = ["enough_turns", "over"] if last else ["round"]
        assert words == ["turned", "deck_counted", *ends]
        assert (match.outcome is not None) == last


@pytest.mark.rule("quivvit:R12", "quivvit:R6")
def test_late_turns_take_nothing() -> None:
    match = drain(2, timed=True)
    assert match.outcome is None
    set_fields(match, ends_at=60 * MS_PER_SECOND)
    match.tick(60 * MS_PER_SECOND)
    assert event_kinds(match.tick(120 * MS_PER_SECOND)) == ["time_up", "nothing_taken", "over"]


@pytest.mark.rule("quivvit:R12")
def test_a_fifth_round_without_a_card_is_not_the_last() -> None:
    match = drain(2, number=5)
    rotate(match, linking=False)
    assert event_kinds(rotate(match, linking=False))[-1] == "round"


# The order


@pytest.mark.rule("quivvit:L297a", "quivvit:R10")
@pytest.mark.parametrize(("direction", "step"), [("clockwise", 1), ("counter-clockwise", -1)])
def test_the_beginning_moves_on_in_further_rounds_too(direction: str, step: int) -> None:
    match = drain(3, number=5, direction=direction)
    for number, turn in product(range(4), range(3)):
        view = match.view(None)
        assert view.round == 5 + number
        assert view.turn == step * (number + turn) % 3
        set_grid(match, deck_of(RGBY1=60), **uniform_grid("RGBY1"))
        play(match, "c3 left")


# Cards kept apart


@pytest.mark.rule("quivvit:L297b", "quivvit:L297c")
def test_cards_are_kept_apart_until_the_round_is_over() -> None:
    match = drain(2)
    play(match, "c3 left")
    view = match.view(None)
    assert (view.points, view.cards) == ((0, 0), (0, 0))
    assert (view.apart_points, [len(pile) for pile in view.apart]) == ((5, 0), [5, 0])
    rotate(match, linking=False)
    view = match.view(None)
    assert (view.points, view.cards, view.round) == ((5, 0), (5, 0), 7)
    assert (view.apart_points, view.apart) == ((0, 0), ((), ()))


@pytest.mark.rule("quivvit:L297b")
def test_in_the_five_rounds_nothing_is_kept_apart() -> None:
    match = drain(2, number=5)
    play(match, "c3 left")
    assert match.view(None).points == (5, 0)
    assert match.view(None).apart == ((), ())


@pytest.mark.rule("quivvit:L297b", "quivvit:L297c")
def test_cards_of_a_complete_last_round_score() -> None:
    match = set_fields(drain(2), deck=deck_of(RGBY1=16))
    play(match, "c3 left")
    rotate(match, linking=False)
    assert match.outcome is not None
    assert match.outcome.scores == (5, 0)


# Broken off


@pytest.mark.rule("quivvit:R12", "quivvit:L297c")
def test_a_grid_that_cannot_be_filled_ends_the_game_and_the_round_does_not_count() -> None:
    match = set_fields(drain(3), piles=((0,), (0, 0), ()), deck=deck_of(RGBY1=4))
    events = play(match, "c3 left")
    assert event_kinds(events) == ["turned", "deck_empty", "round_void", "over"]
    assert match.outcome is not None
    assert match.outcome.scores == (1, 2, 0)
    assert match.outcome.winners == (1,)
    assert match.view(None).cards == (1, 2, 0)
    assert match.view(None).last.laid == ()


@pytest.mark.rule("quivvit:R12", "quivvit:L297c")
def test_if_everybody_has_played_the_broken_round_counts() -> None:
    match = set_fields(drain(3), played=2, piles=((0,), (0, 0), ()), deck=deck_of(RGBY1=4))
    events = play(match, "c3 left")
    assert event_kinds(events) == ["turned", "deck_empty", "over"]
    assert match.outcome is not None
    assert match.outcome.scores == (1, 2, 5)
    assert match.view(None).cards == (1, 2, 5)


@pytest.mark.rule("quivvit:R12")
def test_the_last_but_one_of_a_round_makes_it_void() -> None:
    match = set_fields(drain(3), played=1, deck=deck_of(RGBY1=4))
    assert "round_void" in event_kinds(play(match, "c3 left"))


@pytest.mark.rule("quivvit:R12", "quivvit:L240b")
@pytest.mark.parametrize(("played", "winners"), [(0, (0, 1)), (1, (1,))])
def test_cards_of_a_void_round_do_not_break_a_tie(played: int, winners: tuple[int, ...]) -> None:
    """The two cards taken are worth nothing together."""
    match = set_fields(drain(2), played=played, piles=((0,), (0,)))
    set_grid(match, EMPTY, c3="GBYR1", d3="YBRG-1", e5="RGBY1")
    play(match, "c3 left")
    assert match.outcome is not None
    assert (match.outcome.scores, match.outcome.winners) == ((1, 1), winners)


@pytest.mark.rule("quivvit:R12")
def test_a_deck_that_is_just_large_enough_does_not_break_the_round_off() -> None:
    match = set_fields(drain(3), deck=deck_of(RGBY1=5))
    assert event_kinds(play(match, "c3 left")) == ["turned"]
    assert (match.outcome, deck_size(match)) == (None, 0)
    assert event_kinds(rotate(match, linking=False)) == ["turned"], (
        "nothing to fill, nothing missing"
    )


@pytest.mark.rule("quivvit:R12")
def test_covered_cells_need_not_be_filled() -> None:
    match = drain(2, color_blocking=True)
    match.play("block a1", 1)
    set_fields(match, deck=deck_of(RGBY1=5))
    assert "deck_empty" not in event_kinds(play(match, "c3 left"))


@pytest.mark.rule("quivvit:R18")
def test_what_could_not_be_laid_out_can_be_drawn() -> None:
    match = set_fields(drain(2, double_rotation=True), deck=deck_of(RGBY3=4))
    play(match, "c3 left")
    assert (match.view(None).phase, deck_size(match)) == ("bonus", 4)
    play(match, "draw")
    assert match.view(None).bonuses == (3, None)
    assert deck_size(match) == 3


@pytest.mark.rule("quivvit:L292a")
@pytest.mark.parametrize("others", list(product([False, True], repeat=4)))
def test_drain_the_deck_goes_with_all_other_rules(others: tuple[bool, ...]) -> None:
    names = ("random_color", "color_blocking", "timed", "double_rotation")
    options = dict(zip(names, others, strict=True))
    match = drain(2, number=5, **options)
    while match.view(None).phase == "block":
        play(match, "decline")
    end_of_round(match, 16)
    assert (match.view(None).round, match.view(None).draining) == (6, True)
    assert legal_moves(match, match.awaited[0])
