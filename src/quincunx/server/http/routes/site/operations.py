"""Health check and metrics, for the operator's monitoring."""

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
    """Answer 200 if the database can be written."""
    await state.health.check()
    return {"status": "ok"}


@get("/metrics", include_in_schema=False)
async def read_metrics(request: AnyRequest, state: State) -> Response[bytes]:
    """Return the metrics; 404 unless the client's address is in `metrics_from`."""
    if not _comes_from(request, state.metrics_from):
        raise NotFoundException
    return Response(
        metrics.render_metrics(state.tables.games_in_use), media_type=metrics.MEDIA_TYPE
    )


def _comes_from(request: AnyRequest, allowed: Addresses) -> bool:
    if request.client is None:
        return False
    try:
        address = ip_address(request.client.host)
    except ValueError:
        # A reverse proxy may pass on any text that a client put into X-Forwarded-For.
        return False
    return any(address in ip_network(network, strict=False) for network in allowed)


ROUTES = (health, read_metrics)
