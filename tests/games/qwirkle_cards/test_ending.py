"""The last card, the last turns, the end when no seat can play, and winners."""

from __future__ import annotations

import msgspec
import pytest

import quincunx
from quincunx.games.qwirkle_cards.state import QwirkleCardsDraft, QwirkleCardsLastTurn
from tests.games.events import event_args, event_kinds
from tests.games.qwirkle_cards.matches import (
    ALL_KINDS,
    chance_of,
    hand_text,
    play,
    position,
    script_draws,
    table_text,
)

HANDS = (
    "Rc Rs Rd Rl Rx Ra Bc Bc Bc",
    "Oc Os Od Ol Ox Oa Bs Bs Bs",
    "Yc Ys Yd Yl Yx Ya Bd Bd Bd",
    "Gc Gs Gd Gl Gx Ga Bl Bl Bl",
)
FIRST = ("[Rc Rs Rd]", "[Oc Os Od]", "[Yc Ys Yd]", "[Gc Gs Gd]")
SECOND = ("[Rl Rx Ra]", "[Ol Ox Oa]", "[Yl Yx Ya]", "[Gl Gx Ga]")
"""By seat, a hand, and two sets in it."""
STUCK = "Oc Oc Oc Od Od Od Ys Ys Ys"
STUCK_TOO = "Gl Gl Gl Gx Gx Gx Ba Ba Ba"
STUCK_AS_WELL = "Oa Oa Oa Px Px Px Pl Pl Pl"
"""Hands that cannot play while three reds lie there."""
REDS = "[Rc Rs Rd Rl Rx Ra]"
ORANGES = "[Oc Os Od Ol Ox Oa]"


def ended(match: quincunx.Match) -> bool:
    over = match.outcome is not None
    assert over == (match.view(None).phase == "over") == (match.active == ())
    return over


# The last card


@pytest.mark.rule("qwirkle_cards:L74a", "qwirkle_cards:L74b", "qwirkle_cards:R6")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("drawer", [0, 1])
def test_each_has_one_more_turn_and_the_drawer_has_the_last(seats: int, drawer: int) -> None:
    match = position(*HANDS[:seats], deck="Pc Ps Pd", turn=drawer)
    events = play(match, FIRST[drawer])
    assert event_kinds(events) == ["played", "drew", "last_card"]
    assert event_args(events, "last_card") == [{"seat": drawer}]
    order = [seat % seats for seat in range(drawer + 1, drawer + seats + 1)]
    for number, seat in enumerate(order):
        assert not ended(match)
        assert match.awaited == (seat,)
        assert match.view(None).turns_left == seats - number
        events = play(match, SECOND[seat])
    assert event_kinds(events) == ["played", "over"]
    assert ended(match)
    assert (match.view(None).turns_left, match.view(None).turn) == (0, None)
    with pytest.raises(quincunx.FinishedGame):
        match.play("[Rc Rs Rd]", 0)
    with pytest.raises(quincunx.NoDraft):
        match.draft(0, QwirkleCardsDraft(()))


@pytest.mark.rule("qwirkle_cards:R12", "qwirkle_cards:L70", "qwirkle_cards:L74a")
@pytest.mark.parametrize(
    ("deck", "drawn", "left"),
    [("Pc", 1, 2), ("Pc Ps", 2, 2), ("Pc Ps Pd", 3, 2), ("Pc Ps Pd Pl", 3, None)],
)
def test_what_is_left_is_drawn(deck: str, drawn: int, left: int | None) -> None:
    match = position(HANDS[0], HANDS[1], deck=deck)
    events = play(match, FIRST[0])
    assert event_args(events, "drew") == [{"seat": 0, "count": drawn}]
    assert match.view(None).sizes == (6 + drawn, 9)
    assert match.view(None).deck == len(deck.split()) - drawn
    assert match.view(None).turns_left == left
    assert ("last_card" in event_kinds(events)) == (left is not None)


@pytest.mark.rule("qwirkle_cards:R12", "qwirkle_cards:R6")
def test_with_no_deck_nothing_is_drawn_and_the_last_turns_are_not_counted_anew() -> None:
    match = position(HANDS[0], HANDS[1], deck="Pc")
    play(match, FIRST[0])
    draws = len(chance_of(match).draws)
    assert event_kinds(play(match, FIRST[1])) == ["played"]
    assert match.view(None).sizes == (7, 6)
    assert match.view(None).turns_left == 1
    assert match.view(None).last.drawn == 0
    assert len(chance_of(match).draws) == draws


# Stuck in the last turns


