"""A table that the store knows: everything is tried on the match, stored, and only then shown.

If the store says no, the match is fetched from it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, Self

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from quincunx.core.errors import QuincunxError, StaleMove
from quincunx.core.match import Match
from quincunx.core.messages import Arg
from quincunx.core.outcome import Outcome
from quincunx.server import shelf
from quincunx.server.botseats import BotSeats
from quincunx.server.errors import StoreFailed
from quincunx.server.known_table import KnownTable, Surroundings
from quincunx.server.pace import Pace
from quincunx.server.results import put_results
from quincunx.server.seating import Place
from quincunx.server.store import Append, Job, wall_clock
from quincunx.server.talk import Talk
from quincunx.wire import Progress


class Request(NamedTuple):
    """What a person asked for, under a name that no other request at the table has."""

    name: str
    person: str
    acknowledge: Callable[[int], None]


class KeptTable(KnownTable):
    """Nothing is acknowledged before it is durable."""

    @classmethod
    async def load(cls, house: Surroundings, table_id: str) -> Self | None:
        row = await shelf.row_of(house.store, table_id)
        if row is None:
            return None
        sheet = await shelf.take_sheet(house.store, row)
        seating = await shelf.take_seating(house.store, sheet)
        talk = await Talk.load(house.store, table_id)
        table = cls(house, sheet, seating, talk, row)
        if row["version"] >= 0:
            await table._take_match()
        return table

    # Trying and storing

    async def _carry_out(
        self, action: Callable[[int], object], request: Request | None = None
    ) -> None:
        """Tries it on the match; stores what came of it, acknowledges it, and shows it to all."""
        match = self._playing()
        before = match.version
        refusal: QuincunxError | None = None
        try:
            action(self._now())
        except QuincunxError as error:
            # Deadlines that were due have fired although the action itself is refused.
            refusal, request = error, None
        if match.version > before:
            await self._append(before, request)
            if request is not None:
                request.acknowledge(match.version)
            self._proposals.drop("take_back")
            self._show(before)
        if refusal is not None:
            raise refusal

    async def _append(self, before: int, request: Request | None = None) -> None:
        match = self._playing()
        outcome = match.outcome
        if outcome is not None:
            self.phase = "over"
        name, person = (request.name, request.person) if request else (None, None)
        due = self._due()
        append = Append(
            table=self.sheet.id,
            entries=shelf.entries_after(match, before, name, person),
            state=msgspec.msgpack.encode(match.state),
            digest=match.digest(),
            phase=self.phase,
            clock=match.now,
            house=self._clock.house_time(match.now),
            due=due,
            awaited=match.awaited,
            helped=self._helped,
            outcome=outcome,
            finish=None if outcome is None else await self._finishing(outcome),
        )
        if not await self._stored(self._store.append(append)):
            await self._take_again()
            raise StaleMove("core.error.stale_move")
        if name is not None and person is not None:
            self._requests[name] = match.version
            self._movers[match.version] = person
        self._house.wake_at(self.sheet.id, due)
        self._house.changed(self.sheet.id)

    async def _finishing(self, outcome: Outcome) -> Job[None]:
        """What the end of the game brings with it."""
        game, match = self.sheet.game, self._playing()
        # A game may have to look up what experts would have made of this deal.
        margin = None
        if game.margin is not None:
            margin = await asyncio.to_thread(game.margin, match.rules, match.state)
        rated = self.sheet.deal == "fresh" and not self._helped

        async def job(connection: AsyncConnection) -> None:
            await put_results(
                connection,
                self.sheet,
                self.seating,
                outcome,
                rated=rated,
                ended=wall_clock(),
                margin=margin,
            )

        return job

    async def _keep_seating(self) -> None:
        """Stores who sits where, then tells everybody; what cannot be stored did not happen."""
        try:
            await shelf.put_seating(self._store, self.sheet.id, self.seating, self._nonces)
        except Exception as error:
            self.seating = await shelf.take_seating(self._store, self.sheet)
            raise StoreFailed("table.refusal.store_failed") from error
        self._tell_table()

    async def _change_sitter(self, place: Place, **changes: Any) -> None:
        sitter = self.seating.at(place)
        assert sitter is not None
        self.seating.replace(place, msgspec.structs.replace(sitter, **changes))
        await self._keep_seating()
        self._wake()

    async def _keep_draft(self, match: Match) -> None:
        """Stores the draft that was made last, and shows how far it has come."""
        await self._stored(shelf.put_draft(self._store, self.sheet.id, match))
        for guest in self._guests:
            guest.send(Progress(match.progress))

    async def _keep_clock(self) -> None:
        """Stores where the clock stands and whether it goes, and shows it."""
        await self._put(
            clock=self._now(),
            house=self._house.clock.now(),
            paused=self._clock.paused,
            due=self._due(),
        )
        self._wake()
        self._tell_table()
        self._show(self._playing().version)

    async def _note(self, message_id: str, **args: Arg) -> None:
        self._tell(await self._talk.note(message_id, **args))

    async def close(self) -> None:
        """Ends the table without a result: the operator's right."""
        async with self._lock:
            if self.phase in ("gathering", "playing"):
                await self._note("table.note.closed")
                await self._close()

    async def _close(self) -> None:
        self.phase = "closed"
        await self._put(phase="closed", due=None, fills=None, ended=wall_clock())
        self._house.wake_at(self.sheet.id, None)
        self._proposals.drop()
        self._tell_table()

    async def _put(self, **values: Any) -> None:
        await self._stored(shelf.put_values(self._store, self.sheet.id, **values))

    async def _stored(self, storing: Awaitable[Any]) -> Any:
        try:
            return await storing
        except Exception as error:
            await self._take_again()
            raise StoreFailed("table.refusal.store_failed") from error

    # Back to what the store holds

    async def _take_again(self) -> None:
        """Back to what the store holds."""
        row = await shelf.row_of(self._store, self.sheet.id)
        assert row is not None
        self.phase, self._match = row["phase"], None
        if row["version"] >= 0:
            await self._take_match()
            self._show(None)

    async def _take_match(self) -> None:
        taken = await shelf.take_match(self._store, self.sheet, self._nonces, self.seating.names())
        self._requests, self._movers = taken.requests, taken.movers
        self._begin(taken.match)

    def _begin(self, match: Match) -> None:
        self._match = match
        self._bots = BotSeats(match, self.sheet.secret)
        self._pace = Pace(self.sheet.pace)
