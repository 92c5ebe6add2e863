"""What time alone brings about at a table: decided from the state, run as a command.

`next_action` decides what is to be done now. `run_action` is the command that does it, except for
`AskBot`: a bot is asked outside of the table's lock, and its answer is a command of its own.
"""

from __future__ import annotations

from typing import NamedTuple

from quincunx.core.bots import PlannedStep
from quincunx.server.bots.bot_requests import BotRequest
from quincunx.server.bots.bot_seats import planned_step
from quincunx.server.common.times import Now, TableTime
from quincunx.server.tables.commands import dealing, endings, moves, proposals
from quincunx.server.tables.commands.change import Change
from quincunx.server.tables.state.absence import absent_players
from quincunx.server.tables.state.permissions import stand_in_level
from quincunx.server.tables.state.table_state import TableState, current_match, next_bot, table_time
from quincunx.server.tables.state.wake_up import (
    Duty,
    abandoned_at,
    deserted_at,
    move_limits,
    seats_out_of_time,
)


class FillSeats(NamedTuple):
    """Bots take the free seats."""


class CloseDeserted(NamedTuple):
    """A public table that all players have left before the deal is closed."""


class CloseMissed(NamedTuple):
    """A player of a pairing has not come: the table is closed."""


class StoreWakeUp(NamedTuple):
    """Nothing is due yet: the time of the next wake-up is stored."""


class ReportAbsent(NamedTuple):
    """Players have become absent, or have returned."""


class ForfeitAbandoned(NamedTuple):
    """The players whom a rated game has waited for too long lose it."""


class RunOutOfTime(NamedTuple):
    """The total time of players is up."""

    seats: tuple[int, ...]


class ExpireDeadline(NamedTuple):
    """A deadline of the game has passed."""


class TakeStep(NamedTuple):
    """The next step of a bot's plan is due."""

    seat: int
    step: PlannedStep


class AskBot(NamedTuple):
    """A bot has to decide."""

    version: int
    seat: int
    request: BotRequest
    plan_key: str | None = None
    """What it plans for; `None` if it makes one move."""
    is_late: bool = False
    """Whether it moves in place of a player whose time is up."""


Action = (
    FillSeats
    | CloseDeserted
    | CloseMissed
    | StoreWakeUp
    | ReportAbsent
    | ForfeitAbandoned
    | RunOutOfTime
    | ExpireDeadline
    | TakeStep
    | AskBot
)


def next_action(state: TableState, now: Now, duty: Duty) -> Action | None:
    """Return what the process with that duty has to do now, if anything."""
    if state.phase == "gathering":
        return _before_the_deal(state, now)
    if state.match is None:
        return None
    if absent_players(state, now) != state.attendance.reported_absent:
        return ReportAbsent()
    if not state.in_play or state.clock.paused:
        return None
    abandoned = abandoned_at(state)
    if abandoned is not None and abandoned <= now.server:
        return ForfeitAbandoned()
    due_by = TableTime(table_time(state, now) - duty.patience_ms)
    deadline = state.match.deadline
    if deadline is not None and deadline <= due_by:
        return ExpireDeadline()
    late = seats_out_of_time(state, due_by)
    if late:
        return RunOutOfTime(tuple(late))
    if not duty.runs_bots:
        return None
    return _late_move(state, due_by) or _bots_turn(state, due_by)


def _before_the_deal(state: TableState, now: Now) -> Action:
    fills, starts_by, deserted = state.config.fills, state.config.starts_by, deserted_at(state)
    if starts_by is not None and starts_by <= now.server:
        return CloseMissed()
    if fills is not None and fills <= now.server:
        return FillSeats()
    if deserted is not None and deserted <= now.server:
        return CloseDeserted()
    return StoreWakeUp()


def _late_move(state: TableState, due_by: TableTime) -> AskBot | None:
    """Return the question to a bot that moves for a player whose time is up."""
    late = [(limit, seat) for seat, limit in move_limits(state).items() if limit <= due_by]
    if not late:
        return None
    match, seat = current_match(state), min(late)[1]
    question = state.bots.stand_in_request(match, seat, stand_in_level(state))
    return AskBot(match.version, seat, question, is_late=True)


def _bots_turn(state: TableState, due_by: TableTime) -> TakeStep | AskBot | None:
    match = current_match(state)
    acts = next_bot(state, match)
    if acts is None or acts[0] > due_by:
        return None
    seat = acts[1]
    plan_key = state.bots.plan_key(match, seat, state.seating)
    step = planned_step(match, seat, plan_key, state.plans)
    return ask_bot(state, seat) if step is None else TakeStep(seat, step)


def ask_bot(state: TableState, seat: int) -> AskBot:
    """Return the question to the bot at that seat."""
    match = current_match(state)
    question = state.bots.request(match, seat, state.seating)
    plan_key = state.bots.plan_key(match, seat, state.seating)
    return AskBot(match.version, seat, question, plan_key)


def run_action(state: TableState, action: Action | None, now: Now) -> Change:
    """Do what is due."""
    match action:
        case FillSeats():
            return dealing.fill_seats(state)
        case CloseDeserted():
            return endings.close_deserted(state)
        case CloseMissed():
            return endings.close_missed(state, now)
        case StoreWakeUp():
            return Change(state, stores_wake_up=True)
        case ReportAbsent():
            return proposals.report_absent(state, now)
        case ForfeitAbandoned():
            return endings.forfeit_abandoned(state, now)
        case RunOutOfTime(seats):
            return endings.run_out_of_time(state, seats, now)
        case ExpireDeadline():
            return moves.expire_deadline(state, now)
        case TakeStep(seat, step):
            return moves.take_planned_step(state, seat, step, now)
        case AskBot() | None:
            return Change(state)
