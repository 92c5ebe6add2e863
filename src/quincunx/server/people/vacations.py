"""Vacations of people with an account: take one, end it, see how many days are left."""

from __future__ import annotations

from sqlalchemy import select

from quincunx.server.common.errors import NotAllowed
from quincunx.server.common.times import Now, ServerTime, WallTime
from quincunx.server.common.vacations import (
    ALLOWANCE_DAYS,
    DAY_MS,
    PLANNED_AHEAD_MS,
    Vacation,
    days_left,
)
from quincunx.server.people.accounts.accounts import NoAccount
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.vacations import (
    add_vacation,
    end_vacation,
    load_vacations,
)
from quincunx.wire import NewVacation, Person, VacationPlan
from quincunx.wire import Vacation as PlannedVacation


async def vacation_plan(store: Store, person: Person, now: Now) -> VacationPlan:
    """Return the vacation that a person is on or has planned, and the days that are left."""
    async with store.connect() as connection:
        return _plan(await load_vacations(connection, person.id), now)


async def take_vacation(
    store: Store, person: Person, wanted: NewVacation, now: Now
) -> VacationPlan:
    """Begin or plan a vacation; refused to guests, and beyond the allowance."""
    starts = _start(wanted, now)
    vacation = (starts, ServerTime(starts + wanted.days * DAY_MS))

    async def job(connection: StoreConnection) -> VacationPlan:
        await _lock_account(connection, person)
        taken = await load_vacations(connection, person.id)
        if _current(taken, now) is not None:
            raise NotAllowed("table.refusal.already_on_vacation")
        left = days_left(taken, starts)
        if wanted.days > left:
            raise NotAllowed("table.refusal.vacation_too_long", left=left)
        await add_vacation(connection, person.id, vacation, now.server)
        return _plan([*taken, vacation], now)

    return await store.write(job)


async def return_from_vacation(store: Store, person: Person, now: Now) -> VacationPlan:
    """End a person's vacation, or cancel a planned one."""

    async def job(connection: StoreConnection) -> VacationPlan:
        if _current(await load_vacations(connection, person.id), now) is not None:
            await end_vacation(connection, person.id, now.server)
        return _plan(await load_vacations(connection, person.id), now)

    return await store.write(job)


def _start(wanted: NewVacation, now: Now) -> ServerTime:
    ahead = 0 if wanted.starts is None else max(0, wanted.starts - now.wall)
    if ahead > PLANNED_AHEAD_MS:
        raise NotAllowed("table.refusal.vacation_too_far")
    return ServerTime(now.server + ahead)


def _current(taken: list[Vacation], now: Now) -> Vacation | None:
    """Return the vacation that is not over; there is at most one."""
    return next((each for each in taken if each[1] > now.server), None)


def _plan(taken: list[Vacation], now: Now) -> VacationPlan:
    current = _current(taken, now)
    return VacationPlan(
        vacation=None if current is None else _shown(current, now),
        allowance=ALLOWANCE_DAYS,
        left=days_left(taken, now.server),
    )


def _shown(vacation: Vacation, now: Now) -> PlannedVacation:
    starts, ends = (WallTime(now.wall + time - now.server) for time in vacation)
    return PlannedVacation(starts, ends)


async def _lock_account(connection: StoreConnection, person: Person) -> None:
    """Let one request of a person at a time go on, in all processes; refuse guests."""
    found = await connection.execute(
        select(schema.accounts.c.person)
        .where(schema.accounts.c.person == person.id)
        .with_for_update()
    )
    if found.first() is None:
        raise NoAccount("table.refusal.vacation_needs_account")
