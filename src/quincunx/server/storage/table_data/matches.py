"""The match of a table: dealt, or replayed from the stored log.

A stored game that does not fit the current rules is refused (`Frozen`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from quincunx.core.errors import CorruptRecord
from quincunx.core.match import Match
from quincunx.core.records.record import (
    FORMAT,
    Record,
    RecordStep,
    record_drafts,
    record_header,
    replayable_steps,
)
from quincunx.core.records.replay import branch_record, iter_apply_steps, start_rerun
from quincunx.core.seeds import Seed
from quincunx.core.viewers import OMNISCIENT
from quincunx.server.common.errors import Frozen
from quincunx.server.common.request_keys import RequestKey
from quincunx.server.common.slices import Slices
from quincunx.server.common.table_config import TableConfig
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.log_entries import StoredEntry, load_entries
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.drafts import load_drafts, load_new_drafts
from quincunx.server.storage.table_data.rows import load_config, load_row
from quincunx.wire import PersonId, TableId


class LoadedMatch(NamedTuple):
    """A match with what was loaded of its log, and the requests that made it."""

    match: Match
    requests: dict[RequestKey, int]
    """The version that each request made."""
    movers: dict[int, PersonId]
    """The person behind each version."""


async def deal_match(
    store: Store,
    config: TableConfig,
    nonces: tuple[str, ...],
    names: tuple[str, ...],
    slices: Slices,
) -> Match:
    """Return a newly dealt match, or one that continues a position of another game."""
    # The commitment names the rules at the time when the table was created.
    _check_rules(config)
    seed = Seed(config.secret, nonces)
    if config.position is None:
        return Match(
            config.game, config.options, config.seats, seed=seed, table=config.id, names=names
        )
    async with store.snapshot() as connection:
        row = await load_row(connection, TableId(config.position.table))
        assert row is not None, "finished tables are never deleted"
        original = await load_config(connection, row)
        loaded = await load_match(connection, original, row, original.nonces, names, slices)
    record = await replayable_record(loaded.match, slices)
    version = config.position.version
    branch = branch_record(record, config.game, version, seed=seed, table=config.id, names=names)
    match, rest = start_rerun(branch, config.game)
    await slices.run(rest)
    return match


async def load_match(
    connection: StoreConnection,
    config: TableConfig,
    row: Mapping[str, Any],
    nonces: tuple[str, ...],
    names: tuple[str, ...],
    slices: Slices,
) -> LoadedMatch:
    """Replay a stored game."""
    _check_rules(config)
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
        drafts=await load_drafts(connection, config),
        origin=config.position,
    )
    with _freezing_corrupt_games():
        match, rest = start_rerun(record, config.game)
        await slices.run(rest)
    _check_digest(match, row)
    return _with_requests(match, entries)


async def update_match(
    connection: StoreConnection,
    match: Match,
    row: Mapping[str, Any],
    slices: Slices,
    *,
    drafts: bool,
) -> LoadedMatch:
    """Bring a match up to date with what other processes have stored since."""
    entries = await load_entries(connection, TableId(match.table), since=match.version)
    new_drafts = await load_new_drafts(connection, match) if drafts else ()
    with _freezing_corrupt_games():
        await slices.run(iter_apply_steps(match, [_step(entry) for entry in entries], new_drafts))
    _check_digest(match, row)
    return _with_requests(match, entries)


async def replayable_record(match: Match, slices: Slices) -> Record:
    """Return the whole record without events and scenes: enough to play the game again."""
    header = record_header(match, OMNISCIENT)
    steps = await slices.run(replayable_steps(match))
    drafts = await slices.run(record_drafts(match, OMNISCIENT))
    return msgspec.structs.replace(header, steps=tuple(steps), drafts=tuple(drafts))


def _check_rules(config: TableConfig) -> None:
    if config.rules != config.game.version:
        raise Frozen("table.refusal.frozen")


@contextmanager
def _freezing_corrupt_games() -> Iterator[None]:
    try:
        yield
    except CorruptRecord as error:
        raise Frozen("table.refusal.frozen") from error


def _check_digest(match: Match, row: Mapping[str, Any]) -> None:
    if row["digest"] != match.digest():
        raise Frozen("table.refusal.frozen")


def _step(entry: StoredEntry) -> RecordStep:
    return RecordStep(
        at=entry.at, seat=entry.seat, move=entry.move, chance=entry.chance, back=entry.back
    )


def _with_requests(match: Match, entries: Iterable[StoredEntry]) -> LoadedMatch:
    return LoadedMatch(
        match,
        {entry.request: entry.version for entry in entries if entry.request is not None},
        {entry.version: entry.person for entry in entries if entry.person is not None},
    )
