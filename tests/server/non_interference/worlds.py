"""Two worlds that one seat cannot tell apart: what happens in each of them, and how chance falls.

The first is played at random. The second is made from it: hidden results of chance are replaced or
swapped, and what others do unseen is done otherwise, until a world is found in which the seat's
view is the same after every step. What chance will do later differs in any case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice, product
from random import Random
from typing import Any, NamedTuple, Self

import msgspec

from quincunx.core.chance import Chance, Deck, ImpossibleResult, KeyedChance, Owner, Result
from quincunx.core.errors import QuincunxError
from quincunx.core.match import Match
from quincunx.core.options import make_options
from quincunx.registry import find

EVENINGS = 6
"""So many first worlds are played before fewer steps must do."""

TRIES = 500
"""So many second worlds are looked at before a first one is given up."""

ALIKE = 20
"""So many moves are looked at for one that looks like another."""

BOT_PAUSE_MS = 40
"""Milliseconds between what happened last and a bot's move."""


class Setting(NamedTuple):
    """Who plays what, and who must not notice anything."""

    game: str
    options: dict[str, Any]
    seats: int
    viewer: int | None
    """None: somebody who looks on."""
    steps: int
    bots: tuple[int, ...] = ()
    """The seats that are a bot's."""
    pace: int | None = None
    seed: int = 1


class Act(NamedTuple):
    """Something that happens at a table time."""

    at: int
    seat: int | None = None
    """None: time passes, and a deadline with it."""
    member: int = 0
    move: str | None = None
    draft: Any = None
    refused: tuple[tuple[str, int], ...] = ()
    """What the viewer tries before it in vain: a move, and the version that it is meant for."""


class World(NamedTuple):
    chance: tuple[Result, ...]
    """What chance gives, in this order; later it is the key's."""
    key: bytes
    """Its first byte says which of the two worlds it is."""
    acts: tuple[Act, ...]


class Fate(KeyedChance):
    """Gives a world's results one after the other, and then its own."""

    def __init__(self, world: World) -> None:
        super().__init__(world.key)
        self.key = world.key
        self._written = list(world.chance)

    def _draw(self, stream: str, deck: Deck, count: int, to: Owner) -> tuple[int, ...]:
        if not self._written:
            return super()._draw(stream, deck, count, to)
        values = self._next(stream, to)
        if len(values) != count or any(values.count(kind) > deck[kind] for kind in values):
            raise ImpossibleResult("core.error.impossible_result", stream=stream, values=values)
        return values

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
        """Passes over results that a stored game already holds."""
        passed = tuple(results)
        super().skip(passed)
        del self._written[: len(passed)]


def dealt(setting: Setting, chance: Chance) -> Match:
    game = find(setting.game)
    options = make_options(game.options, setting.options, game=game.name)
    return Match(game, options, setting.seats, chance=chance)


def two_worlds(setting: Setting) -> tuple[World, World]:
    """A world and another one that the viewer cannot tell from it; the same for the same seed."""
    rng = Random(setting.seed)
    for attempt in range(setting.steps * EVENINGS):
        steps = setting.steps - attempt // EVENINGS
        match, acts = _played(setting, steps, rng)
        if len(acts) < steps:
            continue
        one = World(_results(match), b"\0" + rng.randbytes(31), acts)
        other = _another(setting, match, acts, rng)
        if other is not None:
            return one, other
    raise AssertionError(f"no second world was found for {setting}")


def _results(match: Match) -> tuple[Result, ...]:
    return tuple(chain.from_iterable(entry.chance for entry in match.log))


# The first world


def _played(setting: Setting, steps: int, rng: Random) -> tuple[Match, tuple[Act, ...]]:
    """So much of a game at random, or less if it would be over."""
    match = dealt(setting, KeyedChance(rng.randbytes(32)))
    acts: list[Act] = []
    while len(acts) < steps:
        act = _next_act(setting, match, rng)._replace(refused=tuple(_refused(setting, match, rng)))
        _happens(match, act)
        if match.outcome is not None:
            match.undo()
            break
        acts.append(act)
    return match, tuple(acts)


def _next_act(setting: Setting, match: Match, rng: Random) -> Act:
    deadline = match.deadline
    if deadline is not None and (not match.active or rng.random() < 0.1):
        return Act(deadline)
    at = match.now + rng.randrange(1, 1500)
    busy = [seat for seat in match.awaited if seat in setting.bots]
    seat = rng.choice(busy or match.awaited or match.active)
    if seat in setting.bots:
        at = match.log[-1].at + BOT_PAUSE_MS
    if deadline is not None and at >= deadline:
        return Act(deadline)
    member = match.rules.member(match.state, seat) or 0
    drafts = seat not in setting.bots and match.rules.drafting(match.state, seat)
    if drafts and rng.random() < 0.5:
        draft = match.rules.sample_draft(match.view(seat), Random(at))
        return Act(at, seat, member, draft=draft)
    return Act(at, seat, member, _text(match, match.moves(seat).sample(rng)))


