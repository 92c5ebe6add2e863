"""The contract of a bot, and bots that need no knowledge of a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, Final, Generic, TypeVar

from quincunx.core.bots.turn import AnyTurn, Turn

M = TypeVar("M")
V = TypeVar("V")

LEVELS: Final = ("easy", "medium", "expert")
"""The bots that every game offers to people; others are for the lab."""


class Bot(ABC, Generic[M, V]):
    """A player that is a program.

    A bot may keep caches, but the same turn always gets the same answer: it can be asked again, in
    another process or in another match.
    """

    games: tuple[str, ...] = ()
    """The names of the games that the bot can play; empty if it plays every game."""

    work: int = 0
    """The number of simulations or nodes for a move where `turn.work` is 0."""

    @abstractmethod
    def choose(self, turn: Turn[M, V]) -> M:
        """Choose a move."""

    def acts_at(self, turn: Turn[M, V]) -> int | None:
        """Return the table time at which the bot acts if nothing happens before; `None`: never.

        By default a bot acts at once when the game waits for it, and makes no optional moves: those
        could be repeated for ever.
        """
        return turn.last_event_at if turn.is_awaited else None


AnyBot = Bot[Any, Any]


class RandomBot(Bot[Any, Any]):
    """Plays a random legal move."""

    def choose(self, turn: AnyTurn) -> Any:
        return turn.legal_moves.sample(turn.rng)


class GreedyBot(Bot[Any, Any]):
    """Plays the legal move with the highest score; ties are broken at random.

    The score is a function of the turn and the move. What the seat cannot know is not in the turn;
    a score that wants to look at the position after a move can average over `turn.determinise()`.
    Where the legal moves are too many to list, only those that `turn.legal_moves` lists are scored.
    """

    def __init__(self, score: Callable[[AnyTurn, Any], float]) -> None:
        self.score = score

    def choose(self, turn: AnyTurn) -> Any:
        scored = [(self.score(turn, move), move) for move in turn.legal_moves]
        best = max(score for score, _ in scored)
        return turn.rng.choice([move for score, move in scored if score == best])


def bot_levels(
    easy: type[AnyBot], medium: type[AnyBot], expert: type[AnyBot], **others: type[AnyBot]
) -> Mapping[str, type[AnyBot]]:
    """Return a game's bots by name: the levels, a random one, and others for the lab."""
    return {
        "easy": easy,
        "medium": medium,
        "expert": expert,
        "random": RandomBot,
        **{name.replace("_", "-"): bot for name, bot in others.items()},
    }
