"""One game of a duel: the seating, the deal and the result."""

from __future__ import annotations

from hashlib import sha256
from time import process_time_ns
from typing import Any

import msgspec

from quincunx.core.bots import AnyBot, AnyTurn, Bot, make_bot
from quincunx.core.bots.warm_up import WARM_UP_WORK
from quincunx.core.match import Match
from quincunx.core.options import make_options
from quincunx.core.seeds import Seed
from quincunx.registry import find


class DuelSetup(msgspec.Struct, frozen=True):
    """What all games of a duel share; plain data that is sent to other processes."""

    game: str
    options: dict[str, Any]
    lineup: tuple[str, ...]
    """The bots in the order of seats; each moves one seat further from game to game."""
    seed: int
    work: int | None

    @property
    def seats(self) -> int:
        return len(self.lineup)

    @property
    def rotations(self) -> int:
        """The number of games after which the bots sit at the same seats again."""
        lineup = self.lineup
        return next(n for n in range(1, self.seats + 1) if lineup[n:] + lineup[:n] == lineup)

    def seat(self, place: int, number: int) -> int:
        """Return the seat of the bot at that place of the lineup in that game."""
        return (place + number) % self.seats

    def deal(self, number: int) -> Seed:
        """Return the seed of a game: the same for a whole rotation, so that luck cancels out."""
        deal = number // self.rotations
        return Seed(sha256(f"quincunx-duel/{self.seed}/{deal}".encode()).hexdigest())


class DuelGame(msgspec.Struct, frozen=True):
    """The result of one game, by the bots' places in the lineup."""

    won: tuple[bool, ...]
    scores: tuple[int, ...]
    moves: tuple[int, ...]
    nanoseconds: tuple[int, ...]
    """CPU time for choosing these moves."""


class _TimedBot(Bot[Any, Any]):
    """A bot whose CPU time is measured."""

    def __init__(self, bot: AnyBot) -> None:
        self._bot = bot
        self.moves = 0
        self.nanoseconds = 0

    def choose(self, turn: AnyTurn) -> Any:
        started = process_time_ns()
        move = self._bot.choose(turn)
        self.nanoseconds += process_time_ns() - started
        self.moves += 1
        return move

    def acts_at(self, turn: AnyTurn) -> int | None:
        return self._bot.acts_at(turn)


def warm_up_duel(setup: DuelSetup) -> None:
    """Play one game that does not count, so that compiling is not measured as the bots' time."""
    _deal(setup, 0).play_out(dict(enumerate(setup.lineup)), work=WARM_UP_WORK)


def _deal(setup: DuelSetup, number: int) -> Match:
    game = find(setup.game)
    options = make_options(game.options, setup.options, game=game.name)
    return Match(game, options, setup.seats, seed=setup.deal(number))


def play_duel_game(setup: DuelSetup, number: int) -> DuelGame:
    """Play one game of the duel."""
    match = _deal(setup, number)
    order = [setup.seat(place, number) for place in range(setup.seats)]
    names = dict(zip(order, setup.lineup, strict=True))
    bots = {seat: _TimedBot(make_bot(match.game, name)) for seat, name in names.items()}
    partners = {
        seat: frozenset(other for other in names if other != seat and names[other] == names[seat])
        for seat in names
    }
    # The random numbers of a decision depend on the seat as well, so bots do not share them.
    seed = f"{setup.seed}/{number}"
    outcome = match.play_out(bots, seed=seed, partners=partners, work=setup.work or 0)
    return DuelGame(
        won=tuple(seat in outcome.winners for seat in order),
        scores=tuple(outcome.scores[seat] for seat in order),
        moves=tuple(bots[seat].moves for seat in order),
        nanoseconds=tuple(bots[seat].nanoseconds for seat in order),
    )
