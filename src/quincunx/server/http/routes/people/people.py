"""Sessions, accounts and profiles of people."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, Parameter

from quincunx.server.common.compression import compress_in_thread
from quincunx.server.http.authentication import (
    COOKIE,
    AnyRequest,
    client_address,
    current_person,
    require_person,
    require_person_within,
    session_cookie,
)
from quincunx.server.http.compressed_json import compressed_json
from quincunx.server.http.session_response import session_response
from quincunx.server.people.export import export
from quincunx.server.people.names import forget_renaming, rename_person, renamed_why
from quincunx.server.people.profiles import profile
from quincunx.server.people.reports import report_person
from quincunx.wire import (
    DeleteMe,
    GuestName,
    LogIn,
    Me,
    NewPassword,
    PersonId,
    Profile,
    Register,
    Registered,
    ReportPerson,
)

EndedBefore = Annotated[int | None, Parameter(ge=0, le=2**53)]
"""Wall time; at most the largest integer that JavaScript represents exactly."""


@get("/api/me", for_programs=True)
async def me(request: AnyRequest, state: State) -> Me | None:
    person = await current_person(request)
    if person is None:
        return None
    why = None if person.bot else await renamed_why(state.store, person)
    return Me(person, await state.accounts.login_of(person), why)


@post("/api/renaming-seen", status_code=204)
async def renaming_seen(request: AnyRequest, state: State) -> None:
    """Note that the person knows that the operator has replaced their name."""
    person = await require_person_within(request, state.limits.names)
    await forget_renaming(state.store, person)


@post("/api/guest", status_code=200)
async def be_guest(request: AnyRequest, state: State, data: JSONBody[GuestName]) -> Response[Me]:
    """Create a guest, or rename the person of the session."""
    person = await current_person(request)
    if person is not None:
        state.limits.names.take(client_address(request), person)
        person = await rename_person(state.store, person, data.name)
        state.tables.news.rename(person)
        return Response(Me(person, await state.accounts.login_of(person)))
    state.limits.guests.take(client_address(request))
    person, token = await state.sessions.create_guest(data.name)
    return Response(Me(person), cookies=[session_cookie(request, token)])


@post("/api/account", status_code=200)
async def register(
    request: AnyRequest, state: State, data: JSONBody[Register]
) -> Response[Registered]:
    person = await require_person_within(request, state.limits.accounts)
    registered, token = await state.accounts.register(person, data)
    return session_response(request, registered, token, person)


@post("/api/login", status_code=200)
async def log_in(request: AnyRequest, state: State, data: JSONBody[LogIn]) -> Response[Me]:
    state.limits.passwords.take(client_address(request))
    before = await current_person(request)
    known, token = await state.accounts.log_in(
        data, client_address(request), request.cookies.get(COOKIE)
    )
    return session_response(request, known, token, before)


@post("/api/logout", status_code=204)
async def log_out(request: AnyRequest, state: State) -> Response[None]:
    person = await current_person(request)
    await state.sessions.end(request.cookies.get(COOKIE, ""))
    return session_response(request, None, "", person)


@post("/api/logout-everywhere", status_code=204)
async def log_out_everywhere(request: AnyRequest, state: State) -> Response[None]:
    person = await require_person(request)
    await state.sessions.end_all(person)
    return session_response(request, None, "", person)


@post("/api/password", status_code=204)
async def change_password(
    request: AnyRequest, state: State, data: JSONBody[NewPassword]
) -> Response[None]:
    person = await require_person_within(request, state.limits.passwords)
    token = await state.accounts.change_password(person, data.old, data.new)
    return session_response(request, None, token, person)


@post("/api/delete", status_code=204)
async def delete_me(request: AnyRequest, state: State, data: JSONBody[DeleteMe]) -> Response[None]:
    person = await require_person_within(request, state.limits.passwords)
    for deleted in await state.accounts.delete(person, data.password):
        await state.tables.news.forget(deleted)
        if deleted != person.id:
            await state.tables.news.dismiss(deleted)
    return session_response(request, None, "", person)


@get("/api/export", compressed=True)
async def export_me(request: AnyRequest, state: State) -> Response[bytes]:
    """Return all data about the person, as a file."""
    person = await require_person_within(request, state.limits.reads)
    state.limits.exports.take(client_address(request), person)
    file = await compress_in_thread(await export(state.store, person))
    headers = {"Content-Disposition": 'attachment; filename="quincunx.json"'}
    return await compressed_json(request, file, headers)


@get("/api/people/{person_id:str}", for_programs=True)
async def person_profile(
    request: AnyRequest, state: State, person_id: FromPath[str], before: EndedBefore = None
) -> Profile:
    """Return a profile, with the latest games or those that ended earlier than `before`."""
    viewer = await current_person(request)
    return await profile(state.store, PersonId(person_id), before, viewer)


@post("/api/people/{person_id:str}/report", status_code=204)
async def report(
    request: AnyRequest, state: State, person_id: FromPath[str], data: JSONBody[ReportPerson]
) -> None:
    """Report a person's name or avatar to the operator."""
    person = await require_person_within(request, state.limits.reports)
    await report_person(state.store, person, PersonId(person_id), data)


ROUTES = (
    me,
    renaming_seen,
    report,
    be_guest,
    register,
    log_in,
    log_out,
    log_out_everywhere,
    change_password,
    delete_me,
    export_me,
    person_profile,
)
