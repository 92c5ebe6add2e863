"""How tables are stored and loaded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Select, bindparam, delete, func, insert, select

from quincunx.core.errors import CorruptRecord
from quincunx.core.match import Match
from quincunx.core.match.drafts import DraftEntry
from quincunx.core.options import make_options
from quincunx.core.records.record import (
    FORMAT,
    DraftStep,
    Record,
    RecordStep,
    record_drafts,
    record_header,
    replayable_steps,
)
from quincunx.core.records.replay import branch_record, iter_apply_steps, start_rerun
from quincunx.core.seeds import Seed
from quincunx.core.viewers import OMNISCIENT
from quincunx.registry import find
from quincunx.server.common.errors import Frozen
from quincunx.server.common.seating import Occupant, Place, Seating
from quincunx.server.common.slices import Slices
from quincunx.server.common.table_config import TableConfig
from quincunx.server.common.times import wall_clock
from quincunx.server.storage import schema
from quincunx.server.storage.changes import Job
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.log_entries import StoredEntry, load_entries
from quincunx.server.storage.store import Store
from quincunx.wire import Person, PersonId

INACTIVE_AFTER_MS: Final = 2 * 3600 * 1000
"""An open table without a move for this long is no longer listed."""


def open_tables_hosted_by(person_id: str) -> Select[Any]:
    """Count the open tables of one host that the lobby may list."""
    tables = schema.tables.c
    return select(func.count()).where(
        tables.host == person_id,
        tables.open,
        tables.phase.in_(("gathering", "playing")),
        tables.moved > wall_clock() - INACTIVE_AFTER_MS,
    )


async def put_new(
    store: Store,
    config: TableConfig,
    seating: Seating,
    due: int | None,
    check: Job[None] | None = None,
) -> None:
    """Store a new table, unless `check`, which runs in the same transaction, refuses it."""
    now = wall_clock()

    async def job(connection: StoreConnection) -> None:
        if check is not None:
            await check(connection)
        await connection.execute(
            insert(schema.tables).values(
                id=config.id,
                game=config.game.name,
                rules=config.rules,
                options=msgspec.json.encode(config.values).decode(),
                seats=config.seats,
                host=config.host.id,
                invite=config.invite,
                phase="gathering",
                open=config.open,
                pace=config.pace,
                level=config.level,
                fills=config.fills,
                deal=config.deal,
                deal_name=config.deal_name,
                origin=config.origin,
                origin_version=config.origin_version,
                rated=config.rated,
                secret=config.secret,
                nonces=msgspec.json.encode(config.nonces).decode(),
                created=now,
                moved=now,
                version=-1,
                clock=0,
                due=due,
            )
        )
        await _insert_sitters(connection, config.id, seating)
        await store.notify(connection, "changed", f"{config.id}:0")

    await store.write(job)


def seating_job(table: str, seating: Seating) -> Job[None]:
    """Store who sits where."""

    async def job(connection: StoreConnection) -> None:
        await connection.execute(delete(schema.sitters).where(schema.sitters.c.table == table))
        await _insert_sitters(connection, table, seating)

    return job


async def _insert_sitters(connection: StoreConnection, table: str, seating: Seating) -> None:
    rows = [
        _occupant_row(table, place, occupant) for place, occupant in seating if occupant is not None
    ]
    if rows:
        await connection.execute(insert(schema.sitters), rows)


def _occupant_row(table: str, place: Place, occupant: Occupant) -> dict[str, object]:
    seat, member = place
    return {
        "table": table,
        "seat": seat,
        "member": member,
        "person": occupant.person.id if occupant.person else None,
        "bot": occupant.bot,
        "nonce": occupant.nonce,
        "missed": occupant.missed,
        "gone": occupant.gone,
        "forfeited": occupant.forfeited,
    }


def draft_job(table: str, entry: DraftEntry, superseded: Sequence[DraftEntry]) -> Job[None]:
    """Store a draft, and delete the drafts that it supersedes."""
    drafts = schema.drafts.c
    # A number that is higher than those of all drafts before it: they are read in this order.
    number = select(func.coalesce(func.max(drafts.number), -1) + 1).where(drafts.table == table)

    async def job(connection: StoreConnection) -> None:
        if superseded:
            await connection.execute(
                _DELETE_DRAFT,
                [
                    {"of_table": table, "of_seat": old.seat, "on": old.version, "made_at": old.at}
                    for old in superseded
                ],
            )
        await connection.execute(
            insert(schema.drafts).values(
                table=table,
                seat=entry.seat,
                number=number.scalar_subquery(),
                at=entry.at,
                version=entry.version,
                draft=msgspec.json.encode(entry.draft).decode(),
            )
        )

    return job


_DELETE_DRAFT = delete(schema.drafts).where(
    schema.drafts.c.table == bindparam("of_table"),
    schema.drafts.c.seat == bindparam("of_seat"),
    schema.drafts.c.version == bindparam("on"),
    schema.drafts.c.at == bindparam("made_at"),
)


# Loading: from one connection, so that all of it is from one snapshot.

# The stored state is for operators who inspect the database; loading replays the log instead.
_ROW = select(*(column for column in schema.tables.c if column.name != "state"))


async def row_of(connection: StoreConnection, table: str) -> Mapping[str, Any] | None:
    """Return the table's row."""
    found = await connection.execute(_ROW.where(schema.tables.c.id == table))
    row = found.mappings().first()
    return None if row is None else dict(row)


