"""The batch asks, allows and shows what the environments of `quincunx.envs` do."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from quincunx.batch.engine import PlainStep, batch_game
from quincunx.core.chance import ScriptedChance
from quincunx.core.match import Match
from quincunx.envs.table import EnvTable
from quincunx.registry import find
from tests.batch.kit import BatchSetup, setup_id
from tests.batch.kit.asking import Asking
from tests.batch.kit.recording import RandomPlay

TABLES, STEPS = 4, 160
SETUPS = (
    BatchSetup("quatrefoil", 4, {"limit": 5}),
    BatchSetup("quatrefoil", 4, {"variant": "dual", "limit": 5}),
    BatchSetup("quatrefoil", 4, {"signals": "by-hand", "deals": "5", "limit": 3}),
    BatchSetup("coloryam", 3, {"beginner": True}),
    BatchSetup("quivvit", 3, {"random_color": True, "double_rotation": True}),
)


class FollowingTable(EnvTable):
    """A table of an environment with the chance of a table on arrays."""

    def deal_as(self, chance: ScriptedChance) -> None:
        self.deal(0)
        self.match = Match(self.game, self.options, self.seats, chance=chance)
        self._begin_round()


@pytest.mark.parametrize("setup", SETUPS, ids=setup_id)
def test_a_batch_is_like_an_environment(setup: BatchSetup) -> None:
    env = setup.make()
    kernel, functions = env.kernel, batch_game(setup.game)
    table = FollowingTable(find(setup.game), functions.options_of(kernel), setup.seats)
    play = RandomPlay(env, tables=TABLES, steps=STEPS, seldom=(), seed=1)
    asking, ends = Asking(table.rules, table.match.state), 0
    for recorded in play.steps():
        for step in recorded:
            before, after = step.before, step.after
            if before._step_count == 0:
                table.deal_as(functions.dealt(kernel, before._table))
                asking = Asking(table.rules, table.match.state)
            seat = table.next_seat()
            assert before.current_player == seat == asking.seat
            mask = table.mask(seat)
            assert np.array_equal(before.legal_action_mask, mask)
            assert table.may_wait(seat) == asking.may_wait(table.match.state)
            assert np.array_equal(step.seen[seat], table.observe(seat))
            table.match.chance = functions.drawn(kernel, plain_step(step))
            table.act(seat, step.action)
            asking.answered(table.match.state, has_acted=step.action != table.encoding.wait)
            assert after.terminated == (table.next_seat() is None)
            ends += after.terminated
    assert ends


def plain_step(step: Any) -> PlainStep:
    return PlainStep(step.before._table, step.before.current_player, step.action, step.after._table)
