"""How long a seat may think: counted from when it is awaited, anew for each of its moves."""

from __future__ import annotations

from random import Random

from quincunx.core.chance import FastChance
from quincunx.core.match import Match
from quincunx.registry import find
from quincunx.server.tables.move_clock import Pace
from tests.toy.game import TOY


def a_match(seats: int = 2) -> Match:
    game = find("coloryam")
    return Match(game, game.options(), seats, chance=FastChance(Random(3)))


def test_without_a_pace_nobody_has_a_limit() -> None:
    pace = Pace(None)
    pace.follow(a_match())
    assert pace.limits() == {}


def test_a_limit_is_counted_from_the_moment_the_seat_is_awaited() -> None:
    match, pace = a_match(), Pace(30)
    pace.follow(match)
    (seat,) = match.awaited
    assert pace.limits() == {seat: 30_000}


def test_each_move_of_ones_own_begins_a_new_limit() -> None:
    match, pace = a_match(), Pace(30)
    pace.follow(match)
    (seat,) = match.awaited
    match.play(seat, next(iter(match.moves(seat))), at=12_000)
    assert match.awaited == (seat,), "the roll is followed by another decision"
    pace.follow(match)
    assert pace.limits() == {seat: 42_000}


def test_the_moves_of_others_do_not_lengthen_it() -> None:
    match = Match(TOY, TOY.options(), 3, chance=FastChance(Random(1)))
    pace = Pace(60)
    pace.follow(match)
    first, second, *_ = match.awaited
    match.play(first, next(iter(match.moves(first))), at=20_000)
    assert second in match.awaited
    pace.follow(match)
    assert pace.limits()[second] == 60_000


def test_a_look_every_now_and_then_is_as_good_as_one_at_each_version() -> None:
    match, often, late = a_match(3), Pace(10), Pace(10)
    rng = Random(5)
    for step in range(40):
        seat = match.awaited[0]
        match.play(seat, match.moves(seat).sample(rng), at=step * 700)
        often.follow(match)
    late.follow(match)
    assert often.limits() == late.limits() != {}
