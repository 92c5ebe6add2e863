"""The shell of pairing: holds rounds while people search, and tells those who are connected here.

Any process may pair any people, because everything is stored. A process renews the searches of the
people who are connected to it; a search that nobody renews ends.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

import msgspec

from quincunx.server.cluster.clock import ServerClock
from quincunx.server.common.background import BackgroundService
from quincunx.server.pairing.offers import find_offer, offers
from quincunx.server.pairing.round import NewPairing, hold_round
from quincunx.server.pairing.seek_status import seek_statuses
from quincunx.server.pairing.seeks import (
    all_seeks,
    count_waiting,
    delete_seeks,
    find_seek,
    note_seen,
    store_seek,
)
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import PairingOffer, Person, PersonId, Seek, SeekGame, SeekUpdate, TableId

log = logging.getLogger(__name__)

ROUND_INTERVAL_S: Final = 1.0
"""Seconds between two rounds while anybody searches."""

IDLE_INTERVAL_S: Final = 30.0
"""Seconds between two looks at the store while nobody seems to search: another process may have
died, and its people with it."""

MIN_INTERVAL_S: Final = 0.2
"""Seconds between two rounds at least; searches that begin in between are in the next one."""

_encode = msgspec.json.Encoder().encode


class SeekListener:
    """A connection that is told how its person's search stands; a slow one skips old news."""

    def __init__(self) -> None:
        self._sent: Seek | None = None
        self._latest: Seek | None = None
        self._is_new = True
        """Whether nothing has been sent yet: a client may not know that its search has ended."""
        self._updated = asyncio.Event()

    @property
    def _is_outdated(self) -> bool:
        return self._is_new or _lasting(self._latest) != _lasting(self._sent)

    def update(self, seek: Seek | None) -> None:
        """Set how the search stands; wake the connection if that looks different."""
        self._latest = seek
        if self._is_outdated:
            self._updated.set()

    async def next_message(self) -> bytes:
        """Wait for a change; return the message to send."""
        while True:
            await self._updated.wait()
            self._updated.clear()
            if self._is_outdated:
                self._sent, self._is_new = self._latest, False
                return _encode(SeekUpdate(self._latest))


def _lasting(seek: Seek | None) -> Seek | None:
    """Return a status without the times that pass, which clients count themselves."""
    if seek is None:
        return None
    found = seek.found and msgspec.structs.replace(seek.found, left=0)
    return msgspec.structs.replace(seek, waited=0, found=found)


class Pairing(BackgroundService):
    """Pairs people while it is running (`async with`)."""

    def __init__(
        self,
        store: Store,
        clock: ServerClock,
        table_changed: Callable[[TableId], None],
        on_pairing: Callable[[NewPairing], None],
    ) -> None:
        """Be told of two things once they are stored.

        `table_changed`: lists of tables may look different now. `on_pairing`: this process has
        paired people, who may not have the page in front of them; must return at once.
        """
        self._store = store
        self._clock = clock
        self._table_changed = table_changed
        self._on_pairing = on_pairing
        self._listeners: defaultdict[PersonId, set[SeekListener]] = defaultdict(set)
        self._wake = asyncio.Event()
        self._is_anybody_searching = False

    # Requests

    async def offers(self) -> list[PairingOffer]:
        """Return what can be looked for, and how many people are looking for each."""
        rows = await self._store.fetch_all(count_waiting())
        waiting = {(row["game"], row["clock"]): row["waiting"] for row in rows}
        return [
            PairingOffer(
                game=offer.game.name,
                clock=offer.clock,
                seats=offer.seats,
                pace=offer.limits.get("pace"),
                total=offer.limits.get("total"),
                waiting=waiting.get((offer.game.name, offer.clock), 0),
            )
            for offer in offers()
        ]

    async def seek(self, person: Person, wanted: SeekGame) -> SeekUpdate:
        """Begin to look for people to play a rated game with, until nobody is connected."""
        offer = find_offer(wanted.game, wanted.clock)

        async def job(connection: StoreConnection) -> None:
            await store_seek(connection, person, offer, self._clock.now())
            await self._store.notify(connection, "seeking", person.id)

        await self._store.write(job)
        self.look_again()
        return SeekUpdate(await self._status(person.id))

    async def cancel(self, person: Person) -> TableId | None:
        """End a person's search; return the table to leave if one has been found already.

        The round that sees the table closed ends that search, and counts it as missed.
        """

        async def job(connection: StoreConnection) -> TableId | None:
            row = await find_seek(connection, person.id)
            if row is not None and row["table"] is not None:
                table: TableId = row["table"]
                return table
            await delete_seeks(connection, [person.id])
            await self._store.notify(connection, "seeking", person.id)
            return None

        found = await self._store.write(job)
        self.look_again()
        return found

    # Connections

    @contextmanager
    def listen(self, person: Person | None) -> Iterator[SeekListener]:
        """Register a connection; a client without a session has no search."""
        listener = SeekListener()
        if person is None:
            yield listener
            return
        listeners = self._listeners[person.id]
        listeners.add(listener)
        self.look_again()
        try:
            yield listener
        finally:
            listeners.discard(listener)
            if not listeners:
                self._listeners.pop(person.id, None)

    def look_again(self) -> None:
        """Hold a round soon: a search has begun or ended, here or at another process."""
        self._wake.set()

    # Rounds

    async def _run(self) -> None:
        while True:
            # Processes that were started together must not always meet at the same rows.
            interval = ROUND_INTERVAL_S * random.uniform(0.8, 1.2)
            with suppress(TimeoutError):
                await asyncio.wait_for(
                    self._wake.wait(), interval if self._is_anybody_searching else IDLE_INTERVAL_S
                )
            self._wake.clear()
            try:
                await self._round()
            except Exception:
                log.exception("a round of pairing failed")
            await asyncio.sleep(MIN_INTERVAL_S)

    async def _round(self) -> None:
        searching = {row["person"] for row in await self._store.fetch_all(all_seeks())}
        self._is_anybody_searching = bool(searching)
        if searching:
            await self._pair(searching)
        await self._tell_all()

    async def _pair(self, searching: set[PersonId]) -> None:
        now, here = self._clock.now(), searching & self._listeners.keys()

        async def job(connection: StoreConnection) -> tuple[set[PersonId], list[NewPairing]]:
            await note_seen(connection, here, now)
            return await hold_round(self._store, connection, now)

        _, pairings = await self._store.write(job)
        for pairing in pairings:
            self._table_changed(pairing.table)
            self._on_pairing(pairing)

    async def _tell_all(self) -> None:
        """Tell everybody who is connected here how their searches stand."""
        # Who connects from now on is told after the next round: this one may not know their search.
        told = {person: tuple(listeners) for person, listeners in self._listeners.items()}
        async with self._store.connect() as connection:
            seeks = (await connection.execute(all_seeks())).mappings().all()
            statuses = await seek_statuses(connection, seeks, told, self._clock.now())
        for person, listeners in told.items():
            for listener in listeners:
                listener.update(statuses.get(person))

    async def _status(self, person: PersonId) -> Seek | None:
        async with self._store.connect() as connection:
            seeks = (await connection.execute(all_seeks())).mappings().all()
            return (await seek_statuses(connection, seeks, [person], self._clock.now())).get(person)
