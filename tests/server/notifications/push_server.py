"""A server with a push service of our own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from quincunx.client import Client
from quincunx.server.notifications.push_sender import PushOptions
from quincunx.wire import NewTable
from tests.helpers.in_process_server import serve_database
from tests.helpers.push_service import PushService, running_push_service

ALLOWED = PushOptions("mailto:ada@example.org", allows_private=True)

OPEN_SEATS = NewTable("coloryam", seats=3, rated=False)


class Setup(NamedTuple):
    url: str
    service: PushService


@asynccontextmanager
async def server_and_service(database: str) -> AsyncIterator[Setup]:
    async with (
        running_push_service() as service,
        serve_database(database, push_options=ALLOWED) as url,
    ):
        yield Setup(url, service)


async def everything_is_sent(url: str, service: PushService) -> None:
    """Wait for an alert that follows all others: those before it have been dealt with."""
    host, guest = await Client.guest(url, "Host"), await Client.guest(url, "Guest")
    opened = await host.create_table(OPEN_SEATS)
    browser = service.browser(opened.id)
    await browser.subscribe(host)
    async with guest.join(opened.id, opened.invite) as table:
        await table.sit(1)
        await browser.until(1)


async def two_players(url: str) -> tuple[Client, Client]:
    return await Client.guest(url, "Ada"), await Client.guest(url, "Ben")
