"""Pictures of tables."""

from __future__ import annotations

from typing import Any

from quincunx.core.viewers import OMNISCIENT
from quincunx.registry import find

from ..kernel import AnyKernel
from .games import batch_game
from .plain_tables import plain_table


def draw(kernel: AnyKernel, table: Any) -> str:
    """Return a picture of a table with all its secrets, as SVG."""
    game, functions = find(kernel.name), batch_game(kernel.name)
    rules = game.rules(functions.options_of(kernel), kernel.num_seats)
    state = functions.state_of(kernel, plain_table(table))
    return game.picture(rules.view(state, OMNISCIENT)).svg()
