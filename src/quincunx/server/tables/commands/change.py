"""What a command decides: a new state, and what else has to be stored and sent with it."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from quincunx.core.errors import QuincunxError
from quincunx.core.match import Match
from quincunx.core.match.drafts import DraftEntry
from quincunx.core.messages import Arg, Message
from quincunx.server.common.chat_lines import ChatLine
from quincunx.server.common.request_keys import RequestKey
from quincunx.server.common.times import Now
from quincunx.server.tables.state.table_state import TableState, shown_person
from quincunx.wire import FromTable, Person, PersonId


class Caller(NamedTuple):
    """The sender of a request."""

    person: Person
    delay_ms: int = 0
    """Milliseconds that a message takes to the client and back."""
    is_unwanted: bool = False
    """Whether the host has blocked the person, who is then not given a seat."""


class Change(msgspec.Struct, frozen=True):
    """The result of a command. It is stored as a whole, or nothing of it happens."""

    state: TableState
    lines: tuple[ChatLine, ...] = ()
    """New chat lines and notes; `state.chat` contains them already."""
    draft: DraftEntry | None = None
    """A draft to be stored."""
    superseded: tuple[DraftEntry, ...] = ()
    """Earlier drafts that it replaces."""
    reply: FromTable | None = None
    """The answer to the caller, sent once the change is stored."""
    move_request: RequestKey | None = None
    """The key of the request that made the last entry of the log."""
    refusal: QuincunxError | None = None
    """Why the request itself is refused, although deadlines that were due have fired."""
    deals: bool = False
    """The cards are to be dealt: the runtime gets the match and calls `dealing.begin`."""
    rematch_host: Person | None = None
    """The table of a rematch is to be created: the runtime does that and fills in its id."""
    ends_vacation: PersonId | None = None
    """The person whose vacation ends with this move, at all their tables."""
    stores_wake_up: bool = False
    """The time of the next wake-up is to be stored, even if nothing else changes."""

    def replace(self, **changes: Any) -> Change:
        return msgspec.structs.replace(self, **changes)

    def with_state(self, **changes: Any) -> Change:
        """Return the change with other values in its state."""
        return self.replace(state=self.state.replace(**changes))

    def with_match(self, match: Match) -> Change:
        """Return the change with a match in which something has happened.

        A move ends the game if the match has an outcome, and makes a proposed undo pointless.
        """
        state, proposal = self.state.with_match(match), self.state.proposal
        if match.outcome is not None:
            state = state.replace(phase="over", fixed_names={})
        if proposal is not None and proposal.wish == "take_back":
            state = state.replace(proposal=None)
        return self.replace(state=state)

    def with_line(self, line: ChatLine, now: Now) -> Change:
        """Return the change with one more chat line."""
        chat = self.state.chat.with_lines((line,), now.server)
        return self.replace(state=self.state.replace(chat=chat), lines=(*self.lines, line))

    def with_note(
        self, message_id: str, now: Now, person: Person | None = None, **args: Arg
    ) -> Change:
        """Return the change with one more note; with a person, it names that person."""
        if person is not None:
            args["name"] = shown_person(self.state, person).name
        return self.with_line(ChatLine(now.wall, person, note=Message(message_id, args)), now)
