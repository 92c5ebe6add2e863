"""Random play through a match, time and drafts included."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

from quincunx.core.errors import BadOption
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.options import Option, Options, describe_options, make_options
from quincunx.core.seeds import Seed

MANY_STEPS = 3000
PATIENCE = 0.1
"""How often the driver lets a deadline pass instead of playing on."""
AWAITED = 0.8
"""How often somebody acts whom the game waits for."""


def every_options(game: Game) -> Iterator[Options]:
    """Every combination of option values that is allowed; of numbers, a few."""
    described = describe_options(game.options)
    for values in product(*map(_values, described)):
        try:
            names = (option.name for option in described)
            yield make_options(game.options, dict(zip(names, values, strict=True)), game=game.name)
        except BadOption:
            continue


def _values(option: Option) -> list[Any]:
    if option.kind == "flag":
        return [False, True]
    if option.kind == "choice":
        return list(option.choices)
    some = [option.default]
    if option.kind == "number" and option.low is not None and option.high is not None:
        # A value near the low end bites soonest; the lowest itself often ends the game at once.
        some.append(min(option.low + 3, option.high))
    return list(dict.fromkeys(some))


def seat_counts(game: Game, options: Options) -> list[int]:
    """The fewest and the most that can play."""
    allowed = game.seats(options)
    return sorted({allowed[0], allowed[-1]})


def deal(game: Game, options: Options, seats: int, seed: int) -> Match:
    return Match(game, options, seats, seed=Seed.of(seed), table="kit")


def step(match: Match, rng: Random) -> None:
    """One random thing happens: a deadline, a draft and a move, or a move."""
    turn = next_turn(match, rng)
    if turn is not None:
        seat, at = turn
        match.play(seat, match.moves(seat).sample(rng), at=at)


def next_turn(match: Match, rng: Random) -> tuple[int, int] | None:
    """Who moves next and when, a draft being made; `None`: a deadline has passed instead."""
    deadline = match.deadline
    if deadline is not None and (not match.active or rng.random() < PATIENCE):
        match.tick(deadline + rng.randrange(50))
        return None
    at = match.now + rng.randrange(2000)
    if deadline is not None:
        at = min(at, deadline - 1)
    at = max(at, match.now)
    # Where others may always say something, only those whom the game waits for bring it to an end.
    seat = rng.choice(match.awaited if match.awaited and rng.random() < AWAITED else match.active)
    if match.rules.drafting(match.state, seat) and rng.random() < 0.3:
        match.draft(seat, match.rules.sample_draft(match.view(seat), rng), at=at)
    return seat, at


def play_out(match: Match, seed: int) -> Match:
    """Plays on at random until the game is over."""
    rng = Random(seed)
    for _ in range(MANY_STEPS):
        if match.outcome is not None:
            return match
        step(match, rng)
    raise AssertionError(f"{match!r} did not end in {MANY_STEPS} steps")


@lru_cache(maxsize=8)
def random_match(game: Game, options: Options, seats: int, seed: int) -> Match:
    """Played once for all the checks that look at it; none of them plays on in it."""
    return play_out(deal(game, options, seats, seed), seed)


def again(match: Match, other: Match) -> None:
    """Repeats in `other` what happened in `match`, one version."""
    entry = match.log[other.version + 1]
    if entry.seat is None:
        other.expire(entry.at)
    else:
        other.play(entry.seat, entry.move, at=entry.at)
