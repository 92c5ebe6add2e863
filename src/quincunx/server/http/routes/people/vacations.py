"""Vacations: take one, end it, and see how many days are left."""

from __future__ import annotations

from litestar import get, post
from litestar.datastructures import State
from litestar.params import JSONBody

from quincunx.server.http.authentication import (
    AnyRequest,
    require_person,
    require_person_within,
)
from quincunx.server.people.vacations import (
    return_from_vacation,
    take_vacation,
    vacation_plan,
)
from quincunx.wire import NewVacation, VacationPlan


@get("/api/vacation")
async def show_vacation(request: AnyRequest, state: State) -> VacationPlan:
    person = await require_person(request)
    return await vacation_plan(state.store, person, state.tables.now())


@post("/api/vacation", status_code=200)
async def go_on_vacation(
    request: AnyRequest, state: State, data: JSONBody[NewVacation]
) -> VacationPlan:
    """Begin a vacation, or plan one."""
    person = await require_person_within(request, state.limits.vacations)
    plan = await take_vacation(state.store, person, data, state.tables.now())
    await state.tables.news.refresh_tables_of(person.id)
    return plan


@post("/api/vacation/end", status_code=200)
async def end_vacation(request: AnyRequest, state: State) -> VacationPlan:
    """End the vacation, or cancel the planned one."""
    person = await require_person_within(request, state.limits.vacations)
    plan = await return_from_vacation(state.store, person, state.tables.now())
    await state.tables.news.refresh_tables_of(person.id)
    return plan


ROUTES = (show_vacation, go_on_vacation, end_vacation)
