"""How long a seat may think: counted from when it is awaited, anew for each of its moves."""

from __future__ import annotations

from random import Random

from quincunx.core.chance import FastChance
from quincunx.core.match import Match
from quincunx.registry import find
from quincunx.server.common.seating import Seating
from quincunx.server.tables.state.move_clock import MoveClock
from tests.toy.game import TOY

NO_SEATING = Seating({})
"""Nobody is on vacation."""


def a_match(seats: int = 2) -> Match:
    game = find("coloryam")
    return Match(game, game.options(), seats, chance=FastChance(Random(3)))


def test_without_a_pace_nobody_has_a_limit() -> None:
    match, clock = a_match(), MoveClock.with_pace(None)
    clock = clock.followed(match)
    assert clock.limits(match, NO_SEATING) == {}


def test_a_limit_is_counted_from_the_moment_the_seat_is_awaited() -> None:
    match, clock = a_match(), MoveClock.with_pace(30)
    clock = clock.followed(match)
    (seat,) = match.awaited
    assert clock.limits(match, NO_SEATING) == {seat: 30_000}


def test_each_own_move_starts_a_new_limit() -> None:
    match, clock = a_match(), MoveClock.with_pace(30)
    clock = clock.followed(match)
    (seat,) = match.awaited
    match.play(next(iter(match.legal_moves(seat))), seat, at=12_000)
    assert match.awaited == (seat,), "the roll is followed by another decision"
    clock = clock.followed(match)
    assert clock.limits(match, NO_SEATING) == {seat: 42_000}


def test_the_moves_of_others_do_not_lengthen_it() -> None:
    match = Match(TOY, TOY.options(), 3, chance=FastChance(Random(1)))
    clock = MoveClock.with_pace(60)
    clock = clock.followed(match)
    first, second, *_ = match.awaited
    match.play(next(iter(match.legal_moves(first))), first, at=20_000)
    assert second in match.awaited
    clock = clock.followed(match)
    assert clock.limits(match, NO_SEATING)[second] == 60_000


def test_occasional_updates_give_the_same_limits_as_updates_at_each_version() -> None:
    match, often, late = a_match(3), MoveClock.with_pace(10), MoveClock.with_pace(10)
    rng = Random(5)
    for step in range(40):
        seat = match.awaited[0]
        match.play(match.legal_moves(seat).sample(rng), seat, at=step * 700)
        often = often.followed(match)
    late = late.followed(match)
    assert often.limits(match, NO_SEATING) == late.limits(match, NO_SEATING) != {}
