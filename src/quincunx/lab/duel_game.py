"""One game of a duel: who sits where, what is dealt, and how it went."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from time import process_time_ns
from typing import Any

import msgspec

from quincunx.core.bots import AnyBot, Bot, play_next
from quincunx.core.match import Match
from quincunx.core.observation import Observation
from quincunx.core.options import make_options
from quincunx.core.seeds import Seed
from quincunx.registry import find


class DuelSetup(msgspec.Struct, frozen=True):
    """What all games of a duel have in common; plain data, so that it can go to other processes."""

    game: str
    options: dict[str, Any]
    lineup: tuple[str, ...]
    """The bots in the order in which they sit; they move one seat on from game to game."""
    seed: int
    work: int | None

    @property
    def seats(self) -> int:
        return len(self.lineup)

    @property
    def rotations(self) -> int:
        """After how many games the same bots sit at the same seats again."""
        lineup = self.lineup
        return next(n for n in range(1, self.seats + 1) if lineup[n:] + lineup[:n] == lineup)

    def seat(self, place: int, number: int) -> int:
        """Where the bot at that place of the lineup sits in that game."""
        return (place + number) % self.seats

    def deal(self, number: int) -> Seed:
        """Every rotation is dealt the same, so that the luck of the deal cancels out."""
        deal = number // self.rotations
        return Seed(sha256(f"quincunx-duel/{self.seed}/{deal}".encode()).hexdigest())


class DuelGame(msgspec.Struct, frozen=True):
    """How one game went, each by the bot's place in the lineup."""

    won: tuple[bool, ...]
    scores: tuple[int, ...]
    moves: tuple[int, ...]
    nanoseconds: tuple[int, ...]
    """Spent on choosing those moves."""


class _TimedBot(Bot[Any, Any]):
    """A bot with a stopwatch beside it."""

    def __init__(self, bot: AnyBot, work: int | None) -> None:
        super().__init__(bot.rules)
        self._bot = bot
        self.work = bot.work if work is None else work
        self.moves = 0
        self.nanoseconds = 0

    def choose(
        self,
        view: Any,
        observations: Sequence[Observation[Any]],
        partners: frozenset[int],
        work: int,
        rng: Random,
    ) -> Any:
        started = process_time_ns()
        move = self._bot.choose(view, observations, partners, work, rng)
        self.nanoseconds += process_time_ns() - started
        self.moves += 1
        return move

    def acts_at(
        self, view: Any, observations: Sequence[Observation[Any]], rng: Random
    ) -> int | None:
        return self._bot.acts_at(view, observations, rng)


def play_duel_game(setting: DuelSetup, number: int) -> DuelGame:
    """Plays that game of the duel."""
    game = find(setting.game)
    options = make_options(game.options, setting.options, game=game.name)
    match = Match(game, options, setting.seats, seed=setting.deal(number))
    order = [setting.seat(place, number) for place in range(setting.seats)]
    names = dict(zip(order, setting.lineup, strict=True))
    bots = {
        seat: _TimedBot(game.find_bot(name)(match.rules), setting.work)
        for seat, name in names.items()
    }
    partners = {
        seat: frozenset(other for other in names if other != seat and names[other] == names[seat])
        for seat in names
    }
    while match.outcome is None:
        # The generator of a decision depends on the seat as well, and so on the bot.
        play_next(match, bots, seed=f"{setting.seed}/{number}", partners=partners)
    return DuelGame(
        won=tuple(seat in match.outcome.winners for seat in order),
        scores=tuple(match.outcome.scores[seat] for seat in order),
        moves=tuple(bots[seat].moves for seat in order),
        nanoseconds=tuple(bots[seat].nanoseconds for seat in order),
    )
