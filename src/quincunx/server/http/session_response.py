"""The response to a request that begins or ends a session."""

from __future__ import annotations

from typing import TypeVar

from litestar import Response
from litestar.background_tasks import BackgroundTask, BackgroundTasks

from quincunx.server.http.authentication import AnyRequest, session_cookie
from quincunx.wire import Person

T = TypeVar("T")


def session_response(
    request: AnyRequest, answer: T, token: str, *ended: Person | None
) -> Response[T]:
    """Return a response that sets the session's cookie, or deletes it if the token is empty.

    `ended` are the people whose earlier sessions ended; their sockets are closed.
    """
    response = Response(answer, cookies=[session_cookie(request, token)])
    dismiss = request.app.state.tables.news.dismiss
    people = {person.id for person in ended if person is not None}
    if people:
        # After the response, so that clients reconnect with the new cookie.
        response.background = BackgroundTasks([BackgroundTask(dismiss, one) for one in people])
    return response