def fixed_names(row: Mapping[str, Any]) -> dict[PersonId, str]:
    """Return, by id, the names that are shown while a game that forbids talking is played."""
    if row["phase"] != "playing" or row["names"] is None:
        return {}
    return msgspec.json.decode(row["names"], type=dict[PersonId, str])


async def take_config(connection: StoreConnection, row: Mapping[str, Any]) -> TableConfig:
    game = find(row["game"])
    people = await take_people(connection, [row["host"]], fixed_names(row))
    return TableConfig(
        id=row["id"],
        game=game,
        options=make_options(game.options, msgspec.json.decode(row["options"]), game=game.name),
        seats=row["seats"],
        rules=row["rules"],
        host=people[row["host"]],
        invite=row["invite"],
        secret=row["secret"],
        nonces=nonces_in(row),
        open=row["open"],
        pace=row["pace"],
        level=row["level"],
        fills=row["fills"],
        deal=row["deal"],
        deal_name=row["deal_name"],
        origin=row["origin"],
        origin_version=row["origin_version"],
        rated=row["rated"],
    )


def nonces_in(row: Mapping[str, Any]) -> tuple[str, ...]:
    return msgspec.json.decode(row["nonces"], type=tuple[str, ...])


async def take_seating(
    connection: StoreConnection, config: TableConfig, row: Mapping[str, Any]
) -> Seating:
    found = await connection.execute(
        select(schema.sitters).where(schema.sitters.c.table == config.id)
    )
    rows = found.mappings().all()
    ids = [sat["person"] for sat in rows if sat["person"]]
    people = await take_people(connection, ids, fixed_names(row))
    seating = Seating.empty(config.game.teams(config.options, config.seats))
    for sat in rows:
        occupant = Occupant(
            people.get(sat["person"]),
            sat["bot"],
            sat["nonce"],
            sat["missed"],
            sat["gone"],
            sat["forfeited"],
        )
        seating = seating.with_occupant((sat["seat"], sat["member"]), occupant)
    return seating


async def take_people(
    connection: StoreConnection, ids: Iterable[str], fixed: Mapping[PersonId, str]
) -> dict[PersonId, Person]:
    """Return people by id, under their current names or those that are fixed for a table."""
    found = await connection.execute(select(schema.people).where(schema.people.c.id.in_(list(ids))))
    return {
        row["id"]: Person(row["id"], fixed.get(row["id"], row["name"])) for row in found.mappings()
    }


class Taken(NamedTuple):
    """A stored game replayed, and the requests that made it."""

    match: Match
    requests: dict[str, int]
    """The version that each request made."""
    movers: dict[int, PersonId]
    """The person behind each version."""


async def take_match(
    connection: StoreConnection,
    config: TableConfig,
    row: Mapping[str, Any],
    nonces: tuple[str, ...],
    names: tuple[str, ...],
    slices: Slices,
) -> Taken:
    """Replay a stored game; refuse one that does not fit the current rules."""
    if config.rules != config.game.version:
        raise Frozen("table.refusal.frozen")
    entries = await load_entries(connection, config.id)
    record = Record(
        format=FORMAT,
        game=config.game.name,
        rules=config.rules,
        seats=config.seats,
        options=dict(config.values),
        steps=tuple(_step(entry) for entry in entries),
        whole=True,
        table=config.id,
        names=names,
        seed=Seed(config.secret, nonces),
        drafts=_readable(await _drafts(connection, config.id), config),
        origin=config.position,
    )
    with _as_these_rules_have_it():
        match, rest = start_rerun(record, config.game)
        await slices.run(rest)
    _compare(match, row)
    return _taken(match, entries)


async def take_news(
    connection: StoreConnection,
    match: Match,
    row: Mapping[str, Any],
    slices: Slices,
    *,
    drafts: bool,
) -> Taken:
    """Bring a match up to date with what other processes have stored since."""
    entries = await load_entries(connection, match.table, since=match.version)
    drafted = await _new_drafts(connection, match) if drafts else ()
    with _as_these_rules_have_it():
        await slices.run(iter_apply_steps(match, [_step(entry) for entry in entries], drafted))
    _compare(match, row)
    return _taken(match, entries)


