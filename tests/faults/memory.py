"""What one person remembers of one table: what was asked for, what was answered, what was seen."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from quincunx.wire import (
    Checked,
    Done,
    FromClient,
    FromTable,
    Play,
    Position,
    Refused,
    Step,
    Table,
    TableChanged,
    Update,
    Welcome,
)


class Sight(msgspec.Struct, frozen=True):
    """What the person saw of a version."""

    view: bytes
    """As JSON."""
    moves: tuple[str, ...]
    awaited: tuple[int, ...]


class Memory:
    def __init__(self, table_id: str, person_id: str, seat: int | None) -> None:
        """`seat`: none for somebody who only looks on."""
        self.table_id = table_id
        self.person_id = person_id
        self.seat = seat
        self.table: Table | None = None
        self.position: Position | None = None
        self.steps: list[Step] = []
        """What happened, version by version, as it was told first."""
        self.sights: set[tuple[int, Sight]] = set()
        self.plays: dict[str, Play] = {}
        self.known: dict[str, int] = {}
        """The last version that the person knew of when a play was sent."""
        self.open: dict[str, FromClient] = {}
        """Requests without an answer."""
        self.acknowledged: dict[str, set[int | None]] = {}
        """The version or versions that a request is said to have made."""
        self.must_know = 0
        """The version that was stored when the house was in order again."""
        self.moves = 0
        self._last_made = -1
        self.refused: dict[str, Refused] = {}
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
        return self.version >= self.must_know and not self.open

    def ask(self, request_id: str, request: FromClient) -> None:
        self.open[request_id] = request
        if isinstance(request, Play):
            self.plays[request_id] = request
            self.known[request_id] = max(self.version, self._last_made)

    def take_in(self, message: FromTable) -> None:
        match message:
            case Welcome():
                self.table = message.table
                self._follow(message.steps)
                self._look(message.position)
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
                self.open.pop(message.id or "", None)
                self.refused.setdefault(message.id or "", message)
            case _:
                pass

    def _acknowledged(self, done: Done) -> None:
        self.open.pop(done.id, None)
        self.moves += done.id in self.plays and done.id not in self.acknowledged
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

    def _look(self, position: Position | None) -> None:
        if position is None:
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
