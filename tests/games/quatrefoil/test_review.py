"""Reviews, measured against a plain search: how far the target was, and who went astray."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.core.analysis import Review
from tests.games.quatrefoil.distances import ARRANGEMENTS, FOUR_AWAY, searched
from tests.games.quatrefoil.matches import (
    ACTIONS,
    START,
    TWO_MINUTES,
    acted,
    all_look,
    deal,
    legal,
    play,
)

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def reviewed(match: quincunx.Match) -> Review:
    return quincunx.review(match.record())


def judged(match: quincunx.Match) -> list[tuple[int, str, float]]:
    return [(each.seat, each.move, each.loss) for each in reviewed(match).judgements]


def decided(match: quincunx.Match) -> str:
    return quincunx.render(reviewed(match).decided, names=NAMES)


def test_each_action_is_measured_by_what_it_gave_away() -> None:
    match = deal("GB/RY P", target=START, first=2)
    play(match, "twist clockwise", "twist clockwise", "twist anticlockwise", "stack")
    assert judged(match) == [
        (2, "twist clockwise", 0),
        (3, "twist clockwise", 2),
        (0, "twist anticlockwise", 0),
        (1, "stack", 0),
    ]
    assert [point.values for point in reviewed(match).curve] == [(1,), (0,), (1,), (0,), (0,)]
    assert decided(match) == (
        "Solved, with 2 actions more than needed. "
        "The longest detour was Dan’s move: twist clockwise. It was shorter to stack."
    )


@pytest.mark.parametrize("tokens", ARRANGEMENTS[::11])
def test_losses_are_what_a_plain_search_finds(tokens: str) -> None:
    for action in ACTIONS:
        match = play(deal(tokens, target=START), action, "stack")
        first, last = reviewed(match).judgements
        away, now = searched(tokens)[START], searched(acted(tokens, action))[START]
        assert (first.loss, last.loss) == (now + 1 - away, now)
        better = set(first.best) if away else set()
        assert better == {move for move in ACTIONS if searched(acted(tokens, move))[START] < away}
        assert (first.version, last.version) == (0, 1)
        assert [point.values for point in reviewed(match).curve] == [(away,), (now,), (now,)]


def test_a_stack_that_came_too_early() -> None:
    match = play(deal(FOUR_AWAY, target=START), "stack")
    assert judged(match) == [(0, "stack", 4)]
    assert decided(match) == (
        "Ada stacked when the target was still 4 actions away. "
        "It was better to push the north row from the west."
    )


def test_signals_looks_and_time_are_no_decisions() -> None:
    match = all_look(deal("GB/RY P", target=START, clock=True, signals="by-hand"))
    match.play("signal", 3)
    match.play("twist clockwise", 0)
    match.tick(TWO_MINUTES)
    assert judged(match) == [(0, "twist clockwise", 0)]
    assert [point.version for point in reviewed(match).curve] == [0, 6, 7]
    assert decided(match) == "Every token was right, but nobody stacked in time."


def test_the_limit() -> None:
    match = play(deal(FOUR_AWAY, target=START, limit=1), "twist clockwise", "stack")
    assert judged(match)[1:] == [(1, "stack", 0)], "there was nothing else to do"
    away = searched(acted(FOUR_AWAY, "twist clockwise"))[START]
    assert decided(match) == f"The actions ran out when the target was {away} actions away."


def test_the_shortest_way_gives_nothing_away() -> None:
    match = play(deal("GB/RY P", target=START), "twist clockwise", "stack")
    assert decided(match) == ("No mistakes: even with all cards known, this deal takes 1 action.")


def test_what_was_taken_back_was_not_decided() -> None:
    match = deal("GB/RY P", target=START, variant="nothing-to-hide")
    match.play("twist anticlockwise", 0)
    match.take_back(0)
    play(match, "twist clockwise", "stack")
    assert judged(match) == [(0, "twist clockwise", 0), (1, "stack", 0)]
    review = reviewed(match)
    assert [judgement.version for judgement in review.judgements] == [2, 3]
    assert [point.version for point in review.curve] == [0, 3, 4]


def test_in_dual_the_better_action_is_ones_own_where_there_is_one() -> None:
    for tokens in ARRANGEMENTS[::7]:
        match = deal(tokens, target=START, variant="dual")
        before = legal(match, 0)
        match.play("twist clockwise", 0)
        match.play("stack", 0)
        best = reviewed(match).judgements[0].best
        mine = before & {*best}
        assert not mine or best[0] in mine
