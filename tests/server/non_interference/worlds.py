"""Two worlds that one seat cannot tell apart: their actions and results of chance.

The first is played at random. The second is made from it: hidden results of chance are replaced or
swapped, and hidden actions of others are changed, until the seat's view is the same after every
step. Later results of chance are different in any case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice, product
from random import Random
from typing import Any, NamedTuple, Self

import msgspec

from quincunx.core.chance import (
    Chance,
    Deck,
    ImpossibleResult,
    KeyedChance,
    Owner,
    Result,
    deck_without,
)
from quincunx.core.errors import QuincunxError
from quincunx.core.match import Match
from quincunx.core.options import make_options
from quincunx.registry import find

FIRST_WORLD_ATTEMPTS = 6
"""How many first worlds are tried before the number of steps is reduced."""

SECOND_WORLD_ATTEMPTS = 500
"""How many second worlds are tried for a first one."""

MAX_SIMILAR_MOVES = 20
"""How many moves are tried to find one that looks like another."""

BOT_PAUSE_MS = 40
"""Time between the last step and the move of a bot."""


class Setting(NamedTuple):
    """A game, its players, and the viewer who must not see a difference."""

    game: str
    options: dict[str, Any]
    seats: int
    viewer: int | None
    """`None` is a spectator."""
    steps: int
    bots: tuple[int, ...] = ()
    """The seats of bots."""
    pace: int | None = None
    seed: int = 1


class Action(NamedTuple):
    """A move, a draft or a deadline at a table time."""

    at: int
    seat: int | None = None
    """`None` is a deadline."""
    member: int = 0
    move: str | None = None
    draft: Any = None
    refused: tuple[tuple[str, int], ...] = ()
    """Moves that the viewer tries before it and that are refused, with their versions."""


class World(NamedTuple):
    chance: tuple[Result, ...]
    """The first results of chance in order; the later ones come from the key."""
    key: bytes
    """Its first byte tells the two worlds apart."""
    actions: tuple[Action, ...]


class WorldChance(KeyedChance):
    """Chance that returns the results of a world and then those of its key."""

    def __init__(self, world: World) -> None:
        super().__init__(world.key)
        self.key = world.key
        self._written = list(world.chance)

    def _deal(self, stream: str, deck: Deck, count: int, to: Owner) -> tuple[tuple[int, ...], Deck]:
        if not self._written:
            return super()._deal(stream, deck, count, to)
        values = self._next(stream, to)
        if len(values) != count or any(values.count(kind) > deck[kind] for kind in values):
            raise ImpossibleResult("core.error.impossible_result", stream=stream, values=values)
        return values, deck_without(deck, values)

    def _roll(self, stream: str, faces: int, count: int, to: Owner) -> tuple[int, ...]:
        if not self._written:
            return super()._roll(stream, faces, count, to)
        return self._next(stream, to)

    def _next(self, stream: str, to: Owner) -> tuple[int, ...]:
        result = self._written.pop(0)
        if (result.stream, result.to) != (stream, to):
            raise ImpossibleResult("core.error.other_result", stream=stream, found=result.stream)
        return result.values

    def copy(self) -> Self:
        chance = super().copy()
        chance._written = self._written.copy()
        return chance

    def skip(self, results: Any) -> None:
        """Skip results that a stored game already contains."""
        passed = tuple(results)
        super().skip(passed)
        del self._written[: len(passed)]


def new_match(setting: Setting, chance: Chance) -> Match:
    game = find(setting.game)
    options = make_options(game.options, setting.options, game=game.name)
    return Match(game, options, setting.seats, chance=chance)


def two_worlds(setting: Setting) -> tuple[World, World]:
    """Return two worlds that the viewer cannot tell apart; the same ones for the same seed."""
    rng = Random(setting.seed)
    for attempt in range(setting.steps * FIRST_WORLD_ATTEMPTS):
        steps = setting.steps - attempt // FIRST_WORLD_ATTEMPTS
        match, actions = _first_world(setting, steps, rng)
        if len(actions) < steps:
            continue
        one = World(_results(match), b"\0" + rng.randbytes(31), actions)
        other = _second_world(setting, match, actions, rng)
        if other is not None:
            return one, other
    raise AssertionError(f"no second world was found for {setting}")


def _results(match: Match) -> tuple[Result, ...]:
    return tuple(chain.from_iterable(entry.chance for entry in match.log))


# The first world


def _first_world(setting: Setting, steps: int, rng: Random) -> tuple[Match, tuple[Action, ...]]:
    """Play some steps at random, or fewer if the game would be over."""
    match = new_match(setting, KeyedChance(rng.randbytes(32)))
    actions: list[Action] = []
    while len(actions) < steps:
        action = _next_action(setting, match, rng)
        action = action._replace(refused=tuple(_refused(setting, match, rng)))
        _perform(match, action)
        if match.outcome is not None:
            match.undo()
            break
        actions.append(action)
    return match, tuple(actions)


def _next_action(setting: Setting, match: Match, rng: Random) -> Action:
    deadline = match.deadline
    if deadline is not None and (not match.active or rng.random() < 0.1):
        return Action(deadline)
    at = match.now + rng.randrange(1, 1500)
    bots_to_move = [seat for seat in match.awaited if seat in setting.bots]
    seat = rng.choice(bots_to_move or match.awaited or match.active)
    if seat in setting.bots:
        at = match.log[-1].at + BOT_PAUSE_MS
    if deadline is not None and at >= deadline:
        return Action(deadline)
    member = match.rules.member(match.state, seat) or 0
    drafts = seat not in setting.bots and match.rules.drafting(match.state, seat)
    if drafts and rng.random() < 0.5:
        draft = match.rules.sample_draft(match.view(seat), Random(at))
        return Action(at, seat, member, draft=draft)
    return Action(at, seat, member, str(match.legal_moves(seat).sample(rng)))


def _refused(setting: Setting, match: Match, rng: Random) -> Iterator[tuple[str, int]]:
    """Yield a few moves that the rules refuse to the viewer: out of turn, stale or illegal."""
    seat = setting.viewer
    if seat is None:
        return
    texts = [str(entry.move) for entry in match.log if entry.move is not None]
    texts += [str(move) for other in match.active for move in [*match.legal_moves(other)][:4]]
    texts += [str(move) for move in [*match.legal_moves(seat)][:4]]
    rng.shuffle(texts)
    tried = product(dict.fromkeys(texts), (match.version, 0))
    yield from islice((each for each in tried if _is_refused(match, seat, *each)), 3)


def _is_refused(match: Match, seat: int, text: str, version: int) -> bool:
    try:
        match.play(text, seat, at=match.now, version=version)
    except QuincunxError:
        return True
    match.undo()
    return False


def _perform(match: Match, action: Action) -> None:
    if action.seat is None:
        match.tick(action.at)
    elif action.move is None:
        match.draft(action.seat, action.draft, at=action.at)
    else:
        match.play(action.move, action.seat, at=action.at)


# The second world


def _second_world(
    setting: Setting, match: Match, actions: Sequence[Action], rng: Random
) -> World | None:
    results = _results(match)
    hidden = [n for n, result in enumerate(results) if result.to not in (None, setting.viewer)]
    views = _views(setting, match, actions)
    if not hidden:
        return World(results, b"\1" + rng.randbytes(31), tuple(actions))
    for _ in range(SECOND_WORLD_ATTEMPTS):
        world = _replayed_world(setting, views, actions, _changed(results, hidden, rng), rng)
        if world is not None and world.chance != results:
            return world
    return None


def _views(setting: Setting, match: Match, actions: Sequence[Action]) -> list[bytes]:
    """Return what the viewer sees after the deal and after each action."""
    again = new_match(setting, WorldChance(World(_results(match), bytes(32), ())))
    views = [_view(setting, again)]
    for action in actions:
        _perform(again, action)
        views.append(_view(setting, again))
    return views


def _view(setting: Setting, match: Match) -> bytes:
    seen = match.history(setting.viewer)
    return msgspec.json.encode(
        (
            match.view(setting.viewer),
            match.version,
            seen[-1].move and str(seen[-1].move),
            match.progress,
        )
    )


def _changed(results: Sequence[Result], hidden: Sequence[int], rng: Random) -> tuple[Result, ...]:
    """Replace or swap some hidden values."""
    values = [list(result.values) for result in results]
    for _ in range(rng.randrange(1, 5)):
        here = rng.choice(hidden)
        there = rng.choice([n for n in hidden if results[n].stream == results[here].stream])
        mine, theirs = rng.randrange(len(values[here])), rng.randrange(len(values[there]))
        if rng.random() < 0.5:
            values[here][mine], values[there][theirs] = values[there][theirs], values[here][mine]
        else:
            values[here][mine] = rng.randrange(max(map(max, values)) + 1)
    return tuple(
        msgspec.structs.replace(result, values=tuple(new))
        for result, new in zip(results, values, strict=True)
    )


def _replayed_world(
    setting: Setting,
    views: Sequence[bytes],
    actions: Sequence[Action],
    results: tuple[Result, ...],
    rng: Random,
) -> World | None:
    """Return the world with these results of chance, if the viewer sees no difference."""
    done: list[Action] = []
    try:
        match = new_match(setting, WorldChance(World(results, bytes(32), ())))
        if _view(setting, match) != views[0]:
            return None
        for action, view_bytes in zip(actions, views[1:], strict=True):
            done.append(_similar_action(setting, match, action, rng))
            _perform(match, done[-1])
            if _view(setting, match) != view_bytes or match.outcome is not None:
                return None
    except (QuincunxError, IndexError):
        return None
    return World(results, b"\1" + rng.randbytes(31), tuple(done))


def _similar_action(setting: Setting, match: Match, action: Action, rng: Random) -> Action:
    """Return the action, or another one that looks the same to the viewer."""
    if action.seat is None or action.seat == setting.viewer:
        return action
    if action.move is None:
        view = match.view(action.seat)
        return action._replace(draft=match.rules.sample_draft(view, Random(action.at)))
    move, moves = match.game.parse_move(action.move), match.legal_moves(action.seat)
    view_bytes = match.rules.conceal(move, action.seat, setting.viewer)
    for _ in range(0 if move in moves and view_bytes == move else MAX_SIMILAR_MOVES):
        other = moves.sample(rng)
        alike = match.rules.conceal(other, action.seat, setting.viewer) == view_bytes
        if alike and type(other) is type(move) and other != move:
            return action._replace(move=str(other))
    return action
