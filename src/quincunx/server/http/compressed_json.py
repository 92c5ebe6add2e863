"""Responses that are compressed already; Litestar would compress them on the event loop."""

from __future__ import annotations

from litestar import Response

from quincunx.server.common.compression import accepts_gzip, decompress_in_thread
from quincunx.server.http.authentication import AnyRequest


async def compressed_json(
    request: AnyRequest, file: bytes, headers: dict[str, str] | None = None
) -> Response[bytes]:
    """Return a response of gzip-compressed JSON, or of plain JSON if the client needs that.

    The route must have the option `compressed`, so that Litestar does not compress it again.
    """
    headers = {"Vary": "Accept-Encoding", **(headers or {})}
    if accepts_gzip(request.headers.get("accept-encoding", "")):
        headers["Content-Encoding"] = "gzip"
    else:
        file = await decompress_in_thread(file)
    return Response(file, media_type="application/json", headers=headers)
