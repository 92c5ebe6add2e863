"""A table that the store knows: everything is tried on the match, stored, and only then shown.

Other processes may change the same table. Whoever is overtaken by one, or cannot tell what the
store made of a change, takes the table from the store as it is and tries again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import lru_cache, partial, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, Self, TypeVar

import msgspec

from quincunx.core.errors import QuincunxError
from quincunx.core.match import Match, digest
from quincunx.core.messages import Arg, Message
from quincunx.core.outcome import Outcome
from quincunx.server.bots.bot_seats import BotSeats
from quincunx.server.common.errors import Frozen, NotInvited, StoreAway, StoreFailed
from quincunx.server.common.seating import Place
from quincunx.server.common.times import wall_clock
from quincunx.server.ops import metrics
from quincunx.server.ratings.results import store_results
from quincunx.server.storage import table_store
from quincunx.server.storage.changes import Job, TableChange
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.log_entries import StoredEntry
from quincunx.server.storage.retry import retry_while_unavailable
from quincunx.server.tables.along import Along
from quincunx.server.tables.chat import Line
from quincunx.server.tables.known_table import Guest, KnownTable, Surroundings
from quincunx.server.tables.move_clock import Pace
from quincunx.wire import Done, Person, Progress, RequestId, Said, Table, TableRequest

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R", bound=TableRequest)

_moves_of = lru_cache(64)(metrics.MOVES.labels)

OVERTAKEN_AT_MOST = 20
"""So often somebody tries again before giving up: by then others have made many moves."""

REMEMBERED = 32
"""So many requests a table knows to have been carried out: more than can be under way at once."""

LOOK_AGAIN_AFTER = 1000
"""Milliseconds until a table that could not see what the store holds looks there once more."""


def name_of(person: Person, request_id: str) -> str:
    """What the store calls a request: no other one at the table has that name."""
    return f"{person.id}/{request_id}"


class Request(NamedTuple):
    """A move that somebody asked for."""

    guest: Guest
    id: str
    """What the guest calls it."""

    @property
    def name(self) -> str:
        return name_of(self.guest.person, self.id)


class Overtaken(Exception):
    """Another process has changed the table meanwhile."""


class OtherStore(Exception):
    """A backup has taken the place of the store that people were shown."""


Deed = Callable[Concatenate[Any, P], Coroutine[Any, Any, T]]


def in_turn(deed: Deed[P, T]) -> Deed[P, T]:
    """Done one after the other, and on the newest state."""

    @wraps(deed)
    async def do(table: Any, /, *args: P.args, **kwargs: P.kwargs) -> T:
        done: T = await table.do_in_turn(partial(deed, table, *args, **kwargs))
        return done

    return do


def once(
    deed: Callable[[Any, Person, R], Coroutine[Any, Any, None]],
) -> Callable[[Any, Person, R], Coroutine[Any, Any, Done]]:
    """In turn, and as one change; sent twice, it is done once."""

    @wraps(deed)
    async def do(table: Any, person: Person, request: R) -> Done:
        done: Done = await table.do_in_turn(
            partial(table.do_once, person, request.id, partial(deed, table, person, request))
        )
        return done

    return do


class KeptTable(KnownTable):
    """Nothing is acknowledged before it is durable."""

    _along: Along
    """What the next change brings with it; each deed begins with nothing."""
    _stored: tuple[object, ...]
    """What requests may change, as of the last time it was the same here and in the store."""
    _frozen = False
    """Whether these rules cannot continue the stored game."""
    _unsure = False
    """Whether the store may hold something else than this table."""
    _spoilt = False
    """Whether the match has been taken on to something that was not stored."""

    @classmethod
    async def load(cls, house: Surroundings, table_id: str) -> Self | None:
        return await retry_while_unavailable(partial(cls._load, house, table_id))

    @classmethod
    async def _load(cls, house: Surroundings, table_id: str) -> Self | None:
        elsewhere = await house.presence.connected_elsewhere(table_id)
        async with house.store.snapshot() as connection:
            row = await table_store.row_of(connection, table_id)
            if row is None:
                return None
            sheet = await table_store.take_sheet(connection, row)
            seating = await table_store.take_seating(connection, sheet, row)
            table = cls(house, sheet, seating, row, elsewhere)
            await table._talk.catch_up(connection, table._fixed_names)
            if row["version"] >= 0:
                await table._take_match(connection, row)
                table._last_shown = row["version"]
        return table

    async def join(self, guest: Guest, invite: str, since: int | None) -> None:
        """Lets a connection in."""
        if not self.admits(guest.person, invite):
            raise NotInvited("table.refusal.not_invited")
        async with self._turn:
            if since is not None and since > self._last_shown:
                # Another process has told this guest more than is known here.
                self._unsure = True
            await self._be_sure()
            if self._dismissed:
                raise StoreAway("table.refusal.store_away")
            self._let_in(guest, since)

    # One after the other

    async def do_in_turn(self, deed: Callable[[], Awaitable[T]]) -> T:
        async with self._turn:
            for _ in range(OVERTAKEN_AT_MOST):
                await self._be_sure()
                self._along = Along()
                self._stored = self._changeable()
                try:
                    return await deed()
                except Overtaken:
                    self._unsure = self._spoilt = True
                except StoreFailed:
                    before = self._revision
                    self._unsure = self._spoilt = True
                    await self._be_sure()
                    if self._revision == before:
                        raise
                except QuincunxError:
                    if self._changeable() != self._stored:
                        # Refused half-way: what was changed here was not stored.
                        self._unsure = self._spoilt = True
                        await self._be_sure()
                    raise
                except BaseException:
                    # Cancelled: the commit may or may not have happened.
                    self._unsure = self._spoilt = True
                    self._wake()
                    raise
            raise StoreFailed("table.refusal.store_failed")

    def _changeable(self) -> tuple[object, ...]:
        """What a request may change here before it is stored."""
        match = self._match
        return (
            tuple(self.seating),
            self._nonces,
            self.phase,
            self.sheet,
            self._proposals.open,
            self._clock.paused,
            self._fixed_names,
            self._forfeit,
            None if match is None else (id(match), match.version),
        )

    async def do_once(
        self, person: Person, request_id: str, deed: Callable[[], Awaitable[None]]
    ) -> Done:
        name = name_of(person, request_id)
        if name not in self._done:
            self._along.request = name
            await deed()
        return Done(RequestId(request_id))

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
            refusal, request, self._along = error, None, Along()
        if match.version > before:
            self._proposals.drop("take_back")
            await self._append(before, request)
            if request is None:
                self._show()
            else:
                self._show({request.guest: Done(RequestId(request.id), match.version)})
                _moves_of(self.sheet.game.name).inc()
        if refusal is not None:
            raise refusal

    async def _append(
        self,
        before: int,
        request: Request | None = None,
        **more: Any,
    ) -> None:
        match = self._playing()
        outcome = match.outcome
        self._leads = True
        if outcome is not None:
            self.phase = "over"
        name, person = (request.name, request.guest.person.id) if request else (None, None)
        due, packed = self._due(anywhere=True), msgspec.msgpack.encode(match.state)
        values = {
            "version": match.version,
            "phase": self.phase,
            "state": packed,
            "digest": digest(packed),
            "clock": match.now,
            "house": self._clock.house_time(match.now),
            "due": due,
            "awaited": msgspec.json.encode(match.awaited).decode(),
            "proposal": self._proposals.stored,
            "moved": wall_clock(),
            **more,
        }
        also: Job[None] | None = None
        if outcome is not None:
            also = await self._finishing(outcome)
            values["ended"] = values["moved"]
            values["outcome"] = msgspec.json.encode(outcome).decode()
        await self._change(table_store.entries_after(match, before, name, person), also, **values)
        if name is not None and person is not None:
            self._requests[name] = match.version
            self._movers[match.version] = person
        if outcome is not None:
            await self._free_names()
        self._house.wake_at(self.sheet.id, due if self._house.thinks else self._due())

    async def _finishing(self, outcome: Outcome) -> Job[None]:
        """What the end of the game brings with it."""
        game, match = self.sheet.game, self._playing()
        # A game may have to look up what experts would have made of this deal.
        margin = None
        if game.margin is not None and match.outcome is not None:
            margin = await asyncio.to_thread(game.margin, match.rules, match.state)
        rated = self.is_rated

        async def job(connection: StoreConnection) -> None:
            await store_results(
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
        """Stores who sits where, then tells everybody."""
        self._along.seating = True
        await self._change(nonces=msgspec.json.encode(self._nonces).decode())

    def _change_sitter(self, place: Place, **changes: Any) -> None:
        """Goes along with the next change."""
        sitter = self.seating.at(place)
        assert sitter is not None
        self.seating.replace(place, msgspec.structs.replace(sitter, **changes))
        self._along.seating = True

    async def _keep_draft(self, match: Match) -> None:
        """Stores the draft that was made last, and shows how far it has come."""
        await self._change(also=table_store.draft_job(self.sheet.id, match))
        self._show_progress(match)

    def _show_progress(self, match: Match) -> None:
        progress = self._window(match).progress
        if progress is not None:
            self._tell(Progress(progress))

    async def _keep_clock(self) -> None:
        """Stores where the clock stands and whether it goes, and shows it."""
        self._leads = True
        await self._change(
            clock=self._now(),
            house=self._house.clock.now(),
            paused=self._clock.paused,
            due=self._due(anywhere=True),
            proposal=self._proposals.stored,
        )
        self._wake()
        self._tell_table()
        self._show()

    async def _keep_proposal(self) -> None:
        """Stores what is wished, and tells everybody."""
        # A stand-in that was agreed on may be another process's to look after.
        await self._change(proposal=self._proposals.stored, due=self._due(anywhere=True))
        self._tell_table()

    def _note(self, message_id: str, person: Person | None = None, **args: Arg) -> None:
        """Queue a note for the next change; with a person, it names that person."""
        if person is not None:
            args["name"] = self._named(person).name
        self._along.lines.append(Line(wall_clock(), person, note=Message(message_id, args)))

    @in_turn
    async def close(self) -> None:
        """Ends the table without a result: the operator's right."""
        if self.phase in ("gathering", "playing"):
            self._note("table.note.closed")
            await self._close()

    async def _free_names(self) -> None:
        """Show current names again: the game is over."""
        if self._fixed_names:
            async with self._store.connect() as connection:
                await self._take_names(connection)

    async def _take_names(self, connection: StoreConnection) -> None:
        known = [self.sheet.host, *self._talk.speakers]
        known += [sitter.person for _, sitter in self.seating if sitter and sitter.person]
        people = await table_store.take_people(connection, {person.id for person in known}, {})
        self._fixed_names = {}
        self._talk.rename(people)
        self._rename(people)

    async def _close(self, forfeit: Outcome | None = None) -> None:
        """End the game early: without a result, or with the outcome of forfeits."""
        was_covered = self.is_covered
        self.phase, self._forfeit = "closed", forfeit
        self._proposals.drop()
        await self._change(
            also=None if forfeit is None else await self._finishing(forfeit),
            phase="closed",
            due=None,
            fills=None,
            proposal=None,
            ended=wall_clock(),
            outcome=None if forfeit is None else msgspec.json.encode(forfeit).decode(),
        )
        await self._free_names()
        self._house.wake_at(self.sheet.id, None)
        self._tell_table()
        if was_covered:
            self._show()

    async def _change(
        self, entries: tuple[StoredEntry, ...] = (), also: Job[None] | None = None, **values: Any
    ) -> None:
        """Changes the table in the store, with what goes along, if it is there as it is here."""
        along = self._along
        jobs = [also] if also is not None else []
        if along.seating:
            jobs.append(table_store.seating_job(self.sheet.id, self.seating))
        if along.lines:
            jobs.append(self._talk.job(along.lines))
        if jobs:
            values["around"] = self._revision + 1
        if along.request is not None:
            values["done"] = msgspec.json.encode(self._done_with(along.request)).decode()
        change = TableChange(self.sheet.id, self._revision, values, entries, tuple(jobs))
        try:
            changed = await self._store.change(change)
        except Exception as error:
            raise StoreFailed("table.refusal.store_failed") from error
        if not changed:
            raise Overtaken
        self._revision += 1
        self._stored, self._stored_phase = self._changeable(), self.phase
        self._house.changed(self.sheet.id)
        self._went_along()

    def _went_along(self) -> None:
        """What the last change brought with it is stored, and is told."""
        along, self._along = self._along, Along()
        if along.request is not None:
            self._done = self._done_with(along.request)
        if along.seating:
            self._tell_table()
        for said in self._talk.hear(along.lines):
            self._tell(said)

    def _done_with(self, request: str) -> tuple[str, ...]:
        return (*self._done, request)[-REMEMBERED:]

    # Back to what the store holds

    async def hear(self, revision: int) -> None:
        """Another process has brought the table to that revision."""
        async with self._turn:
            if revision > self._revision:
                self._unsure = True
                await self._be_sure()

    async def _be_sure(self) -> None:
        """If the store may hold something else, that is what counts."""
        if not self._unsure:
            return
        try:
            await retry_while_unavailable(self._catch_up)
        except OtherStore as error:
            self.dismiss()
            self._house.drop(self.sheet.id)
            raise StoreAway("table.refusal.store_away") from error
        except Frozen:
            # Players who are here come back, and are told why.
            self._frozen = True
            self.dismiss()
            self._house.drop(self.sheet.id)
            raise
        except QuincunxError:
            raise
        except Exception as error:
            raise StoreAway("table.refusal.store_away") from error
        finally:
            if self._unsure:
                self._wake()

    def _wake(self) -> None:
        """When something is due; soon, if others may have done what people here wait to see."""
        if self._frozen:
            self._house.wake_at(self.sheet.id, None)
        elif self._unsure:
            soon = self._house.clock.now() + LOOK_AGAIN_AFTER
            self._house.wake_at(self.sheet.id, soon)
        else:
            super()._wake()

    async def _catch_up(self) -> None:
        """Takes over what others have made of the table, and shows it."""
        async with self._store.snapshot() as connection:
            row = await table_store.row_of(connection, self.sheet.id)
            if row is None or row["version"] < self._last_shown:
                raise OtherStore
            # A request that failed may have changed the memory without telling anybody of it.
            known = None if self._spoilt else self._info()
            was_covered = self.is_covered
            around = self._spoilt or row["around"] > self._revision
            if around:
                self.seating = await table_store.take_seating(connection, self.sheet, row)
            if row["version"] < 0:
                self._match = self._bots = None
            else:
                await self._catch_up_with_match(connection, row, around)
            fixed = table_store.fixed_names(row)
            said = await self._talk.catch_up(connection, fixed) if around else ()
            if self._fixed_names and not fixed:
                await self._take_names(connection)
        if row["version"] > self._last_shown or row["paused"] != self._clock.paused:
            self._leads = not self._store.is_shared
        self._take_row(row)
        self._unsure = self._spoilt = False
        self._show_news(known, said, around, was_covered)

    async def _catch_up_with_match(
        self, connection: StoreConnection, row: Mapping[str, Any], around: bool
    ) -> None:
        """Goes on from where the match stands, if the store has been there, too."""
        if self._match is None or self._spoilt:
            self._nonces = table_store.nonces_in(row)
            await self._take_match(connection, row)
            return
        self._spoilt = True
        taken = await table_store.take_news(
            connection, self._match, row, self._house.slices, drafts=around
        )
        self._requests |= taken.requests
        self._movers |= taken.movers

    def _show_news(
        self, known: Table | None, said: tuple[Said, ...], around: bool, was_covered: bool
    ) -> None:
        """Tell what differs from what the clients know; all of it if that is not certain."""
        table, match = self._info(), self._match
        if table != known:
            self._tell_table()
        for each in said:
            self._tell(each)
        if match is not None:
            is_same = known is not None and table.paused == known.paused
            if match.version > self._last_shown or not is_same or was_covered != self.is_covered:
                self._show()
            if around and match.progress:
                self._show_progress(match)
        self._wake()

    async def _take_match(self, connection: StoreConnection, row: Mapping[str, Any]) -> None:
        names = self.seating.names()
        taken = await table_store.take_match(
            connection, self.sheet, row, self._nonces, names, self._house.slices
        )
        self._requests, self._movers = taken.requests, taken.movers
        self._begin(taken.match)

    def _begin(self, match: Match) -> None:
        self._match = match
        self._bots = BotSeats(match, self.sheet.secret)
        self._pace = Pace(self.sheet.pace)
