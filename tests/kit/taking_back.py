"""Taking back a move restores the position and reveals nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from quincunx.core.chance import FastChance
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.options import Options
from quincunx.core.records.record import Record
from quincunx.core.records.replay import replay, verify
from quincunx.core.viewers import OMNISCIENT
from tests.kit.non_interference import same_events, same_view
from tests.kit.play import MAX_STEPS, new_match, next_turn, random_match

TAKE_BACK_CHANCE = 0.5
"""The chance that a move is taken back, if that is possible."""
MOVES = 30
"""How many moves of a game are repeated in other worlds."""
WORLDS = 4
"""How many worlds are tried for each move."""


def taking_back_restores_the_position(game: Game, options: Options, seats: int, seed: int) -> None:
    """Taking back a move restores everything but the log, which replays, and play continues."""
    match, rng = new_match(game, options, seats, seed), Random(seed)
    taken_back = 0
    for _ in range(MAX_STEPS):
        if match.outcome is not None:
            break
        if _random_step_with_take_back(match, rng):
            taken_back += 1
            if taken_back == 1:
                _continues(match)
    assert match.outcome is not None
    if taken_back:
        verify(Record.from_json(match.record().to_json()), game)


def _random_step_with_take_back(match: Match, rng: Random) -> bool:
    """Play one random step; return whether it was a move that was then taken back."""
    turn = next_turn(match, rng)
    if turn is None:
        return False
    seat, at = turn
    wants_back = rng.random() < TAKE_BACK_CHANCE
    before = _position(match) if wants_back else {}
    match.play(match.legal_moves(seat).sample(rng), seat, at=at)
    if not wants_back or not match.can_take_back(seat):
        return False
    version = match.version
    match.take_back(seat)
    assert match.version == version + 1
    _assert_same_position(before, match)
    return True


def _continues(match: Match) -> None:
    """Check that a restart changes nothing and that each bot finds a legal move."""
    restored = replay(Record.from_json(match.full_record().to_json()), match.game)
    assert isinstance(restored, Match)
    _assert_same_position(_position(match), restored)
    for name, bot in match.game.bots.items():
        if restored.outcome is None:
            bots = {seat: bot() for seat in range(restored.seats)}
            restored.step(bots, seed=name, work=50)


def _position(match: Match) -> dict[str, Any]:
    """Return everything that describes a position, except the time."""
    seats = range(match.seats)
    return {
        "state": match.state,
        "views": [msgspec.json.encode(match.view(viewer)) for viewer in (None, OMNISCIENT, *seats)],
        "moves": [list(match.legal_moves(seat)) for seat in seats],
        "active": match.active,
        "awaited": match.awaited,
        "deadline": match.deadline,
        "drafting": [match.rules.drafting(match.state, seat) for seat in seats],
        "drafts": [match.draft_of(seat) for seat in seats],
        "public drafts": match.public_drafts,
    }


def _assert_same_position(before: dict[str, Any], match: Match) -> None:
    for name, now in _position(match).items():
        assert now == before[name], f"{name}: not restored"


def taking_back_reveals_nothing(game: Game, options: Options, seats: int, seed: int) -> None:
    """A move that can be taken back, and whether it can be, reveals nothing to its player."""
    match, rng = random_match(game, options, seats, seed), Random(seed)
    # The move that ended the game cannot be taken back.
    moved = [version for version, entry in enumerate(match.log[:-1]) if entry.seat is not None]
    for version in rng.sample(moved, min(MOVES, len(moved))):
        _reveals_nothing(match, version, rng)


def _reveals_nothing(match: Match, version: int, rng: Random) -> None:
    """Repeat the move in worlds in which the state hidden from its player is different."""
    rules, entry, before = match.rules, match.log[version], match.state_at(version - 1)
    seat, move = entry.seat, entry.move
    assert seat is not None
    allowed = rules.can_take_back(before, seat, move)
    view, observed = match.view(seat, version - 1), match.observations(seat)[:version]
    for _ in range(WORLDS):
        world = rules.determinise(view, observed, rng)
        assert rules.can_take_back(world, seat, move) == allowed, "the right to take back leaks"
        if not allowed:
            continue
        chance = FastChance(rng)
        after, events = rules.apply(world, seat, move, entry.at, chance)
        assert bool(chance.results) == bool(entry.chance), "chance is drawn in some worlds only"
        if not entry.chance:
            reason = "the move revealed something"
            assert same_view(rules, match.state_at(version), after, seat), reason
            same_events(entry.events, events, seat)