def _refused(setting: Setting, match: Match, rng: Random) -> Iterator[tuple[str, int]]:
    """A few moves that the rules refuse to the viewer: others' moves, late ones, wrong ones."""
    seat = setting.viewer
    if seat is None:
        return
    texts = [_text(match, entry.move) for entry in match.log if entry.move is not None]
    texts += [_text(match, move) for other in match.active for move in [*match.moves(other)][:4]]
    texts += [_text(match, move) for move in [*match.moves(seat)][:4]]
    rng.shuffle(texts)
    tried = product(dict.fromkeys(texts), (match.version, 0))
    yield from islice((each for each in tried if _is_refused(match, seat, *each)), 3)


def _is_refused(match: Match, seat: int, text: str, version: int) -> bool:
    try:
        match.play(seat, text, at=match.now, version=version)
    except QuincunxError:
        return True
    match.undo()
    return False


def _text(match: Match, move: Any) -> str:
    return match.game.format_move(move)


def _happens(match: Match, act: Act) -> None:
    if act.seat is None:
        match.tick(act.at)
    elif act.move is None:
        match.draft(act.seat, act.draft, at=act.at)
    else:
        match.play(act.seat, act.move, at=act.at)


# The second one


def _another(setting: Setting, match: Match, acts: Sequence[Act], rng: Random) -> World | None:
    results = _results(match)
    hidden = [n for n, result in enumerate(results) if result.to not in (None, setting.viewer)]
    looks = _looks(setting, match, acts)
    if not hidden:
        return World(results, b"\1" + rng.randbytes(31), tuple(acts))
    for _ in range(TRIES):
        world = _relived(setting, looks, acts, _changed(results, hidden, rng), rng)
        if world is not None and world.chance != results:
            return world
    return None


def _looks(setting: Setting, match: Match, acts: Sequence[Act]) -> list[bytes]:
    """What the viewer sees after each act, the deal first."""
    again = dealt(setting, Fate(World(_results(match), bytes(32), ())))
    looks = [_look(setting, again)]
    for act in acts:
        _happens(again, act)
        looks.append(_look(setting, again))
    return looks


def _look(setting: Setting, match: Match) -> bytes:
    seen = match.history(setting.viewer)
    return msgspec.json.encode(
        (
            match.view(setting.viewer),
            match.version,
            seen[-1].move and _text(match, seen[-1].move),
            match.progress,
        )
    )


def _changed(results: Sequence[Result], hidden: Sequence[int], rng: Random) -> tuple[Result, ...]:
    """Some hidden values replaced by others, or swapped."""
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


def _relived(
    setting: Setting,
    looks: Sequence[bytes],
    acts: Sequence[Act],
    results: tuple[Result, ...],
    rng: Random,
) -> World | None:
    """The same evening with that chance, if the viewer sees no difference."""
    done: list[Act] = []
    try:
        match = dealt(setting, Fate(World(results, bytes(32), ())))
        if _look(setting, match) != looks[0]:
            return None
        for act, look in zip(acts, looks[1:], strict=True):
            done.append(_alike(setting, match, act, rng))
            _happens(match, done[-1])
            if _look(setting, match) != look or match.outcome is not None:
                return None
    except (QuincunxError, IndexError):
        return None
    return World(results, b"\1" + rng.randbytes(31), tuple(done))


def _alike(setting: Setting, match: Match, act: Act, rng: Random) -> Act:
    """The same act, or one that looks the same to the viewer: always if it is hidden anyway."""
    if act.seat is None or act.seat == setting.viewer:
        return act
    if act.move is None:
        view = match.view(act.seat)
        return act._replace(draft=match.rules.sample_draft(view, Random(act.at)))
    move, moves = match.game.parse_move(act.move), match.moves(act.seat)
    look = match.rules.conceal(move, act.seat, setting.viewer)
    for _ in range(0 if move in moves and look == move else ALIKE):
        other = moves.sample(rng)
        alike = match.rules.conceal(other, act.seat, setting.viewer) == look
        if alike and type(other) is type(move) and other != move:
            return act._replace(move=_text(match, other))
    return act
