"""A program's seat at a table, over a line that breaks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest

from quincunx.client import Client, Disconnected, TableConnection
from quincunx.wire import Done, NewTable, PlayMove, Probe, TableOpened
from tests.helpers.proxy import CuttableProxy
from tests.helpers.server_process import ServerProcess
from tests.helpers.waiting import run


class Session:
    """Ada plays alone through a proxy; Ben watches over a direct connection."""

    def __init__(
        self, proxy: CuttableProxy, ada: Client, opened: TableOpened, ben: TableConnection
    ) -> None:
        self.proxy = proxy
        self.ada = ada
        self.opened = opened
        self.ben = ben

    async def lose_the_answer(
        self, asking: Coroutine[Any, Any, object], has_happened: Callable[[], bool]
    ) -> Disconnected:
        """Ada asks; it happens, and the line breaks before she is told."""
        self.proxy.drop_responses()
        asked = asyncio.create_task(asking)
        await self.ben.until(has_happened)
        self.proxy.cut()
        with pytest.raises(Disconnected) as lost:
            await asked
        self.proxy.restore()
        return lost.value


@asynccontextmanager
async def an_evening(server: ServerProcess) -> AsyncIterator[Session]:
    proxy = CuttableProxy(server.port)
    ada = await Client.guest(proxy.url, "Ada")
    opened = await ada.create_table(NewTable("coloryam", seats=1))
    ben = await Client.guest(server.url, "Ben")
    try:
        async with ben.join(opened.id, opened.invite) as looking_on:
            yield Session(proxy, ada, opened, looking_on)
    finally:
        proxy.close()


async def sit_down(table: TableConnection) -> str:
    """A move that could be made then."""
    await table.ready()
    await table.my_turn()
    return table.position.moves[0].move


def test_a_move_whose_response_was_lost_is_resent_and_played_once(server: ServerProcess) -> None:
    async def work() -> None:
        async with an_evening(server) as session:
            ben = session.ben
            async with session.ada.join(session.opened.id) as table:
                move = await sit_down(table)
                lost = await session.lose_the_answer(
                    table.play(move), lambda: ben.position.version == 1
                )
            assert isinstance(lost.request, PlayMove)
            async with session.ada.join(session.opened.id, since=0) as table:
                assert await table.resend(lost.request) == Done(lost.request.id, 1)
                assert await table.play(table.position.moves[0].move) == 2, "it was played once"

    run(work())


def test_a_chat_line_on_a_broken_connection_is_resent_and_stored_once(
    server: ServerProcess,
) -> None:
    async def work() -> None:
        async with an_evening(server) as session:
            ben = session.ben
            async with session.ada.join(session.opened.id) as table:
                lost = await session.lose_the_answer(table.say("Hello"), lambda: bool(ben.said))
            assert lost.request is not None
            async with session.ada.join(session.opened.id) as table:
                await table.resend(lost.request)
                await table.say("Can you hear me?")
                await ben.until(lambda: len(ben.said) > 1)
            assert [said.text for said in ben.said] == ["Hello", "Can you hear me?"]

    run(work())


def test_a_move_that_never_arrived_is_played_when_it_is_resent(server: ServerProcess) -> None:
    async def work() -> None:
        async with an_evening(server) as session:
            async with session.ada.join(session.opened.id) as table:
                move = await sit_down(table)
                session.proxy.cut()
                with pytest.raises(Disconnected) as lost:
                    await table.play(move)
                with pytest.raises(Disconnected) as nothing_lost:
                    await table.until(lambda: False)
            assert nothing_lost.value.request is None
            session.proxy.restore()
            assert lost.value.request is not None
            async with session.ada.join(session.opened.id, since=0) as table:
                assert table.position.version == 0
                assert await table.resend(lost.value.request) == Done(lost.value.request.id, 1)

    run(work())


def test_a_probe_that_cannot_be_answered_does_not_keep_a_program_waiting(
    server: ServerProcess,
) -> None:
    """The socket may close between a probe and its answer: then waiting ends, too."""

    async def work() -> None:
        ada = await Client.guest(server.url, "Ada")
        created = await ada.create_table(NewTable("pivit"))
        async with ada.join(created.id) as table:
            await table._socket.close()
            await table._handle(Probe(1))
            with pytest.raises(Disconnected):
                await table.until(lambda: False)

    run(work())
