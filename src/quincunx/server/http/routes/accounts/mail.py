"""A person's own e-mail address, and links by e-mail for a new password."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.background_tasks import BackgroundTask
from litestar.datastructures import State
from litestar.params import JSONBody

from quincunx.server.http.authentication import (
    AnyRequest,
    client_address,
    require_person,
    require_person_within,
)
from quincunx.wire import (
    ConfirmMailAddress,
    NewMailAddress,
    OwnMailAddress,
    RemoveMailAddress,
    SendPasswordLink,
)


@get("/api/mail-address")
async def own_mail_address(request: AnyRequest, state: State) -> OwnMailAddress:
    person = await require_person(request)
    own: OwnMailAddress = await state.mail_addresses.of(person)
    return own


@post("/api/mail-address", status_code=200)
async def set_mail_address(
    request: AnyRequest, state: State, data: JSONBody[NewMailAddress]
) -> OwnMailAddress:
    """Send a link that confirms the address."""
    person = await require_person_within(request, state.limits.passwords)
    state.limits.mail_addresses.take(client_address(request), person)
    own: OwnMailAddress = await state.mail_addresses.ask_to_confirm(person, data)
    return own


@post("/api/mail-address/confirm", status_code=204)
async def confirm_mail_address(
    request: AnyRequest, state: State, data: JSONBody[ConfirmMailAddress]
) -> None:
    """Confirm an address; the token is enough, because the link may open in another browser."""
    state.limits.passwords.take(client_address(request))
    await state.mail_addresses.confirm(data.token)


@post("/api/mail-address/remove", status_code=204)
async def remove_mail_address(
    request: AnyRequest, state: State, data: JSONBody[RemoveMailAddress]
) -> None:
    person = await require_person_within(request, state.limits.passwords)
    await state.mail_addresses.remove(person, data.password)


@post("/api/password-mail", status_code=204)
async def send_password_link(
    request: AnyRequest, state: State, data: JSONBody[SendPasswordLink]
) -> Response[None]:
    """Send a link to the account's address; the response is the same if there is no account."""
    state.password_mails.check(data.account, client_address(request))
    return Response(
        None, status_code=204, background=BackgroundTask(state.password_mails.send, data.account)
    )


ROUTES = (
    own_mail_address,
    set_mail_address,
    confirm_mail_address,
    remove_mail_address,
    send_password_link,
)
