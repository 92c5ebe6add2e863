"""Recovery codes, and new passwords with a code or with a link of the operator."""

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
from quincunx.wire import (
    Me,
    Recover,
    Recovered,
    RecoveryCodes,
    RecoveryCodesLeft,
    RenewRecoveryCodes,
    UsePasswordLink,
)


@get("/api/recovery-codes")
async def count_recovery_codes(request: AnyRequest, state: State) -> RecoveryCodesLeft:
    person = await require_person(request)
    return RecoveryCodesLeft(await state.recovery.codes_left(person))


@post("/api/recovery-codes", status_code=200)
async def renew_recovery_codes(
    request: AnyRequest, state: State, data: JSONBody[RenewRecoveryCodes]
) -> RecoveryCodes:
    """Return new recovery codes in place of the old ones."""
    person = await require_person_within(request, state.limits.passwords)
    renewed: RecoveryCodes = await state.recovery.renew_codes(person, data.password)
    return renewed


@post("/api/recover", status_code=200)
async def recover(
    request: AnyRequest, state: State, data: JSONBody[Recover]
) -> Response[Recovered]:
    """Set a new password with a recovery code."""
    address = client_address(request)
    state.limits.passwords.take(address)
    before = await current_person(request)
    recovered, token = await state.recovery.recover(data, address, request.cookies.get(COOKIE))
    return session_response(request, recovered, token, before, recovered.person)


@post("/api/password-link", status_code=200)
async def use_password_link(
    request: AnyRequest, state: State, data: JSONBody[UsePasswordLink]
) -> Response[Me]:
    """Set a new password with a link of the operator."""
    state.limits.passwords.take(client_address(request))
    before = await current_person(request)
    known, token = await state.recovery.use_link(data, request.cookies.get(COOKIE))
    return session_response(request, known, token, before, known.person)


ROUTES = (count_recovery_codes, renew_recovery_codes, recover, use_password_link)
