"""What a game package provides: one `Game` object each."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args

from quincunx.core.analysis import Hint, Judgement, Review, Solution
from quincunx.core.bots import AnyBot, installed_bots
from quincunx.core.chance import Chance
from quincunx.core.daily import DailySetup
from quincunx.core.errors import (
    IllegalMove,
    MalformedMove,
    MalformedPosition,
    NoPosition,
    UnknownBot,
    UnknownPreset,
    WrongSeats,
)
from quincunx.core.events import Events
from quincunx.core.messages import Message
from quincunx.core.options import Options, Preset
from quincunx.core.puzzles import PuzzleSetup
from quincunx.core.rules import AnyRules
from quincunx.core.terminal import NO_HELP, DrawBoard, TerminalHelp
from quincunx.pictures import Drawing

if TYPE_CHECKING:
    from quincunx.core.encoding import AnyEncoding

MAX_CACHED_RULES: Final = 128
"""The size of a game's cache of `Rules` objects. Players choose the options, which are the key."""
MAX_POSITION_LENGTH: Final = 1000
"""The most characters of a position. The longest, all 108 Qwirkle cards, has fewer than 500."""


def _one_each(options: Any, seats: int) -> tuple[int, ...]:
    return (1,) * seats


def _no_position(view: Any) -> None:
    return None


def _more_is_better(seats: int) -> bool:
    return False


def _checked_position(text: str) -> str:
    """Refuse a position that is longer than any of the games writes."""
    if len(text) > MAX_POSITION_LENGTH:
        raise MalformedPosition(
            "core.error.long_position", length=len(text), longest=MAX_POSITION_LENGTH
        )
    return text


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """A game's functions and data. `version` counts rule changes that affect old records."""

    name: str
    version: int
    folder: Path
    """The folder of its guide and catalogues."""
    options: type[Options]
    seats: Callable[[Any], range]
    """The possible numbers of seats with these options."""
    rules: Callable[[Any, int], AnyRules]
    """The rules for these options and that number of seats."""
    move_type: Any
    """The type of its moves, or the union of their types."""
    move_parser: Callable[[str], Any]
    """Parses a move's text. Callers use `parse_move`, which checks the length first."""
    encoding: Callable[[Any], AnyEncoding]
    """Observations and actions as numbers, with these rules."""
    max_move_length: int
    """The length in characters of the longest legal move, as `str` writes it."""
    describe_move: Callable[[Any], Message]
    """A move in words."""
    board: DrawBoard
    """Draws a view as text for the terminal, with rich's markup."""
    terminal: TerminalHelp = NO_HELP
    """Goals, examples and commands for players in the terminal."""
    picture: Callable[[Any], Drawing]
    """Draws a view as a picture."""
    art: Callable[[], Drawing]
    """Draws a few pieces of the game, for a picture that shows no particular table."""
    bots: Mapping[str, type[AnyBot]]
    """Its bots by name; see `bot_levels`."""
    hints: Callable[[AnyRules, Any], tuple[Hint, ...]]
    review: Callable[[Any], Review]
    """Analyses a finished match."""
    solve: Callable[[str], Solution]
    """Solves a position in its notation."""
    position: Callable[[Any], str | None] = _no_position
    """Writes the position of a view in the notation that `solve` reads; `None` if it has none."""
    position_setup: Callable[[Any, str, Chance], tuple[Any, Events]] | None = None
    """Sets a game up at a position, as `Rules.setup` does at the beginning. Callers use
    `setup_position`, which checks the length first."""
    judge: Callable[[Any, int], Judgement] | None = None
    """Judges the decision that made that version of a match, as the review does and by what its
    player could know; `None` if the game has no such measure for single decisions."""
    cooperative: bool = False
    """Whether all win or lose together."""
    margin: Callable[[AnyRules, Any], int] | None = None
    """For a cooperative game: how much better a finished game went than experts would have done
    with the same deal; negative if worse."""
    low_score_wins: Callable[[int], bool] = _more_is_better
    """Whether, with that number of seats, a lower score (moves or seconds needed) is better."""
    quiet: bool = False
    """Whether chat is closed during the game."""
    race: bool = False
    """Whether milliseconds decide: then latency is measured and credited."""
    teams: Callable[[Any, int], tuple[int, ...]] = _one_each
    """The number of people at each seat, with these options and that number of seats."""

    presets: tuple[Preset, ...] = (Preset("base"),)
    """Usual choices of options, the base game first."""
    against_bots: str = "base"
    """The preset of a new table at which one person plays with bots."""
    listed: bool = True
    """Whether servers offer the game; a game that exists only for tests is not listed."""
    daily: DailySetup | None = None
    """How its daily game is set up; `None` if it has none."""
    notes_type: Any = None
    """The type of a player's private notes; `None` if the game offers none."""
    puzzles: PuzzleSetup | None = None
    """How its puzzles are made; `None` if it has none."""

    @cached_property
    def move_types(self) -> frozenset[type]:
        """The types of its moves."""
        return frozenset(get_args(self.move_type) or (self.move_type,))

    def not_a_move(self, move: object) -> IllegalMove:
        """Return the error for an object that is not a move of this game."""
        return IllegalMove(
            "core.error.not_a_move", rule="", game=self.name, move=reprlib.repr(move)
        )

    def check_move(self, move: Any) -> None:
        """Raise `IllegalMove` for a move that has no notation, such as one off the board."""
        try:
            has_notation = self.parse_move(str(move)) == move
        except Exception:
            has_notation = False
        if not has_notation:
            raise self.not_a_move(move)

    def parse_move(self, text: str) -> Any:
        """Parse a move's text, ignoring white space around it.

        A text that is longer than any legal move is refused without parsing it.
        """
        text = text.strip()
        if len(text) > self.max_move_length:
            raise MalformedMove(
                "core.error.long_move", length=len(text), longest=self.max_move_length
            )
        return self.move_parser(text)

    def setup_position(self, rules: AnyRules, text: str, chance: Chance) -> tuple[Any, Events]:
        """Set the game up at a position; return the first state and its events.

        The first seat is on turn. Chance deals what the text does not say.
        """
        if self.position_setup is None:
            raise NoPosition("core.error.no_positions", game=self.name)
        return self.position_setup(rules, _checked_position(text), chance)

    def solve_position(self, text: str) -> Solution:
        """Return what the game's solver finds for a position in its notation."""
        return self.solve(_checked_position(text))

    def all_bots(self) -> Mapping[str, type[AnyBot]]:
        """Return the game's own bots, then those of installed packages that can play it."""
        found = dict(self.bots)
        for name, bot in installed_bots().items():
            if not bot.games or self.name in bot.games:
                found.setdefault(name, bot)
        return found

    def find_bot(self, name: str) -> type[AnyBot]:
        """Return the class of the bot with that name."""
        bot = self.bots.get(name) or self.all_bots().get(name)
        if bot is None:
            raise UnknownBot(
                "core.error.unknown_bot", game=self.name, bot=name, known=tuple(self.all_bots())
            )
        return bot

    def find_preset(self, name: str) -> Preset:
        """Return the preset with that name."""
        for preset in self.presets:
            if preset.name == name:
                return preset
        raise UnknownPreset(
            "core.error.unknown_preset",
            game=self.name,
            preset=name,
            known=tuple(preset.name for preset in self.presets),
        )

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
