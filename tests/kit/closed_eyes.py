"""Closed eyes: what a seat is told before it has done anything is found without hidden things.

Everything that may differ between worlds which a seat cannot tell apart is made untouchable. Who
may act, what is listed and previewed, and every refusal must then be the same as with open eyes.
So no path that leads to them can depend on what is hidden, nor can the time that it takes.

Decks are left alone: everybody knows whether one is empty, and looking is how the rules find out.
"""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any, NoReturn

import msgspec

from quincunx.core.chance import FastChance
from quincunx.core.errors import IllegalMove
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.options import Options
from quincunx.core.rules import AnyRules
from tests.kit.play import random_match

WORLDS = 6
"""So many are imagined to find out what is hidden."""
EVERY = 3
"""A look at each third version."""
SOME = 12


def closed_eyes(game: Game, options: Options, seats: int, seed: int) -> None:
    """Refusals, lists of moves and previews are made without a look at what is hidden."""
    match = random_match(game, options, seats, seed)
    pool = [entry.move for entry in match.log if entry.move is not None][:SOME]
    for version in range(0, match.version, EVERY):
        for seat in match.rules.active(match.state_at(version)):
            state = match.state_at(version)
            blind = _with_closed_eyes(match, version, seat, Random(seed + version))
            assert _told(match.rules, blind, seat, pool) == _told(match.rules, state, seat, pool)


def _told(rules: AnyRules, state: Any, seat: int, pool: list[Any]) -> list[Any]:
    moves = rules.moves(state, seat)
    listed = [*islice(moves, SOME)]
    return [
        rules.active(state),
        rules.awaited(state),
        rules.deadline(state),
        rules.member(state, seat),
        rules.drafting(state, seat),
        [(move, rules.effect(state, seat, move)) for move in listed],
        [(move, _refusal(rules, state, seat, move)) for move in pool if move not in moves],
    ]


def _refusal(rules: AnyRules, state: Any, seat: int, move: Any) -> object:
    try:
        rules.apply(state, seat, move, 0, FastChance(Random(0)))
    except IllegalMove as refusal:
        return msgspec.json.encode((refusal.message, refusal.rule, refusal.offending))
    raise AssertionError(f"{move} is not among the legal moves, and is not refused")


def _with_closed_eyes(match: Match, version: int, seat: int, rng: Random) -> Any:
    """The state, with what the seat may not know out of reach."""
    state = match.state_at(version)
    view, observed = match.view(seat, version), match.observations(seat)[: version + 1]
    worlds = [match.rules.determinise(view, observed, rng) for _ in range(WORLDS)]
    decks = {name: value for name, value in _fields(state).items() if _is_deck(value, match.seats)}
    return msgspec.structs.replace(_covered(state, worlds, match.seats), **decks)


def _is_deck(value: Any, seats: int) -> bool:
    counts = isinstance(value, tuple) and all(isinstance(each, int) for each in value)
    return counts and len(value) != seats


def _covered(value: Any, others: list[Any], seats: int) -> Any:
    """What may be otherwise is hidden; whether it is there, and how much, everybody knows."""
    if value is None or all(other == value for other in others):
        return value
    if isinstance(value, msgspec.Struct):
        covered = {
            name: _covered(own, [getattr(other, name) for other in others], seats)
            for name, own in _fields(value).items()
        }
        return msgspec.structs.replace(value, **covered)
    if not isinstance(value, tuple):
        return Hidden((value,))
    if len(value) == seats or all(isinstance(each, msgspec.Struct) for each in value):
        return tuple(
            _covered(own, [other[at] for other in others], seats) for at, own in enumerate(value)
        )
    return Hidden(value)


def _fields(struct: msgspec.Struct) -> dict[str, Any]:
    return msgspec.structs.asdict(struct)


class Hidden(tuple[Any, ...]):
    """Nobody may look."""

    def _look(self, *_: object) -> NoReturn:
        raise AssertionError("something hidden was looked at")

    __iter__ = __getitem__ = __contains__ = __hash__ = _look
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _look
    __add__ = __radd__ = __mul__ = __str__ = __repr__ = _look
    count = index = _look
