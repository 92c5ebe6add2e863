"""Let bots play a match: who acts next, what they do, and with which random numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from quincunx.core.bots.bot import AnyBot
from quincunx.core.bots.planner import PlannedStep, Planner

if TYPE_CHECKING:
    from quincunx.core.match import Match


class Stuck(RuntimeError):
    """No bot will ever act again, and no deadline is set."""


def play_next(
    match: Match,
    bots: Mapping[int, AnyBot],
    *,
    seed: str,
    partners: Mapping[int, frozenset[int]] | None = None,
    work: int | None = None,
) -> int | None:
    """Apply the bots' next action or the next deadline; return the seat that acted."""
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
        assert step is not None, "a planner that acts next has a next step"
        take_step(match, seat, step, at)
        return seat
    friends = frozenset() if partners is None else partners.get(seat, frozenset())
    move = choose_move(bot, match, seat, seed=seed, partners=friends, work=work)
    match.play(move, seat, at=at)
    return seat


def next_to_act(match: Match, bots: Mapping[int, AnyBot], *, seed: str) -> tuple[int, int] | None:
    """Return (table time, seat) of the bot that acts next if nothing else happens; else `None`."""
    awaited = match.awaited
    actions = []
    for seat in match.active:
        if seat in bots:
            at = _acts_at(match, bots[seat], seat, seed)
            if at is not None:
                actions.append((max(at, match.now), seat not in awaited, seat))
    if not actions:
        return None
    at, _, seat = min(actions)
    return at, seat


def _acts_at(match: Match, bot: AnyBot, seat: int, seed: str) -> int | None:
    if isinstance(bot, Planner):
        step = next_step(match, current_plan(bot, match, seat, seed=seed), seat)
        return None if step is None else step.at
    rng = decision_rng(f"{seed}/wake", match, seat)
    return bot.acts_at(match.view(seat), match.observations(seat), rng)


def choose_move(
    bot: AnyBot, match: Match, seat: int, *, seed: str, partners: frozenset[int], work: int | None
) -> Any:
    """Return the bot's move for that seat."""
    return bot.choose(
        match.view(seat),
        match.observations(seat),
        partners,
        bot.work if work is None else work,
        decision_rng(seed, match, seat),
    )


def decision_rng(seed: str, match: Match, seat: int) -> Random:
    """Return the generator for one decision: the same in every process and at every attempt."""
    return Random(f"{seed}/{seat}/{match.version}")


def current_plan(
    bot: Planner[Any, Any], match: Match, seat: int, *, seed: str, work: int | None = None
) -> tuple[PlannedStep, ...]:
    """Return the planner's plan for that seat, from its cache if nothing relevant has changed."""
    view = match.view(seat)
    key = f"{seed}/{seat}/{bot.plan_key(view)}"
    if bot.plans.get(seat, ("",))[0] != key:
        work = bot.work if work is None else work
        bot.plans[seat] = (key, bot.plan(view, match.observations(seat), work, Random(key)))
    return bot.plans[seat][1]


def next_step(match: Match, steps: Sequence[PlannedStep], seat: int) -> PlannedStep | None:
    """Return the first step of a plan that has not been taken; a move is never skipped."""
    drafted = match.draft_log.last_of(seat)
    since = -1 if drafted is None else drafted.at
    return next((step for step in steps if step.at > since or step.move is not None), None)


def take_step(match: Match, seat: int, step: PlannedStep, at: int) -> None:
    if step.move is None:
        match.draft(seat, step.draft, at=at)
    else:
        match.play(step.move, seat, at=at)
