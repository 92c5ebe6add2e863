"""The lab: experiments with bots, datasets of their decisions, and reports on games."""

from __future__ import annotations

from quincunx.lab.errors import (
    BadExperiment,
    BadFile,
    ClusterError,
    LostWorker,
    MissingLibrary,
    OtherExperiment,
)
from quincunx.lab.experiments.contest import Contest
from quincunx.lab.experiments.experiment import Experiment, make_experiment
from quincunx.lab.experiments.game import GameResult
from quincunx.lab.experiments.running import FinishedExperiment, Progress, run_experiment
from quincunx.lab.experiments.standings import (
    ContestResult,
    ExperimentResult,
    Player,
    SequentialResult,
)
from quincunx.lab.statistics.elo import Rating
from quincunx.lab.statistics.sprt import SequentialTest

__all__ = [
    "BadExperiment",
    "BadFile",
    "ClusterError",
    "Contest",
    "ContestResult",
    "Experiment",
    "ExperimentResult",
    "FinishedExperiment",
    "GameResult",
    "LostWorker",
    "MissingLibrary",
    "OtherExperiment",
    "Player",
    "Progress",
    "Rating",
    "SequentialResult",
    "SequentialTest",
    "make_experiment",
    "run_experiment",
]
