"""A person's own passkeys, and logging in with one."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody

from quincunx.server.http.authentication import (
    COOKIE,
    AnyRequest,
    client_address,
    current_person,
    require_person,
    require_person_within,
)
from quincunx.server.http.session_response import session_response
from quincunx.server.people.accounts.passkeys.site import PasskeySite, passkey_site
from quincunx.wire import (
    LogInWithPasskey,
    Me,
    NewPasskey,
    OwnPasskey,
    PasskeyChallenge,
    PasskeyCreation,
    RemovePasskey,
    RenamePasskey,
    StartPasskey,
)


@get("/api/passkeys")
async def list_passkeys(request: AnyRequest, state: State) -> list[OwnPasskey]:
    person = await require_person(request)
    listed: list[OwnPasskey] = await state.passkeys.list(person)
    return listed


@post("/api/passkeys/start", status_code=200)
async def start_passkey(
    request: AnyRequest, state: State, data: JSONBody[StartPasskey]
) -> PasskeyCreation:
    """Return what the browser needs to create a passkey."""
    person = await require_person_within(request, state.limits.passwords)
    started: PasskeyCreation = await state.passkeys.start(person, data.password, _site(request))
    return started


@post("/api/passkeys")
async def create_passkey(
    request: AnyRequest, state: State, data: JSONBody[NewPasskey]
) -> OwnPasskey:
    person = await require_person_within(request, state.limits.passkeys)
    created: OwnPasskey = await state.passkeys.create(person, data, _site(request))
    return created


@post("/api/passkeys/rename", status_code=204)
async def rename_passkey(request: AnyRequest, state: State, data: JSONBody[RenamePasskey]) -> None:
    person = await require_person_within(request, state.limits.passkeys)
    await state.passkeys.rename(person, data)


@post("/api/passkeys/remove", status_code=204)
async def remove_passkey(request: AnyRequest, state: State, data: JSONBody[RemovePasskey]) -> None:
    person = await require_person_within(request, state.limits.passwords)
    await state.passkeys.remove(person, data)


@post("/api/passkeys/challenge", status_code=200)
async def passkey_challenge(request: AnyRequest, state: State) -> PasskeyChallenge:
    """Return what the browser needs to log in with a passkey."""
    state.limits.passkeys.take(client_address(request))
    given: PasskeyChallenge = await state.passkeys.challenge(_site(request))
    return given


@post("/api/passkeys/log-in", status_code=200)
async def log_in_with_passkey(
    request: AnyRequest, state: State, data: JSONBody[LogInWithPasskey]
) -> Response[Me]:
    state.limits.passkeys.take(client_address(request))
    before = await current_person(request)
    known, token = await state.passkeys.log_in(data, _site(request), request.cookies.get(COOKIE))
    return session_response(request, known, token, before)


def _site(request: AnyRequest) -> PasskeySite:
    return passkey_site(request.headers.get("origin"))


ROUTES = (
    list_passkeys,
    start_passkey,
    create_passkey,
    rename_passkey,
    remove_passkey,
    passkey_challenge,
    log_in_with_passkey,
)
