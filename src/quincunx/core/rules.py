"""The contract between the house and a game's rules.

Rules are pure: no I/O, no clock, no randomness of their own, nothing remembered between calls. An
instance knows the options and the number of seats; all else is in the state, which is frozen,
small and hashable. The conformance kit holds every game to what is said here.
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
    """What is wrong with a draft, and where."""

    message: Message
    cells: tuple[str, ...] = ()


class Rules(ABC, Generic[S, M, V, D]):
    """State, move, view and draft are the game's own types."""

    state_type: ClassVar[Any]
    view_type: ClassVar[Any]
    draft_type: ClassVar[Any] = None
    """Bounded in every direction with `msgspec.Meta`: lists, texts and numbers."""

    @property
    @abstractmethod
    def max_log_entries(self) -> int:
        """The most log entries, the deal included, of a game in which nothing is taken back.

        The rules guarantee it with an end of their own, however the players dawdle.
        """

    @property
    def is_real_time(self) -> bool:
        """Whether time spent looking at the game is an advantage, with these options.

        While such a game is paused the server shows nobody what they could work on. Every game
        that ever has a deadline is one; the kit checks that.
        """
        return False

    # How the game goes

    @abstractmethod
    def setup(self, chance: Chance) -> tuple[S, Events]:
        """The dealt game."""

    @abstractmethod
    def active(self, state: S) -> tuple[int, ...]:
        """The seats that may act now, in order; nobody once the game is over."""

    def awaited(self, state: S) -> tuple[int, ...]:
        """Those of the active seats whom the game is waiting for."""
        return self.active(state)

    def member(self, state: S, seat: int) -> int | None:
        """Which member of that seat's team is to act; `None`: any of them may."""
        return None

    @abstractmethod
    def moves(self, state: S, seat: int) -> Moves[M]:
        """What that seat may do now; nothing if it is not active."""

    @abstractmethod
    def apply(self, state: S, seat: int, move: M, at: int, chance: Chance) -> tuple[S, Events]:
        """Plays a move of an active seat at table time `at`, or raises `IllegalMove`.

        A refusal comes before any chance is asked for, and says nothing that the seat may not know.
        """

    def refusal_out_of_turn(self, state: S, seat: int, move: M) -> IllegalMove | None:
        """Explain why a seat that is not active cannot make this move.

        `None` leaves it at the general message that the seat has nothing to do now. Like every
        refusal it depends only on what the seat may know.
        """
        return None

    def deadline(self, state: S) -> int | None:
        """The table time at which time alone changes something."""
        return None

    def expire(self, state: S, at: int, chance: Chance) -> tuple[S, Events]:
        """What happens at the deadline."""
        raise NotImplementedError("a game with deadlines says what they do")

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or `None` while it goes on."""

    # Who knows what

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> V:
        """All that this viewer may know, built from nothing but that."""

    def conceal(self, move: M, seat: int, viewer: Viewer) -> M | None:
        """A move of `seat` as another viewer sees it; `None`: only that there was one."""
        return move

    @abstractmethod
    def determinise(self, view: V, observations: Sequence[Observation[M]], rng: Random) -> S:
        """A random state that agrees with all that a seat knows."""

    def effect(self, state: S, seat: int, move: M) -> Any:
        """What a listed move would bring about, as plain data for a preview."""
        return None

    def makes_stale(self, happened: M | None, move: M) -> bool:
        """Whether a move is void if its player had not seen what happened.

        `None`: a deadline or a take-back.
        """
        return True

    def can_take_back(self, before: S, seat: int, move: M) -> bool:
        """Whether a move told nobody more than the position before it, so that it can be undone.

        The match itself sees to chance, deadlines and other seats' actions.
        """
        return False

    def with_latency_credit(self, move: M, delay: int) -> M:
        """The move with credit for the milliseconds by which its player's line delays them."""
        return move

    # Drafts: what a seat is still building

    def drafting(self, state: S, seat: int) -> bool:
        """Whether that seat has something to build now."""
        return False

    def check(self, view: V, draft: D) -> tuple[Fault, ...]:
        """What is wrong with the draft, for its maker alone."""
        raise NoDraft("core.error.no_draft")

    def progress(self, draft: D) -> int:
        """How far the draft has come: all that others see of it."""
        raise NoDraft("core.error.no_draft")

    def sample_draft(self, view: V, rng: Random) -> D:
        """A random draft, right or wrong, its shape depending on `rng` and not on hidden faces."""
        raise NoDraft("core.error.no_draft")

    def drafts_are_public(self, state: S) -> bool:
        """Whether what has been built may be seen by all now: nobody builds on it any more."""
        return False

    def keeps_draft(self, move: M) -> bool:
        """Whether a seat's draft outlives this move of its own."""
        return False

    # For the tests

    @abstractmethod
    def audit(self, state: S) -> None:
        """Asserts what is true in every state: pieces conserved, scores re-derived."""


AnyRules = Rules[Any, Any, Any, Any]
