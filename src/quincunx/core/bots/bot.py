"""The contract of a bot, and a bot that plays at random."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, Final, Generic, TypeVar

from quincunx.core.observation import Observation
from quincunx.core.rules import Rules

M = TypeVar("M")
V = TypeVar("V")

LEVELS: Final = ("easy", "medium", "expert")
"""The bots that every game offers to people; others are for the lab."""


class Bot(ABC, Generic[M, V]):
    """A player without state: the same arguments always give the same answer."""

    work: int = 0
    """The default number of simulations or nodes for a move."""

    def __init__(self, rules: Rules[Any, M, V, Any]) -> None:
        self.rules = rules

    @abstractmethod
    def choose(
        self,
        view: V,
        observations: Sequence[Observation[M]],
        partners: frozenset[int],
        work: int,
        rng: Random,
    ) -> M:
        """Choose a move for the seat that has this view; `partners` share its conventions."""

    def acts_at(self, view: V, observations: Sequence[Observation[M]], rng: Random) -> int | None:
        """Return the table time at which the bot acts if nothing happens before; `None`: never."""
        return observations[-1].at


AnyBot = Bot[Any, Any]


class RandomBot(Bot[Any, Any]):
    """Plays a random legal move.

    The view determines the legal moves, so any state that is consistent with it gives them.
    """

    def acts_at(
        self, view: Any, observations: Sequence[Observation[Any]], rng: Random
    ) -> int | None:
        """Act only when the game waits for it: other moves could be repeated for ever."""
        state = self.rules.determinise(view, observations, rng)
        return observations[-1].at if view.seat in self.rules.awaited(state) else None

    def choose(
        self,
        view: Any,
        observations: Sequence[Observation[Any]],
        partners: frozenset[int],
        work: int,
        rng: Random,
    ) -> Any:
        state = self.rules.determinise(view, observations, rng)
        return self.rules.legal_moves(state, view.seat).sample(rng)
