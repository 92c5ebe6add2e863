"""Alerts: the browsers that people subscribe to push messages, and what they get by e-mail."""

from __future__ import annotations

from litestar import get, post
from litestar.datastructures import State
from litestar.params import JSONBody

from quincunx.server.http.authentication import (
    COOKIE,
    AnyRequest,
    client_address,
    require_person_within,
)
from quincunx.server.notifications.notifier import Notifier
from quincunx.server.notifications.push_addresses import check_endpoint
from quincunx.server.people.sessions import hashed_token
from quincunx.wire import (
    ChooseMailAlerts,
    PushAddress,
    PushKey,
    RenewPush,
    StopMailAlerts,
    SubscribePush,
    UnsubscribePush,
)


@get("/api/push")
async def push_key(request: AnyRequest, state: State) -> PushKey:
    await require_person_within(request, state.limits.push_subscriptions)
    return PushKey(await state.notifier.sender.public_key())


@post("/api/push", status_code=204)
async def subscribe_push(request: AnyRequest, state: State, data: JSONBody[SubscribePush]) -> None:
    """Send push messages to this browser as long as the session lasts."""
    person = await require_person_within(request, state.limits.push_subscriptions)
    _check(state.notifier, data.address)
    await state.notifier.subscriptions.subscribe(person, _session(request), data)


@post("/api/push/renew", status_code=204)
async def renew_push(request: AnyRequest, state: State, data: JSONBody[RenewPush]) -> None:
    """Take over the new address of a browser; its service worker asks for this."""
    person = await require_person_within(request, state.limits.push_subscriptions)
    _check(state.notifier, data.address)
    await state.notifier.subscriptions.renew(person, _session(request), data.old, data.address)


@post("/api/push/unsubscribe", status_code=204)
async def unsubscribe_push(
    request: AnyRequest, state: State, data: JSONBody[UnsubscribePush]
) -> None:
    person = await require_person_within(request, state.limits.push_subscriptions)
    await state.notifier.subscriptions.unsubscribe(person.id, data.endpoint)


@post("/api/mail-alerts", status_code=204)
async def choose_mail_alerts(
    request: AnyRequest, state: State, data: JSONBody[ChooseMailAlerts]
) -> None:
    person = await require_person_within(request, state.limits.push_subscriptions)
    await state.mail_choices.choose(person, data.kinds)


@post("/api/mail-alerts/stop", status_code=204)
async def stop_mail_alerts(
    request: AnyRequest, state: State, data: JSONBody[StopMailAlerts]
) -> None:
    """End a person's mails; the token is enough, because the link may open in another browser."""
    state.limits.push_subscriptions.take(client_address(request))
    await state.mail_choices.stop(data.token)


def _check(notifier: Notifier, address: PushAddress) -> None:
    options = notifier.sender.options
    check_endpoint(address.endpoint, allows_private=options.allows_private)


def _session(request: AnyRequest) -> str:
    """Return the hash of the session's token, as sessions are stored."""
    return hashed_token(request.cookies.get(COOKIE, ""))


ROUTES = (
    push_key,
    subscribe_push,
    renew_push,
    unsubscribe_push,
    choose_mail_alerts,
    stop_mail_alerts,
)
