"""What clients get when a request fails: typed refusals, and the page for unknown paths."""

from __future__ import annotations

import logging
from typing import Any, Final

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException, WebSocketException
from litestar.types import ExceptionHandlersMap, Scope
from sqlalchemy.exc import SQLAlchemyError

from quincunx.core.errors import QuincunxError
from quincunx.core.messages import Message
from quincunx.server.common.errors import StoreFailed, TableError, Unreadable
from quincunx.server.common.rate_limiter import TooMany
from quincunx.server.http.authentication import AnyRequest, count_refusal
from quincunx.server.http.headers import HEADERS, NOT_CACHED
from quincunx.server.http.routes.site import page
from quincunx.server.ops import metrics

UNDECODABLE: Final = (RecursionError, UnicodeDecodeError)
"""Errors of request bodies that Litestar does not handle: too deeply nested, invalid UTF-8."""

log = logging.getLogger(__name__)


def _on_error(request: AnyRequest, error: QuincunxError) -> Response[Any]:
    status = error.status if isinstance(error, TableError) else 400
    response = _error_response(type(error).__name__, error.message, status)
    if isinstance(error, TooMany):
        response.headers["Retry-After"] = str(error.seconds)
    elif status < 500:
        count_refusal(request)
    return response


def _error_response(error: str, message: Message, status: int) -> Response[Any]:
    metrics.REFUSALS.labels(error).inc()
    body = {"error": error, "message": msgspec.to_builtins(message)}
    return Response(body, status_code=status, headers={**HEADERS, **NOT_CACHED})


def _on_http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    """Convert Litestar's errors to ours; an unknown path outside of the API shows the page."""
    if error.status_code == 404 and not request.url.path.startswith("/api/"):
        missing = page.not_found(request)
        missing.headers.update(HEADERS)
        return missing
    if error.status_code < 500:
        count_refusal(request)
    message = Message("table.refusal.unreadable", {"why": str(error.detail)})
    return _error_response("Unreadable", message, error.status_code)


def _on_undecodable(request: AnyRequest, error: Exception) -> Response[Any]:
    return _on_error(request, Unreadable("table.refusal.unreadable", why=str(error)))


def _on_store_error(request: AnyRequest, error: Exception) -> Response[Any]:
    return _on_error(request, StoreFailed("table.refusal.unwell"))


EXCEPTION_HANDLERS: Final[ExceptionHandlersMap] = {
    QuincunxError: _on_error,
    HTTPException: _on_http_error,
    **dict.fromkeys(UNDECODABLE, _on_undecodable),
    SQLAlchemyError: _on_store_error,
    OSError: _on_store_error,
}


async def log_unexpected(error: Exception, scope: Scope) -> None:
    """Log errors that are not refusals: bugs, or failures of the store."""
    if not isinstance(error, (QuincunxError, HTTPException, WebSocketException, *UNDECODABLE)):
        log.error("a request failed", exc_info=error)
