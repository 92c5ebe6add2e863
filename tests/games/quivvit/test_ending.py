"""The end: draws for Double Rotate, ties, and winners."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import quincunx
from quincunx.core.chance import Deck
from tests.games.events import event_args, event_kinds
from tests.games.quivvit.matches import (
    EMPTY,
    deck_of,
    deck_size,
    expect_refusal,
    legal_moves,
    play,
    set_fields,
    set_grid,
    table,
)

KINDS = {"1": 0, "2": 6, "3": 12, "-1": 18}
"""A kind of each value."""


def piles(*texts: str) -> tuple[tuple[int, ...], ...]:
    """Return the taken cards of each seat, given by their values: `piles("3 1", "2 2")`."""
    return tuple(tuple(KINDS[value] for value in text.split()) for text in texts)


def before_the_end(
    *taken: str, deck: Deck = EMPTY, doubles: Sequence[bool] = (), **options: object
) -> quincunx.Match:
    """The last turn of the fifth round, with these cards taken; nothing can link."""
    seats = len(taken)
    match = table(seats, double_rotation=bool(doubles), **options)
    set_grid(match, deck, a1="RGBY1")
    set_fields(match, piles=piles(*taken), round=5, played=seats - 1)
    return set_fields(match, doubles=tuple(doubles) or (False,) * seats)


def ended(*taken: str) -> quincunx.Outcome:
    match = before_the_end(*taken)
    play(match, "a1 left")
    assert match.outcome is not None
    assert quincunx.render(match.outcome.reason)
    assert match.view(None).winners == match.outcome.winners
    return match.outcome


def reason(outcome: quincunx.Outcome) -> str:
    return outcome.reason.id.removeprefix("quivvit.outcome.")


# Who wins


@pytest.mark.rule("quivvit:L240a", "quivvit:L232")
@pytest.mark.parametrize(
    ("taken", "scores", "winner"),
    [
        (("3 2", "1 1 1"), (5, 3), 0),
        (("3", "-1 3 2", "1 1"), (3, 4, 2), 1),
        (("-1 -1", "-1"), (-2, -1), 1),
        (("-1", "", "-1 -1"), (-1, 0, -2), 1),
    ],
)
def test_most_points_win(taken: tuple[str, ...], scores: tuple[int, ...], winner: int) -> None:
    outcome = ended(*taken)
    assert (outcome.scores, outcome.winners, reason(outcome)) == (scores, (winner,), "points")


@pytest.mark.rule("quivvit:L240b", "quivvit:R13")
@pytest.mark.parametrize(
    ("taken", "winner"), [(("3", "2 1"), 1), (("3 3", "3 2 1", "3 3"), 1), (("3 -1 -1", "1"), 0)]
)
def test_of_equal_scores_the_most_cards_win(taken: tuple[str, ...], winner: int) -> None:
    outcome = ended(*taken)
    assert (outcome.winners, reason(outcome)) == ((winner,), "tie_break")


@pytest.mark.rule("quivvit:L240b")
def test_cards_do_not_count_before_points() -> None:
    assert ended("3", "1 1").winners == (0,)


@pytest.mark.rule("quivvit:R13")
@pytest.mark.parametrize(
    ("taken", "winners"),
    [(("3 1", "2 2"), (0, 1)), (("3", "2 1", "1 2"), (1, 2)), (("", ""), (0, 1))],
)
def test_seats_with_equal_points_and_cards_share_the_win(
    taken: tuple[str, ...], winners: tuple[int, ...]
) -> None:
    outcome = ended(*taken)
    assert (outcome.winners, reason(outcome)) == (winners, "shared")


@pytest.mark.rule("quivvit:R19")
def test_alone_the_score_is_all_there_is() -> None:
    outcome = ended("3 3 -1")
    assert (outcome.winners, outcome.scores, reason(outcome)) == ((0,), (5,), "alone")


@pytest.mark.rule("quivvit:L232")
def test_the_cards_of_the_last_turn_count() -> None:
    match = before_the_end("3", "2")
    set_grid(match, c3="GBYR1", d3="YBRG2")
    play(match, "c3 left")
    assert match.outcome is not None
    assert match.outcome.scores == (3, 5)


# Draws for Double Rotate


@pytest.mark.rule("quivvit:L306", "quivvit:L234", "quivvit:R13")
def test_holders_draw_in_seat_order_whatever_the_first_seat() -> None:
    match = before_the_end(
        "3", "3", "3", "3", deck=deck_of(RGBY1=30, RGBY3=30), doubles=(True, False, True, True)
    )
    set_fields(match, first=2)
    events = play(match, "a1 left")
    assert event_kinds(events) == ["turned"]
    assert match.outcome is None
    for seat in (0, 2, 3):
        assert (match.view(None).phase, match.active, match.awaited) == ("bonus", (seat,), (seat,))
        assert legal_moves(match, seat) == {"draw", "decline"}
        play(match, "draw")
    assert match.outcome is not None
    drawn = match.view(None).bonuses
    assert drawn[1] is None
    assert match.outcome.scores == tuple(3 + (value or 0) for value in drawn)


@pytest.mark.rule("quivvit:L306", "quivvit:R13")
@pytest.mark.parametrize(("card", "value"), [("RGBY1", 1), ("RGBY2", 2), ("RGBY3", 3)])
def test_the_value_is_added(card: str, value: int) -> None:
    match = before_the_end("3", "3", deck=deck_of(**{card: 30}), doubles=(False, True))
    play(match, "a1 left")
    events = play(match, "draw")
    assert event_args(events, "bonus") == [{"seat": 1, "value": value}]
    assert event_kinds(events)[-1] == "over"
    assert match.outcome is not None
    assert (match.outcome.scores, match.outcome.winners) == ((3, 3 + value), (1,))
    assert deck_size(match) == 5


@pytest.mark.rule("quivvit:L306", "quivvit:R13")
def test_a_draw_may_cost_a_point() -> None:
    match = before_the_end("3", "3", deck=deck_of(**{"RGBY-1": 30}), doubles=(True, False))
    play(match, "a1 left")
    play(match, "draw")
    assert match.outcome is not None
    assert (match.outcome.scores, match.outcome.winners) == ((2, 3), (1,))


@pytest.mark.rule("quivvit:R13")
def test_nobody_has_to_draw() -> None:
    match = before_the_end("3", "3", deck=deck_of(RGBY1=30), doubles=(True, True))
    play(match, "a1 left")
    assert event_kinds(play(match, "decline")) == ["no_bonus"]
    assert match.awaited == (1,)
    assert event_kinds(play(match, "decline")) == ["no_bonus", "over"]
    assert match.outcome is not None
    assert (match.outcome.scores, match.view(None).bonuses) == ((3, 3), (None, None))
    assert deck_size(match) == 6


@pytest.mark.rule("quivvit:R13", "quivvit:R20")
def test_later_ones_see_what_earlier_ones_drew() -> None:
    match = before_the_end("3", "3", deck=deck_of(RGBY2=30), doubles=(True, True))
    play(match, "a1 left")
    with pytest.raises(quincunx.WrongSeat):
        match.play("draw", 1)
    play(match, "draw")
    assert match.view(1).bonuses == (2, None)
    assert match.view(1).points == (5, 3)


@pytest.mark.rule("quivvit:R13", "quivvit:L240b")
def test_a_drawn_card_does_not_count_for_the_tie_break() -> None:
    match = before_the_end("2", "1 2", deck=deck_of(RGBY1=30), doubles=(True, False))
    play(match, "a1 left")
    play(match, "draw")
    assert match.outcome is not None
    assert match.outcome.scores == (3, 3)
    assert match.outcome.winners == (1,)
    assert match.view(None).cards == (1, 2)


@pytest.mark.rule("quivvit:R13")
def test_from_an_empty_deck_nothing_is_drawn() -> None:
    match = before_the_end("3", "3", deck=EMPTY, doubles=(True, True))
    assert event_kinds(play(match, "a1 left")) == ["turned", "over"]
    assert match.outcome is not None


@pytest.mark.rule("quivvit:R13")
def test_the_last_card_goes_to_the_first_seat_that_draws() -> None:
    match = before_the_end("3", "3", deck=deck_of(RGBY1=25), doubles=(True, True))
    play(match, "a1 left")
    assert deck_size(match) == 1
    assert event_kinds(play(match, "draw")) == ["bonus", "over"]
    match.undo()
    play(match, "decline", "draw")
    assert match.outcome is not None
    assert match.outcome.scores == (3, 4)


@pytest.mark.rule("quivvit:L306")
def test_a_seat_that_spent_its_double_rotate_draws_nothing() -> None:
    match = before_the_end("3", "3", deck=deck_of(RGBY1=30), doubles=(False, True))
    play(match, "a1 half")
    assert match.view(None).doubles == (False, False)
    assert match.outcome is not None


@pytest.mark.rule("quivvit:L306", "quivvit:R8")
def test_claiming_free_links_leaves_the_draw() -> None:
    match = before_the_end("", "", deck=deck_of(RGBY1=60), doubles=(False, True))
    set_grid(match, b2="GBRY1", c2="GBYR2", b3="GRBY3", c3="RGBY-1")
    play(match, "claim b2")
    assert (match.view(None).phase, match.awaited) == ("bonus", (1,))


@pytest.mark.rule("quivvit:L306", "quivvit:L211")
def test_at_the_end_there_is_nothing_else_to_do() -> None:
    match = before_the_end("3", "3", deck=deck_of(RGBY1=30), doubles=(True, True))
    expect_refusal(match, 1, "draw", "draw_at_the_end", "L306")
    play(match, "a1 left")
    for move in ("a1 left", "a1 half"):
        expect_refusal(match, 0, move, "not_your_turn", "L211")
    assert match.deadline is None
    view = match.view(None)
    assert (view.turn, view.member, view.colour, view.ends_at) == (None, None, None, None)


@pytest.mark.rule("quivvit:L306", "quivvit:R17")
def test_a_draw_meant_for_an_earlier_moment_is_void() -> None:
    match = before_the_end("3", "3", deck=deck_of(RGBY1=30), doubles=(True, True))
    play(match, "a1 left")
    version = match.version
    play(match, "draw")
    for move in ("draw", "decline"):
        with pytest.raises(quincunx.StaleMove):
            match.play(move, 1, version=version)
