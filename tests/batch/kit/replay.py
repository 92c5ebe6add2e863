"""Replay games of a batch in the engine, and compare every step."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import numpy as np

from quincunx.batch import BatchEnv
from quincunx.batch.engine import PlainStep, batch_game
from quincunx.core.chance import ScriptedChance
from quincunx.core.errors import QuincunxError
from quincunx.core.game import Game
from quincunx.core.outcome import Outcome
from quincunx.registry import find
from tests.batch.kit.asking import Asking
from tests.batch.kit.recording import RandomPlay, RecordedStep
from tests.helpers.paths import ROOT

_TABLE_TIME: Final = 0
_MAX_STEPS_AT_ONCE: Final = 256
_EVERY_SEAT_ONCE_IN: Final = 8
"""In one of so many steps the observations of all seats are compared."""


def _rewards() -> Callable[[Game, Outcome], tuple[float, ...]]:
    # Without its package, which needs the lab's environment.
    module = runpy.run_path(str(ROOT / "src" / "quincunx" / "envs" / "rewards.py"))
    found: Callable[[Game, Outcome], tuple[float, ...]] = module["rewards"]
    return found


REWARDS: Final = _rewards()


class Compared(NamedTuple):
    """How much was compared."""

    steps: int
    ends: int
    """Ends of games."""


def replay(
    env: BatchEnv,
    *,
    tables: int,
    steps: int,
    seldom: tuple[int, ...] = (),
    is_dealt: bool = True,
    seed: int = 1,
) -> Compared:
    """Play a batch at random and replay it in the engine; raise `AssertionError` at a difference.

    Each table makes `steps` steps or a few more. Actions in `seldom` are taken seldom, so that
    games get far. `is_dealt` is false if games begin with positions that the rules do not deal.
    """
    runs = -(-steps // _MAX_STEPS_AT_ONCE)
    play = RandomPlay(env, tables=tables, steps=-(-steps // runs), seldom=seldom, seed=seed)
    replays = [TableReplay(env, is_dealt=is_dealt) for _ in range(tables)]
    for _ in range(runs):
        for table, recorded in zip(replays, play.steps(), strict=True):
            table.follow(recorded)
    return Compared(sum(each.steps for each in replays), sum(each.ends for each in replays))


class TableReplay:
    """The engine's course of the games of one table."""

    def __init__(self, env: BatchEnv, *, is_dealt: bool = True) -> None:
        kernel = env.kernel
        self.game, self.functions, self.kernel = find(kernel.name), batch_game(kernel.name), kernel
        options = self.functions.options_of(kernel)
        self.rules = self.game.rules(options, kernel.num_seats)
        self.encoding = self.game.encoding(self.rules)
        self.state: Any = None
        self.steps = self.ends = 0
        self._is_dealt = is_dealt

    def follow(self, recorded: Iterator[RecordedStep]) -> None:
        """Make the next steps of the table and compare each."""
        for step in recorded:
            if step.before._step_count == 0:
                self._deal(step)
            self._compare_question(step)
            self._act(step)
            self._compare_end(step)
            self.steps += 1

    def _deal(self, step: RecordedStep) -> None:
        if self._is_dealt:
            with using_all(self.functions.dealt(self.kernel, step.before._table)) as chance:
                self.state, _ = self.rules.setup(chance)
        else:
            self.state = self.functions.state_of(self.kernel, step.before._table)
        self.asking = Asking(self.rules, self.state)
        self._steps_of_game = 0
        self._compare_state(step.before)

    def _compare_question(self, step: RecordedStep) -> None:
        """Compare who is asked, what is allowed, and what seats observe."""
        seat = step.before.current_player
        same("seat", seat, self.asking.seat)
        same("number of steps", step.before._step_count, self._steps_of_game)
        mask = self.encoding.mask(self.state, seat, self.encoding.no_draft)
        if self.encoding.wait is not None:
            mask[self.encoding.wait] = self.asking.may_wait(self.state)
        same("legal actions", np.flatnonzero(step.before.legal_action_mask), np.flatnonzero(mask))
        is_for_all = self.steps % _EVERY_SEAT_ONCE_IN == 0
        for other in range(self.kernel.num_seats) if is_for_all else (seat,):
            self._compare_observation(step.seen[other], other)

    def _compare_observation(self, seen: np.ndarray, seat: int) -> None:
        expected = self.encoding.observe(self.state, seat, self.encoding.no_draft, _TABLE_TIME)
        same("type of an observation", seen.dtype, expected.dtype)
        if not np.array_equal(seen, expected):
            parts = self.encoding.features
            both = zip(parts.split(seen).items(), parts.split(expected).values(), strict=True)
            for (name, found), right in both:
                same(f"observation of {name}", found.tolist(), right.tolist())
            same("shape of an observation", seen.shape, expected.shape)

    def _act(self, step: RecordedStep) -> None:
        seat, waits = step.before.current_player, step.action == self.encoding.wait
        if not waits:
            draft = self.encoding.no_draft
            draft, move = self.encoding.step(self.state, seat, draft, step.action)
            assert move is not None, "an action on arrays is a whole move"
            plain = PlainStep(step.before._table, seat, step.action, step.after._table)
            with using_all(self.functions.drawn(self.kernel, plain)) as chance:
                self.state, _ = self.rules.apply(self.state, seat, move, _TABLE_TIME, chance)
        self._steps_of_game += 1
        self._compare_state(step.after)
        if self.rules.outcome(self.state) is None:
            self.asking.answered(self.state, has_acted=not waits)

    def _compare_state(self, after: Any) -> None:
        comparable = self.functions.comparable
        found = self.functions.state_of(self.kernel, after._table)
        expected = comparable(self.kernel, self.state)
        same("state", comparable(self.kernel, found), expected)

    def _compare_end(self, step: RecordedStep) -> None:
        outcome = self.rules.outcome(self.state)
        same("end", step.after.terminated, outcome is not None)
        expected = (0.0,) * self.kernel.num_seats
        if outcome is not None:
            expected = REWARDS(self.game, outcome)
            same("actions after the end", all(step.after.legal_action_mask), True)
            self.ends += 1
        same("rewards", step.after.rewards, np.array(expected, np.float32).tolist())


@contextmanager
def using_all(chance: ScriptedChance) -> Iterator[ScriptedChance]:
    """Raise `AssertionError` unless the rules accept the step and use all results of chance."""
    try:
        yield chance
    except QuincunxError as error:
        raise AssertionError(f"refused by the engine: {error}") from error
    same("unused results of chance", not chance.exhausted, False)


def same(what: str, found: Any, expected: Any) -> None:
    """Raise `AssertionError` if a value of the batch is not that of the engine."""
    is_array = isinstance(found, np.ndarray)
    is_same = np.array_equal(found, expected) if is_array else found == expected
    assert is_same, f"{what}: {found} on arrays, {expected} in the engine"
