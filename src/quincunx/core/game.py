"""What a game brings to the house: one of these in each room."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from quincunx.core.analysis import Hint, Review, Solution
from quincunx.core.bots import AnyBot
from quincunx.core.daily import DailySetup
from quincunx.core.errors import MalformedMove, UnknownBot, WrongSeats
from quincunx.core.messages import Message
from quincunx.core.options import Options
from quincunx.core.rules import AnyRules

MAX_CACHED_RULES: Final = 128
"""How many `Rules` objects a game caches. The key contains option values, which players choose."""


def _one_each(options: Any, seats: int) -> tuple[int, ...]:
    return (1,) * seats


def _more_is_better(seats: int) -> bool:
    return False


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game's furniture, by name. `version` counts changes of rules that old records feel."""

    name: str
    version: int
    folder: Path
    """Where its guide and catalogues are."""
    options: type[Options]
    seats: Callable[[Any], range]
    """How many may play with these options."""
    rules: Callable[[Any, int], AnyRules]
    """The rules for these options and so many seats."""
    move_parser: Callable[[str], Any]
    """Reads a move's text. Callers use `parse_move`, which bounds the text first."""
    max_move_length: int
    """The length in characters of the longest text of a legal move, as `format_move` writes it."""
    format_move: Callable[[Any], str]
    describe_move: Callable[[Any], Message]
    """A move in words."""
    board: Callable[[Any], str]
    """A view as text for the terminal, with rich's markup."""
    bots: Mapping[str, Callable[[AnyRules], AnyBot]]
    hints: Callable[[AnyRules, Any], tuple[Hint, ...]]
    review: Callable[[Any], Review]
    """A finished match, looked at again."""
    solve: Callable[[str], Solution]
    cooperative: bool = False
    """Whether all win or lose together."""
    margin: Callable[[AnyRules, Any], int] | None = None
    """For a game of that kind: by how much a finished one went better than experts would have
    done with the same deal; below 0: worse."""
    low_score_wins: Callable[[int], bool] = _more_is_better
    """Whether, with so many seats, fewer points are better: moves or seconds that it took."""
    quiet: bool = False
    """Whether nobody may talk while it is played."""
    race: bool = False
    """Whether moments decide: then lines are measured, and slow ones get credit."""
    teams: Callable[[Any, int], tuple[int, ...]] = _one_each
    """How many people each seat holds, with these options and so many seats."""

    listed: bool = True
    """Whether servers offer the game; a game that exists only for tests is not listed."""
    daily: DailySetup | None = None
    """How its daily game is set up; `None` if it has none."""

    def parse_move(self, text: str) -> Any:
        """Read a move's text; refuse a text that is longer than any legal move without parsing it.

        Space around the text does not count.
        """
        text = text.strip()
        if len(text) > self.max_move_length:
            raise MalformedMove(
                "core.error.long_move", length=len(text), longest=self.max_move_length
            )
        return self.move_parser(text)

    def find_bot(self, name: str) -> Callable[[AnyRules], AnyBot]:
        """The bot of that name, waiting for its rules."""
        try:
            return self.bots[name]
        except KeyError:
            raise UnknownBot(
                "core.error.unknown_bot", game=self.name, bot=name, known=tuple(self.bots)
            ) from None

    def check_seats(self, seats: int, options: Options) -> None:
        allowed = self.seats(options)
        if seats not in allowed:
            raise WrongSeats(
                "core.error.wrong_seats",
                game=self.name,
                seats=seats,
                low=allowed[0],
                high=allowed[-1],
                same="yes" if len(allowed) == 1 else "no",
            )
