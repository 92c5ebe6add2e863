"""Encodings agree with the rules: every legal move has its actions, and no other is allowed."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from quincunx.core.encoding import AnyEncoding, IllegalAction
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.options import Options
from tests.kit.play import new_match, random_match, random_step

VERSIONS = 12
"""How many positions of a game are checked."""
SAMPLES = 4
"""How many moves are sampled where they cannot be listed."""
STEPS = 30
"""How many random steps of a turn are taken."""


def encodings_agree_with_the_rules(game: Game, options: Options, seats: int, seed: int) -> None:
    """Every legal move can be made by its actions, and what the mask allows is legal."""
    match = random_match(game, options, seats, seed)
    encoding, rng = game.encoding(match.rules), Random(seed)
    versions = rng.sample(range(match.version + 1), min(VERSIONS, match.version + 1))
    for version in sorted({0, match.version, *versions}):
        for seat in range(seats):
            _agrees(match, version, seat, encoding, rng)


def _agrees(match: Match, version: int, seat: int, encoding: AnyEncoding, rng: Random) -> None:
    state, at = match.state_at(version), match.log[version].at
    _is_as_documented(encoding, encoding.observe(state, seat, encoding.no_draft, at))
    mask = encoding.mask(state, seat, encoding.no_draft)
    assert mask.shape == (encoding.actions.size,)
    assert mask.dtype == np.int8
    assert not (encoding.wait is not None and mask[encoding.wait]), "the mask lets the seat wait"
    if seat not in match.rules.active(state):
        assert not mask.any(), "a seat that may not act has an allowed action"
        return
    moves = match.rules.legal_moves(state, seat)
    for move in [*moves, *(moves.sample(rng) for _ in range(SAMPLES))]:
        actions = encoding.encode(state, seat, move)
        try:
            decoded = encoding.decode(state, seat, actions)
        except IllegalAction as error:
            raise AssertionError(f"the mask does not allow {move}") from error
        assert decoded == move, f"{move} is read as another move"
    _allows_only_legal_moves(match, version, seat, encoding, rng)
    if moves.complete and not _has_drafts(encoding, state, seat):
        made = {encoding.decode(state, seat, (each,)) for each in encoding.allowed(state, seat)}
        assert made == {*moves}, "the mask allows other moves than the rules"


def _has_drafts(encoding: AnyEncoding, state: Any, seat: int) -> bool:
    """Whether some action only begins a move."""
    steps = (
        encoding.step(state, seat, encoding.no_draft, each)
        for each in encoding.allowed(state, seat)
    )
    return any(move is None for _, move in steps)


def _allows_only_legal_moves(
    match: Match, version: int, seat: int, encoding: AnyEncoding, rng: Random
) -> None:
    """Take random steps: each move that they make is legal, and each observation as documented."""
    state, at, draft = match.state_at(version), match.log[version].at, encoding.no_draft
    moves = match.rules.legal_moves(state, seat)
    for _ in range(STEPS):
        allowed = np.flatnonzero(encoding.mask(state, seat, draft))
        assert len(allowed), "no step is allowed"
        draft, move = encoding.step(state, seat, draft, int(rng.choice(allowed)))
        if move is not None:
            assert move in moves, f"the mask allows {move}"
            draft = encoding.no_draft
        _is_as_documented(encoding, encoding.observe(state, seat, draft, at))


def _is_as_documented(encoding: AnyEncoding, vector: Any) -> None:
    """Check the shape of an observation, and the bounds of each feature."""
    features = encoding.features
    assert vector.shape == (features.size,)
    assert vector.dtype == np.int16
    for field in features.fields:
        values = vector[features.slices[field.name]]
        assert field.low <= values.min(), f"{field.name} is too low"
        assert values.max() <= field.high, f"{field.name} is too high"


def kept_drafts_can_be_continued(game: Game, options: Options, seats: int, seed: int) -> None:
    """What a seat has drafted is valid after anything that happens, or it is dropped."""
    match, rng = new_match(game, options, seats, seed), Random(seed)
    encoding = game.encoding(match.rules)
    drafts = [encoding.no_draft] * seats
    for _ in range(3 * VERSIONS):
        if match.outcome is not None:
            return
        for seat in match.active:
            for _ in range(3):
                drafts[seat] = _some_step(match, seat, drafts[seat], encoding, rng)
        random_step(match, rng)
        for seat in range(seats):
            drafts[seat] = encoding.keep_draft(match.state, seat, drafts[seat])


def _some_step(match: Match, seat: int, draft: Any, encoding: AnyEncoding, rng: Random) -> Any:
    """Take a random step that makes no move, if one is found."""
    state = match.state
    _is_as_documented(encoding, encoding.observe(state, seat, draft, match.now))
    allowed = np.flatnonzero(encoding.mask(state, seat, draft))
    after, move = encoding.step(state, seat, draft, int(rng.choice(allowed)))
    if move is None:
        return after
    assert move in match.rules.legal_moves(state, seat), f"the mask allows {move}"
    return draft
