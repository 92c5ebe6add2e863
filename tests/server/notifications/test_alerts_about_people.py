"""Alerts about invitations, friend requests and pairings, and about people who block each other."""

from __future__ import annotations

from contextlib import AsyncExitStack

import pytest
from websockets.asyncio.client import connect

from quincunx.client import Client
from quincunx.server.pairing.round import TIME_TO_COME_MS
from quincunx.wire import NewTable
from tests.helpers.http_calls import call
from tests.helpers.waiting import run
from tests.server.notifications.push_server import (
    OPEN_SEATS,
    everything_is_sent,
    server_and_service,
    two_players,
)
from tests.server.relations.related_people import account_at, act


async def invite(host: Client, guest: Client) -> str:
    table = await host.create_table(NewTable("coloryam", seats=2))
    body = {"person": guest.person.id}
    await call(host, "POST", f"/api/tables/{table.id}/invitations", body)
    return table.id


def test_friend_requests_and_invitations_reach_a_browser(database: str) -> None:
    async def work() -> None:
        async with server_and_service(database) as (url, service):
            ada, ben = await account_at(url, "Ada"), await account_at(url, "Ben")
            bens, adas = service.browser("ben"), service.browser("ada")
            await bens.subscribe(ben, "invited", language="de")
            await adas.subscribe(ada)
            await act(ada, ben, "befriend")
            (request,) = await bens.until(1)
            assert request.title == "\u2068Ada\u2069 möchte mit dir befreundet sein"
            await act(ben, ada, "befriend")
            table = await invite(ada, ben)
            _, invitation = await bens.until(2)
            assert invitation.title == "\u2068Ada\u2069 lädt dich an einen Tisch ein"
            assert (invitation.text, invitation.tag) == ("ColorYam", table)
            assert {(each.kind, each.path) for each in (request, invitation)} == {
                ("invited", "/friends")
            }
            await everything_is_sent(url, service)
            assert adas.deliveries == [], "an accepted request is shown on the page alone"

    run(work())


@pytest.mark.parametrize("direction", ["blocks", "is blocked"])
def test_nobody_is_alerted_of_what_a_person_does_whom_a_block_keeps_apart(
    database: str, direction: str
) -> None:
    """At a third person's table, where both may sit."""

    async def work() -> None:
        async with server_and_service(database) as (url, service):
            ada, ben = await two_players(url)
            host = await Client.guest(url, "Cleo")
            await act(ada, ben, "block") if direction == "blocks" else await act(ben, ada, "block")
            opened = await host.create_table(OPEN_SEATS)
            hers, hosts = service.browser("ada"), service.browser("host")
            await hers.subscribe(ada)
            await hosts.subscribe(host)
            for seat, client in ((1, ada), (2, ben)):
                async with client.join(opened.id, opened.invite) as table:
                    await table.sit(seat)
                await hosts.until(seat)
            await everything_is_sent(url, service)
            assert hers.deliveries == []

    run(work())


def test_players_who_were_found_have_seconds_and_are_told_urgently(database: str) -> None:
    async def work() -> None:
        async with server_and_service(database) as (url, service), AsyncExitStack() as sockets:
            players = await two_players(url)
            browsers = [service.browser(client.person.name) for client in players]
            address = f"ws{url.removeprefix('http')}/api/lobby/socket?changes=true&seeks=true"
            for client, browser in zip(players, browsers, strict=True):
                await browser.subscribe(client)
                headers = {"Cookie": client.cookie}
                await sockets.enter_async_context(connect(address, additional_headers=headers))
                await call(client, "POST", "/api/pairing", {"game": "coloryam", "clock": "quick"})
            for browser in browsers:
                (message,) = await browser.until(1)
                assert (message.kind, message.text) == ("paired", "ColorYam")
                assert message.path == f"/table/{message.tag}"
                (delivery,) = browser.deliveries
                assert delivery.headers["Urgency"] == "high"
                assert int(delivery.headers["TTL"]) <= TIME_TO_COME_MS // 1000

    run(work())
