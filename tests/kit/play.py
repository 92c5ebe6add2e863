"""Random play of a match, with deadlines and drafts."""

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

MAX_STEPS = 3000
DEADLINE_CHANCE = 0.1
"""The chance that a deadline passes before the next move."""
AWAITED_CHANCE = 0.8
"""The chance that a seat acts that the game waits for."""


def every_options(game: Game) -> Iterator[Options]:
    """Yield every allowed combination of option values, with a few values of each number."""
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
        # A limit near the minimum takes effect early; the minimum often ends the game at once.
        some.append(min(option.low + 3, option.high))
    return list(dict.fromkeys(some))


def seat_counts(game: Game, options: Options) -> list[int]:
    """Return the smallest and the largest number of seats."""
    allowed = game.seats(options)
    return sorted({allowed[0], allowed[-1]})


def new_match(game: Game, options: Options, seats: int, seed: int) -> Match:
    return Match(game, options, seats, seed=Seed.of(seed), table="kit")


def random_step(match: Match, rng: Random) -> None:
    """Play one random move, perhaps after a draft, or let a deadline pass."""
    turn = next_turn(match, rng)
    if turn is not None:
        seat, at = turn
        match.play(match.legal_moves(seat).sample(rng), seat, at=at)


def next_turn(match: Match, rng: Random) -> tuple[int, int] | None:
    """Return the next seat and its time, after its draft; `None` if a deadline passed instead."""
    deadline = match.deadline
    if deadline is not None and (not match.active or rng.random() < DEADLINE_CHANCE):
        match.tick(deadline + rng.randrange(50))
        return None
    at = match.now + rng.randrange(2000)
    if deadline is not None:
        at = min(at, deadline - 1)
    at = max(at, match.now)
    # If other seats can always act, only the awaited ones bring the game to an end.
    is_awaited = bool(match.awaited) and rng.random() < AWAITED_CHANCE
    seat = rng.choice(match.awaited if is_awaited else match.active)
    if match.rules.drafting(match.state, seat) and rng.random() < 0.3:
        match.draft(seat, match.rules.sample_draft(match.view(seat), rng), at=at)
    return seat, at


def play_out(match: Match, seed: int) -> Match:
    """Play at random until the game is over."""
    rng = Random(seed)
    for _ in range(MAX_STEPS):
        if match.outcome is not None:
            return match
        random_step(match, rng)
    raise AssertionError(f"{match!r} did not end in {MAX_STEPS} steps")


@lru_cache(maxsize=8)
def random_match(game: Game, options: Options, seats: int, seed: int) -> Match:
    """Return a finished random match, cached for all checks; none of them changes it."""
    return play_out(new_match(game, options, seats, seed), seed)


def repeat_step(match: Match, other: Match) -> None:
    """Repeat in `other` the next step of `match`."""
    entry = match.log[other.version + 1]
    if entry.seat is None:
        other.expire(entry.at)
    else:
        other.play(entry.move, entry.seat, at=entry.at)


def sample_moves(game: Game, options: Options, seats: int, seed: int, limit: int = 60) -> list[Any]:
    """Return moves of all seats from a few random games; most are illegal in a given position."""
    found: dict[Any, None] = {}
    for number in range(3):
        match = random_match(game, options, seats, seed + number)
        found.update((entry.move, None) for entry in match.log if entry.move is not None)
        for state in map(match.state_at, range(0, match.version, max(1, match.version // 4))):
            for seat in range(seats):
                found.update((move, None) for move in match.rules.legal_moves(state, seat))
    pool = list(found)
    Random(seed).shuffle(pool)
    return pool[:limit]
