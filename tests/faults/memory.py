"""What one person remembers of one table: what was asked for, what was answered, what was seen."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from quincunx.core.options import make_options
from quincunx.registry import find
from quincunx.server.tables.state.absence import CORRESPONDENCE_PACE_S
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


class Sight(msgspec.Struct, frozen=True):
    """What the person saw of a version."""

    view: bytes
    """As JSON."""
    moves: tuple[str, ...]
    awaited: tuple[int, ...]


class Memory:
    def __init__(self, table_id: str, person: Person, seat: int | None) -> None:
        """`seat`: none for somebody who only looks on."""
        self.table_id = table_id
        self.person = person
        self.seat = seat
        self.table: Table | None = None
        self.position: ViewerPosition | None = None
        self.steps: list[Step] = []
        """What happened, version by version, as it was told first."""
        self.sights: set[tuple[int, Sight]] = set()
        self.heard: list[Said] = []
        """What was said, line by line, as it was told first."""
        self.asked: dict[RequestId, TableRequest] = {}
        """All requests, in their order."""
        self.known: dict[RequestId, int] = {}
        """The last version that the person knew of when a play was sent."""
        self.open: dict[RequestId, TableRequest] = {}
        """Requests without an answer."""
        self.acknowledged: dict[RequestId, set[int | None]] = {}
        """The version or versions that a request is said to have made."""
        self.must_know = 0
        """The version that was stored when the house was in order again."""
        self.must_have_heard = 0
        """As many lines had been said by then."""
        self.moves = 0
        self._last_made = -1
        self.refused: dict[RequestId, Refused] = {}
        self.sent_again: set[RequestId] = set()
        """Requests that were sent over another connection, too."""
        self.complaints: list[str] = []
        """What no table should have said."""

    @property
    def version(self) -> int:
        """The last one that was told of."""
        return len(self.steps) - 1

    @property
    def bots(self) -> frozenset[int]:
        """The seats at which nobody sits but a bot."""
        seats = enumerate(self.table.seats if self.table is not None else ())
        return frozenset(
            number
            for number, seat in seats
            if all(sitter is not None and sitter.person is None for sitter in seat.members)
        )

    @property
    def has_ended(self) -> bool:
        return self.position is not None and self.position.outcome is not None

    @property
    def knows_all(self) -> bool:
        has_heard_all = len(self.heard) >= self.must_have_heard
        return self.version >= self.must_know and has_heard_all and not self.open

    def ask(self, request: TableRequest) -> None:
        self.asked[request.id] = self.open[request.id] = request
        if isinstance(request, PlayMove):
            self.known[request.id] = max(self.version, self._last_made)

    def take_in(self, message: FromTable) -> None:
        match message:
            case Welcome():
                self.table = message.table
                self._follow(message.steps)
                self._look(message.position)
                for said in message.said:
                    self._hear(said)
            case Said():
                self._hear(message)
            case TableChanged():
                self.table = message.table
            case Update():
                self._follow(message.steps)
                self._look(message.position)
            case Done():
                self._acknowledged(message)
            case Checked():
                self.open.pop(message.id, None)
            case Refused():
                name = message.id or RequestId("")
                self.open.pop(name, None)
                self.refused.setdefault(name, message)
            case _:
                pass

    def _acknowledged(self, done: Done) -> None:
        self.open.pop(done.id, None)
        self.moves += done.id in self.known and done.id not in self.acknowledged
        self.acknowledged.setdefault(done.id, set()).add(done.version)
        self._last_made = max(self._last_made, done.version or -1)

    def _follow(self, steps: Sequence[Step]) -> None:
        for step in steps:
            if step.version > self.version + 1:
                self.complaints.append(
                    f"was told of version {step.version} right after {self.version}"
                )
                return
            if step.version == self.version + 1:
                self.steps.append(step)
            elif step != self.steps[step.version]:
                self.complaints.append(f"was told of version {step.version} in two ways")

    def _hear(self, said: Said) -> None:
        if said.number > len(self.heard):
            self.complaints.append(f"heard line {said.number} right after {len(self.heard) - 1}")
        elif said.number == len(self.heard):
            self.heard.append(said)
        elif said != self.heard[said.number]:
            self.complaints.append(f"heard line {said.number} in two ways")

    @property
    def _must_be_covered(self) -> bool:
        """Whether the table is paused, and nobody may work on the game meanwhile."""
        table = self.table
        if table is None or not table.paused or table.phase != "playing":
            return False
        game = find(table.game)
        rules = game.rules(
            make_options(game.options, table.options, game=game.name), len(table.seats)
        )
        return rules.is_real_time or (table.pace is not None and table.pace < CORRESPONDENCE_PACE_S)

    def _look(self, position: ViewerPosition | None) -> None:
        if position is None:
            return
        if position.covered != self._must_be_covered:
            self.complaints.append(
                f"version {position.version} was "
                + ("hidden although nothing was paused" if position.covered else "seen in a pause")
            )
        if position.covered:
            if position.view is not None or position.moves or position.draft is not None:
                self.complaints.append(f"saw something of version {position.version} in a pause")
            self.position = position
            return
        if position.version != self.version:
            self.complaints.append(f"saw version {position.version} after {self.version} was told")
        self.position = position
        sight = Sight(
            msgspec.json.encode(position.view),
            tuple(move.move for move in position.moves),
            position.awaited,
        )
        self.sights.add((position.version, sight))
