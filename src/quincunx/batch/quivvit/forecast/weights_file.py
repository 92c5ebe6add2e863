"""The file of a trained network: its weights, and how they were trained."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from .files import write_arrays
from .settings import Settings
from .training import Trained

FORMAT: Final = "quincunx-quivvit-forecast/1"


def save_weights(path: Path, trained: Trained, settings: Settings, seed: int) -> None:
    """Write the weights, with the command that trains them and their measured strength."""
    about: dict[str, Any] = {
        "format": FORMAT,
        "command": f"quincunx train quivvit --updates {settings.updates} --seed {seed}",
        "version": _version(),
        "explained": trained.curve[-1],
        "wins_against_most_points": [wins._asdict() for wins in trained.wins],
    }
    write_arrays(path, about, trained.weights._asdict())


def _version() -> str | None:
    try:
        return version("quincunx")
    except PackageNotFoundError:
        # Where only JAX and NumPy are installed.
        return None
