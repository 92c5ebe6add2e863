"""The headers of responses."""

from __future__ import annotations

from litestar.datastructures import ResponseHeader

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every response."""

NOT_CACHED = {"Cache-Control": "no-store"}
"""Headers of responses that are private or change at any time."""


def response_headers(values: dict[str, str]) -> list[ResponseHeader]:
    """Return headers as Litestar's applications and routers take them."""
    return [ResponseHeader(name=name, value=value) for name, value in values.items()]
