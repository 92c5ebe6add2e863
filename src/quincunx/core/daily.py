"""A game's daily game: one deal a day, the same for everybody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any


def _default_options(day: date) -> Mapping[str, object]:
    return {}


def _accept_all(match: Any) -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class DailySetup:
    """How a game's daily game is set up: a person at the first seat, expert bots at the others."""

    seats: int
    options: Callable[[date], Mapping[str, object]] = _default_options
    """The options of a day, where they differ from the defaults."""
    accepts: Callable[[Any], bool] = _accept_all
    """Whether a freshly dealt match is suitable. If not, the next deal is tried."""
