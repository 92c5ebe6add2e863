"""People: coming in under a name, having an account, and going for good."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, Parameter

from quincunx.server.export import export
from quincunx.server.profiles import profile
from quincunx.server.visitor import COOKIE, AnyRequest, session_cookie, somebody, visitor
from quincunx.wire import DeleteMe, Guest, LogIn, Me, NewPassword, Person, Profile, Register

Moment = Annotated[int | None, Parameter(ge=0, le=2**53)]
"""By the wall's clock; as far as a page can count, so that the store can."""


@get("/api/me")
async def me(request: AnyRequest, state: State) -> Me | None:
    person = await visitor(request)
    return None if person is None else Me(person, await state.accounts.login_of(person))


@post("/api/guest", status_code=200)
async def be_guest(request: AnyRequest, state: State, data: JSONBody[Guest]) -> Response[Me]:
    """A new guest, or another name for whoever is there."""
    person = await visitor(request)
    if person is not None:
        person = await state.people.rename(person, data.name)
        state.tables.renamed(person)
        return Response(Me(person, await state.accounts.login_of(person)))
    state.people.newcomers.take(_address(request))
    person, token = await state.people.new_guest(data.name)
    return Response(Me(person), cookies=[session_cookie(request, token)])


@post("/api/account", status_code=200)
async def register(request: AnyRequest, state: State, data: JSONBody[Register]) -> Response[Me]:
    person = await somebody(request)
    state.accounts.newcomers.take(_address(request))
    registered, token = await state.accounts.register(person, data)
    return Response(registered, cookies=[session_cookie(request, token)])


@post("/api/login", status_code=200)
async def log_in(request: AnyRequest, state: State, data: JSONBody[LogIn]) -> Response[Me]:
    before = request.cookies.get(COOKIE)
    known, token = await state.accounts.log_in(data, _address(request), before)
    return Response(known, cookies=[session_cookie(request, token)])


@post("/api/logout")
async def log_out(request: AnyRequest, state: State) -> Response[None]:
    await state.people.log_out(request.cookies.get(COOKIE, ""))
    return _done(request, "")


@post("/api/logout-everywhere")
async def log_out_everywhere(request: AnyRequest, state: State) -> Response[None]:
    person = await somebody(request)
    await state.people.log_out_everywhere(person)
    return _done(request, "", dismissed=person)


@post("/api/password")
async def change_password(
    request: AnyRequest, state: State, data: JSONBody[NewPassword]
) -> Response[None]:
    person = await somebody(request)
    token = await state.accounts.change_password(person, data.old, data.new)
    return _done(request, token, dismissed=person)


@post("/api/delete")
async def delete_me(request: AnyRequest, state: State, data: JSONBody[DeleteMe]) -> Response[None]:
    nobody = await state.accounts.delete(await somebody(request), data.password)
    await state.tables.forget(nobody.id)
    return _done(request, "")


@get("/api/export")
async def export_me(request: AnyRequest, state: State) -> Response[bytes]:
    """All that the house knows of me, as a file."""
    known = await export(state.store, await somebody(request))
    return Response(
        msgspec.json.format(msgspec.json.encode(known)),
        media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="quincunx.json"'},
    )


@get("/api/people/{person_id:str}")
async def person_profile(state: State, person_id: FromPath[str], before: Moment = None) -> Profile:
    """The profile, with the latest games or those that ended earlier than `before`."""
    return await profile(state.store, person_id, before)


def _address(request: AnyRequest) -> str:
    return request.client.host if request.client else ""


def _done(request: AnyRequest, token: str, dismissed: Person | None = None) -> Response[None]:
    """Nothing more to say; the session goes on under this token, or (empty) is over."""
    response = Response(None, status_code=204, cookies=[session_cookie(request, token)])
    if dismissed is not None:
        # Afterwards: whoever then comes back to a table has the new token.
        response.background = BackgroundTask(request.app.state.tables.dismiss, dismissed.id)
    return response


ROUTES = (
    me,
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
