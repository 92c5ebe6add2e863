"""Non-interference: hidden state changes nothing that a seat sees.

For every step and every viewer, keep what the viewer has seen, chance included, and choose the rest
at random. Then the view, legal moves, refusals, events, the progress of others, observations and
masks must be the same, byte by byte. A step may reveal something by the rules, and then the view
shows it: a world is compared only if the view after the step is the same in both.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import numpy as np

from quincunx.core.chance import Chance, Deck, FastChance, ImpossibleResult, Owner, Result
from quincunx.core.encoding import AnyEncoding
from quincunx.core.errors import IllegalMove
from quincunx.core.events import Events, visible_messages
from quincunx.core.game import Game
from quincunx.core.match import LogEntry, Match
from quincunx.core.options import Options
from quincunx.core.rules import AnyRules
from tests.kit.play import random_match

WORLDS = 12
"""How many worlds are tried for a step, to find one in which the view stays the same."""
ENCODED_STEPS = 3
"""How many steps of a turn are compared, where a move takes several."""


def non_interference(game: Game, options: Options, seats: int, seed: int) -> None:
    """Hidden state does not change the views, moves, refusals and events of a seat."""
    match = random_match(game, options, seats, seed)
    encoding = game.encoding(match.rules)
    for viewer in (None, *range(seats)):
        compared = _same_deal(match, viewer, Random(seed))
        for version in range(match.version + 1):
            compared += _same_step(match, encoding, viewer, version, Random(seed + version))
        assert compared, "no other world was found to compare with"


def _same_deal(match: Match, viewer: int | None, rng: Random) -> int:
    entry = match.log[0]
    for _ in range(WORLDS):
        chance = _OtherWorld(entry.chance, Counter(), viewer, rng)
        try:
            state, events = match.rules.setup(chance)
        except ImpossibleResult:
            continue
        if same_view(match.rules, match.state_at(0), state, viewer):
            same_events(entry.events, events, viewer)
            return 1
    return 0


def _same_step(
    match: Match, encoding: AnyEncoding, viewer: int | None, version: int, rng: Random
) -> int:
    """Compare this version, and the step from it, with another world; return 1 if one was found."""
    rules, state = match.rules, match.state_at(version)
    view, observed = match.view(viewer, version), match.observations(viewer)[: version + 1]
    pool = [entry.move for entry in match.log if entry.move is not None][:20]
    entry = match.log[version + 1] if version < match.version else None
    for _ in range(WORLDS):
        world = rules.determinise(view, observed, rng)
        assert same_view(rules, state, world, viewer), "the view shows what it should not"
        _same_possibilities(rules, state, world, viewer, pool, match.log[version].at)
        _same_encoding(encoding, state, world, viewer, rng, match.log[version].at)
        if entry is None:
            return 1
        if _same_transition(match, version, entry, world, viewer, rng):
            return 1
    return 0


def _same_possibilities(
    rules: AnyRules, state: Any, world: Any, viewer: int | None, pool: list[Any], at: int
) -> None:
    assert rules.active(state) == rules.active(world)
    assert rules.awaited(state) == rules.awaited(world)
    assert rules.deadline(state) == rules.deadline(world)
    assert rules.outcome(state) == rules.outcome(world)
    for seat in rules.active(state):
        assert rules.member(state, seat) == rules.member(world, seat)
        assert rules.drafting(state, seat) == rules.drafting(world, seat)
        if seat != viewer and rules.drafting(state, seat):
            assert _progress(rules, state, seat) == _progress(rules, world, seat), "progress leaks"
    if viewer is None or rules.outcome(state) is not None:
        return
    if viewer not in rules.active(state):
        for move in pool:
            assert _out_of_turn(rules, state, viewer, move) == _out_of_turn(
                rules, world, viewer, move
            ), "a refusal out of turn leaks"
        return
    moves, others = rules.legal_moves(state, viewer), rules.legal_moves(world, viewer)
    if moves.complete:
        assert list(moves) == list(others), "the list of moves leaks"
    for move in [*moves, *pool]:
        assert (move in moves) == (move in others), "legality leaks"
        assert _refusal(rules, state, viewer, move, at) == _refusal(
            rules, world, viewer, move, at
        ), "a refusal leaks"
        if move in moves:
            assert rules.effect(state, viewer, move) == rules.effect(world, viewer, move)


def _same_encoding(
    encoding: AnyEncoding, state: Any, world: Any, viewer: int | None, rng: Random, at: int
) -> None:
    """Compare the observations and masks of a seat, also while it makes a move in steps."""
    if viewer is None:
        return
    draft = encoding.no_draft
    for _ in range(ENCODED_STEPS):
        seen, seen_there = (encoding.observe(each, viewer, draft, at) for each in (state, world))
        assert np.array_equal(seen, seen_there), "an observation leaks"
        mask, mask_there = (encoding.mask(each, viewer, draft) for each in (state, world))
        assert np.array_equal(mask, mask_there), "a mask leaks"
        allowed = np.flatnonzero(mask)
        if not len(allowed):
            return
        draft, move = encoding.step(state, viewer, draft, int(rng.choice(allowed)))
        if move is not None:
            return


def _progress(rules: AnyRules, state: Any, seat: int) -> list[int]:
    view = rules.view(state, seat)
    return [rules.progress(rules.sample_draft(view, Random(number))) for number in range(5)]


def _refusal(rules: AnyRules, state: Any, seat: int, move: Any, at: int) -> object:
    try:
        rules.apply(state, seat, move, at, FastChance(Random(0)))
    except IllegalMove as refusal:
        return msgspec.json.encode(refusal.message), refusal.rule, refusal.offending
    return None


def _out_of_turn(rules: AnyRules, state: Any, seat: int, move: Any) -> object:
    refusal = rules.refusal_out_of_turn(state, seat, move)
    if refusal is None:
        return None
    return msgspec.json.encode(refusal.message), refusal.rule, refusal.offending


def _same_transition(
    match: Match, version: int, entry: LogEntry, world: Any, viewer: int | None, rng: Random
) -> bool:
    """Return whether the step is possible in that world; then it must look the same."""
    rules = match.rules
    given = Counter(result.stream for entry in match.log[: version + 1] for result in entry.chance)
    chance = _OtherWorld(entry.chance, given, viewer, rng)
    try:
        if entry.seat is None:
            after, events = rules.expire(world, entry.at, chance)
        else:
            move = _move_that_looks_the_same(rules, world, entry, viewer, rng)
            after, events = rules.apply(world, entry.seat, move, entry.at, chance)
    except (IllegalMove, ImpossibleResult):
        return False
    if not same_view(rules, match.state_at(version + 1), after, viewer):
        return False
    same_events(entry.events, events, viewer)
    _same_possibilities(rules, match.state_at(version + 1), after, viewer, [], entry.at)
    return True


def _move_that_looks_the_same(
    rules: AnyRules, world: Any, entry: LogEntry, viewer: int | None, rng: Random
) -> Any:
    """Return the move if it is legal in that world, or one that looks the same to the viewer."""
    assert entry.seat is not None
    moves = rules.legal_moves(world, entry.seat)
    if entry.move in moves or entry.seat == viewer:
        return entry.move
    look = rules.conceal(entry.move, entry.seat, viewer)
    for _ in range(20):
        move = moves.sample(rng)
        if type(move) is type(entry.move) and rules.conceal(move, entry.seat, viewer) == look:
            return move
    return entry.move


def same_view(rules: AnyRules, state: Any, world: Any, viewer: int | None) -> bool:
    return msgspec.json.encode(rules.view(state, viewer)) == msgspec.json.encode(
        rules.view(world, viewer)
    )


def same_events(events: Events, others: Events, viewer: int | None) -> None:
    assert msgspec.json.encode(visible_messages(events, viewer)) == msgspec.json.encode(
        visible_messages(others, viewer)
    ), "an event leaks"


class _OtherWorld(Chance):
    """Chance that repeats the results that the viewer saw and draws the others at random."""

    def __init__(
        self, results: tuple[Result, ...], given: Counter[str], viewer: int | None, rng: Random
    ) -> None:
        super().__init__()
        self._viewer = viewer
        self._given = given.copy()
        self._random = FastChance(rng)
        self._seen: dict[tuple[str, int], Result] = {}
        counted = given.copy()
        for result in results:
            if self._visible(result.to):
                self._seen[result.stream, counted[result.stream]] = result
            counted[result.stream] += 1

    def _visible(self, to: Owner) -> bool:
        return to is None or to == self._viewer

    def _draw(self, stream: str, deck: Deck, count: int, to: Owner) -> tuple[int, ...]:
        place = self._place(stream)
        if not self._visible(to):
            return self._random.draw(stream, deck, count, to)
        values = self._as_seen(stream, place)
        if len(values) != count or any(
            many > (deck[kind] if kind < len(deck) else 0) for kind, many in Counter(values).items()
        ):
            raise ImpossibleResult("core.error.impossible_result", stream=stream, values=values)
        return values

    def _roll(self, stream: str, faces: int, count: int, to: Owner) -> tuple[int, ...]:
        place = self._place(stream)
        if not self._visible(to):
            return self._random.roll(stream, faces, count, to)
        return self._as_seen(stream, place)

    def _place(self, stream: str) -> int:
        self._given[stream] += 1
        return self._given[stream] - 1

    def _as_seen(self, stream: str, place: int) -> tuple[int, ...]:
        if (stream, place) in self._seen:
            return self._seen[stream, place].values
        assert not any(name == stream for name, _ in self._seen), "hidden chance shifts visible"
        raise ImpossibleResult("core.error.missing_result", stream=stream)
