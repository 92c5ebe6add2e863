"""What a training reports: its progress, and at the end its result."""

from __future__ import annotations

import msgspec

from quincunx.learning.agent import Agent


class CurvePoint(msgspec.Struct, frozen=True):
    """The mean score of the games that ended during an update, some of whose actions are random."""

    games: int
    score: float


class TrainingProgress(msgspec.Struct, frozen=True):
    """How far a training has come."""

    done: int
    total: int
    share: float | None
    """The mean score of the latest games, as a share of the optimum."""


class Evaluation(msgspec.Struct, frozen=True):
    """The mean score, with a 95% interval."""

    games: int
    mean: float
    low: float
    high: float


class FinishedTraining(msgspec.Struct, frozen=True):
    """An agent, how it learnt, and how good it is."""

    agent: Agent
    curve: tuple[CurvePoint, ...]
    evaluation: Evaluation
    optimum: float

    @property
    def share(self) -> float:
        """The mean score as a share of the optimum."""
        return self.evaluation.mean / self.optimum
