"""What whoever runs the house wants to know: whether it is well, and what it has counted."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

from litestar import Response, get
from litestar.datastructures import State
from litestar.exceptions import NotFoundException

from quincunx.server.http.authentication import AnyRequest
from quincunx.server.ops import metrics
from quincunx.server.ops.settings import Addresses


@get("/health")
async def health(state: State) -> dict[str, str]:
    """Well means that moves can be stored."""
    await state.health.check()
    return {"status": "ok"}


@get("/metrics", include_in_schema=False)
async def counted(request: AnyRequest, state: State) -> Response[bytes]:
    """For those who may read it; to all others there is nothing here."""
    if not _comes_from(request, state.metrics_from):
        raise NotFoundException
    return Response(
        metrics.render_metrics(state.tables.games_in_use), media_type=metrics.MEDIA_TYPE
    )


def _comes_from(request: AnyRequest, places: Addresses) -> bool:
    if request.client is None:
        return False
    try:
        address = ip_address(request.client.host)
    except ValueError:
        # A web server in front may pass on whatever a client has written into X-Forwarded-For.
        return False
    return any(address in ip_network(place, strict=False) for place in places)


ROUTES = (health, counted)
