"""Bots and solvers think in processes of their own, so that the table never waits for them."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from random import Random
from typing import Any, Final, Self, TypeVar

import msgspec

from quincunx.core.analysis import Hint
from quincunx.core.bots import PlannedStep, Planner, RandomBot
from quincunx.core.chance import FastChance
from quincunx.core.match import Match
from quincunx.core.observation import Observation
from quincunx.core.options import Options
from quincunx.core.records.record import Record
from quincunx.registry import find, games
from quincunx.server.bots.process_pool import ProcessPool, QueueLimits
from quincunx.server.bots.reviewing import look_back

T = TypeVar("T")


class Question(msgspec.Struct, frozen=True):
    """All that a bot may know, and nothing else."""

    game: str
    options: Options
    seats: int
    level: str
    view: Any
    seen: tuple[bytes, ...]
    """The observations, each pickled on its own."""
    partners: frozenset[int]
    seed: str

    @property
    def observations(self) -> tuple[Observation[Any], ...]:
        return tuple(map(pickle.loads, self.seen))


class Pickled:
    """What each seat of a match has seen, pickled as it happens.

    A bot is asked once for every move, and told everything that it has seen: building and pickling
    all of that anew would make the questions of a long game cost more and more.
    """

    def __init__(self, match: Match) -> None:
        self._match = match
        self._by_seat: dict[int, dict[int, bytes]] = {}
        """By seat and version; versions that were taken back stay, and are few."""

    def seen_by(self, seat: int) -> tuple[bytes, ...]:
        """Return the observations of that seat, without what was taken back."""
        match, known = self._match, self._by_seat.setdefault(seat, {})
        for version in reversed(match.versions_in_effect):
            if version in known:
                break
            known[version] = pickle.dumps(match.observation(seat, version))
        return tuple([known[version] for version in match.versions_in_effect])


def question(
    match: Match,
    seat: int,
    level: str,
    partners: frozenset[int],
    occasion: str | None = None,
    *,
    pickled: Pickled | None = None,
) -> Question:
    """What to do now, or (with an occasion) what to plan for it."""
    return Question(
        game=match.game.name,
        options=match.options,
        seats=match.seats,
        level=level,
        view=match.view(seat),
        seen=(pickled or Pickled(match)).seen_by(seat),
        partners=partners,
        # The same wherever the question is answered, and not to be guessed by other players.
        seed=f"{match.seed.secret if match.seed else ''}/{seat}/{occasion or match.version}",
    )


def answer(asked: Question) -> str:
    """The move that the bot chooses, in notation."""
    game = find(asked.game)
    bot = game.bots[asked.level](game.rules(asked.options, asked.seats))
    move = bot.choose(asked.view, asked.observations, asked.partners, bot.work, Random(asked.seed))
    return game.format_move(move)


def random_move(asked: Question) -> str:
    """Return any legal move, in notation: for a bot that could not be asked."""
    game = find(asked.game)
    bot = RandomBot(game.rules(asked.options, asked.seats))
    rng = Random(asked.seed)
    return game.format_move(bot.choose(asked.view, asked.observations, frozenset(), 0, rng))


def make_plan(asked: Question) -> tuple[PlannedStep, ...]:
    """What the bot will do in the course of time, its moves in notation."""
    game = find(asked.game)
    bot = game.bots[asked.level](game.rules(asked.options, asked.seats))
    assert isinstance(bot, Planner)
    steps = bot.plan(asked.view, asked.observations, bot.work, Random(asked.seed))
    return tuple(
        step if step.move is None else PlannedStep(step.at, move=game.format_move(step.move))
        for step in steps
    )


def advise(game: str, options: Options, seats: int, view: Any) -> tuple[Hint, ...]:
    """Help for the seat that has this view."""
    found = find(game)
    return found.hints(found.rules(options, seats), view)


def first_thoughts() -> None:
    """Lets each game's expert decide once: compilers and tables are ready before anybody waits."""
    for name in games():
        game = find(name)
        options = game.options()
        match = Match(
            game, options, max(2, game.seats(options).start), chance=FastChance(Random(0))
        )
        seat = match.awaited[0]
        bot = game.find_bot("expert")(match.rules)
        bot.choose(match.view(seat), match.observations(seat), frozenset(), 10, Random(0))


BOTS: Final = QueueLimits(answer_s=60, wait_s=60, most_waiting=5000, most_waiting_of_one=5000)
"""Bots' decisions take milliseconds to seconds; a table has one question at a time."""

HINTS: Final = QueueLimits(answer_s=60, wait_s=30, most_waiting=30, most_waiting_of_one=2)
"""Hints: a player looks at one board, or two."""

ANALYSES: Final = QueueLimits(answer_s=180, wait_s=120, most_waiting=20, most_waiting_of_one=3)
"""Analyses of finished games, and today's deals: seconds each."""


class Thinkers:
    """The processes that answer questions about games.

    Bots' moves, hints and analyses have processes and queues of their own, so that nobody's hint
    keeps a bot waiting. A process starts when it is first needed. `asker` names who a question is
    for: askers are served in turn. Every call ends with an answer, `ThinkingBusy` or
    `ThinkingFailed`.
    """

    def __init__(self, processes: int = 1) -> None:
        """`processes` is the number of those that think for bots."""
        self._bots = ProcessPool(processes, BOTS)
        self._hints = ProcessPool(1, HINTS, niceness=5)
        self._analyses = ProcessPool(1, ANALYSES, niceness=10)

    def warm_up(self) -> None:
        """Compile and load now what the bots' first decisions need."""
        self._bots.prepare(first_thoughts)

    async def choose(self, asked: Question, asker: str = "") -> str:
        return await self._run(self._bots, asker, answer, asked)

    async def plan(self, asked: Question, asker: str = "") -> tuple[PlannedStep, ...]:
        return await self._run(self._bots, asker, make_plan, asked)

    async def hints(self, match: Match, view: Any, asker: str = "") -> tuple[Hint, ...]:
        game, options, seats = match.game.name, match.options, match.seats
        return await self._run(self._hints, asker, advise, game, options, seats, view)

    async def review(self, record: Record, asker: str = "") -> bytes:
        """Return a review as compressed JSON. A record is quickly sent and played again."""
        return await self._run(self._analyses, asker, look_back, record)

    async def work_out(self, work: Callable[..., T], *args: Any, asker: str = "") -> T:
        """Anything else that takes its time."""
        return await self._run(self._analyses, asker, work, *args)

    async def _run(self, pool: ProcessPool, asker: str, work: Callable[..., T], *args: Any) -> T:
        return await pool.run(asker, work, *args)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes now."""
        for pool in (self._bots, self._hints, self._analyses):
            pool.close()