@pytest.mark.rule("qwirkle_cards:R6")
def test_in_the_last_turns_the_stuck_are_passed_over() -> None:
    match = position(HANDS[0], STUCK, HANDS[3], deck="Pc Ps Pd")
    events = play(match, FIRST[0])
    assert event_kinds(events) == ["played", "drew", "last_card", "no_play"]
    assert event_args(events, "no_play") == [{"seat": 1}]
    assert match.awaited == (2,)
    assert (match.view(None).turns_left, match.view(None).idle) == (2, 1)
    assert match.view(None).last.seat == 0, "what was played last stays in sight"
    play(match, SECOND[3])
    assert match.awaited == (0,)
    assert match.view(None).idle == 0
    play(match, SECOND[0])
    assert ended(match)


@pytest.mark.rule("qwirkle_cards:R6")
def test_an_empty_hand_is_passed_over_and_draws_nothing_anew() -> None:
    match = position(HANDS[0], "", HANDS[2], deck="", turns_left=3)
    events = play(match, FIRST[0])
    assert event_kinds(events) == ["played", "no_play"]
    assert match.awaited == (2,)
    events = play(match, SECOND[2])
    assert event_kinds(events) == ["played", "over"]
    assert ended(match)


@pytest.mark.rule("qwirkle_cards:R6")
def test_the_drawer_may_be_stuck_in_the_last_turn() -> None:
    match = position("Rc Rs Rd Yl Px Ba", HANDS[3], deck="Yl Px Ba")
    play(match, "[Rc Rs Rd]")
    events = play(match, "[Gc Gs Gd]")
    assert event_kinds(events) == ["played", "no_play", "over"]
    assert ended(match)


@pytest.mark.rule("qwirkle_cards:R6")
def test_the_last_turns_end_at_once_when_all_are_stuck() -> None:
    match = position("Rc Rs Rd Bl Px Ya", STUCK, STUCK_TOO, deck="Bl Px Ya")
    events = play(match, "[Rc Rs Rd]")
    assert event_kinds(events) == ["played", "drew", "last_card", *["no_play"] * 3, "over"]
    assert ended(match)


# Stuck with some cards left


