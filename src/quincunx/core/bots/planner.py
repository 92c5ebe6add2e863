"""Bots that plan ahead: at which table times they have built what, and when they move."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

import msgspec

from quincunx.core.bots.bot import Bot
from quincunx.core.observation import Observation
from quincunx.core.rules import Rules

M = TypeVar("M")
V = TypeVar("V")


class PlannedStep(msgspec.Struct, frozen=True):
    """What a planner does at a table time: it has built a draft, or makes a move."""

    at: int
    draft: Any = None
    move: Any = None


class Planner(Bot[M, V]):
    """A bot that builds drafts in the course of time, after a plan made in advance."""

    def __init__(self, rules: Rules[Any, M, V, Any]) -> None:
        super().__init__(rules)
        self.plans: dict[int, tuple[str, tuple[PlannedStep, ...]]] = {}
        """By seat, the key of the last plan and the plan: a cache, because planning is slow."""

    @abstractmethod
    def plan_key(self, view: V) -> str:
        """Return the key of the situation that a plan is for: a plan is valid until it changes."""

    @abstractmethod
    def plan(
        self, view: V, observations: Sequence[Observation[M]], work: int, rng: Random
    ) -> tuple[PlannedStep, ...]:
        """Return the steps in the order of time: always the same for one plan key."""

    def choose(
        self,
        view: V,
        observations: Sequence[Observation[M]],
        partners: frozenset[int],
        work: int,
        rng: Random,
    ) -> M:
        """Return the next move of the plan, without the drafts before it."""
        steps = self.plan(view, observations, work, rng)
        move: M = next(step.move for step in steps if step.move is not None)
        return move