@contextmanager
def _as_these_rules_have_it() -> Iterator[None]:
    try:
        yield
    except CorruptRecord as error:
        raise Frozen("table.refusal.frozen") from error


def _compare(match: Match, row: Mapping[str, Any]) -> None:
    if row["digest"] != match.digest():
        raise Frozen("table.refusal.frozen")


def _step(entry: StoredEntry) -> RecordStep:
    return RecordStep(
        at=entry.at, seat=entry.seat, move=entry.move, chance=entry.chance, back=entry.back
    )


def _taken(match: Match, entries: Iterable[StoredEntry]) -> Taken:
    return Taken(
        match,
        {entry.request: entry.version for entry in entries if entry.request is not None},
        {entry.version: PersonId(entry.person) for entry in entries if entry.person is not None},
    )


async def deal(
    store: Store,
    config: TableConfig,
    nonces: tuple[str, ...],
    names: tuple[str, ...],
    slices: Slices,
) -> Match:
    """Return a newly dealt match, or one that continues a position of another game."""
    if config.rules != config.game.version:
        # The commitment names the rules at the time when the table was created.
        raise Frozen("table.refusal.frozen")
    seed = Seed(config.secret, nonces)
    if config.position is None:
        return Match(
            config.game, config.options, config.seats, seed=seed, table=config.id, names=names
        )
    async with store.snapshot() as connection:
        row = await row_of(connection, config.position.table)
        assert row is not None, "finished tables are never deleted"
        original = await take_config(connection, row)
        taken = await take_match(connection, original, row, original.nonces, names, slices)
    record = await replayable_record(taken.match, slices)
    version = config.position.version
    begun = branch_record(record, config.game, version, seed=seed, table=config.id, names=names)
    match, rest = start_rerun(begun, config.game)
    await slices.run(rest)
    return match


async def replayable_record(match: Match, slices: Slices) -> Record:
    """Return the whole record without events and scenes: enough to play the game again."""
    head, steps, drafts = (
        record_header(match, OMNISCIENT),
        replayable_steps(match),
        record_drafts(match, OMNISCIENT),
    )
    return msgspec.structs.replace(
        head, steps=tuple(await slices.run(steps)), drafts=tuple(await slices.run(drafts))
    )


async def _drafts(
    connection: StoreConnection, table: str, since_ms: int = 0
) -> tuple[DraftStep, ...]:
    """Return the stored drafts of a table that were made at that table time or later."""
    drafts = schema.drafts.c
    found = await connection.execute(
        select(schema.drafts)
        .where(drafts.table == table, drafts.at >= since_ms)
        .order_by(drafts.number)
    )
    return tuple(
        DraftStep(row["at"], row["seat"], row["version"], msgspec.json.decode(row["draft"]))
        for row in found.mappings()
    )


def _readable(drafts: Iterable[DraftStep], config: TableConfig) -> tuple[DraftStep, ...]:
    """Leave out drafts that the game no longer accepts: stored before its drafts were bounded."""
    draft_type = config.game.rules(config.options, config.seats).draft_type
    return tuple(step for step in drafts if _fits(step.draft, draft_type))


def _fits(draft: Any, draft_type: Any) -> bool:
    try:
        msgspec.convert(draft, draft_type)
    except msgspec.ValidationError:
        return False
    return True


async def _new_drafts(connection: StoreConnection, match: Match) -> tuple[DraftStep, ...]:
    """Return the stored drafts that are newer than those of the match."""
    last = match.draft_log[-1].at if match.draft_log else 0
    # Two drafts of one millisecond differ only in what was built.
    known = {_identity(old) for old in match.draft_log if old.at == last}
    return tuple(
        draft
        for draft in await _drafts(connection, match.table, last)
        if draft.at > last or _identity(draft) not in known
    )


def _identity(draft: DraftEntry | DraftStep) -> tuple[int, int, bytes]:
    return draft.seat, draft.version, msgspec.json.encode(draft.draft)


def entries_after(
    match: Match, before: int, request: str | None, person: str | None
) -> tuple[StoredEntry, ...]:
    """Return the log after version `before`; `request` made the last entry."""
    return tuple(
        StoredEntry(
            version=version,
            at=entry.at,
            seat=entry.seat,
            move=None if entry.move is None else match.game.format_move(entry.move),
            chance=entry.chance,
            events=entry.events,
            back=entry.back,
            request=request if version == match.version else None,
            person=person if version == match.version else None,
        )
        for version, entry in enumerate(match.log[before + 1 :], before + 1)
    )
