"""The contract that a game's rules fulfil.

Rules are pure: no I/O, no clock, no randomness of their own, nothing remembered between calls. An
instance knows the options and the number of seats; everything else is in the state, which is
frozen, small and hashable. The conformance kit (`tests/kit`) checks every game against this
contract.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from quincunx.core.chance import Chance
from quincunx.core.errors import IllegalMove, NoDraft
from quincunx.core.events import Events
from quincunx.core.messages import Message
from quincunx.core.moves import Moves
from quincunx.core.observation import Observation
from quincunx.core.outcome import Outcome
from quincunx.core.viewers import Viewer

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")
D = TypeVar("D")


class Fault(msgspec.Struct, frozen=True):
    """One fault of a draft, and the cells where it is."""

    message: Message
    cells: tuple[str, ...] = ()


class Rules(ABC, Generic[S, M, V, D]):
    """The rules of a game, generic in its types of state, move, view and draft."""

    state_type: ClassVar[Any]
    view_type: ClassVar[Any]
    draft_type: ClassVar[Any] = None
    """Its lists, texts and numbers are all bounded with `msgspec.Meta`."""

    @property
    @abstractmethod
    def max_log_entries(self) -> int:
        """The maximum number of log entries, with the deal and without take-backs.

        The rules guarantee it by ending the game, however slowly the players proceed.
        """

    @property
    def is_real_time(self) -> bool:
        """Whether time to study the position is an advantage, with these options.

        While such a game is paused the server hides the position. Every game that has deadlines is
        a real-time game; the kit checks that.
        """
        return False

    # Course of the game

    @abstractmethod
    def setup(self, chance: Chance) -> tuple[S, Events]:
        """Deal: return the first state and its events."""

    @abstractmethod
    def active(self, state: S) -> tuple[int, ...]:
        """Return the seats that may act now, in order; none once the game is over."""

    def awaited(self, state: S) -> tuple[int, ...]:
        """Return the active seats that the game waits for."""
        return self.active(state)

    def member(self, state: S, seat: int) -> int | None:
        """Return the team member whose turn it is at that seat; `None` if any member may act."""
        return None

    @abstractmethod
    def legal_moves(self, state: S, seat: int) -> Moves[M]:
        """Return the legal moves of that seat; none if it is not active."""

    @abstractmethod
    def apply(self, state: S, seat: int, move: M, at: int, chance: Chance) -> tuple[S, Events]:
        """Apply a move of an active seat at table time `at`, or raise `IllegalMove`.

        The error is raised before chance is used, and reveals nothing that the seat may not know.
        """

    def refusal_out_of_turn(self, state: S, seat: int, move: M) -> IllegalMove | None:
        """Explain why a seat that is not active cannot make this move.

        With `None` the match raises `WrongSeat`. Like every error the explanation depends only on
        what the seat may know.
        """
        return None

    def deadline(self, state: S) -> int | None:
        """Return the table time at which `expire` must be called, if no move comes first."""
        return None

    def expire(self, state: S, at: int, chance: Chance) -> tuple[S, Events]:
        """Apply the deadline."""
        raise NotImplementedError("a game with deadlines implements expire")

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome, or `None` while the game continues."""

    # Information

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> V:
        """Return all that this viewer may know, and nothing else."""

    def conceal(self, move: M, seat: int, viewer: Viewer) -> M | None:
        """Return a move of `seat` as another viewer sees it; `None`: only that there was a move."""
        return move

    @abstractmethod
    def determinise(self, view: V, observations: Sequence[Observation[M]], rng: Random) -> S:
        """Return a random state that is consistent with all that a seat knows."""

    def effect(self, state: S, seat: int, move: M) -> Any:
        """Return the effect of a listed move, as plain data for a preview."""
        return None

    def makes_stale(self, happened: M | None, move: M) -> bool:
        """Whether a move is stale if its player had not yet seen what happened.

        `happened` is `None` for a deadline or a take-back.
        """
        return True

    def can_take_back(self, before: S, seat: int, move: M) -> bool:
        """Whether a move revealed nothing to anybody, so that it can be taken back.

        The match itself checks chance, deadlines and other seats' actions.
        """
        return False

    def with_latency_credit(self, move: M, delay: int) -> M:
        """Return the move with credit for the player's latency in milliseconds."""
        return move

    # Drafts: what a seat builds before it makes a move

    def drafting(self, state: S, seat: int) -> bool:
        """Whether that seat has something to build now."""
        return False

    def check(self, view: V, draft: D) -> tuple[Fault, ...]:
        """Return the faults of the draft, for its seat alone."""
        raise NoDraft("core.error.no_draft")

    def progress(self, draft: D) -> int:
        """Return how far the draft has come: all that others see of it."""
        raise NoDraft("core.error.no_draft")

    def sample_draft(self, view: V, rng: Random) -> D:
        """Return a random draft, valid or not; its shape depends on `rng`, not on hidden pieces."""
        raise NoDraft("core.error.no_draft")

    def drafts_are_public(self, state: S) -> bool:
        """Whether everybody may see the drafts now, because nobody is building any more."""
        return False

    def keeps_draft(self, move: M) -> bool:
        """Whether a seat's draft stays after this move of the same seat."""
        return False

    # Tests

    @abstractmethod
    def audit(self, state: S) -> None:
        """Assert the invariants of every state: pieces conserved, scores recomputed."""


AnyRules = Rules[Any, Any, Any, Any]
