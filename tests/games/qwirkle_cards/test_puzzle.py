"""The puzzle: the deal, the single play, its points, and the best answer."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

import quincunx
from quincunx.core.chance import FastChance, Owner
from quincunx.core.viewers import OMNISCIENT
from quincunx.games.qwirkle_cards.position import parse_position
from quincunx.games.qwirkle_cards.puzzle import deal
from quincunx.games.qwirkle_cards.sets import sort_layout
from quincunx.games.qwirkle_cards.solver import most_qwirkles
from tests.games.events import event_kinds
from tests.games.qwirkle_cards.matches import all_cards_of, is_valid_set, table_text

pytestmark = pytest.mark.rule("qwirkle_cards:R15")

SETS = "[Rc Rs Rd Rl Rx] [Oc Yc Gc Bc Pc] [Ys Yd Yl]"
HAND = "Ra Rc Os Ys Pd Gl Yx Ba Ox"
"""The star makes the reds six, and a second red circle the circles; the yellow star can join."""
BOTH = (
    "[Rc Rs Rd Rl Rx] [Oc Yc Gc Bc Pc] [Ys Yd Yl] "
    "> [Rc Rs Rd Rl Rx Ra] [Oc Yc Gc Bc Pc Rc] [Ys Yd Yl Yx]"
)


def new(seed: int = 1) -> quincunx.Match:
    return quincunx.new("qwirkle_cards", seed=seed, options={"puzzle": True})


def with_cards(sets: str = SETS, hand: str = HAND) -> quincunx.Match:
    """A puzzle in which these sets and this hand were dealt."""
    match, position = new(), parse_position(f"table: {sets} hand: {hand}")
    match._log.states[-1] = msgspec.structs.replace(
        match.state, hands=(position.hand,), table=position.table
    )
    match.rules.audit(match.state)
    return match


def outcome(match: quincunx.Match) -> quincunx.Outcome:
    assert match.outcome is not None
    return match.outcome


class SameLine(FastChance):
    """Every set is of one line, and has four cards."""

    def _roll(self, stream: str, faces: int, count: int, to: Owner) -> tuple[int, ...]:
        return (0,) * count if stream.startswith("lines") else (1,) * count


# The table


def test_the_puzzle_has_one_seat() -> None:
    assert new().seats == 1
    with pytest.raises(quincunx.WrongSeats):
        quincunx.new("qwirkle_cards", seats=2, seed=1, options={"puzzle": True})


@pytest.mark.parametrize("seed", range(40))
def test_right_sets_lie_there_and_nine_cards_can_make_a_qwirkle_of_them(seed: int) -> None:
    match = new(seed)
    view = match.view(0)
    assert 7 <= len(view.table) <= 9
    assert all(is_valid_set(each) and len(each) in (3, 4) for each in view.table)
    assert len(view.hands[0]) == 9
    assert max(all_cards_of(match).values()) <= 3
    assert (view.deck, view.turns_left, match.awaited) == (0, 1, (0,))
    assert (most_qwirkles(match.state.table, match.state.hands[0]) or 0) >= 1


def test_puzzles_are_dealt_in_all_sizes() -> None:
    sizes = {len(each) for seed in range(10) for each in new(seed).view(0).table}
    assert sizes == {3, 4}
    tables = {table_text(new(seed)) for seed in range(10)}
    assert len(tables) == 10


def test_a_line_that_came_up_too_often_gives_no_more_sets() -> None:
    table, hand = deal.deal_position(SameLine(Random(1)), 1)
    assert 2 <= len(table) <= 4
    there = Counter(kind for each in (*table, hand) for kind in each)
    assert max(there.values()) <= 3
    assert all(kind < 6 for each in table for kind in each)


def test_it_is_dealt_again_until_a_qwirkle_can_be_made() -> None:
    again = [new(seed) for seed in range(60)]
    rejected = [match for match in again if match.state.deals > 1]
    assert rejected, "some deal allows no Qwirkle"
    for match in rejected:
        streams = {result.stream: result.values for result in match.log[0].chance}
        first = sort_layout(
            result.values for result in match.log[0].chance if result.stream == "table 1"
        )
        assert not most_qwirkles(first, streams["deal 1"])


@pytest.mark.parametrize("seed", range(30))
def test_what_is_possible_is_what_the_solver_says(seed: int) -> None:
    rng = Random(seed)
    for number in range(20):
        table, hand = deal.deal_position(FastChance(rng), number)
        held = hand[: 1 + number % 9]
        assert deal.most_qwirkles(table, held) == (most_qwirkles(table, held) or 0)


# The turn


def test_there_is_one_play_and_it_is_over() -> None:
    match = with_cards()
    events = match.play("[Ys Yd Yl] > [Ys Yd Yl Yx]", 0)
    assert event_kinds(events) == ["played", "over"]
    assert match.active == ()
    assert match.view(0).sizes == (8,), "nothing is drawn"
    with pytest.raises(quincunx.FinishedGame):
        match.play("[Rc Rs Rd Rl Rx] > [Rc Rs Rd Rl Rx Ra]", 0)


@pytest.mark.parametrize(
    ("move", "points", "words"),
    [
        ("[Ys Yd Yl] > [Ys Yd Yl Yx]", 1, "1 point: 0 of 2 possible Qwirkles made, 1 card played."),
        (
            "[Rc Rs Rd Rl Rx] > [Rc Rs Rd Rl Rx Ra]",
            11,
            "11 points: 1 of 2 possible Qwirkles made, 1 card played.",
        ),
        (BOTH, 23, "23 points: 2 of 2 possible Qwirkles made, 3 cards played."),
    ],
)
def test_ten_points_a_qwirkle_and_one_a_card(move: str, points: int, words: str) -> None:
    match = with_cards()
    match.play(move, 0)
    assert outcome(match).scores == (points,)
    assert quincunx.render(outcome(match).reason) == words
    solved = (0,) if points > 20 else ()
    assert (outcome(match).winners, match.view(0).winners) == (solved, solved)


def test_the_most_possible_is_shown_at_the_end() -> None:
    match = with_cards()
    assert [match.view(viewer).possible for viewer in (None, OMNISCIENT, 0)] == [None, None, None]
    match.play(BOTH, 0)
    assert [match.view(viewer).possible for viewer in (None, OMNISCIENT, 0)] == [2, 2, 2]


# The best answer


def test_hints_lead_to_the_most_points() -> None:
    match = with_cards()
    match.play(match.hints(0)[-1].move or "", 0)
    assert outcome(match).scores == (23,)


@pytest.mark.parametrize("level", ["medium", "expert"])
def test_good_bots_leave_nothing_to_be_found(level: str) -> None:
    for seed in range(5):
        match = new(seed)
        match.step({0: match.game.bots[level]()}, seed="x", work=50)
        (judgement,) = match.game.review(match).judgements
        assert (judgement.loss, outcome(match).winners) == (0, (0,))
        assert judgement.best == (judgement.move,)


def test_the_review_says_what_was_missed() -> None:
    match = with_cards()
    match.play("[Rc Rs Rd Rl Rx] > [Rc Rs Rd Rl Rx Ra]", 0)
    review = match.game.review(match)
    (judgement,) = review.judgements
    assert judgement.loss == 12
    assert [point.values for point in review.curve] == [(0,), (11,)]
    better = with_cards()
    better.play(judgement.best[0], 0)
    assert outcome(better).scores == (23,)
