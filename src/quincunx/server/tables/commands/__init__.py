"""What requests do to a table: pure functions from a state to a change.

A command is called with the state of the table, the caller, the request and the current time. It
returns a whole `Change` or raises a refusal; it reads no clock, draws no random number, does no
I/O and never modifies the state it is given. `COMMANDS` ties each request to its command.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from quincunx.server.common.request_keys import request_key
from quincunx.server.common.times import Now
from quincunx.server.tables.commands import chat, endings, moves, proposals, removing, seats
from quincunx.server.tables.commands.change import Caller, Change
from quincunx.server.tables.state.permissions import check_not_removed
from quincunx.server.tables.state.table_state import TableState
from quincunx.wire import (
    AllowPrograms,
    Answer,
    AskRematch,
    Done,
    InviteAgain,
    Leave,
    PlayMove,
    Propose,
    React,
    Ready,
    Remove,
    Resign,
    Resume,
    Return,
    Say,
    SeatBot,
    SetBotPace,
    Sit,
    UpdateDraft,
)

Command = Callable[[TableState, Caller, Any, Now], Change]

MAX_REMEMBERED_REQUESTS: Final = 32
"""How many of the latest requests a table remembers: more than can be in flight at once."""


def idempotent(command: Command) -> Command:
    """Carry out a request once, however often it is sent, and reply that it is done."""

    def carry_out(state: TableState, caller: Caller, request: Any, now: Now) -> Change:
        key, reply = request_key(caller.person, request.id), Done(request.id)
        if key in state.done:
            return Change(state, reply=reply)
        change = command(state, caller, request, now)
        if change.refusal is not None:
            return change
        if change.state is state and not change.deals:
            return change.replace(reply=reply)
        done = (*state.done, key)[-MAX_REMEMBERED_REQUESTS:]
        return change.replace(state=change.state.replace(done=done), reply=reply)

    return carry_out


COMMANDS: Final[Mapping[type, Command]] = {
    Sit: idempotent(seats.sit),
    Leave: idempotent(seats.leave),
    Return: idempotent(seats.return_to_seat),
    SeatBot: idempotent(seats.seat_bot),
    Remove: idempotent(removing.remove),
    InviteAgain: idempotent(removing.invite_again),
    Ready: idempotent(seats.ready),
    PlayMove: moves.play,
    UpdateDraft: moves.draft,
    Propose: idempotent(proposals.propose),
    Answer: idempotent(proposals.answer),
    Resign: idempotent(proposals.resign_game),
    Resume: idempotent(proposals.resume),
    SetBotPace: idempotent(seats.set_bot_pace),
    AllowPrograms: idempotent(seats.allow_programs),
    Say: chat.say,
    React: chat.react,
    AskRematch: endings.ask_rematch,
}
"""The command of each request that changes a table. `queries.QUERIES` has those that only read."""


def decide(state: TableState, caller: Caller, request: Any, now: Now) -> Change:
    """Decide what a request does to a table."""
    check_not_removed(state, caller.person)
    return COMMANDS[type(request)](state, caller, request, now)
