"""Players that are programs. They get what a person at that seat gets, and nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import msgspec

from quincunx.core.observation import Observation
from quincunx.core.rules import Rules

if TYPE_CHECKING:
    from quincunx.core.match import Match

M = TypeVar("M")
V = TypeVar("V")


class Bot(ABC, Generic[M, V]):
    """Stateless: it may be asked twice, anywhere, and answers from its arguments alone."""

    work: int = 0
    """How many simulations or nodes it spends on a move unless told otherwise."""

    def __init__(self, rules: Rules[Any, M, V, Any]) -> None:
        self.rules = rules

    @abstractmethod
    def choose(
        self,
        view: V,
        observations: Sequence[Observation[M]],
        partners: frozenset[int],
        work: int,
        rng: Random,
    ) -> M:
        """The move of the seat that has this view; `partners` share its conventions."""

    def acts_at(self, view: V, observations: Sequence[Observation[M]], rng: Random) -> int | None:
        """The table time at which this seat will act if nothing happens before; `None`: never."""
        return observations[-1].at


AnyBot = Bot[Any, Any]


class PlannedStep(msgspec.Struct, frozen=True):
    """What a planner does at a table time: it has built a draft, or makes a move."""

    at: int
    draft: Any = None
    move: Any = None


class Planner(Bot[M, V]):
    """A bot that builds in the course of time: it plans ahead what it will have done when."""

    def __init__(self, rules: Rules[Any, M, V, Any]) -> None:
        super().__init__(rules)
        self.plans: dict[int, tuple[str, tuple[PlannedStep, ...]]] = {}
        """By seat, the last plan and what it was for: made once, looked at often."""

    @abstractmethod
    def plan_key(self, view: V) -> str:
        """What a plan is made for: it holds until this is another."""

    @abstractmethod
    def plan(
        self, view: V, observations: Sequence[Observation[M]], work: int, rng: Random
    ) -> tuple[PlannedStep, ...]:
        """Its steps in the order of time: the same whenever it is asked on one occasion."""

    def choose(
        self,
        view: V,
        observations: Sequence[Observation[M]],
        partners: frozenset[int],
        work: int,
        rng: Random,
    ) -> M:
        """The next move of the plan, without the building before it."""
        steps = self.plan(view, observations, work, rng)
        move: M = next(step.move for step in steps if step.move is not None)
        return move


def next_step(match: Match, steps: Sequence[PlannedStep], seat: int) -> PlannedStep | None:
    """The first step of a plan that has not been taken; a move is never left out."""
    drafted = match.draft_log.last_of(seat)
    since = -1 if drafted is None else drafted.at
    return next((step for step in steps if step.at > since or step.move is not None), None)


LEVELS: Final = ("easy", "medium", "expert")
"""The bots that every game has for people; others are for the lab."""


class RandomBot(Bot[Any, Any]):
    """Any legal move. They follow from the view, so any state that agrees with it will do."""

    def acts_at(
        self, view: Any, observations: Sequence[Observation[Any]], rng: Random
    ) -> int | None:
        """Only when it is waited for: what may be said at any time it would say for ever."""
        state = self.rules.determinise(view, observations, rng)
        return observations[-1].at if view.seat in self.rules.awaited(state) else None

    def choose(
        self,
        view: Any,
        observations: Sequence[Observation[Any]],
        partners: frozenset[int],
        work: int,
        rng: Random,
    ) -> Any:
        state = self.rules.determinise(view, observations, rng)
        return self.rules.moves(state, view.seat).sample(rng)


def decision_rng(seed: str, match: Match, seat: int) -> Random:
    """The generator for one decision: the same wherever and however often it is taken."""
    return Random(f"{seed}/{seat}/{match.version}")


def choose_move(
    bot: AnyBot, match: Match, seat: int, *, seed: str, partners: frozenset[int], work: int | None
) -> Any:
    """The bot's move at that seat."""
    return bot.choose(
        match.view(seat),
        match.observations(seat),
        partners,
        bot.work if work is None else work,
        decision_rng(seed, match, seat),
    )


def next_to_act(match: Match, bots: Mapping[int, AnyBot], *, seed: str) -> tuple[int, int] | None:
    """(table time, seat) of the bot that acts next if nothing else happens; `None`: no bot will."""
    awaited = match.awaited
    wakings = []
    for seat in match.active:
        if seat in bots:
            wakes = _wakes(match, bots[seat], seat, seed)
            if wakes is not None:
                wakings.append((max(wakes, match.now), seat not in awaited, seat))
    if not wakings:
        return None
    at, _, seat = min(wakings)
    return at, seat


def _wakes(match: Match, bot: AnyBot, seat: int, seed: str) -> int | None:
    if isinstance(bot, Planner):
        step = next_step(match, current_plan(bot, match, seat, seed=seed), seat)
        return None if step is None else step.at
    rng = decision_rng(f"{seed}/wake", match, seat)
    return bot.acts_at(match.view(seat), match.observations(seat), rng)


def current_plan(
    bot: Planner[Any, Any], match: Match, seat: int, *, seed: str, work: int | None = None
) -> tuple[PlannedStep, ...]:
    """The bot's plan for that seat on this occasion."""
    view = match.view(seat)
    name = f"{seed}/{seat}/{bot.plan_key(view)}"
    if bot.plans.get(seat, ("",))[0] != name:
        work = bot.work if work is None else work
        bot.plans[seat] = (name, bot.plan(view, match.observations(seat), work, Random(name)))
    return bot.plans[seat][1]


def take_step(match: Match, seat: int, step: PlannedStep, at: int) -> None:
    if step.move is None:
        match.draft(seat, step.draft, at=at)
    else:
        match.play(seat, step.move, at=at)


class Stuck(RuntimeError):
    """Nobody at the table will ever act again, and no deadline is set."""


def play_next(
    match: Match,
    bots: Mapping[int, AnyBot],
    *,
    seed: str,
    partners: Mapping[int, frozenset[int]] | None = None,
    work: int | None = None,
) -> int | None:
    """Lets the bots' next move or the next deadline happen; the seat that moved."""
    acts = next_to_act(match, bots, seed=seed)
    deadline = match.deadline
    if acts is None or (deadline is not None and deadline <= acts[0]):
        if deadline is None:
            raise Stuck(f"{match!r} waits for {match.awaited}")
        match.tick(deadline)
        return None
    at, seat = acts
    bot = bots[seat]
    if isinstance(bot, Planner):
        step = next_step(match, current_plan(bot, match, seat, seed=seed, work=work), seat)
        assert step is not None, "who acts has a step to take"
        take_step(match, seat, step, at)
        return seat
    friends = frozenset() if partners is None else partners.get(seat, frozenset())
    move = choose_move(bot, match, seat, seed=seed, partners=friends, work=work)
    match.play(seat, move, at=at)
    return seat
