"""Bots that plan ahead: at which table times they have built what, and when they move."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, TypeVar

import msgspec

from quincunx.core.bots.bot import Bot
from quincunx.core.bots.turn import Turn

M = TypeVar("M")
V = TypeVar("V")


class PlannedStep(msgspec.Struct, frozen=True):
    """What a planner does at a table time: it has built a draft, or makes a move."""

    at: int
    draft: Any = None
    move: Any = None


class Planner(Bot[M, V]):
    """A bot that builds drafts in the course of time, after a plan made in advance."""

    def __init__(self) -> None:
        self.plans: dict[int, tuple[object, tuple[PlannedStep, ...]]] = {}
        """By seat, the key of the last plan and the plan: a cache, because planning is slow."""

    @abstractmethod
    def plan_key(self, view: V) -> str:
        """Return the key of the situation that a plan is for: a plan is valid until it changes."""

    @abstractmethod
    def plan(self, turn: Turn[M, V]) -> tuple[PlannedStep, ...]:
        """Return the steps in the order of time: always the same for one plan key."""

    def acts_at(self, turn: Turn[M, V]) -> int | None:
        """Return the time of the next move of the plan."""
        return next((step.at for step in self.plan(turn) if step.move is not None), None)

    def choose(self, turn: Turn[M, V]) -> M:
        """Return the next move of the plan, without the drafts before it."""
        move: M = next(step.move for step in self.plan(turn) if step.move is not None)
        return move
