"""A live table: takes the lock, runs a command, commits, replies, broadcasts.

The state is replaced only by what is stored, so that a command that is refused, fails or is
cancelled leaves nothing behind. Other processes may change the same table: a commit is a
compare-and-swap on the table's revision, and a command whose commit lost runs again on what the
store holds by then.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Final

from quincunx.core.errors import QuincunxError
from quincunx.server.common.errors import Frozen, NotInvited, StoreAway, StoreFailed
from quincunx.server.common.times import Now, ServerTime, TableTime
from quincunx.server.ops import metrics
from quincunx.server.storage.blocks import block_of
from quincunx.server.storage.changes import TableChange
from quincunx.server.storage.retry import retry_while_unavailable
from quincunx.server.storage.table_data.rows import load_revision
from quincunx.server.tables import loading, storing
from quincunx.server.tables.clients import TableClients
from quincunx.server.tables.commands import decide
from quincunx.server.tables.commands.change import Caller, Change
from quincunx.server.tables.completion import completed, margin
from quincunx.server.tables.interfaces import LocalUpdate
from quincunx.server.tables.lock import TableLock
from quincunx.server.tables.queries import QUERIES
from quincunx.server.tables.services import Services
from quincunx.server.tables.state.permissions import (
    admits,
    check_not_removed,
    check_programs,
    check_request,
)
from quincunx.server.tables.state.table_state import (
    TableState,
    table_time,
)
from quincunx.server.tables.state.wake_up import Duty, deserted_at, next_wake_up
from quincunx.server.tables.timing.wake_ups import WakeUps
from quincunx.server.tables.view.audience import Audience, ConnectedClient, Reply
from quincunx.wire import FromTable, Person, Sit, TableRequest

MAX_CAS_ATTEMPTS: Final = 20
"""Maximum attempts after losing a compare-and-swap: by then others have made many moves."""

RELOAD_RETRY_MS: Final = 1000
"""Milliseconds until a table that could not be reloaded tries again."""

UNLOAD_AFTER_MS: Final = 60_000
"""A table at which nothing happens for so many milliseconds may be unloaded until then."""

_moves_of = lru_cache(64)(metrics.MOVES.labels)


class TableRuntime:
    """One table in the memory of this process."""

    def __init__(self, services: Services, state: TableState) -> None:
        self.state = state
        self.services = services
        self._lock = TableLock()
        self._audience = Audience(state.version, partial(services.table_changed, state.id))
        self.clients = TableClients(self, self._audience)
        self._wake_ups = WakeUps(self)
        self._late_updates: list[LocalUpdate] = []
        """Updates of what is not stored, made while a commit or a reload was under way."""
        self._is_stale = False
        """Whether the store may hold a newer state than this process."""
        self._is_leading = not services.store.is_shared
        """Whether this process made the last move, so that it acts first when something is due."""
        self._is_frozen = False
        """Whether the stored game does not fit these rules."""
        self._is_dismissed = False
        """Whether the table was unloaded, so that clients have to find it again."""

    # Requests

    async def handle(self, client: ConnectedClient, request: TableRequest) -> None:
        """Carry out a client's request, and send it the reply."""
        reply = await self.execute(Caller(client.person, client.delay), request, client)
        if reply is not None:
            client.send(reply)

    async def execute(
        self, caller: Caller, request: TableRequest, client: ConnectedClient | None = None
    ) -> FromTable | None:
        """Carry out a request and return the reply.

        The reply to a move is sent to the client with the update, and not returned.
        """
        check_request(caller.person, request)
        query = QUERIES.get(type(request))
        if query is not None:
            return await query(self, caller.person, request)
        if isinstance(request, Sit):
            caller = await self.seat_seeker(caller.person)
        change = await self.run(lambda state, now: decide(state, caller, request, now), client)
        is_sent = client is not None and change.move_request is not None
        return None if is_sent else change.reply

    async def seat_seeker(self, person: Person) -> Caller:
        """Return a person who wants a seat, with whether the host has blocked them.

        The store is asked for everybody alike, so that the response time says nothing.
        """
        host, store = self.state.config.host.id, self.services.store
        try:
            blocked = await store.fetch_one(block_of(host, person.id))
        except Exception as error:
            raise StoreAway("table.refusal.store_away") from error
        return Caller(person, is_unwanted=blocked is not None)

    async def run(
        self, command: Callable[[TableState, Now], Change], client: ConnectedClient | None = None
    ) -> Change:
        """Run a command on the newest state, store its change and broadcast it."""
        async with self._lock:
            for _ in range(MAX_CAS_ATTEMPTS):
                await self._reload_if_stale()
                self._late_updates.clear()
                old = self.state
                try:
                    change = await completed(self.services, old, command(old, self.services.now()))
                except QuincunxError:
                    if await self._is_outdated():
                        continue
                    raise
                if await self._commit(old, change, client):
                    if change.refusal is not None:
                        raise change.refusal
                    return change
            raise StoreFailed("table.refusal.store_failed")

    async def _commit(
        self, old: TableState, change: Change, client: ConnectedClient | None
    ) -> bool:
        """Store a change, then broadcast it; false if it has to be decided anew."""
        new, now = change.state, self.services.now()
        if new is old and not change.stores_wake_up:
            return True
        has_moved = new.version != old.version or new.clock is not old.clock
        duty = Duty(is_leading=self._is_leading or has_moved)
        wake_up = next_wake_up(new, now, duty) if storing.stores_wake_up(old, change) else None
        result_margin = await margin(old, new)
        stored = storing.stored_change(old, change, now, wake_up, result_margin)
        if stored is not None:
            if not await self._store(stored):
                return False
            new = new.replace(revision=old.revision + 1)
        self._is_leading = duty.is_leading
        is_move = change.move_request is not None
        reply = Reply(client, change.reply) if is_move and client and change.reply else None
        self._replace_state(new, now, reply)
        if change.ends_vacation is not None:
            self.services.vacation_ended(change.ends_vacation)
        if stored is not None:
            self.services.on_commit(old, new)
        if is_move:
            _moves_of(new.config.game.name).inc()
        if has_moved and self.services.runs_bots:
            self.services.schedule(new.id, wake_up)
        else:
            self.schedule_wake_up()
        return True

    async def _store(self, stored: TableChange) -> bool:
        """Commit a change; false if another process has changed the table before."""
        try:
            is_stored = await self.services.store.change(stored)
        except Exception as error:
            # The commit may have happened all the same: only the store knows.
            self._is_stale = True
            await self._reload_if_stale()
            if self.state.revision == stored.revision:
                raise StoreFailed("table.refusal.store_failed") from error
            return False
        except BaseException:
            # Cancelled: the commit may or may not have happened.
            self._is_stale = True
            self.schedule_wake_up()
            raise
        self._is_stale = not is_stored
        return is_stored

    def _replace_state(self, new: TableState, now: Now, reply: Reply | None = None) -> None:
        """Take over a state that is stored, and send clients what is new in it."""
        for update in self._late_updates:
            new = update(new)
        self._late_updates.clear()
        old, self.state = self.state, new
        self.services.table_changed(new.id)
        self._audience.broadcast(old, new, now, reply)

    def update_locally(self, update: LocalUpdate) -> None:
        """Update what only this process knows: connections, names, bots' plans.

        A commit or a reload that is under way ends with a state that does not know of it yet.
        """
        self.state = update(self.state)
        if self._lock.is_in_use:
            self._late_updates.append(update)

    # What other processes have changed

    async def catch_up(self, revision: int) -> None:
        """Reload the table if another process has brought it to a newer revision."""
        async with self._lock:
            if revision > self.state.revision:
                self._is_stale = True
                await self._reload_if_stale()

    async def refresh(self) -> None:
        """Catch up with what another process has stored, before its notification arrives."""
        stored = await self._stored_revision()
        if stored is not None and stored > self.state.revision:
            await self.catch_up(stored)

    async def _is_outdated(self) -> bool:
        """Return whether another process has changed the table, which is then to be reloaded.

        A client may have seen that change there, so that a refusal without it would be wrong.
        """
        self._is_stale = await self._stored_revision() != self.state.revision
        return self._is_stale

    async def _stored_revision(self) -> int | None:
        """Return the revision that the store holds, which other processes may have raised."""
        store = self.services.store
        if not store.is_shared:
            return self.state.revision
        try:
            return await load_revision(store, self.state.id)
        except Exception as error:
            raise StoreAway("table.refusal.store_away") from error

    async def _reload_if_stale(self) -> None:
        """Reload the table if the local state may be outdated, and broadcast what is new."""
        if not self._is_stale:
            return
        self._late_updates.clear()
        old, services = self.state, self.services
        try:
            new = await retry_while_unavailable(
                partial(loading.reload, services.store, old, services.slices)
            )
        except loading.OtherStore as error:
            self._unload()
            raise StoreAway("table.refusal.store_away") from error
        except Frozen:
            # Clients reconnect, and get the reason.
            self._is_frozen = True
            self._unload()
            raise
        except QuincunxError:
            raise
        except Exception as error:
            raise StoreAway("table.refusal.store_away") from error
        else:
            self._is_stale = False
            if new.version > old.version or new.clock.paused != old.clock.paused:
                self._is_leading = not services.store.is_shared
            self._replace_state(new, services.now())
        finally:
            self.schedule_wake_up()

    # Clients

    async def join(self, client: ConnectedClient, invite: str, since: int | None) -> None:
        """Add a client that has seen the game up to version `since`."""
        if not admits(self.state, client.person, invite):
            # Another process may have let the person in, so that a refusal would be wrong.
            await self.refresh()
        check_not_removed(self.state, client.person)
        if not admits(self.state, client.person, invite):
            raise NotInvited("table.refusal.not_invited")
        async with self._lock:
            if since is not None and since > self.state.version:
                # Another process has shown this client more than is known here.
                self._is_stale = True
            await self._reload_if_stale()
            if self._is_dismissed:
                raise StoreAway("table.refusal.store_away")
            check_not_removed(self.state, client.person)
            check_programs(self.state, client.person)
            self.clients.add(client, since)

    def dismiss(self) -> None:
        """End all connections: the table is being unloaded."""
        self._is_dismissed = True
        self._audience.dismiss()

    def _unload(self) -> None:
        self.dismiss()
        self.services.unload(self.state.id)

    # What happens by itself

    async def wake_up(self, *, leading: bool = False) -> None:
        """Let what is due happen: a deadline, a bot's turn, an absence. Harmless if nothing is.

        `leading`: this process has taken the table over, so it need not wait for another one.
        """
        self._is_leading = self._is_leading or leading
        await self._wake_ups.run(taken_over=leading)

    def schedule_wake_up(self) -> None:
        """Have the table woken up when something is due, or when it can be reloaded."""
        due: ServerTime | None
        if self._is_frozen:
            due = None
        elif self._is_stale:
            due = ServerTime(self.services.clock.now() + RELOAD_RETRY_MS)
        else:
            due = next_wake_up(self.state, self.services.now(), self.duty)
        self.services.schedule(self.state.id, due)

    @property
    def duty(self) -> Duty:
        """What this process does at the table by itself."""
        return Duty(self.services.runs_bots, self._is_leading)

    @property
    def is_waking(self) -> bool:
        """Whether a wake-up is running."""
        return self._wake_ups.is_running

    @property
    def can_be_unloaded(self) -> bool:
        """Whether no client is connected and nothing will happen soon."""
        if len(self._audience) or self.is_waking or self._lock.is_in_use:
            return False
        if deserted_at(self.state) is not None:
            return False
        now = self.services.now()
        due = next_wake_up(self.state, now, self.duty)
        return due is None or due - now.server > UNLOAD_AFTER_MS

    @property
    def time(self) -> TableTime | None:
        """Table time; `None` before the deal."""
        return None if self.state.match is None else table_time(self.state, self.services.now())
