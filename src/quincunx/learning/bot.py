"""A bot that plays as a trained agent. It needs only NumPy."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import numpy as np

from quincunx.core.bots import Bot, Turn
from quincunx.core.errors import BadBot
from quincunx.games.coloryam.encoding import ColorYamEncoding
from quincunx.games.coloryam.moves import ColorYamMove
from quincunx.games.coloryam.notation import format_sheet
from quincunx.games.coloryam.rules import ColorYamRules
from quincunx.games.coloryam.state import ColorYamView
from quincunx.learning.agent import Agent
from quincunx.learning.network import ALL_ACTIONS, action_values
from quincunx.learning.task import GAME, Task


class TrainedBot(Bot[ColorYamMove, ColorYamView]):
    """Plays for its own total, as it has learnt alone. Subclasses name the file of the agent.

    class MyBot(TrainedBot):
        file = "coloryam.npz"
    """

    games = (GAME,)
    file: ClassVar[str | Path]

    def __init__(self) -> None:
        self.agent = Agent.load(Path(self.file))

    def choose(self, turn: Turn[ColorYamMove, ColorYamView]) -> ColorYamMove:
        assert isinstance(turn.rules, ColorYamRules)
        self._check(Task(format_sheet(turn.view.sheet), turn.rules.options.beginner))
        encoding = ColorYamEncoding(turn.rules)
        state = turn.determinise()
        seen = encoding.features.split(encoding.observe(state, turn.seat, None, turn.last_event_at))
        values = action_values(self.agent.weights, seen, ALL_ACTIONS)
        mask = encoding.mask(state, turn.seat, None)
        return encoding.move_of(state, int(np.where(mask, values, -np.inf).argmax()))

    def _check(self, task: Task) -> None:
        """Refuse a sheet that the agent has not learnt."""
        if task != self.agent.task:
            raise BadBot("learning.other_task", file=str(self.file))
