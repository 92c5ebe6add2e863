"""The commands that add a line to the chat: a message or a reaction."""

from __future__ import annotations

from quincunx.server.common.chat_lines import ChatLine
from quincunx.server.common.errors import NotAllowed
from quincunx.server.common.request_keys import request_key
from quincunx.server.common.times import Now
from quincunx.server.common.written_text import clean_text
from quincunx.server.tables.commands.change import Caller, Change
from quincunx.server.tables.state.chat import check_rate, check_reaction_rate
from quincunx.server.tables.state.permissions import is_quiet, place_of
from quincunx.server.tables.state.table_state import TableState
from quincunx.wire import Done, React, Say


def say(state: TableState, caller: Caller, request: Say, now: Now) -> Change:
    """Write a line, once, however often it is sent."""
    key, reply = request_key(caller.person, request.id), Done(request.id)
    if key in state.chat.requests:
        return Change(state, reply=reply)
    if is_quiet(state):
        raise NotAllowed("table.refusal.quiet")
    check_rate(state.chat, caller.person, now.server)
    line = ChatLine(now.wall, caller.person, clean_text(request.text), request=key)
    return Change(state, reply=reply).with_line(line, now)


def react(state: TableState, caller: Caller, request: React, now: Now) -> Change:
    """Send a reaction, once, however often it is sent.

    Refused where talking is: a reaction would tell the others something, too.
    """
    key, reply = request_key(caller.person, request.id), Done(request.id)
    if key in state.chat.requests:
        return Change(state, reply=reply)
    if is_quiet(state):
        raise NotAllowed("table.refusal.quiet")
    place_of(state, caller.person)
    check_reaction_rate(state.chat, caller.person, now.server)
    line = ChatLine(now.wall, caller.person, request=key, reaction=request.reaction)
    return Change(state, reply=reply).with_line(line, now)