@pytest.mark.rule("qwirkle_cards:R6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_game_ends_when_all_in_a_row_are_stuck(seats: int) -> None:
    hands = ["Rc Rs Rd Bl Bl Bx Ya Ya Ps", STUCK, STUCK_TOO, STUCK_AS_WELL]
    match = position(*hands[:seats], deck="Bl Ps Ps Yc Yc Pd Pd Bx")
    events = play(script_draws(match, "Bl Ps Ps"), "[Rc Rs Rd]")
    assert event_kinds(events) == ["played", "drew", *["no_play"] * seats, "all_stuck"]
    assert ended(match)
    assert match.view(None).deck == 5
    assert match.view(None).idle == seats
    assert match.outcome is not None
    assert match.outcome.winners == tuple(range(seats))


@pytest.mark.rule("qwirkle_cards:R6")
def test_it_goes_on_when_one_of_all_can_play() -> None:
    match = position("Rc Rs Rd Bl Bl Bx Ya Ya Ps", STUCK, STUCK_TOO, deck="Rl Ps Ps Yc Yc Pd Pd Bx")
    events = play(script_draws(match, "Rl Ps Ps"), "[Rc Rs Rd]")
    assert event_kinds(events) == ["played", "drew", "no_play", "no_play"]
    assert match.awaited == (0,)
    assert match.view(None).idle == 2
    play(script_draws(match, "Yc"), "[Rc Rs Rd] > [Rc Rs Rd Rl]")
    assert ended(match), "now the same seats are stuck again, and so is seat 0"
    assert match.view(None).idle == 3


@pytest.mark.rule("qwirkle_cards:R6")
def test_a_play_begins_the_row_anew() -> None:
    match = position(HANDS[0], HANDS[1], HANDS[2], idle=2)
    play(match, FIRST[0])
    assert match.view(None).idle == 0


@pytest.mark.rule("qwirkle_cards:R6")
@pytest.mark.parametrize("drawn", [STUCK, "Rl Rx Ra Oc Os Od Yc Ys Yd"])
def test_a_redraw_begins_the_row_anew(drawn: str) -> None:
    match = position(STUCK, HANDS[3], sets="[Rc Rs Rd]", phase="redraw", idle=1)
    play(script_draws(match, drawn), "redraw")
    assert not ended(match)
    assert match.view(None).idle == 0


@pytest.mark.rule("qwirkle_cards:R6")
def test_a_redraw_is_not_drawing_the_last_card() -> None:
    match = position(
        STUCK, HANDS[3], sets="[Rc Rs Rd]", phase="redraw", deck="Rl Rx Ra Yc Yc Yc Bd Bd Bd"
    )
    play(script_draws(match, "Rl Rx Ra Yc Yc Yc Bd Bd Bd"), "redraw")
    assert match.view(None).turns_left is None
    assert hand_text(match, 0) == "Rl Rx Ra Yc Yc Yc Bd Bd Bd"
    assert match.view(None).deck == 9


# Winning


@pytest.mark.rule(
    "qwirkle_cards:L11a", "qwirkle_cards:L78a", "qwirkle_cards:R7", "qwirkle_cards:L62b"
)
@pytest.mark.parametrize(
    ("qwirkles", "scores", "winners"),
    [
        ((REDS, "", ""), (1, 0, 0), (0,)),
        (("", f"{REDS} {ORANGES}", REDS), (0, 2, 1), (1,)),
        ((REDS, ORANGES, f"{REDS} {ORANGES}"), (1, 1, 2), (2,)),
        pytest.param(
            (REDS, "", ORANGES), (1, 0, 1), (0, 2), marks=pytest.mark.rule("qwirkle_cards:L78b")
        ),
        pytest.param(
            (REDS, REDS, REDS), (1, 1, 1), (0, 1, 2), marks=pytest.mark.rule("qwirkle_cards:L78b")
        ),
        pytest.param(
            ("", "", ""), (0, 0, 0), (0, 1, 2), marks=pytest.mark.rule("qwirkle_cards:L78b")
        ),
    ],
)
def test_the_most_qwirkles_win_and_equals_share(
    qwirkles: tuple[str, ...], scores: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    match = position("Gd Gs Gl", "", "", deck="", turns_left=1, qwirkles=qwirkles)
    assert match.rules.outcome(match.state) is None
    assert match.view(None).winners == ()
    play(match, "[Gd Gs Gl]")
    outcome = match.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == (winners, scores)
    assert match.view(None).winners == winners
    kind = "most" if len(winners) == 1 else "shared"
    assert outcome.reason.id == f"qwirkle_cards.outcome.{kind}"
    assert dict(outcome.reason.args) == {"seats": winners, "qwirkles": max(scores)}
    assert quincunx.render(outcome.reason)


@pytest.mark.rule("qwirkle_cards:L11a", "qwirkle_cards:L74a")
def test_a_qwirkle_of_the_very_last_turn_counts() -> None:
    match = position(
        "Ra", "", deck="", turns_left=1, sets="[Rc Rs Rd Rl Rx]", qwirkles=("", ORANGES)
    )
    events = play(match, "[Rc Rs Rd Rl Rx] > [Rc Rs Rd Rl Rx Ra]")
    assert event_kinds(events) == ["played", "qwirkle", "over"]
    assert match.outcome is not None
    assert match.outcome.scores == (1, 1)
    assert table_text(match) == ""


# However nobody can play


TWO_A_LINE = [
    ALL_KINDS[6 * place + shape % 6] for place in range(6) for shape in (place, place + 1)
]
"""Twelve cards of which no three have a colour or a shape in common."""


@pytest.mark.rule("qwirkle_cards:R16")
@pytest.mark.parametrize("seats", [2, 3])
def test_it_ends_when_every_seat_has_redrawn_three_times_in_vain(seats: int) -> None:
    """Of these cards no hand can ever be played."""
    pool = TWO_A_LINE * 3
    hands = [" ".join(pool[9 * seat : 9 * seat + 9]) for seat in range(seats)]
    match = position(*hands, deck=" ".join(pool[9 * seats :]), phase="redraw")
    for redraw in range(3 * seats):
        assert match.outcome is None, f"{redraw} redraws"
        events = event_kinds(play(match, "redraw"))
        assert "still_stuck" in events
        assert ("all_stuck" in events) == (redraw == 3 * seats - 1)
    assert match.outcome is not None


@pytest.mark.rule("qwirkle_cards:R16")
def test_a_play_between_redraws_starts_the_count_again() -> None:
    match = quincunx.new("qwirkle_cards", seats=2, seed=1)
    stuck = QwirkleCardsLastTurn(0, redrawn=True)
    state = msgspec.structs.replace(match.state, last=stuck, more_in_vain=4)
    seat = state.turn
    match._log.states[-1] = state
    match.play(next(iter(match.legal_moves(seat))), seat)
    assert match.state.more_in_vain is msgspec.UNSET
    assert match.view(None).more_in_vain is msgspec.UNSET


@pytest.mark.rule("qwirkle_cards:R16")
@pytest.mark.parametrize(("seats", "longest"), [(2, 585), (3, 742), (4, 845)])
def test_the_longest_game(seats: int, longest: int) -> None:
    rules = quincunx.new("qwirkle_cards", seats=seats, seed=1).rules
    assert rules.max_log_entries == longest
    puzzle = quincunx.new("qwirkle_cards", seed=1, options={"puzzle": True})
    assert puzzle.rules.max_log_entries == 2
