"""What a bot is given when it decides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any, Generic, TypeVar

from quincunx.core.moves import Moves
from quincunx.core.observation import Observation
from quincunx.core.rules import Rules

M = TypeVar("M")
V = TypeVar("V")


class Turn(Generic[M, V]):
    """One decision of one seat: everything that its bot may know."""

    def __init__(
        self,
        rules: Rules[Any, M, V, Any],
        view: V,
        observations: Sequence[Observation[M]],
        rng: Random,
        *,
        partners: frozenset[int] = frozenset(),
        work: int = 0,
        state: Any = None,
    ) -> None:
        """`state` is any state that is consistent with the view, to save determinising one.

        A match gives its own. Only the legal moves, the awaited seats and the deadline are taken
        from it, and none of them depends on what the seat cannot know.
        """
        self.rules = rules
        self.view = view
        self.seat: int = view.seat  # type: ignore[attr-defined]
        self.observations = observations
        """All that the seat has seen happen, in order."""
        self.partners = partners
        """The other seats that the same kind of bot plays: they share its conventions."""
        self.work = work
        """The number of simulations or nodes that the bot may use; 0: as many as it likes."""
        self.rng = rng
        """The random numbers of this decision: the same in every process and at every attempt."""
        if state is not None:
            self._state = state

    @cached_property
    def _state(self) -> Any:
        return self.determinise(Random(0))

    @cached_property
    def legal_moves(self) -> Moves[M]:
        """The legal moves of the seat."""
        return self.rules.legal_moves(self._state, self.seat)

    @property
    def is_awaited(self) -> bool:
        """Whether the game waits for the seat; otherwise its moves are optional."""
        return self.seat in self.rules.awaited(self._state)

    @property
    def deadline(self) -> int | None:
        """The table time at which time alone will change something."""
        return self.rules.deadline(self._state)

    @property
    def last_event_at(self) -> int:
        """The table time of the last thing that the seat saw happen."""
        return self.observations[-1].at

    def determinise(self, rng: Random | None = None) -> Any:
        """Return a random state that is consistent with all that the seat knows."""
        return self.rules.determinise(self.view, self.observations, rng or self.rng)


AnyTurn = Turn[Any, Any]
