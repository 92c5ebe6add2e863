"""The rules do not read hidden state to list, preview or refuse moves.

Everything that can differ between states which a seat cannot tell apart is replaced by an object
that raises when it is read. Active seats, listed moves, previews and refusals must stay the same.
So neither they nor the time they take can depend on hidden state.

Decks are not replaced: everybody knows whether one is empty, and the rules must find that out.
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
"""How many possible states are compared to find out what is hidden."""
VERSION_STEP = 3
"""Every third version is checked."""
MAX_MOVES = 12


def hidden_state_is_not_read(game: Game, options: Options, seats: int, seed: int) -> None:
    """Refusals, lists of moves and previews are computed without reading hidden state."""
    match = random_match(game, options, seats, seed)
    pool = [entry.move for entry in match.log if entry.move is not None][:MAX_MOVES]
    for version in range(0, match.version, VERSION_STEP):
        for seat in match.rules.active(match.state_at(version)):
            state = match.state_at(version)
            blind = _with_hidden_parts(match, version, seat, Random(seed + version))
            expected = _public_results(match.rules, state, seat, pool)
            assert _public_results(match.rules, blind, seat, pool) == expected


def _public_results(rules: AnyRules, state: Any, seat: int, pool: list[Any]) -> list[Any]:
    moves = rules.legal_moves(state, seat)
    listed = [*islice(moves, MAX_MOVES)]
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
    raise AssertionError(f"{move} is not a legal move and is not refused")


def _with_hidden_parts(match: Match, version: int, seat: int, rng: Random) -> Any:
    """Return the state with everything hidden from the seat made unreadable."""
    state = match.state_at(version)
    view, observed = match.view(seat, version), match.observations(seat)[: version + 1]
    worlds = [match.rules.determinise(view, observed, rng) for _ in range(WORLDS)]
    decks = {name: value for name, value in _fields(state).items() if _is_deck(value, match.seats)}
    return msgspec.structs.replace(_hide(state, worlds, match.seats), **decks)


def _is_deck(value: Any, seats: int) -> bool:
    counts = isinstance(value, tuple) and all(isinstance(each, int) for each in value)
    return counts and len(value) != seats


def _hide(value: Any, others: list[Any], seats: int) -> Any:
    """Hide values that can differ; whether they exist and how many they are stays public."""
    if value is None or all(other == value for other in others):
        return value
    if isinstance(value, msgspec.Struct):
        covered = {
            name: _hide(own, [getattr(other, name) for other in others], seats)
            for name, own in _fields(value).items()
        }
        return msgspec.structs.replace(value, **covered)
    if not isinstance(value, tuple):
        return Hidden((value,))
    if len(value) == seats or all(isinstance(each, msgspec.Struct) for each in value):
        return tuple(
            _hide(own, [other[at] for other in others], seats) for at, own in enumerate(value)
        )
    return Hidden(value)


def _fields(struct: msgspec.Struct) -> dict[str, Any]:
    return msgspec.structs.asdict(struct)


class Hidden(tuple[Any, ...]):
    """A value that raises when it is read."""

    def _read(self, *_: object) -> NoReturn:
        raise AssertionError("hidden state was read")

    __iter__ = __getitem__ = __contains__ = __hash__ = _read
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _read
    __add__ = __radd__ = __mul__ = __str__ = __repr__ = _read
    count = index = _read
