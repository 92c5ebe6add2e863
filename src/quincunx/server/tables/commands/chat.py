"""The command that adds a line to the chat."""

from __future__ import annotations

from quincunx.server.common.chat_lines import ChatLine
from quincunx.server.common.errors import NotAllowed
from quincunx.server.common.request_keys import request_key
from quincunx.server.common.times import Now
from quincunx.server.tables.commands.change import Caller, Change
from quincunx.server.tables.state.chat import check_rate, clean_text
from quincunx.server.tables.state.permissions import is_quiet
from quincunx.server.tables.state.table_state import TableState
from quincunx.wire import Done, Say


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
