"""Taking back: the position before is there again, and nothing was learned on the way."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from quincunx.core.bots import play_next
from quincunx.core.chance import FastChance
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.options import Options
from quincunx.core.records.record import Record
from quincunx.core.records.replay import replay, verify
from quincunx.core.viewers import OMNISCIENT
from tests.kit.play import MANY_STEPS, deal, next_turn, random_match
from tests.kit.secrets import same_events, same_view

REGRETS = 0.5
"""How often the driver takes a move back that it may take back."""
MOVES = 30
"""How many moves of a game are made again in other worlds."""
WORLDS = 4
"""How many worlds are imagined for each of them."""


def takes_back(game: Game, options: Options, seats: int, seed: int) -> None:
    """A move taken back leaves all as it was but for the log, which replays, and play goes on."""
    match, rng = deal(game, options, seats, seed), Random(seed)
    taken_back = 0
    for _ in range(MANY_STEPS):
        if match.outcome is not None:
            break
        if _regretted(match, rng):
            taken_back += 1
            if taken_back == 1:
                _goes_on(match)
    assert match.outcome is not None
    if taken_back:
        verify(Record.from_json(match.record().to_json()), game)


def _regretted(match: Match, rng: Random) -> bool:
    """One random thing happens; whether it was a move that was then taken back."""
    turn = next_turn(match, rng)
    if turn is None:
        return False
    seat, at = turn
    regrets = rng.random() < REGRETS
    before = _position(match) if regrets else {}
    match.play(seat, match.moves(seat).sample(rng), at=at)
    if not regrets or not match.can_take_back(seat):
        return False
    version = match.version
    match.take_back(seat)
    assert match.version == version + 1
    _same_position(before, match)
    return True


def _goes_on(match: Match) -> None:
    """A restart changes nothing, and each bot finds a legal move."""
    restored = replay(Record.from_json(match.full_record().to_json()), match.game)
    assert isinstance(restored, Match)
    _same_position(_position(match), restored)
    for name, bot in match.game.bots.items():
        if restored.outcome is None:
            bots = {seat: bot(restored.rules) for seat in range(restored.seats)}
            play_next(restored, bots, seed=name, work=50)


def _position(match: Match) -> dict[str, Any]:
    """All that there is to know of a position, but for the time."""
    seats = range(match.seats)
    return {
        "state": match.state,
        "views": [msgspec.json.encode(match.view(viewer)) for viewer in (None, OMNISCIENT, *seats)],
        "moves": [list(match.moves(seat)) for seat in seats],
        "active": match.active,
        "awaited": match.awaited,
        "deadline": match.deadline,
        "drafting": [match.rules.drafting(match.state, seat) for seat in seats],
        "drafts": [match.draft_of(seat) for seat in seats],
        "open drafts": match.public_drafts,
    }


def _same_position(before: dict[str, Any], match: Match) -> None:
    for name, now in _position(match).items():
        assert now == before[name], f"{name}: not as before"


def take_backs_teach_nothing(game: Game, options: Options, seats: int, seed: int) -> None:
    """Neither a move that may be taken back nor whether it may tells its player anything."""
    match, rng = random_match(game, options, seats, seed), Random(seed)
    # What ended the game stands anyway.
    moved = [version for version, entry in enumerate(match.log[:-1]) if entry.seat is not None]
    for version in rng.sample(moved, min(MOVES, len(moved))):
        _taught_nothing(match, version, rng)


def _taught_nothing(match: Match, version: int, rng: Random) -> None:
    """Makes the move again where what its player did not know before it is otherwise."""
    rules, entry, before = match.rules, match.log[version], match.state_at(version - 1)
    seat, move = entry.seat, entry.move
    assert seat is not None
    allowed = rules.can_take_back(before, seat, move)
    view, observed = match.view(seat, version - 1), match.observations(seat)[:version]
    for _ in range(WORLDS):
        world = rules.determinise(view, observed, rng)
        assert rules.can_take_back(world, seat, move) == allowed, "the leave to take back leaks"
        if not allowed:
            continue
        chance = FastChance(rng)
        after, events = rules.apply(world, seat, move, entry.at, chance)
        assert bool(chance.results) == bool(entry.chance), "chance comes in some worlds only"
        if not entry.chance:
            told = "what may be taken back has taught something"
            assert same_view(rules, match.state_at(version), after, seat), told
            same_events(entry.events, events, seat)
