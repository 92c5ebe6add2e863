"""The games that are registered with OpenSpiel, and their parameters."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, Final

import pyspiel

from quincunx.core.chance import Chance, FastChance
from quincunx.core.encoding import AnyEncoding
from quincunx.core.errors import QuincunxError
from quincunx.core.events import Events
from quincunx.core.game import Game
from quincunx.core.options import make_options, parse_values
from quincunx.core.viewers import OMNISCIENT
from quincunx.envs.openspiel.observer import OpenSpielObserver
from quincunx.envs.openspiel.state import OpenSpielState
from quincunx.registry import find, game_names

MAX_CHANCE_OUTCOMES: Final = 64
"""More than any deck has kinds and any die faces."""
MAX_SCORE: Final = 1000
"""More than anybody scores alone."""
_PARAMETERS: Final = {"seats": 0, "preset": "base", "options": "", "position": ""}
"""`seats=0` is the smallest number for two players or more. `options` are `NAME:VALUE` with `;`
between them. `position` is a position from which to begin, in the notation of `Match.position`."""


class NotTurnBased(QuincunxError):
    """A table at which several seats act at once, or time plays a part."""


class OpenSpielTable:
    """The rules of one game with its parameters. It never changes, so copies of states share it."""

    def __init__(self, game: Game, parameters: dict[str, Any]) -> None:
        chosen = {**_PARAMETERS, **parameters}
        texts = dict(each.split(":", 1) for each in str(chosen["options"]).split(";") if each)
        values = {
            **game.find_preset(str(chosen["preset"])).options,
            **parse_values(game.options, texts),
        }
        options = make_options(game.options, values, game=game.name)
        allowed = game.seats(options)
        self.game = game
        self.seats: int = chosen["seats"] or min(max(2, allowed[0]), allowed[-1])
        game.check_seats(self.seats, options)
        self.rules = game.rules(options, self.seats)
        self.encoding: AnyEncoding = game.encoding(self.rules)
        self.max_steps = self.rules.max_log_entries
        self._position = str(chosen["position"])
        state, _ = self.set_up(FastChance(Random(0)))
        if self.rules.is_real_time or len(self.rules.active(state)) != 1:
            raise NotTurnBased("core.error.not_turn_based", game=game.name)
        views = [self.rules.view(state, viewer) for viewer in (None, OMNISCIENT)]
        self.hides_nothing = views[0] == views[1]

    def set_up(self, chance: Chance) -> tuple[Any, Events]:
        """Deal the game, or begin at the position."""
        if self._position:
            return self.game.setup_position(self.rules, self._position, chance)
        return self.rules.setup(chance)

    def __deepcopy__(self, memo: object) -> OpenSpielTable:
        return self


class OpenSpielGame(pyspiel.Game):
    """A game with its parameters; there is a subclass for each game."""

    name: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.table = OpenSpielTable(find(self.name), params or {})
        super().__init__(_game_type(self.table), _game_info(self.table), params or {})

    def new_initial_state(self) -> OpenSpielState:
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OpenSpielObserver:
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return OpenSpielObserver(self.table, perfect_recall=bool(recall))


def _game_type(table: OpenSpielTable) -> Any:
    kinds = pyspiel.GameType
    utility = kinds.Utility.GENERAL_SUM if table.seats == 1 else kinds.Utility.ZERO_SUM
    if table.game.cooperative:
        utility = kinds.Utility.IDENTICAL
    return kinds(
        short_name=f"quincunx_{table.game.name}",
        long_name=f"Quincunx {table.game.name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kinds.Information.PERFECT_INFORMATION
            if table.hides_nothing
            else kinds.Information.IMPERFECT_INFORMATION
        ),
        utility=utility,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(16, table.seats),
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


def _game_info(table: OpenSpielTable) -> Any:
    alone = table.seats == 1 and not table.game.low_score_wins(1)
    most = float(MAX_SCORE) if alone else 1.0
    zero_sum = table.seats > 1 and not table.game.cooperative
    return pyspiel.GameInfo(
        num_distinct_actions=table.encoding.actions.size,
        max_chance_outcomes=MAX_CHANCE_OUTCOMES,
        num_players=table.seats,
        min_utility=-most,
        max_utility=most,
        max_game_length=table.max_steps,
        **({"utility_sum": 0.0} if zero_sum else {}),
    )


def register_games() -> None:
    """Register each game in which moves can be listed and whose base game is turn-based."""
    for name in game_names():
        game = find(name)
        rules = game.rules(game.options(), game.seats(game.options())[0])
        if game.listed and not rules.is_real_time and game.encoding(rules).no_draft is None:
            table = OpenSpielTable(game, {})
            # A class, because OpenSpiel keeps what is registered until after the interpreter's end.
            made = type(f"OpenSpiel_{name}", (OpenSpielGame,), {"name": name})
            pyspiel.register_game(_game_type(table), made)
