"""The operator's texts about the site."""

from __future__ import annotations

from litestar import Response, get
from litestar.datastructures import State
from litestar.params import FromPath

from quincunx.server.common.errors import TableError
from quincunx.server.ops.site import Site


class NoSiteText(TableError):
    """The operator has not written this text."""

    status = 404


@get("/api/site/{name:str}")
async def site_text(name: FromPath[str], state: State) -> Response[str]:
    """Return the imprint or the privacy text, as plain text."""
    site: Site = state.site
    text = next((text for known, text in site.texts.items() if known == name), None)
    if text is None:
        raise NoSiteText("table.refusal.no_site_text")
    return Response(text, media_type="text/plain")


ROUTES = (site_text,)
