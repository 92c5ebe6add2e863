"""What a bot is given to decide, rebuilt from what the server sends to its seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import msgspec

from quincunx.core.bots import AnyTurn, Turn
from quincunx.core.game import Game
from quincunx.core.observation import Observation
from quincunx.core.options import make_options
from quincunx.core.rules import Rules
from quincunx.registry import find
from quincunx.wire import Step, ViewerPosition


class TurnReader:
    """Turns the positions and steps of one table into the turns of a bot."""

    def __init__(self, game: str, options: Mapping[str, Any], seats: int) -> None:
        self.game: Game = find(game)
        made = make_options(self.game.options, options, game=game)
        self.rules: Rules[Any, Any, Any, Any] = self.game.rules(made, seats)

    def turn(self, position: ViewerPosition, steps: Iterable[Step], seed: str) -> AnyTurn:
        """Return the turn at that position, after those steps."""
        view = msgspec.convert(position.view, self.rules.view_type, str_keys=True)
        rng = Random(f"{seed}/{view.seat}/{position.version}")
        return Turn(self.rules, view, self._observations(steps, position.version), rng)

    def _observations(self, steps: Iterable[Step], version: int) -> list[Observation[Any]]:
        """Return what the seat has seen up to that version, without what was taken back."""
        seen: list[Observation[Any]] = []
        for step in steps:
            if step.version > version:
                break
            if step.back is not None:
                seen = [earlier for earlier in seen if earlier.version <= step.back]
                continue
            move = None if step.move is None else self.game.parse_move(step.move)
            seen.append(Observation(step.version, step.at, step.seat, move, step.events))
        return seen
