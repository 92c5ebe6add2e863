"""What is stored of a change: derived from the states before and after it."""

from __future__ import annotations

from typing import Any

import msgspec

from quincunx.core.match import digest
from quincunx.core.outcome import Outcome
from quincunx.server.common.times import Now, ServerTime, TableTime
from quincunx.server.ratings.results import store_results
from quincunx.server.storage.changes import Job, TableChange
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.log_entries import StoredEntry, entries_after
from quincunx.server.storage.table_data.chat import lines_job
from quincunx.server.storage.table_data.drafts import draft_job
from quincunx.server.storage.table_data.removed_people import removal_job
from quincunx.server.storage.table_data.seats import seating_job
from quincunx.server.storage.table_data.vacations import end_vacation_job
from quincunx.server.tables.commands.change import Change
from quincunx.server.tables.state.permissions import is_rated
from quincunx.server.tables.state.table_state import TableState, current_match, table_time


def stored_change(
    old: TableState, change: Change, now: Now, wake_up: ServerTime | None, margin: int | None
) -> TableChange | None:
    """Return what the store has to change; `None` if there is nothing to store.

    `wake_up` is when any process has something to do at the table. `margin` is the game's own
    measure of a result, if it ends now.
    """
    new = change.state
    values = _columns(old, change, now, wake_up)
    jobs = _jobs(old, change, now, margin)
    if not values and not jobs:
        return None
    if jobs:
        # Other processes read seats, chat and drafts again only if they have changed.
        values["around"] = old.revision + 1
    return TableChange(new.id, old.revision, values, _entries(old, change), tuple(jobs))


def ends_with(old: TableState, new: TableState) -> Outcome | None:
    """Return the outcome if the game ends with this change, and has one."""
    if new.phase == old.phase:
        return None
    if new.phase == "over":
        return current_match(new).outcome
    return new.forfeit


def stores_wake_up(old: TableState, change: Change) -> bool:
    """Return whether a change can move the time at which something happens by itself."""
    new = change.state
    if change.stores_wake_up or new.phase != old.phase:
        return True
    return new.phase != "gathering" and (
        new.version != old.version
        or new.clock is not old.clock
        or new.proposal is not old.proposal
        or new.config.bot_pace != old.config.bot_pace
        or _bots(new) != _bots(old)
    )


def _bots(state: TableState) -> list[str | None]:
    return [None if occupant is None else occupant.bot for _, occupant in state.seating]


def _columns(
    old: TableState, change: Change, now: Now, wake_up: ServerTime | None
) -> dict[str, Any]:
    """Return the columns of the table's row that change."""
    new = change.state
    values: dict[str, Any] = {}
    if new.version != old.version:
        values = _match_columns(new, now)
    if new.phase != old.phase:
        values["phase"] = new.phase
        if new.phase in ("over", "closed"):
            outcome = ends_with(old, new)
            values["ended"] = now.wall
            values["outcome"] = None if outcome is None else _json(outcome)
    if stores_wake_up(old, change):
        values["due"] = wake_up
    if new.proposal is not old.proposal or "version" in values:
        values["proposal"] = None if new.proposal is None else _json(new.proposal)
    if new.clock is not old.clock and "version" not in values:
        values |= {"clock": table_time(new, now), "house": now.server}
    if new.clock.paused != old.clock.paused:
        values["paused"] = new.clock.paused
    if new.nonces is not old.nonces:
        values["nonces"] = _json(new.nonces)
    if new.config.fills != old.config.fills:
        values["fills"] = new.config.fills
    if new.config.starts_by != old.config.starts_by:
        values["starts_by"] = new.config.starts_by
    if new.config.rated != old.config.rated:
        values["rated"] = new.config.rated
    if new.config.bot_pace != old.config.bot_pace:
        values["bot_pace"] = new.config.bot_pace
    if new.config.programs != old.config.programs:
        values["programs"] = new.config.programs
    if new.fixed_names and new.fixed_names is not old.fixed_names:
        values["names"] = _json(new.fixed_names)
    if new.rematch != old.rematch:
        values["rematch"] = new.rematch
    if new.done is not old.done:
        values["done"] = _json(new.done)
    return values


def _match_columns(state: TableState, now: Now) -> dict[str, Any]:
    """Return the columns that follow the match: the same ones, so that moves share a statement."""
    match = current_match(state)
    packed = msgspec.msgpack.encode(match.state)
    return {
        "version": match.version,
        "phase": state.phase,
        "state": packed,
        "digest": digest(packed),
        "clock": match.now,
        "house": state.clock.server_time(TableTime(match.now)),
        "due": None,
        "awaited": _json(match.awaited),
        "proposal": None,
        "moved": now.wall,
    }


def _entries(old: TableState, change: Change) -> tuple[StoredEntry, ...]:
    new = change.state
    if new.match is None or new.version == old.version:
        return ()
    person = new.movers.get(new.version) if change.move_request is not None else None
    return entries_after(new.match, old.version, change.move_request, person)


def _jobs(old: TableState, change: Change, now: Now, margin: int | None) -> list[Job[None]]:
    """Return what is written to other tables than the log, in the same transaction."""
    new = change.state
    jobs: list[Job[None]] = []
    outcome = ends_with(old, new)
    if outcome is not None:
        jobs.append(_results_job(new, outcome, now, margin))
    if change.draft is not None:
        jobs.append(draft_job(new.id, change.draft, change.superseded))
    if new.seating is not old.seating and new.seating != old.seating:
        jobs.append(seating_job(new.id, new.seating))
    if change.ends_vacation is not None:
        jobs.append(end_vacation_job(change.ends_vacation, now.server, new.id))
    if new.removed != old.removed:
        jobs.append(removal_job(new.id, new.config.host.id, old.removed, new.removed, now.wall))
    if change.lines:
        jobs.append(lines_job(new.id, change.lines, old.chat.next_number))
    return jobs


def _results_job(state: TableState, outcome: Outcome, now: Now, margin: int | None) -> Job[None]:
    rated = is_rated(state)

    async def job(connection: StoreConnection) -> None:
        await store_results(
            connection,
            state.config,
            state.seating,
            outcome,
            rated=rated,
            ended=now.wall,
            margin=margin,
        )

    return job


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
