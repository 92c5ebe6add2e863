"""The link of a table, as players share it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from quincunx.client.errors import BadLink
from quincunx.wire import TableId

_PATH: Final = re.compile(r"(?P<prefix>.*)/table/(?P<table>[0-9A-Za-z]+)/?")


class TableLink(NamedTuple):
    """A server, one of its tables, and the invitation to it."""

    server: str
    table: TableId
    invite: str


def parse_link(link: str) -> TableLink:
    """Take the link of a table apart; raise `BadLink` if it is none."""
    try:
        parts = urlsplit(link.strip())
        has_host = bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise BadLink("client.bad_link", link=link) from None
    found = _PATH.fullmatch(parts.path)
    if parts.scheme not in ("http", "https") or not has_host or found is None:
        raise BadLink("client.bad_link", link=link)
    server = f"{parts.scheme}://{parts.netloc}{found['prefix']}"
    return TableLink(server, TableId(found["table"]), parts.fragment)
