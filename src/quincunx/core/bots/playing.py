"""Let bots play a match: which bot acts next, what it does, and with which random numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from quincunx.core.bots.bot import AnyBot
from quincunx.core.bots.lookup import BotSpec, make_bot
from quincunx.core.bots.planner import PlannedStep, Planner
from quincunx.core.bots.turn import AnyTurn, Turn
from quincunx.core.errors import (
    FinishedGame,
    IllegalBotMove,
    MissingBots,
    MoveError,
    Stuck,
    UnknownSeat,
)

if TYPE_CHECKING:
    from quincunx.core.match import Match
    from quincunx.core.outcome import Outcome

MAX_MOVE_SHOWN: Final = 200
"""The most characters of an illegal move that an error quotes."""

Partners = Mapping[int, frozenset[int]]
"""By seat, the other seats that share its conventions."""


def play_out(
    match: Match,
    bots: BotSpec | Mapping[int, BotSpec],
    *,
    seed: int | str,
    partners: Partners | None = None,
    work: int = 0,
) -> Outcome:
    """Let the bots play until the game is over; see `Match.play_out`."""
    made = make_bots(match, bots)
    missing = tuple(seat for seat in range(match.seats) if seat not in made)
    if missing:
        raise MissingBots("core.error.missing_bots", seats=missing)
    while match.outcome is None:
        step(match, made, seed=seed, partners=partners, work=work)
    return match.outcome


def step(
    match: Match,
    bots: BotSpec | Mapping[int, BotSpec],
    *,
    seed: int | str,
    partners: Partners | None = None,
    work: int = 0,
) -> int | None:
    """Apply the bots' next action or the next deadline; see `Match.step`."""
    if match.outcome is not None:
        raise FinishedGame("core.error.finished_game")
    made = make_bots(match, bots)
    acts = next_to_act(match, made, seed=seed)
    deadline = match.deadline
    if acts is None or (deadline is not None and deadline <= acts[0]):
        if deadline is None:
            raise Stuck("core.error.stuck", seats=match.awaited)
        match.tick(deadline)
        return None
    at, seat = acts
    bot = made[seat]
    if isinstance(bot, Planner):
        planned = next_step(match, current_plan(bot, match, seat, seed=seed, work=work), seat)
        assert planned is not None, "a planner that acts next has a next step"
    else:
        friends = _same_kind(made, seat) if partners is None else partners.get(seat, frozenset())
        turn = turn_of(match, seat, seed=seed, partners=friends, work=work)
        planned = PlannedStep(at, move=bot.choose(turn))
    _act(match, bot, seat, planned, at)
    return seat


def make_bots(match: Match, bots: BotSpec | Mapping[int, BotSpec]) -> dict[int, AnyBot]:
    """Return a bot for each seat that is named, or one bot for all seats."""
    if not isinstance(bots, Mapping):
        bot = make_bot(match.game, bots)
        return dict.fromkeys(range(match.seats), bot)
    for seat in bots:
        if seat not in range(match.seats):
            raise UnknownSeat("core.error.unknown_seat", seat=seat, seats=match.seats)
    return {seat: make_bot(match.game, bot) for seat, bot in bots.items()}


def _same_kind(bots: Mapping[int, AnyBot], seat: int) -> frozenset[int]:
    kind = type(bots[seat])
    return frozenset(other for other, bot in bots.items() if type(bot) is kind and other != seat)


def _act(match: Match, bot: AnyBot, seat: int, planned: PlannedStep, at: int) -> None:
    """Take the bot's step; an illegal move is the bot's fault and is reported as such."""
    try:
        take_step(match, seat, planned, at)
    except MoveError as error:
        raise IllegalBotMove(
            "core.error.illegal_bot_move",
            bot=type(bot).__name__,
            seat=seat,
            move=str(planned.move)[:MAX_MOVE_SHOWN],
            why=str(error),
        ) from error


def turn_of(
    match: Match,
    seat: int,
    *,
    seed: int | str,
    partners: frozenset[int] = frozenset(),
    work: int = 0,
) -> AnyTurn:
    """Return what the seat's bot is given to decide now."""
    return Turn(
        match.rules,
        match.view(seat),
        match.observations(seat),
        decision_rng(seed, match, seat),
        partners=partners,
        work=work,
        state=match.state,
    )


def decision_rng(seed: int | str, match: Match, seat: int) -> Random:
    """Return the generator for one decision: the same in every process and at every attempt."""
    return Random(f"{seed}/{seat}/{match.version}")


def next_to_act(
    match: Match, bots: Mapping[int, AnyBot], *, seed: int | str
) -> tuple[int, int] | None:
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


def _acts_at(match: Match, bot: AnyBot, seat: int, seed: int | str) -> int | None:
    if isinstance(bot, Planner):
        step = next_step(match, current_plan(bot, match, seat, seed=seed), seat)
        return None if step is None else step.at
    return bot.acts_at(turn_of(match, seat, seed=f"{seed}/wake"))


def current_plan(
    bot: Planner[Any, Any], match: Match, seat: int, *, seed: int | str, work: int = 0
) -> tuple[PlannedStep, ...]:
    """Return the planner's plan for that seat, from its cache if nothing relevant has changed."""
    view = match.view(seat)
    text = f"{seed}/{seat}/{bot.plan_key(view)}"
    key = (match.rules, text)
    if seat not in bot.plans or bot.plans[seat][0] != key:
        seen = match.observations(seat)
        turn = Turn(match.rules, view, seen, Random(text), work=work, state=match.state)
        bot.plans[seat] = (key, bot.plan(turn))
    return bot.plans[seat][1]


def next_step(match: Match, steps: Sequence[PlannedStep], seat: int) -> PlannedStep | None:
    """Return the first step of a plan that has not been taken; a move is never skipped."""
    drafted = match.draft_log.last_of(seat)
    since = -1 if drafted is None else drafted.at
    return next((step for step in steps if step.at > since or step.move is not None), None)


def take_step(match: Match, seat: int, step: PlannedStep, at: int) -> None:
    if step.draft is None:
        match.play(step.move, seat, at=at)
    else:
        match.draft(seat, step.draft, at=at)
