"""Everything that one client has requested and received at one table."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from quincunx.core.options import make_options
from quincunx.registry import find
from quincunx.server.tables.state.absence import CORRESPONDENCE_PACE_S, CORRESPONDENCE_TOTAL_S
from quincunx.wire import (
    Checked,
    Done,
    FromTable,
    Person,
    PlayMove,
    Refused,
    RequestId,
    Said,
    Step,
    Table,
    TableChanged,
    TableRequest,
    Update,
    ViewerPosition,
    Welcome,
)


class ShownPosition(msgspec.Struct, frozen=True):
    """What a client was shown of a version."""

    view: bytes
    """As JSON."""
    moves: tuple[str, ...]
    awaited: tuple[int, ...]


class NoteLog:
    """The private notes that a player has written."""

    def __init__(self) -> None:
        self.possible: dict[int, set[str]] = {}
        """By version, what may be stored: the last notes with a reply, and those without one."""
        self.acknowledged: set[int] = set()
        """The versions of which notes were acknowledged."""


class FollowLog:
    """Whom a player follows, as far as the player can know."""

    def __init__(self) -> None:
        self.possible: dict[str, set[bool]] = {}
        """By person, whether they may be followed: the last choice with a reply, and all without
        one, which may be carried out late."""
        self._unanswered: dict[str, set[bool]] = {}

    def add(self, person: str, *, follows: bool, acknowledged: bool) -> None:
        """Log a choice."""
        unanswered = self._unanswered.setdefault(person, set())
        if acknowledged:
            self.possible[person] = {follows} | unanswered
        else:
            unanswered.add(follows)
            self.possible.setdefault(person, {False}).add(follows)


class ClientLog:
    """The log of one player's or spectator's client at one table."""

    def __init__(self, table_id: str, person: Person, seat: int | None, member: int = 0) -> None:
        """`seat` is `None` for a spectator."""
        self.table_id = table_id
        self.person = person
        self.seat = seat
        self.member = member
        self.notes = NoteLog()
        self.vacations_acknowledged = 0
        self.follows = FollowLog()
        """Shared by all tables of the player."""
        self.table: Table | None = None
        self.position: ViewerPosition | None = None
        self.steps: list[Step] = []
        """The steps, version by version, as they were first received."""
        self.shown_positions: set[tuple[int, ShownPosition]] = set()
        self.chat: list[Said] = []
        """The chat, line by line, as it was first received."""
        self.requests: dict[RequestId, TableRequest] = {}
        """All requests, in the order in which they were sent."""
        self.version_when_sent: dict[RequestId, int] = {}
        """By move, the last version that the client knew when it sent the move."""
        self.unanswered: dict[RequestId, TableRequest] = {}
        """Requests without a reply."""
        self.acknowledged: dict[RequestId, set[int | None]] = {}
        """By request, the versions that replies named: more than one is a violation."""
        self.expected_version = 0
        """The version that was stored when all faults were over."""
        self.expected_chat_lines = 0
        """The number of chat lines that were stored by then."""
        self.moves = 0
        """The number of acknowledged moves."""
        self._last_made = -1
        self.refused: dict[RequestId, Refused] = {}
        self.resent_at: dict[RequestId, int] = {}
        """The wall time at which a request was last sent again, over another connection."""
        self.violations: list[str] = []
        """Messages that the server should not have sent."""

    @property
    def version(self) -> int:
        """The last version that was received."""
        return len(self.steps) - 1

    @property
    def bots(self) -> frozenset[int]:
        """The seats with bots only."""
        seats = enumerate(self.table.seats if self.table is not None else ())
        return frozenset(
            number
            for number, seat in seats
            if all(sitter is not None and sitter.person is None for sitter in seat.members)
        )

    @property
    def has_resigned(self) -> bool:
        """Whether the player has resigned, or run out of time."""
        if self.seat is None or self.table is None:
            return False
        sitter = self.table.seats[self.seat].members[self.member]
        return sitter is not None and sitter.forfeited

    @property
    def has_ended(self) -> bool:
        if self.table is not None and self.table.phase == "closed":
            return True
        return self.position is not None and self.position.outcome is not None

    @property
    def is_up_to_date(self) -> bool:
        has_whole_chat = len(self.chat) >= self.expected_chat_lines
        return self.version >= self.expected_version and has_whole_chat and not self.unanswered

    def add_request(self, request: TableRequest) -> None:
        """Log a request that is sent for the first time."""
        self.requests[request.id] = self.unanswered[request.id] = request
        if isinstance(request, PlayMove):
            self.version_when_sent[request.id] = max(self.version, self._last_made)

    def receive(self, message: FromTable) -> None:
        """Log a message of the server."""
        match message:
            case Welcome():
                self.table = message.table
                self._add_steps(message.steps)
                self._add_position(message.position)
                for said in message.said:
                    self._add_chat_line(said)
            case Said():
                self._add_chat_line(message)
            case TableChanged():
                self.table = message.table
            case Update():
                self._add_steps(message.steps)
                self._add_position(message.position)
            case Done():
                self._add_acknowledgement(message)
            case Checked():
                self.unanswered.pop(message.id, None)
            case Refused():
                name = message.id or RequestId("")
                self.unanswered.pop(name, None)
                self.refused.setdefault(name, message)
            case _:
                pass

    def _add_acknowledgement(self, done: Done) -> None:
        self.unanswered.pop(done.id, None)
        self.moves += done.id in self.version_when_sent and done.id not in self.acknowledged
        self.acknowledged.setdefault(done.id, set()).add(done.version)
        self._last_made = max(self._last_made, done.version or -1)

    def _add_steps(self, steps: Sequence[Step]) -> None:
        for step in steps:
            if step.version > self.version + 1:
                self.violations.append(
                    f"received version {step.version} right after {self.version}"
                )
                return
            if step.version == self.version + 1:
                self.steps.append(step)
            elif step != self.steps[step.version]:
                self.violations.append(f"received two different versions {step.version}")

    def _add_chat_line(self, said: Said) -> None:
        if said.number > len(self.chat):
            self.violations.append(f"received line {said.number} right after {len(self.chat) - 1}")
        elif said.number == len(self.chat):
            self.chat.append(said)
        elif said != self.chat[said.number]:
            self.violations.append(f"received two different lines {said.number}")

    @property
    def _must_be_covered(self) -> bool:
        """Whether a pause hides the game, so that no player can use the time."""
        table = self.table
        if table is None or not table.paused or table.phase != "playing":
            return False
        game = find(table.game)
        rules = game.rules(
            make_options(game.options, table.options, game=game.name), len(table.seats)
        )
        has_fast_clock = (table.pace is not None and table.pace < CORRESPONDENCE_PACE_S) or (
            table.total is not None and table.total.base < CORRESPONDENCE_TOTAL_S
        )
        return rules.is_real_time or has_fast_clock

    def _add_position(self, position: ViewerPosition | None) -> None:
        if position is None:
            return
        if position.covered != self._must_be_covered:
            self.violations.append(
                f"version {position.version} was "
                + ("hidden without a pause" if position.covered else "shown in a pause")
            )
        if position.covered:
            if position.view is not None or position.moves or position.draft is not None:
                self.violations.append(f"was shown a part of version {position.version} in a pause")
            self.position = position
            return
        if position.version != self.version:
            self.violations.append(
                f"was shown version {position.version} after receiving {self.version}"
            )
        self.position = position
        shown = ShownPosition(
            msgspec.json.encode(position.view),
            tuple(move.move for move in position.moves),
            position.awaited,
        )
        self.shown_positions.add((position.version, shown))
